"""One feature of a primary beside that of its backup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from spillover.model.names import Link, called
from spillover.model.settings import Setting, text_of
from spillover.model.source import FieldRef, Maybe, Origin, Unknown
from spillover.plan.parity.features import Feature, Topic
from spillover.records import dataclass

NONE = "none"


@dataclass(frozen=True)
class Side:
    """What one of the two has, in words, and where that is written, or would be."""

    value: str | Unknown
    at: FieldRef
    is_written: bool = True

    def __str__(self) -> str:
        return f"unknown ({self.value.because})" if isinstance(self.value, Unknown) else self.value


@dataclass(frozen=True)
class Compared:
    """A feature on both sides; ``part`` is what has it, such as a port or the requests for a path.

    ``same`` is unknown where a value is. ``lacking`` tells that the backup has nothing in its place.
    """

    part: str
    feature: str
    primary: Side
    backup: Side
    same: bool | Unknown
    topic: Topic = Topic.MIRRORED
    lacking: bool = False

    def __str__(self) -> str:
        return f"{self.part}, {self.feature}: {self.backup} on this backup, {self.primary} on the primary"


Comparison: TypeAlias = Iterator[Compared | Unknown]
"""What is compared, and what could not be compared, for it is not known or was not read."""


@dataclass(frozen=True)
class Configured:
    """The settings of one side, and the resource or block that they are written in.

    ``instead`` is the field that would lead to such a resource, where there is none.
    """

    settings: tuple[Setting, ...]
    origin: Origin
    instead: FieldRef | None = None

    def side(self, feature: Feature) -> Side:
        """The feature as this side has it."""
        text = text_of(self.settings, feature.setting)
        value = text if isinstance(text, Unknown) else feature.shown(text)
        return Side(value, self.instead or self.origin.at(feature.setting), is_written=text is not None)


def compare_settings(
    part: str, features: Iterable[Feature], primary: Configured, backup: Configured
) -> Iterator[Compared]:
    """Both sides of each feature."""
    for feature in features:
        ours, theirs = text_of(primary.settings, feature.setting), text_of(backup.settings, feature.setting)
        same = _judged(ours, theirs, feature.is_same)
        yield Compared(part, feature.called, primary.side(feature), backup.side(feature), same, feature.topic)


def compare_texts(part: str, feature: str, primary: Side, backup: Side) -> Compared:
    """Two sides that have one value each."""
    return Compared(part, feature, primary, backup, _judged(primary.value, backup.value, _equal))


def compare_names(
    part: str,
    feature: str,
    primary: Iterable[Maybe[tuple[str | Unknown, ...]]],
    backup: Iterable[Maybe[tuple[str | Unknown, ...]]],
    at: FieldRef,
    other_at: FieldRef,
) -> Compared:
    """Names that several places add up to: whether the backup has all of the primary's.

    A name of the primary that is not known may be any, and so may one of the backup's.
    """
    (ours, our_doubts), (theirs, their_doubts) = _names(primary), _names(backup)
    missing = ours - theirs
    doubts = our_doubts + their_doubts if missing else our_doubts
    same: bool | Unknown = doubts[0] if doubts else not missing
    primary_side, backup_side = Side(_listed(ours), at), Side(_listed(theirs), other_at)
    return Compared(part, feature, primary_side, backup_side, same)


def linked(link: Maybe[Link]) -> str | Unknown:
    """What is called by a link, in a side's words."""
    return link if isinstance(link, Unknown) else NONE if link is None else called(link)


def _names(places: Iterable[Maybe[tuple[str | Unknown, ...]]]) -> tuple[set[str], list[Unknown]]:
    names: set[str] = set()
    doubts: list[Unknown] = []
    for place in places:
        for name in (place,) if isinstance(place, Unknown) else place or ():
            if isinstance(name, Unknown):
                doubts.append(name)
            else:
                names.add(name)
    return names, doubts


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or NONE


def _equal(one: str | None, other: str | None) -> bool:
    return one == other


def _judged(
    one: str | Unknown | None, other: str | Unknown | None, same: Callable[[str | None, str | None], bool]
) -> bool | Unknown:
    """A verdict on two values; one attribute of one resource is one value, known or not."""
    if isinstance(one, Unknown) and isinstance(other, Unknown):
        is_one = one.refers_to is not None and one.refers_to == other.refers_to and not one.refers_to.is_any
        return True if is_one else other
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        return other if isinstance(other, Unknown) else one  # type: ignore[return-value]
    return same(one, other)
