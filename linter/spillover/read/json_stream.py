"""One JSON value after the other out of a file of any size: the elements of an array, or lines.

Memory holds a piece of the file at a time, and what the caller keeps. The standard decoder finds
where an element ends (streaming parsers do not tell, and findings need their places); here is only
what it cannot do: to go on where a piece of the text ends.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeAlias

from spillover.errors import InputError
from spillover.model.source import Position
from spillover.read.files import LIMIT, MIB
from spillover.read.json_places import PlacedError, skimmed
from spillover.records import dataclass

COUNTED = 50_000
"""Values after each of which a reader is told how many there were."""

Count: TypeAlias = Callable[[int], None]
"""Is told, now and then, how many values were read or passed over."""

_TOO_LARGE = f"larger than {LIMIT // MIB} MiB without an end"


@dataclass(frozen=True, slots=True)
class Part:
    """The text of one value, and where it begins in its file."""

    text: str
    start: Position


def lines(
    path: str, pieces: Iterator[bytes], matters: Callable[[bytes], bool], count: Count
) -> Iterator[Part | InputError]:
    """The lines that matter; a line that is not UTF-8 is an error, and the next is read all the same.

    Raises:
        InputError: the file cannot be read any further.
    """
    for number, line in enumerate(_lines(path, pieces), start=1):
        if not number % COUNTED:
            count(number)
        if matters(line):
            yield _part(path, number, line)


def _lines(path: str, pieces: Iterator[bytes]) -> Iterator[bytes]:
    number, rest = 0, b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
        number += len(whole)
        if len(rest) > LIMIT:
            raise InputError(path, number + 1, 1, _TOO_LARGE)
    if rest:
        yield rest


def _part(path: str, number: int, line: bytes) -> Part | InputError:
    if number == 1:
        line = line.removeprefix(codecs.BOM_UTF8)  # the mark takes no column
    try:
        return Part(line.decode("utf-8").rstrip(), Position(number, 1))
    except UnicodeDecodeError as error:
        before = line[: error.start].decode("utf-8")
        return InputError(path, number, len(before) + 1, "not UTF-8")


def elements(
    path: str, pieces: Iterator[bytes], matters: Callable[[Any], bool], count: Count
) -> Iterator[Part | InputError]:
    """The elements that matter of an array that is the whole text.

    Where it is damaged, or ends too early, is an error, and the last thing: nothing tells where
    the next element begins.

    Raises:
        InputError: the file cannot be read any further.
    """
    window = _Window(pieces)
    try:
        yield from _elements(window, matters, count)
    except PlacedError as error:
        at = window.place(error.offset)
        yield InputError(path, at.line, at.column, error.message)


_OPENING = re.compile(r"[ \t\r\n]*\[?[ \t\r\n]*")
_BETWEEN = re.compile(r"[ \t\r\n]*(,?)[ \t\r\n]*")
_SPACE = re.compile(r"[ \t\r\n]*")


def _elements(window: _Window, matters: Callable[[Any], bool], count: Count) -> Iterator[Part]:
    number, gap = 0, window.over(_OPENING)
    while (at := gap.end()) == len(window.text) or window.text[at] != "]":
        window.at = at
        value, end = window.value()
        if matters(value):
            yield Part(window.text[window.at : end], window.place(window.at))
        number += 1
        if not number % COUNTED:
            count(number)
        window.at = end
        gap = window.over(_BETWEEN)
        _check_separator(window.text, gap)
    window.at = at + 1
    if (rest := window.over(_SPACE).end()) < len(window.text):
        raise PlacedError(rest, "unexpected text after the value")


def _check_separator(text: str, gap: re.Match[str]) -> None:
    """Between two elements is a comma, and only there."""
    closes = text[gap.end() : gap.end() + 1] == "]"
    if gap[1] and closes:
        raise PlacedError(gap.start(1), "trailing comma")
    if not gap[1] and not closes:
        is_end = gap.end() == len(text)
        message = "the text ends too early" if is_end else "expected ',' or a closing bracket"
        raise PlacedError(gap.end(), message)


class _Window:
    """The stretch of a long text that is looked at: from ``at``, the place of a reader, some way on."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.text = ""
        self.at = 0
        self._pieces = pieces
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._not_utf8 = False
        self._known = 0  # the offset whose line and column are known
        self._line = self._column = 1

    def over(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """The match of a pattern, which fits everywhere, at the reader's place."""
        while True:
            match = pattern.match(self.text, self.at)
            assert match is not None, f"{pattern.pattern} fits everywhere"
            if match.end() < len(self.text) or not self._more():
                return match

    def value(self) -> tuple[Any, int]:
        """The value at the reader's place, and the offset after it.

        Raises:
            PlacedError: there is none.
        """
        while True:
            try:
                value, end = skimmed(self.text, self.at)
            except PlacedError as error:
                if error.offset < len(self.text) or not self._more():
                    raise
            else:
                # A number may go on in the next piece.
                if end < len(self.text) or not self._more():
                    return value, end

    def place(self, offset: int) -> Position:
        """Line and column of an offset, which is not before the last one that was asked for."""
        if newlines := self.text.count("\n", self._known, offset):
            self._line += newlines
            self._column = offset - self.text.rfind("\n", self._known, offset)
        else:
            self._column += offset - self._known
        self._known = offset
        return Position(self._line, self._column)

    def _more(self) -> bool:
        """Read on, and forget what lies before the reader's place; nothing changes if there is no more."""
        if self._not_utf8:
            raise PlacedError(len(self.text), "not UTF-8")
        rest = len(self.text) - self.at
        if rest > LIMIT:
            raise PlacedError(self.at, _TOO_LARGE)
        # At least as much again, or a long element would be looked at from its beginning too often.
        fresh = b"".join(islice(self._pieces, 1 + rest // MIB))
        text = self._decoded(fresh)
        if not fresh and not self._not_utf8:
            return False
        self.place(self.at)
        self.text = self.text[self.at :] + text
        self.at = self._known = 0
        return True

    def _decoded(self, fresh: bytes) -> str:
        try:
            return self._decoder.decode(fresh, final=not fresh)
        except UnicodeDecodeError as error:
            self._not_utf8 = True  # what stands before it is read first
            return error.object[: error.start].decode("utf-8")
