"""One item of a routing policy has both internal load balancers and external endpoints.

The API takes one of the two. The google provider sends the internal load balancers and drops
the external endpoints without a word, so the plan shows addresses that are never answered.

To fix it, keep one kind. An item that has to answer both kinds cannot be expressed.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.dns import RecordSet
from spillover.model.targets import Targets


def check(record: RecordSet) -> Iterator[Finding]:
    """Targets of both kinds in one item."""
    yield from each(record.targets, _judge)


def _judge(targets: Targets) -> Iterator[Finding]:
    if targets.external in (None, ()) or targets.internal in (None, ()):
        return
    decided(targets.external, targets.internal)
    yield Finding(
        at=targets.origin.at("external"),
        message="external endpoints beside internal load balancers: Terraform drops the external ones",
        hint="keep one kind of targets in an item",
        related=(Related(targets.origin.at("internal"), "the internal load balancers"),),
    )


RULE = Rule(
    code="FO043",
    name="internal-and-external-targets-together",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="internal load balancers and external endpoints in one item",
    sources=(
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
    ),
)
