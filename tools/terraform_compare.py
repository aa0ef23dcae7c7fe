"""Compare an evaluator's answers with those that are recorded from Terraform.

An answer has the form of a recorded line: ``v`` and ``t`` for a value and its type, ``u`` for what of the
value is unknown, ``unknown`` for a value of which nothing is known, ``error`` for none, and ``sensitive``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from terraform_lines import dump
from terraform_questions import Question, question

Answer: TypeAlias = Mapping[str, Any]

UNKNOWN = "(unknown)"


def judge(
    recorded: Iterable[Answer], answer: Callable[[Question], Answer], differences: Mapping[str, str]
) -> Iterator[str]:
    """Each difference that ``differences`` does not list, with its question, and each that it lists in vain.

    Args:
        recorded: the recorded lines.
        answer: the evaluator.
        differences: by question (an expression, or a conversion's key as JSON), the reason why the
            evaluator and Terraform disagree.
    """
    for line in recorded:
        asked = question(line)
        name = label(asked)
        ours = answer(asked)
        said = compare(line, ours)
        if name in differences and said is None:
            yield f"{name}: listed as different, but it is not"
        elif said is not None and name not in differences:
            yield f"{name}: {said}"


def label(asked: Question) -> str:
    """A question's name among the differences."""
    key = asked.key()
    return key.get("e") or dump(key)


def compare(recorded: Answer, ours: Answer) -> str | None:
    """What is different from what Terraform says, or from what it says at other times, or None.

    Numbers are the same if all their digits are, errors if both are one, sets in any order. What is
    known about an unknown value (``r``) counts only if ours says something about it.
    """
    said = _compare(recorded, ours)
    return None if any(_compare(each, ours) is None for each in recorded.get("or", ())) else said


def _compare(recorded: Answer, ours: Answer) -> str | None:
    if "error" in recorded:
        return _compare_error(recorded, ours)
    if "error" in ours:
        return f"an error ({ours['error']}), not {summary(recorded)}"
    if recorded.get("outside"):
        return _unequal("type", recorded["t"], ours["t"])
    if knowledge(recorded) != knowledge(ours):
        return f"{summary(ours)}, not {summary(recorded)}"
    return (
        _unequal("type", recorded["t"], ours["t"])
        or _unequal("value", whole(recorded), whole(ours))
        or _unequal("refinement", recorded.get("r", {}), ours.get("r", recorded.get("r", {})))
        or _unequal("sensitive", bool(recorded.get("sensitive")), bool(ours.get("sensitive")))
    )


def _compare_error(recorded: Answer, ours: Answer) -> str | None:
    if "error" in ours or (recorded.get("infinite") and holds_infinity(ours.get("v"))):
        return None
    return f"{summary(ours)}, not an error ({recorded['error']})"


def _unequal(what: str, recorded: Any, ours: Any) -> str | None:
    theirs, mine = dump(plain(recorded)), dump(plain(ours))
    return None if theirs == mine else f"{what} {mine}, not {theirs}"


def knowledge(answer: Answer) -> str:
    """How much an answer knows."""
    if "error" in answer:
        return "error"
    return "unknown" if answer.get("unknown") else "partly" if holds_unknown(answer.get("u")) else "known"


def summary(answer: Answer) -> str:
    """An answer in a few words."""
    shown = UNKNOWN if answer.get("unknown") else dump(plain(whole(answer)))
    return f"{shown} of type {dump(plain(answer['t']))}"


def holds_unknown(mask: Any) -> bool:
    """Whether anything is unknown, by a plan's ``after_unknown``."""
    match mask:
        case dict():
            return any(map(holds_unknown, mask.values()))
        case list():
            return any(map(holds_unknown, mask))
    return bool(mask)


def holds_infinity(value: Any) -> bool:
    """Whether a number in the value is infinite."""
    match value:
        case Mapping():
            return any(map(holds_infinity, value.values()))
        case list() | tuple():
            return any(map(holds_infinity, value))
        case Decimal() | float():
            return not Decimal(value).is_finite()
    return False


def whole(answer: Answer) -> Any:
    """An answer's value in one form."""
    return canonical(answer.get("v"), answer.get("u"), answer["t"])


def canonical(value: Any, mask: Any, kind: Any) -> Any:
    """A value in one form: its unknown parts in their places, its sets sorted.

    Args:
        value: as JSON; an object lacks its unknown attributes, a list has null for its unknown elements.
        mask: ``after_unknown`` of a plan, which is true where the value is unknown.
        kind: the type, as cty writes types in JSON.
    """
    if mask is True:
        return {UNKNOWN: True}
    if value is None or isinstance(kind, str):
        return value
    match kind:
        case ["object", attributes]:
            masks = mask or {}
            return {
                name: canonical(value.get(name), masks.get(name), its) for name, its in attributes.items()
            }
        case ["map", element]:
            masks = mask or {}
            names = value.keys() | {name for name, each in masks.items() if each}
            return {name: canonical(value.get(name), masks.get(name), element) for name in names}
        case ["tuple", elements]:
            return [
                canonical(*each) for each in zip(value, mask or [False] * len(value), elements, strict=True)
            ]
        case [collection, element]:
            masks = mask or [False] * len(value)
            items = [canonical(each, its, element) for each, its in zip(value, masks, strict=True)]
            return sorted(items, key=lambda each: dump(plain(each))) if collection == "set" else items
    raise ValueError(f"a type {kind!r}")


def plain(value: Any) -> Any:
    """A value with its keys sorted and its numbers as exact decimals."""
    match value:
        case Mapping():
            return {name: plain(value[name]) for name in sorted(value)}
        case list() | tuple():
            return [plain(each) for each in value]
        case bool():
            return value
        case int():
            return Decimal(value)
        case float():
            return Decimal(repr(value))
    return value
