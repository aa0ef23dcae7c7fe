"""The primary is a classic load balancer that GKE's Ingress controller made.

Of the load balancers that fail over through Cloud DNS, GKE's Ingress controller makes classic ones alone.
GKE Gateway makes global and regional external ones, so that primary and backup can be described alike;
Google's page on failover recommends it for both. What the Ingress controller made is told by the
description of the forwarding rule, which names an Ingress, and likely by names: `k8s-fw-`, `k8s-fws-`,
`k8s2-fr-` and `k8s2-fs-` begin those of its forwarding rules, `k8s-um-`, `k8s-rm-`, `k8s2-um-` and
`k8s2-rm-` those of its URL maps.

To fix it, deploy primary and backup with GKE Gateway.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.ingress import mark_of_ingress
from spillover.model.kind import BalancerKind, kinds_of

CLASSIC = frozenset({BalancerKind.CLASSIC})


def check(record: FailoverRecord) -> Iterator[Finding]:
    """An external endpoint of the primary with the marks of the Ingress controller."""
    yield from each(record.external_primary, partial(_judge, record))


def _judge(record: FailoverRecord, primary: Answer) -> Iterator[Finding]:
    # An Ingress has one forwarding rule for HTTP and one for HTTPS at the same address.
    yield from islice(each(record.owners(primary), partial(_look, record, primary)), 1)


def _look(record: FailoverRecord, primary: Answer, rule: ForwardingRule) -> Iterator[Finding]:
    is_classic = kinds_of(rule).within(CLASSIC)
    if is_classic is False:
        return
    mark = decided(mark_of_ingress(record.deployment, rule))
    if mark is None:
        return
    decided(is_classic)
    yield Finding(
        at=primary.at,
        message=f"primary {primary} is a classic load balancer that GKE's Ingress controller made",
        hint="deploy primary and backup with GKE Gateway",
        related=(Related(mark.at, "the mark of the Ingress controller"),),
        certainty=Certainty.CERTAIN if mark.is_certain else Certainty.LIKELY,
    )


RULE = Rule(
    code="FO020",
    name="primary-made-by-gke-ingress",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a primary of a DNS failover that GKE's Ingress controller made",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "github.com/kubernetes/ingress-gce/blob/master/pkg/utils/namer/namer.go, 2026-08",
    ),
)
