"""The primary and a backup load balancer share a group of backends.

Failover through Cloud DNS guards against the loss of a load balancer or a region. Backends that
both sides share are lost for both, and while the answers of both are in use they carry the traffic
of both. Full redundancy needs backends that do not overlap. Sharing them is supported, with
requirements of its own: same region, autoscaling by CPU alone, UTILIZATION on both sides.

To fix it, give the backup groups of its own.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, each
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.graph import Attached
from spillover.model.source import Undetermined, Unknown


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A group that serves a backup and a primary."""
    yield from each(record.external_backups, partial(_judge, record))


def _judge(record: FailoverRecord, backup: Answer) -> Iterator[Finding]:
    yield from each(record.external_primary, partial(_compare, record, backup))


def _compare(record: FailoverRecord, backup: Answer, primary: Answer) -> Iterator[Finding]:
    if record.owner(backup) is record.owner(primary):
        return  # one address on both sides is another mistake
    ours, theirs = record.groups(backup), record.groups(primary)
    doubts: list[Unknown] = []
    for group in ours.items:
        for other in theirs.items:
            verdict = group.is_same(other)
            if isinstance(verdict, Unknown):
                doubts.append(verdict)
            elif verdict:
                yield _finding(record, group, other)
    doubts += (*ours.doubts, *theirs.doubts)
    if doubts:
        raise Undetermined(*doubts)


def _finding(record: FailoverRecord, group: Attached, other: Attached) -> Finding:
    return Finding(
        at=group.backend.origin.at("group"),
        message=f"{group} serves the primary of {record.name} as well as its backup",
        hint="give the backup groups of its own",
        related=(Related(other.backend.origin.at("group"), "behind the primary here"),),
    )


RULE = Rule(
    code="FO027",
    name="backends-shared-with-backup",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a group of backends behind both the primary and a backup of a DNS failover",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
