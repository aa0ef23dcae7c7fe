"""A failover policy has no backup.

The policy is there to answer something else when the primary is down, so the API and the google
provider need at least one item of the backup. In Terraform an item is a block `backup_geo`.

To fix it, add a `backup_geo` with a location and targets, or answer the primary without a
routing policy.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet


def check(record: RecordSet) -> Iterator[Finding]:
    """A failover policy whose backup has no item."""
    failover = decided(record.failover)
    if failover is not None and not decided(failover.backup):
        yield Finding(
            at=failover.origin.at("backup"),
            message="a failover policy without any backup",
            hint="add an item with a location and targets",
        )


RULE = Rule(
    code="FO144",
    name="failover-without-backup",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="a failover policy without any backup",
    sources=(
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
    ),
)
