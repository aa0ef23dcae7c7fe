"""Plans and states as ``terraform show -json`` prints them (format versions 1.x, json-format, 2026-11).

Of a plan the resources are read as they will be, so none that it destroys or forgets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from typing import Any

from spillover.model.change import Change
from spillover.model.provider import Provider
from spillover.model.source import FieldPath, Origin, Unknown, WrongValue
from spillover.read.detect import STATE_FILE, is_state_file
from spillover.read.documents import Document
from spillover.read.plain import Plain
from spillover.read.plans.instances import was, will_be
from spillover.read.plans.places import JsonPlaces
from spillover.read.plans.planned import Plan, provider_called
from spillover.read.plans.source import Source, SourcePlaces, with_source
from spillover.read.plans.values import hidden, judged, without_empty
from spillover.read.shown import Contents, Shown
from spillover.read.terraform import READERS, plain_path, read_resource
from spillover.records import dataclass


@dataclass
class JsonReading:
    """What a plan or a state holds; ``notes`` are what its reader should know of the whole.

    ``changes`` are those of a plan, each of a resource that was there before.
    """

    resources: list[Any] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    wrong: list[WrongValue] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_plan(document: Document, root: str, source: Source | None = None) -> JsonReading:
    """The resources that a plan leads to; ``source`` is what it was made of.

    Raises:
        InputError: its format is not known here, or it is not as that format says.
    """
    printed = _checked(document)
    reading = JsonReading(notes=list(_notes(printed)))
    changes = _changes(printed, document)
    plan = Plan.of(printed, changes)
    for index, each in enumerate(changes):
        if will_be(each) and str(each.get("type")) in READERS:
            change, pointer = each["change"], FieldPath(("resource_changes", index, "change", "after"))
            places = JsonPlaces(document, pointer, change["after"])
            sensitive = change.get("after_sensitive")
            found = _Found(each, plan.values(each), sensitive, places, plan.provider(each))
            found = _with_source(found, source or {})
            after = _take(found, root, reading)
            before = _before(each, index, document)
            if before and change.get("actions") != ["no-op"]:
                actions = change.get("actions")
                is_replaced = isinstance(actions, list) and "create" in actions and "delete" in actions
                reading.changes.append(Change(_resource(before, root), after, is_replaced))
    _take_untouched(printed, changes, document, root, reading)
    return reading


def variables_of(document: Document) -> str:
    """The values of the root module's variables that a plan was made with, as JSON."""
    value = document.value
    printed = value.get("variables") if isinstance(value, dict) else None
    variables = printed if isinstance(printed, dict) else {}
    known = {name: each for name, each in variables.items() if isinstance(each, dict) and "value" in each}
    return json.dumps({name: each["value"] for name, each in known.items()}, default=float)


def read_before(document: Document, root: str) -> JsonReading:
    """The resources that there were before a plan, at the addresses that they will have.

    Raises:
        InputError: as :func:`read_plan`.
    """
    printed = _checked(document)
    reading = JsonReading()
    changes = _changes(printed, document)
    for index, each in enumerate(changes):
        found = _before(each, index, document)
        if found and str(each.get("type")) in READERS:
            _take(found, root, reading)
    _take_untouched(printed, changes, document, root, reading)
    return reading


def _before(printed: Any, index: int, document: Document) -> _Found | None:
    """A resource as it was before its change, if it was there."""
    if not was(printed):
        return None
    before = printed["change"]["before"]
    places = JsonPlaces(document, FieldPath(("resource_changes", index, "change", "before")), before)
    sensitive = printed["change"].get("before_sensitive")
    return _Found(printed, without_empty(before), sensitive, places, Provider(provider_called(printed)))


def _take_untouched(
    plan: Mapping[str, Any], changes: list[Any], document: Document, root: str, reading: JsonReading
) -> None:
    """The resources that a targeted plan leaves alone: it lists no change of them, but they are there."""
    prior = plan.get("prior_state")
    values = prior.get("values") if isinstance(prior, dict) else None
    listed = {str(each.get(name)) for each in changes for name in ("address", "previous_address")}
    for found in _of_state(values, FieldPath(("prior_state", "values", "root_module")), document):
        if str(found.printed.get("address")) not in listed:
            _take(found, root, reading)


def _changes(plan: Mapping[str, Any], document: Document) -> list[Any]:
    """The changes that a plan lists, which has one of every resource; only an empty one has no list."""
    changes, planned = plan.get("resource_changes"), plan.get("planned_values")
    at = FieldPath(("resource_changes",))
    if changes is None and any(_of_module(_root_of(planned), FieldPath())):
        raise document.error(at, "resource_changes is missing: planned_values do not say what is not known")
    if changes is not None and not isinstance(changes, list):
        raise document.error(at, "resource_changes is not a list")
    for index, each in enumerate(changes or ()):
        if not isinstance(each, dict) or not isinstance(each.get("change"), dict):
            raise document.error(at / index, "a resource change without its change")
    return changes or []


def read_state(document: Document, root: str) -> JsonReading:
    """The resources of a state.

    Raises:
        InputError: it is the file of a state itself, or its format is not known here.
    """
    if is_state_file(document.value):
        raise document.error(FieldPath(), STATE_FILE)
    state, reading = _checked(document), JsonReading()
    for found in _of_state(state.get("values"), FieldPath(("values", "root_module")), document):
        _take(found, root, reading)
    return reading


def _of_state(state: Any, pointer: FieldPath, document: Document) -> Iterator[_Found]:
    """The resources in the values of a state, which are at ``pointer``."""
    for each, at in _of_module(_root_of(state), pointer):
        values, sensitive = each.get("values"), each.get("sensitive_values")
        # A deposed object goes as soon as another one is there in its place.
        if each.get("mode") == "managed" and isinstance(values, dict) and "deposed_key" not in each:
            places = JsonPlaces(document, at / "values", values)
            provider = Provider(provider_called(each))
            yield _Found(each, without_empty(values), sensitive, places, provider)


def _root_of(values: Any) -> Any:
    return values.get("root_module") if isinstance(values, dict) else None


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
    value, at = document.value, FieldPath(("format_version",))
    if not isinstance(value, dict) or "format_version" not in value:
        raise document.error(at, "format_version is missing: not what `terraform show -json` prints")
    version = value["format_version"]
    if not isinstance(version, str) or not version.startswith("1."):
        raise document.error(at, f"format version {version} is not known here, only 1.x is")
    return value


def _notes(plan: Mapping[str, Any]) -> Iterator[str]:
    if plan.get("errored") is True:
        yield "planning ended with an error: what is missing in this plan is not known"
    elif plan.get("complete") is False:
        yield "this plan is not complete (it was targeted, or something is deferred): the rest is not known"


@dataclass(frozen=True)
class _Found:
    """One resource of a plan or a state: as it is printed, and its values as they are judged.

    ``written`` is where it is written, if what the plan was made of is known.
    """

    printed: Mapping[str, Any]
    values: dict[str, Any]
    sensitive: Any
    places: JsonPlaces
    provider: Provider
    written: Origin | None = None

    @property
    def judged(self) -> dict[str, Any]:
        """Its values, without what is sensitive."""
        marks = dict.fromkeys(self.values, True) if self.sensitive is True else self.sensitive
        known: dict[str, Any] = judged(self.values, marks)
        return known


def _with_source(found: _Found, source: Source) -> _Found:
    """A resource with what its source adds; one that has no key there stands for all of its instances."""
    address = str(found.printed.get("address"))
    written = source.get(address) or source.get(_without_key(address))
    if written is None:
        return found
    sourced = with_source(found.values, written)
    at = replace(written.origin, places=SourcePlaces(written.places, sourced.blocks))
    return replace(found, values=sourced.values, written=at)


def _without_key(address: str) -> str:
    """An address without the key of its instance."""
    return re.sub(r"\[[^\[\]]*\]\Z", "", address)


def _take(found: _Found, root: str, reading: JsonReading) -> Any:
    """Read a resource into the model; None for a type that the model has no place for."""
    origin = _origin(found, root)
    read = read_resource(origin.type, found.judged, origin)
    if read is None:
        return None
    reading.resources.append(read.resource)
    reading.wrong += read.wrong
    reading.shown.append(Shown(origin, partial(_contents, found)))
    return read.resource


def _resource(found: _Found, root: str) -> Any:
    """A resource of the model, of a type that has readers."""
    origin = _origin(found, root)
    read = read_resource(origin.type, found.judged, origin)
    return read.resource if read else None


def _origin(found: _Found, root: str) -> Origin:
    type_, path = str(found.printed.get("type")), found.places.document.path
    address = str(found.printed.get("address"))
    if found.written:
        return replace(found.written, address=address, root=root, provider=found.provider)
    return Origin(address, type_, root, path, places=found.places, provider=found.provider)


def _contents(found: _Found) -> Contents:
    """What ``show`` prints: nothing that is sensitive."""
    unknown: list[tuple[str, str]] = []
    _collect(found.values, (), unknown)
    known = {name: each for name, each in found.places.values.items() if each is not None}
    sensitive = dict.fromkeys(known, True) if found.sensitive is True else found.sensitive
    return hidden(known, sensitive), tuple(unknown)


def _collect(value: Plain, steps: tuple[str | int, ...], unknown: list[tuple[str, str]]) -> None:
    if isinstance(value, Unknown):
        unknown.append((str(plain_path(steps)), value.because))
    elif isinstance(value, dict):
        for name, each in value.items():
            _collect(each, (*steps, name), unknown)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            _collect(each, (*steps, index), unknown)
