"""What a routing policy answers: the addresses of one item, and internal load balancers among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from spillover.model.names import Link
from spillover.model.source import FieldRef, Maybe, Origin, Reference, Unknown
from spillover.records import dataclass


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
        return holds_any(self.external, self.internal)

    @property
    def is_mixed(self) -> bool | Unknown:
        """Whether some of its addresses are health-checked and others are not."""
        checked, unchecked = self.has_checked, holds_any(self.unchecked)
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
    unclear = [each.text for each in (one, other) if isinstance(each.text, Unknown)]
    # What refers to a resource is known by it: the other one is why they cannot be compared.
    unknown = next((each for each in unclear if each.refers_to is None), unclear[0])
    first, second = _resource_of(one), _resource_of(other)
    if first is None or second is None:
        return unknown
    if first.address != second.address:
        chosen = all(isinstance(each.text, Unknown) and each.text.is_chosen for each in (one, other))
        return False if chosen else unknown
    return unknown if first.is_any or second.is_any or first.attribute != second.attribute else True


def _resource_of(address: Address) -> Reference | None:
    return address.text.refers_to if isinstance(address.text, Unknown) else None


def holds_any(*parts: object) -> bool | Unknown:
    """Whether one of the parts surely holds something; else the first that may."""
    if any(part and not isinstance(part, Unknown) for part in parts):
        return True
    return next((part for part in parts if isinstance(part, Unknown)), False)
