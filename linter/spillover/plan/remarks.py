"""What a plan tells of a load balancer that is no fault: how it works in its place (rules.md, law 6)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from spillover.model.deployment import NotCovered
from spillover.model.routes import Route
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Maybe, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.steps import is_met

INSTEAD_ON_GKE = "set trafficDistribution on the Kubernetes Service instead: GKE reverts what is set here"
"""What to do about zonal affinity where GKE sets it."""


def remarks(lb: LoadBalancer, groups: tuple[BackendGroup, ...] = ()) -> Iterator[str]:
    """Statements on its routes, while it has zonal affinity, on its ratio, and on who manages it."""
    yield from _shares_at_the_ratio(lb.service, groups)
    if lb.service.affinity in (ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE):
        for route in _routes(lb):
            name = route.origin.called(route.name)
            yield f"next hop of {route.kind.value} {name}: its packets go by the zone of their sender"
    if lb.service.is_of_gke:
        yield f"GKE manages it: its nodes are the backends, {_ratio_on_gke(lb.service.spillover_ratio)}"


def _shares_at_the_ratio(service: BackendService, groups: tuple[BackendGroup, ...]) -> Iterator[str]:
    """Shares of healthy backends that meet the spillover ratio exactly.

    Google documents that these keep connections in the zone. In which precision the two are compared is
    not documented (semantics 4.1), so whoever needs to be sure takes a ratio between two shares.
    """
    ratio = service.spillover_ratio
    if service.affinity is not ZonalAffinity.SPILL_CROSS_ZONE or not isinstance(ratio, Decimal):
        return
    if not 0 < ratio < 1:
        return
    zones: dict[str, list[str]] = {}
    for zone, size in pools(groups).primary.zones().items():
        if size.exact is not None and is_met(Fraction(ratio), size):
            zones.setdefault(f"{Fraction(ratio) * size.exact} of {size.exact}", []).append(zone)
    for share, where in zones.items():
        yield (
            f"{share} healthy in {', '.join(where)} is exactly the ratio {ratio.normalize():f}: "
            "by Google's text connections stay"
        )


def _ratio_on_gke(ratio: Maybe[Decimal]) -> str:
    """GKE has no other ratio than 0: what another hand writes lasts until GKE comes by."""
    hop = "and a node may send a connection on to another zone"
    if isinstance(ratio, Unknown) or not ratio:
        return f"its spillover ratio is 0, {hop}"
    return (
        f"{hop}; it sets the spillover ratio to 0, and will revert the {ratio.normalize():f} that is written"
    )


def _routes(lb: LoadBalancer) -> tuple[Route, ...]:
    try:
        return lb.routes.items
    except NotCovered:
        return ()
