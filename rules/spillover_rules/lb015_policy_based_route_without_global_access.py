"""A policy-based route leads to a load balancer without global access.

The API describes the next hop of a policy-based route as the address of a load balancer with
global access. The route applies to VMs in every region of its network, and without global
access packets from other regions than the load balancer's are dropped.

To fix it, set `allow_global_access` on the forwarding rule.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, some
from spillover.model.graph import FrontEnd
from spillover.model.next_hop import routes_to
from spillover.model.routes import Route, RouteKind, may_be_next_hop


def check(front_end: FrontEnd) -> Iterator[Finding]:
    """A forwarding rule that does not allow global access, and policy-based routes to it."""
    rule = front_end.rule
    if rule.allow_global_access is True or not may_be_next_hop(rule):
        return
    every = front_end.deployment.every(Route)
    routes = routes_to(front_end.deployment, rule, [each for each in every if _is_policy_based(each)])
    if some(routes) is None:
        return
    decided(rule.allow_global_access)
    yield Finding(
        at=rule.origin.at("allow_global_access"),
        message="next hop of a policy-based route, without global access: "
        "packets from other regions are dropped",
        hint="allow global access on the forwarding rule",
        related=tuple(Related(each.origin.at("next_hop"), "routed here") for each in routes.items),
    )


def _is_policy_based(route: Route) -> bool:
    return route.kind is RouteKind.POLICY_BASED and route.has_next_hop


RULE = Rule(
    code="LB015",
    name="policy-based-route-without-global-access",
    severity=Severity.WARNING,
    subject=FrontEnd,
    check=check,
    since="0.1",
    summary="a policy-based route to a load balancer without global access",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/ilb-next-hop-overview, 2026-04",
        "networkconnectivity.googleapis.com/$discovery/rest?version=v1, nextHopIlbIp, 2026-11",
    ),
)
