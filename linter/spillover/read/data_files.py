"""Files that are not HCL: data of Google's and of Config Connector's, inventories, plans and states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from spillover.errors import InputError, InternalError, SpilloverError
from spillover.model.suppression import MARKER
from spillover.read.detect import PLAN, STATE_FILE, is_state_file, looks_like_hcl, terraform_json
from spillover.read.files import (
    DATA_LIMIT,
    DATA_MARKERS,
    FoundFile,
    decoded,
    joined,
    pieces,
    read_bytes_marker,
)
from spillover.read.request import CommentAt, Reading, Request
from spillover.read.shown import Contents, Shown
from spillover.records import dataclass

if TYPE_CHECKING:  # the readers of each kind of file are imported with the first that there is
    from spillover.model.deployment import Deployment
    from spillover.model.source import WrongValue
    from spillover.read.api import ApiObject, ApiReading
    from spillover.read.documents import Document
    from spillover.read.inventory import Form
    from spillover.read.plans.source import Source
    from spillover.read.plans.terraform_json import JsonReading

STDIN = "<stdin>"

_NOT_COMPARED = ("creationTimestamp", "etag", "fingerprint", "id", "kind", "selfLink")
"""What one command prints of an object and another leaves out, or that changes by itself (schemas 4.1).

Of an inventory, the asset says its kind and self link; those are in its address too.
"""

_TEMPLATE = "a template: give what it is rendered to, as in `helm template CHART | spillover lint -`"
"""Why a text is no YAML yet."""

Reads: TypeAlias = "Callable[[tuple[Document, ...], str], ApiReading]"

Progress: TypeAlias = Callable[[str, int], None]
"""Is told the path of a long file, and how many of its assets have been read."""


@dataclass
class Data:
    """Data files that are judged together."""

    root: str
    resources: list[Any] = field(default_factory=list)
    wrong: list[WrongValue] = field(default_factory=list)

    @property
    def holds_any(self) -> bool:
        """Whether anything was read of them."""
        return bool(self.resources or self.wrong)

    def deployment(self) -> Deployment:
        """What they make."""
        from spillover.model.deployment import Deployment

        return Deployment(self.root, tuple(self.resources), wrong=tuple(self.wrong))


@dataclass
class DataFiles:
    """Reads files into a reading. HCL on standard input goes to ``take_hcl``.

    ``source_of`` gives the folder that a plan was made of, where that is known. ``states`` are the files of
    states, ``before`` what there was before each plan.
    """

    request: Request
    reading: Reading
    stdin: Callable[[], Iterator[bytes]]
    progress: Progress
    take_hcl: Callable[[str], None]
    source_of: Callable[[Document], Source | None]
    states: list[str] = field(default_factory=list)
    before: list[Deployment] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    objects: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)

    def take(
        self, file: FoundFile, data: Data, read_as: Reads | None = None, *, searched: bool = False
    ) -> None:
        """Read a file, once, as what it was named for, or as what it looks like.

        ``searched`` tells that nobody named it.
        """
        from spillover.read.inventory import form_of

        if file.path in self.seen:
            return
        self.seen.add(file.path)
        self.reading.files.add(file.path)
        try:
            content = self._pieces(file)
            head = next(content, b"")
            content = chain((head,), content)
            if read_as is None and (form := form_of(head)):
                with keeping_crash(self.reading, file.path):
                    self._inventory(file, content, form, data)
                return
            text = self._text(file, content)
            if file.path == STDIN and looks_like_hcl(text):
                self.take_hcl(text)
                return
            documents = _documents(file, text)
            if not documents and not searched and not file.path.endswith((".yaml", ".yml")):
                # Only in YAML is nothing at all something that gcloud prints: an empty list.
                raise InputError(file.path, 1, 1, "empty")
            with keeping_crash(self.reading, file.path):
                self._add(file, documents, data, read_as, searched)
        except InputError as error:
            if searched and error.message == _TEMPLATE:
                self.reading.notes.append(f"{file.path}: {_TEMPLATE}")
                self.reading.files.discard(file.path)
            elif searched and not read_bytes_marker(file, DATA_MARKERS):
                self.reading.files.discard(file.path)  # it was only looked at for a plan
            else:
                self.reading.unreadable.append(error)

    def instances(self, group: str, file: FoundFile) -> None:
        """Read the members of a group."""
        from spillover.read.api import read_instances
        from spillover.read.documents import read_text as parse_text

        self.seen.add(file.path)
        self.reading.files.add(file.path)
        try:
            documents = parse_text(file.path, self._text(file, self._pieces(file)))
            self.reading.instances.append(read_instances(documents, group))
        except InputError as error:
            self.reading.unreadable.append(error)

    def _add(
        self,
        file: FoundFile,
        documents: tuple[Document, ...],
        data: Data,
        read_as: Reads | None,
        searched: bool,
    ) -> None:
        from spillover.read.api import read_api

        of_terraform = terraform_json(documents)
        if of_terraform and searched:
            told = f"{of_terraform}, which is read only if it is named"
            is_file = any(is_state_file(document.value) for document in documents)
            self.reading.notes.append(f"{file.path}: {STATE_FILE if is_file else told}")
            self.reading.files.discard(file.path)
        elif of_terraform and read_as is None:
            for document in documents:
                if of_terraform == PLAN:
                    self._plan(document)
                else:
                    self._state(document)
        else:
            self._keep((read_as or read_api)(documents, data.root), documents, data, searched)

    def _state(self, document: Document) -> None:
        from spillover.read.plans.terraform_json import read_state

        self.states.append(document.path)
        self._keep_terraform(read_state(document, document.path), document.path)

    def _plan(self, document: Document) -> None:
        from spillover.model.deployment import Deployment
        from spillover.read.plans.terraform_json import read_before, read_plan

        path = document.path
        self._keep_terraform(read_plan(document, path, self.source_of(document)), path)
        before = read_before(document, path)
        self.before.append(Deployment(path, tuple(before.resources), wrong=tuple(before.wrong)))

    def _keep_terraform(self, found: JsonReading, path: str) -> None:
        """A plan or a state is a deployment of its own."""
        from spillover.model.deployment import Deployment

        self.reading.notes += (f"{path}: {note}" for note in found.notes)
        self.reading.shown += found.shown
        if found.resources:
            wrong, changes = tuple(found.wrong), tuple(found.changes)
            self.reading.deployments.append(
                Deployment(path, tuple(found.resources), wrong=wrong, changes=changes)
            )

    def _inventory(self, file: FoundFile, content: Iterator[bytes], form: Form, data: Data) -> None:
        """It is an inventory also where no asset of it can be read, so a search tells of its damage too."""
        from spillover.read.inventory import read_inventory

        count = partial(self.progress, file.path)
        self._keep(read_inventory(file.path, content, form, data.root, count), (), data, searched=False)

    def _keep(self, api: ApiReading, documents: tuple[Document, ...], data: Data, searched: bool) -> None:
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

    def _pieces(self, file: FoundFile) -> Iterator[bytes]:
        return self.stdin() if file.path == STDIN else pieces(file)

    def _text(self, file: FoundFile, content: Iterator[bytes]) -> str:
        """The text of what is read as a whole, which therefore has a limit, as an inventory has not."""
        whole = b"".join(content) if file.path == STDIN else joined(file.path, content, DATA_LIMIT)
        return decoded(file.path, whole)


@contextmanager
def keeping_crash(reading: Reading, what: str) -> Iterator[None]:
    """A defect of ours in reading one thing must not lose the others."""
    try:
        yield
    except SpilloverError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is kept and ends the run with 70
        reading.internal_errors.append(InternalError.of(error, what))


def _documents(file: FoundFile, text: str) -> tuple[Document, ...]:
    """The documents of a text.

    Raises:
        InputError: it is none of them, for one because it has yet to be rendered.
    """
    from spillover.read.connector import is_template
    from spillover.read.documents import read_text as parse_text

    try:
        return parse_text(file.path, text)
    except InputError as error:
        raise replace(error, message=_TEMPLATE) if is_template(text) else error from None


def _as_written(found: ApiObject) -> Contents:
    """An object's values, and what is unknown of it."""
    return found.values, found.unknown
