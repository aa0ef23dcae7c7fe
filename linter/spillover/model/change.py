"""A resource before and after a change, where both are known: from one plan, or from two inputs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from typing import Any

from spillover.model.source import Origin
from spillover.records import dataclass


@dataclass(frozen=True)
class Change:
    """One resource, as it was and as it will be.

    ``is_replaced`` tells whether another object takes the place of the one that there was; None where
    nothing tells.
    """

    before: Any
    after: Any
    is_replaced: bool | None = None

    @property
    def origin(self) -> Origin:
        """The resource as it will be."""
        origin: Origin = self.after.origin
        return origin


_PLAIN = (str, int, Decimal, Enum)


def differing(one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """The fields of two resources of a kind that differ, with both values.

    Only plain values that both of them have are compared: a link has several spellings, and what one leaves
    out may be a default.
    """
    for field in fields(one):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(mine, _PLAIN) and isinstance(theirs, _PLAIN) and mine != theirs:
            yield field.name, mine, theirs
