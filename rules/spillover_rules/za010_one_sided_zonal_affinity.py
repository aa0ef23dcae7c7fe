"""Of two next hops that lead to the same backends, one has zonal affinity and the other has not.

Two load balancers in front of the same appliances, one for each direction, find the same
appliance for both directions of a connection by symmetric hashing. That works only if both
choose from the same set of backends. With zonal affinity on one side that side chooses from
the sender's zone and the other side from all zones, so that replies reach an appliance which
has never seen the connection, and a stateful one drops them. The texts of April 2026 demand
zonal affinity on both load balancers; that of 2026-05 generally recommends against it.

To fix it, turn zonal affinity off on this load balancer. Turning it on for the other one too
helps only where connections never leave their zone.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, some
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.next_hops import partners
from spillover.plan.spread import spread


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force here, and not on another next hop with a common group, over more than one zone."""
    service = balancer.service
    if service.is_without_affinity:
        return
    several = spread(service, balancer.deployment).in_several_zones
    if several is False:
        return
    partner = some(partners(balancer), _is_off)
    if partner is None:
        return
    option, _, _ = decided(service.affinity, service.is_internal_passthrough, several)
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} on one of two next hops with the same backends: "
        f"{partner.origin.called(partner.name)} has it off, so replies may reach another backend",
        hint="turn zonal affinity off here; on for both is enough only where connections stay in a zone",
        related=(Related(partner.origin.at("zonal_affinity"), "the next hop of the other direction"),),
    )


def _is_off(other: BackendService) -> bool | Unknown:
    affinity = other.affinity
    return affinity if isinstance(affinity, Unknown) else affinity is ZonalAffinity.DISABLED


RULE = Rule(
    code="ZA010",
    name="one-sided-zonal-affinity",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity on one of two next hops that lead to the same appliances",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-04, "
        '"Supported" (symmetric hashing)',
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"Compatibility with next hop ILBs"',
    ),
)
