"""How many elements a value has, which of a set is not known if its elements may be equal.

Source: cty's docs/concepts.md (Value.Length of value_ops.go where it is silent), 2026-05.
"""

from __future__ import annotations

from spillover.read.cty.types import NUMBER, ObjectOf, SetOf, TupleOf
from spillover.read.cty.value import Pending, Value, number, pending

LARGEST_COUNT = (1 << 63) - 1
"""What Terraform knows of the length of a collection of which it knows nothing."""


def uncounted(value: Value) -> Pending | None:
    """Why nobody knows how many elements a set has, though it holds some: they may turn out to be equal.

    Not so the identities of different resources. None for any other value.
    """
    if not isinstance(value.type, SetOf) or not value.is_known or value.is_null or len(value.content) < 2:
        return None
    if all(
        each.pending and each.pending.refers_to and each.pending.refers_to.is_identity
        for each in value.parts()
    ):
        return None
    return value.unsettled()


def length(value: Value) -> Value:
    """The number of elements or attributes of a value of a type that has such; it is not null.

    The length of a tuple or an object is that of its type, and known even if the value is not.
    """
    if isinstance(value.type, TupleOf):
        return number(len(value.type.elements))
    if isinstance(value.type, ObjectOf):
        return number(len(value.type.attributes))
    known = value.pending
    if known:
        most = LARGEST_COUNT if known.most is None else known.most
        return pending(NUMBER, known, not_null=True, least=known.least or 0, most=most)
    count = len(value.content)
    unknown = uncounted(value)
    if unknown:
        return pending(NUMBER, unknown, not_null=True, least=1, most=count)
    return number(count)
