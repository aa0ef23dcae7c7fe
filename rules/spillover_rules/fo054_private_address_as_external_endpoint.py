"""An external endpoint has an address that the internet cannot reach.

Health checks of external endpoints come from the internet. To a private address (RFC 1918,
100.64.0.0/10, fc00::/7), a loopback or a link-local one they never get through, so the
endpoint is unhealthy from the beginning, and clients outside could not reach it either.

To fix it, give the address of an external forwarding rule. Internal load balancers are written
as `internal_load_balancers`, in a private zone; Google knows their health without probes.
"""

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network

from spillover.check.rule import Finding, Rule, Severity, each_known
from spillover.model.dns import Address, RecordSet, Targets
from spillover.model.source import Unknown

NOT_OF_THE_INTERNET: dict[str, tuple[str, ...]] = {
    "private": ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
    "loopback": ("127.0.0.0/8", "::1/128"),
    "link-local": ("169.254.0.0/16", "fe80::/10"),
}
NETWORKS: dict[IPv4Network | IPv6Network, str] = {
    ip_network(text): kind for kind, texts in NOT_OF_THE_INTERNET.items() for text in texts
}


def check(record: RecordSet) -> Iterator[Finding]:
    """An external endpoint in one of the networks that are not of the internet."""
    for address in each_known(_external(record)):
        kind = next(
            (kind for network, kind in NETWORKS.items() if address.ip and address.ip in network), None
        )
        if kind:
            yield Finding(
                at=address.at,
                message=f"{address.text} is a {kind} address: probes from the internet do not reach it",
                hint="give the address of an external forwarding rule, or use internal_load_balancers",
            )


def _external(record: RecordSet) -> Iterator[Address | Unknown]:
    for targets in record.targets:
        if isinstance(targets, Targets):
            yield from targets.external_addresses()
        else:
            yield targets


RULE = Rule(
    code="FO054",
    name="private-address-as-external-endpoint",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="an external endpoint whose address the internet cannot reach",
    sources=(
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
    ),
)
