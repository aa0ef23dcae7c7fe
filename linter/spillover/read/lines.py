"""Offsets in a text as the lines and columns that a person counts."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from spillover.errors import InputError
from spillover.model.source import Position, SourceSpan
from spillover.records import dataclass

BEGINNING = Position(1, 1)


@dataclass(frozen=True)
class Lines:
    """The lines of one file; the table of newlines is built when a place is first asked for.

    A line ends with a line feed: CRLF is one end, a lone carriage return is none. A byte
    order mark at the very beginning is part of the text, but takes up no column.

    What is put together from several files, such as a block and what overrides it, stands in the
    text of all of them, one after the other: ``parts`` are the files, and an offset still says
    which one it is in. ``path`` is that of the first.

    A text that was cut out of a file begins at ``start`` of it.
    """

    path: str
    text: str
    parts: tuple[Lines, ...] = ()
    start: Position = BEGINNING

    @classmethod
    def joined(cls, *files: Lines) -> Lines:
        """The text of several files; between two of them is one character that is in neither."""
        return cls(files[0].path, "\n".join(file.text for file in files), files)

    def shift(self, file: Lines) -> int:
        """What to add to an offset in one of the files that were joined."""
        before = self.parts[: self.parts.index(file)]
        return sum(len(part.text) + 1 for part in before)

    def position(self, offset: int) -> Position:
        """Find the place of ``offset``, a count of code points from the beginning of the text."""
        part, inside = self._part(offset)
        return part._position(inside)

    def span(self, start: int, end: int) -> SourceSpan:
        """Find the stretch from ``start`` up to, but not including, ``end``."""
        part, first = self._part(start)
        return SourceSpan(part.path, part._position(first), part._position(first + end - start))

    def error(self, offset: int, message: str) -> InputError:
        """What is wrong at a place in the text."""
        part, inside = self._part(offset)
        at = part._position(inside)
        return InputError(part.path, at.line, at.column, message)

    def _part(self, offset: int) -> tuple[Lines, int]:
        """The file that an offset is in, and the offset there."""
        for part in self.parts:
            if offset <= len(part.text):
                return part, offset
            offset -= len(part.text) + 1
        return self, offset

    def _position(self, offset: int) -> Position:
        line = bisect_right(self._starts, offset)
        column = offset - self._starts[line - 1] + 1
        if line == 1 and column > 1 and self.text.startswith("\ufeff"):
            column -= 1
        if line == 1:
            column += self.start.column - 1
        return Position(line + self.start.line - 1, column)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        newline = self.text.find("\n")
        while newline >= 0:
            starts.append(newline + 1)
            newline = self.text.find("\n", newline + 1)
        return starts
