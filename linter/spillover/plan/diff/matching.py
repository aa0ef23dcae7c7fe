"""Which thing of before is which one of after: by the first of several keys that tells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Key: TypeAlias = Callable[[T], Hashable]
"""What tells a thing from others; None where it has no such thing."""


class Status(StrEnum):
    """What became of a thing.

    With ``SAME_EFFECT`` it is written otherwise, but does the same for clients; with ``UNDETERMINED`` it
    is written otherwise, and whether that does the same is not known.
    """

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    UNDETERMINED = "undetermined"
    SAME_EFFECT = "same-effect"
    UNCHANGED = "unchanged"


def matched(
    before: Sequence[T], after: Sequence[T], keys: Sequence[Key[T]]
) -> Iterator[tuple[T | None, T | None]]:
    """Each thing of after with that of before, in the order of after; at the end those that are gone.

    A key tells only where one thing of either side has it, of those that no earlier key has matched.
    """
    partners: dict[int, int] = {}
    for key in keys:
        old = _by_key(before, key, set(partners.values()))
        new = _by_key(after, key, partners)
        partners |= {new[each]: old[each] for each in new if each in old}
    for index, each in enumerate(after):
        yield (before[partners[index]] if index in partners else None), each
    kept = set(partners.values())
    for index, each in enumerate(before):
        if index not in kept:
            yield each, None


def _by_key(things: Sequence[T], key: Key[T], without: Collection[int]) -> dict[Hashable, int]:
    """Key -> the number of the one thing that has it."""
    found: dict[Hashable, list[int]] = {}
    for index, each in enumerate(things):
        if index not in without and (called := key(each)) is not None:
            found.setdefault(called, []).append(index)
    return {called: numbers[0] for called, numbers in found.items() if len(numbers) == 1}
