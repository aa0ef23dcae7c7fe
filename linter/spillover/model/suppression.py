"""Suppressions: what the configuration asks not to be told, and whether it was of use."""

from __future__ import annotations

from spillover.model.source import FieldRef, Origin
from spillover.records import dataclass

MARKER = "spillover:"
"""The sign of a comment that is meant for us."""


@dataclass(frozen=True)
class Suppression:
    """One rule that is ignored at one place or address, as it turned out in a run.

    ``rule`` is as written; ``is_known`` whether there is such a rule; ``used`` whether it
    suppressed anything, or may have; ``expired`` whether its date has passed.
    """

    at: FieldRef
    rule: str
    reason: str = ""
    is_known: bool = True
    used: bool = False
    expired: bool = False

    @property
    def origin(self) -> Origin:
        """Where it is written."""
        return self.at.origin
