"""Assets of Cloud Asset Inventory: the object of Google's APIs that each wraps, and what it leaves out.

``gcloud asset list`` and ``export`` print ``resource.data``, ``search-all-resources`` prints
``versionedResources``. Often an object there says neither its kind nor where it is; its asset does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spillover.model.names import ResourceName
from spillover.model.source import FieldPath, Unknown
from spillover.read.kinds import KINDS, Kind
from spillover.records import dataclass

_FORMS_OF_A_TYPE = ("", "Region", "Global")
"""Listed assets are of ``RegionBackendService`` or ``GlobalAddress``; the APIs that search say
``BackendService`` and ``Address`` for those too. Where an asset is, its name tells.
"""


def _asset_types(kind: Kind) -> tuple[str, ...]:
    service, _, name = kind.name.partition("#")
    return tuple(f"{service}.googleapis.com/{form}{name[0].upper()}{name[1:]}" for form in _FORMS_OF_A_TYPE)


ASSET_TYPES: Mapping[str, Kind] = {type_: kind for kind in KINDS for type_ in _asset_types(kind)}
"""The types of the assets that are read."""

_LEFT_OUT = (
    ("HealthCheck", "global", "sourceRegions"),
    ("HealthCheck", "", "grpcTlsHealthCheck"),
    ("BackendBucket", "", "loadBalancingScheme"),
    ("BackendService", "global", "cdnPolicy"),
    ("BackendService", "global", "dynamicForwarding"),
    ("BackendService", "regions/", "haPolicy.fastIPMove"),
    ("ForwardingRule", "", "ipCollection"),
    ("ServiceAttachment", "", "consumerAcceptLists"),
)
"""Kind, scope and field of what the inventory does not carry, so that its absence proves nothing.

By the marks ``is_missing_in_cai`` in magic-modules, from which Google makes the Terraform provider
(2026-08-21). A regional health check has no source regions at all: the API refuses them.
"""

LEFT_OUT = "a field that Cloud Asset Inventory leaves out"
"""Why such a field is not known."""


@dataclass(frozen=True)
class Asset:
    """An asset of a kind that is read. ``values`` is empty for one that is only a name.

    ``pointer`` leads from the asset to its object; ``unknown`` are the object's fields that an inventory
    leaves out.
    """

    kind: Kind
    values: Mapping[str, Any]
    pointer: FieldPath
    unknown: tuple[FieldPath, ...] = ()


def asset_type(value: Mapping[str, Any]) -> str:
    """The type of an asset; an export has names in snake_case."""
    found = value.get("assetType", value.get("asset_type"))
    return found if isinstance(found, str) else ""


def asset_of(value: Mapping[str, Any]) -> Asset | None:
    """What an asset wraps; None if it is of a type that is not needed."""
    kind = ASSET_TYPES.get(asset_type(value))
    if kind is None:
        return None
    pointer = _pointer(value)
    data = _inside(value, pointer)
    if not isinstance(data, dict) or not data:
        return Asset(kind, {}, pointer)
    name = value.get("name")
    values = _identified(data, kind, name if isinstance(name, str) else "")
    return Asset(kind, values, pointer, tuple(_left_out(values, kind)))


def how_to_ask(value: Mapping[str, Any]) -> str:
    """The option that was left out when an asset was printed that is only a name."""
    is_searched = "project" in value or "displayName" in value or "versionedResources" in value
    return "--read-mask='*'" if is_searched else "--content-type=resource"


def with_unknown(values: Mapping[str, Any], unknown: tuple[FieldPath, ...]) -> Mapping[str, Any]:
    """The values with an unknown one in each of the places, whose objects are there."""
    for path in unknown:
        values = _put(values, path.steps, Unknown(LEFT_OUT))
    return values


def _put(values: Mapping[str, Any], steps: tuple[str | int, ...], value: Unknown) -> Mapping[str, Any]:
    first, *rest = steps
    return {**values, str(first): _put(values[str(first)], tuple(rest), value) if rest else value}


def _pointer(value: Mapping[str, Any]) -> FieldPath:
    """The way to the object; of several versions the one that v1 of its API prints, else the last."""
    versions = value.get("versionedResources")
    if not isinstance(versions, list) or not versions:
        return FieldPath(("resource", "data"))
    of_v1 = (index for index, each in enumerate(versions) if _inside(each, FieldPath(("version",))) == "v1")
    return FieldPath(("versionedResources", next(of_v1, len(versions) - 1), "resource"))


def _inside(value: Any, path: FieldPath) -> Any:
    for step in path:
        is_there = isinstance(value, list if isinstance(step, int) else dict)
        value = (value[step] if isinstance(step, int) else value.get(step)) if is_there else None
    return value


_OF_DNS = re.compile(
    r"//dns\.googleapis\.com/projects/([^/]+)/managedZones/([^/]+)(?:/rrsets/([^/]+)/([^/]+))?\Z"
)


def _identified(data: Mapping[str, Any], kind: Kind, name: str) -> Mapping[str, Any]:
    """The object with what its asset's name says of it, where it does not say so itself."""
    told: dict[str, str | None]
    if match := _OF_DNS.match(name):
        project, zone, record, type_ = match.groups()
        is_record = kind.schema == "ResourceRecordSet"
        told = {"project": project, "name": record if is_record else zone}
        told |= {"managedZone": zone, "type": type_} if is_record else {}
    else:
        parsed = ResourceName.parse(name, kind.collection)
        region = parsed.region if parsed.zone is None else None
        told = {"selfLink": name, "name": parsed.name, "zone": parsed.zone, "region": region}
    return {**{key: text for key, text in told.items() if text and data.get(key) is None}, **data}


def _left_out(values: Mapping[str, Any], kind: Kind) -> list[FieldPath]:
    scope = ResourceName.parse(str(values.get("selfLink")), kind.collection).scope or ""
    paths = [
        FieldPath.parse(field)
        for schema, where, field in _LEFT_OUT
        if schema == kind.schema and scope.startswith(where)
    ]
    return [path for path in paths if _may_be_left_out(values, path)]


def _may_be_left_out(values: Mapping[str, Any], path: FieldPath) -> bool:
    """Whether a field is not there, though the object that would hold it is."""
    *outer, _ = path
    holder = _inside(values, FieldPath(tuple(outer)))
    return isinstance(holder, dict) and _inside(values, path) is None
