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
from spillover.model.failover import FailoverRecord
from spillover.model.sharing import SharedGroup, shared_groups


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A group that serves a backup and a primary."""
    yield from each(shared_groups(record), partial(_finding, record))


def _finding(record: FailoverRecord, group: SharedGroup) -> Iterator[Finding]:
    yield Finding(
        at=group.backup.backend.origin.at("group"),
        message=f"{group.backup} serves the primary of {record.name} as well as its backup",
        hint="give the backup groups of its own",
        related=(Related(group.primary.backend.origin.at("group"), "behind the primary here"),),
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
