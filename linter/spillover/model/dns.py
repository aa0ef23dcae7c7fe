"""Cloud DNS: zones, record sets and their routing policies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from spillover.model.names import Link, ResourceName
from spillover.model.source import FieldRef, Maybe, Origin, Reference, Unknown


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


class LoadBalancerType(StrEnum):
    """``loadBalancerType`` of an internal target."""

    NONE = "none"
    GLOBAL_L7 = "globalL7ilb"
    REGIONAL_L4 = "regionalL4ilb"
    REGIONAL_L7 = "regionalL7ilb"


@dataclass(frozen=True)
class InternalTarget:
    """The forwarding rule of an internal load balancer, told by where it is: it reports its own health.

    ``ip_protocol`` is ``tcp`` or ``udp``; what is written may be anything.
    """

    type: Maybe[LoadBalancerType] = None
    ip_address: Maybe[str] = None
    port: Maybe[str] = None
    ip_protocol: Maybe[str] = None
    network: Maybe[Link] = None
    project: Maybe[str] = None
    region: Maybe[str] = None
    origin: Origin = field(default=Origin("", "internal target"), compare=False)


@dataclass(frozen=True)
class Address:
    """An address and the field that it is in; it may be that of a resource, before it is known."""

    text: str | Unknown
    at: FieldRef = field(compare=False)

    def __str__(self) -> str:
        if isinstance(self.text, str):
            return self.text
        of = self.text.refers_to
        return f"{of.address}.{of.attribute}" if of else self.text.because

    @property
    def ip(self) -> IPv4Address | IPv6Address | None:
        """The address as such; None for one that is not known, and for text that is none, such as a name."""
        if isinstance(self.text, Unknown):
            return None
        try:
            return ip_address(self.text)
        except ValueError:
            return None

    @property
    def private_kind(self) -> str | None:
        """What kind of address it is, if the internet cannot reach it: private, loopback or link-local."""
        found = (kind for network, kind in _NETWORKS.items() if self.ip and self.ip in network)
        return next(found, None)


_NOT_OF_THE_INTERNET: dict[str, tuple[str, ...]] = {
    "private": ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
    "loopback": ("127.0.0.0/8", "::1/128"),
    "link-local": ("169.254.0.0/16", "fe80::/10"),
}
_NETWORKS: dict[IPv4Network | IPv6Network, str] = {
    ip_network(text): kind for kind, texts in _NOT_OF_THE_INTERNET.items() for text in texts
}


@dataclass(frozen=True)
class Targets:
    """The addresses of one item.

    ``external`` are probed from the internet, ``internal`` are load balancers whose health is
    known to Google, ``unchecked`` are not checked at all.
    """

    external: Maybe[tuple[str | Unknown, ...]] = None
    internal: Maybe[tuple[InternalTarget, ...]] = None
    unchecked: Maybe[tuple[str | Unknown, ...]] = None
    origin: Origin = field(default=Origin("", "targets"), compare=False)

    @property
    def probed(self) -> Maybe[tuple[str | Unknown, ...]]:
        """Its external endpoints; beside internal load balancers they are dropped (FO043)."""
        if not self.external or self.internal in (None, ()):
            return self.external
        return self.internal if isinstance(self.internal, Unknown) else None

    @property
    def has_checked(self) -> bool | Unknown:
        """Whether any of its addresses is health-checked."""
        return _any(self.external, self.internal)

    @property
    def is_mixed(self) -> bool | Unknown:
        """Whether some of its addresses are health-checked and others are not."""
        checked, unchecked = self.has_checked, _any(self.unchecked)
        if checked is False or unchecked is False:
            return False
        return checked if isinstance(checked, Unknown) else unchecked

    def addresses(self) -> Iterator[Address]:
        """Every address, checked or not; of a list that is not known, one that is not known."""
        yield from self.external_addresses()
        if isinstance(self.internal, Unknown):
            yield Address(self.internal, self.origin.at("internal"))
        else:
            for each in self.internal or ():
                if each.ip_address is not None:
                    yield Address(each.ip_address, each.origin.at("ip_address"))
        yield from _listed(self.unchecked, self.origin, "unchecked")

    def external_addresses(self) -> Iterator[Address]:
        """The addresses that are probed from the internet."""
        yield from _listed(self.external, self.origin, "external")


def _listed(addresses: Maybe[tuple[str | Unknown, ...]], origin: Origin, name: str) -> Iterator[Address]:
    if isinstance(addresses, Unknown):
        yield Address(addresses, origin.at(name))
        return
    for index, each in enumerate(addresses or ()):
        yield Address(each, origin.at(name, index))


def same_address(one: Address, other: Address) -> bool | Unknown:
    """Whether two addresses are one; one attribute of one resource is one address, known or not.

    The provider does not choose one address for two resources.
    """
    if not isinstance(one.text, Unknown) and not isinstance(other.text, Unknown):
        return one.text == other.text if one.ip is None else one.ip == other.ip
    unknown = one.text if isinstance(one.text, Unknown) else other.text
    assert isinstance(unknown, Unknown)
    first, second = _resource_of(one), _resource_of(other)
    if first is None or second is None:
        return unknown
    if first.address != second.address:
        chosen = all(isinstance(each.text, Unknown) and each.text.is_chosen for each in (one, other))
        return False if chosen else unknown
    return unknown if first.is_any or second.is_any or first.attribute != second.attribute else True


def _resource_of(address: Address) -> Reference | None:
    return address.text.refers_to if isinstance(address.text, Unknown) else None


@dataclass(frozen=True)
class GeoItem:
    """One geographic item: a region, and what is answered near it."""

    location: Maybe[str] = None
    targets: Targets = Targets()
    origin: Origin = field(default=Origin("", "geographic item"), compare=False)


@dataclass(frozen=True)
class WeightedItem:
    """One item of a weighted policy, with its share of the answers relative to the others' weights."""

    weight: Maybe[Decimal] = None
    targets: Targets = Targets()
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
        return _any(self.health_check)

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
        return _any(*(each if isinstance(each, Unknown) else each.probed for each in self.targets))

    @property
    def has_internal(self) -> bool | Unknown:
        """Whether internal load balancers are among its targets."""
        return _any(*(each if isinstance(each, Unknown) else each.internal for each in self.targets))

    @property
    def is_checked(self) -> bool | Unknown:
        """Whether any of its targets is health-checked."""
        return _any(*(each if isinstance(each, Unknown) else each.has_checked for each in self.targets))

    def addresses(self) -> Iterator[Address]:
        """Every address that its policy may answer, of whatever kind."""
        for each in self.targets:
            if isinstance(each, Unknown):
                yield Address(each, self.origin.at("routing_policy"))
            else:
                yield from each.addresses()


def _any(*parts: object) -> bool | Unknown:
    """Whether one of the parts surely holds something; else the first that may."""
    if any(part and not isinstance(part, Unknown) for part in parts):
        return True
    return next((part for part in parts if isinstance(part, Unknown)), False)


def _targets_of(items: Maybe[tuple[GeoItem | WeightedItem, ...]]) -> tuple[Targets | Unknown, ...]:
    if isinstance(items, Unknown):
        return (items,)
    return tuple(item.targets for item in items or ())
