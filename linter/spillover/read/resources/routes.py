"""Static routes and policy-based routes."""

from __future__ import annotations

import re

from spillover.model.names import Link
from spillover.model.places import last_segment
from spillover.model.routes import Route, RouteKind, ip_of
from spillover.model.source import Maybe, Unknown
from spillover.read.body import Body, Fields, link

ROUTE = Fields.table(
    name="name",
    network=link("network"),
    next_hop=("next_hop_ilb", "nextHopIlb", "nextHopILBRef"),
)
POLICY_BASED_ROUTE = Fields.table(name="name", network="network", next_hop="next_hop_ilb_ip")

_FORWARDING_RULE = re.compile(r"(?:^|\.)google_compute_forwarding_rule\.|/ComputeForwardingRule/")


def static_route(body: Body) -> Route:
    """``google_compute_route``; ``compute#route``."""
    return _route(body, RouteKind.STATIC)


def policy_based_route(body: Body) -> Route:
    """``google_network_connectivity_policy_based_route``; ``networkconnectivity#policyBasedRoute``."""
    return _route(body, RouteKind.POLICY_BASED)


def _route(body: Body, kind: RouteKind) -> Route:
    by_name, by_address = _next_hop(body)
    name = body.text("name")  # the API's of a policy-based route is the whole path
    return Route(
        kind,
        name=last_segment(name) if isinstance(name, str) else name,
        network=body.link("network", "networks"),
        next_hop=by_name,
        next_hop_ip=by_address,
        origin=body.named(),
    )


def _next_hop(body: Body) -> tuple[Maybe[Link], Maybe[str]]:
    """The next hop by its name and by its address, one of which it is.

    What refers to a forwarding rule leads to it, whichever its attribute; a reference to
    something else, such as a reserved address, is an address that is not known yet.
    """
    hop = body.text("next_hop")
    if isinstance(hop, Unknown):
        if hop.refers_to and not _FORWARDING_RULE.search(hop.refers_to.address):
            return None, hop
        return body.link("next_hop", "forwardingRules"), None
    if hop and ip_of(hop) is not None:
        return None, hop
    return body.link("next_hop", "forwardingRules"), None
