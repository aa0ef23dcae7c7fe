"""Record sets of Cloud DNS."""

from __future__ import annotations

from spillover.model.dns import BackupItem, PrimaryBackup, RecordSet, RoutingPolicy, Targets
from spillover.model.source import Maybe, Unknown
from spillover.read.body import Body, Fields

RECORD_SET = Fields.table(
    name="name",
    type="type",
    ttl="ttl",
    zone="managed_zone",
    routing_policy="routing_policy",
    health_check="routing_policy.health_check",
)
ROUTING_POLICY = Fields.table(health_check="health_check", primary_backup="primary_backup")
PRIMARY_BACKUP = Fields.table(
    primary=("primary", "primaryTargets"),
    backup=("backup_geo", "backupGeoTargets.items"),
    trickle_ratio=("trickle_ratio", "trickleTraffic"),
)
TARGETS = Fields.table(external="external_endpoints", internal="internal_load_balancers")
BACKUP_ITEM = Fields.table(
    location="location",
    external="health_checked_targets.external_endpoints",
    internal="health_checked_targets.internal_load_balancers",
    unchecked="rrdatas",
)


def record_set(body: Body) -> RecordSet:
    """``google_dns_record_set``; ``dns#resourceRecordSet``."""
    policy = body.inside("routing_policy", ROUTING_POLICY)
    return RecordSet(
        name=body.text("name"),
        type=body.text("type"),
        ttl=body.integer("ttl"),
        zone=body.text("zone"),
        routing_policy=_routing_policy(policy) if isinstance(policy, Body) else policy,
        origin=body.named(),
    )


def _routing_policy(body: Body) -> RoutingPolicy:
    failover = body.inside("primary_backup", PRIMARY_BACKUP)
    return RoutingPolicy(
        health_check=body.link("health_check", "healthChecks"),
        primary_backup=_primary_backup(failover) if isinstance(failover, Body) else failover,
        origin=body.named(),
    )


def _primary_backup(body: Body) -> PrimaryBackup:
    primary = body.inside("primary", TARGETS)
    items = body.each("backup", BACKUP_ITEM)
    return PrimaryBackup(
        primary=_targets(primary, None) if isinstance(primary, Body) else primary,
        backup=tuple(map(_backup_item, items)) if isinstance(items, tuple) else items,
        trickle_ratio=body.decimal("trickle_ratio"),
        origin=body.named(),
    )


def _backup_item(body: Body) -> BackupItem:
    return BackupItem(body.text("location"), _targets(body, body.texts("unchecked")))


def _targets(body: Body, unchecked: Maybe[tuple[str | Unknown, ...]]) -> Targets:
    return Targets(body.texts("external"), body.has("internal"), unchecked)
