"""Zones and record sets of Cloud DNS."""

from __future__ import annotations

from spillover.model.dns import (
    Dnssec,
    GeoItem,
    ManagedZone,
    PrimaryBackup,
    RecordSet,
    RoutingPolicy,
    Visibility,
    WeightedItem,
)
from spillover.model.names import ResourceName
from spillover.model.places import last_segment
from spillover.model.source import Maybe
from spillover.model.targets import InternalTarget, LoadBalancerType, Targets
from spillover.read.body import Body, Fields, Row, link

MANAGED_ZONE = Fields.table(
    name="name",
    project="project",
    dns_name="dns_name",
    visibility="visibility",
    dnssec="dnssec_config.state",
    forwarding="forwarding_config",
    peering="peering_config",
    reverse_lookup=("reverse_lookup", "reverseLookupConfig"),
    service_directory=("service_directory_config", "serviceDirectoryConfig"),
)


def managed_zone(body: Body) -> ManagedZone:
    """``google_dns_managed_zone``; ``dns#managedZone``."""
    name = body.text("name")
    return ManagedZone(
        name=name,
        dns_name=body.text("dns_name"),
        visibility=body.enum("visibility", Visibility),
        dnssec=body.enum("dnssec", Dnssec),
        forwarding=body.has("forwarding"),
        peering=body.has("peering"),
        reverse_lookup=_is_reverse(body),
        service_directory=body.has("service_directory"),
        identity=ResourceName("managedZones", name, None, _project(body)) if isinstance(name, str) else None,
        origin=body.named(),
    )


def _is_reverse(body: Body) -> Maybe[bool]:
    """Terraform has a flag where the API has an object."""
    return None if body.value("reverse_lookup") is False else body.has("reverse_lookup")


def _project(body: Body) -> str | None:
    project = body.text("project")
    return project if isinstance(project, str) else None


RECORD_SET = Fields.table(
    name="name",
    project="project",
    type="type",
    ttl="ttl",
    zone=link("managed_zone"),
    routing_policy="routing_policy",
    health_check=link("routing_policy.health_check"),
    data="rrdatas",
)
ROUTING_POLICY = Fields.table(
    health_check=link("health_check"),
    primary_backup="primary_backup",
    geo=("geo", "geo.items"),
    fencing=("enable_geo_fencing", "geo.enableFencing"),
    weighted=("wrr", "wrr.items"),
)
PRIMARY_BACKUP = Fields.table(
    primary=("primary", "primaryTargets"),
    backup=("backup_geo", "backupGeoTargets.items"),
    trickle_ratio=("trickle_ratio", "trickleTraffic"),
    fencing=("enable_geo_fencing_for_backups", "backupGeoTargets.enableFencing"),
)
TARGETS = Fields.table(external="external_endpoints", internal="internal_load_balancers")
_ITEM: dict[str, Row] = {
    "external": "health_checked_targets.external_endpoints",
    "internal": "health_checked_targets.internal_load_balancers",
    "unchecked": ("rrdatas", "rrdatas", "rrdatasRefs"),
}
GEO_ITEM = Fields.table(**_ITEM, location="location")
WEIGHTED_ITEM = Fields.table(**_ITEM, weight="weight")
INTERNAL_TARGET = Fields.table(
    type="load_balancer_type",
    ip_address=link("ip_address"),
    port="port",
    ip_protocol="ip_protocol",
    network=("network_url", "networkUrl", "networkRef"),
    project=link("project"),
    region=link("region"),
)


def record_set(body: Body) -> RecordSet:
    """``google_dns_record_set``; ``dns#resourceRecordSet``."""
    policy = body.inside("routing_policy", ROUTING_POLICY)
    return RecordSet(
        name=body.text("name"),
        type=body.text("type"),
        ttl=body.integer("ttl"),
        zone=body.link("zone", "managedZones", beside=ResourceName("", "", None, _project(body))),
        routing_policy=_routing_policy(policy) if isinstance(policy, Body) else policy,
        data=body.texts("data"),
        origin=body.named(),
    )


def _routing_policy(body: Body) -> RoutingPolicy:
    body.note_unknown_blocks()
    failover = body.inside("primary_backup", PRIMARY_BACKUP)
    weighted = body.each("weighted", WEIGHTED_ITEM)
    return RoutingPolicy(
        health_check=body.link("health_check", "healthChecks"),
        primary_backup=_primary_backup(failover) if isinstance(failover, Body) else failover,
        geo=_geo_items(body, "geo"),
        weighted=tuple(map(_weighted_item, weighted)) if isinstance(weighted, tuple) else weighted,
        fencing=body.flag("fencing"),
        origin=body.named(),
    )


def _primary_backup(body: Body) -> PrimaryBackup:
    body.note_unknown_blocks()
    primary = body.inside("primary", TARGETS)
    return PrimaryBackup(
        primary=_targets(primary) if isinstance(primary, Body) else primary,
        backup=_geo_items(body, "backup"),
        trickle_ratio=body.decimal("trickle_ratio"),
        fencing=body.flag("fencing"),
        origin=body.named(),
    )


def _geo_items(body: Body, name: str) -> Maybe[tuple[GeoItem, ...]]:
    items = body.each(name, GEO_ITEM)
    return tuple(map(_geo_item, items)) if isinstance(items, tuple) else items


def _geo_item(body: Body) -> GeoItem:
    return GeoItem(body.text("location"), _targets(body), body.named())


def _weighted_item(body: Body) -> WeightedItem:
    return WeightedItem(body.decimal("weight"), _targets(body), body.named())


def _targets(body: Body) -> Targets:
    """What an item answers; the primary has no place for addresses that nobody checks."""
    body.note_unknown_blocks()
    internal = body.each("internal", INTERNAL_TARGET)
    return Targets(
        external=body.texts("external"),
        internal=tuple(map(_internal_target, internal)) if isinstance(internal, tuple) else internal,
        unchecked=None if body.fields is TARGETS else body.texts("unchecked"),
        origin=body.named(),
    )


def _internal_target(body: Body) -> InternalTarget:
    region = body.text("region")
    return InternalTarget(
        type=body.enum("type", LoadBalancerType),
        ip_address=body.text("ip_address"),
        port=body.text("port"),
        ip_protocol=body.text("ip_protocol"),
        network=body.link("network", "networks"),
        project=body.text("project"),
        region=last_segment(region) if isinstance(region, str) else region,
        origin=body.named(),
    )
