"""Tables: the one place that knows tabulate, which it imports late."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from textwrap import wrap


def table(rows: Iterable[Sequence[str]], headers: Sequence[str]) -> str:
    """A plain table, indented by two; cells stay text, whatever they look like."""
    return _table(tuple(map(tuple, rows)), tuple(headers))


@lru_cache(maxsize=2_000)  # of many load balancers many are alike, and so are their tables
def _table(rows: tuple[tuple[str, ...], ...], headers: tuple[str, ...]) -> str:
    from tabulate import tabulate

    text = tabulate(rows, headers, tablefmt="plain", disable_numparse=True)
    return "\n".join(f"  {line.rstrip()}" for line in text.split("\n"))


def cut(text: str, width: int) -> str:
    """The text in at most so many columns: of a longer one the middle is left out."""
    if len(text) <= width:
        return text
    end = (width - len(GAP)) // 2
    return f"{text[: width - len(GAP) - end]}{GAP}{text[-end:]}"


GAP = "..."

LINE = 100
"""The columns that a line should fit in: those of a terminal beside another window."""


_COLOUR = re.compile(r"\x1b\[[\d;]*m")


def fitting(draw: Callable[[int], str], most: int, least: int, columns: int = 1) -> str:
    """The table that is drawn with its columns as wide as fits in a line, or as narrow as they may be.

    ``draw`` takes the width of each of so many columns; most tables are drawn once.
    """
    width = most
    text = draw(width)
    while width > least and (excess := _widest(text) - LINE) > 0:
        width = max(width - -(-excess // columns), least)
        text = draw(width)
    return text


def _widest(text: str) -> int:
    """The columns of a text's longest line, without what only colours it."""
    return max(len(_COLOUR.sub("", line)) for line in text.split("\n"))


@lru_cache(maxsize=2_000)  # cells repeat as tables do
def wrapped(text: str, width: int) -> str:
    """The text in lines of at most so many columns; a name that is longer stays whole."""
    if len(text) <= width:  # most of what stands in a cell
        return text
    return "\n".join(wrap(text, width, break_long_words=False, break_on_hyphens=False))


def squeezed(text: str, width: int) -> str:
    """The text in lines of at most so many columns; of a name that is longer the middle is left out."""
    return wrapped(" ".join(cut(word, width) for word in text.split(" ")), width)


def paragraph(text: str) -> str:
    """The text in lines that fit; all but the first are indented, by two more than the text is."""
    if len(text) <= LINE:
        return text
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return "\n".join(
        wrap(text, LINE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    )


def packed(parts: Iterable[str], width: int) -> str:
    """The parts with commas between them, as many in a line as fit; none is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return ",\n".join(lines)
