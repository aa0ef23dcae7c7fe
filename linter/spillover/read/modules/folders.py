"""The module folders of a run: which are read, which call which, and which of them are roots.

A folder that another one calls as a local module is part of its caller's deployment; the
others that hold configuration are roots.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from spillover.errors import InputError
from spillover.read.boundary import ANYWHERE, Boundary
from spillover.read.files import TERRAFORM_FILES, FoundFile, in_force, read_text, reported
from spillover.read.modules.folder import Folder, SourceFile
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.read.cache import Cache, Pack

_LOCAL_SOURCE = re.compile(
    r"""(?: (?:^|\{) \s* source \s* = | "source" \s* : ) \s* "(\.{1,2}/[^"$]*)\"""",
    re.MULTILINE | re.VERBOSE,
)
WORTH_A_PATTERN = 60_000
"""Characters of a run, some two hundred blocks, from which on the pattern of usual blocks is worth making."""
_MATTERS = re.compile(r"google_(?:compute|dns|network)_|\bmodule\b")


@dataclass
class Folders:
    """The module folders of a run, each read once, by their reported path; none is beyond ``boundary``.

    ``unsaved`` is a file that is read as an editor holds it, wherever its folder is read. ``characters`` is
    how many were read so far.
    """

    cwd: Path
    unsaved: FoundFile | None = None
    boundary: Boundary = ANYWHERE
    files: dict[str, tuple[FoundFile, ...]] = field(default_factory=dict)
    read: dict[str, Folder] = field(default_factory=dict)
    errors: list[InputError] = field(default_factory=list)
    cache: Cache | None = None
    characters: int = 0

    def add(self, path: str, files: Iterable[FoundFile]) -> None:
        """Make a folder known that holds these Terraform files."""
        self.files.setdefault(path, tuple(self._as_edited(path, files)))

    def _as_edited(self, path: str, files: Iterable[FoundFile]) -> Iterable[FoundFile]:
        edited = self.unsaved
        if edited is None or not edited.path.endswith(TERRAFORM_FILES):
            return files
        if reported(edited.absolute.parent, self.cwd) != path:
            return files
        others = [each for each in files if each.path != edited.path]
        return sorted([*others, edited], key=lambda each: each.path)

    def folder(self, path: str) -> Folder:
        """The folder at a path, read if it was not."""
        if path not in self.read:
            texts = list(self._texts(in_force(self.files.get(path, ()))))
            characters = sum(len(text) for _, text in texts)
            kept = self._kept(path, characters)
            self.characters += characters
            by_pattern = self.characters >= WORTH_A_PATTERN
            sources = tuple(SourceFile.of(name, text, kept, by_pattern=by_pattern) for name, text in texts)
            self.read[path] = Folder(path, sources, kept=kept)
        return self.read[path]

    def _kept(self, path: str, characters: int) -> Pack | None:
        return self.cache.pack(self.cwd / path, characters) if self.cache else None

    def _texts(self, files: Iterable[FoundFile]) -> Iterator[tuple[str, str]]:
        for file in files:
            try:
                text = read_text(file)
            except InputError as error:
                self.errors.append(error)
                continue
            yield file.path, text

    def load(self, path: str) -> Folder | None:
        """The folder of a called module; None where there is no configuration."""
        if path not in self.files:
            self.add(path, listed(path, self.cwd, self.boundary))
        return self.folder(path) if self.files[path] else None

    def roots(self) -> list[str]:
        """The folders with configuration that no other one calls, and one of each ring of calls."""
        holding = [path for path in sorted(self.files) if self.folder(path).files]
        calls = {path: set(self._called(path)) - {path} for path in holding}
        called = set().union(*calls.values()) if calls else set()
        roots = [path for path in holding if path not in called]
        reached = _reachable(roots, calls)
        for path in holding:
            if path not in reached:
                roots.append(path)
                reached |= _reachable([path], calls)
        return sorted(roots)

    def _called(self, path: str) -> Iterator[str]:
        """The folders of the local modules that a folder calls, by a look at the text alone."""
        for declared in self.folder(path).blocks("module"):
            found = (_LOCAL_SOURCE.findall(text) for text in declared.texts())
            for source in next(filter(None, found), ()):
                yield called_path(path, source)


def listed(path: str, cwd: Path, boundary: Boundary = ANYWHERE) -> list[FoundFile]:
    """The Terraform files directly in a folder; none where there is no such folder."""
    folder = cwd / path
    try:
        names = sorted(
            each.name
            for each in folder.iterdir()
            if each.name.endswith(TERRAFORM_FILES)
            and not each.name.startswith(".")
            and (boundary.may_follow(each) if each.is_symlink() else each.is_file())
        )
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return []
    return [FoundFile(reported(folder / name, cwd), folder / name) for name in names]


def _reachable(start: Iterable[str], calls: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = list(start)
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += calls.get(path, ())
    return reached


def matters(folder: Folder) -> bool:
    """Whether a folder may hold, or call, anything that is read."""
    return any(_MATTERS.search(file.lines.text) for file in folder.files)


def called_path(caller: str, source: str) -> str:
    """The path of a local module: its source, as seen from its caller's folder."""
    return posixpath.normpath(posixpath.join(caller, source))
