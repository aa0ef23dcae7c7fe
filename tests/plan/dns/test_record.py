"""The plan of a record set: for whom, in which states, with which drills, and what it would have needed."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy, WeightedItem
from spillover.model.health import HealthCheck
from spillover.model.names import ResourceName
from spillover.model.options import Options
from spillover.model.source import Maybe, Origin, Unknown
from spillover.model.targets import Targets
from spillover.plan.dns.answers import UNDOCUMENTED_TRICKLE, Reason
from spillover.plan.dns.record import Answers, DrillKind, RecordPlan, plan_records
from spillover.plan.dns.weather import Weather
from spillover.plan.scenario import Scenario, TargetState

ORIGIN = Origin("google_dns_record_set.shop", "google_dns_record_set")
NAME = ResourceName("healthChecks", "shop", "global")
CAUSE = Unknown("var.x")
EU, US, ASIA = "europe-west1", "us-east1", "asia-southeast1"
CHECK = HealthCheck("shop", source_regions=(EU, ASIA, CAUSE), check_interval_sec=30, identity=NAME)


def targets(*addresses: str | Unknown) -> Targets:
    return Targets(external=addresses)


def failover(trickle: Maybe[Decimal] = None, *locations: Maybe[str]) -> RoutingPolicy:
    items = tuple(
        GeoItem(each, targets(f"203.0.113.{10 + index}")) for index, each in enumerate(locations or (EU, US))
    )
    return RoutingPolicy(NAME, PrimaryBackup(targets("198.51.100.5"), items, trickle))


def record(policy: Maybe[RoutingPolicy], ttl: Maybe[int] = 30) -> RecordSet:
    return RecordSet("shop.example.test.", "A", ttl, routing_policy=policy, origin=ORIGIN)


def planned(
    policy: Maybe[RoutingPolicy],
    *scenarios: Scenario,
    others: tuple[Any, ...] = (CHECK,),
    options: Options | None = None,
    ttl: Maybe[int] = 30,
) -> RecordPlan:
    deployment = Deployment("infra", (record(policy, ttl), *others), options=options or Options())
    (one,) = plan_records(deployment, scenarios)
    return one


def answered(answers: tuple[Answers, ...]) -> dict[str | None, list[tuple[str, str]]]:
    return {
        each.client: [(", ".join(one.addresses or ("?",)), str(one.share)) for one in each.responses]
        for each in answers
    }


class TestWhichRecords:
    @pytest.mark.parametrize(
        "policy",
        [
            failover(),
            CAUSE,
            RoutingPolicy(primary_backup=CAUSE),
            RoutingPolicy(geo=(GeoItem(EU, targets("192.0.2.1")),)),
            RoutingPolicy(weighted=CAUSE),
        ],
    )
    def test_those_that_fail_over_or_are_checked_or_may_be(self, policy: Maybe[RoutingPolicy]) -> None:
        assert planned(policy).record_set.routing_policy == policy

    @pytest.mark.parametrize(
        "policy",
        [
            None,
            RoutingPolicy(),
            RoutingPolicy(weighted=(WeightedItem(Decimal(1), Targets(unchecked=("192.0.2.1",))),)),
        ],
    )
    def test_not_those_whose_answers_no_health_changes(self, policy: Maybe[RoutingPolicy]) -> None:
        assert list(plan_records(Deployment(resources=(record(policy),)), ())) == []

    def test_not_those_of_another_deployment(self) -> None:
        assert list(plan_records(Deployment(context=(record(failover()),)), ())) == []


class TestClients:
    def test_source_regions_items_and_the_options(self) -> None:
        options = Options(client_regions=("us-west1",))

        assert planned(failover(), options=options).clients == (ASIA, EU, US, "us-west1")

    @pytest.mark.parametrize("others", [(), (HealthCheck("shop", identity=NAME, source_regions=CAUSE),)])
    def test_source_regions_that_are_not_known(self, others: tuple[Any, ...]) -> None:
        assert planned(failover(), others=others).clients == (EU, US)

    def test_where_no_region_is_known(self) -> None:
        plan = planned(failover(None, CAUSE), others=())

        assert plan.clients == (None,)
        assert [answered(each.answers) for each in plan.scenarios[:2]] == [
            {None: [("198.51.100.5", "1")]},
            {None: [("203.0.113.10", "1")]},
        ]

    def test_an_operators_own_places(self) -> None:
        moved = Options(region_locations={US: (Decimal("1.3"), Decimal("103.8"))})

        (_, down, *_) = planned(failover(), options=moved).scenarios

        assert answered(down.answers)[ASIA] == [("203.0.113.11", "1")]

    def test_of_a_weighted_policy_nobody_asks(self) -> None:
        policy = RoutingPolicy(NAME, weighted=(WeightedItem(Decimal(1), targets("192.0.2.1")),))

        assert planned(policy).clients == (None,)


class TestScenarios:
    def test_without_one_all_that_matter(self) -> None:
        plan = planned(failover())

        assert plan.root == "infra"
        assert [each.weather.name for each in plan.scenarios] == [
            "all healthy",
            "primary down",
            f"primary and backup {EU} down",
            f"primary and backup {US} down",
            "everything down",
        ]
        assert answered(plan.scenarios[1].answers) == {
            ASIA: [("203.0.113.10", "1")],
            EU: [("203.0.113.10", "1")],
            US: [("203.0.113.11", "1")],
        }

    def test_as_given(self) -> None:
        given = Scenario("as given", targets={"198.51.100.5": TargetState(2)})

        (scenario,) = planned(failover(), given).scenarios

        assert scenario.weather == Weather("as given", frozenset({"198.51.100.5"}))


class TestDrills:
    """FO34: "gradual and instant", by the trickle ratio."""

    def test_of_a_backup_that_nothing_exercises(self) -> None:
        gradual, forced = planned(failover()).drills

        assert (gradual.kind, gradual.trickle_ratio) == (DrillKind.GRADUAL_SHIFT, Decimal("0.1"))
        assert answered(gradual.answers)[US] == [("198.51.100.5", "9/10"), ("203.0.113.11", "1/10")]
        assert (forced.kind, forced.trickle_ratio) == (DrillKind.FORCED_FAILOVER, Decimal(1))
        assert answered(forced.answers)[US] == [("203.0.113.11", "1")]

    @pytest.mark.parametrize(
        ("trickle", "kinds"),
        [
            (Decimal("0.10"), [DrillKind.FORCED_FAILOVER]),
            (Decimal(1), [DrillKind.GRADUAL_SHIFT]),
            (CAUSE, list(DrillKind)),
        ],
    )
    def test_what_the_ratio_does_already_is_none(
        self, trickle: Maybe[Decimal], kinds: list[DrillKind]
    ) -> None:
        assert [each.kind for each in planned(failover(trickle)).drills] == kinds

    @pytest.mark.parametrize(
        "policy",
        [
            RoutingPolicy(NAME, PrimaryBackup(targets("198.51.100.5"), ())),
            RoutingPolicy(NAME, geo=(GeoItem(EU, targets("192.0.2.1")),)),
        ],
    )
    def test_without_a_backup_there_is_none(self, policy: RoutingPolicy) -> None:
        assert planned(policy).drills == ()


class TestUndetermined:
    def test_nothing(self) -> None:
        assert planned(failover()).undetermined == ()

    def test_which_policy_it_has(self) -> None:
        plan = planned(CAUSE)

        assert (plan.policy, plan.scenarios, plan.undetermined[0]) == (None, (), CAUSE)

    def test_each_cause_once_answers_first(self) -> None:
        again = Unknown("var.x", at=ORIGIN.at("ttl"))
        plan = planned(failover(CAUSE), ttl=again)

        assert plan.undetermined == (CAUSE,)

    def test_what_is_not_documented(self) -> None:
        plan = planned(failover(Decimal("0.5")))
        down = next(each for each in plan.scenarios if each.weather.name == "backup down")

        assert plan.undetermined == (UNDOCUMENTED_TRICKLE,)
        assert {one.reason for each in down.answers for one in each.responses} == {
            Reason.PRIMARY_HEALTHY,
            Reason.UNDETERMINED,
        }
        assert {one.share for each in down.answers for one in each.responses} == {Fraction(1, 2)}

    def test_a_region_that_nobody_knows(self) -> None:
        plan = planned(failover(None, EU, "my-region1"))

        assert [each.because for each in plan.undetermined] == [
            "where my-region1 is (region_locations in the options can tell)"
        ]
        by_client = {each.client: each.responses[0].reason for each in plan.scenarios[1].answers}
        assert by_client == {
            ASIA: Reason.UNDETERMINED,
            EU: Reason.PRIMARY_UNHEALTHY,
            "my-region1": Reason.PRIMARY_UNHEALTHY,
        }
