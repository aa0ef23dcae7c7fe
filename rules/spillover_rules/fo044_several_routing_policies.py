"""A routing policy is of more than one kind.

A record set has one of `primary_backup`, `geo` and `wrr`. They cannot be nested either: the
backup of a failover policy is geographic, and a weighted backup cannot be expressed.

To fix it, keep one kind. For a weighted choice among backups repeat addresses in the items of
the backup, or use a weighted policy with health checks instead of failover.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet
from spillover.model.source import Unknown


def check(record: RecordSet) -> Iterator[Finding]:
    """Two kinds of policies, or three."""
    policy = decided(record.routing_policy)
    if policy is None:
        return
    kinds = {
        "primary_backup": policy.primary_backup,
        "geo": policy.geo,
        "weighted": policy.weighted,
    }
    sure = [name for name, value in kinds.items() if value and not isinstance(value, Unknown)]
    doubts = [value for value in kinds.values() if isinstance(value, Unknown)]
    if len(sure) > 1:
        yield Finding(
            at=policy.origin.at(sure[1]),
            message="a routing policy of more than one kind: only one of primary_backup, geo and wrr may be",
            hint="keep one of them",
        )
    elif len(sure) + len(doubts) > 1:
        decided(*doubts)


RULE = Rule(
    code="FO044",
    name="several-routing-policies",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="more than one of a failover, a geographic and a weighted policy",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
    ),
)
