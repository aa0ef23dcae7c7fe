"""Zonal affinity is on for two next hops that lead to the same backends, as for appliances between networks.

An appliance that keeps state has to see both directions of a connection. Two load balancers
find it for either direction by symmetric hashing, provided that both choose from the same set
of backends. With zonal affinity the one chooses by the zone of the sender, the other by that
of the receiver: between two zones these are different sets. Google's text of 2026-05 allows
zonal affinity on next hops, and generally recommends against it for stateful appliances with a
load balancer on both sides. Whether the appliances keep state is not in the configuration, so
the finding is a likely one. A pair whose backends are all in one zone is fine. So is a single next
hop for packets that leave the network (egress), whose replies do not come back through it; where one
load balancer is the next hop of both directions between zones, the set follows the zone of each
sender too, and stateful appliances break as with two.

To fix it, turn zonal affinity off on both, unless the appliances keep no state or a connection
never leaves its zone.
"""

from collections.abc import Iterator

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, decided, some
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.next_hops import partners
from spillover.plan.spread import spread


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force here and on another next hop with a common group, over more than one zone."""
    service = balancer.service
    if service.is_without_affinity:
        return
    several = spread(service, balancer.deployment).in_several_zones
    if several is False:
        return
    partner = some(partners(balancer), lambda other: _is_on_too(service, other))
    if partner is None:
        return
    option, _, _ = decided(service.affinity, service.is_internal_passthrough, several)
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} on two next hops with the same backends: between two zones, "
        "a connection and its replies are sent to different ones",
        hint="turn zonal affinity off on both, unless the appliances keep no state",
        related=(Related(partner.origin.at("zonal_affinity"), "the other next hop has it turned on here"),),
        certainty=Certainty.LIKELY,
    )


def _is_on_too(service: BackendService, other: BackendService) -> bool | Unknown:
    """Of two that have it on, the first one speaks."""
    if other.origin.address < service.origin.address or other.affinity is ZonalAffinity.DISABLED:
        return False
    return other.affinity if isinstance(other.affinity, Unknown) else True


RULE = Rule(
    code="ZA008",
    name="next-hop-pair-with-zonal-affinity",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity on two next hops that lead to the same appliances",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"Compatibility with next hop ILBs"',
    ),
)
