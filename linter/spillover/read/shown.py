"""A resource that was read, as ``show`` prints it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from spillover.model.source import Origin
from spillover.records import dataclass

Contents: TypeAlias = tuple[Mapping[str, Any], tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Shown:
    """A resource that was read.

    ``contents`` gives its known values, and the unknown ones as path and cause; only ``show``
    asks for them.
    """

    origin: Origin
    contents: Callable[[], Contents]
