"""SPILL_CROSS_ZONE without a spillover ratio: a zone's last healthy backend takes all of its connections.

A ratio that is not written is 0. Then the clients of a zone leave it only when none of its
backends is healthy. Of five backends in a zone four may fail, and the fifth gets five times its
load before anything spills over, while the other zones stand idle. It is no finding where every
zone has a single backend, for there the ratio cannot matter, nor where all are in one zone, nor
where the ratio is written as 0, nor on a backend service of GKE, which always has 0. A group of
which nothing tells the size counts as one of several backends.

To fix it, write the ratio: with 0.5, connections leave a zone when fewer than half of its
backends are healthy. Write 0 if they are to stay as long as they can.
"""

from collections.abc import Iterator
from decimal import Decimal

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.capacity import Size
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.spread import Spread, spread


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """SPILL_CROSS_ZONE in force without a ratio, unless no ratio could matter."""
    service = balancer.service
    ratio = service.spillover_ratio
    if isinstance(ratio, Decimal) or service.is_of_gke or _never_spills(service):
        return
    roles = spread(service, balancer.deployment)
    primary = roles.primary
    several = primary.in_several_zones
    if several is False:
        return  # LB012 or ZA012 speaks
    verdicts = [_has_several(size) for role in (primary, roles.failover) for size in role.by_zone.values()]
    verdicts += [*primary.missing, *roles.failover.missing]
    if not any(verdicts):
        return
    option, _, _ = decided(service.affinity, service.is_internal_passthrough, ratio)
    decided(several)
    if True not in verdicts:
        raise Undetermined(*dict.fromkeys(each for each in verdicts if isinstance(each, Unknown)))
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} without a spillover ratio means 0: "
        f"the last healthy backend of a zone takes all of its connections{_example(primary)}",
        hint="write the ratio below which connections are to leave a zone, or 0 if they are not",
    )


def _has_several(size: Size) -> bool | Unknown:
    """Whether a zone has more than one backend, at least at times."""
    if size.least > 1 or size.most in (0, 1):
        return size.least > 1
    return size.because if size.because and size.because.at else True


def _never_spills(service: BackendService) -> bool:
    others = (ZonalAffinity.DISABLED, ZonalAffinity.STAY_WITHIN_ZONE)
    if service.ha_policy is True:
        return True  # ZA024 speaks
    return service.affinity in others or service.is_internal_passthrough is False


def _example(primary: Spread) -> str:
    """The zone that has most to lose, where its size is known."""
    known = {zone: size.exact for zone, size in primary.zones.items() if size.exact is not None}
    zone = max(sorted(known), key=lambda each: known[each], default=None)
    return "" if zone is None or known[zone] == 1 else f", 1 of {known[zone]} in {zone}"


RULE = Rule(
    code="ZA016",
    name="unset-spillover-ratio",
    severity=Severity.NOTE,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="an unset spillover ratio with SPILL_CROSS_ZONE, which means 0",
    sources=(
        'docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "Zero spillover ratio"',
    ),
)
