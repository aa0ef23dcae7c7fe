"""An address of the primary is also in the backup of the same failover record.

The backup is answered when no address of the primary is healthy, so such an address is down
just when it is needed, and clients near that item have no failover. With geo fencing for
backups they are kept there although another region is healthy, which is an error where the
item has no other address. Two mentions of one attribute of one resource count as one address,
even before it is known.

To fix it, give the item addresses of a load balancer that fails independently of the primary.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import GeoItem, RecordSet
from spillover.model.source import Undetermined, Unknown
from spillover.model.targets import Address, Targets, same_address


def check(record: RecordSet) -> Iterator[Finding]:
    """An item of the backup that repeats an address of the primary."""
    failover = record.failover
    if failover is None:
        return
    failover = decided(failover)
    primary, backup = decided(failover.primary, failover.backup)
    doubts: dict[Unknown, None] = {}
    for item in backup or ():
        repeated, alone = _repeated(item, primary or Targets(), doubts)
        if repeated is None:
            continue
        place = f"near {item.location}" if isinstance(item.location, str) else "near it"
        fenced = failover.fencing is True and alone
        yield Finding(
            at=repeated.at,
            message=f"the backup repeats an address of the primary: clients {place} have no failover"
            + (", and fencing keeps them there" if fenced else ""),
            hint="use the address of another load balancer",
            severity=Severity.ERROR if fenced else None,
        )
    if doubts:
        raise Undetermined(*doubts)


def _repeated(item: GeoItem, primary: Targets, doubts: dict[Unknown, None]) -> tuple[Address | None, bool]:
    """The first address of an item that the primary has too, and whether all of them are such ones."""
    repeated: list[Address] = []
    addresses = list(item.targets.addresses())
    for address in addresses:
        verdicts = [same_address(each, address) for each in primary.addresses()]
        if True in verdicts:
            repeated.append(address)
        else:
            doubts |= {each: None for each in verdicts if isinstance(each, Unknown)}
    return (repeated[0] if repeated else None), len(repeated) == len(addresses)


RULE = Rule(
    code="FO045",
    name="backup-that-is-the-primary",
    severity=Severity.WARNING,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="an address that is both primary and backup of a failover record",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
