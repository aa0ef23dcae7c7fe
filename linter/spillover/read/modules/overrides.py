"""Override files: which blocks of a folder they change, and which of theirs change nothing.

Source: "Override Files" in Terraform's language, 2026-05; what it does not tell of, such as blocks
that cannot be overridden, is what Terraform 1.11.4 says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.modules.sources import Declared, SourceFile
from spillover.records import dataclass

_NAME = re.compile(r"(?:\A|[/_])override\.(?:tf|tofu)(?:\.json)?\Z")

_NEVER = ("check", "import", "moved")
_WITHOUT_EFFECT = ("removed", "terraform")
"""Blocks of which nothing is read, wherever they stand."""


def is_override(path: str) -> bool:
    """Whether a file overrides others, by its name."""
    return _NAME.search(path) is not None


@dataclass
class Overridden:
    """The blocks of a folder, with what overrides them.

    ``locals`` are the blocks that override single values of others, the strongest first.
    """

    blocks: list[Declared] = field(default_factory=list)
    locals: list[Declared] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)


def override(
    blocks: Sequence[Declared], files: Iterable[SourceFile], alias: Callable[[Declared], str]
) -> Overridden:
    """Let the blocks of override files, which come in the order of their names, change others.

    ``alias`` tells a provider block's, which only a parsed one says.
    """
    files = tuple(files)
    if not files:
        return Overridden(list(blocks))
    return _Overriding(blocks, files, alias).run()


def declared_in(files: Iterable[SourceFile]) -> Iterator[Declared]:
    """The blocks of some files, file by file."""
    for file in files:
        for block in file.cut.blocks:
            yield Declared(file, block)


@dataclass
class _Overriding:
    base: Sequence[Declared]
    files: tuple[SourceFile, ...]
    alias: Callable[[Declared], str]
    providers: set[tuple[str, ...]] = field(default_factory=set)
    changes: dict[int, list[Declared]] = field(default_factory=dict)
    joined: dict[str, SourceFile] = field(default_factory=dict)

    def run(self) -> Overridden:
        overriding = list(declared_in(self.files))
        # Providers are parsed only where one is overridden.
        self.providers = {each.kind for each in overriding if each.block.type == "provider"}
        blocks = list(self.base)
        first: dict[tuple[str, ...], Declared] = {}
        for each in blocks:
            first.setdefault(self._key(each), each)
        result = Overridden()
        for each in overriding:
            type_, key = each.block.type, self._key(each)
            if type_ in _WITHOUT_EFFECT:
                continue
            if type_ == "locals":
                result.locals.insert(0, each)
            elif type_ in _NEVER:
                result.errors.append(_error(each, f"{type_}: such a block cannot be in an override file"))
            elif key in first:
                self.changes.setdefault(id(first[key]), []).append(each)
            elif type_ == "provider" and not key[-1]:
                # Without a block, a provider's default configuration is an empty one.
                first[key] = each
                blocks.append(each)
            else:
                result.errors.append(_error(each, f"{' '.join(key)} overrides nothing"))
        result.blocks = [self._changed(each) for each in blocks]
        return result

    def _key(self, declared: Declared) -> tuple[str, ...]:
        if declared.kind in self.providers:
            return (*declared.kind, self.alias(declared))
        return declared.kind

    def _changed(self, declared: Declared) -> Declared:
        changes = self.changes.get(id(declared))
        if not changes:
            return declared
        path = declared.file.path
        if path not in self.joined:
            lines = Lines.joined(declared.file.lines, *(each.lines for each in self.files))
            self.joined[path] = replace(declared.file, lines=lines)
        return Declared(self.joined[path], declared.block, tuple(changes))


def _error(declared: Declared, message: str) -> InputError:
    return declared.file.error(declared.block.start, message)
