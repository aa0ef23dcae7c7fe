"""A spillover ratio is set, but the zonal affinity option in force never reads it.

Only ZONAL_AFFINITY_SPILL_CROSS_ZONE compares a ratio. With any other option the API stores the
value and ignores it, which hides what the author meant. An option that is not written means
ZONAL_AFFINITY_DISABLED.

To fix it, use ZONAL_AFFINITY_SPILL_CROSS_ZONE, or drop the ratio.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import BackendService, ZonalAffinity
from spillover.plan.remarks import INSTEAD_ON_GKE

SPILL = ZonalAffinity.SPILL_CROSS_ZONE


def check(service: BackendService) -> Iterator[Finding]:
    """A ratio other than 0, which no one can tell from unset, without SPILL_CROSS_ZONE."""
    if service.spillover_ratio in (None, 0) or service.affinity is SPILL:
        return
    option, ratio = decided(service.affinity, service.spillover_ratio)
    default = ", the default" if service.zonal_affinity is None else ""
    yield Finding(
        at=service.origin.at("spillover_ratio"),
        message=f"spillover ratio {ratio} has no effect with {option.value}{default}",
        hint=INSTEAD_ON_GKE
        if service.is_of_gke
        else f"use {ZonalAffinity.SPILL_CROSS_ZONE.value}, or drop the ratio",
    )


RULE = Rule(
    code="ZA017",
    name="spillover-ratio-without-spill",
    severity=Severity.WARNING,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="a spillover ratio that the option in force never reads",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",),
)
