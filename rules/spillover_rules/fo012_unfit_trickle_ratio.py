"""The trickle ratio of a failover record is out of range, or sends more to the backup than is usual.

The ratio is the share of answers that carry the backup even while the primary is healthy, so
that the backup is known to work. It lies in [0, 1]; Terraform's and gcloud's flags check no
range, and the API refuses the rest (an error). 1 is a manual failover: every answer carries
the backup (a warning). Above 0.5 most clients are served by the backup (a warning).

0.1 is typical. 0, the default, is no finding: it is a choice, though nothing then exercises
the backup before it is needed.
"""

from collections.abc import Iterator
from decimal import Decimal

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet


def check(record: RecordSet) -> Iterator[Finding]:
    """A failover record whose ratio is no share, or moves most clients to the backup."""
    failover = decided(record.failover)
    if failover is None:
        return
    ratio = decided(failover.trickle_ratio) or Decimal(0)
    at = failover.origin.at("trickle_ratio")
    if not 0 <= ratio <= 1:
        hint = f"write {ratio / 100} for {ratio} %" if 2 <= ratio <= 100 else "write a share, such as 0.1"
        yield Finding(at, f"trickle ratio {ratio} is outside of [0, 1]", hint, severity=Severity.ERROR)
    elif ratio == 1:
        message = "trickle ratio 1: the failover is forced, every answer carries the backup"
        yield Finding(at, message, "lower it once the primary may serve again; 0.1 is typical")
    elif ratio > Decimal("0.5"):
        message = f"trickle ratio {ratio}: most answers carry the backup while the primary is healthy"
        yield Finding(at, message, "0.1 is typical")


RULE = Rule(
    code="FO012",
    name="unfit-trickle-ratio",
    severity=Severity.WARNING,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="a trickle ratio outside of [0, 1], or one that forces the failover",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
    ),
)
