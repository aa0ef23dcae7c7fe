"""One of the A and AAAA records of a name has a failover policy, and the other has none.

Most clients ask for both and prefer IPv6. Those that take the record without failover stay with
a dead address while the other record has long moved to the backup.

To fix it, give both records a failover policy, or remove the one without.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.dns import RecordSet
from spillover.model.source import Unknown
from spillover.model.views import JoinedRecordSet

OTHER = {"A": "AAAA", "AAAA": "A"}


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """A record of one family without failover, whose sibling of the other family has it."""
    yield from each(subject.siblings, partial(_judge, subject.record_set))


def _judge(record: RecordSet, sibling: RecordSet) -> Iterator[Finding]:
    if sibling.failover is None or (record.failover and not isinstance(record.failover, Unknown)):
        return
    own, other, _ = decided(record.type, sibling.type, sibling.failover)
    if other != OTHER.get(own or ""):
        return
    decided(record.failover)
    yield Finding(
        at=record.origin.at("type"),
        message=f"the {sibling.type} record of this name has failover, its {record.type} record has none",
        hint="give it a failover policy too",
        related=(Related(sibling.origin.at("routing_policy"), "the failover policy of its sibling"),),
    )


RULE = Rule(
    code="FO056",
    name="sibling-without-failover",
    severity=Severity.WARNING,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="an A or AAAA record without failover, beside one of its name with failover",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
