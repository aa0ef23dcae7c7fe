"""What git ignores in a folder, by the ignore files that git reads.

These are each folder's ``.gitignore`` and its repository's ``.git/info/exclude``. A user's own
ignore file does not count: the same files are found on every machine.

Source: the manual of git, gitignore(5).
"""

from __future__ import annotations

import os
import re
import stat
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from spillover.records import dataclass


class _Rule(NamedTuple):
    """One line of an ignore file."""

    pattern: re.Pattern[str]
    ignores: bool
    folders_only: bool


class _Level(NamedTuple):
    """The rules of one ignore file, last line first, and the way from there to some folder."""

    way: str
    rules: tuple[_Rule, ...]


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The ignore files that govern what is in one folder, the weakest first."""

    _levels: tuple[_Level, ...]

    @classmethod
    def leading_to(cls, start: Path) -> IgnoreRules:
        """The rules from the root of the repository, or ``start`` if there is none, to ``start``.

        Where ``start`` is itself ignored, or a folder on the way to it, the rules from above it
        count no more.
        """
        real = Path(os.path.realpath(start))
        folder = next((above for above in (real, *real.parents) if os.path.lexists(above / ".git")), real)
        rules = cls(_with_own((), folder))
        for name in real.relative_to(folder).parts:
            folder /= name
            if rules.ignore(name, is_folder=True):
                rules = cls(())
            rules = rules.inside(folder)
        return rules

    def inside(self, folder: Path) -> IgnoreRules:
        """The rules of ``folder``, which is directly in the one of these, with its own."""
        descended = tuple(_Level(f"{level.way}{folder.name}/", level.rules) for level in self._levels)
        return IgnoreRules(_with_own(descended, folder))

    def ignore(self, name: str, *, is_folder: bool) -> bool:
        """Git's verdict on a name in a folder that is not ignored: the last rule that matches it.

        GitIgnoreSpec's own verdict is about files only: with the lines ``*``, ``!*/``, ``!*.tf`` it
        would keep us out of every folder. So its patterns are asked one by one. One that matches
        merely a folder above sets a group and does not count: we are here, so that is not ignored.
        """
        for way, rules in reversed(self._levels):
            path = way + name
            for pattern, ignores, folders_only in rules:
                if is_folder or not folders_only:
                    match = pattern.search(path)
                    if match and match.lastindex is None:
                        return ignores
        return False


def _with_own(levels: tuple[_Level, ...], folder: Path) -> tuple[_Level, ...]:
    """The levels with the folder's own; at the root of a repository those from above end."""
    if os.path.lexists(folder / ".git"):
        levels = _level(folder / ".git/info/exclude")
    return levels + _level(folder / ".gitignore")


def _level(path: Path) -> tuple[_Level, ...]:
    """The rules of the ignore file as one level; none if it is missing or holds no rule."""
    try:
        # Like git, follow no link here; and never wait for a pipe.
        if not stat.S_ISREG(path.lstat().st_mode):
            return ()
        text = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    except OSError:
        return ()
    rules = [rule for line in text.split("\n") for rule in _rules(line.removesuffix("\r"))]
    return (_Level("", tuple(reversed(rules))),) if rules else ()


def _rules(line: str) -> Iterator[_Rule]:
    """The rule that the line is, or nothing: git passes over a line that makes no sense."""
    line = re.sub(r"(?<!\\) +\Z", "", line)
    if not line or line.startswith("#"):
        return
    from pathspec import GitIgnoreSpec  # late: a run without ignore files needs none

    try:
        with warnings.catch_warnings(action="ignore"):  # Python's doubts about "[[]" are not the user's
            patterns = list(GitIgnoreSpec.from_lines([line.removesuffix("/")]).patterns)
    except (ValueError, re.error):
        return
    for pattern in patterns:
        if pattern.regex is not None:
            yield _Rule(pattern.regex, bool(pattern.include), line.endswith("/"))
