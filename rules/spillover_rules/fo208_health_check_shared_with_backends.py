"""A health check with source regions is also used by a backend service or for autohealing.

Its probes come from the internet, which backends do not take. The API refuses such a health
check for a backend service ("Source region list must stay empty") and for the autohealing of a
managed instance group.

To fix it, give the backends a health check of their own, without source regions.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, some
from spillover.model.views import ProbedHealthCheck


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """Source regions, and somebody who checks backends with it."""
    health_check = probed.health_check
    if health_check.source_regions in (None, ()) or some(probed.users) is None:
        return
    decided(health_check.source_regions)
    yield Finding(
        at=health_check.origin.at("source_regions"),
        message="source regions on a health check that backends use too: those probes do not reach backends",
        hint="give the backends a health check of their own",
        related=tuple(Related(user, "backends are checked with it here") for user in probed.users.items),
    )


RULE = Rule(
    code="FO208",
    name="health-check-shared-with-backends",
    severity=Severity.ERROR,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="a health check with source regions that backends use too",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, HealthCheck.sourceRegions, 2026-11",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
