"""A Terraform file that was read, in either syntax, and the blocks that are declared in it.

Source of how blocks override others: "Override Files" in Terraform's language, 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax.blocks import Block, Cut, cut
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.read.cache import Pack
    from spillover.read.syntax.expression import NestedBlock


@dataclass(frozen=True)
class SourceFile:
    """A Terraform file that was read and cut."""

    lines: Lines
    cut: Cut

    @classmethod
    def of(cls, path: str, text: str, kept: Pack | None = None, *, by_pattern: bool = False) -> SourceFile:
        """The file with this text, in JSON syntax if its name says so; ``kept`` is of an earlier run.

        ``by_pattern`` is how it is cut, as in :func:`cut`.
        """
        lines = Lines(path, text)
        if _is_json(path):
            from spillover.read.syntax.tf_json import cut_json

            return cls(lines, cut_json(lines))
        if kept is None:
            return cls(lines, cut(path, text, by_pattern=by_pattern))
        found = kept.find_cut(text)
        if found is None:
            found = cut(path, text, by_pattern=by_pattern)
            kept.add_cut(text, found)
        return cls(lines, found)

    @property
    def path(self) -> str:
        """Its path as it is reported."""
        return self.lines.path

    def error(self, offset: int, message: str) -> InputError:
        """What is wrong at a place in it."""
        return self.lines.error(offset, message)


@dataclass(frozen=True, eq=False)
class Declared:
    """A top-level block and the file that it stands in.

    ``overrides`` are the blocks of other files that change it, the later the stronger.
    ``file`` then holds the text of all of these files.
    """

    file: SourceFile
    block: Block
    overrides: tuple[Declared, ...] = ()

    @property
    def kind(self) -> tuple[str, ...]:
        """Its type and labels, such as ``("variable", "ratio")``."""
        return (self.block.type, *self.block.labels)

    def texts(self) -> Iterator[str]:
        """What stands in its braces, and before that in those of what overrides it, the strongest first."""
        for each in (*reversed(self.overrides), self):
            yield each.file.lines.text[each.block.header_end - 1 : each.block.end]


def parse(declared: Declared, kept: Pack | None = None) -> NestedBlock:
    """The content of a block, with what overrides it; from what is kept of an earlier run, if it is there.

    Raises:
        InputError: at the place where something is not HCL, or overrides what it must not.
    """
    lines = declared.file.lines
    parsed = _parsed(lines, declared.block, lines, 0, kept)
    for each in declared.overrides:
        other = each.file.lines
        overriding = _parsed(other, each.block, lines, lines.shift(other), kept)
        if setting := overriding.body.settings.get("depends_on"):
            raise lines.error(setting.start, "depends_on cannot be overridden")
        parsed = _merged(parsed, overriding)
    return parsed


def _parsed(lines: Lines, block: Block, within: Lines, shift: int, kept: Pack | None) -> NestedBlock:
    """A block of a file, with offsets that are shifted as its text is in ``within``."""
    if _is_json(lines.path):
        from spillover.read.syntax.tf_json import parse_json_block

        start, header_end, end = block.start + shift, block.header_end + shift, block.end + shift
        return parse_json_block(within, replace(block, start=start, header_end=header_end, end=end))
    from spillover.read.syntax.parse_block import parse_block

    return parse_block(within, block.source(lines.text), block.start + shift, kept)


def _is_json(path: str) -> bool:
    return path.endswith(".json")


def _merged(base: NestedBlock, overriding: NestedBlock) -> NestedBlock:
    """A block with the arguments of another; its nested blocks of a type replace all of that type.

    A dynamic block counts for the type of its content. That an argument replaces blocks matters
    in JSON syntax, where one may be read as the other.
    """
    from spillover.read.syntax.expression import Body

    body = overriding.body
    names = {*body.settings, *map(_content_type, body.blocks)}
    settings = {name: each for name, each in base.body.settings.items() if name not in names}
    blocks = (each for each in base.body.blocks if _content_type(each) not in names)
    return replace(
        base,
        body=Body({**settings, **body.settings}, (*blocks, *body.blocks)),
        overridden_at=(*base.overridden_at, (overriding.start, overriding.header_end)),
    )


def _content_type(block: NestedBlock) -> str:
    return block.labels[0] if block.type == "dynamic" and block.labels else block.type
