"""Requests that a backend bucket answers on the primary have no bucket behind the backup.

Regional external Application Load Balancers, the backups of a failover through Cloud DNS, do not
take backend buckets; Google's text says that a load balancer with backend buckets cannot be given a
failover. So what the primary serves from a bucket is missing while a backup is answered. Google's
release notes of 2026-01-19 know regional backend buckets as a Preview: where the backup has one for
the same requests this is a warning that cites both, as it is where a rule of the backup's own sends
them to a service.

To fix it, serve these requests from a service that both load balancers can have, or from a host
name of its own that does not fail over.
"""

from collections.abc import Iterator

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, each
from spillover.model.failover import FailoverRecord
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import Parity, parities
from spillover.plan.parity.requests import STAND_IN

DISAGREEING = (
    "; by Google's page on failover no backup can have a bucket, by its release notes of 2026-01-19 "
    "a regional one is a Preview"
)


def check(record: FailoverRecord) -> Iterator[Finding]:
    """Requests that lead to a backend bucket of the primary."""
    yield from each(parities(record), _judge)


def _judge(parity: Parity) -> Iterator[Finding]:
    for row in parity.differences(Topic.BUCKET):
        yield Finding(
            at=row.backup.at,
            message=f"{row.part}: {row.primary} on the primary, {row.backup} on this backup"
            + ("" if row.lacking or row.feature == STAND_IN else DISAGREEING),
            hint="serve them from a service on both sides, or from a host name of its own",
            related=(Related(row.primary.at, "the primary sends them to a bucket"),),
            severity=Severity.ERROR if row.lacking else Severity.WARNING,
            certainty=Certainty.CERTAIN if row.lacking else Certainty.LIKELY,
        )


RULE = Rule(
    code="FO017",
    name="backend-bucket-without-backup",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="requests for a backend bucket of the primary, which no DNS failover backup can have",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "docs.cloud.google.com/load-balancing/docs/release-notes, 2026-01",
        "github.com/hashicorp/terraform-provider-google/blob/main/CHANGELOG.md, 2026-11",
    ),
)
