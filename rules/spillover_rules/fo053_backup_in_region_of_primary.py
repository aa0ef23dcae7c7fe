"""A backup is in the region of the primary that it stands in for.

A regional load balancer fails with its region. A backup in the same region fails at the same time,
so that the failover policy guards against the loss of the load balancer alone, and answers
addresses that are dead when it is needed most.

To fix it, use a load balancer in another region as the backup.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.kind import EXTERNAL_KINDS, kinds_of


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A regional backup in the region of a regional primary, both external."""
    yield from each(record.external_backups, partial(_judge, record))


def _judge(record: FailoverRecord, backup: Answer) -> Iterator[Finding]:
    yield from each(record.external_primary, partial(_compare, record, backup))


def _compare(record: FailoverRecord, backup: Answer, primary: Answer) -> Iterator[Finding]:
    rule, other = record.owner(backup), record.owner(primary)
    if rule is other or rule.is_global or other.is_global:
        return  # one address on both sides is another mistake
    if False in (kinds_of(each).within(EXTERNAL_KINDS) for each in (rule, other)):
        return
    region, region_of_primary = decided(rule.region, other.region)
    if region is None or region != region_of_primary:
        return
    yield Finding(
        at=backup.at,
        message=f"backup {backup} is in {region}, as the primary {primary} is",
        hint="use a load balancer in another region",
        related=(Related(other.origin.at("region"), "the primary's forwarding rule"),),
    )


RULE = Rule(
    code="FO053",
    name="backup-in-region-of-primary",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover backup in the region of a regional primary",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
