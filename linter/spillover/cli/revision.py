"""The files of a repository as git has them at a revision: the only place where git is run.

The repository's own files may have been written by a stranger. So no hook, no monitor of the file system and
no filter of content is run, nothing is fetched, and a repository that hides in a folder is not taken for one.

Sources: the manual of git (2.39): git-config(1), git-ls-tree(1), git-cat-file(1).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from spillover.errors import UsageError
from spillover.read.files import DATA_LIMIT
from spillover.records import dataclass

_SAFE = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "safe.bareRepository=explicit",
    "protocol.allow=never",
)
_ENVIRONMENT = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}

_LINK, _FILES = "120000", ("100644", "100755")
_IGNORED_VALUES = (":(glob)**/*.tfvars", ":(glob)**/*.tfvars.json")
_INSTALLED = ":(glob)**/.terraform/modules/modules.json"


@dataclass(frozen=True)
class Past:
    """The files of a revision, below ``tree``, where those of now are below ``top``.

    ``now`` is the working directory, ``cwd`` that of then.
    """

    tree: Path
    top: Path
    now: Path

    @property
    def cwd(self) -> Path:
        """The working directory of then."""
        return self.tree / self.now.relative_to(self.top)

    def path(self, path: str) -> str | None:
        """A path as one of then, whether or not there is such a file; None outside of the repository."""
        inside = Path(os.path.normpath(self.now / path))
        if Path(path).is_absolute():
            inside = Path(os.path.realpath(inside.parent)) / inside.name
        if not inside.is_relative_to(self.top):
            return None
        return str(self.tree / inside.relative_to(self.top)) if Path(path).is_absolute() else path


@contextmanager
def files_at(revision: str, cwd: Path) -> Iterator[Past]:
    """What the repository held at a revision, in a folder that is gone afterwards.

    What git ignores is of no revision: variable files are as they are now, and so are the modules that
    ``terraform init`` has put there.

    Raises:
        UsageError: this is no repository, it has no such revision, or there is no git.
    """
    top = Path(os.path.realpath(_text(cwd, "rev-parse", "--show-toplevel")))
    commit = _commit(revision, cwd)
    with TemporaryDirectory(prefix="spillover-") as folder:
        # No name on the way may look hidden or like a link, for a search passes over such.
        tree = Path(os.path.realpath(folder)) / "tree"
        past = Past(tree, top, Path(os.path.realpath(cwd)))
        try:
            (tree / ".git").mkdir(parents=True)  # here ends what a search for ignore files climbs
            _extract(tree, _entries(commit, top), top)
            _add_ignored(tree, top)
            past.cwd.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"--new-since {revision}: its files cannot be written: {error.strerror}"
            raise UsageError(message) from None
        yield past


def _commit(revision: str, cwd: Path) -> str:
    try:
        return _text(cwd, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except UsageError:
        known = "is it fetched? A clone of a runner often has one commit"
        raise UsageError(f"--new-since {revision}: git has no such revision here; {known}") from None


@dataclass(frozen=True)
class _Entry:
    """A file of a tree, or a link; ``path`` is relative to the top."""

    path: str
    name: str
    is_link: bool


def _entries(commit: str, top: Path) -> Iterator[_Entry]:
    """The files of a commit that may be read. A tree that was made by hand can name any path."""
    listed = _run(top, "ls-tree", "-r", "-z", "-l", "--full-tree", commit)
    for line in filter(None, listed.split(b"\0")):
        about, _, path = line.partition(b"\t")
        mode, _, name, size = about.decode("ascii").split()
        is_safe = not {"", ".", "..", ".git"} & set(os.fsdecode(path).lower().split("/"))
        is_too_large = size.isdigit() and int(size) > DATA_LIMIT
        if mode in (_LINK, *_FILES) and is_safe and not is_too_large:
            yield _Entry(os.fsdecode(path), name, mode == _LINK)


def _extract(tree: Path, entries: Iterator[_Entry], top: Path) -> None:
    """Write the entries below a folder; links last, so that nothing is written through one."""
    with _git(top, "cat-file", "--batch", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for entry in sorted(entries, key=lambda each: each.is_link):
            process.stdin.write(f"{entry.name}\n".encode("ascii"))
            process.stdin.flush()
            _write(tree / entry.path, _content(process.stdout), is_link=entry.is_link)
        process.stdin.close()


def _content(stream: IO[bytes]) -> bytes:
    """The next object of a batch: a line with its size, its content, the end of a line."""
    *_, size = stream.readline().split() or (b"",)
    if not size.isdigit():  # "missing"
        raise UsageError("--new-since: this clone does not have all files of that revision")
    content = stream.read(int(size))
    stream.read(1)
    return content


def _write(path: Path, content: bytes, *, is_link: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if is_link:
        path.symlink_to(os.fsdecode(content))
    else:
        path.write_bytes(content)


def _add_ignored(tree: Path, top: Path) -> None:
    """What Terraform reads though git ignores it: no revision has it, and without it values are unknown."""
    for path in _ignored(top, *_IGNORED_VALUES):
        if (tree / path).parent.is_dir() and not (tree / path).exists():
            shutil.copyfile(top / path, tree / path, follow_symlinks=False)
    for path in _ignored(top, _INSTALLED):
        modules = Path(path).parent
        if (tree / modules.parent.parent).is_dir() and not (tree / modules).exists():
            (tree / modules.parent).mkdir(exist_ok=True)
            (tree / modules).symlink_to(top / modules, target_is_directory=True)


def _ignored(top: Path, *patterns: str) -> list[str]:
    listed = _run(top, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", *patterns)
    return [os.fsdecode(each) for each in listed.split(b"\0") if each]


def _text(cwd: Path, *arguments: str) -> str:
    return os.fsdecode(_run(cwd, *arguments).removesuffix(b"\n"))


def _run(cwd: Path, *arguments: str) -> bytes:
    with _git(cwd, *arguments) as process:
        output, errors = process.communicate()
    if process.returncode:
        said = errors.decode("utf-8", "replace").partition("\n")[0].removeprefix("fatal: ")
        raise UsageError(f"--new-since: git: {said}")
    return output


def _git(cwd: Path, *arguments: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    settings = [part for each in _SAFE for part in ("-c", each)]
    command: Sequence[str] = ("git", "--no-pager", *settings, *arguments)
    try:
        return subprocess.Popen(
            command,
            cwd=cwd,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if stdin == subprocess.DEVNULL else subprocess.DEVNULL,
            env={**os.environ, **_ENVIRONMENT},
        )
    except FileNotFoundError:
        raise UsageError("--new-since: git is not installed") from None
