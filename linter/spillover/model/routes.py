"""Routes whose next hop may be an internal passthrough load balancer."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from ipaddress import ip_interface

from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Unknown
from spillover.records import dataclass


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

    def has_address_of(self, rule: ForwardingRule) -> bool | Unknown:
        """Whether the address of its next hop is a forwarding rule's, whatever the networks of both."""
        if self.next_hop_ip is None or not may_be_next_hop(rule):
            return False
        return _same_address(self.next_hop_ip, rule)

    def refers_to_address_of(self, rule: ForwardingRule) -> bool:
        """Whether it takes that address from where the forwarding rule does: then it is no other's."""
        return isinstance(self.next_hop_ip, Unknown) and self.has_address_of(rule) is True


def may_be_next_hop(rule: ForwardingRule) -> bool:
    """Whether it may be of an internal passthrough load balancer."""
    if rule.is_global or rule.backend_service is None:
        return False
    return isinstance(rule.scheme, Unknown) or rule.scheme in (None, LoadBalancingScheme.INTERNAL)


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
