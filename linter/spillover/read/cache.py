"""What is kept between runs, in one file for each module folder: how texts are cut, and the trees of blocks.

An entry is found by the text of its file or its block alone, so that a change of any file leaves the
others right. It is JSON that is checked when it is read; what is damaged, forged or of another
version counts for nothing. Files are replaced as a whole, so that runs beside one another see the
one or the other. The cache never fails a run: where it cannot be read or written, there is none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spillover import __version__
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.read.syntax.blocks import Cut
    from spillover.read.syntax.expression import NestedBlock

FORM = 1
"""The form of trees: it changes with every change of the masker, the parser or the tree."""

MOST_BYTES = 256 << 20
"""Of all files; beyond it the oldest go."""

PAYS_FROM = 60_000
"""Characters in a folder, some two hundred blocks, from which on it is faster to read what is kept."""

_ENDING = ".blocks.json"


def cache_folder() -> Path:
    """Where the cache is: ``SPILLOVER_CACHE_DIR``, or the user's own place for such files."""
    if named := os.environ.get("SPILLOVER_CACHE_DIR"):
        return Path(named).absolute()
    import platformdirs  # late: only what is large is kept

    return Path(platformdirs.user_cache_dir("spillover", appauthor=False))


def _key(text: str) -> str:
    import hashlib  # late: it loads OpenSSL, which most runs do without

    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


@dataclass
class Pack:
    """What is kept of one folder, and what of it this run used: trees of blocks and cuts of files."""

    file: Path
    used: dict[str, Any] = field(default_factory=dict)
    cuts: dict[str, Any] = field(default_factory=dict)
    has_new: bool = False

    def find(self, text: str, base: int) -> NestedBlock | None:
        """The tree of a block whose text begins at ``base`` in its file; None if it is not kept."""
        from spillover.read.syntax.stored import DamagedError, restored

        key = _key(text)
        try:
            found = restored(self._kept["blocks"][key], base, len(text))
        except (KeyError, DamagedError):
            return None
        self.used[key] = self._kept["blocks"][key]
        return found

    def add(self, text: str, base: int, tree: NestedBlock) -> None:
        """Keep the tree of a block."""
        from spillover.read.syntax.stored import stored

        with suppress(RecursionError):  # one that is nested so deeply is parsed anew
            self.used[_key(text)] = stored(tree, base)
            self.has_new = True

    def find_cut(self, text: str) -> Cut | None:
        """How a text is cut; None if that is not kept."""
        from spillover.read.syntax.stored import DamagedError, restored_cut

        key = _key(text)
        try:
            found = restored_cut(self._kept["cuts"][key], len(text))
        except (KeyError, DamagedError):
            return None
        self.cuts[key] = self._kept["cuts"][key]
        return found

    def add_cut(self, text: str, cut: Cut) -> None:
        """Keep how a text is cut, if it holds blocks and nothing else that anybody has to be told of."""
        from spillover.read.syntax.stored import stored_cut

        if not (cut.attributes or cut.comments or cut.errors):
            self.cuts[_key(text)] = stored_cut(cut)
            self.has_new = True

    @cached_property
    def _kept(self) -> dict[str, dict[str, Any]]:
        try:
            content = json.loads(self.file.read_bytes())
            kept = {name: content[name] for name in ("blocks", "cuts")}
            if content["form"] == [__version__, FORM] and all(
                isinstance(each, dict) for each in kept.values()
            ):
                return kept
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            pass
        return {"blocks": {}, "cuts": {}}

    def text(self) -> str:
        """What of it is kept for the next run: only what this one used."""
        content = {"form": [__version__, FORM], "blocks": self.used, "cuts": self.cuts}
        return json.dumps(content, separators=(",", ":"))


@dataclass
class Cache:
    """The files of the cache, in a folder of the user's own; ``where`` that is, is asked when it matters."""

    where: Callable[[], Path]
    most_bytes: int = MOST_BYTES
    packs: list[Pack] = field(default_factory=list)

    @cached_property
    def folder(self) -> Path:
        """Where the files are."""
        return self.where()

    def pack(self, folder: Path, characters: int) -> Pack | None:
        """What is kept of a module folder with so many characters; None where it does not pay."""
        if characters < PAYS_FROM or not self.is_ours:
            return None
        pack = Pack(self.folder / f"{_key(os.path.realpath(folder))}{_ENDING}")
        self.packs.append(pack)
        return pack

    @cached_property
    def is_ours(self) -> bool:
        """Whether the folder, made if there is none, belongs to the user, and nobody else may write there."""
        if not self.folder.is_absolute():  # of a user without a home it would be a folder called ~ here
            return False
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = self.folder.stat()
        except OSError:
            return False
        own = getattr(os, "geteuid", lambda: status.st_uid)()  # not on Windows
        is_shared = os.name == "posix" and status.st_mode & 0o022
        return status.st_uid == own and not is_shared and os.access(self.folder, os.W_OK)

    def keep(self) -> None:
        """Write what is new, and let go of the oldest where that is too much."""
        changed = [pack for pack in self.packs if pack.has_new]
        with suppress(OSError, RecursionError):
            for pack in changed:
                self._write(pack)
            if changed:
                self._shrink()

    def _write(self, pack: Pack) -> None:
        import tempfile

        handle, name = tempfile.mkstemp(prefix=".", dir=self.folder)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as stream:
                stream.write(pack.text())
            Path(name).replace(pack.file)
        finally:
            Path(name).unlink(missing_ok=True)

    def _shrink(self) -> None:
        files = sorted(self.files(), key=lambda each: each[2], reverse=True)
        size = 0
        for file, bytes_, _ in files:
            size += bytes_
            if size > self.most_bytes:
                file.unlink(missing_ok=True)

    def files(self) -> list[tuple[Path, int, float]]:
        """Its files, each with its size in bytes and when it was written."""
        found = []
        with suppress(OSError):
            for file in self.folder.glob(f"*{_ENDING}"):
                with suppress(OSError):  # another run may have removed it
                    status = file.lstat()
                    found.append((file, status.st_size, status.st_mtime))
        return found

    def clear(self) -> int:
        """Remove its files, and nothing else that is there; how many there were."""
        files = self.files()
        for file, _, _ in files:
            file.unlink(missing_ok=True)
        return len(files)
