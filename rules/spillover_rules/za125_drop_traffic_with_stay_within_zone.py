"""Unhealthy backends are to get no traffic, and STAY_WITHIN_ZONE sends it to them.

`drop_traffic_if_unhealthy` drops connections only while *all* primary and failover backends are
unhealthy. Until then zonal affinity decides, and STAY_WITHIN_ZONE never leaves a zone that has
backends: where none of them is healthy, the clients of that zone are sent to unhealthy ones,
neither dropped nor served elsewhere.

If such clients should rather be served by another zone, use ZONAL_AFFINITY_SPILL_CROSS_ZONE.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.service import BackendService, ZonalAffinity
from spillover.plan.remarks import INSTEAD_ON_GKE

STAY, SPILL = ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE


def check(service: BackendService) -> Iterator[Finding]:
    """Traffic is dropped when all fail, and STAY in force."""
    drop = service.failover_policy.drop_traffic_if_unhealthy
    if not drop or service.affinity in (ZonalAffinity.DISABLED, SPILL):
        return
    if service.is_internal_passthrough is False:
        return
    decided(drop, service.affinity, service.is_internal_passthrough)
    yield Finding(
        at=service.origin.at("drop_traffic_if_unhealthy"),
        message=f"traffic is dropped once all backends are unhealthy, "
        f"but {STAY.value} sends a zone's clients to its unhealthy ones before that",
        hint=INSTEAD_ON_GKE if service.is_of_gke else f"use {SPILL.value} if they should be served elsewhere",
        related=(Related(service.origin.at("zonal_affinity"), "zonal affinity is turned on here"),),
    )


RULE = Rule(
    code="ZA125",
    name="drop-traffic-with-stay-within-zone",
    severity=Severity.NOTE,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="traffic is dropped if all is unhealthy, and STAY_WITHIN_ZONE keeps it on what is",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"How ZONAL_AFFINITY_STAY_WITHIN_ZONE works"',
        "compute.googleapis.com/$discovery/rest?version=v1, "
        "BackendServiceFailoverPolicy.dropTrafficIfUnhealthy, 2026-11",
    ),
)
