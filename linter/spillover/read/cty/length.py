"""How many elements a value has, which of a set is not known if its elements may be equal.

Source: cty's docs/concepts.md (Value.Length of value_ops.go where it is silent), 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from spillover.model.source import Reference
from spillover.read.cty.types import NUMBER, ObjectOf, SetOf, TupleOf, Type
from spillover.read.cty.value import Pending, Value, number, pending

LARGEST_COUNT = (1 << 63) - 1
"""What Terraform knows of the length of a collection of which it knows nothing."""


def uncounted(value: Value) -> Pending | None:
    """Why nobody knows how many elements a set has, though it holds some: they may turn out to be equal.

    None for any other value.
    """
    if not isinstance(value.type, SetOf) or not value.is_known or value.is_null or len(value.content) < 2:
        return None
    return perhaps_equal(value)


def perhaps_equal(values: Value) -> Pending | None:
    """Why some of the elements of a known collection may turn out to be equal; None where none can."""
    if are_apart(values.content):
        return None
    unknown = (each.pending for each in values.every() if each.pending)
    return next((each for each in unknown if not _is_identity(each)), None) or values.unsettled()


def are_apart(values: Sequence[Value]) -> bool:
    """Whether no two values can turn out to be equal, whatever is not known of them.

    What tells them apart is known in all of them, or in all of them the identity of a resource.
    """
    found = [dict(_telling(each, ())) for each in values]
    shared = [
        path
        for path in (found[0] if found else ())
        if len({each[path][0] if path in each else None for each in found}) == 1
    ]
    return len({tuple(each[path] for path in shared) for each in found}) == len(values)


def _telling(value: Value, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], _Told]]:
    """What is certain inside of a value: where it is, of which kind, and what it is."""
    known = value.pending
    if known:
        if known.refers_to and _is_identity(known):
            yield path, (Reference, known.refers_to)
    elif isinstance(value.type, ObjectOf) and value.content:
        for name, part in value.content.items():
            yield from _telling(part, (*path, name))
    elif isinstance(value.type, TupleOf) and value.content:
        for at, part in enumerate(value.content):
            yield from _telling(part, (*path, at))
    elif value.unsettled() is None:
        yield path, (value.type, value)


def _is_identity(known: Pending) -> bool:
    return known.not_null and known.refers_to is not None and known.refers_to.is_identity


_Told: TypeAlias = "tuple[Type | type[Reference], Value | Reference]"


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
