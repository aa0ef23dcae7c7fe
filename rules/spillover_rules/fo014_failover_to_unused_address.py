"""A failover policy answers a reserved address that no forwarding rule uses.

An address that is reserved but not in use answers no connection. The health check fails for it from
the beginning: as a primary it is never answered while a backup is healthy, and as a backup it
answers nothing when it is needed. The data of a failover policy have to be the addresses of the
load balancers' forwarding rules. Google tells of a reserved address whether it is in use; without
that nobody can know, so the rule speaks only where the addresses were listed by gcloud.

To fix it, answer the address of the load balancer, or give the address to its forwarding rule.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import Answer, FailoverRecord


def check(record: FailoverRecord) -> Iterator[Finding]:
    """An external address that is listed as reserved and not in use."""
    yield from each((*record.external_primary, *record.external_backups), partial(_judge, record))


def _judge(record: FailoverRecord, answer: Answer) -> Iterator[Finding]:
    reserved = decided(record.unused(answer))
    if reserved is None:
        return
    yield Finding(
        at=answer.at,
        message=f"{answer} is the reserved address {reserved.name}, which nothing uses",
        hint="answer the address of a forwarding rule",
        related=(Related(reserved.origin.at("status"), "listed as not in use here"),),
    )


RULE = Rule(
    code="FO014",
    name="failover-to-unused-address",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover address that is reserved, but not in use",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "compute.googleapis.com/$discovery/rest?version=v1, Address.status, 2026-11",
    ),
)
