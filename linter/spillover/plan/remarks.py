"""What a plan tells of a load balancer that is no fault: how it works in its place (rules.md, law 6)."""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.deployment import NotCovered
from spillover.model.routes import Route
from spillover.model.service import ZonalAffinity
from spillover.model.views import LoadBalancer


def remarks(lb: LoadBalancer) -> Iterator[str]:
    """Statements on its routes, while it has zonal affinity, and on who manages it."""
    if lb.service.affinity in (ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE):
        for route in _routes(lb):
            name = route.name if isinstance(route.name, str) else route.origin.address
            yield f"next hop of {route.kind.value} {name}: its packets go by the zone of their sender"
    if lb.service.is_of_gke:
        yield (
            "GKE manages it: its nodes are the backends, its spillover ratio is 0, "
            "and a node may send a connection on to another zone"
        )


def _routes(lb: LoadBalancer) -> tuple[Route, ...]:
    try:
        return lb.routes.items
    except NotCovered:
        return ()
