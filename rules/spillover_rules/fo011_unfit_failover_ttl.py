"""The TTL of a failover record is not the 30 to 60 seconds that Google recommends.

Resolvers keep an answer for the TTL, so it is part of every outage: the documented bound is
TTL + check interval x unhealthy threshold. Above 60 seconds clients keep the dead address
longer than need be, a missing TTL leaves that time to a default, and below 30 seconds the
record is only asked for more often (a note).

To fix it, set `ttl` to a value from 30 to 60. If your resolvers want another range, say so in
`ttl_range_s`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.views import JoinedRecordSet


def check(joined: JoinedRecordSet) -> Iterator[Finding]:
    """A record with a failover policy whose TTL is unset, too long or shorter than it need be."""
    record = joined.record_set
    shortest, longest = joined.deployment.options.ttl_range_s
    if record.failover is None or (isinstance(record.ttl, int) and shortest <= record.ttl <= longest):
        return
    _, ttl = decided(record.failover, record.ttl)
    hint = f"set the TTL to {shortest} to {longest} s"
    at = record.origin.at("ttl")
    if ttl is None:
        yield Finding(at, "a failover record without a TTL", hint)
    elif ttl > longest:
        yield Finding(at, f"TTL {ttl} s on a failover record: resolvers keep a dead address that long", hint)
    else:
        message = f"TTL {ttl} s on a failover record: below {shortest} s there is little to gain"
        yield Finding(at, message, hint, severity=Severity.NOTE)


RULE = Rule(
    code="FO011",
    name="unfit-failover-ttl",
    severity=Severity.WARNING,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="a failover record whose TTL is not 30 to 60 seconds",
    options=("ttl_range_s",),
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
