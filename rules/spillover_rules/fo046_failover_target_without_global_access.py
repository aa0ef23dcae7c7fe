"""An internal load balancer is a failover target across regions, but takes no clients of other regions.

A regional internal load balancer is reached from its own region alone, unless its forwarding rule
allows global access. Where a failover policy holds internal targets of several regions, a failover
gives clients the address in another region than theirs: without global access the answer is right
and their packets are dropped.

To fix it, set `allow_global_access = true` on the forwarding rule.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.source import Unknown


def check(record: FailoverRecord) -> Iterator[Finding]:
    """An internal target, with others in another region, whose forwarding rule lacks global access."""
    answers = (*record.primary, *record.backups)
    yield from each(answers, partial(_judge, record, answers))


def _judge(record: FailoverRecord, answers: tuple[Answer, ...], answer: Answer) -> Iterator[Finding]:
    if answer.internal is None:
        return
    rule = record.owner(answer)
    if rule.is_global or rule.allow_global_access is True:
        return
    here = decided(rule.region or answer.internal.region)
    elsewhere = [each.internal.region for each in answers if each.internal and each.internal.region != here]
    known = sorted(region for region in elsewhere if isinstance(region, str))
    if here is None or not known:
        every_region = (*elsewhere, *(each.address for each in answers if each.internal is None))
        decided(next((region for region in every_region if isinstance(region, Unknown)), None))
        return
    decided(rule.allow_global_access)
    yield Finding(
        at=rule.origin.at("allow_global_access"),
        message=f"{record.name} fails over between {here} and {known[0]}, "
        "but this forwarding rule has no global access",
        hint="set allow_global_access to true",
        related=(Related(answer.at, "a target of the failover here"),),
    )


RULE = Rule(
    code="FO046",
    name="failover-target-without-global-access",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a cross-region internal failover target without global access",
    sources=("docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",),
)
