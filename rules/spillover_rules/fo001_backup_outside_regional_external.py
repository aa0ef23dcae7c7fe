"""A backup address does not belong to a regional external Application Load Balancer.

Failover through Cloud DNS is documented with regional external Application Load Balancers as the
backups, and with nothing else: what another kind does when the primary fails is not described, and
it may fail along with it. The kind is that of the forwarding rule that has the address: a regional
one with the scheme EXTERNAL_MANAGED and a regional HTTP(S) proxy.

To fix it, answer the address of a regional external Application Load Balancer.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, each, some
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.kind import BalancerKind, kinds_of

WANTED = BalancerKind.REGIONAL_EXTERNAL


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A backup of externally probed targets whose forwarding rule is that of another kind."""
    yield from each(record.external_backups, partial(_judge, record))


def _judge(record: FailoverRecord, answer: Answer) -> Iterator[Finding]:
    if record.repeats_primary(answer):
        return  # one address on both sides is another mistake
    owners = record.owners(answer)
    if some(owners, lambda rule: kinds_of(rule).within(frozenset({WANTED}))) is not None:
        return
    rule = record.owner(answer)
    yield Finding(
        at=answer.at,
        message=f"backup {answer} leads to another kind of load balancer: {kinds_of(rule)}",
        hint=f"answer the address of a {WANTED}",
        related=(Related(rule.origin.at("ip_address"), "the forwarding rule with this address"),),
    )


RULE = Rule(
    code="FO001",
    name="backup-outside-regional-external",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover backup that is no regional external Application Load Balancer",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
