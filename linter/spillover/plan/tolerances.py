"""What the clients of each zone of a load balancer bear, all backends being healthy at first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.plan.in_force import affinity_of, failover_of, refuse_weights
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.tolerance import Tolerance, tolerance
from spillover.plan.zonal import Client, Spec
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class ZoneTolerance:
    """What the VMs of one zone bear with one option; ``known`` is None where it is undetermined, and why."""

    zone: str
    option: ZonalAffinity
    known: Tolerance | None
    undetermined: tuple[Unknown, ...] = ()


def zone_tolerances(
    service: BackendService,
    known: tuple[tuple[BackendGroup, ...], tuple[Unknown, ...]],
    vms: Iterable[Client],
    options: tuple[ZonalAffinity, ...],
    spec: Spec,
) -> Iterator[ZoneTolerance]:
    """For each zone that the VMs are in, and each option, sorted by zone.

    ``known`` are the groups, and what is not known of them; their state of health does not matter.
    """
    groups, unknowns = known
    configured = pools(groups)
    clients: dict[str, Client] = {}
    for client in vms:
        if client.zone:
            clients.setdefault(client.zone, client)
    for zone, client in sorted(clients.items()):
        for option in options:
            try:
                refuse_weights(service)
                if unknowns:
                    raise Undetermined(*unknowns)
                affinity = affinity_of(service, option)
                yield ZoneTolerance(
                    zone, option, tolerance(configured, failover_of(service), affinity, client, spec)
                )
            except Undetermined as error:
                yield ZoneTolerance(zone, option, None, error.unknowns)
