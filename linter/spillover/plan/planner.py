"""plan(): for each internal passthrough load balancer, scenario and client, the effective set.

Only the bookkeeping is here; what is decided, and how, stands in ``eligible`` and ``zonal``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

from spillover.model.capacity import Size
from spillover.model.deployment import Deployment, Joined, NotCovered
from spillover.model.service import BackendService, Subsetting, ZonalAffinity
from spillover.model.source import FieldRef, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.backends import BackendSet
from spillover.plan.clients import clients, doubtful_clients
from spillover.plan.dns.record import RecordPlan, plan_records
from spillover.plan.eligible import Eligible, Pools, identify_eligible
from spillover.plan.failures import Sweep, failing, failures
from spillover.plan.groups import keys_of_service
from spillover.plan.in_force import affinity_of, failover_of, refuse_weights
from spillover.plan.membership import BackendGroup, ConfiguredBackends, configured_backends, pools
from spillover.plan.next_hops import partners
from spillover.plan.observed import is_observed, unobserved
from spillover.plan.parity.table import ParityTable, parity_tables
from spillover.plan.proxies import ProxyPlan, plan_proxies
from spillover.plan.remarks import remarks
from spillover.plan.scenario import Scenario
from spillover.plan.tolerances import ZoneTolerance, zone_tolerances
from spillover.plan.zonal import Client, ClientKind, Decision, Spec, modified_eligible

T = TypeVar("T")

MOST_BACKENDS = 250
"""Backends of a pool that can be eligible without subsetting (load balancing quotas, 2026-04)."""


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
        return tuple(_first_of_each(unknowns, lambda unknown: unknown.because))


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


def plan(deployment: Deployment, question: Question) -> Plan:
    """The plan of a deployment; where services are asked for, of these and of the proxies alone.

    Raises:
        UsageError: a scenario contradicts other data, or a sweep has too many scenarios.
    """
    beside = plan_beside_services(deployment, question)
    services = tuple(plan_service(each, question) for each in to_plan(deployment, question))
    return replace(beside, services=services)


def to_plan(deployment: Deployment, question: Question) -> list[LoadBalancer]:
    """The load balancers that there is a plan for, of those that were asked for."""
    return [
        LoadBalancer(service, deployment)
        for service in _asked_for(deployment, question)
        if not _no_plan(service)
    ]


def plan_beside_services(deployment: Deployment, question: Question) -> Plan:
    """The plan of a deployment without its services, of which there may be many."""
    skipped = [
        Skipped(FieldRef(service.origin), because)
        for service in _asked_for(deployment, question)
        if (because := _no_plan(service))
    ]
    proxies = tuple(plan_proxies(deployment, question.scenarios))
    parity = () if question.services else tuple(parity_tables(deployment))
    records = () if question.services else tuple(plan_records(deployment, question.scenarios))
    return Plan((), tuple(skipped), proxies, parity, records)


def _asked_for(deployment: Deployment, question: Question) -> Iterator[BackendService]:
    for service in deployment.own(BackendService):
        if not question.services or _is_asked_for(service, question.services):
            yield service


def _is_asked_for(service: BackendService, names: tuple[str, ...]) -> bool:
    return service.origin.address in names or service.name in names


def _no_plan(service: BackendService) -> str:
    """Why a backend service has no plan; empty if it has one."""
    passthrough = service.is_internal_passthrough
    if isinstance(passthrough, Unknown):
        return f"its load balancing scheme is not known: {passthrough.because}"
    if not passthrough:
        return "not an internal passthrough load balancer"
    if service.ha_policy is True:
        return "it has a haPolicy: all traffic goes to one leader, nothing is balanced"
    return ""


def plan_service(lb: LoadBalancer, question: Question) -> ServicePlan:
    """The plan of one load balancer.

    Raises:
        UsageError: a scenario contradicts other data, or a sweep has too many scenarios.
    """
    # With its own groups only: what a scenario says of those of many services is looked up once for each.
    keys = keys_of_service(lb.service, lb.deployment) if question.scenarios else ()
    given = tuple(each.about(keys) for each in question.scenarios)
    if not given and is_observed(lb.service, lb.deployment):
        given = (Scenario("as given"),)
    backends = configured_backends(lb.service, lb.deployment)
    first = _plan_scenario(lb, backends, given[0] if given else Scenario(), question)
    vms = [row.client for row in first.rows if row.client.kind is ClientKind.VM and row.client.zone]
    known = backends.in_scenario(first.scenario)
    tolerances = tuple(zone_tolerances(lb.service, known, vms, _options(lb.service), question.spec))
    further = _further_scenarios(first, tolerances, bool(given), given[1:], question)
    rest = [_plan_scenario(lb, backends, scenario, question) for scenario in further]
    caveats = [*_caveats(lb.service, first.groups), *doubtful_clients(lb)]
    if not question.scenarios:
        missing = unobserved(lb.service, lb.deployment)
        caveats += [f"the health data does not list group {each}: it counts as healthy" for each in missing]
    return ServicePlan(
        lb.service,
        lb.deployment.root,
        first.groups,
        (first, *rest),
        tuple(caveats),
        tuple(remarks(lb, first.groups)),
        tolerances,
        _partners(lb),
    )


def _partners(lb: LoadBalancer) -> Joined[BackendService]:
    try:
        return partners(lb)
    except NotCovered:
        return Joined()


def _further_scenarios(
    first: ScenarioPlan,
    tolerances: tuple[ZoneTolerance, ...],
    is_given: bool,
    given: tuple[Scenario, ...],
    question: Question,
) -> tuple[Scenario, ...]:
    """The scenarios after the first (contract, "Scenarios"), each once."""
    further = list(given)
    if not is_given or question.sweep is Sweep.ZONES:
        further += [first.scenario.with_down(zone) for zone in zones_of(first.groups)]
    further += failures(
        question.sweep,
        first.scenario,
        first.groups,
        tolerances,
        most_failed=question.max_failures,
        zones_go_down=not is_given,
    )
    if question.down:
        further.append(first.scenario.with_down(*question.down))
    return tuple(_first_of_each(further, lambda scenario: scenario.name))


def _plan_scenario(
    lb: LoadBalancer, backends: ConfiguredBackends, scenario: Scenario, question: Question
) -> ScenarioPlan:
    eligible: Eligible | None = None
    groups, undetermined = backends.in_scenario(scenario)
    groups = failing(groups, scenario.failure)
    configured = pools(groups)
    try:
        refuse_weights(lb.service)
        if not undetermined:
            eligible = identify_eligible(configured, failover_of(lb.service))
    except Undetermined as error:
        undetermined += error.unknowns
    rows = tuple(
        _row(lb.service, configured, eligible, client, option, question.spec)
        for client in clients(lb, zones_of(groups), question.client_zones, scenario)
        for option in _options(lb.service)
    )
    return ScenarioPlan(scenario, groups, eligible, rows, undetermined)


def _row(
    service: BackendService,
    configured: Pools,
    eligible: Eligible | None,
    client: Client,
    option: ZonalAffinity,
    spec: Spec,
) -> Row:
    compatible = client.is_compatible(spec)
    if eligible is None:
        return Row(client, compatible, option, None)
    try:
        decision = modified_eligible(configured, eligible, client, affinity_of(service, option), spec)
    except Undetermined as error:
        return Row(client, compatible, option, None, error.unknowns)
    return Row(client, compatible, option, decision)


def _options(service: BackendService) -> tuple[ZonalAffinity, ...]:
    """The option in force, or every one where it is not known."""
    return tuple(ZonalAffinity) if isinstance(service.affinity, Unknown) else (service.affinity,)


def _first_of_each(things: Iterable[T], key: Callable[[T], str]) -> Iterable[T]:
    """The things without those whose key came before."""
    kept: dict[str, T] = {}
    for thing in things:
        kept.setdefault(key(thing), thing)
    return kept.values()


def zones_of(groups: Iterable[BackendGroup]) -> tuple[str, ...]:
    """The zones that have a backend of either role, sorted."""
    return tuple(sorted({zone for group in groups for zone in group.zones}))


def _caveats(service: BackendService, groups: tuple[BackendGroup, ...]) -> Iterator[str]:
    if service.subsetting is Subsetting.CONSISTENT_HASH_SUBSETTING:
        yield "backend subsetting is on: each client sees a subset of the eligible backends"
    configured = pools(groups)
    for pool, role in ((configured.primary, "primary"), (configured.failover, "failover")):
        if pool.size.least > MOST_BACKENDS:
            yield (
                f"{pool.size.least} {role} backends: above {MOST_BACKENDS} in a pool, "
                "some are never eligible, and which is not known"
            )


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
