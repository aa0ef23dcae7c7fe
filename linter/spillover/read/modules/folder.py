"""One module folder: its files cut into blocks, and a block parsed only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.modules.overrides import declared_in, is_override, override
from spillover.read.modules.sources import Declared, SourceFile, parse
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.read.cache import Pack
    from spillover.read.syntax.blocks import Comment
    from spillover.read.syntax.expression import Body, NestedBlock, Setting

__all__ = ["Declared", "Folder", "SourceFile", "parse_values"]


@dataclass
class Folder:
    """The ``.tf`` and ``.tf.json`` files of one folder, in the order of their names.

    Reading it is lazy, and what is broken is noted in ``errors``. Override files have changed the
    blocks of the others. ``kept`` are the trees of an earlier run.
    """

    path: str
    files: tuple[SourceFile, ...]
    errors: list[InputError] = field(default_factory=list)
    kept: Pack | None = None
    _parsed: dict[Declared, NestedBlock | None] = field(default_factory=dict)
    _index: dict[tuple[str, ...], Declared] = field(default_factory=dict)
    _blocks: list[Declared] = field(default_factory=list)
    _by_type: dict[str, list[Declared]] = field(default_factory=dict)
    _overriding_locals: list[Declared] = field(default_factory=list)

    def __post_init__(self) -> None:
        for file in self.files:
            self.errors += file.cut.errors
            for attribute in file.cut.attributes:
                message = f"{attribute.name} is set outside of any block"
                self.errors.append(file.error(attribute.start, message))
        base = declared_in(file for file in self.files if not is_override(file.path))
        overriding = (file for file in self.files if is_override(file.path))
        overridden = override(list(base), overriding, self._alias)
        self.errors += overridden.errors
        self._blocks, self._overriding_locals = overridden.blocks, overridden.locals
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
        if declared not in self._parsed:
            self._parsed[declared] = self._parse(declared)
        return self._parsed[declared]

    def _parse(self, declared: Declared) -> NestedBlock | None:
        try:
            return parse(declared, self.kept)
        except InputError as error:
            self.errors.append(error)
            return None

    def _alias(self, provider: Declared) -> str:
        """The alias of a provider block; empty for the default configuration."""
        from spillover.read.syntax.expression import Literal

        parsed = self.parse(provider)
        alias = parsed.body.settings.get("alias") if parsed else None
        written = alias.expression if alias else None
        return str(written.value) if isinstance(written, Literal) else ""

    def local(self, name: str) -> tuple[Setting, SourceFile] | None:
        """The definition of ``local.NAME``; only ``locals`` blocks that hold the name are parsed."""
        base = self._local(name, self.blocks("locals"))
        overriding = self._local(name, self._overriding_locals)
        if overriding and not base:
            setting, file = overriding
            error = file.error(setting.start, f"local.{name} overrides nothing")
            if error not in self.errors:
                self.errors.append(error)
        return overriding if base and overriding else base

    def _local(self, name: str, blocks: Iterable[Declared]) -> tuple[Setting, SourceFile] | None:
        for declared in blocks:
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
    for error in file.cut.errors:
        # A value may be a secret, so nothing that is not understood is quoted.
        is_quoted = error.message.startswith("unexpected text")
        raise replace(error, message="unexpected text") if is_quoted else error
    if file.cut.blocks:
        raise file.error(file.cut.blocks[0].start, "a variable file holds no blocks")
    from spillover.read.syntax.expression import Body
    from spillover.read.syntax.hcl import parse_settings

    settings: dict[str, Setting] = {}
    for attribute in file.cut.attributes:
        if attribute.name in settings:
            raise file.error(attribute.start, f"{attribute.name} is set twice")
        settings |= parse_settings(file.lines, attribute.source(text), attribute.start).settings
    return Body(settings), file.lines
