"""What is certain of a value that is not known: that it is not null, between which bounds it lies.

Source: cty's docs/refinements.md (value_range.go and unknown_refinement.go where it is silent), 2026-05.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from spillover.read.cty.types import (
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
    has_dynamic,
    is_collection,
)
from spillover.read.cty.value import Pending, Value, list_of, map_of, number, pending, set_of

Bounds: TypeAlias = "tuple[Fraction | int | None, Fraction | int | None]"
"""The least and the most that something can be; None where nothing is known of that."""


def not_null(value: Value) -> bool:
    """Whether a value is certainly not null."""
    return value.pending.not_null if value.pending else not value.is_null


def is_filled(value: Value) -> bool:
    """Whether a text is certainly neither null nor empty."""
    known = value.pending
    if known is None:
        return value.content not in (None, "")
    return known.not_null and bool(known.not_empty or known.prefix or known.suffix)


def end_of(value: Value) -> str:
    """How a text ends, as far as that is known."""
    end = value.pending.suffix if value.pending else value.content
    return end if isinstance(end, str) else ""


def common_end(a: Value, b: Value) -> str:
    """How a text ends that is one of two."""
    end, other = end_of(a), end_of(b)
    while not other.endswith(end):
        end = end[1:]
    return end


def present(value: Value) -> Value:
    """The value of something that can only be used if it is not null."""
    known = value.pending
    return replace(value, content=replace(known, not_null=True)) if known else value


def is_open(value: Value) -> bool:
    """Whether something inside of it is of a type that is not known yet."""
    return any(each.pending and has_dynamic(each.type) for each in value.every())


def bounds(value: Value) -> Bounds:
    """Between what a number lies, or the length of a collection."""
    known = value.pending
    if known:
        return known.least, known.most
    if value.type is NUMBER:
        return value.content, value.content
    if not is_collection(value.type) or value.is_null:
        return None, None
    count = len(value.content)
    uncertain = isinstance(value.type, SetOf) and value.unsettled()  # elements may turn out to be equal
    return (1 if uncertain else count), count


def bounded(type_: Type, because: Pending, within: Bounds, certain: bool) -> Value:
    """What is not known but for its bounds; ``certain`` says that it is not null.

    Where the bounds meet it is a known number, or a collection of elements that are not known.
    """
    least, most = within
    if certain and least is not None and least == most:
        match type_:
            case Primitive.NUMBER:
                return number(least)
            case ListOf(element):
                return list_of(element, [pending(element, because)] * int(least))
            case SetOf(element) if least <= 1:
                return set_of(element, [pending(element, because)] * int(least))
            case MapOf(element) if least == 0:
                return map_of(element, {})
    return pending(type_, because, not_null=certain, least=least, most=most)


def either(a: Bounds, b: Bounds) -> Bounds:
    """The bounds of what is one or the other."""
    (a_least, a_most), (b_least, b_most) = a, b
    return (
        None if a_least is None or b_least is None else min(a_least, b_least),
        None if a_most is None or b_most is None else max(a_most, b_most),
    )


def compared(operator: str, a: Value, b: Value) -> bool | None:
    """A comparison that the bounds of two numbers decide; None where they do not, or meet."""
    (a_least, a_most), (b_least, b_most) = bounds(a), bounds(b)
    if operator in (">", ">="):
        (a_least, a_most), (b_least, b_most) = (b_least, b_most), (a_least, a_most)
    if a_most is not None and b_least is not None and a_most < b_least:
        return True
    if a_least is not None and b_most is not None and a_least > b_most:
        return False
    return None


def excludes(unknown: Value, value: Value) -> bool:
    """Whether what is known of an unknown value says that it is not another one, which is known."""
    known = unknown.pending
    if known is None or value.pending or value.is_null:
        return False
    if not may_be_equal(unknown.type, value.type):
        return True
    if value.type is STRING and unknown.type is STRING:
        text: str = value.content
        return not text.startswith(known.prefix) or (text == "" and is_filled(unknown))
    if value.type == unknown.type:
        return compared("<", unknown, value) is True or compared(">", unknown, value) is True
    return False


def may_be_equal(a: Type, b: Type) -> bool:
    """Whether two types differ at most where one is not known yet."""
    if DYNAMIC in (a, b) or a == b:
        return True
    match a, b:
        case (ListOf(x), ListOf(y)) | (SetOf(x), SetOf(y)) | (MapOf(x), MapOf(y)):
            return may_be_equal(x, y)
        case TupleOf(xs), TupleOf(ys):
            return len(xs) == len(ys) and all(map(may_be_equal, xs, ys))
        case ObjectOf(), ObjectOf():
            return a.names == b.names and all(
                may_be_equal(x, y) for (_, x), (_, y) in zip(a.attributes, b.attributes, strict=True)
            )
    return False
