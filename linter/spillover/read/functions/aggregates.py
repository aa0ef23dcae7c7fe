"""Functions that tell one thing of a whole collection.

Source: "Collection Functions" and "Numeric Functions" of Terraform's documentation; Terraform's
internal/lang/funcs where it is silent, 2026-05.
"""

from __future__ import annotations

from collections.abc import Mapping

from spillover.read.cty.clusters import clusters
from spillover.read.cty.convert import convert
from spillover.read.cty.length import length
from spillover.read.cty.operate import equals, operate
from spillover.read.cty.types import BOOL, DYNAMIC, NUMBER, STRING, ListOf, Primitive, TupleOf, spelled_type
from spillover.read.cty.value import FALSE, TRUE, EvaluationError, Value, number, pending
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.through import is_sequence


def _alltrue(values: Value) -> Value:
    """Null is not true. The first element that is not known ends the search, even if a later one is false."""
    for each in values.content:
        if each.pending:
            return pending(BOOL, each.pending, not_null=True)
        if not each.content:
            return FALSE
    return TRUE


def _anytrue(values: Value) -> Value:
    if any(each.is_known and each.content for each in values.content):
        return TRUE
    unknown = values.unsettled()
    return pending(BOOL, unknown, not_null=True) if unknown else FALSE


def _contains(values: Value, wanted: Value) -> Value:
    if not is_sequence(values.type):
        raise EvaluationError(f"a list, set or tuple is required, but this is {spelled_type(values.type)}")
    undecided = FALSE
    for each in values.content:
        equal = equals(wanted, each)
        if equal.pending:
            undecided = equal
        elif equal.content:
            return TRUE
    return undecided


def _index(values: Value, wanted: Value) -> Value:
    """The index of the first element that is equal."""
    if not isinstance(values.type, ListOf | TupleOf):
        raise EvaluationError(f"a list or tuple is required, but this is {spelled_type(values.type)}")
    for position, each in enumerate(values.content):
        equal = equals(each, wanted)
        if equal.pending:
            return pending(NUMBER, equal.pending, not_null=True)
        if equal.content:
            return number(position)
    raise EvaluationError("there is no such element")


def _length(value: Value) -> Value:
    """How many elements, attributes or, of a string, grapheme clusters it has."""
    if value.type in (DYNAMIC, STRING):
        found = _length_of_text(value)
    elif isinstance(value.type, Primitive):
        raise EvaluationError(f"a collection or string is required, but this is {spelled_type(value.type)}")
    else:
        found = length(value)
    return found.marked(value)


def _length_of_text(value: Value) -> Value:
    known = value.pending
    if known is None:
        return number(len(clusters(value.content)))
    is_text = value.type is STRING and known.not_null
    return pending(NUMBER, known, not_null=True, least=len(clusters(known.prefix)) if is_text else None)


def _sum(values: Value) -> Value:
    if not isinstance(values.content, tuple | Mapping) or not values.content:
        raise EvaluationError("a list, set or tuple that is not empty is required")
    if not is_sequence(values.type):
        raise EvaluationError(f"a list, set or tuple is required, but this is {spelled_type(values.type)}")
    unknown = values.unsettled()
    if unknown:
        return pending(NUMBER, unknown, not_null=True)
    first, *rest = (_summand(each) for each in values.content)
    total: Value = first
    for each in rest:
        total = operate("+", total, each)
    return total


def _summand(value: Value) -> Value:
    if value.is_null:
        raise EvaluationError("an element is null")
    return convert(value, NUMBER)


_LIST = Parameter("list")
_BOOLS = Parameter("list", ListOf(BOOL))

FUNCTIONS: tuple[Function, ...] = (
    Function("alltrue", (_BOOLS,), _alltrue, BOOL),
    Function("anytrue", (_BOOLS,), _anytrue, BOOL),
    Function("contains", (_LIST, Parameter("value")), _contains, BOOL),
    Function("index", (_LIST, Parameter("value")), _index, NUMBER),
    Function("length", (Parameter("value", takes_unknown=True),), _length, NUMBER, keeps_marks=True),
    Function("sum", (_LIST,), _sum, NUMBER),
)
