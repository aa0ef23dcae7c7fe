"""Geo fencing is on for a geographic policy whose targets are health-checked.

Without fencing, clients move on to the next closest geography when no target of their own is
healthy. With it they stay: if all targets of the nearest item are unhealthy, all of them are
answered, so the health checks save nobody from an outage of a region.

To fix it, leave `enable_geo_fencing` out. Keep it where clients must not leave their region, and
say so where you ignore this rule.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided, some
from spillover.model.dns import RecordSet


def check(record: RecordSet) -> Iterator[Finding]:
    """Fencing on a geographic policy of which some target is checked."""
    policy = decided(record.routing_policy)
    if policy is None or policy.fencing in (None, False) or policy.geo in (None, ()):
        return
    items, _ = decided(policy.geo, policy.fencing)
    if some(items or (), lambda item: item.targets.has_checked):
        yield Finding(
            at=policy.origin.at("fencing"),
            message="geo fencing: clients stay in their geography though all its targets are unhealthy",
            hint="leave geo fencing out, so that they go to the next closest geography",
        )


RULE = Rule(
    code="FO047",
    name="geo-fencing-with-health-checks",
    severity=Severity.WARNING,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="geo fencing on a geographic policy with health checks",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
    ),
)
