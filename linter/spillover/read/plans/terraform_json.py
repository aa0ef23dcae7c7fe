"""Plans and states as ``terraform show -json`` prints them (format versions 1.x, json-format, 2026-11).

Of a plan the resources are read as they will be, so none that it destroys or forgets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from spillover.model.provider import Provider, Versions
from spillover.model.source import FieldPath, Origin, Reference, SourceSpan, Unknown, WrongValue
from spillover.read.documents import Document
from spillover.read.modules.roots import Contents, Shown
from spillover.read.modules.versions import allowed
from spillover.read.plain import Plain
from spillover.read.plans.addresses import module_of
from spillover.read.plans.configuration import Configuration, Scope
from spillover.read.plans.expressions import PENDING, NotWritten, expression_at
from spillover.read.plans.values import hidden, joined
from spillover.read.terraform import READERS, plain_path, read_resource

_LEAVING = (["delete"], ["forget"])


@dataclass
class JsonReading:
    """What a plan or a state holds; ``notes`` are what its reader should know of the whole."""

    resources: list[Any] = field(default_factory=list)
    wrong: list[WrongValue] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class JsonPlaces:
    """Finds the places of a resource's values in the text of a plan or a state.

    There every block is an element of an array, which a path does not name where it can stand only once.
    """

    document: Document
    pointer: FieldPath
    values: Any

    def span(self, path: FieldPath, /) -> SourceSpan:
        """The member at ``path``, or the nearest thing around it."""
        return self.document.span(self.pointer / FieldPath(tuple(_with_indexes(self.values, path))))

    def holders(self, _path: FieldPath, /) -> tuple[SourceSpan, ...]:
        """Nothing: JSON has no comments."""
        return ()

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        """Nothing: a plan has values only."""
        return ()


def _with_indexes(values: Any, path: FieldPath) -> Iterator[str | int]:
    """The path as the JSON has it."""
    for step in path:
        if isinstance(values, list) and isinstance(step, str):
            yield 0
            values = values[0] if values else None
        yield step
        if isinstance(values, dict):
            values = values.get(step) if isinstance(step, str) else None
        elif isinstance(values, list) and isinstance(step, int):
            values = values[step] if step < len(values) else None


def read_plan(document: Document, root: str) -> JsonReading:
    """The resources that a plan leads to.

    Raises:
        InputError: its format is not known here, or it is not as that format says.
    """
    plan = _checked(document)
    reading = JsonReading(notes=list(_notes(plan)))
    configuration = Configuration.of(plan)
    changes = plan.get("resource_changes", [])
    if not isinstance(changes, list):
        raise document.error(FieldPath(("resource_changes",)), "resource_changes is not a list")
    for index, each in enumerate(changes):
        pointer = FieldPath(("resource_changes", index))
        change = _change(each, pointer, document)
        if change is not None:
            _take(_planned(change, configuration, root), reading)
    return reading


def read_state(document: Document, root: str) -> JsonReading:
    """The resources of a state.

    Raises:
        InputError: it is the file of a state itself, or its format is not known here.
    """
    if isinstance(document.value, dict) and "values" not in document.value and "version" in document.value:
        message = "the file of a Terraform state: give what `terraform show -json` prints of it"
        raise document.error(FieldPath(), message)
    state, reading = _checked(document), JsonReading()
    values = state.get("values")
    module = values.get("root_module") if isinstance(values, dict) else None
    for each, pointer in _of_module(module, FieldPath(("values", "root_module"))):
        known, sensitive = each.get("values"), each.get("sensitive_values")
        if each.get("mode") == "managed" and isinstance(known, dict):
            place = JsonPlaces(document, pointer / "values", known)
            found = _Found(each, known, known, sensitive, place, root, Provider(_provider(each)))
            _take(found, reading)
    return reading


def _of_module(module: Any, pointer: FieldPath) -> Iterator[tuple[Mapping[str, Any], FieldPath]]:
    """The resources of a module of a state, and of those that it calls."""
    if not isinstance(module, dict):
        return
    for name in ("resources", "child_modules"):
        members = module.get(name)
        for index, each in enumerate(members if isinstance(members, list) else ()):
            at = pointer / name / index
            if name == "child_modules":
                yield from _of_module(each, at)
            elif isinstance(each, dict):
                yield each, at


def _checked(document: Document) -> Mapping[str, Any]:
    """The document, of a format that is known: a minor version only adds to it."""
    value = document.value
    version = value.get("format_version") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(version, str) or not version.startswith("1."):
        at = FieldPath(("format_version",))
        raise document.error(at, f"format version {version} is not known here, only 1.x is")
    return value


def _notes(plan: Mapping[str, Any]) -> Iterator[str]:
    if plan.get("errored") is True:
        yield "planning ended with an error: what is missing in this plan is not known"
    elif plan.get("complete") is False:
        yield "this plan is not complete (it was targeted, or something is deferred): the rest is not known"


@dataclass(frozen=True)
class _Found:
    """One resource of a plan or a state: as it is printed, and its values as they are judged."""

    printed: Mapping[str, Any]
    after: Mapping[str, Any]
    values: Any
    sensitive: Any
    places: JsonPlaces
    root: str
    provider: Provider


@dataclass(frozen=True)
class _Change:
    """A resource that there will be."""

    printed: Mapping[str, Any]
    after: Mapping[str, Any]
    unknown: Any
    sensitive: Any
    places: JsonPlaces


def _change(printed: Any, pointer: FieldPath, document: Document) -> _Change | None:
    change = printed.get("change") if isinstance(printed, dict) else None
    if not isinstance(change, dict):
        raise document.error(pointer, "a resource change without its change")
    if printed.get("mode") != "managed" or "deposed" in printed or change.get("actions") in _LEAVING:
        return None
    after = change.get("after")
    if not isinstance(after, dict):
        return None
    places = JsonPlaces(document, pointer / "change" / "after", after)
    return _Change(printed, after, change.get("after_unknown"), change.get("after_sensitive"), places)


def _planned(change: _Change, configuration: Configuration, root: str) -> _Found:
    printed = change.printed
    module = module_of(str(printed.get("module_address") or ""))
    configured = configuration.resource(module, str(printed.get("type")), str(printed.get("name")))
    scope = Scope(module, printed.get("index"))
    marked = joined(change.after, change.unknown, lambda _: PENDING, FieldPath())
    cause = partial(_cause, configuration, configured.get("expressions"), marked, scope)
    values = joined(change.after, change.unknown, cause, FieldPath())
    provider = Provider(_provider(printed), _versions(configuration, printed.get("provider_name")))
    if isinstance(values, dict):
        values = values | dict(_of_provider(values, configured, configuration))
    return _Found(printed, change.after, values, change.sensitive, change.places, root, provider)


def _cause(
    configuration: Configuration, expressions: Any, marked: Any, scope: Scope, path: FieldPath
) -> Unknown | None:
    """Why a value is not known, and what it refers to if its expression refers to one thing alone.

    A place that is not written is that of the provider, which may not be known: it is no default.
    """
    expression = expression_at(expressions, marked, path)
    if isinstance(expression, NotWritten):
        return PENDING if path.steps in _PLACES else None
    found = list(dict.fromkeys(configuration.refers_to(expression, scope)))
    if len(found) == 1 and isinstance(found[0], Reference):
        return Unknown(f"{found[0].address}.{found[0].attribute}", found[0])
    told = [f"{each.address}.{each.attribute}" if isinstance(each, Reference) else each for each in found]
    return Unknown(", ".join(told) or PENDING.because)


_PLACES = (("project",), ("region",), ("zone",))


def _of_provider(
    values: Mapping[str, Plain], configured: Mapping[str, Any], configuration: Configuration
) -> Iterator[tuple[str, str]]:
    """The project and place that a resource has of its provider, where it writes none."""
    provider = configuration.providers.get(str(configured.get("provider_config_key")))
    given = provider.get("expressions") if isinstance(provider, dict) else None
    for (name,) in _PLACES:
        if isinstance(values.get(name), Unknown) and name not in (configured.get("expressions") or {}):
            expression = given.get(name) if isinstance(given, dict) else None
            constant = expression.get("constant_value") if isinstance(expression, dict) else None
            if isinstance(constant, str):
                yield name, constant


def _provider(printed: Mapping[str, Any]) -> str:
    """``google`` or ``google-beta``, by the last part of the provider's address."""
    return str(printed.get("provider_name") or "google").rpartition("/")[2]


def _versions(configuration: Configuration, name: Any) -> Versions:
    """The versions of a provider that all modules allow."""
    versions = Versions()
    for each in configuration.providers.values():
        if isinstance(each, dict) and each.get("full_name", each.get("name")) == name:
            constraint = each.get("version_constraint")
            versions &= allowed(constraint) if isinstance(constraint, str) else Versions()
    return versions


def _take(found: _Found, reading: JsonReading) -> None:
    type_ = str(found.printed.get("type"))
    if type_ not in READERS or not isinstance(found.values, dict):
        return
    address = str(found.printed.get("address"))
    path = found.places.document.path
    origin = Origin(address, type_, found.root, path, places=found.places, provider=found.provider)
    read = read_resource(type_, found.values, origin)
    if read is not None:
        reading.resources.append(read.resource)
        reading.wrong += read.wrong
        reading.shown.append(Shown(origin, partial(_contents, found)))


def _contents(found: _Found) -> Contents:
    """What ``show`` prints: nothing that is sensitive."""
    unknown: list[tuple[str, str]] = []
    _collect(found.values, (), unknown)
    known = {name: each for name, each in found.after.items() if each is not None}
    return hidden(known, found.sensitive), tuple(unknown)


def _collect(value: Plain, steps: tuple[str | int, ...], unknown: list[tuple[str, str]]) -> None:
    if isinstance(value, Unknown):
        unknown.append((str(plain_path(steps)), value.because))
    elif isinstance(value, dict):
        for name, each in value.items():
            _collect(each, (*steps, name), unknown)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            _collect(each, (*steps, index), unknown)
