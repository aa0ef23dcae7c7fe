"""A record of type A answers an IPv6 address, or one of type AAAA an IPv4 address.

Cloud DNS refuses the record: A holds IPv4 addresses only, AAAA holds IPv6 addresses only. This
happens when the addresses of a dual-stack load balancer are mixed up in a routing policy. An
address that is not known yet has the `ip_version` of its resource, which is IPV4 unless it is written.

To fix it, put the address into the record of its own type.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided, each
from spillover.model.targets import Address
from spillover.model.views import JoinedRecordSet

VERSIONS = {"A": 4, "AAAA": 6}


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """An address in a routing policy that is not of the family of the record's type."""
    record = subject.record_set
    if record.routing_policy is None:
        return
    wanted = VERSIONS.get(decided(record.type) or "")
    if wanted is None:
        return

    def judge(address: Address) -> Iterator[Finding]:
        version = decided(subject.ip_version(address))
        if version not in (None, wanted):
            other = "AAAA" if wanted == VERSIONS["A"] else "A"
            yield Finding(
                at=address.at,
                message=f"an IPv{version} address in a record of type {record.type}: {address}",
                hint=f"put it into the record of type {other}",
            )

    yield from each(record.addresses(), judge)


RULE = Rule(
    code="FO055",
    name="address-family-mismatch",
    severity=Severity.ERROR,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="a record of type A that answers IPv6 addresses, or AAAA with IPv4",
    sources=(
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/compute_address, 2026-08",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/compute_forwarding_rule"
        ", 2026-08",
    ),
)
