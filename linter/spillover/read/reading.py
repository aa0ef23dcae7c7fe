"""Everything that was named or found on disk -> deployments: the one entry to the reading layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spillover.errors import InputError, UsageError
from spillover.read.boundary import OUTSIDE, Boundary
from spillover.read.data_files import STDIN, Data, DataFiles, Progress, Reads, keeping_crash
from spillover.read.files import (
    CONFIGURATION,
    DATA_MARKERS,
    TERRAFORM_FILES,
    TERRAFORM_MARKER,
    TERRAGRUNT,
    FoundFile,
    Tree,
    in_force,
    read_bytes_marker,
    reported,
    walk,
)
from spillover.read.modules.folders import Folders, listed, matters
from spillover.read.request import CommentAt, GivenVariables, Reading, Request
from spillover.records import dataclass

if TYPE_CHECKING:  # what reads one kind of thing is imported when there is one
    from spillover.model.capacity import GroupHealth, InstanceList
    from spillover.read.cache import Cache
    from spillover.read.documents import Document
    from spillover.read.modules.folder import Folder
    from spillover.read.modules.roots import RootModule
    from spillover.read.plans.source import Source


def _unheard(_path: str, _assets: int, /) -> None:
    """Nobody wants to know how far it is."""


def read(
    request: Request, cwd: Path, stdin: Callable[[], Iterator[bytes]], progress: Progress = _unheard
) -> Reading:
    """Read everything that a request names; ``stdin`` gives standard input, piece by piece.

    Raises:
        UsageError: a path does not exist, or a variable is not declared anywhere.
    """
    return _Reader(request, cwd, stdin, progress).run()


@dataclass
class _Reader:
    request: Request
    cwd: Path
    stdin: Callable[[], Iterator[bytes]]
    progress: Progress
    reading: Reading = field(default_factory=Reading)
    unsaved: FoundFile | None = field(init=False)
    boundary: Boundary = field(init=False)
    folders: Folders = field(init=False)
    files: DataFiles = field(init=False)
    found: Data = field(init=False)
    given: GivenVariables = field(default_factory=GivenVariables)
    named: Data = field(default_factory=lambda: Data("."))

    def __post_init__(self) -> None:
        self.unsaved = self._unsaved(self.request.stdin_filename)
        further = (self.request.source, self.request.stdin_filename)
        named = (*self.request.paths, *(each for each in further if each is not None))
        self.boundary = Boundary.around(named, self.cwd, self.request.trees)
        cache = _cache() if self.request.caches else None
        self.folders = Folders(self.cwd, self.unsaved, self.boundary, cache=cache)
        self.files = DataFiles(
            self.request, self.reading, self.stdin, self.progress, self._take_hcl, self._source_of
        )
        # All that is found by search is one deployment, however many folders are searched.
        searched = {reported(Path(path), self.cwd) for path in self.request.paths if self._is_folder(path)}
        self.found = Data(searched.pop() if len(searched) == 1 else ".")

    def run(self) -> Reading:
        variables = tuple(self._variable(each) for each in self.request.variables)
        self.given = GivenVariables(variables, self.request.workspace, self.request.environment)
        if self.request.source is not None and not self._is_folder(self.request.source):
            raise UsageError(f"--source {self.request.source}: no such folder")
        # A file counts once, as what it was named for, though a search may find it too.
        for zone, path in self.request.dns_zones:
            self.files.take(self._file(path), self.named, _reader_of_zone(zone))
        for path in self.request.health:
            self.files.take(self._file(path), self.named, _reader_of_health())
        for group, path in dict.fromkeys(self.request.instances):
            self.files.instances(group, self._file(path))
        for path in sorted(self.request.paths, key=self._is_folder):
            self._take(path)
        self._terraform(self.given)
        self._finish()
        return self.reading

    # What a path stands for

    def _variable(self, given: tuple[str, str] | str) -> tuple[str, str] | FoundFile:
        return self._file(given) if isinstance(given, str) else given

    def _unsaved(self, name: str | None) -> FoundFile | None:
        if name is None:
            return None
        return FoundFile(reported(Path(name), self.cwd), self.cwd / name, b"".join(self.stdin()))

    def _file(self, path: str) -> FoundFile:
        if self.unsaved and (path == "-" or reported(Path(path), self.cwd) == self.unsaved.path):
            return self.unsaved
        absolute = self.cwd / path
        if path != "-" and not absolute.exists():
            raise UsageError(f"no such file: {path}")
        return FoundFile(STDIN if path == "-" else reported(Path(path), self.cwd), absolute)

    def _is_folder(self, path: str) -> bool:
        return path != "-" and (self.cwd / path).is_dir()

    def _take(self, path: str) -> None:
        file = self._file(path)
        if self._is_folder(path):
            self._search(walk(Path(path), self.cwd, self.boundary))
        elif file.path.endswith(TERRAFORM_FILES):
            folder = reported(file.absolute.parent, self.cwd)
            files = listed(folder, self.cwd, self.boundary)
            self.folders.add(folder, files)
            if file != self.unsaved and file.path not in {each.path for each in files}:
                self.reading.unreadable.append(InputError(file.path, 0, 0, _why_not_read(file)))
        elif file.absolute.name == TERRAGRUNT:
            self.reading.unreadable.append(InputError(file.path, 1, 1, NOT_TERRAGRUNT))
        else:
            self.files.take(file, self.named)

    def _search(self, tree: Tree) -> None:
        self.reading.unreadable += tree.errors
        self.reading.notes += _of_terragrunt(tree)
        self.reading.notes += (f"{each.path}: {LEADS_OUT}" for each in tree.left_out)
        for folder, files in tree.terraform.items():
            self.folders.add(folder, files)
        for file in tree.data:
            if read_bytes_marker(file, (*DATA_MARKERS, TERRAFORM_MARKER)):
                self.files.take(file, self.found, searched=True)

    # Terraform

    def _terraform(self, given: GivenVariables) -> None:
        roots = {path: self.folders.folder(path) for path in self.folders.roots()}
        if self.folders.files and given.given and not self.request.is_past:
            from spillover.read.modules.variables import check_declared

            check_declared(roots.values(), given)
        for path in (path for path, folder in roots.items() if matters(folder)):
            from spillover.read.modules.roots import read_root

            with keeping_crash(self.reading, path):
                self._add_root(read_root(path, self.folders, given))
        if self.folders.cache:
            self.folders.cache.keep()
        for folder in self.folders.read.values():
            self._add_folder(folder)
        for files in self.folders.files.values():
            read = {file.path for file in in_force(files)}
            self.reading.files |= read
            self.reading.notes += (
                f"{file.path}: OpenTofu has a file of this name, which is read in its place"
                for file in files
                if file.path.endswith(CONFIGURATION) and file.path not in read
            )
        self.reading.unreadable += self.folders.errors

    def _add_root(self, root: RootModule) -> None:
        from spillover.model.deployment import Deployment

        self.reading.unreadable += root.errors
        self.reading.shown += root.shown
        self.reading.calls += [(root.root, call) for call in root.calls]
        self.reading.notes += _absent(root)
        if root.resources:
            self.reading.deployments.append(
                Deployment(root.root, tuple(root.resources), wrong=tuple(root.wrong))
            )

    def _add_folder(self, folder: Folder) -> None:
        self.reading.unreadable += folder.errors
        for file, comment in folder.comments():
            at, block = file.lines.position(comment.start), comment.block
            block_line = None if block is None else file.lines.position(block).line
            self.reading.comments.append(CommentAt(file.path, at.line, at.column, comment.text, block_line))

    def _take_hcl(self, text: str) -> None:
        """A module on standard input."""
        from spillover.read.modules.folder import Folder, SourceFile

        self.folders.read[STDIN] = Folder(STDIN, (SourceFile.of(STDIN, text),))
        self.folders.files[STDIN] = ()

    def _source_of(self, plan: Document) -> Source | None:
        """The folder that a plan was made of, with the variables that it was made with."""
        if self.request.source is None:
            return None
        from spillover.read.modules.roots import read_root
        from spillover.read.plans.terraform_json import variables_of

        path = reported(Path(self.request.source), self.cwd)
        folders = Folders(self.cwd, self.unsaved, self.boundary)
        folders.add(path, listed(path, self.cwd, self.boundary))
        root = read_root(path, folders, replace(self.given, of_plan=variables_of(plan)))
        self.reading.unreadable += [*root.errors, *folders.errors]
        self.reading.notes += _absent(root)
        for folder in folders.read.values():
            self._add_folder(folder)
        return root.written

    def _finish(self) -> None:
        """What was read apart, as far as it takes part in one another's joins; and all that was observed."""
        self.reading.shown.sort(key=lambda shown: shown.origin.path)
        self.reading.unreadable = sorted(set(self.reading.unreadable), key=_by_place)
        if self.reading.deployments or self.found.holds_any or self.named.holds_any or self.files.before:
            self._join()

    def _join(self) -> None:
        from spillover.read.together import conflicts, together

        named, before = self.named.deployment(), self.files.before
        separate = [*self.reading.deployments, self.found.deployment()]
        read = [each for each in separate if each.resources or each.wrong]
        others = together(read, named, self.files.states)
        if before:
            before = together([*before, *read], named, self.files.states)[: len(before)]
        self.reading.notes += conflicts(each for other in others for each in other.resources)
        observations: tuple[InstanceList | GroupHealth, ...] = (*self.reading.instances, *self.reading.health)
        self.reading.deployments = [replace(each, observations=observations) for each in others]
        self.reading.before = [replace(each, observations=observations) for each in before]


def _why_not_read(file: FoundFile) -> str:
    """Why a Terraform file that was named is none of its folder's."""
    if file.absolute.name.startswith("."):
        return "hidden, so Terraform passes over it"
    return LEADS_OUT if file.absolute.is_file() else "not a regular file"


def _of_terragrunt(tree: Tree) -> Iterator[str]:
    """One note for all of them: there may be hundreds."""
    if tree.terragrunt:
        first, *others = tree.terragrunt
        more = f" and {len(others)} more" if others else ""
        yield f"{first.path}{more}: {NOT_TERRAGRUNT}"


NOT_TERRAGRUNT = "Terragrunt's files are not read: give what `terragrunt show -json` prints of a plan"


LEADS_OUT = "a link that leads out of the repository or of the folder is not followed"


def _cache() -> Cache:
    from spillover.read.cache import Cache, cache_folder

    return Cache(cache_folder)


def _absent(root: RootModule) -> Iterator[str]:
    from spillover.read.modules.calls import NOT_READ

    for call in root.calls:
        if call.because in NOT_READ:
            source = f" from {call.source}" if call.source else ""
            where = OUTSIDE if call.because == OUTSIDE else "not here"
            yield f"{call.path}:{call.line}: {call.address}{source} is {where}: what it makes is not known"


def _reader_of_zone(zone: str) -> Reads:
    from spillover.read.api import read_api

    return partial(read_api, dns_zone=zone)


def _reader_of_health() -> Reads:
    from spillover.read.api import read_health

    return read_health


def _by_place(error: InputError) -> tuple[str, int, int, str]:
    return error.path, error.line, error.column, error.message
