"""A policy-based route leads to a load balancer without global access.

The API describes the next hop of a policy-based route as the address of a load balancer with
global access. The route applies to VMs in every region of its network, and without global
access packets from other regions than the load balancer's are dropped.

To fix it, set `allow_global_access` on the forwarding rule.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, some
from spillover.model.frontend import ForwardingRule
from spillover.model.routes import RouteKind
from spillover.model.source import Unknown
from spillover.model.views import NextHop


def check(hop: NextHop) -> Iterator[Finding]:
    """A policy-based route to a forwarding rule that does not allow global access."""
    if hop.route.kind is not RouteKind.POLICY_BASED:
        return
    rule = some(hop.forwarding_rules, _is_regional_only)
    if rule is None:
        return
    yield Finding(
        at=hop.route.origin.at("next_hop"),
        message="the next hop has no global access: packets from other regions are dropped",
        hint="allow global access on the forwarding rule",
        related=(Related(rule.origin.at("allow_global_access"), "the forwarding rule that it leads to"),),
    )


def _is_regional_only(rule: ForwardingRule) -> bool | Unknown:
    allowed = rule.allow_global_access
    return allowed if isinstance(allowed, Unknown) else allowed is not True


RULE = Rule(
    code="LB015",
    name="policy-based-route-without-global-access",
    severity=Severity.WARNING,
    subject=NextHop,
    check=check,
    since="0.1",
    summary="a policy-based route to a load balancer without global access",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/ilb-next-hop-overview, 2026-04",
        "networkconnectivity.googleapis.com/$discovery/rest?version=v1, nextHopIlbIp, 2026-11",
    ),
)
