"""What is asked of the planner, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import TypeVar

from spillover.model.capacity import Size
from spillover.model.deployment import Joined
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import FieldRef, Unknown
from spillover.plan.backends import BackendSet
from spillover.plan.dns.record import RecordPlan
from spillover.plan.eligible import Eligible
from spillover.plan.failures import Sweep
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.parity.table import ParityTable
from spillover.plan.proxies import ProxyPlan
from spillover.plan.scenario import Scenario
from spillover.plan.tolerances import ZoneTolerance
from spillover.plan.zonal import Client, ClientKind, Decision, Spec
from spillover.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """What one client gets in one scenario; ``decision`` is None where it is undetermined, and why."""

    client: Client
    compatible: bool
    option: ZonalAffinity
    decision: Decision | None
    undetermined: tuple[Unknown, ...] = ()

    @property
    def answers_itself(self) -> bool:
        """Whether the client is a backend: it answers its own packets, whatever its health (semantics 3)."""
        return self.client.kind is ClientKind.VM_BACKEND


@dataclass(frozen=True)
class ScenarioPlan:
    """One scenario of a service; ``eligible`` is None where it is undetermined, and why."""

    scenario: Scenario
    groups: tuple[BackendGroup, ...]
    eligible: Eligible | None
    rows: tuple[Row, ...]
    undetermined: tuple[Unknown, ...] = ()

    @property
    def healthy(self) -> Mapping[str, Size]:
        """The number of healthy backends of both roles, in every zone that has a backend.

        Where some backend is not known there may be more.
        """
        configured = pools(self.groups)
        healthy = (configured.primary | configured.failover).healthy.zones()
        known = {zone: healthy.get(zone, Size.exactly(0)) for zone in zones_of(self.groups)}
        if all(group.known and group.failover is not None for group in self.groups):
            return known
        return {zone: Size(size.least, None, size.because) for zone, size in known.items()}


@dataclass(frozen=True)
class ServicePlan:
    """All scenarios of one internal passthrough load balancer.

    ``groups`` are its backends as in the first scenario; ``caveats`` are reasons why the plan
    is not exact although every value is known, ``remarks`` tell how it works in its place.
    ``partners`` are the next hops that share appliances with it, which is one itself.
    """

    service: BackendService
    root: str
    groups: tuple[BackendGroup, ...]
    scenarios: tuple[ScenarioPlan, ...]
    caveats: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    tolerances: tuple[ZoneTolerance, ...] = ()
    partners: Joined[BackendService] = field(default_factory=Joined)

    @property
    def undetermined(self) -> tuple[Unknown, ...]:
        """The values that some decision would have needed, each once."""
        unknowns = [each for plan in self.scenarios for each in plan.undetermined]
        unknowns += [each for plan in self.scenarios for row in plan.rows for each in row.undetermined]
        if isinstance(self.service.affinity, Unknown):
            unknowns.append(self.service.affinity)
        return tuple(first_of_each(unknowns, lambda unknown: unknown.because))


@dataclass(frozen=True)
class Skipped:
    """Something that was read, but that there is no plan for."""

    at: FieldRef
    because: str


@dataclass(frozen=True)
class Plan:
    """The plan of a deployment."""

    services: tuple[ServicePlan, ...]
    skipped: tuple[Skipped, ...]
    proxies: tuple[ProxyPlan, ...] = ()
    parity: tuple[ParityTable, ...] = ()
    records: tuple[RecordPlan, ...] = ()


@dataclass(frozen=True)
class Question:
    """What is asked of the planner.

    ``scenarios`` are those that were given; without any, each service is swept. ``down``
    zones make one more scenario; ``sweep`` makes further ones even where scenarios were given,
    with at most ``max_failures`` backends failing where it is full.
    """

    scenarios: tuple[Scenario, ...] = ()
    down: tuple[str, ...] = ()
    sweep: Sweep | None = None
    max_failures: int | None = None
    client_zones: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    spec: Spec = Spec.R2026_05


def first_of_each(things: Iterable[T], key: Callable[[T], str]) -> Iterable[T]:
    """The things without those whose key came before."""
    kept: dict[str, T] = {}
    for thing in things:
        kept.setdefault(key(thing), thing)
    return kept.values()


def zones_of(groups: Iterable[BackendGroup]) -> tuple[str, ...]:
    """The zones that have a backend of either role, sorted."""
    return tuple(sorted({zone for group in groups for zone in group.zones}))


def cross_zone_share(client: Client, backends: BackendSet) -> Fraction | None:
    """The share of a set's backends outside of the client's zone; None where it is not known.

    A client without a zone in the region has no cross-zone share, except that a VM in a zone
    without backends has every backend outside of its own.
    """
    if not client.kind.is_zonal or not backends.members:
        return None
    local = backends.in_zone(client.zone)
    if local == backends:
        return Fraction(0)
    if not local.members:
        return Fraction(1)
    total, here = backends.size.exact, local.size.exact
    return None if not total or here is None else Fraction(total - here, total)
