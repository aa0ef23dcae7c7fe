"""Routes whose next hop may be an internal passthrough load balancer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_interface

from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link, same_resource
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Unknown


class RouteKind(StrEnum):
    """What decides that a packet takes a route: its destination alone, or a filter."""

    STATIC = "static route"
    POLICY_BASED = "policy-based route"


@dataclass(frozen=True)
class Route:
    """A route; its next hop is told by a forwarding rule's name, or by the address of one in its network.

    ``next_hop`` and ``next_hop_ip`` stand in one field of the source, and one of them is set;
    neither is where the next hop is no load balancer.
    """

    kind: RouteKind
    name: Maybe[str] = None
    network: Maybe[Link] = None
    next_hop: Maybe[Link] = None
    next_hop_ip: Maybe[str] = None
    origin: Origin = field(default=Origin("", "route"), compare=False)

    @property
    def has_next_hop(self) -> bool:
        """Whether its next hop is, or may be, a load balancer."""
        return self.next_hop is not None or self.next_hop_ip is not None

    def leads_to_address_of(self, rule: ForwardingRule) -> bool | Unknown:
        """Whether the address of its next hop is that of a forwarding rule in its network.

        Internal addresses repeat from network to network, so both have to agree.
        """
        if self.next_hop_ip is None or not _may_be_next_hop(rule):
            return False
        verdicts = (_same_address(self.next_hop_ip, rule), same_resource(self.network, _network(rule)))
        if False in verdicts:
            return False
        return next((each for each in verdicts if isinstance(each, Unknown)), True)


def _may_be_next_hop(rule: ForwardingRule) -> bool:
    """Whether it may be of an internal passthrough load balancer."""
    if rule.is_global or rule.backend_service is None:
        return False
    return isinstance(rule.scheme, Unknown) or rule.scheme in (None, LoadBalancingScheme.INTERNAL)


def _network(rule: ForwardingRule) -> Maybe[Link]:
    """The network; where it is not written, that of the subnetwork."""
    if rule.network is not None:
        return rule.network
    return Unknown(
        f"the network of {rule.origin.address}, which is not written", at=rule.origin.at("network")
    )


def _same_address(address: str | Unknown, rule: ForwardingRule) -> bool | Unknown:
    """Whether two values are one address: the same one, or taken from the same resource."""
    other = rule.ip_address
    if other is None:
        because = f"the address of {rule.origin.address}, which is not written"
        return Unknown(because, at=rule.origin.at("ip_address"))
    if isinstance(address, Unknown) and isinstance(other, Unknown) and address.refers_to and other.refers_to:
        return address.refers_to.address == other.refers_to.address
    for each in (address, other):
        if isinstance(each, Unknown):
            return each
    known = ip_of(str(other))
    if known is None:  # an address resource, by its name
        return Unknown(f"the address that {other} names", at=rule.origin.at("ip_address"))
    return known == ip_of(str(address))


def ip_of(text: str) -> str | None:
    """The IP address that a text is, without the length of a prefix; None if it is none."""
    try:
        return str(ip_interface(text).ip)
    except ValueError:
        return None
