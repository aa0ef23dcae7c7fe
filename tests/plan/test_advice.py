"""Advice: what is told, and that every change does what it promises when it is applied and planned again."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spillover.model.capacity import Size
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, FailoverPolicy, ZonalAffinity
from spillover.model.source import Maybe, Origin, Unknown
from spillover.plan.advice import (
    AddFailoverBackend,
    Advice,
    Interval,
    SetAffinity,
    Topic,
    advice,
    decimal,
    ratio_steps,
    same_behaviour,
)
from spillover.plan.failures import Sweep
from spillover.plan.loads import loads, worst
from spillover.plan.planned import Question, ServicePlan
from spillover.plan.planner import plan
from spillover.plan.scenario import Scenario, ZoneState
from spillover.plan.tolerance import Fate, Holding
from spillover.plan.zonal import Spec

DISABLED, STAY, SPILL = ZonalAffinity
SPEC = Spec.R2026_05

Fleet = dict[str, int]


def backend(zone: str, *, failover: bool = False) -> Backend:
    role = "spare" if failover else "main"
    return Backend(ResourceName("instanceGroups", f"{role}-{zone}", f"zones/{zone}", "p"), failover)


def planned(
    primary: Fleet,
    failover: Fleet | None = None,
    *,
    option: Maybe[ZonalAffinity] = SPILL,
    ratio: Maybe[Decimal] = None,
    sweep: Sweep | None = Sweep.FULL,
    **more: Any,
) -> ServicePlan:
    """The plan of a service with so many backends, and of all their failures."""
    spare = failover or {}
    backends = [backend(zone) for zone in primary] + [backend(zone, failover=True) for zone in spare]
    service = BackendService(
        name="ilb",
        zonal_affinity=option,
        spillover_ratio=ratio,
        backends=tuple(backends),
        origin=Origin("ilb", "bs"),
        **more,
    )
    sizes = {f"main-{zone}": {zone: ZoneState(size)} for zone, size in primary.items()}
    sizes |= {f"spare-{zone}": {zone: ZoneState(size)} for zone, size in spare.items()}
    scenario = Scenario("well", sizes)
    return again(service, scenario, sweep)


def again(service: BackendService, scenario: Scenario, sweep: Sweep | None = Sweep.FULL) -> ServicePlan:
    (found,) = plan(Deployment(resources=(service,)), Question((scenario,), sweep=sweep)).services
    return found


def applied(found: ServicePlan, proposed: Advice) -> ServicePlan:
    """The plan after the change that an advice proposes."""
    scenario, change = found.scenarios[0].scenario, proposed.change
    assert change is not None
    if isinstance(change, SetAffinity):
        ratio = Decimal(decimal(change.ratio))
        service = replace(found.service, zonal_affinity=change.option, spillover_ratio=ratio)
        return again(service, scenario)
    assert isinstance(found.service.backends, tuple)
    more = (*found.service.backends, backend(change.zone, failover=True))
    groups = {**scenario.groups, f"spare-{change.zone}": {change.zone: ZoneState(change.number)}}
    return again(replace(found.service, backends=more), replace(scenario, groups=groups))


def on(topic: Topic, found: ServicePlan, most_factor: str | None = None) -> list[Advice]:
    most = None if most_factor is None else Fraction(most_factor)
    return [each for each in advice(found, SPEC, most) if each.topic is topic]


def scaled(found: ServicePlan) -> ServicePlan:
    """The plan where the size of the first zone is known within bounds only."""
    first, *others = found.tolerances
    assert first.known
    bounded = replace(first.known, primary=replace(first.known.primary, here=Size(2, 4)))
    return replace(found, tolerances=(replace(first, known=bounded), *others))


def outcomes(found: ServicePlan) -> list[tuple[str, list[object]]]:
    """What every client gets in every scenario."""
    return [
        (each.scenario.name, [row.decision and row.decision.modified_eligible for row in each.rows])
        for each in found.scenarios
    ]


class TestRatio:
    def test_the_steps_of_the_fleet_and_those_that_act_alike(self) -> None:
        found = advice(planned({"a": 2, "b": 3}, ratio=Decimal("0.6")), SPEC)

        assert [(each.topic, each.message, each.change) for each in found] == [
            (Topic.RATIO_STEPS, "the spillover ratio acts in steps here: 1/3, 1/2, 2/3, 1", None),
            (Topic.RATIO_INTERVAL, "every spillover ratio above 1/2, up to 2/3 acts as 0.6 does", None),
        ]

    def test_one_on_a_step_had_better_be_off_it(self) -> None:
        (told,) = on(Topic.RATIO_INTERVAL, planned({"a": 5, "b": 5}, ratio=Decimal("0.8")))

        assert told.message == (
            "every spillover ratio above 3/5, up to 4/5 acts as 0.8 does; "
            "0.7 acts alike and is on no step, so that no rounding can decide"
        )
        assert told.change == SetAffinity(SPILL, Fraction(7, 10))

    def test_zero_acts_as_the_first_step(self) -> None:
        (told,) = on(Topic.RATIO_INTERVAL, planned({"a": 4}, ratio=Decimal(0)))

        assert told.message == "every spillover ratio 0 to 1/4 acts as 0 does"

    def test_many_steps_are_not_all_listed(self) -> None:
        (told,) = on(Topic.RATIO_STEPS, planned({"a": 20}, ratio=Decimal(0), sweep=None))

        assert told.message.endswith(": 1/20, 1/10, 3/20, 1/5, 1/4, ..., 4/5, 17/20, 9/10, 19/20, 1")

    @pytest.mark.parametrize(
        "found",
        [
            pytest.param(planned({"a": 2}, option=STAY, ratio=Decimal("0.5")), id="nothing reads it"),
            pytest.param(planned({"a": 2}), id="not written"),
            pytest.param(planned({"a": 2}, ratio=Decimal(2)), id="refused by the API"),
            pytest.param(planned({"a": 1}, ratio=Unknown("var.ratio")), id="not known"),
            pytest.param(planned({}, ratio=Decimal(1)), id="no backend"),
            pytest.param(planned({"a": 0}, ratio=Decimal(1)), id="no backend in any zone"),
            pytest.param(planned({"a": 2}, option=Unknown("var.option"), ratio=Decimal(1)), id="no option"),
        ],
    )
    def test_none(self, found: ServicePlan) -> None:
        assert advice(found, SPEC) == () or {each.topic for each in advice(found, SPEC)} == {Topic.BLACK_HOLE}

    def test_none_of_a_size_that_is_not_known(self) -> None:
        service = planned({"a": 2}, ratio=Decimal("0.5")).service

        assert advice(again(service, Scenario()), SPEC) == ()


class TestInterval:
    @pytest.mark.parametrize(
        ("after", "most", "inside"),
        [
            pytest.param("3/5", "4/5", "0.7", id="the middle"),
            pytest.param("2/3", "1", "0.8", id="the shortest"),
            pytest.param(None, "1", "0.5", id="from zero"),
            pytest.param("1/250", "1/249", "0.00401", id="narrow"),
        ],
    )
    def test_inside(self, after: str | None, most: str, inside: str) -> None:
        interval = Interval(None if after is None else Fraction(after), Fraction(most))

        assert decimal(interval.inside) == inside
        assert interval.inside in interval

    @settings(max_examples=300, deadline=None)
    @given(st.lists(st.integers(1, 30), min_size=1, max_size=4), st.fractions(0, 1, max_denominator=60))
    def test_holds_the_ratio_and_no_step_inside(self, numbers: list[int], ratio: Fraction) -> None:
        none = Size.exactly(0)
        steps = ratio_steps(Holding(Size.exactly(each), none, 1, Fate.SPILLS) for each in numbers)
        found = same_behaviour(ratio, steps)

        assert ratio in found
        assert [each for each in steps if each in found] == [found.most]
        assert found.inside not in steps
        assert found.inside in found


NUMBERS = st.dictionaries(st.sampled_from("abc"), st.integers(1, 4), min_size=1)
HUNDREDTHS = st.integers(0, 100).map(lambda each: Decimal(each) / 100)


@settings(max_examples=40, deadline=None)
@given(NUMBERS, st.one_of(st.just({}), NUMBERS), st.sampled_from(("0.2", "0.25", "0.5", "0.75", "1")))
def test_a_ratio_off_the_steps_changes_nothing(primary: Fleet, failover: Fleet, ratio: str) -> None:
    found = planned(primary, failover, ratio=Decimal(ratio))

    for each in on(Topic.RATIO_INTERVAL, found):
        if each.change is not None:
            assert outcomes(applied(found, each)) == outcomes(found)


@settings(max_examples=40, deadline=None)
@given(NUMBERS, HUNDREDTHS, st.sampled_from(("1", "1.5", "2", "3")))
def test_a_ratio_for_a_load_factor_is_the_least(primary: Fleet, ratio: Decimal, most: str) -> None:
    found = planned(primary, ratio=ratio)
    (told,) = on(Topic.LOAD_FACTOR, found, most)
    steps = sorted({Fraction(k, n) for n in primary.values() for k in range(1, n + 1)})

    def factor(ratio: Fraction) -> Fraction:
        busiest = worst(loads(applied(found, Advice(Topic.LOAD_FACTOR, "", SetAffinity(SPILL, ratio)))))
        assert busiest
        return busiest.factor

    off_steps = [Interval(after, step).inside for after, step in zip([None, *steps], steps, strict=False)]
    keeping = [each for each in off_steps if factor(each) <= Fraction(most)]
    assert told.change == (SetAffinity(SPILL, keeping[0]) if keeping else None)


class TestFailoverMatch:
    def test_a_failover_backend_keeps_the_match(self) -> None:
        found = planned({"a": 2, "b": 2}, {"b": 1})
        (told,) = on(Topic.FAILOVER_MATCH, found)

        assert told.message == (
            "clients in a leave it after a failover: it needs a failover backend of its own"
        )
        assert told.change == AddFailoverBackend("a")
        (zone,) = [each for each in applied(found, told).tolerances if each.zone == "a"]
        assert zone.known
        assert zone.known.after_failover is Fate.LOCAL

    @pytest.mark.parametrize(
        "found",
        [
            pytest.param(planned({"a": 2}, {"b": 1}, option=DISABLED), id="without affinity"),
            pytest.param(planned({"a": 2}), id="without failover"),
        ],
    )
    def test_none(self, found: ServicePlan) -> None:
        assert on(Topic.FAILOVER_MATCH, found) == []


class TestBlackHole:
    def test_spilling_leads_out_of_it(self) -> None:
        found = planned({"a": 1, "b": 3}, option=STAY)
        (told,) = on(Topic.BLACK_HOLE, found)

        assert told.message == (
            "black holes for their own clients: a after 1 failure, b after 3 failures; "
            "ZONAL_AFFINITY_SPILL_CROSS_ZONE sends them to healthy backends elsewhere"
        )
        known = [each.known for each in applied(found, told).tolerances if each.known]
        assert [step.outcome.fate for each in known for step in each.steps] == [Fate.SPILLS, Fate.SPILLS]

    def test_of_a_size_within_bounds(self) -> None:
        (told,) = on(Topic.BLACK_HOLE, scaled(planned({"a": 2, "b": 1}, option=STAY)))

        assert "a once all have failed, b after 1 failure" in told.message

    def test_where_there_is_nothing_else_it_is_the_last_resort(self) -> None:
        assert on(Topic.BLACK_HOLE, planned({"a": 2}, option=STAY)) == []


class TestLoadFactor:
    def test_the_least_ratio(self) -> None:
        """Two local survivors of six get a half: 2 times an even spread over 8; spilling shares it."""
        found = planned({"a": 6, "b": 6}, ratio=Decimal(0))
        (told,) = on(Topic.LOAD_FACTOR, found, "1.5")

        assert told.message == (
            "the least spillover ratios that keep the load factor at or below 1.5 are above 1/3, up to 1/2, "
            "such as 0.4 with ZONAL_AFFINITY_SPILL_CROSS_ZONE"
        )
        busiest = worst(loads(applied(found, told)))
        assert busiest
        assert busiest.factor == Fraction(3, 2)

    def test_none_does(self) -> None:
        (told,) = on(Topic.LOAD_FACTOR, planned({"a": 1, "b": 6}, option=DISABLED), "1.5")

        assert told.message == "no spillover ratio keeps the load factor at or below 1.5"
        assert told.change is None

    def test_where_nothing_is_served_there_is_no_factor(self) -> None:
        dropped = planned({"a": 1}, failover_policy=FailoverPolicy(None, True))

        assert on(Topic.LOAD_FACTOR, dropped, "1")[0].change == SetAffinity(SPILL, Fraction(1, 2))

    def test_undetermined(self) -> None:
        service = planned({"a": 2}).service
        (told,) = on(Topic.LOAD_FACTOR, again(service, Scenario("as given")), "1")

        assert told.message == (
            "which spillover ratio keeps the load factor at or below 1 is undetermined: depends on "
            "the size of group main-a: give --instances main-a=FILE, --health FILE or a scenario"
        )

    def test_undetermined_for_a_number_within_bounds(self) -> None:
        (told,) = on(Topic.LOAD_FACTOR, scaled(planned({"a": 2}, option=STAY)), "1")

        assert told.message.endswith("depends on the number of backends")

    def test_undetermined_for_the_health_of_a_scenario(self) -> None:
        found = planned({"a": 2}, ratio=Decimal(0))
        ill = replace(found.scenarios[0], eligible=None, undetermined=(Unknown("the health of 2"),))

        (told,) = on(Topic.LOAD_FACTOR, replace(found, scenarios=(ill,)), "1")

        assert told.message.endswith("depends on the health of 2")
