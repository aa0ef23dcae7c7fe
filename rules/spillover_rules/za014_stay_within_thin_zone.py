"""STAY_WITHIN_ZONE, and a zone with a single backend: when it fails, its clients are sent to it all the same.

After a zonal match STAY_WITHIN_ZONE never leaves the zone. Where no backend of the zone is healthy, new
connections from that zone go to the unhealthy ones. With one backend in the zone its first failure is that
case, while the other zones stand idle. A zone that an autoscaler may shrink to one backend counts too, and
so does one whose backends are all unhealthy by the health data that was given. It is no finding where the
load balancer then fails over, for its failover backends are the ones to match then, nor where no healthy
one is left anywhere.

To fix it, give the zone more backends, or use ZONAL_AFFINITY_SPILL_CROSS_ZONE, whose ratio says how much of
a zone may fail before its clients leave it.
"""

from collections.abc import Iterator
from itertools import product

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.eligible import Failover
from spillover.plan.failing import single_failure, stays_on_unhealthy
from spillover.plan.in_force import failover_of
from spillover.plan.membership import BackendGroup, known_groups, pools, set_apart
from spillover.plan.observed import is_observed
from spillover.plan.remarks import INSTEAD_ON_GKE
from spillover.plan.scenario import Scenario

STAY, SPILL = ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """STAY in force, and a zone that one failure, or its health, leaves without a healthy backend."""
    service = balancer.service
    if service.affinity in (ZonalAffinity.DISABLED, SPILL) or service.is_internal_passthrough is False:
        return
    decided(service.affinity, service.is_internal_passthrough)
    configured, unknowns = known_groups(service, balancer.deployment, Scenario())
    if isinstance(service.backends, Unknown) or not all(group.is_counted for group in configured):
        raise Undetermined(*unknowns)
    groups = set_apart(configured)  # in fewer zones, none of them has fewer backends
    said: dict[str, str] = {}
    doubts: dict[Unknown, None] = {}
    failing = (None, False, True) if is_observed(service, balancer.deployment) else (False, True)
    for zone, failover in product(sorted({zone for group in groups for zone in group.zones}), failing):
        try:
            if when := _when_stuck(zone, groups, failover_of(service), failover):
                said.setdefault(zone, f"{zone} {when}")
        except Undetermined as undetermined:
            doubts |= dict.fromkeys(undetermined.unknowns)
    if said:
        yield Finding(
            at=service.origin.at("zonal_affinity"),
            message=f"{STAY.value} keeps clients on unhealthy backends: in {', in '.join(said.values())}",
            hint=INSTEAD_ON_GKE if service.is_of_gke else f"add backends there, or use {SPILL.value}",
        )
    if doubts:
        raise Undetermined(*doubts)


def _when_stuck(zone: str, groups: tuple[BackendGroup, ...], policy: Failover, failover: bool | None) -> str:
    """When the zone's clients are stuck: now, or once its single backend of a role fails."""
    if failover is None:
        if not stays_on_unhealthy(pools(groups), zone, policy):
            return ""
        if anywhere := [group.unplaced.because for group in groups if group.unplaced]:
            raise Undetermined(*anywhere)
        return "now"
    failure = single_failure(groups, zone, failover=failover)
    if failure is None or not stays_on_unhealthy(failure.state, zone, policy):
        return ""
    if failure.doubts:
        raise Undetermined(*failure.doubts)
    single = f"single {'failover' if failover else 'primary'} backend"
    return f"if it is scaled in to a {single} that fails" if failure.scaled_in else f"if its {single} fails"


RULE = Rule(
    code="ZA014",
    name="stay-within-thin-zone",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="STAY_WITHIN_ZONE with a zone that one failure leaves without a healthy backend",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"How ZONAL_AFFINITY_STAY_WITHIN_ZONE works"',
    ),
)
