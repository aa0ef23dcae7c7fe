"""Settings that two load balancers are compared by, whatever they mean."""

from __future__ import annotations

from collections.abc import Iterable

from spillover.model.source import Maybe, Unknown
from spillover.records import dataclass


@dataclass(frozen=True)
class Setting:
    """A setting that is written and does more than nothing, such as ``timeout_sec``.

    ``text`` is the same for the same value, in whatever dialect and order its parts are written.
    """

    name: str
    text: str | Unknown


@dataclass(frozen=True)
class Headers:
    """The names of the headers that are added, in lower case."""

    requests: Maybe[tuple[str | Unknown, ...]] = None
    responses: Maybe[tuple[str | Unknown, ...]] = None


def text_of(settings: Iterable[Setting], name: str) -> str | Unknown | None:
    """The text of a setting, None for one that is not written."""
    return next((each.text for each in settings if each.name == name), None)
