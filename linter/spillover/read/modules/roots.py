"""Terraform folders -> root modules -> resources of the model.

A folder that another one calls as a local module is part of its caller's deployment; the
others that hold configuration are roots. Blocks are parsed only where a resource type that
matters, or a reference from one, leads there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from spillover.errors import InputError
from spillover.model.source import Origin, Unknown, WrongValue
from spillover.read.files import TERRAFORM_FILES, FoundFile, in_force, read_text, reported
from spillover.read.modules.calls import CalledModule, called_path
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.expand import HclPlaces
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.installed import installed_modules
from spillover.read.modules.module import Instance, Module
from spillover.read.modules.providers import provider_defaults
from spillover.read.modules.variables import GivenVariables, root_variables
from spillover.read.modules.versions import Requirements, required
from spillover.read.plain import Plain
from spillover.read.terraform import READERS, plain_path, read_resource

_LOCAL_SOURCE = re.compile(
    r"""(?: (?:^|\{) \s* source \s* = | "source" \s* : ) \s* "(\.{1,2}/[^"$]*)\"""",
    re.MULTILINE | re.VERBOSE,
)
_MATTERS = re.compile(r"google_(?:compute|dns|network)_|\bmodule\b")


Contents: TypeAlias = tuple[Mapping[str, Any], tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Shown:
    """A resource that was read.

    ``contents`` gives its known values, and the unknown ones as path and cause; only ``show``
    asks for them.
    """

    origin: Origin
    contents: Callable[[], Contents]


@dataclass(frozen=True)
class Written:
    """A resource as it is written: its values, and where it and they stand."""

    values: Mapping[str, Plain]
    origin: Origin
    places: HclPlaces


@dataclass
class RootModule:
    """A root module that was read; ``written`` are its resources by their addresses."""

    root: str
    resources: list[Any] = field(default_factory=list)
    wrong: list[WrongValue] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    calls: list[CalledModule] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)
    written: dict[str, Written] = field(default_factory=dict)


@dataclass
class Folders:
    """The module folders of a run, each read once, by their reported path.

    ``unsaved`` is a file that is read as an editor holds it, wherever its folder is read.
    """

    cwd: Path
    unsaved: FoundFile | None = None
    files: dict[str, tuple[FoundFile, ...]] = field(default_factory=dict)
    read: dict[str, Folder] = field(default_factory=dict)
    errors: list[InputError] = field(default_factory=list)

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
            self.read[path] = Folder(path, tuple(self._sources(in_force(self.files.get(path, ())))))
        return self.read[path]

    def _sources(self, files: Iterable[FoundFile]) -> Iterator[SourceFile]:
        for file in files:
            try:
                text = read_text(file)
            except InputError as error:
                self.errors.append(error)
                continue
            yield SourceFile.of(file.path, text)

    def load(self, path: str) -> Folder | None:
        """The folder of a called module; None where there is no configuration."""
        if path not in self.files:
            self.add(path, listed(path, self.cwd))
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


def listed(path: str, cwd: Path) -> list[FoundFile]:
    """The Terraform files directly in a folder; none where there is no such folder."""
    folder = cwd / path
    try:
        names = sorted(
            each.name for each in folder.iterdir() if each.is_file() and not each.name.startswith(".")
        )
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return []
    kept = (name for name in names if name.endswith(TERRAFORM_FILES))
    return [FoundFile(reported(folder / name, cwd), folder / name) for name in kept]


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


def read_root(path: str, folders: Folders, given: GivenVariables) -> RootModule:
    """The resources of one root module and of all local modules that it calls."""
    folder = folders.folder(path)
    variables = root_variables(folder, folders.files.get(path, ()), given)
    directory = folders.cwd / path
    configuration = Configuration(
        path,
        folders.load,
        given.workspace,
        directory,
        installed_modules(path, directory),
        errors=variables.errors,
    )
    module = Module(folder, variables.inputs, configuration)
    result = RootModule(path, errors=configuration.errors)
    instances = list(module.instances(READERS.__contains__))
    requirements = required(module.folders() if instances else ())
    for instance in instances:
        _read_instance(instance, path, requirements, result)
    result.calls = list(module.calls())
    return result


def _read_instance(instance: Instance, root: str, requirements: Requirements, result: RootModule) -> None:
    lines, values = instance.file.lines, instance.block.values()
    places, provider = HclPlaces(instance.block, lines), requirements.provider(instance)
    origin = Origin(instance.address, instance.type, root, lines.path, places=places, provider=provider)
    result.shown.append(Shown(origin, partial(_known_and_unknown, instance)))
    result.written[instance.address] = Written(values, origin, places)
    written = {name: value for name, value in values.items() if value is not None}
    read = read_resource(instance.type, {**provider_defaults(instance), **written}, origin)
    if read:
        result.resources.append(read.resource)
        result.wrong += read.wrong


def _known_and_unknown(instance: Instance) -> Contents:
    """What ``show`` prints of a resource; it ends on screens and in logs, so nothing that is sensitive."""
    unknown: list[tuple[str, str]] = []
    if instance.repetition:
        unknown.append((instance.repetition[0], instance.repetition[1].because))

    def known(value: Plain, steps: tuple[str | int, ...]) -> Any:
        if isinstance(value, Unknown):
            unknown.append((str(plain_path(steps)), value.because))
            return None
        if isinstance(value, dict):
            kept = {key: known(each, (*steps, key)) for key, each in value.items()}
            return {key: each for key, each in kept.items() if not isinstance(value[key], Unknown)}
        if isinstance(value, list):
            return [known(each, (*steps, index)) for index, each in enumerate(value)]
        return value

    return known(instance.block.values(hide=True), ()), tuple(unknown)
