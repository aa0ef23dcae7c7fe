"""Terraform's functions of regular expressions, with RE2's syntax and meaning.

RE2 takes a time that is linear in the text; what stands in for it here may not, and is given up
after ``PATIENCE`` seconds.

Source: "regex" of Terraform's documentation; cty's function/stdlib/regexp.go, Go's regexp, 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING

from spillover.read.cty.pattern import pattern
from spillover.read.cty.types import DYNAMIC, STRING, ListOf, ObjectOf, TupleOf, Type
from spillover.read.cty.value import (
    LONGEST_TEXT,
    EvaluationError,
    LimitError,
    Value,
    list_of,
    null,
    object_of,
    text,
    tuple_of,
)
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.re2 import translate
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.read.cty.pattern import Found, Pattern

PATIENCE = 1.0
"""Seconds for all matches of a pattern in a text."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match is, and what its groups captured, None for one that took no part."""

    start: int
    end: int
    groups: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Regex:
    """A compiled regular expression: its program, and the names of its groups."""

    program: Pattern[str]
    names: tuple[str | None, ...]

    def matches(self, string: str) -> Iterator[Match]:
        """All matches that do not overlap, in order; no empty one directly after another match.

        Raises:
            LimitError: it takes too long.
        """
        until = monotonic() + PATIENCE
        at, last = 0, -1
        while at <= len(string):
            found = self._search(string, at, until - monotonic())
            if found is None:
                return
            start, end = found.span()
            if end > at or start != last:
                yield Match(start, end, found.groups())
            at = end if end > at else at + 1
            last = end

    def _search(self, string: str, at: int, seconds: float) -> Found[str] | None:
        try:
            return self.program.search(string, at, timeout=max(0.0, seconds))
        except TimeoutError:
            raise LimitError("a regular expression that takes too long") from None


@lru_cache(maxsize=256)
def compiled(source: str) -> Regex:
    """A regular expression, from RE2's syntax.

    Raises:
        EvaluationError: RE2 refuses the pattern.
        LimitError: it cannot be matched here.
    """
    translation = translate(source)
    try:
        return Regex(pattern(translation.source), translation.names)
    except RecursionError:  # how deep is too deep depends on who calls
        raise LimitError("a regular expression of too many levels") from None


def _result(names: tuple[str | None, ...]) -> Type:
    """The type of what a match gives: text, or its groups."""
    if not names:
        return STRING
    if None not in names:
        return ObjectOf(tuple((name, STRING) for name in sorted({name for name in names if name})))
    if any(names):
        raise EvaluationError("a regular expression has groups with names, or without, but not both")
    return TupleOf((STRING,) * len(names))


def _matched(names: tuple[str | None, ...], string: str, match: Match) -> Value:
    if not names:
        return text(string[match.start : match.end])
    groups = [null(STRING) if each is None else text(each) for each in match.groups]
    if None in names:
        return tuple_of(groups)
    return object_of({name: group for name, group in zip(names, groups, strict=True) if name})


def _regex_type(arguments: Sequence[Value]) -> Type:
    """It is known as soon as the pattern is."""
    source = arguments[0]
    return DYNAMIC if source.pending else _result(compiled(source.content).names)


def _regex(source: Value, string: Value) -> Value:
    found = compiled(source.content)
    _result(found.names)
    match = next(found.matches(string.content), None)
    if match is None:
        raise EvaluationError("the pattern matches no part of the string")
    return _matched(found.names, string.content, match)


def _regexall(source: Value, string: Value) -> Value:
    found = compiled(source.content)
    every = found.matches(string.content)
    return list_of(_result(found.names), (_matched(found.names, string.content, match) for match in every))


def replace_matches(source: str, string: str, replacement: str) -> str:
    """A text with each match replaced, where ``$1`` and ``${name}`` stand for what a group captured.

    Raises:
        EvaluationError: the pattern is none.
        LimitError: the result is too long, or takes too long.
    """
    found = compiled(source)
    pieces = _pieces(replacement, found.names)
    made: list[str] = []
    length = last = 0
    for match in found.matches(string):
        captured = (string[match.start : match.end], *match.groups)
        filled = [piece if isinstance(piece, str) else captured[piece] or "" for piece in pieces]
        made += (string[last : match.start], *filled)
        length += match.start - last + sum(map(len, filled))
        if length > LONGEST_TEXT:
            raise LimitError(f"a text of more than {LONGEST_TEXT} characters")
        last = match.end
    return "".join((*made, string[last:]))


_REFERENCE = r"\$(?:\$|(?P<name>[\p{L}\p{Nd}_]+)|\{(?P<name>[\p{L}\p{Nd}_]+)\})"


def _pieces(replacement: str, names: tuple[str | None, ...]) -> list[str | int]:
    """The parts of a replacement: literal text, and the numbers of groups; none for one that is not there."""
    pieces: list[str | int] = []
    last = 0
    for found in pattern(_REFERENCE).finditer(replacement):
        start, end = found.span()
        pieces.append(replacement[last:start])
        last = end
        name = found["name"]
        if name is None:
            pieces.append("$")
        elif name in names:
            pieces.append(names.index(name) + 1)
        elif name.isascii() and name.isdecimal() and str(int(name)) == name and int(name) <= len(names):
            pieces.append(int(name))
    return [*pieces, replacement[last:]]


_PARAMETERS = (Parameter("pattern", STRING), Parameter("string", STRING))

FUNCTIONS: tuple[Function, ...] = (
    Function("regex", _PARAMETERS, _regex, _regex_type),
    Function("regexall", _PARAMETERS, _regexall, lambda arguments: ListOf(_regex_type(arguments))),
)
