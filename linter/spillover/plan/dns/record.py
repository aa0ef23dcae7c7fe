"""The plan of a record set: its policy, its timing, and what is answered in each state of health."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import RecordSet
from spillover.model.health import HealthCheck
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import JoinedRecordSet
from spillover.plan.dns.answers import Response, responses
from spillover.plan.dns.geography import Geography
from spillover.plan.dns.policy import Failover, Policy, Weighted, policy_of
from spillover.plan.dns.timing import Timing
from spillover.plan.dns.weather import Weather, weather
from spillover.plan.scenario import Scenario
from spillover.records import dataclass


@dataclass(frozen=True)
class Answers:
    """What clients near a region are answered; None stands for clients anywhere."""

    client: str | None
    responses: tuple[Response, ...]


@dataclass(frozen=True)
class RecordScenario:
    """What is answered in one state of health."""

    weather: Weather
    answers: tuple[Answers, ...]


class DrillKind(StrEnum):
    """The two tests that Google advises (applb-failover-overview, workflow, step 4; FO34)."""

    GRADUAL_SHIFT = "gradual-shift"
    FORCED_FAILOVER = "forced-failover"


RATIOS = {DrillKind.GRADUAL_SHIFT: Decimal("0.1"), DrillKind.FORCED_FAILOVER: Decimal(1)}
"""The trickle ratio of each: 0.1 is typical, and 1 fails over by hand (same page, "Best practices")."""


@dataclass(frozen=True)
class Drill:
    """What would be answered, with everything healthy, at the trickle ratio of a test."""

    kind: DrillKind
    trickle_ratio: Decimal
    answers: tuple[Answers, ...]


@dataclass(frozen=True)
class RecordPlan:
    """The plan of one record set.

    ``policy`` is None where it is not known which policy it has, and ``unknown`` tells why.
    ``clients`` are the regions that it is planned for; None stands for clients anywhere.
    """

    record_set: RecordSet
    root: str
    policy: Policy | None
    timing: Timing
    clients: tuple[str | None, ...] = ()
    scenarios: tuple[RecordScenario, ...] = ()
    drills: tuple[Drill, ...] = ()
    unknown: tuple[Unknown, ...] = ()

    @property
    def undetermined(self) -> tuple[Unknown, ...]:
        """What some answer, or a bound, would have needed, each once."""
        found = [*self.unknown]
        for scenario in self.scenarios:
            found += [why for each in scenario.answers for one in each.responses for why in one.undetermined]
        found += self.timing.unknowns
        kept: dict[str, Unknown] = {}
        for unknown in found:
            kept.setdefault(unknown.because, unknown)
        return tuple(kept.values())


def plan_records(deployment: Deployment, scenarios: Iterable[Scenario]) -> Iterator[RecordPlan]:
    """A plan for each record set that fails over, or whose geographic or weighted targets are checked.

    Raises:
        UsageError: a scenario contradicts what was read.
    """
    given = tuple(scenarios)
    for record_set in deployment.own(RecordSet):
        if record_set.failover is not None or record_set.is_checked is not False:
            yield _plan(record_set, deployment, given)


def _plan(record_set: RecordSet, deployment: Deployment, scenarios: tuple[Scenario, ...]) -> RecordPlan:
    timing = Timing.of(record_set, deployment)
    try:
        policy = policy_of(record_set)
    except Undetermined as error:
        return RecordPlan(record_set, deployment.root, None, timing, unknown=error.unknowns)
    geography = Geography.of(deployment.options)
    clients = _clients(policy, record_set, deployment)
    states = tuple(
        RecordScenario(each, tuple(_answers(policy, each.unhealthy, clients, geography)))
        for each in weather(policy, scenarios)
    )
    drills = tuple(_drills(policy, clients, geography))
    return RecordPlan(record_set, deployment.root, policy, timing, clients, states, drills)


def _answers(
    policy: Policy, unhealthy: frozenset[str], clients: tuple[str | None, ...], geography: Geography
) -> Iterator[Answers]:
    for client in clients:
        yield Answers(client, responses(policy, unhealthy, client, geography))


def _drills(policy: Policy, clients: tuple[str | None, ...], geography: Geography) -> Iterator[Drill]:
    """The tests of a backup; what its trickle ratio already does is none."""
    if not isinstance(policy, Failover) or policy.backup == ():
        return
    for kind, ratio in RATIOS.items():
        if policy.trickle != Fraction(ratio):
            drilled = replace(policy, trickle=Fraction(ratio))
            yield Drill(kind, ratio, tuple(_answers(drilled, frozenset(), clients, geography)))


def _clients(policy: Policy, record_set: RecordSet, deployment: Deployment) -> tuple[str | None, ...]:
    """Where clients are: in the regions of the options, of the probes, and of the items.

    A weighted policy does not ask; where no region is known, it is one client that may be anywhere.
    """
    if isinstance(policy, Weighted):
        return (None,)
    items = policy.items if isinstance(policy.items, tuple) else ()
    regions = {each.location for each in items if isinstance(each.location, str)}
    regions |= {*deployment.options.client_regions, *_source_regions(record_set, deployment)}
    return tuple(sorted(regions)) or (None,)


def _source_regions(record_set: RecordSet, deployment: Deployment) -> Iterator[str]:
    """The regions that the health check probes from, which stand for where clients are (semantics 5.1)."""
    try:
        health_check = JoinedRecordSet(record_set, deployment).checked_by
    except NotCovered:
        return
    if isinstance(health_check, HealthCheck) and isinstance(health_check.source_regions, tuple):
        yield from (each for each in health_check.source_regions if isinstance(each, str))
