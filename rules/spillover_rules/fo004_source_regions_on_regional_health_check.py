"""A regional health check has source regions.

Source regions are for Cloud DNS, which asks the endpoints of a load balancer from the internet.
Only a global health check takes them; the API refuses them on a regional one, and
`google_compute_region_health_check` has no such argument.

To fix it, use a global health check.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.health import HealthCheck


def check(health_check: HealthCheck) -> Iterator[Finding]:
    """Source regions, although it is regional."""
    if not health_check.is_global and decided(health_check.source_regions):
        yield Finding(
            at=health_check.origin.at("source_regions"),
            message="source regions on a regional health check: only a global one takes them",
            hint="use a global health check",
        )


RULE = Rule(
    code="FO004",
    name="source-regions-on-regional-health-check",
    severity=Severity.ERROR,
    subject=HealthCheck,
    check=check,
    since="0.1",
    summary="a regional health check with source regions",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, HealthCheck.sourceRegions, 2026-11",),
)
