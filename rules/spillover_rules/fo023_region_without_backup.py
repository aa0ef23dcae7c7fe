"""The primary has backends in a region in which there is no backup.

When a global primary fails, its clients are spread over the backups. Where there are fewer regions
with a backup than with backends, the ones that are left take the load of the others: five regions
on three backups is two thirds more for each. Google's text asks for a backup in every region that
has backends.

A backup counts in the region of its load balancer too, where its location says another (FO050).

To fix it, add a backup item with a regional external Application Load Balancer in each.
"""

from collections.abc import Iterator
from contextlib import suppress

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.deployment import NotCovered
from spillover.model.failover import FailoverRecord
from spillover.model.source import Undetermined, Unknown


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A region with backends of a global primary that no backup item is of."""
    policy = decided(record.record_set.failover)
    items = decided(policy.backup) if policy else None
    if policy is None or not items:
        return  # a policy without any backup is another mistake
    regions, doubts = _regions(record)
    covered = {item.location: None for item in items} | dict.fromkeys(_of_rules(record))
    missing = sorted(regions - covered.keys())
    unclear = [location for location in covered if isinstance(location, Unknown)]
    if missing and not unclear:
        yield Finding(
            at=policy.origin.at("backup"),
            message=f"no backup in {', '.join(missing)}, where the primary has backends",
            hint="add a backup in each region that has backends",
        )
    elif doubts or missing:
        raise Undetermined(*doubts, *unclear)


def _of_rules(record: FailoverRecord) -> Iterator[str]:
    """The regions of the forwarding rules that surely have the addresses of the backup."""
    for backup in record.backups:
        with suppress(NotCovered, Undetermined):
            region = record.owner(backup).region
            if isinstance(region, str):
                yield region


def _regions(record: FailoverRecord) -> tuple[set[str], list[Unknown]]:
    """The regions of the backends of every global primary, and what else may be one."""
    regions: set[str] = set()
    doubts: list[Unknown] = []
    for primary in record.external_primary:
        if not record.owner(primary).is_global:
            continue
        groups = record.groups(primary)
        doubts += groups.doubts
        for group in groups.items:
            region = group.region
            if isinstance(region, Unknown):
                doubts.append(region)
            elif region is not None:
                regions.add(region)
    return regions, doubts


RULE = Rule(
    code="FO023",
    name="region-without-backup",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a region with backends of the primary but without a DNS failover backup",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
