"""plan(): for each internal passthrough load balancer, scenario and client, the effective set.

Only the bookkeeping is here; what is decided, and how, stands in ``eligible`` and ``zonal``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spillover.model.deployment import Deployment, Joined, NotCovered
from spillover.model.service import BackendService, Subsetting, ZonalAffinity
from spillover.model.source import FieldRef, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.clients import clients, doubtful_clients
from spillover.plan.dns.record import plan_records
from spillover.plan.eligible import Eligible, Pools, identify_eligible
from spillover.plan.failures import Sweep, failing, failures
from spillover.plan.groups import keys_of_service
from spillover.plan.in_force import affinity_of, failover_of, refuse_weights
from spillover.plan.membership import (
    MOST_BACKENDS,
    BackendGroup,
    ConfiguredBackends,
    configured_backends,
    pools,
)
from spillover.plan.next_hops import partners
from spillover.plan.observed import is_observed, unobserved
from spillover.plan.parity.table import parity_tables
from spillover.plan.planned import (
    Plan,
    Question,
    Row,
    ScenarioPlan,
    ServicePlan,
    Skipped,
    first_of_each,
    zones_of,
)
from spillover.plan.proxies import plan_proxies
from spillover.plan.remarks import remarks
from spillover.plan.scenario import Scenario
from spillover.plan.tolerances import ZoneTolerance, zone_tolerances
from spillover.plan.zonal import Client, ClientKind, Spec, modified_eligible


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
    return tuple(first_of_each(further, lambda scenario: scenario.name))


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
