"""Functions of sets.

Source: "Collection Functions" of Terraform's documentation; cty's function/stdlib/set.go where it
is silent, 2026-05.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from spillover.read.cty.convert import convert, settled
from spillover.read.cty.length import length
from spillover.read.cty.types import DYNAMIC, ListOf, SetOf, TupleOf, Type, spelled_type, unify
from spillover.read.cty.value import (
    LARGEST,
    EvaluationError,
    LimitError,
    Pending,
    Value,
    list_of,
    pending,
    set_of,
    tuple_of,
)
from spillover.read.functions.function import Function, Parameter


def _setunion(*sets: Value) -> Value:
    """What is in any of the sets, be it known or not."""
    element = _element(sets)
    parts = [part for each in sets for part in convert(each, SetOf(element)).parts()]
    return set_of(*settled(element, parts))


def _setintersection(*sets: Value) -> Value:
    """What is in all of the sets."""
    element = _element(sets)
    unknown = _unsettled(sets)
    if unknown:
        return pending(SetOf(element), unknown, not_null=True)
    first, *others = (convert(each, SetOf(element)).content for each in sets)
    in_all = set(first).intersection(*others)
    return set_of(element, (each for each in first if each in in_all))


def _setsubtract(minuend: Value, subtrahend: Value) -> Value:
    """What is in the first set, but not in the second."""
    element = _element((minuend, subtrahend))
    unknown = _unsettled((minuend, subtrahend))
    if unknown:
        return pending(SetOf(element), unknown, not_null=True)
    first, second = (convert(each, SetOf(element)).content for each in (minuend, subtrahend))
    taken = set(second)
    return set_of(element, (each for each in first if each not in taken))


def _unsettled(sets: Sequence[Value]) -> Pending | None:
    return next((unknown for each in sets if (unknown := each.unsettled())), None)


def _element(sets: Sequence[Value]) -> Type:
    """What the elements of all sets can become; an empty set of no type does not count."""
    types = [each.type.element for each in sets if isinstance(each.type, SetOf) and not _is_nothing(each)]
    common = unify(types)
    if common is None:
        raise EvaluationError("the elements of all sets must be of one type")
    return common


def _is_nothing(value: Value) -> bool:
    return value.type == SetOf(DYNAMIC) and value.content == ()


def _set_type(sets: Sequence[Value]) -> Type:
    return SetOf(_element(sets))


# --- setproduct


def _setproduct(*factors: Value) -> Value:
    """Every combination of one element of each: a list of tuples if there is no set among them.

    Raises:
        LimitError: there are too many.
    """
    unknown = next((each.pending for each in factors if each.pending), None)
    if unknown and any(each.type is DYNAMIC for each in factors):
        return pending(DYNAMIC, unknown)
    if len(factors) < 2:
        raise EvaluationError("at least two sets are required")
    elements = [_element_of(each.type) for each in factors]
    as_set = any(isinstance(each.type, SetOf) for each in factors)
    type_ = SetOf(TupleOf(tuple(elements))) if as_set else ListOf(TupleOf(tuple(elements)))
    lengths = [length(each) for each in factors]
    unsized = next((each.pending for each in lengths if each.pending), None)
    if unsized:
        return pending(type_, unsized, not_null=True).marked(*factors)
    total = prod(int(each.content) for each in lengths)
    if total * (len(factors) + 1) > LARGEST:
        raise LimitError(f"more than {LARGEST} elements")
    if unknown and total:
        return pending(type_, unknown, not_null=True, least=1, most=total).marked(*factors)
    columns = [
        [convert(part, of) for part in each.parts()] for each, of in zip(factors, elements, strict=True)
    ]
    rows = map(tuple_of, product(*columns))
    made = set_of(type_.element, rows) if as_set else list_of(type_.element, rows)
    return made.marked(*factors)


def _element_of(type_: Type) -> Type:
    match type_:
        case SetOf(element) | ListOf(element):
            return element
        case TupleOf(elements):
            common = unify(elements)
            if common is None:
                raise EvaluationError("all elements must be of one type")
            return common
    raise EvaluationError(f"a set or a list is required, but this is {spelled_type(type_)}")


_SET, _SETS = Parameter("set", SetOf(DYNAMIC)), Parameter("sets", SetOf(DYNAMIC))


FUNCTIONS: tuple[Function, ...] = (
    Function("setintersection", (_SET,), _setintersection, _set_type, _SETS),
    Function("setproduct", (), _setproduct, variadic=Parameter("sets", takes_unknown=True), keeps_marks=True),
    Function("setsubtract", (_SET, _SET), _setsubtract, _set_type),
    Function("setunion", (_SET,), _setunion, _set_type, _SETS),
)
