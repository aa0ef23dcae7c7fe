"""Backends are weighted, and zonal affinity is on: how the two work together is not documented.

With WEIGHTED_GCP_RENDEZVOUS the backends' own weights, from replies to health checks, decide how
many connections each gets. Google's page of zonal affinity counts backends and says nothing of
weights: whether one of weight 0 counts in a zone is not known. So `spillover plan` says of such a
service that it is undetermined.

There is nothing to fix. Test what a zone does when its backends report weight 0.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.service import BackendService

WEIGHTED = "WEIGHTED_GCP_RENDEZVOUS"


def check(service: BackendService) -> Iterator[Finding]:
    """Affinity in force, and the weighted policy of passthrough load balancers."""
    if service.is_without_affinity:
        return
    if service.locality_lb_policy is None or decided(service.locality_lb_policy) != WEIGHTED:
        return
    option, _ = decided(service.affinity, service.is_internal_passthrough)
    yield Finding(
        at=service.origin.at("locality_lb_policy"),
        message=f"{WEIGHTED} with {option.value}: how weights count in a zone is not documented",
        hint="test what happens when backends of a zone report weight 0",
        related=(Related(service.origin.at("zonal_affinity"), "zonal affinity is turned on here"),),
    )


RULE = Rule(
    code="ZA028",
    name="weighted-rendezvous-with-zonal-affinity",
    severity=Severity.NOTE,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="weighted backends together with zonal affinity",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, BackendService.localityLbPolicy, 2026-11",
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",
    ),
)
