"""What is known of the elements of a result that is not known itself.

A resource is often meant by way of a function: ``one(google_x.y[*].id)``. What such a call gives is
not known, but where it would come from is, and goes on from value to value by ``Pending.inside``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from spillover.read.cty.operate import attribute, index
from spillover.read.cty.types import DYNAMIC, NUMBER, ListOf, SetOf, TupleOf, Type
from spillover.read.cty.value import EvaluationError, LimitError, Pending, Value, pending

Inside = Callable[[Value | str], Value]


def perhaps(type_: Type, value: Value, because: Pending, *, not_null: bool = False) -> Value:
    """What may turn out to be a value, but may be something else: only what it refers to is told."""
    refers_to = value.pending.refers_to if value.pending else None
    return pending(
        type_, because, refers_to=refers_to, not_null=not_null, inside=perhaps_inside(value, because)
    )


def perhaps_inside(value: Value, because: Pending) -> Inside | None:
    """What may be inside of what may turn out to be this value; None where nothing is known to be."""
    if value.pending and value.pending.inside:
        reach: Inside = value.pending.inside
    elif isinstance(value.content, tuple | Mapping):
        reach = partial(_step, value)
    else:
        return None

    def inside(step: Value | str) -> Value:
        try:
            found = reach(step)
        except LimitError:
            raise
        except EvaluationError:  # the other value may well have it
            return pending(DYNAMIC, because)
        return perhaps(DYNAMIC, found, because)

    return inside


def _step(value: Value, step: Value | str) -> Value:
    return attribute(value, step) if isinstance(step, str) else index(value, step)


def some_inside(value: Value) -> Inside | None:
    """What is inside of a result that has the same elements in another order, or only some of them."""
    known = value.pending
    if known is None or known.inside is None:
        return None
    inside = known.inside
    return lambda _: inside(pending(NUMBER, known))


def only_inside(sequences: Sequence[Value]) -> Inside | None:
    """What is inside of sequences one after the other, where one is not known and comes first."""
    unknown = [each for each in sequences if each.pending]
    first = next((each for each in sequences if each.pending or each.content), None)
    if len(unknown) != 1 or first is not unknown[0]:
        return None
    assert first.pending is not None
    return perhaps_inside(first, first.pending)


def is_sequence(type_: Type) -> bool:
    """Whether it is a list, a set or a tuple."""
    return isinstance(type_, ListOf | SetOf | TupleOf)
