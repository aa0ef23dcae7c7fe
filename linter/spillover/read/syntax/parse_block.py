"""A block -> its tree: line by line, or by what an earlier run kept of it, or masked and parsed."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Protocol

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax.expression import Expression, NestedBlock
from spillover.read.syntax.parse_lines import LineParser, OtherFormError


class Kept(Protocol):
    """Trees that an earlier run made, by the text of their block, which begins at ``base`` in its file."""

    def find(self, text: str, base: int, /) -> NestedBlock | None:
        """The tree of a block; None if it is not kept."""

    def add(self, text: str, base: int, tree: NestedBlock, /) -> None:
        """Keep the tree of a block."""


def parse_block(lines: Lines, source: str, base: int, kept: Kept | None = None) -> NestedBlock:
    """The one block that ``source`` holds; ``base`` is the offset of its first character in the file.

    What is read line by line is neither looked for in what is ``kept`` nor added to it: to read it
    takes no longer.

    Raises:
        InputError: at the place where the text is not HCL.
    """
    with suppress(OtherFormError, InputError):
        return LineParser(source, base, partial(_expression, lines)).block()
    if kept and (found := kept.find(source, base)):
        return found
    from spillover.read.syntax.hcl import parse_settings  # late: many runs do without the masker

    block = parse_settings(lines, source, base).blocks[0]
    if kept:
        kept.add(source, base, block)
    return block


def _expression(lines: Lines, source: str, base: int) -> Expression:
    from spillover.read.syntax.hcl import parse_expression  # late, as above

    return parse_expression(lines, source, base)
