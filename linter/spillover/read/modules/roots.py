"""Terraform folders -> root modules -> resources of the model.

Blocks are parsed only where a resource type that matters, or a reference from one, leads there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import Any

from spillover.errors import InputError
from spillover.model.source import Origin, Unknown, WrongValue
from spillover.read.modules.calls import CalledModule
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.expand import HclPlaces
from spillover.read.modules.folders import Folders
from spillover.read.modules.installed import installed_modules
from spillover.read.modules.module import Instance, Module
from spillover.read.modules.providers import provider_defaults
from spillover.read.modules.variables import root_variables
from spillover.read.modules.versions import Requirements, required
from spillover.read.plain import Plain
from spillover.read.request import GivenVariables
from spillover.read.shown import Contents, Shown
from spillover.read.terraform import READERS, plain_path, read_resource
from spillover.records import dataclass


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
        lambda path: folders.boundary.admits(folders.cwd / path),
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
