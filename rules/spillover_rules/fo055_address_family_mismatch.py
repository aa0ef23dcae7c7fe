"""A record of type A answers an IPv6 address, or one of type AAAA an IPv4 address.

Cloud DNS refuses the record: A holds IPv4 addresses only, AAAA holds IPv6 addresses only. This
happens when the addresses of a dual-stack load balancer are mixed up in a routing policy.

To fix it, put the address into the record of its own type.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided, each_known
from spillover.model.dns import RecordSet

VERSIONS = {"A": 4, "AAAA": 6}


def check(record: RecordSet) -> Iterator[Finding]:
    """An address in a routing policy that is not of the family of the record's type."""
    if record.routing_policy is None:
        return
    wanted = VERSIONS.get(decided(record.type) or "")
    if wanted is None:
        return
    for address in each_known(record.addresses()):
        version = address.ip.version if address.ip else wanted
        if version != wanted:
            other = "AAAA" if wanted == VERSIONS["A"] else "A"
            yield Finding(
                at=address.at,
                message=f"an IPv{version} address in a record of type {record.type}: {address.text}",
                hint=f"put it into the record of type {other}",
            )


RULE = Rule(
    code="FO055",
    name="address-family-mismatch",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="a record of type A that answers IPv6 addresses, or AAAA with IPv4",
    sources=(
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
    ),
)
