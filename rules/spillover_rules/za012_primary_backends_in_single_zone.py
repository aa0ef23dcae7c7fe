"""Zonal affinity is on, and the primary backends are in one zone, the failover backends in another.

For clients in the zone of the primary backends every eligible backend is in their zone already.
Clients in the zone of the failover backends have no zonal match, for only primary backends are
tested until the load balancer fails over. So the option is ignored for them, also
ZONAL_AFFINITY_STAY_WITHIN_ZONE: all their connections cross zones, past the healthy failover
backends beside them. Where backends of both roles are all in one zone, LB012 speaks.

To fix it, add primary backends to the zones of the clients, or drop the zonal affinity.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.views import LoadBalancer
from spillover.plan.spread import spread


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force, primary backends in exactly one zone, and failover backends in another one."""
    service = balancer.service
    if service.is_without_affinity:
        return
    roles = spread(service, balancer.deployment)
    in_one_zone = roles.primary.in_one_zone
    if in_one_zone is False or roles.failover.is_empty:
        return
    option, _, _ = decided(service.affinity, service.is_internal_passthrough, in_one_zone)
    (zone,) = roles.primary.zones
    others = [each for each in roles.failover.zones if each != zone]
    if not others:
        decided(*roles.failover.unknown[:1])  # raises where there may be one
        return
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} changes nothing: all primary backends are in {zone}, "
        f"and clients in {', '.join(others)} have no zonal match",
        hint="add primary backends in the zones of the clients, or drop the zonal affinity",
    )


RULE = Rule(
    code="ZA012",
    name="primary-backends-in-single-zone",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity with primary backends in one zone, and failover backends in another",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"Zonal match conditions"',
    ),
)
