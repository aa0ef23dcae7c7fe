"""The check interval of a health check for Cloud DNS is below 30 seconds.

With source regions, which Cloud DNS needs, the API takes no interval below 30 seconds. The
default is 5, so leaving `check_interval_sec` out plans well and fails at apply.

To fix it, write `check_interval_sec = 30` or more. The documented bound of an outage is
TTL + interval x unhealthy threshold, so 30 gives the shortest.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.views import ProbedHealthCheck

SHORTEST_SEC = 30


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """An interval in force below 30 s, where source regions or external endpoints make it matter."""
    health_check = probed.health_check
    interval = health_check.interval
    if isinstance(interval, int) and interval >= SHORTEST_SEC:
        return
    if probed.serves_dns is False:
        return
    interval, _ = decided(interval, probed.serves_dns)
    default = ", the default" if health_check.check_interval_sec is None else ""
    yield Finding(
        at=health_check.origin.at("check_interval_sec"),
        message=f"check interval {interval} s{default}: Cloud DNS needs at least {SHORTEST_SEC} s",
        hint=f"set the interval to {SHORTEST_SEC}",
    )


RULE = Rule(
    code="FO007",
    name="check-interval-too-short",
    severity=Severity.ERROR,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="a health check for Cloud DNS that checks more often than every 30 seconds",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "compute.googleapis.com/$discovery/rest?version=v1, HealthCheck.sourceRegions, 2026-11",
    ),
)
