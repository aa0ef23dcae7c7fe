"""Cloud DNS: zones, record sets and their routing policies; what these answer is in ``targets``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from decimal import Decimal
from enum import StrEnum

from spillover.model.names import Link, ResourceName
from spillover.model.source import Maybe, Origin, Unknown
from spillover.model.targets import Address, Targets, holds_any
from spillover.records import dataclass


class Visibility(StrEnum):
    """``visibility`` of a zone; not written means public."""

    PUBLIC = "public"
    PRIVATE = "private"


class Dnssec(StrEnum):
    """``dnssecConfig.state`` of a zone; not written means off."""

    OFF = "off"
    ON = "on"
    TRANSFER = "transfer"


@dataclass(frozen=True)
class ManagedZone:
    """A zone. ``forwarding``, ``peering``, ``reverse_lookup`` and ``service_directory`` tell what it is for.

    Of these four it is known whether the object that makes a zone one is there at all.
    """

    name: Maybe[str] = None
    dns_name: Maybe[str] = None
    visibility: Maybe[Visibility] = None
    dnssec: Maybe[Dnssec] = None
    forwarding: Maybe[bool] = None
    peering: Maybe[bool] = None
    reverse_lookup: Maybe[bool] = None
    service_directory: Maybe[bool] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "managed zone"), compare=False)

    @property
    def is_private(self) -> bool | Unknown:
        """Whether only chosen networks see it."""
        if isinstance(self.visibility, Unknown):
            return self.visibility
        return self.visibility is Visibility.PRIVATE

    @property
    def is_signed(self) -> bool | Unknown:
        """Whether DNSSEC is on."""
        return self.dnssec if isinstance(self.dnssec, Unknown) else self.dnssec is Dnssec.ON


@dataclass(frozen=True)
class GeoItem:
    """One geographic item: a region, and what is answered near it."""

    location: Maybe[str] = None
    targets: Targets = field(default_factory=Targets)
    origin: Origin = field(default=Origin("", "geographic item"), compare=False)


@dataclass(frozen=True)
class WeightedItem:
    """One item of a weighted policy, with its share of the answers relative to the others' weights."""

    weight: Maybe[Decimal] = None
    targets: Targets = field(default_factory=Targets)
    origin: Origin = field(default=Origin("", "weighted item"), compare=False)


@dataclass(frozen=True)
class PrimaryBackup:
    """A failover policy: the backup is answered when every primary target is unhealthy.

    ``trickle_ratio`` is the share of answers that carry the backup even while the primary is
    healthy, in [0, 1]; not written means 0. The backup is a geographic policy; with ``fencing`` its
    nearest item is answered even if nothing of it is healthy.
    """

    primary: Maybe[Targets] = None
    backup: Maybe[tuple[GeoItem, ...]] = None
    trickle_ratio: Maybe[Decimal] = None
    fencing: Maybe[bool] = None
    origin: Origin = field(default=Origin("", "failover policy"), compare=False)

    @property
    def targets(self) -> tuple[Targets | Unknown, ...]:
        """The targets of the primary and of every backup item."""
        primary = () if self.primary is None else (self.primary,)
        return (*primary, *_targets_of(self.backup))


@dataclass(frozen=True)
class RoutingPolicy:
    """The routing policy of a record set: one of failover, geographic and weighted.

    ``fencing`` is that of the geographic policy.
    """

    health_check: Maybe[Link] = None
    primary_backup: Maybe[PrimaryBackup] = None
    geo: Maybe[tuple[GeoItem, ...]] = None
    weighted: Maybe[tuple[WeightedItem, ...]] = None
    fencing: Maybe[bool] = None
    origin: Origin = field(default=Origin("", "routing policy"), compare=False)

    @property
    def targets(self) -> tuple[Targets | Unknown, ...]:
        """The targets of every item of every policy that is written."""
        failover = self.primary_backup
        if isinstance(failover, PrimaryBackup):
            first: tuple[Targets | Unknown, ...] = failover.targets
        else:
            first = () if failover is None else (failover,)
        return (*first, *_targets_of(self.geo), *_targets_of(self.weighted))

    @property
    def has_health_check(self) -> bool | Unknown:
        """Whether it names a health check; a link to one that is not known yet is one."""
        return holds_any(self.health_check)

    @property
    def geo_items(self) -> Maybe[tuple[GeoItem, ...]]:
        """The geographic items: of the backup, or of the policy itself."""
        if self.primary_backup is None:
            return self.geo
        return self.primary_backup if isinstance(self.primary_backup, Unknown) else self.primary_backup.backup


@dataclass(frozen=True)
class RecordSet:
    """A resource record set. ``ttl`` in seconds."""

    name: Maybe[str] = None
    type: Maybe[str] = None
    ttl: Maybe[int] = None
    zone: Maybe[Link] = None
    routing_policy: Maybe[RoutingPolicy] = None
    data: Maybe[tuple[str | Unknown, ...]] = None
    origin: Origin = field(default=Origin("", "record set"), compare=False)

    @property
    def failover(self) -> Maybe[PrimaryBackup]:
        """Its failover policy, if it has one."""
        if self.routing_policy is None or isinstance(self.routing_policy, Unknown):
            return self.routing_policy
        return self.routing_policy.primary_backup

    @property
    def targets(self) -> tuple[Targets | Unknown, ...]:
        """The targets of its routing policy; a policy that is not known may have any."""
        if isinstance(self.routing_policy, RoutingPolicy):
            return self.routing_policy.targets
        return () if self.routing_policy is None else (self.routing_policy,)

    @property
    def probes_external(self) -> bool | Unknown:
        """Whether external endpoints are health-checked through its policy.

        Those beside internal load balancers are not: they are dropped (FO043).
        """
        return holds_any(*(each if isinstance(each, Unknown) else each.probed for each in self.targets))

    @property
    def has_internal(self) -> bool | Unknown:
        """Whether internal load balancers are among its targets."""
        return holds_any(*(each if isinstance(each, Unknown) else each.internal for each in self.targets))

    @property
    def is_checked(self) -> bool | Unknown:
        """Whether any of its targets is health-checked."""
        return holds_any(*(each if isinstance(each, Unknown) else each.has_checked for each in self.targets))

    def addresses(self) -> Iterator[Address]:
        """Every address that its policy may answer, of whatever kind."""
        for each in self.targets:
            if isinstance(each, Unknown):
                yield Address(each, self.origin.at("routing_policy"))
            else:
                yield from each.addresses()


def _targets_of(items: Maybe[tuple[GeoItem | WeightedItem, ...]]) -> tuple[Targets | Unknown, ...]:
    if isinstance(items, Unknown):
        return (items,)
    return tuple(item.targets for item in items or ())
