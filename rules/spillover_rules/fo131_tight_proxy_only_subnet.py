"""A proxy-only subnetwork is too small, or as small as can be while several load balancers share it.

All Envoy-based regional load balancers of a network and region share the proxies that have their addresses
in its active proxy-only subnetwork. The API refuses one with fewer than 64 addresses, which is a /26. With
just 64, a failover that brings a backup the traffic of its primary may leave the others short of proxies. The
range cannot be expanded in place: a new subnetwork with the role BACKUP has to be promoted.

To fix it, use a larger range; a /23 is what Google recommends. `spillover plan` tells how many proxies
a load needs.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.proxies import LEAST_ADDRESSES, ProxySubnetwork, addresses_of, is_active, is_proxy_only


def check(proxies: ProxySubnetwork) -> Iterator[Finding]:
    """A range of fewer than 64 addresses, or of 64 that two load balancers share."""
    subnetwork = proxies.subnetwork
    addresses = addresses_of(subnetwork)
    if isinstance(addresses, int) and addresses > LEAST_ADDRESSES:
        return
    if isinstance(addresses, int) and addresses < LEAST_ADDRESSES:
        decided(is_proxy_only(subnetwork))
        yield Finding(
            at=subnetwork.origin.at("ip_cidr_range"),
            message=f"{subnetwork.ip_cidr_range} has {addresses} addresses, the API refuses a proxy-only "
            f"subnetwork of fewer than {LEAST_ADDRESSES}",
            hint="use a larger range, such as a /23",
            severity=Severity.ERROR,
        )
        return
    pool = proxies.pool
    if is_active(subnetwork) is False or pool.is_shared is False:
        return
    decided(addresses, is_active(subnetwork), is_proxy_only(subnetwork))
    decided(pool.is_shared)
    yield Finding(
        at=subnetwork.origin.at("ip_cidr_range"),
        message=f"{pool.balancers.least} load balancers share the {addresses} addresses for proxies of this "
        "subnetwork, the least there can be: a failover to one may leave the others short",
        hint="replace it by one with a larger range, such as a /23",
        related=tuple(
            Related(rule.origin.at("target"), "a load balancer that shares it")
            for rule in pool.front_ends.items
        ),
    )


RULE = Rule(
    code="FO131",
    name="tight-proxy-only-subnet",
    severity=Severity.WARNING,
    subject=ProxySubnetwork,
    check=check,
    since="0.1",
    summary="a proxy-only subnetwork that is refused, or has 64 addresses for several load balancers",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/proxy-only-subnets, 2026-04",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
