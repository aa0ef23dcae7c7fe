"""The primary is a classic Application Load Balancer, which is hard to mirror.

Backups are regional external Application Load Balancers, which are built on Envoy; so are global
external ones, but classic ones are not, and treat traffic in other ways. Google asks to test both
failover and failback of such a pair thoroughly before it goes into production.

To fix it, migrate the primary to a global external Application Load Balancer, or test.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, each, some
from spillover.model.deployment import NotCovered
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.ingress import Mark, mark_of_ingress
from spillover.model.kind import BalancerKind, kinds_of

CLASSIC = frozenset({BalancerKind.CLASSIC})


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A primary external endpoint whose forwarding rule is that of a classic load balancer."""
    yield from each(record.external_primary, partial(_judge, record))


def _judge(record: FailoverRecord, answer: Answer) -> Iterator[Finding]:
    rule = some(record.owners(answer), lambda rule: kinds_of(rule).within(CLASSIC))
    if rule is None or _is_of_ingress(record, rule):
        return  # what GKE's Ingress controller made is told by another rule
    yield Finding(
        at=answer.at,
        message=f"primary {answer} is a classic load balancer, which treats traffic unlike its backups",
        hint="test failover and failback before production, or migrate to a global external one",
        related=(Related(rule.origin.at("scheme"), "the forwarding rule with this address"),),
    )


def _is_of_ingress(record: FailoverRecord, rule: ForwardingRule) -> bool:
    try:
        return isinstance(mark_of_ingress(record.deployment, rule), Mark)
    except NotCovered:
        return False


RULE = Rule(
    code="FO022",
    name="classic-primary",
    severity=Severity.NOTE,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a classic Application Load Balancer as the primary of a DNS failover",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
