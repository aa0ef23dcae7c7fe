"""A field of a resource -> its place: the one function that knows both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from spillover.model.source import FieldRef, Origin, Position, SourceSpan
from spillover.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True)
class Place:
    """Where a finding is: the resource, the field in the source's words, and the span in the text.

    ``holders`` are the files and lines of the blocks that hold the field: a block and what
    overrides it are one, and stand in more than one file.
    """

    address: str
    field: str
    root: str
    span: SourceSpan
    holders: tuple[tuple[str, int], ...] = ()


def locate(ref: FieldRef) -> Place:
    """The place of a field; without any text to look in, the first character of its file."""
    origin = ref.origin
    if origin.places is None:
        start = Position(1, 1)
        return Place(origin.address, str(ref.path), origin.root, SourceSpan(origin.path, start, start))
    span = origin.places.span(ref.path)
    holders = tuple((each.path, each.start.line) for each in origin.places.holders(ref.path))
    return Place(origin.address, str(ref.path), origin.root, span, holders)


def passed_on(ref: FieldRef) -> tuple[tuple[SourceSpan, str], ...]:
    """The places where the value of a field was written, if the field only passes it on."""
    return ref.origin.places.written(ref.path) if ref.origin.places else ()


def in_order(things: Iterable[T], origin: Callable[[T], Origin]) -> list[T]:
    """Things by the places of their resources; those of one place stay as they were read."""
    return sorted(things, key=lambda thing: locate(FieldRef(origin(thing))).span)
