"""The range of a proxy-only subnet changes, which cannot be done in place.

A proxy-only subnet cannot be expanded. A plan that changes its range either is refused or
takes the proxies' addresses away until there is another subnet: meanwhile no regional load
balancer of the region and network serves.

To fix it, create a second subnet with the role BACKUP and the range that is wanted, promote
it to ACTIVE, and remove the first one once its connections have drained.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.alb import Subnetwork
from spillover.model.change import Change
from spillover.model.proxies import FORMER_PURPOSE, PROXY_ONLY


def check(change: Change) -> Iterator[Finding]:
    """It was there, is for proxies, and has another range now."""
    before, after = change.before, change.after
    if not isinstance(before, Subnetwork) or not isinstance(after, Subnetwork):
        return
    if decided(before.purpose) not in (PROXY_ONLY, FORMER_PURPOSE):
        return
    earlier, later = decided(before.ip_cidr_range, after.ip_cidr_range)
    if earlier == later:
        return
    effect = "it loses its proxies meanwhile" if change.is_replaced else "the API refuses it"
    yield Finding(
        at=after.origin.at("ip_cidr_range"),
        message=f"a proxy-only subnet cannot be resized in place, from {earlier} to {later}: {effect}",
        hint="create a second one with the role BACKUP, promote it to ACTIVE, then remove this one",
        related=(Related(before.origin.at("ip_cidr_range"), "its range is this one so far"),),
    )


RULE = Rule(
    code="FO033",
    name="proxy-subnet-resized-in-place",
    severity=Severity.WARNING,
    subject=Change,
    check=check,
    since="0.1",
    summary="a proxy-only subnet whose range changes in place",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, "
        "Reserve additional proxy-only subnet capacity, 2026-04",
    ),
)
