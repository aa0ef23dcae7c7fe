"""Google's own JSON and YAML, as gcloud and the APIs print it, and Config Connector's -> the model.

Observations of the running system too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from spillover.errors import InputError
from spillover.model.capacity import GroupHealth, InstanceList, Member
from spillover.model.names import ResourceName
from spillover.model.source import FieldPath, FieldRef, Origin, SourceSpan, WrongValue
from spillover.read.assets import LEFT_OUT, asset_of, how_to_ask, with_unknown
from spillover.read.body import Body, Dialect
from spillover.read.connector import ConnectorObject, is_of_kubernetes, known, read_connector
from spillover.read.documents import Document
from spillover.read.kinds import (
    Kind,
    address,
    is_asset,
    is_googles,
    is_group_health,
    is_listed_instance,
    recognised,
)
from spillover.read.validate import mismatches
from spillover.records import dataclass


@dataclass(frozen=True)
class DocumentPlaces:
    """Finds the places of the values of one object of a document."""

    document: Document
    pointer: FieldPath

    def span(self, path: FieldPath, /) -> SourceSpan:
        """The member at ``path`` of the object, or the nearest thing around it."""
        return self.document.span(self.pointer / path)

    def holders(self, _path: FieldPath, /) -> tuple[SourceSpan, ...]:
        """Nothing: a comment in a document speaks of its own line and the next."""
        return ()

    def written(self, _path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        """Nothing: every value of a document is written where it is."""
        return ()


@dataclass(frozen=True)
class ApiObject:
    """One object that was recognised, and the model object that it became.

    ``misread`` are values that could not be taken for what they should be; ``unknown`` are the fields that
    are not known or that the source leaves out, each with the reason.
    """

    origin: Origin
    values: Mapping[str, Any]
    resource: Any
    schema: str | None = None
    misread: tuple[WrongValue, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()

    @property
    def wrong(self) -> tuple[WrongValue, ...]:
        """What of it is not as Google says; a schema knows every field, the model only those that it reads.

        To look takes as long as to read it, so it is left to those who want to know.
        """
        return tuple(wrong_values(self.schema, self.values, self.origin)) if self.schema else self.misread


@dataclass
class ApiReading:
    """What a file of Google's JSON or YAML holds; ``wrong`` are values of the health in it.

    ``names`` are assets that should have been printed with their resources; ``notes`` tell of what was
    passed over.
    """

    objects: list[ApiObject] = field(default_factory=list)
    health: list[GroupHealth] = field(default_factory=list)
    wrong: list[WrongValue] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)
    names: list[InputError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_api(documents: tuple[Document, ...], root: str, dns_zone: str | None = None) -> ApiReading:
    """The resources and observations in a file; ``dns_zone`` names the zone of its record sets."""
    reading = ApiReading()
    for document in documents:
        errors = len(reading.errors)
        for value, pointer in objects(document):
            read_object(value, pointer, document, root, dns_zone, reading)
        # A document of something else is one error, not one for each of its elements.
        del reading.errors[errors + 1 :]
    tell_names(reading)
    return reading


def read_health(documents: tuple[Document, ...], root: str) -> ApiReading:
    """What ``backend-services get-health`` printed.

    Raises:
        InputError: it is something else.
    """
    reading = ApiReading()
    for document in documents:
        for value, pointer in objects(document):
            if not is_group_health(value):
                raise document.error(pointer, "not health as get-health prints it")
            _read_health(value, pointer, document, root, reading)
    return reading


def read_instances(documents: tuple[Document, ...], group: str) -> InstanceList:
    """What ``instance-groups list-instances`` printed for a group.

    Raises:
        InputError: it is something else.
    """
    members: list[Member] = []
    for document in documents:
        for value, pointer in objects(document):
            if not is_listed_instance(value):
                raise document.error(pointer, "not an instance as list-instances prints it")
            members.append(_member(value["instance"], None))
    return InstanceList(ResourceName.parse(group, "instanceGroups"), tuple(members), _path(documents))


def objects(document: Document) -> Iterator[tuple[Any, FieldPath]]:
    """The objects of a document with the way to each: one object, an array, or a list response."""
    yield from _objects(document.value, FieldPath())


def _objects(value: Any, pointer: FieldPath) -> Iterator[tuple[Any, FieldPath]]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _objects(item, pointer / index)
    elif isinstance(value, dict) and (listing := _listing(value)):
        items = value[listing]
        if isinstance(items, dict):  # an aggregated list: scope -> collection -> objects
            for scope, collections in items.items():
                for name, members in collections.items() if isinstance(collections, dict) else ():
                    if isinstance(members, list):
                        yield from _objects(members, pointer / listing / scope / name)
        else:
            yield from _objects(items, pointer / listing)
    else:
        yield value, pointer


_OF_LISTS = ("items", "rrsets")
_OF_LISTS_WITHOUT_KIND = ("interceptDeployments", "mirroringDeployments")


def _listing(value: Mapping[str, Any]) -> str | None:
    """The member of a list response that holds its objects: its name differs from API to API."""
    kind = value.get("kind")
    names = _OF_LISTS_WITHOUT_KIND if kind is None else _OF_LISTS if "List" in str(kind) else ()
    return next((name for name in names if name in value), None)


def read_object(
    value: Any, pointer: FieldPath, document: Document, root: str, dns_zone: str | None, reading: ApiReading
) -> None:
    """Add what one object of a document is."""
    if is_of_kubernetes(value):
        if found := read_connector(value):
            _read_connector(found, pointer, document, root, reading)
        return
    if is_asset(value):
        _read_asset(value, pointer, document, root, reading)
        return
    if is_group_health(value):
        _read_health(value, pointer, document, root, reading)
        return
    if is_listed_instance(value):
        message = "list-instances does not name its group: give this file as --instances GROUP=FILE"
        reading.errors.append(document.error(pointer, message))
        return
    kind = recognised(value)
    if kind is None:
        if not is_googles(value):
            reading.errors.append(document.error(pointer, "not recognised as an object of Google's APIs"))
        return
    if dns_zone is not None and kind.schema == "ResourceRecordSet":
        value = {**value, "managedZone": dns_zone}
    _add(kind, value, (), pointer, document, root, reading)


def _read_asset(
    value: Mapping[str, Any], pointer: FieldPath, document: Document, root: str, reading: ApiReading
) -> None:
    asset = asset_of(value)
    if asset is None:
        return
    if asset.values:
        _add(asset.kind, asset.values, asset.unknown, pointer / asset.pointer, document, root, reading)
    else:
        message = f"an asset without its resource: have the inventory printed with {how_to_ask(value)}"
        reading.names.append(document.error(pointer, message))


def tell_names(reading: ApiReading) -> None:
    """Make the assets that are only names one error: nothing can be judged, and for one reason."""
    for first in reading.names[:1]:
        others = len(reading.names) - 1
        told = replace(first, message=f"{first.message}; and {others} more") if others else first
        reading.errors.append(told)


def _add(
    kind: Kind,
    values: Mapping[str, Any],
    unknown: tuple[FieldPath, ...],
    pointer: FieldPath,
    document: Document,
    root: str,
    reading: ApiReading,
) -> None:
    places = DocumentPlaces(document, pointer)
    origin = Origin(address(values, kind), kind.name, root, document.path, places=places)
    body = Body(with_unknown(values, unknown), origin, kind.fields, Dialect.API)
    resource = kind.builder(body)
    causes = tuple((str(path), LEFT_OUT) for path in unknown)
    reading.objects.append(ApiObject(origin, values, resource, kind.schema, tuple(body.wrong), causes))


def _read_connector(
    found: ConnectorObject, pointer: FieldPath, document: Document, root: str, reading: ApiReading
) -> None:
    if found.lacks:
        at = document.span(pointer).start
        reading.notes.append(
            f"{document.path}:{at.line}: {found.address} has no {found.lacks}: a part of an object, "
            "which is not read"
        )
        return
    places = DocumentPlaces(document, pointer)
    origin = Origin(found.address, found.name, root, document.path, places=places)
    body = Body(found.values, origin, found.fields, Dialect.CONNECTOR)
    resource = found.kind.builder(body)
    reading.objects.append(
        ApiObject(origin, known(found.written), resource, misread=tuple(body.wrong), unknown=found.unknown)
    )


def wrong_values(schema: str, value: Any, origin: Origin) -> list[WrongValue]:
    """What of an object is not as its schema says."""
    return [
        WrongValue(FieldRef(origin, each.path), each.message, each.kind == "enum")
        for each in mismatches(schema, value)
    ]


def _read_health(
    value: dict[str, Any], pointer: FieldPath, document: Document, root: str, reading: ApiReading
) -> None:
    group, status = value.get("backend"), value.get("status")
    if not isinstance(group, str) or not isinstance(status, dict):
        message = "this health does not name its group: use gcloud compute backend-services get-health"
        reading.errors.append(document.error(pointer, message))
        return
    name = ResourceName.parse(group, "instanceGroups")
    places = DocumentPlaces(document, pointer / "status")
    origin = Origin(str(name), "compute#backendServiceGroupHealth", root, document.path, places=places)
    reading.wrong += wrong_values("BackendServiceGroupHealth", status, origin)
    items = status.get("healthStatus")
    items = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    rules = {item["forwardingRule"] for item in items if isinstance(item.get("forwardingRule"), str)}
    reading.health.append(
        GroupHealth(
            name,
            _checked_members(items, by_address=name.collection == "networkEndpointGroups"),
            tuple(ResourceName.parse(rule, "forwardingRules") for rule in sorted(rules)),
            document.path,
        )
    )


def _checked_members(items: list[dict[str, Any]], *, by_address: bool) -> tuple[Member, ...]:
    """Each instance (in an endpoint group: each endpoint) once, healthy where all its items agree."""
    states: dict[tuple[str, str], set[bool | None]] = {}
    for item in items:
        instance, ip = (_text(item.get(name)) for name in ("instance", "ipAddress"))
        healthy = {"HEALTHY": True, "UNHEALTHY": False}.get(_text(item.get("healthState")))
        key = (instance, ip if by_address or not instance else "")
        states.setdefault(key, set()).add(healthy)
    return tuple(
        _member(instance, next(iter(seen)) if len(seen) == 1 else None, ip)
        for (instance, ip), seen in states.items()
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _member(instance: str, healthy: bool | None, ip: str = "") -> Member:
    parsed = ResourceName.parse(instance, "instances")
    return Member(":".join(filter(None, (parsed.name, ip))), parsed.zone, healthy)


def _path(documents: tuple[Document, ...]) -> str:
    return documents[0].path if documents else ""
