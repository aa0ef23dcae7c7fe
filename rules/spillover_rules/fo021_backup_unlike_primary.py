"""A backup is configured otherwise than the primary whose traffic it takes.

Google asks for a backup that is as much like the primary as possible, so that both treat traffic in
the same way. Compared is what clients may notice: open ports and their protocol, TLS, what the URL
maps do with requests for the record's name (rules, redirects, rewrites, timeouts, header names,
splits), and the services that the same requests reach (protocol, timeout, session affinity,
Identity-Aware Proxy, logging). Values that are not written count as their defaults. Each difference
is a finding; `spillover plan` shows all features side by side.

To fix it, configure both alike, or suppress the finding with the reason for the difference.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, each
from spillover.model.failover import FailoverRecord
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import Parity, parities


def check(record: FailoverRecord) -> Iterator[Finding]:
    """Each feature that a backup has otherwise than the primary."""
    yield from each(parities(record), _judge)


def _judge(parity: Parity) -> Iterator[Finding]:
    for row in parity.differences(Topic.MIRRORED):
        yield Finding(
            at=row.backup.at,
            message=str(row),
            hint="configure the backup as the primary is",
            related=(Related(row.primary.at, "on the primary"),),
        )


RULE = Rule(
    code="FO021",
    name="backup-unlike-primary",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover backup that is configured otherwise than its primary",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
