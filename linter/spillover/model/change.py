"""A resource before and after a change, where both are known: from one plan, or from two inputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spillover.model.source import Origin


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
