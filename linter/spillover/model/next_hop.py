"""Next hops: which forwarding rule a route leads to."""

from __future__ import annotations

from collections.abc import Iterable

from spillover.model.deployment import Deployment, Joined
from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link
from spillover.model.network import peered_with, same_network
from spillover.model.routes import Route, RouteKind
from spillover.model.source import Maybe, Unknown


def leads_to(deployment: Deployment, route: Route, rule: ForwardingRule) -> bool | Unknown:
    """Whether the next hop of a route is a forwarding rule, told by name or by address.

    One number may stand in several networks, so that these have to agree; a policy-based route may also
    lead to a network that is peered with its own. A reference to what gives the rule its address is enough.
    """
    if route.next_hop is not None:
        return deployment.points_at(route.next_hop, rule)
    same_address = route.has_address_of(rule)
    if same_address is False or route.refers_to_address_of(rule):
        return same_address
    network = _network(rule)
    same = same_network(deployment, route.network, network, route.origin.at("network"))
    if same is False and route.kind is RouteKind.POLICY_BASED:
        same = peered_with(deployment, route.network, network)
    return same if same is False or same_address is True else same_address


def routes_to(deployment: Deployment, rule: ForwardingRule, routes: Iterable[Route]) -> Joined[Route]:
    """Those of the routes whose next hop is a forwarding rule."""
    return Joined.of(routes, lambda route: leads_to(deployment, route, rule))


def _network(rule: ForwardingRule) -> Maybe[Link]:
    """The network; where it is not written, that of the subnetwork."""
    if rule.network is not None:
        return rule.network
    return Unknown(
        f"the network of {rule.origin.address}, which is not written", at=rule.origin.at("network")
    )
