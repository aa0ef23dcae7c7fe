"""Random expressions of Terraform's language, nested and mostly valid, in the module of the recorded answers.

What they are made of is in ``random_expressions.txt``, which also says how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

LONGEST = 170
DEPTHS = (2, 3, 3, 4, 4, 5, 6)
LEAF = 0.1  # how often a hole is not nested further
NAMED = 0.6  # how often a leaf is a name that is bound around it
STRAY = 0.05  # how often a leaf is of another kind than it should be

TOP = (
    *("string", "string", "string", "bool", "bool", "number", "strings", "strings", "numbers", "set"),
    *("map", "object", "tuple", "any", "any", "heredoc"),
)
STRAYS = ("number", "string", "bool", "strings", "set", "map", "object", "tuple", "any", "unknown")

HOLE = re.compile(r"(?<!P)<([a-z]+)(?:\|([^<>]*))?>")
BOUND = re.compile(r"\$([kvxi])\b")

Scope: TypeAlias = tuple[tuple[str, str], ...]  # the names that are bound, and the kinds of their values


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of one kind of value: those without a hole, and those with one."""

    leaves: tuple[str, ...]
    nested: tuple[str, ...]


def read(text: str) -> dict[str, Forms]:
    """The forms by kind."""
    forms: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if line.startswith(" "):
            current.append(line.strip().replace("¶", "\n"))
        elif line and not line.startswith("#"):
            current = forms.setdefault(line, [])
    return {
        kind: Forms(tuple(each for each in its if not HOLE.search(each)), tuple(filter(HOLE.search, its)))
        for kind, its in forms.items()
    }


FORMS: Mapping[str, Forms] = read(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))


def expressions(seed: int) -> Iterator[str]:
    """Different expressions without end, the same ones for the same seed."""
    random = Random(seed)
    seen = set[str]()
    while True:
        text = fill(random, random.choice(TOP), random.choice(DEPTHS))
        if len(text) <= LONGEST and text not in seen:
            seen.add(text)
            yield text


def fill(random: Random, kind: str, depth: int, scope: Scope = ()) -> str:
    """An expression of a kind, nested at most so deep, that may use the names in scope."""
    forms = FORMS[kind]
    if depth <= 0 or not forms.nested or random.random() < LEAF:
        return leaf(random, kind, scope)
    form = BOUND.sub(rf"\g<1>{len(scope)}", random.choice(forms.nested))

    def hole(match: re.Match[str]) -> str:
        pairs = (each.split(":") for each in (match[2] or "").split(",") if each)
        bound = tuple((name, its) for name, its in pairs)
        return fill(random, match[1], depth - 1, (*bound, *scope))

    return HOLE.sub(hole, form)


def leaf(random: Random, kind: str, scope: Scope) -> str:
    """An expression of a kind, or by chance of another, that holds no other."""
    named = [name for name, its in scope if its == kind]
    if named and random.random() < NAMED:
        return random.choice(named)
    if kind in STRAYS and random.random() < STRAY:
        kind = random.choice(STRAYS)
    return random.choice(FORMS[kind].leaves)
