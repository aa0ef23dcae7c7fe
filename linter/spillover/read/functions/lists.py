"""Functions that make lists, or take them apart.

Source: "Collection Functions" of Terraform's documentation; cty's function/stdlib where it is
silent, 2026-05.
"""

from __future__ import annotations

from collections.abc import Sequence

from spillover.read.cty.convert import convert, settled
from spillover.read.cty.length import length, perhaps_equal
from spillover.read.cty.number import Number
from spillover.read.cty.operate import operate
from spillover.read.cty.ranges import is_filled
from spillover.read.cty.types import (
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    SetOf,
    TupleOf,
    Type,
    spelled_type,
    unify,
)
from spillover.read.cty.value import EvaluationError, Pending, Value, list_of, number, pending, text, tuple_of
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.through import (
    Inside,
    only_inside,
    perhaps_inside,
    some_inside,
)
from spillover.read.functions.whole import whole

LONGEST_RANGE = 1024
"""Terraform's ``range`` gives no more numbers."""


def _chunklist(values: Value, size: Value) -> Value:
    """A size of 0 gives everything in one chunk."""
    step = whole(size.content)
    if step < 0:
        raise EvaluationError("the size is negative")
    step = step or len(values.content)
    starts = range(0, len(values.content), step or 1)
    chunks = (list_of(_element_type(values.type), values.content[start : start + step]) for start in starts)
    return list_of(values.type, chunks).marked(values, size)


def _element_type(type_: Type) -> Type:
    assert isinstance(type_, ListOf | SetOf)
    return type_.element


def _compact(values: Value) -> Value:
    """What is neither null nor an empty string, which may be certain of what is not known, too."""
    if values.pending:
        return _perhaps_less(values, values, values.pending)
    left = list_of(STRING, filter(_may_be_filled, values.content))
    unknown = next((each.pending for each in left.parts() if not is_filled(each)), None)
    return _perhaps_less(values, left, unknown) if unknown else left


def _may_be_filled(value: Value) -> bool:
    return bool(value.content)


def _distinct(values: Value) -> Value:
    if values.pending:
        return _perhaps_less(values, values, values.pending)
    left = list_of(_element_type(values.type), dict.fromkeys(values.content))
    unknown = perhaps_equal(left)
    return _perhaps_less(values, left, unknown) if unknown else left


def _perhaps_less(values: Value, left: Value, unknown: Pending) -> Value:
    """What is left of a list; as it is not all known, less of it may be left."""
    return pending(values.type, unknown, not_null=True, inside=perhaps_inside(left, unknown))


def _sort(values: Value) -> Value:
    """By code points. Of a list that is not all known, only the number of elements is."""
    if values.pending:
        return pending(values.type, values.pending, not_null=True, inside=some_inside(values))
    unknown = values.unsettled()
    if unknown and len(values.content) > 1:
        return list_of(STRING, (pending(STRING, unknown) for _ in values.content))
    if unknown:
        return values
    if any(each.is_null for each in values.content):
        raise EvaluationError("an element is null")
    return list_of(STRING, sorted(values.content, key=_code_points))


def _code_points(value: Value) -> bytes:
    encoded: bytes = value.content.encode("utf-8", "surrogatepass")
    return encoded


# --- concat


def _concat(*sequences: Value) -> Value:
    """A list, if all are lists of types with something in common; else a tuple."""
    if not sequences:
        raise EvaluationError("at least one list is required")
    type_ = _concat_type(sequences)
    unknown = next((each.pending for each in sequences if each.pending), None)
    if unknown:
        return pending(type_, unknown, not_null=type_ is not DYNAMIC, inside=only_inside(sequences))
    if isinstance(type_, ListOf):
        parts = [part for each in sequences for part in convert(each, type_).parts()]
        return list_of(*settled(type_.element, parts)).marked(*sequences)
    return tuple_of(part for each in sequences for part in each.parts()).marked(*sequences)


def _concat_type(sequences: Sequence[Value]) -> Type:
    types = [each.type for each in sequences]
    if DYNAMIC in types:
        return DYNAMIC
    if all(isinstance(each, ListOf) for each in types):
        common = unify(types)
        if common is not None:
            return common
    elements: list[Type] = []
    lengths_known = True
    for each in sequences:
        if isinstance(each.type, TupleOf):
            elements += each.type.elements
        elif not isinstance(each.type, ListOf):
            raise EvaluationError(f"lists and tuples are required, but this is {spelled_type(each.type)}")
        elif each.pending:
            lengths_known = False
        else:
            elements += [each.type.element] * len(each.content)
    return TupleOf(tuple(elements)) if lengths_known else DYNAMIC


# --- range, reverse, slice


def _range(*limits: Value) -> Value:
    """Numbers from a start, or from 0, up or down to before an end, by a step, or by 1."""
    if not 1 <= len(limits) <= 3:
        raise EvaluationError("one, two or three numbers are required")
    start, end = limits[:2] if len(limits) > 1 else (number(0), limits[0])
    step = limits[2] if len(limits) == 3 else number(-1 if end.content < start.content else 1)
    down = step.content < 0
    if end.content > start.content if down else end.content < start.content:
        raise EvaluationError("the end is on the other side of the start than the step goes")
    if all(each.content.is_whole for each in (start, end, step)) and step.content:
        return list_of(NUMBER, _whole_range(start, end, step))
    items: list[Value] = []
    while start.content > end.content if down else start.content < end.content:
        if len(items) == LONGEST_RANGE:
            raise EvaluationError(f"more than {LONGEST_RANGE} numbers")
        items.append(start)
        start = operate("+", start, step)
    return list_of(NUMBER, items)


def _whole_range(start: Value, end: Value, step: Value) -> list[Value]:
    """The same of whole numbers, as many are: faster by far."""
    values = range(int(start.content), int(end.content), int(step.content))
    if len(values) > LONGEST_RANGE:
        raise EvaluationError(f"more than {LONGEST_RANGE} numbers")
    bits = max(start.content.bits, step.content.bits)
    return [start, *(number(Number(each, bits)) for each in values[1:])] if values else []


def _reverse(values: Value) -> Value:
    type_ = _reversed_type(values.type)
    if values.pending:
        not_null = type_ is not DYNAMIC
        return pending(type_, values.pending, not_null=not_null, inside=some_inside(values))
    items = reversed(values.content)
    return (list_of(type_.element, items) if isinstance(type_, ListOf) else tuple_of(items)).marked(values)


def _reversed_type(type_: Type) -> Type:
    match type_:
        case TupleOf(elements):
            return TupleOf(elements[::-1])
        case ListOf(element) | SetOf(element):
            return ListOf(element)
        case _ if type_ is DYNAMIC:
            return DYNAMIC
    raise EvaluationError(f"a list or tuple is required, but this is {spelled_type(type_)}")


def _slice(values: Value, start: Value, end: Value) -> Value:
    """The elements from a start to before an end."""
    type_ = _slice_type((values, start, end))
    first, last = whole(start.content), whole(end.content)
    if values.pending:
        not_null = type_ is not DYNAMIC
        return pending(type_, values.pending, not_null=not_null, inside=_slice_inside(values, start))
    items = values.content[first:last]
    return (list_of(type_.element, items) if isinstance(type_, ListOf) else tuple_of(items)).marked(
        values, start, end
    )


def _slice_type(arguments: Sequence[Value]) -> Type:
    """The type of a slice, of whose arguments some may not be known."""
    values, start, end = arguments
    if values.type is DYNAMIC:
        return DYNAMIC
    if not isinstance(values.type, ListOf | TupleOf):
        raise EvaluationError(f"a list or tuple is required, but this is {spelled_type(values.type)}")
    size = length(values)
    first, last = (None if each.pending else whole(each.content) for each in (start, end))
    if any(
        each is not None and (each < 0 or (not size.pending and each > size.content))
        for each in (first, last)
    ):
        raise EvaluationError("an index is negative, or greater than the length of the list")
    if first is not None and last is not None and first > last:
        raise EvaluationError("the start index is greater than the end index")
    if isinstance(values.type, ListOf):
        return values.type
    return DYNAMIC if first is None or last is None else TupleOf(values.type.elements[first:last])


def _slice_inside(values: Value, start: Value) -> Inside | None:
    known = values.pending
    if known is None or known.inside is None:
        return None
    elements = known.inside
    return lambda step: elements(operate("+", text(step) if isinstance(step, str) else step, start))


_LIST = Parameter("list", takes_unknown=True)
_STRINGS = Parameter("list", ListOf(STRING), takes_unknown=True)


FUNCTIONS: tuple[Function, ...] = (
    Function(
        "chunklist",
        (Parameter("list", ListOf(DYNAMIC)), Parameter("size", NUMBER)),
        _chunklist,
        lambda arguments: ListOf(arguments[0].type),
        keeps_marks=True,
    ),
    Function("compact", (_STRINGS,), _compact),
    Function("concat", (), _concat, variadic=Parameter("lists", takes_unknown=True), keeps_marks=True),
    Function("distinct", (Parameter("list", ListOf(DYNAMIC), takes_unknown=True),), _distinct),
    Function("range", (), _range, ListOf(NUMBER), variadic=Parameter("limits", NUMBER)),
    Function("reverse", (_LIST,), _reverse, keeps_marks=True),
    Function(
        "slice",
        (
            Parameter("list", takes_unknown=True),
            Parameter("start_index", NUMBER),
            Parameter("end_index", NUMBER),
        ),
        _slice,
        _slice_type,
        keeps_marks=True,
    ),
    Function("sort", (_STRINGS,), _sort),
)
