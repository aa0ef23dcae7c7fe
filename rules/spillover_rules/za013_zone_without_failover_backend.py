"""Zonal affinity is on, and a zone with primary backends has no failover backend: it loses its affinity.

While the load balancer is failed over, the failover backends are the ones that a client's zone
is matched with. A zone without any has no match then, so the option is ignored for its clients,
also ZONAL_AFFINITY_STAY_WITHIN_ZONE: all their connections cross zones until it fails back.
Where failover backends are in another zone on purpose, that is simply how it works.

To fix it, add a failover backend in the zone, if connections are to stay there even then.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.source import Undetermined
from spillover.model.views import LoadBalancer
from spillover.plan.spread import spread


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force, and failover backends, but none in a zone with primary ones."""
    service = balancer.service
    if service.is_without_affinity:
        return
    roles = spread(service, balancer.deployment)
    in_one_zone = roles.primary.in_one_zone
    if roles.failover.is_empty or in_one_zone is True:
        return  # in one zone: LB012 or ZA012 speaks
    uncovered = [zone for zone in roles.primary.zones if zone not in roles.failover.zones]
    sure = bool(uncovered) and in_one_zone is False
    if not sure and not roles.primary.unknown:
        return
    option, _ = decided(service.affinity, service.is_internal_passthrough)
    doubts = roles.failover.unknown if sure else roles.unknown
    if doubts:
        raise Undetermined(*doubts)
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} is ignored while failed over for clients in {', '.join(uncovered)}: "
        "no failover backend is there",
        hint="add a failover backend in each zone whose connections are to stay there even then",
    )


RULE = Rule(
    code="ZA013",
    name="zone-without-failover-backend",
    severity=Severity.NOTE,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity in a zone with primary backends and no failover backend",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"Zonal match conditions"',
    ),
)
