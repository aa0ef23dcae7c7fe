"""The backends of a next hop look like the nodes of a GKE cluster, which Google does not support.

GKE nodes cannot be backends of an internal passthrough load balancer that is the next hop of a
route: packets to other addresses than the node's own are not meant for it. Groups of nodes are
told by their names: `gke-CLUSTER-POOL-...-grp` for the group of a node pool, `k8s-ig--...` and
`k8s2-...` for groups that GKE makes for a Kubernetes Service.

To fix it, use VMs that forward packets, in groups of their own.
"""

import re
from collections.abc import Iterator

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, some
from spillover.model.names import ResourceName
from spillover.model.service import Backend
from spillover.model.views import LoadBalancer

_NODES = re.compile(r"gke-.+-grp\Z|k8s-ig--|k8s2-")


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """A backend that is called as GKE calls groups of nodes, on the next hop of a route."""
    backends = balancer.service.backends
    if balancer.service.is_internal_passthrough is False or not isinstance(backends, tuple):
        return
    nodes = next((each for each in backends if _is_of_nodes(each)), None)
    route = some(balancer.routes) if nodes else None
    if nodes is None or route is None:
        return
    yield Finding(
        at=nodes.origin.at("group"),
        message="nodes of GKE, by the name of their group, cannot be backends of a next hop",
        hint="use VMs that forward packets, in groups of their own",
        related=(Related(route.origin.at("next_hop"), "a route leads to this load balancer here"),),
        certainty=Certainty.LIKELY,
    )


def _is_of_nodes(backend: Backend) -> bool:
    """Names of GKE's are made by GKE, so that only a literal one tells."""
    return isinstance(backend.group, ResourceName) and bool(_NODES.match(backend.group.name))


RULE = Rule(
    code="LB014",
    name="gke-nodes-behind-next-hop",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="nodes of GKE as backends of a next hop",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/ilb-next-hop-overview, 2026-04",),
)
