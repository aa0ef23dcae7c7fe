"""Where the values of a resource stand in the text of a plan or a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spillover.model.source import FieldPath, SourceSpan
from spillover.read.documents import Document
from spillover.records import dataclass


@dataclass(frozen=True)
class JsonPlaces:
    """Finds the places of a resource's values, which are at ``pointer``.

    There every block is an element of an array, which a path does not name where it can stand only once.
    """

    document: Document
    pointer: FieldPath
    values: Any

    def span(self, path: FieldPath, /) -> SourceSpan:
        """The member at ``path``, or the nearest thing around it."""
        return self.document.span(self.pointer / FieldPath(tuple(_with_indexes(self.values, path))))

    def holders(self, _path: FieldPath, /) -> tuple[SourceSpan, ...]:
        """Nothing: JSON has no comments."""
        return ()

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        """Nothing: there are values only."""
        return ()


def _with_indexes(values: Any, path: FieldPath) -> Iterator[str | int]:
    """The path as the JSON has it."""
    for step in path:
        if isinstance(values, list) and isinstance(step, str):
            yield 0
            values = values[0] if values else None
        yield step
        if isinstance(values, dict):
            values = values.get(step) if isinstance(step, str) else None
        elif isinstance(values, list) and isinstance(step, int):
            values = values[step] if step < len(values) else None
