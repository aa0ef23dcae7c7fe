"""What a plan tells of a load balancer that is no fault: how it works in its place (rules.md, law 6)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from spillover.model.deployment import NotCovered
from spillover.model.routes import Route
from spillover.model.service import ZonalAffinity
from spillover.model.source import Maybe, Unknown
from spillover.model.views import LoadBalancer

INSTEAD_ON_GKE = "set trafficDistribution on the Kubernetes Service instead: GKE reverts what is set here"
"""What to do about zonal affinity where GKE sets it."""


def remarks(lb: LoadBalancer) -> Iterator[str]:
    """Statements on its routes, while it has zonal affinity, and on who manages it."""
    if lb.service.affinity in (ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE):
        for route in _routes(lb):
            name = route.name if isinstance(route.name, str) else route.origin.address
            yield f"next hop of {route.kind.value} {name}: its packets go by the zone of their sender"
    if lb.service.is_of_gke:
        yield f"GKE manages it: its nodes are the backends, {_ratio_on_gke(lb.service.spillover_ratio)}"


def _ratio_on_gke(ratio: Maybe[Decimal]) -> str:
    """GKE has no other ratio than 0: what another hand writes lasts until GKE comes by."""
    hop = "and a node may send a connection on to another zone"
    if isinstance(ratio, Unknown) or not ratio:
        return f"its spillover ratio is 0, {hop}"
    return f"{hop}; it sets the spillover ratio to 0, and will revert the {ratio} that is written"


def _routes(lb: LoadBalancer) -> tuple[Route, ...]:
    try:
        return lb.routes.items
    except NotCovered:
        return ()
