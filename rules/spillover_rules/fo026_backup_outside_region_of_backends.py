"""A backup load balancer is not in the region of its backends.

A regional external Application Load Balancer serves from groups of its own region alone. Where a
backup shares the groups of the primary, it has to be in their region; the API refuses other groups
in its backend service.

To fix it, put the backup where the groups are, or give it groups in its region.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import Attached
from spillover.model.kind import BalancerKind, kinds_of

REGIONAL = frozenset({BalancerKind.REGIONAL_EXTERNAL})


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A group behind a regional backup that is in another region."""
    yield from each(record.external_backups, partial(_judge, record))


def _judge(record: FailoverRecord, backup: Answer) -> Iterator[Finding]:
    rule = record.owner(backup)
    if kinds_of(rule).within(REGIONAL) is False:
        return
    groups = record.groups(backup)
    yield from each(groups.items, partial(_compare, rule))
    groups.complete()


def _compare(rule: ForwardingRule, group: Attached) -> Iterator[Finding]:
    region, here, _ = decided(group.region, rule.region, kinds_of(rule).within(REGIONAL))
    if region is None or here in (None, region):
        return
    yield Finding(
        at=group.backend.origin.at("group"),
        message=f"{group} is in {region}, its backup load balancer in {here}",
        hint=f"use a group in {here}, or a load balancer in {region}",
        related=(Related(rule.origin.at("region"), "the backup's forwarding rule"),),
    )


RULE = Rule(
    code="FO026",
    name="backup-outside-region-of-backends",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover backup that is not in the region of its backends",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
