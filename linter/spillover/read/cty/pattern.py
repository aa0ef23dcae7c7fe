"""The package ``regex``, imported here alone: it knows Unicode's properties, and gives up in time."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regex import Match as Found
    from regex import Pattern

__all__ = ["Found", "Pattern", "pattern"]


@lru_cache(maxsize=256)
def pattern(source: str) -> Pattern[str]:
    """A compiled pattern, in the syntax of ``regex``."""
    import regex  # late: most files have nothing for it

    return regex.compile(source)
