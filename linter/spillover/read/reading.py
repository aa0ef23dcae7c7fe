"""Everything that was named or found on disk -> deployments: the one entry to the reading layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from spillover.errors import InputError, InternalError, SpilloverError, UsageError
from spillover.model.capacity import GroupHealth, InstanceList
from spillover.model.deployment import Deployment
from spillover.model.source import WrongValue
from spillover.read.api import ApiObject, ApiReading, read_api, read_health, read_instances
from spillover.read.connector import is_template
from spillover.read.detect import PLAN, looks_like_hcl, terraform_json
from spillover.read.documents import Document
from spillover.read.documents import read_text as parse_text
from spillover.read.files import (
    CONFIGURATION,
    DATA_LIMIT,
    DATA_MARKERS,
    TERRAFORM_FILES,
    TERRAFORM_MARKER,
    TERRAGRUNT,
    FoundFile,
    Tree,
    decoded,
    in_force,
    joined,
    pieces,
    read_bytes_marker,
    reported,
    walk,
)
from spillover.read.inventory import Form, form_of, read_inventory
from spillover.read.modules.calls import NOT_PRESENT, CalledModule
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.roots import Contents, Folders, RootModule, Shown, listed, matters, read_root
from spillover.read.modules.variables import GivenVariables, check_declared
from spillover.read.plans.terraform_json import JsonReading, read_before, read_plan, read_state, variables_of
from spillover.read.request import CommentAt, Reading, Request
from spillover.read.syntax.blocks import MARKER
from spillover.read.together import conflicts, together

STDIN = "<stdin>"

_NOT_COMPARED = ("creationTimestamp", "etag", "fingerprint", "id", "kind", "selfLink")
"""What one command prints of an object and another leaves out, or that changes by itself (schemas 4.1).

Of an inventory, the asset says its kind and self link; those are in its address too.
"""

_TEMPLATE = "a template: give what it is rendered to, as in `helm template CHART | spillover lint -`"
"""Why a text is no YAML yet."""

_Reads: TypeAlias = Callable[[tuple[Document, ...], str], ApiReading]

Progress: TypeAlias = Callable[[str, int], None]
"""Is told the path of a long file, and how many of its assets have been read."""


@dataclass
class _Data:
    """Data files that are judged together."""

    root: str
    resources: list[Any] = field(default_factory=list)
    wrong: list[WrongValue] = field(default_factory=list)


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
    folders: Folders = field(init=False)
    found: _Data = field(init=False)
    given: GivenVariables = field(default_factory=GivenVariables)
    named: _Data = field(default_factory=lambda: _Data("."))
    states: list[str] = field(default_factory=list)
    before: list[Deployment] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    objects: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folders = Folders(self.cwd)
        # All that is found by search is one deployment, however many folders are searched.
        searched = {reported(Path(path), self.cwd) for path in self.request.paths if self._is_folder(path)}
        self.found = _Data(searched.pop() if len(searched) == 1 else ".")

    def run(self) -> Reading:
        variables = tuple(self._variable(each) for each in self.request.variables)
        self.given = GivenVariables(variables, self.request.workspace, self.request.environment)
        if self.request.source is not None and not self._is_folder(self.request.source):
            raise UsageError(f"--source {self.request.source}: no such folder")
        # A file counts once, as what it was named for, though a search may find it too.
        for zone, path in self.request.dns_zones:
            self._data(self._file(path), self.named, partial(read_api, dns_zone=zone))
        for path in self.request.health:
            self._data(self._file(path), self.named, read_health)
        for group, path in dict.fromkeys(self.request.instances):
            self._instances(group, self._file(path))
        for path in sorted(self.request.paths, key=self._is_folder):
            self._take(path)
        self._terraform(self.given)
        self._finish()
        return self.reading

    # What a path stands for

    def _variable(self, given: tuple[str, str] | str) -> tuple[str, str] | FoundFile:
        return self._file(given) if isinstance(given, str) else given

    def _file(self, path: str) -> FoundFile:
        absolute = self.cwd / path
        if path != "-" and not absolute.exists():
            raise UsageError(f"no such file: {path}")
        return FoundFile(STDIN if path == "-" else reported(Path(path), self.cwd), absolute)

    def _is_folder(self, path: str) -> bool:
        return path != "-" and (self.cwd / path).is_dir()

    def _take(self, path: str) -> None:
        file = self._file(path)
        if self._is_folder(path):
            self._search(walk(Path(path), self.cwd))
        elif file.path.endswith(TERRAFORM_FILES):
            folder = reported(file.absolute.parent, self.cwd)
            self.folders.add(folder, listed(folder, self.cwd))
        elif file.absolute.name == TERRAGRUNT:
            self.reading.unreadable.append(InputError(file.path, 1, 1, NOT_TERRAGRUNT))
        else:
            self._data(file, self.named)

    def _search(self, tree: Tree) -> None:
        self.reading.unreadable += tree.errors
        self.reading.notes += _of_terragrunt(tree)
        for folder, files in tree.terraform.items():
            self.folders.add(folder, files)
        for file in tree.data:
            if read_bytes_marker(file, (*DATA_MARKERS, TERRAFORM_MARKER)):
                self._data(file, self.found, searched=True)

    # Terraform

    def _terraform(self, given: GivenVariables) -> None:
        roots = {path: self.folders.folder(path) for path in self.folders.roots()}
        if self.folders.files:
            check_declared(roots.values(), given)
        for path in (path for path, folder in roots.items() if matters(folder)):
            with self._keeping_crash(path):
                self._add_root(read_root(path, self.folders, given))
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
        self.reading.unreadable += root.errors
        self.reading.shown += root.shown
        self.reading.calls += [(root.root, call) for call in root.calls]
        self.reading.notes += (_absent(call) for call in root.calls if call.because == NOT_PRESENT)
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

    # Data files

    def _data(
        self, file: FoundFile, data: _Data, read_as: _Reads = read_api, *, searched: bool = False
    ) -> None:
        if file.path in self.seen:
            return
        self.seen.add(file.path)
        self.reading.files.add(file.path)
        try:
            content = self._pieces(file)
            head = next(content, b"")
            content = chain((head,), content)
            if read_as is read_api and (form := form_of(head)):
                with self._keeping_crash(file.path):
                    self._add_inventory(file, content, form, data)
                return
            text = self._text(file, content)
            if file.path == STDIN and looks_like_hcl(text):
                self.folders.read[STDIN] = Folder(STDIN, (SourceFile.of(STDIN, text),))
                self.folders.files[STDIN] = ()
                return
            documents = self._documents(file, text)
            if not documents and not searched and not file.path.endswith((".yaml", ".yml")):
                # Only in YAML is nothing at all something that gcloud prints: an empty list.
                raise InputError(file.path, 1, 1, "empty")
            with self._keeping_crash(file.path):
                self._add_data(file, documents, data, read_as, searched)
        except InputError as error:
            if searched and error.message == _TEMPLATE:
                self.reading.notes.append(f"{file.path}: {_TEMPLATE}")
                self.reading.files.discard(file.path)
            elif searched and not read_bytes_marker(file, DATA_MARKERS):
                self.reading.files.discard(file.path)  # it was only looked at for a plan
            else:
                self.reading.unreadable.append(error)

    def _documents(self, file: FoundFile, text: str) -> tuple[Document, ...]:
        """The documents of a text.

        Raises:
            InputError: it is none of them, for one because it has yet to be rendered.
        """
        try:
            return parse_text(file.path, text)
        except InputError as error:
            raise replace(error, message=_TEMPLATE) if is_template(text) else error from None

    def _add_data(
        self,
        file: FoundFile,
        documents: tuple[Document, ...],
        data: _Data,
        read_as: _Reads,
        searched: bool,
    ) -> None:
        of_terraform = terraform_json(documents)
        if of_terraform and searched:
            self.reading.notes.append(f"{file.path}: {of_terraform}, which is read only if it is named")
            self.reading.files.discard(file.path)
            return
        if of_terraform and read_as is read_api:
            for document in documents:
                if of_terraform == PLAN:
                    self._add_plan(self._plan_reader(document), document)
                    before = read_before(document, file.path)
                    self.before.append(
                        Deployment(file.path, tuple(before.resources), wrong=tuple(before.wrong))
                    )
                else:
                    self.states.append(file.path)
                    self._add_plan(read_state, document)
            return
        self._keep(read_as(documents, data.root), documents, data, searched)

    def _plan_reader(self, document: Document) -> Callable[[Document, str], JsonReading]:
        """What reads a plan, with the folder that it was made of."""
        if self.request.source is None:
            return read_plan
        path, folders = reported(Path(self.request.source), self.cwd), Folders(self.cwd)
        given = replace(self.given, of_plan=variables_of(document))
        folders.add(path, listed(path, self.cwd))
        root = read_root(path, folders, given)
        self.reading.unreadable += [*root.errors, *folders.errors]
        self.reading.notes += (_absent(call) for call in root.calls if call.because == NOT_PRESENT)
        for folder in folders.read.values():
            self._add_folder(folder)
        return partial(read_plan, source=root.written)

    def _add_inventory(self, file: FoundFile, content: Iterator[bytes], form: Form, data: _Data) -> None:
        """It is an inventory also where no asset of it can be read, so a search tells of its damage too."""
        count = partial(self.progress, file.path)
        self._keep(read_inventory(file.path, content, form, data.root, count), (), data, searched=False)

    def _add_plan(self, read_as: Callable[[Document, str], JsonReading], document: Document) -> None:
        """A plan or a state is a deployment of its own."""
        path = document.path
        found = read_as(document, path)
        self.reading.notes += (f"{path}: {note}" for note in found.notes)
        self.reading.shown += found.shown
        if found.resources:
            self.reading.deployments.append(
                Deployment(
                    path, tuple(found.resources), wrong=tuple(found.wrong), changes=tuple(found.changes)
                )
            )

    def _keep(self, api: ApiReading, documents: tuple[Document, ...], data: _Data, searched: bool) -> None:
        if not searched or api.objects or api.health or api.names:
            self.reading.unreadable += api.errors
        self.reading.notes += api.notes
        data.wrong += api.wrong
        self.reading.health += api.health
        for each in api.objects:
            if self._is_new(each):
                data.wrong += each.wrong if self.request.checks_values else ()
                data.resources.append(each.resource)
                self.reading.shown.append(Shown(each.origin, partial(_as_written, each)))
        for document in documents[:1]:
            for line, text in document.comments_with(MARKER):
                self.reading.comments.append(CommentAt(document.path, line, 1, text))

    def _is_new(self, found: ApiObject) -> bool:
        """Whether an object was not read before: in two files, a list and a describe say, it is one."""
        known = self.objects.setdefault(found.origin.address, [])
        values = {name: value for name, value in found.values.items() if name not in _NOT_COMPARED}
        # What an inventory leaves out, another file may say, or say that it is not there.
        compared = {**values, "": found.unknown}
        if compared in known:
            return False
        known.append(compared)
        return True

    def _instances(self, group: str, file: FoundFile) -> None:
        self.seen.add(file.path)
        self.reading.files.add(file.path)
        try:
            documents = parse_text(file.path, self._text(file, self._pieces(file)))
            self.reading.instances.append(read_instances(documents, group))
        except InputError as error:
            self.reading.unreadable.append(error)

    @contextmanager
    def _keeping_crash(self, what: str) -> Iterator[None]:
        """A defect of ours in reading one thing must not lose the others."""
        try:
            yield
        except SpilloverError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is kept and ends the run with 70
            self.reading.internal_errors.append(InternalError.of(error, what))

    def _pieces(self, file: FoundFile) -> Iterator[bytes]:
        return self.stdin() if file.path == STDIN else pieces(file)

    def _text(self, file: FoundFile, content: Iterator[bytes]) -> str:
        """The text of what is read as a whole, which therefore has a limit, as an inventory has not."""
        whole = b"".join(content) if file.path == STDIN else joined(file.path, content, DATA_LIMIT)
        return decoded(file.path, whole)

    def _finish(self) -> None:
        """What was read apart, as far as it takes part in one another's joins; and all that was observed."""
        found, named = (
            Deployment(each.root, tuple(each.resources), wrong=tuple(each.wrong))
            for each in (self.found, self.named)
        )
        read = [each for each in (*self.reading.deployments, found) if each.resources or each.wrong]
        others = together(read, named, self.states)
        before = together([*self.before, *read], named, self.states)[: len(self.before)]
        self.reading.notes += conflicts(each for other in others for each in other.resources)
        self.reading.shown.sort(key=lambda shown: shown.origin.path)
        observations: tuple[InstanceList | GroupHealth, ...] = (*self.reading.instances, *self.reading.health)
        self.reading.deployments = [replace(each, observations=observations) for each in others]
        self.reading.before = [replace(each, observations=observations) for each in before]
        self.reading.unreadable = sorted(set(self.reading.unreadable), key=_by_place)


def _as_written(found: ApiObject) -> Contents:
    """An object's values, and what is unknown of it."""
    return found.values, found.unknown


def _of_terragrunt(tree: Tree) -> Iterator[str]:
    """One note for all of them: there may be hundreds."""
    if tree.terragrunt:
        first, *others = tree.terragrunt
        more = f" and {len(others)} more" if others else ""
        yield f"{first.path}{more}: {NOT_TERRAGRUNT}"


NOT_TERRAGRUNT = "Terragrunt's files are not read: give what `terragrunt show -json` prints of a plan"


def _absent(call: CalledModule) -> str:
    source = f" from {call.source}" if call.source else ""
    return f"{call.path}:{call.line}: {call.address}{source} is not here: what it makes is not known"


def _by_place(error: InputError) -> tuple[str, int, int, str]:
    return error.path, error.line, error.column, error.message
