"""A routing policy has its external endpoints checked with a regional health check.

External endpoints are probed from three source regions, and only a global health check has
these. The API refuses a policy whose health check is not under `/global/healthChecks/`.

To fix it, name a global health check with three source regions.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.views import JoinedRecordSet


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """External endpoints, and a health check that is regional, by itself or by its name."""
    record = subject.record_set
    if record.probes_external is False or subject.has_regional_check is False:
        return
    decided(record.probes_external, subject.has_regional_check)
    yield Finding(
        at=record.origin.at("health_check"),
        message="external endpoints with a regional health check: only a global one probes from the internet",
        hint="name a global health check with three source regions",
    )


RULE = Rule(
    code="FO104",
    name="regional-health-check-for-external-endpoints",
    severity=Severity.ERROR,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="external endpoints probed with a regional health check",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, HealthCheck.sourceRegions, 2026-11",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
