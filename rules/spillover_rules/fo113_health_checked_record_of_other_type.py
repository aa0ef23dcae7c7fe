"""A record set of another type than A or AAAA has health-checked targets.

Cloud DNS checks the health of addresses only. A CNAME, MX, SRV or TXT record may have a
routing policy, but no health check and no health-checked targets: the API refuses them.

To fix it, use a record of type A or AAAA, or take the health checks out of the policy.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet

CHECKED_TYPES = ("A", "AAAA")


def check(record: RecordSet) -> Iterator[Finding]:
    """A type that cannot be checked, and targets that are to be."""
    if record.type in (None, *CHECKED_TYPES) or record.is_checked is False:
        return
    type_, _ = decided(record.type, record.is_checked)
    yield Finding(
        at=record.origin.at("type"),
        message=f"health-checked targets in a record of type {type_}: only A and AAAA are checked",
        hint="use a record of type A or AAAA",
    )


RULE = Rule(
    code="FO113",
    name="health-checked-record-of-other-type",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="health-checked targets in a record of another type than A or AAAA",
    sources=(
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
    ),
)
