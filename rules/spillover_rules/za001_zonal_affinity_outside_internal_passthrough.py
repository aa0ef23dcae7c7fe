"""Zonal affinity is on, but the load balancer is not an internal passthrough Network Load Balancer.

Zonal affinity is a feature of internal passthrough Network Load Balancers alone: a *regional*
backend service whose load balancing scheme is INTERNAL. On any other backend service the
setting is refused or means nothing. Writing ZONAL_AFFINITY_DISABLED is fine anywhere; GKE
writes it on external services too.

To fix it, take the `network_pass_through_lb_traffic_policy` block away, or make the service
a regional one with `load_balancing_scheme = "INTERNAL"`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.service import BackendService, ZonalAffinity


def check(service: BackendService) -> Iterator[Finding]:
    """Affinity in force on a global service, or with another scheme than INTERNAL."""
    if service.affinity is ZonalAffinity.DISABLED or service.is_internal_passthrough is True:
        return
    option, _ = decided(service.affinity, service.is_internal_passthrough)
    where = "a global backend service" if service.is_global else f"load balancing scheme {service.scheme}"
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} on {where}: only internal passthrough load balancers have zonal affinity",
        hint="drop the zonal affinity, or use a regional backend service with scheme INTERNAL",
        related=()
        if service.is_global
        else (Related(service.origin.at("scheme"), "its scheme stands here"),),
    )


RULE = Rule(
    code="ZA001",
    name="zonal-affinity-outside-internal-passthrough",
    severity=Severity.ERROR,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="zonal affinity on anything but an internal passthrough Network Load Balancer",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",
        "compute.googleapis.com/$discovery/rest?version=v1, BackendService, 2026-11",
    ),
)
