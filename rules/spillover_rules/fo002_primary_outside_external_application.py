"""A primary address does not belong to an external Application Load Balancer.

The primary of a failover through Cloud DNS must be a global external, a regional external or a
classic Application Load Balancer: their backups can serve what they serve. The kind is that of the
forwarding rule that has the address. An unset scheme of a global rule means one of the first and
the last, whatever the version of the provider.

To fix it, answer the address of such a load balancer, or give other kinds a failover of their own.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, each, some
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.kind import BalancerKind, kinds_of

WANTED = frozenset({BalancerKind.GLOBAL_EXTERNAL, BalancerKind.REGIONAL_EXTERNAL, BalancerKind.CLASSIC})


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A primary external endpoint whose forwarding rule is that of another kind."""
    yield from each(record.external_primary, partial(_judge, record))


def _judge(record: FailoverRecord, answer: Answer) -> Iterator[Finding]:
    owners = record.owners(answer)
    if some(owners, lambda rule: kinds_of(rule).within(WANTED)) is not None:
        return
    rule = record.owner(answer)
    yield Finding(
        at=answer.at,
        message=f"primary {answer} leads to another kind of load balancer: {kinds_of(rule)}",
        hint="answer the address of an external Application Load Balancer",
        related=(Related(rule.origin.at("ip_address"), "the forwarding rule with this address"),),
    )


RULE = Rule(
    code="FO002",
    name="primary-outside-external-application",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover primary that is no external Application Load Balancer",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
