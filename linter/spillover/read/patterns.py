"""Patterns of file names, one step of a path at a time.

Source: "fileset" of Terraform's documentation, and the package that it names for details
(bmatcuk/doublestar, 1.1), whose oddities are kept, 2026-05.
"""

from __future__ import annotations

import re

from spillover.read.cty.value import EvaluationError, LimitError

LONGEST_STEP = 256
"""A longer step of a pattern is not matched: names are shorter."""

_SPECIAL = re.compile(r"[*?\[{\\]")
_COMMA = re.compile(r"(?<!\\),")


def is_literal(step: str) -> bool:
    """Whether a step of a pattern is just a name."""
    return not _SPECIAL.search(step)


class Pattern:
    """A step of a pattern.

    Raises:
        LimitError: it is too long.
    """

    def __init__(self, step: str) -> None:
        if len(step) > LONGEST_STEP:
            raise LimitError(f"a pattern of more than {LONGEST_STEP} characters")
        self._step = step

    def matches(self, name: str) -> bool:
        """Whether a name matches.

        Raises:
            EvaluationError: the pattern is malformed, as far as it was needed.
        """
        return _Matching(name).matches(self._step, 0)


class _Matching:
    """The matching of one name; each rest of the pattern meets each rest of the name once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[tuple[str, int], bool] = {}

    def matches(self, pattern: str, at: int) -> bool:
        key = pattern, at
        if key not in self._known:
            self._known[key] = self._match(pattern, at)
        return self._known[key]

    def _match(self, pattern: str, at: int) -> bool:
        name, position = self._name, 0
        if at == len(name):
            return pattern in ("", "*")
        while position < len(pattern) and at < len(name):
            special, position = pattern[position], position + 1
            if special == "*":
                return self._star(pattern[position:], at)
            if special == "{":
                return self._alternatives(pattern, position, at)
            same, position = _one(special, pattern, position, name[at])
            if not same:
                return False
            at += 1
        rest = pattern[position:]
        return rest == "**" or (at == len(name) and rest in ("", "*"))

    def _star(self, rest: str, at: int) -> bool:
        """Whether what follows a star matches some rest of the name; errors there do not count."""
        return not rest or any(self._silently(rest, each) for each in range(at, len(self._name)))

    def _silently(self, rest: str, at: int) -> bool:
        try:
            return self.matches(rest, at)
        except EvaluationError:
            return False

    def _alternatives(self, pattern: str, position: int, at: int) -> bool:
        end = _closing(pattern, position, "}")
        rest = pattern[end + 1 :]
        return any(self.matches(each + rest, at) for each in _COMMA.split(pattern[position:end]))


def _one(special: str, pattern: str, position: int, character: str) -> tuple[bool, int]:
    """Whether one character matches, and where the pattern goes on."""
    if special == "[":
        end = _closing(pattern, position, "]")
        return _in_class(pattern[position:end], character), end + 1
    if special == "\\":
        if position == len(pattern):
            raise _malformed()
        return pattern[position] == character, position + 1
    return special in ("?", character), position


def _malformed() -> EvaluationError:
    return EvaluationError("the pattern is malformed")


def _closing(pattern: str, position: int, bracket: str) -> int:
    """Where the next bracket is that no backslash precedes."""
    end = pattern.find(bracket, position)
    while end > position and pattern[end - 1] == "\\":
        end = pattern.find(bracket, end + 1)
    if end < 0:
        raise _malformed()
    return end


_RANGE = re.compile(r"(?P<low>\\.|[^-\\])(?:-(?P<high>\\.|[^-\\]))?", re.DOTALL)


def _in_class(written: str, character: str) -> bool:
    """Whether a character is in a class such as ``a-z`` or ``^a``."""
    if not written:
        raise _malformed()
    negated = written[0] == "^"
    at, found = int(negated), False
    while at < len(written):
        part = _RANGE.match(written, at)
        if part is None or written[part.end() : part.end() + 1] == "-":
            raise _malformed()
        low, high = part["low"][-1], (part["high"] or part["low"])[-1]
        found = found or low <= character <= high
        at = part.end()
    return found != negated
