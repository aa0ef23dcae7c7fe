"""A health check for Cloud DNS probes with another protocol than HTTP, HTTPS or TCP.

With source regions, which Cloud DNS needs, the API takes HTTP, HTTPS and TCP only. One page of
Cloud DNS lists SSL too, but the API does not take it.

To fix it, ask over HTTPS or TCP, or for a path that tells the health of the service.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.health import SOURCE_REGION_TYPES
from spillover.model.source import FieldRef, Unknown
from spillover.model.views import ProbedHealthCheck


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """A protocol that probes from source regions do not speak, where there are or must be some."""
    probe = probed.health_check.probe
    if probe is None or probed.serves_dns is False:
        return
    if not isinstance(probe, Unknown) and probe.type in SOURCE_REGION_TYPES:
        return
    known, _ = decided(probe, probed.serves_dns)
    yield Finding(
        at=FieldRef(known.origin, known.origin.base),
        message=f"a probe of type {known.type}: Cloud DNS needs HTTP, HTTPS or TCP",
        hint="probe with HTTP, HTTPS or TCP",
    )


RULE = Rule(
    code="FO005",
    name="unsupported-probe-type",
    severity=Severity.ERROR,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="a health check for Cloud DNS that is not HTTP, HTTPS or TCP",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, HealthCheck.sourceRegions, 2026-11",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
