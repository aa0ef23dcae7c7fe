"""What the clients of each zone of a load balancer bear, all backends being healthy at first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.in_force import affinity_of, failover_of, refuse_weights
from spillover.plan.membership import backend_groups, pools
from spillover.plan.scenario import Scenario
from spillover.plan.tolerance import Tolerance, tolerance
from spillover.plan.zonal import Client, Spec


@dataclass(frozen=True, slots=True)
class ZoneTolerance:
    """What the VMs of one zone bear with one option; ``known`` is None where it is undetermined, and why."""

    zone: str
    option: ZonalAffinity
    known: Tolerance | None
    undetermined: tuple[Unknown, ...] = ()


def zone_tolerances(
    lb: LoadBalancer,
    scenario: Scenario,
    vms: Iterable[Client],
    options: tuple[ZonalAffinity, ...],
    spec: Spec,
) -> Iterator[ZoneTolerance]:
    """For each zone that the VMs are in, and each option, sorted by zone.

    Sizes are those of the scenario; its state of health does not matter.

    Raises:
        UsageError: the scenario and other data contradict each other.
    """
    for zone in sorted({client.zone for client in vms if client.zone}):
        client = next(each for each in vms if each.zone == zone)
        for option in options:
            try:
                known = _tolerance(lb, scenario, client, option, spec)
            except Undetermined as error:
                yield ZoneTolerance(zone, option, None, error.unknowns)
            else:
                yield ZoneTolerance(zone, option, known)


def _tolerance(
    lb: LoadBalancer, scenario: Scenario, client: Client, option: ZonalAffinity, spec: Spec
) -> Tolerance:
    refuse_weights(lb.service)
    configured = pools(backend_groups(lb.service, lb.deployment, scenario))
    return tolerance(configured, failover_of(lb.service), affinity_of(lb.service, option), client, spec)
