"""JSON texts: their values at the speed of the standard decoder, and places only for what is asked.

A place is an offset into the text; :mod:`.documents` turns it into line and column. What the
YAML reader must do alike is here too: exact numbers, and the limits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import islice
from typing import Any, TypeAlias

from spillover.records import dataclass

JsonValue: TypeAlias = "dict[str, JsonValue] | list[JsonValue] | str | int | bool | Decimal | None"

# Protocol buffers' own JSON reader stops at 100 levels; Python's stack would end near 1000.
MAX_DEPTH = 200
TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"

# A double needs 309 digits at most. `1e999999` is short to write and huge as a Fraction.
MAX_DIGITS = 400


@dataclass(eq=False)
class PlacedError(Exception):
    """A text cannot be read, because of what is written at ``offset``."""

    offset: int
    message: str


@dataclass(eq=False)
class NumberError(Exception):
    """A number that is not read; the decoder's hooks know its text, not its place."""

    text: str
    message: str


def integer(text: str, base: int = 10) -> int:
    """The integer that is written; raises :class:`NumberError` for one with too many digits."""
    _check_length(text)
    return int(text, base)


def decimal(text: str) -> Decimal:
    """The number exactly as written.

    Raises:
        NumberError: its digits written out would be too many, or it is ``NaN``, ``Infinity`` or
            their like in YAML, which have no exact value.
    """
    if text[-1].isalpha():
        raise NumberError(text, f"{text} is not a number")
    _check_length(text)
    _, _, exponent = text.lower().partition("e")
    if abs(int(exponent or 0)) > MAX_DIGITS:
        raise NumberError(text, f"a number with an exponent beyond {MAX_DIGITS}")
    return Decimal(text)


def _check_length(text: str) -> None:
    if len(text) > MAX_DIGITS and sum(map(str.isalnum, text)) > MAX_DIGITS:
        raise NumberError(text, f"a number of more than {MAX_DIGITS} digits")


_READ = json.JSONDecoder(parse_float=decimal, parse_int=integer, parse_constant=decimal)
_SKIP = json.JSONDecoder()
_SKIM = json.JSONDecoder(parse_float=str, parse_int=str)  # no number is too long to be passed over

_SPACE = re.compile(r"[ \t\r\n]*")
_TOKEN = re.compile(
    r"""[\[\]{}]
      | "[^"\\]*(?:\\.[^"\\]*)*"
      | -?(?:NaN | Infinity | (?:0|[1-9][0-9]*) (?:\.[0-9]+)? (?:[eE][-+]?[0-9]+)?)""",
    re.DOTALL | re.VERBOSE,
)


def read_json(text: str) -> JsonValue:
    """The value that a JSON text holds.

    Raises:
        PlacedError: the text is not JSON, or has a number, a depth or half a surrogate pair that is not read.
    """
    value: JsonValue
    try:
        value, end = _READ.raw_decode(text, _after_space(text, 0))
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error.msg, error.pos) from None
    except NumberError as error:
        # The decoder stopped at the first such number, so no earlier one looks the same.
        place = next(token.start() for token in _TOKEN.finditer(text) if token[0] == error.text)
        raise PlacedError(place, error.message) from None
    except RecursionError:
        raise PlacedError(_deepest_bracket(text), TOO_DEEP) from None

    end = _after_space(text, end)
    if end < len(text):
        raise PlacedError(end, "unexpected text after the value")
    if _is_too_deep(value):
        raise PlacedError(_deepest_bracket(text), TOO_DEEP)
    _check_surrogates(text)
    return value


def skimmed(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at ``at``, with numbers as text, and the offset after it.

    It is for looking at values most of which are passed over: only nesting has a limit here.

    Raises:
        PlacedError: it is not JSON; at the end of the text, if what is there may be its beginning.
    """
    try:
        return _SKIM.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error.msg, error.pos) from None
    except RecursionError:
        raise PlacedError(at, TOO_DEEP) from None


def _after_space(text: str, at: int) -> int:
    return space.end() if (space := _SPACE.match(text, at)) else at


def _is_too_deep(value: JsonValue) -> bool:
    level = [value]  # the collections of one level after the other
    for _ in range(MAX_DEPTH):
        level = [child for parent in level for child in _inside(parent) if isinstance(child, (dict, list))]
    return bool(level)


def _inside(value: JsonValue) -> Iterable[JsonValue]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


_MESSAGES = (
    ("Expecting value", "expected a value"),
    ("Expecting property name", "expected a key in double quotes"),
    ("Expecting ':'", "expected ':' after the key"),
    ("Expecting ','", "expected ',' or a closing bracket"),
)
_UNFINISHED = ("true", "false", "null", "-", ".", "e+", "e-", "E+", "E-")
_UNFINISHED_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,4})?\Z")
_TRAILING_COMMA = re.compile(r",[ \t\r\n]*[\]}]")


def _syntax_error(text: str, problem: str, at: int) -> PlacedError:
    """Our words for the decoder's error; the place is the same for all versions of Python."""
    if problem.startswith("Unterminated string"):
        return PlacedError(len(text), "the text ends inside a string")
    if "escape" in problem:
        backslash = text.rfind("\\", 0, at + 1)
        if _UNFINISHED_ESCAPE.match(text, backslash):
            return PlacedError(len(text), "the text ends inside a string")
        return PlacedError(backslash, "invalid escape in a string")

    if "control character" in problem:
        return PlacedError(at, "control character in a string")

    rest = text[at:].strip(" \t\r\n")
    if any(word.startswith(rest) for word in _UNFINISHED):
        return PlacedError(len(text), "the text ends too early")

    comma = text.rfind(",", 0, at + 1)
    trailing = _TRAILING_COMMA.match(text, max(comma, 0))
    if trailing and trailing.end() > at:
        return PlacedError(comma, "trailing comma")
    message = next((ours for theirs, ours in _MESSAGES if problem.startswith(theirs)), "not valid JSON")
    return PlacedError(at, message)


def _deepest_bracket(text: str) -> int:
    """The first bracket beyond the limit; the deepest one if the stack ended before that."""
    depth = deepest = place = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > deepest:
                deepest, place = depth, token.start()
            if depth > MAX_DEPTH:
                break
        elif token[0] in "]}":
            depth -= 1
    return place


_HALF_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F])|.)", re.DOTALL)


def _check_surrogates(text: str) -> None:
    """Refuse strings that could not be written out again, raw or escaped ones."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise PlacedError(error.start, "half of a surrogate pair") from None
    if _HALF_ESCAPED.search(text):  # rare, and much faster than to look at every escape
        for escape in _ESCAPE.finditer(text):
            if escape[1]:
                raise PlacedError(escape.start(), "half of a surrogate pair")


Member: TypeAlias = tuple[int, int, int]  # start of the key or element, start and end of the value


def beginning(text: str) -> int:
    """The offset of the value that a JSON text holds."""
    return _after_space(text, 0)


def members(text: str, at: int) -> Iterator[tuple[str, Member]]:
    """The members of the object at ``at`` in a valid text; of equal keys, all."""
    key_at = _after_space(text, at + 1)
    while text[key_at : key_at + 1] == '"':
        key, key_end = _SKIP.raw_decode(text, key_at)
        value = _after_space(text, _after_space(text, key_end) + 1)
        end = end_of(text, value)
        yield key, (key_at, value, end)
        key_at = _after_space(text, _after_space(text, end) + 1)


def elements(text: str, at: int) -> Iterator[Member]:
    """The elements of the array at ``at`` in a valid text."""
    before = at
    while text[before] != "]" and text[start := _after_space(text, before + 1)] != "]":
        end = end_of(text, start)
        yield start, start, end
        before = _after_space(text, end)


def scalar(text: str, at: int) -> str | int | Decimal | bool | None:
    """The string, number, boolean or null at ``at`` in a valid text, exactly as written."""
    value: str | int | Decimal | bool | None = _READ.raw_decode(text, at)[0]
    return value


def end_of(text: str, at: int) -> int:
    """The offset after the value at ``at`` in a valid text."""
    return int(_SKIP.raw_decode(text, at)[1])


class JsonPlaces:
    """The places of values in a valid JSON text.

    Walks from the root along the path that is asked for and skips other values at the
    decoder's speed. Containers once visited are remembered, so neighbours cost little.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._members: dict[int, dict[str, Member]] = {}
        self._elements: dict[int, tuple[list[Member], Iterator[Member]]] = {}

    def find(self, steps: Iterable[str | int]) -> tuple[int, int]:
        """Start and end of the member at the path, or of its nearest ancestor that exists."""
        value = beginning(self._text)
        start, end = value, len(self._text.rstrip(" \t\r\n"))
        for step in steps:
            child = self._child(value, step)
            if child is None:
                break
            start, value, end = child
        return start, end

    def _child(self, at: int, step: str | int) -> Member | None:
        if isinstance(step, str):
            return self._members_of(at).get(step) if self._text[at] == "{" else None
        return self._element(at, step) if self._text[at] == "[" and step >= 0 else None

    def _members_of(self, at: int) -> dict[str, Member]:
        """All members of the object at ``at``: of equal keys the last counts, so all are read."""
        if at not in self._members:
            self._members[at] = dict(members(self._text, at))
        return self._members[at]

    def _element(self, at: int, index: int) -> Member | None:
        """Element ``index`` of the array at ``at``; reading goes on where an earlier call stopped."""
        if at not in self._elements:
            self._elements[at] = [], elements(self._text, at)
        known, rest = self._elements[at]
        known += islice(rest, max(0, index + 1 - len(known)))
        return known[index] if index < len(known) else None
