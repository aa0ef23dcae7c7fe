"""The primary uses a feature that only global load balancers have, and that clients do well without.

HTTP/3, TLS early data and dynamic compression are features of global external and classic
Application Load Balancers; regional external ones, the backups, have none of them. Clients fall
back to what both speak, so nothing breaks: connections are set up more slowly, and answers are
larger while a backup is answered.

There is nothing to fix; size the backups for it.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, each
from spillover.model.failover import FailoverRecord
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import Parity, parities


def check(record: FailoverRecord) -> Iterator[Finding]:
    """Such a feature that is turned on for the primary."""
    yield from each(parities(record), _judge)


def _judge(parity: Parity) -> Iterator[Finding]:
    for row in parity.differences(Topic.GLOBAL_ONLY):
        yield Finding(
            at=row.primary.at,
            message=f"{row.feature} is {row.primary} on the primary, and no backup can have it",
            hint="clients fall back to what both have: size the backups for it",
        )


RULE = Rule(
    code="FO121",
    name="feature-of-global-balancer-alone",
    severity=Severity.NOTE,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a primary with HTTP/3, TLS early data or compression, which no DNS failover backup has",
    sources=("docs.cloud.google.com/load-balancing/docs/features, 2026-11",),
)
