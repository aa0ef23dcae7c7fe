"""A threshold of a health check for Cloud DNS is 1, or its unhealthy threshold is 4 or more.

With an unhealthy threshold of 1 a single lost probe in two source regions moves all clients to
the backup; with a healthy threshold of 1 a single good one moves them back. Both are 2 where
they are not written. A high unhealthy threshold (a note) makes every outage longer: its
documented bound is TTL + check interval x unhealthy threshold.

To fix it, leave the thresholds at 2 or 3.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.views import ProbedHealthCheck

SLOW = 4
HINT = "leave it at 2 or 3"


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """A threshold of one, or an unhealthy threshold of many."""
    health_check = probed.health_check
    written = (health_check.unhealthy_threshold, health_check.healthy_threshold)
    if written == (None, None) or probed.serves_dns is False:
        return
    unhealthy, healthy, _ = decided(*written, probed.serves_dns)
    at = health_check.origin.at("unhealthy_threshold")
    if unhealthy == 1:
        yield Finding(at, "unhealthy threshold 1: a single lost probe moves clients to the backup", HINT)
    elif unhealthy is not None and unhealthy >= SLOW:
        message = f"unhealthy threshold {unhealthy}: the primary is answered for as many check intervals"
        yield Finding(at, message, HINT, severity=Severity.NOTE)
    if healthy == 1:
        at = health_check.origin.at("healthy_threshold")
        yield Finding(at, "healthy threshold 1: a single good probe moves clients back", HINT)


RULE = Rule(
    code="FO009",
    name="hasty-health-threshold",
    severity=Severity.WARNING,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="a health check for Cloud DNS whose verdict takes one probe, or very many",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
