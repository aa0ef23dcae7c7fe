"""An item of the backup has plain addresses only, which nobody checks.

An address in `rrdatas` counts as healthy for ever. When the primary is down such a backup is
answered whether it works or not, and clients never move on to the next closest geography.

To fix it, write the addresses as `health_checked_targets`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet


def check(record: RecordSet) -> Iterator[Finding]:
    """An item of the backup with plain addresses and no checked ones."""
    failover = decided(record.failover)
    items = decided(failover.backup) if failover else None
    for item in items or ():
        targets = item.targets
        if targets.unchecked in (None, ()) or targets.has_checked is True:
            continue
        decided(targets.unchecked, targets.has_checked)
        yield Finding(
            at=targets.origin.at("unchecked"),
            message="a backup that is not health-checked: it is answered whether it works or not",
            hint="write its addresses as health_checked_targets",
        )


RULE = Rule(
    code="FO037",
    name="unchecked-backup",
    severity=Severity.WARNING,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="a backup of a failover record whose addresses are not health-checked",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
