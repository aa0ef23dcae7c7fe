"""A regional load balancer has no active proxy-only subnetwork in its network and region.

Envoy proxies serve regional Application Load Balancers and regional proxy Network Load Balancers. They get
their addresses from a subnetwork with the purpose REGIONAL_MANAGED_PROXY and the role ACTIVE, one for each
network and region, which has to be there before the forwarding rule is made. A subnetwork with the role
BACKUP is of no use until it is promoted, and without a role the API refuses it. So a backup for a DNS
failover that is to be made in a new region fails to be made.

The rule judges networks that are made here, Google's own lists, and networks of which some proxy-only
subnetwork was read. For another one, such as a shared VPC network, it is undetermined.

To fix it, add such a subnetwork; a /23 is what Google recommends.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.alb import Subnetwork
from spillover.model.graph import FrontEnd
from spillover.model.kind import kinds_of
from spillover.model.proxies import ENVOY_KINDS, ProxyPool


def check(front: FrontEnd) -> Iterator[Finding]:
    """A forwarding rule of an Envoy-based regional load balancer without proxies to serve it."""
    rule = front.rule
    if kinds_of(rule).within(ENVOY_KINDS) is False:
        return
    pool = ProxyPool.of(rule, front.deployment)
    if pool.subnetwork() is not None:
        return
    region, _ = decided(pool.region, kinds_of(rule).within(ENVOY_KINDS))
    yield Finding(
        at=rule.origin.at("network"),
        message=f"network {pool.name} has no active proxy-only subnetwork in {region}, "
        f"which a {kinds_of(rule)} needs",
        hint="add a subnetwork with the purpose REGIONAL_MANAGED_PROXY and the role ACTIVE there",
        related=tuple(map(_idle, pool.proxy_only.items)),
    )


def _idle(subnetwork: Subnetwork) -> Related:
    said = (
        "has no role, which the API refuses" if subnetwork.role is None else f"has the role {subnetwork.role}"
    )
    return Related(subnetwork.origin.at("role"), f"the proxy-only subnetwork here {said}")


RULE = Rule(
    code="FO031",
    name="regional-balancer-without-proxy-only-subnet",
    severity=Severity.ERROR,
    subject=FrontEnd,
    check=check,
    since="0.1",
    summary="a regional load balancer, such as a DNS failover backup, without a proxy-only subnetwork",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/proxy-only-subnets, 2026-04",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "github.com/hashicorp/terraform-provider-google/issues/13438, 2023-01",
    ),
)
