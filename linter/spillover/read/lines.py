"""Offsets in a text as the lines and columns that a person counts."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from spillover.errors import InputError
from spillover.model.source import Position, SourceSpan


@dataclass(frozen=True)
class Lines:
    """The lines of one file; the table of newlines is built when a place is first asked for.

    A line ends with a line feed: CRLF is one end, a lone carriage return is none. A byte
    order mark at the very beginning is part of the text, but takes up no column.
    """

    path: str
    text: str

    def position(self, offset: int) -> Position:
        """Find the place of ``offset``, a count of code points from the beginning of the text."""
        line = bisect_right(self._starts, offset)
        column = offset - self._starts[line - 1] + 1
        if line == 1 and column > 1 and self.text.startswith("\ufeff"):
            column -= 1
        return Position(line, column)

    def span(self, start: int, end: int) -> SourceSpan:
        """Find the stretch from ``start`` up to, but not including, ``end``."""
        return SourceSpan(self.path, self.position(start), self.position(end))

    def error(self, offset: int, message: str) -> InputError:
        """What is wrong at a place in the text."""
        at = self.position(offset)
        return InputError(self.path, at.line, at.column, message)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        newline = self.text.find("\n")
        while newline >= 0:
            starts.append(newline + 1)
            newline = self.text.find("\n", newline + 1)
        return starts
