"""``flatten``: what is in lists, sets and tuples in each other.

Source: "flatten" of Terraform's documentation; cty's function/stdlib where it is silent, 2026-05.
"""

from __future__ import annotations

from spillover.read.cty.length import length
from spillover.read.cty.types import DYNAMIC, SetOf, spelled_type
from spillover.read.cty.value import EvaluationError, Value, pending, tuple_of
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.through import Inside, is_sequence, perhaps


def _flatten(values: Value) -> Value:
    """A tuple of what is in lists, sets and tuples in each other.

    Terraform refuses a map, and yet takes the values of one that is not all known.
    """
    if values.pending:
        return pending(DYNAMIC, values.pending, inside=_flat_inside(values))
    if not is_sequence(values.type) and not values.unsettled():
        raise EvaluationError(f"a list, set or tuple is required, but this is {spelled_type(values.type)}")
    leaves, opened = _taken_apart(values)
    closed = [each for each in leaves if _is_closed(each)]
    if not closed:
        return tuple_of(leaves).marked(*opened)
    cause = closed[0].unsettled()
    assert cause is not None
    inside = _flat_inside(closed[0]) if closed == leaves[:1] else None
    return pending(DYNAMIC, cause, inside=inside).marked(*opened, *closed)


def _taken_apart(values: Value) -> tuple[list[Value], list[Value]]:
    """What is in sequences in each other, in order, and those sequences."""
    leaves: list[Value] = []
    opened: list[Value] = []
    waiting = [values]
    while waiting:
        value = waiting.pop()
        is_open = value is values or (is_sequence(value.type) and not value.is_null)
        if is_open and not _is_closed(value):
            opened.append(value)
            waiting += reversed(list(value.parts()))
        else:
            leaves.append(value)
    return leaves, opened


def _is_closed(value: Value) -> bool:
    """Whether it is, or may be, a sequence of which nobody knows how many elements it has."""
    if value.pending:
        return value.type is DYNAMIC or is_sequence(value.type)
    return isinstance(value.type, SetOf) and not value.is_null and length(value).pending is not None


def _flat_inside(values: Value) -> Inside | None:
    known = values.pending
    if known is None or known.inside is None:
        return None
    elements = known.inside

    def inside(step: Value | str) -> Value:
        found = elements(step)
        return pending(DYNAMIC, known) if is_sequence(found.type) else perhaps(DYNAMIC, found, known)

    return inside


FUNCTIONS: tuple[Function, ...] = (
    Function("flatten", (Parameter("list", takes_unknown=True),), _flatten, keeps_marks=True),
)
