"""The files that the functions of a module may read: those of its own tree, and no others.

What is read here was written by somebody else. A path that leads out of the trees that are allowed,
by name or by a link, is never looked at: whether such a file exists is nobody's business. Devices
and pipes are not opened.

Sources: "Filesystem Functions" of Terraform's documentation; for patterns the doublestar package
(bmatcuk/doublestar, 1.1), 2026-05.
"""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from spillover.read.cty.value import LONGEST_TEXT, EvaluationError, LimitError
from spillover.read.patterns import Pattern, is_literal
from spillover.records import dataclass

MOST_BYTES = 16 << 20
"""A larger file is not read."""

MOST_ENTRIES = 20_000
"""More entries of folders are not looked at for one pattern."""


class OutsideError(Exception):
    """A path that is not looked at; the words say why, and follow its name."""


@dataclass(frozen=True)
class ModuleFiles:
    """The files below ``root``, where relative paths begin, and below the folders of ``allowed``.

    Every method raises :class:`OutsideError` for a path that leads out of them, and
    :class:`EvaluationError` where Terraform refuses the path.
    """

    root: Path
    allowed: tuple[Path, ...] = ()

    @cached_property
    def _trees(self) -> tuple[Path, ...]:
        return tuple(Path(os.path.realpath(each)) for each in (self.root, *self.allowed))

    def content(self, path: str, most: int = MOST_BYTES) -> bytes:
        """The bytes of a file.

        Raises:
            LimitError: it is larger than ``most`` bytes.
        """
        found = self._inside(_expanded(path))
        try:
            if not stat.S_ISREG(found.stat().st_mode):
                raise EvaluationError(f"{_quoted(path)} is not a file")
            content = _content(found, most)
        except FileNotFoundError:
            raise EvaluationError(f"there is no file {_quoted(path)}") from None
        except OSError as error:
            raise EvaluationError(f"{_quoted(path)} cannot be read: {error.strerror}") from None
        if len(content) > most:
            raise LimitError(f"a file of more than {most} bytes")
        return content

    def text(self, path: str) -> str:
        """The text of a file.

        Raises:
            LimitError: it is longer than a text may be.
        """
        try:
            return self.content(path, LONGEST_TEXT).decode()
        except UnicodeDecodeError:
            raise EvaluationError(f"{_quoted(path)} is not UTF-8") from None

    def exists(self, path: str) -> bool:
        """Whether there is a file; anything else of that name is an error."""
        try:
            mode = self._inside(_expanded(path)).stat().st_mode
        except FileNotFoundError:
            return False
        except OSError as error:
            raise EvaluationError(f"{_quoted(path)} cannot be read: {error.strerror}") from None
        if not stat.S_ISREG(mode):
            raise EvaluationError(f"{_quoted(path)} is not a file")
        return True

    def matching(self, folder: str, pattern: str) -> set[str]:
        """The files that match a pattern, relative to a folder, which may be one itself.

        Raises:
            LimitError: the folders to look into have too many entries.
        """
        if "\\/" in pattern:
            raise LimitError("a pattern in which a slash is escaped")
        whole = cleaned(f"{cleaned(folder)}/{pattern}" if pattern else folder)
        start, steps = ("/", whole[1:]) if whole.startswith("/") else (".", whole)
        search = _Search(self.root, self._inside)
        found = list(search.below(start, steps.split("/")))
        return {posixpath.relpath(each, cleaned(folder)) for each in found if search.is_file(each)}

    def _inside(self, path: str) -> Path:
        """The real path of what a path means."""
        if "\0" in path:
            raise EvaluationError("a path has no zero byte")
        real = Path(os.path.realpath(self.root / cleaned(path)))
        if not any(real.is_relative_to(tree) for tree in self._trees):
            raise OutsideError("which is outside of the module's tree")
        return real


def regular_file(path: Path, most: int) -> bytes:
    """The bytes of a file that is no link, pipe or device.

    Raises:
        OSError: it is one, cannot be read, or is larger than ``most`` bytes.
    """
    if not stat.S_ISREG(path.lstat().st_mode):
        raise OSError("not a regular file")
    content = _content(path, most)
    if len(content) > most:
        raise OSError("too large")
    return content


def _content(path: Path, most: int) -> bytes:
    """The bytes of a file, and one more than so many of a larger one."""
    with open(path, "rb", opener=_opened) as file:
        return file.read(most + 1)


def _opened(path: str, flags: int) -> int:
    """A file, but no link or pipe that has taken its place meanwhile."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def cleaned(path: str) -> str:
    """The shortest path that means the same by its letters alone."""
    normal = posixpath.normpath(path)
    return normal[1:] if normal.startswith("//") else normal


def _expanded(path: str) -> str:
    if path.startswith("~"):
        if path[1:2] not in ("", "/", "\\"):
            raise EvaluationError("the home folder of another user is not expanded")
        raise OutsideError("which is in the home folder")
    return path


def _quoted(path: str) -> str:
    return repr(path if len(path) <= 100 else path[:97] + "...")


class _Search:
    """One search for the paths that match a pattern, step by step; it counts what it looks at."""

    def __init__(self, root: Path, inside: Callable[[str], Path]) -> None:
        self._root, self._inside = root, inside
        self._looked_at = 0

    def is_file(self, path: str) -> bool:
        """Whether it is a file, and no folder."""
        try:
            return stat.S_ISREG(self._inside(path).stat().st_mode)
        except OSError as error:
            raise EvaluationError(f"{_quoted(path)} cannot be read: {error.strerror}") from None

    def below(self, folder: str, steps: list[str]) -> Iterator[str]:
        """What matches the steps of a pattern from a folder on."""
        literal = next((i for i, step in enumerate(steps) if not is_literal(step)), len(steps))
        folder, steps = cleaned("/".join([folder, *steps[:literal]])), steps[literal:]
        if not steps:
            # A link counts even if it leads nowhere, which then is an error.
            if self._inside(folder).exists() or (self._root / folder).is_symlink():
                yield folder
            return
        entries = self._entries(folder)
        if steps[0] == "**":
            yield from self._at_any_depth(folder, entries, steps)
            steps = steps[1:]
        if steps:
            pattern = Pattern(steps[0])
            for entry in filter(pattern.matches, entries):
                path = cleaned(f"{folder}/{entry}")
                yield from self.below(path, steps[1:]) if steps[1:] else [path]

    def _at_any_depth(self, folder: str, entries: list[str], steps: list[str]) -> Iterator[str]:
        for entry in entries:
            path = cleaned(f"{folder}/{entry}")
            real = self._inside(path)
            if real.is_dir():
                yield from self.below(path, steps)
            elif len(steps) == 1 and real.exists():
                yield path

    def _entries(self, folder: str) -> list[str]:
        try:
            names = [each.name for each in self._inside(folder).iterdir()]
        except OSError:
            return []
        self._looked_at += len(names) + 1
        if self._looked_at > MOST_ENTRIES:
            raise LimitError(f"folders with more than {MOST_ENTRIES} entries")
        return names
