"""The TTL of a record with health-checked targets is above 60 seconds.

Cloud DNS leaves an unhealthy address out of new answers, but resolvers keep the old answer for
the TTL, so it is part of every outage. Of a failover record FO011 says so.

To fix it, set `ttl` to a value from 30 to 60.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import PrimaryBackup, RecordSet

LONGEST_SEC = 60


def check(record: RecordSet) -> Iterator[Finding]:
    """A long TTL on a geographic or weighted policy with health checks."""
    if record.ttl is None or (isinstance(record.ttl, int) and record.ttl <= LONGEST_SEC):
        return
    if isinstance(record.failover, PrimaryBackup) or record.is_checked is False:
        return
    ttl, _, _ = decided(record.ttl, record.is_checked, record.failover)
    yield Finding(
        at=record.origin.at("ttl"),
        message=f"TTL {ttl} s on a health-checked record: resolvers keep a dead address that long",
        hint=f"set the TTL to 30 to {LONGEST_SEC} s",
    )


RULE = Rule(
    code="FO048",
    name="long-ttl-on-checked-record",
    severity=Severity.WARNING,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="a health-checked record that resolvers keep for more than a minute",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
