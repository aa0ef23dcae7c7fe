"""A spillover ratio is finer than the number of backends in a zone, so that another one decides there.

With n backends in a zone the share of healthy ones is one of 1/n, 2/n, ... 1. A ratio of at most
1/n works like 0 there: connections leave only when no backend is healthy. A ratio above
(n-1)/n works like 1: a single unhealthy backend of several sends the connections of all clients
in its zone elsewhere. With one backend in each zone, no ratio makes a difference. It is no
finding where the ratio is written as 1, which says so itself.

To fix it, choose a ratio between the shares that can occur, or one that says what it does.
"""

from collections.abc import Iterator
from fractions import Fraction

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import ZonalAffinity
from spillover.model.views import LoadBalancer
from spillover.plan.remarks import INSTEAD_ON_GKE
from spillover.plan.spread import Roles, spread, undecided
from spillover.plan.steps import is_like_one, is_like_zero


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """SPILL_CROSS_ZONE with a ratio between 0 and 1 that works like 0 everywhere, or like 1 in some zone."""
    service = balancer.service
    if service.spillover_ratio is None or service.is_internal_passthrough is False:
        return
    if service.affinity in (ZonalAffinity.DISABLED, ZonalAffinity.STAY_WITHIN_ZONE):
        return
    roles = spread(service, balancer.deployment)
    if roles.primary.is_empty:
        return
    decided(service.affinity, service.is_internal_passthrough)
    ratio = Fraction(decided(service.spillover_ratio))
    if not 0 < ratio < 1:
        return  # ZA015 speaks
    effect = _effect(ratio, roles)
    if effect:
        yield Finding(
            at=service.origin.at("spillover_ratio"),
            message=f"spillover ratio {service.spillover_ratio} works like {effect}",
            hint=INSTEAD_ON_GKE if service.is_of_gke else _hint(effect),
        )


def _hint(effect: str) -> str:
    return f"write {effect[0]} if that is meant, else choose another ratio, or more backends in a zone"


def _effect(ratio: Fraction, roles: Roles) -> str:
    """What the ratio works like, in words; empty if it is what one would expect.

    Raises:
        Undetermined, NotCovered: that depends on sizes that are not known.
    """
    zones, others = roles.primary.by_zone, roles.failover.by_zone
    single = [zone for zone, size in zones.items() if is_like_one(ratio, size) is True]
    if single:
        sizes = ", ".join(f"{zone} with {zones[zone]}" for zone in single)
        return f"1 in {sizes}: one unhealthy backend sends the zone's connections elsewhere"
    unclear = [size for size in zones.values() if is_like_one(ratio, size) is None]
    if unclear or roles.primary.missing:
        undecided(unclear, roles.primary.missing)
    zeros = {size: is_like_zero(ratio, size) for size in (*zones.values(), *others.values())}
    if False in zeros.values():
        return ""
    unclear = [size for size, is_like in zeros.items() if is_like is None]
    if unclear or roles.failover.missing:
        undecided(unclear, roles.failover.missing)
    return "0 in every zone: connections leave a zone only when it has no healthy backend"


RULE = Rule(
    code="ZA019",
    name="spillover-ratio-finer-than-zone",
    severity=Severity.NOTE,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="a spillover ratio that works like 0, or like 1, with so few backends in a zone",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"Nonzero spillover ratio"',
    ),
)
