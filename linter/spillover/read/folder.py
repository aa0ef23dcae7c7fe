"""One module folder: its files cut into blocks, and a block parsed only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from spillover.errors import InputError
from spillover.read.blocks import Block, Comment, Cut, cut
from spillover.read.expression import Body, NestedBlock, Setting
from spillover.read.hcl import parse_block, parse_settings
from spillover.read.lines import Lines


@dataclass(frozen=True)
class SourceFile:
    """A Terraform file that was read and cut."""

    lines: Lines
    cut: Cut

    @classmethod
    def of(cls, path: str, text: str) -> SourceFile:
        """The file with this text."""
        return cls(Lines(path, text), cut(path, text))

    @property
    def path(self) -> str:
        """Its path as it is reported."""
        return self.lines.path

    def error(self, offset: int, message: str) -> InputError:
        """What is wrong at a place in it."""
        return self.lines.error(offset, message)


@dataclass(frozen=True, eq=False)
class Declared:
    """A top-level block and the file that it stands in."""

    file: SourceFile
    block: Block

    @property
    def kind(self) -> tuple[str, ...]:
        """Its type and labels, such as ``("variable", "ratio")``."""
        return (self.block.type, *self.block.labels)


@dataclass
class Folder:
    """The ``.tf`` files of one folder. Reading it is lazy, and what is broken is noted in ``errors``."""

    path: str
    files: tuple[SourceFile, ...]
    errors: list[InputError] = field(default_factory=list)
    _parsed: dict[int, NestedBlock | None] = field(default_factory=dict)
    _index: dict[tuple[str, ...], Declared] = field(default_factory=dict)
    _blocks: list[Declared] = field(default_factory=list)
    _by_type: dict[str, list[Declared]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for file in self.files:
            self.errors += file.cut.errors
            for attribute in file.cut.attributes:
                message = f"{attribute.name} is set outside of any block"
                self.errors.append(file.error(attribute.start, message))
        self._blocks = [Declared(file, block) for file in self.files for block in file.cut.blocks]
        for declared in self._blocks:
            self._by_type.setdefault(declared.block.type, []).append(declared)
            if declared.kind in self._index and declared.block.type not in _REPEATED:
                message = f"{' '.join(declared.kind)} is declared twice"
                self.errors.append(declared.file.error(declared.block.start, message))
                continue
            self._index.setdefault(declared.kind, declared)

    def blocks(self, *types: str) -> Iterator[Declared]:
        """The top-level blocks, of these types if any are given, file by file."""
        if len(types) == 1:  # asked for again and again, by every reference and every resource
            yield from self._by_type.get(types[0], ())
        else:
            yield from (each for each in self._blocks if not types or each.block.type in types)

    def declared(self, *kind: str) -> Declared | None:
        """The block with this type and these labels."""
        return self._index.get(kind)

    def parse(self, declared: Declared) -> NestedBlock | None:
        """The content of a block; None where it is broken, which is noted once."""
        key = id(declared.block)
        if key not in self._parsed:
            self._parsed[key] = self._parse(declared)
        return self._parsed[key]

    def _parse(self, declared: Declared) -> NestedBlock | None:
        lines, block = declared.file.lines, declared.block
        try:
            return parse_block(lines, block.source(lines.text), block.start)
        except InputError as error:
            self.errors.append(error)
            return None

    def local(self, name: str) -> tuple[Setting, SourceFile] | None:
        """The definition of ``local.NAME``; only ``locals`` blocks that hold the name are parsed."""
        for declared in self.blocks("locals"):
            text = declared.file.lines.text
            if text.find(name, declared.block.header_end, declared.block.end) < 0:
                continue
            parsed = self.parse(declared)
            if parsed and name in parsed.body.settings:
                return parsed.body.settings[name], declared.file
        return None

    def comments(self) -> Iterator[tuple[SourceFile, Comment]]:
        """The comments that are meant for us."""
        for file in self.files:
            for comment in file.cut.comments:
                yield file, comment


_REPEATED = ("locals", "terraform", "provider", "moved", "import", "removed", "check")


def parse_values(path: str, text: str) -> tuple[Body, Lines]:
    """The settings of a ``.tfvars`` file.

    Raises:
        InputError: at the first place where it is not HCL.
    """
    file = SourceFile.of(path, text)
    if file.cut.errors:
        raise file.cut.errors[0]
    if file.cut.blocks:
        raise file.error(file.cut.blocks[0].start, "a variable file holds no blocks")
    settings: dict[str, Setting] = {}
    for attribute in file.cut.attributes:
        if attribute.name in settings:
            raise file.error(attribute.start, f"{attribute.name} is set twice")
        settings |= parse_settings(file.lines, attribute.source(text), attribute.start).settings
    return Body(settings), file.lines
