"""A load balancer before and after: the same scenarios, the same clients, and what is not the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spillover.model.change import differing
from spillover.model.service import BackendService
from spillover.model.source import Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.diff.bearing import statements
from spillover.plan.diff.matching import Key, Status, matched
from spillover.plan.diff.results import Result, results
from spillover.plan.membership import BackendGroup, configured_backends
from spillover.plan.observed import is_observed
from spillover.plan.planned import Question, ServicePlan, zones_of
from spillover.plan.planner import plan_service
from spillover.plan.scenario import Scenario
from spillover.plan.zonal import Client
from spillover.records import dataclass


@dataclass(frozen=True)
class RowChange:
    """What a client gets in a scenario, before and after."""

    scenario: str
    client: Client
    before: Result
    after: Result


@dataclass(frozen=True)
class ServiceDiff:
    """One load balancer; ``before`` or ``after`` is None where there is none.

    ``meaning`` is what the change means to clients, in sentences; ``scenarios`` is how many were compared.
    """

    before: ServicePlan | None
    after: ServicePlan | None
    rows: tuple[RowChange, ...] = ()
    meaning: tuple[str, ...] = ()
    scenarios: int = 0

    @property
    def subject(self) -> BackendService:
        """The backend service as it will be, or else as it was."""
        plan = self.after or self.before
        assert plan is not None
        return plan.service

    @property
    def name(self) -> str:
        """What it is called, or else its address."""
        return self.subject.origin.called(self.subject.name)

    @property
    def status(self) -> Status:
        """What became of it."""
        if self.before is None or self.after is None:
            return Status.ADDED if self.before is None else Status.REMOVED
        if self.rows or self.meaning:
            return Status.CHANGED
        if _is_written_alike(self.before, self.after):
            return Status.UNCHANGED
        return Status.UNDETERMINED if self.undetermined else Status.SAME_EFFECT

    @property
    def undetermined(self) -> tuple[Unknown, ...]:
        """What would have to be known to tell what another way of writing does, each once."""
        if self.before is None or self.after is None or _is_written_alike(self.before, self.after):
            return ()
        sides = (self.before, self.after)
        unknowns = [each for plan in sides for each in plan.undetermined]
        unknowns += [each for plan in sides for zone in plan.tolerances for each in zone.undetermined]
        return tuple({each.because: each for each in reversed(unknowns)}.values())[::-1]


def diff_services(
    before: Sequence[LoadBalancer],
    after: Sequence[LoadBalancer],
    question: Question,
    key: Key[LoadBalancer],
) -> Iterator[ServiceDiff]:
    """Every load balancer of either side, matched by a key, else by name in the cloud, else by address.

    Raises:
        UsageError: a scenario contradicts other data.
    """
    for old, new in matched(before, after, (key, _identity, _address, _place)):
        question_of_both = _of_both(old, new, question)
        one = plan_service(old, question_of_both) if old else None
        other = plan_service(new, question_of_both) if new else None
        yield diff_service(one, other)


def diff_service(before: ServicePlan | None, after: ServicePlan | None) -> ServiceDiff:
    """Two plans of one load balancer, for the same scenarios and clients."""
    if before is None or after is None:
        return ServiceDiff(before, after)
    rows = tuple(_changes(before, after))
    meaning = (*_replaced(before.service, after.service), *statements(before, after))
    found = ServiceDiff(before, after, rows, meaning, len(after.scenarios))
    if found.status is not Status.UNCHANGED:
        return found
    # Of most of many nothing more is asked, and the plans of all would fill the memory.
    return replace(found, before=_bare(before), after=_bare(after))


def _bare(plan: ServicePlan) -> ServicePlan:
    return replace(plan, scenarios=(), tolerances=())


def _replaced(before: BackendService, after: BackendService) -> Iterator[str]:
    """One address, but another name in the cloud: the old one is destroyed."""
    if isinstance(before.name, str) and isinstance(after.name, str) and before.name != after.name:
        yield f"{before.name} is replaced by {after.name}: its connections end"


def _identity(balancer: LoadBalancer) -> object | None:
    identity = balancer.service.identity
    return identity if identity and identity.project else None


def _address(balancer: LoadBalancer) -> object | None:
    return balancer.service.origin.address or None


def _place(balancer: LoadBalancer) -> object | None:
    """Its name and region: one side may not tell its project."""
    identity = balancer.service.identity
    return (identity.scope, identity.name) if identity else None


def _of_both(old: LoadBalancer | None, new: LoadBalancer | None, question: Question) -> Question:
    """The question with every zone that has a backend on either side: clients are there, and it goes down."""
    sides = [each for each in (old, new) if each]
    zones = sorted({zone for each in sides for zone in _zones(each, question)})
    scenarios = question.scenarios
    if not scenarios:
        is_seen = any(is_observed(each.service, each.deployment) for each in sides)
        first = Scenario("as given") if is_seen else Scenario()
        scenarios = (first, *(() if is_seen else (first.with_down(zone) for zone in zones)))
    return replace(question, scenarios=scenarios, client_zones=(*question.client_zones, *zones))


def _zones(balancer: LoadBalancer, question: Question) -> tuple[str, ...]:
    known = configured_backends(balancer.service, balancer.deployment)
    groups, _ = known.in_scenario(next(iter(question.scenarios), Scenario()))
    return zones_of(groups)


def _changes(before: ServicePlan, after: ServicePlan) -> Iterator[RowChange]:
    """The rows that differ; a client that only one side knows of is compared with any other zone's."""
    for old, new in zip(before.scenarios, after.scenarios, strict=True):
        earlier, later = results(old), results(new)
        for client in later:
            one, other = earlier.get(client), later[client]
            if one is not None and not one.is_same(other):
                yield RowChange(new.scenario.name, client, one, other)


def _is_written_alike(before: ServicePlan, after: ServicePlan) -> bool:
    one, other = before.service, after.service
    texts = ({each.name: each.text for each in service.settings} for service in (one, other))
    pairs = ((one, other), (one.failover_policy, other.failover_policy))
    if any(any(differing(*pair)) for pair in pairs) or _differ(*texts):
        return False
    return _read(one) == _read(other) and _groups(before.groups) == _groups(after.groups)


def _differ(one: Mapping[str, str | Unknown], other: Mapping[str, str | Unknown]) -> bool:
    """Whether any text differs that both sides have and know."""
    both = ((one[name], other[name]) for name in one if name in other)
    return any(isinstance(a, str) and isinstance(b, str) and a != b for a, b in both)


def _read(service: BackendService) -> tuple[object, ...]:
    """What decides on backends, where what is not written is what it means."""
    policy = service.failover_policy
    ratios = (service.spillover_ratio or 0, policy.failover_ratio or 0)
    return (service.affinity, *ratios, policy.drop_traffic_if_unhealthy or False)


def _groups(groups: tuple[BackendGroup, ...]) -> list[tuple[object, ...]]:
    """The groups without their names: what is made by a plan has none yet."""
    return sorted(
        (
            (group.failover, [*sorted((z, s.least, s.most) for z, s in group.zones.items())])
            for group in groups
        ),
        key=str,
    )
