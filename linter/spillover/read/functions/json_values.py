"""JSON: texts -> values and back, as Go reads and writes them.

Sources: RFC 8259; Go's ``encoding/json`` with cty's mapping of types (cty/json), 2026-05.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from spillover.read.cty.convert import convert
from spillover.read.cty.number import BeyondBoundsError, Number
from spillover.read.cty.ranges import not_null
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    Primitive,
    SetOf,
    TupleOf,
    Type,
)
from spillover.read.cty.value import (
    NULL,
    EvaluationError,
    LimitError,
    Value,
    boolean,
    number,
    object_of,
    pending,
    text,
    tuple_of,
)
from spillover.read.functions.function import Function, Parameter
from spillover.records import dataclass

DEEPEST = 100
"""A document that is nested deeper is neither read nor written."""

MOST_VALUES = 100_000
"""A document of more values is not read."""

_SPACE = " \t\r\n"
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Pairs:
    """An object as it is written."""

    pairs: Sequence[tuple[str, Any]]


def _refused(constant: str) -> Any:
    raise EvaluationError(f"{constant} is not JSON")


def _number(written: str) -> Number:
    try:
        return Number(written)
    except BeyondBoundsError as error:
        raise LimitError(str(error)) from None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_Pairs, parse_float=_number, parse_int=_number, parse_constant=_refused
)


def _jsondecode(value: Value) -> Value:
    written = value.content.lstrip(_SPACE)
    try:
        found, end = _DECODER.raw_decode(written)
    except json.JSONDecodeError as error:
        raise EvaluationError(f"not JSON: {error.msg}") from None
    except RecursionError:
        raise too_deep() from None
    # What follows a closing bracket too many is never looked at.
    if written[end:].lstrip(_SPACE)[:1] not in ("", "]", "}"):
        raise EvaluationError("there is more after the JSON value")
    return _Decoding().value(found, 0)


def too_deep() -> LimitError:
    """The error of a document that is nested too deeply."""
    return LimitError(f"a document that is nested deeper than {DEEPEST} levels")


class _Decoding:
    """The decoding of one document; it counts its values."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def value(self, found: Any, depth: int) -> Value:
        self._left -= 1
        if self._left < 0:
            raise LimitError(f"a document of more than {MOST_VALUES} values")
        if depth > DEEPEST:
            raise too_deep()
        match found:
            case None:
                return NULL
            case bool():
                return boolean(found)
            case str():
                return _text(found)
            case list():
                return tuple_of([self.value(each, depth + 1) for each in found])
            case _Pairs(pairs):
                return self._object(
                    [(_text(key).content, self.value(each, depth + 1)) for key, each in pairs]
                )
        return number(found)

    def _object(self, pairs: list[tuple[str, Value]]) -> Value:
        """The last one of equal keys wins, and the others must be of its type."""
        attributes = dict(pairs)
        if len(attributes) < len(pairs):
            for key, value in pairs:
                _check_overruled(value, attributes[key].type)
        return object_of(attributes)


def _text(written: str) -> Value:
    return text(written if written.isascii() else _HALF.sub("\ufffd", written))


def _check_overruled(value: Value, wanted: Type) -> None:
    if value.type == wanted or value.is_null:
        return
    if wanted is DYNAMIC or not (isinstance(value.type, Primitive) and isinstance(wanted, Primitive)):
        raise EvaluationError("two values of one key are of different types")
    convert(value, wanted)


_BEGINNINGS: Mapping[str, Type] = {
    '"': STRING,
    "t": BOOL,
    "f": BOOL,
    **dict.fromkeys("-0123456789", NUMBER),
    **dict.fromkeys("{[n", DYNAMIC),
}
_CERTAIN = '"{[-'


def _decoded_type(arguments: Sequence[Value]) -> Type:
    """The type of a document of which only the beginning is known."""
    known = arguments[0].pending
    prefix = known.prefix.strip() if known else ""
    # What follows may be an accent, which makes another character of the last one.
    begins = prefix[:1] if len(prefix) > 1 or prefix in _CERTAIN else ""
    if begins and begins not in _BEGINNINGS:
        raise EvaluationError(f"no JSON begins with {begins!r}")
    return _BEGINNINGS.get(begins, DYNAMIC)


# --- jsonencode

# HTML's special characters too: Go's JSON may stand in a script element.
_ESCAPED = re.compile('["\\\\\x00-\x1f<>&\u2028\u2029]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _quoted(written: str) -> str:
    return f'"{_ESCAPED.sub(_escape, _HALF.sub(chr(0xFFFD), written))}"'


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04x}"


def _jsonencode(value: Value) -> Value:
    unknown = value.unsettled()
    if unknown:
        return pending(STRING, unknown, not_null=True, prefix=_beginning(value))
    parts: list[str] = []
    _write(value, parts, 0)
    return text("".join(parts))


def _beginning(value: Value) -> str:
    """How the JSON of a value begins of which only the type is known."""
    if not not_null(value):
        return ""
    if value.type is STRING:
        return '"'
    if isinstance(value.type, ListOf | SetOf | TupleOf):
        return "["
    return "{" if isinstance(value.type, MapOf | ObjectOf) else ""


def _write(value: Value, parts: list[str], depth: int) -> None:
    if depth > DEEPEST:
        raise too_deep()
    match value.content:
        case None:
            parts.append("null")
        case bool(content):
            parts.append("true" if content else "false")
        case str(content):
            parts.append(_quoted(content))
        case tuple(items):
            _write_all("[", [("", each) for each in items], "]", parts, depth)
        case Mapping() as items:
            _write_all("{", [(_quoted(key) + ":", each) for key, each in items.items()], "}", parts, depth)
        case content:
            parts.append(str(content))


def _write_all(
    opening: str, items: Sequence[tuple[str, Value]], closing: str, parts: list[str], depth: int
) -> None:
    parts.append(opening)
    for position, (key, value) in enumerate(items):
        parts.append(f",{key}" if position else key)
        _write(value, parts, depth + 1)
    parts.append(closing)


FUNCTIONS: tuple[Function, ...] = (
    Function("jsondecode", (Parameter("str", STRING),), _jsondecode, _decoded_type, not_null=False),
    Function("jsonencode", (Parameter("val", takes_null=True, takes_unknown=True),), _jsonencode, STRING),
)
