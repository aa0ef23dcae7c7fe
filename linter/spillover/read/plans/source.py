"""The folder that a plan was made of: what its JSON leaves out, and where the values are written.

A plan's JSON has no locals and no dynamic blocks, and prints sets in an order of its own. The folder has all
of that, but does not know what the plan knows. So a value of the plan counts, and where there is none, the
folder tells why, and what it refers to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias

from spillover.model.source import FieldPath, Places, SourceSpan, Unknown
from spillover.read.modules.roots import Written
from spillover.read.plain import as_text
from spillover.read.plans.alignment import aligned
from spillover.records import dataclass

Steps: TypeAlias = tuple[str | int, ...]


Source: TypeAlias = Mapping[str, Written]
"""The resources of a folder, by their addresses."""


@dataclass
class Sourced:
    """The values of a plan's resource with what its source adds.

    ``blocks`` tells which element of the source each element of a list is, by the way to the list.
    """

    values: Any = None
    blocks: dict[Steps, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class SourcePlaces:
    """Finds in the source the places of a plan's values, of which the blocks may be in another order."""

    inner: Places
    blocks: Mapping[Steps, Mapping[int, int]]

    def span(self, path: FieldPath, /) -> SourceSpan:
        """The member at ``path``, or the nearest thing around it that is surely the right one."""
        return self.inner.span(self._there(path))

    def holders(self, path: FieldPath, /) -> tuple[SourceSpan, ...]:
        """The headers of the blocks that hold it, in the source."""
        return self.inner.holders(self._there(path))

    def written(self, path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        """Where the value of the field was passed on from, in the source."""
        return self.inner.written(self._there(path))

    def _there(self, path: FieldPath) -> FieldPath:
        there: list[str | int] = []
        here: list[str | int] = []
        for step in path.steps:
            numbers = self.blocks.get(tuple(here))
            if isinstance(step, int) and numbers is not None:
                if step not in numbers:
                    return FieldPath(tuple(there[:-1]))  # not one of several blocks, but what holds them
                there.append(numbers[step])
            else:
                there.append(step)
            here.append(step)
        return FieldPath(tuple(there))


def with_source(values: Mapping[str, Any], written: Written) -> Sourced:
    """The values of a plan's resource, with the causes and references of its source where it knows none."""
    found = Sourced()
    found.values = _merged(dict(values), dict(written.values), (), found)
    return found


def _merged(planned: Any, written: Any, way: Steps, found: Sourced) -> Any:
    if isinstance(planned, Unknown):
        # What a block does not write the provider chooses; a resource has its place of the provider, too.
        return planned if written is None and len(way) == 1 else written
    if isinstance(planned, dict) and isinstance(written, dict):
        return {name: _merged(each, written.get(name), (*way, name), found) for name, each in planned.items()}
    if isinstance(planned, list) and isinstance(written, list) and len(planned) == len(written):
        return _merged_list(planned, written, way, found)
    return planned


def _merged_list(planned: list[Any], written: list[Any], way: Steps, found: Sourced) -> list[Any]:
    """Of a list of blocks each is merged with the one that it must be; of one of values each with its own."""
    if not all(isinstance(each, dict) for each in (*planned, *written)):
        return [_merged(*each, way, found) for each in zip(planned, written, strict=True)]
    constants = [_constants(each) for each in written]
    made_by = aligned(planned, constants, in_order=_is_in_order(planned, written))
    found.blocks[way] = made_by
    return [
        _merged(each, written[made_by[index]], (*way, index), found) if index in made_by else each
        for index, each in enumerate(planned)
    ]


def _constants(block: Mapping[str, Any]) -> dict[str, Any]:
    """What a block writes, as a plan's configuration has constants."""
    return {name: {"constant_value": each} for name, each in block.items() if _is_plain(each)}


def _is_plain(value: Any) -> bool:
    return not isinstance(value, Unknown | dict | list) and value is not None


def _is_in_order(planned: Sequence[Any], written: Sequence[Any]) -> bool:
    """Whether what both know is alike, block by block, and tells each from all others."""
    known = [_known(each) for each in planned]
    return known == [_known(each) for each in written] and len({*known}) == len(known)


def _known(block: Mapping[str, Any]) -> tuple[tuple[str, str | None], ...]:
    return tuple(sorted((name, str(as_text(each))) for name, each in block.items() if _is_plain(each)))
