"""Pairs of next hops: who is one, and for which senders and receivers both choose from the same set."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spillover.model.deployment import Deployment, Joined
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, ZonalAffinity
from spillover.model.source import Maybe, Origin, Unknown
from spillover.plan.planned import Question, ServicePlan
from spillover.plan.planner import plan
from spillover.plan.return_paths import NextHopPair, next_hop_pairs
from spillover.plan.scenario import Scenario, ZoneState
from spillover.plan.zonal import ClientKind

DISABLED, STAY, SPILL = ZonalAffinity
SIZES = {f"fw-{zone}": {zone: ZoneState(2)} for zone in "abc"}
WELL = Scenario("well", SIZES)
A_DOWN = WELL.with_down("a")


def service(name: str, option: Maybe[ZonalAffinity] = SPILL, zones: str = "ab") -> BackendService:
    backends = tuple(Backend(ResourceName("instanceGroups", f"fw-{z}", f"zones/{z}", "p")) for z in zones)
    return BackendService(name=name, zonal_affinity=option, backends=backends, origin=Origin(name, "bs"))


def paired(*services: BackendService, scenarios: tuple[Scenario, ...] = (WELL,)) -> tuple[ServicePlan, ...]:
    """The plans of services that are partners of one another."""
    found = plan(Deployment(resources=services), Question(scenarios)).services
    return tuple(
        replace(each, partners=Joined(tuple(other for other in services if other is not each.service)))
        for each in found
    )


def only(plans: tuple[ServicePlan, ...]) -> NextHopPair:
    (found,) = next_hop_pairs(plans)
    return found


def matrices(pair: NextHopPair) -> list[tuple[tuple[str, ...], list[Any]]]:
    """Scenarios, and the values of the matrix row by row."""
    return [(each.scenarios, list(each.matrix.values())) for each in pair.agreements]


class TestPairs:
    def test_each_pair_once(self) -> None:
        found = next_hop_pairs(paired(service("one"), service("two"), service("three")))

        names = [(pair.forward.service.name, pair.back.service.name) for pair in found]
        assert names == [("one", "two"), ("one", "three"), ("two", "three")]

    def test_none_without_partners(self) -> None:
        found = plan(Deployment(resources=(service("one"), service("two"))), Question()).services

        assert next_hop_pairs(found) == ()

    def test_one_that_may_be_none(self) -> None:
        one, two = paired(service("one"), service("two"))
        doubtful = replace(one, partners=Joined(possible=((two.service, Unknown("var.route")),)))

        third = paired(service("three"))
        assert only((doubtful, *third, two)).doubt == "var.route"
        assert only(paired(service("one"), service("two"))).doubt == ""


class TestMatrix:
    def test_zones_agree_with_themselves_alone(self) -> None:
        """a to a, a to b, b to a, b to b: affinity keeps each direction in its own zone."""
        pair = only(paired(service("one"), service("two")))

        assert pair.zones == ("a", "b")
        assert matrices(pair) == [(("well",), [True, False, False, True])]

    def test_where_one_zone_serves_all_everyone_agrees(self) -> None:
        pair = only(paired(service("one"), service("two"), scenarios=(WELL, A_DOWN)))

        assert matrices(pair) == [
            (("well",), [True, False, False, True]),
            (("a down",), [True, True, True, True]),
        ]

    def test_scenarios_with_the_same_matrix_stand_together(self) -> None:
        pair = only(paired(service("one", DISABLED), service("two", DISABLED), scenarios=(WELL, A_DOWN)))

        assert matrices(pair) == [(("well", "a down"), [True] * 4)]

    def test_affinity_on_one_side_only(self) -> None:
        assert matrices(only(paired(service("one", STAY), service("two", DISABLED)))) == [
            (("well",), [False] * 4)
        ]

    def test_a_zone_that_one_of_them_does_not_know(self) -> None:
        """Senders in c go to all three; receivers there to the two that the other one has."""
        pair = only(paired(service("one", zones="ab"), service("two", zones="abc")))

        assert pair.zones == ("a", "b", "c")
        assert matrices(pair) == [(("well",), [True, False, False, False, True, False, False, False, False])]

    def test_only_scenarios_that_both_have(self) -> None:
        one, two = paired(service("one"), service("two"), scenarios=(WELL, A_DOWN))

        assert [
            each.scenarios for each in only((one, replace(two, scenarios=two.scenarios[1:]))).agreements
        ] == [("a down",)]

    def test_where_no_option_is_known_what_every_option_gives(self) -> None:
        """With a down all options give zone b for its own clients; without affinity a goes there too."""
        unknown = service("one", Unknown("var.option"))
        pair = only(paired(unknown, service("two", DISABLED), scenarios=(WELL, A_DOWN)))

        assert matrices(pair) == [(("well",), [None] * 4), (("a down",), [None, None, True, True])]

    def test_undetermined(self) -> None:
        pair = only(paired(service("one"), service("two"), scenarios=(Scenario(),)))

        assert matrices(pair) == [(("all healthy",), [None] * 4)]

    def test_only_rows_of_vms_count(self) -> None:
        one, two = paired(service("one"), service("two"))
        first = one.scenarios[0]
        endpoint = replace(
            first.rows[0], client=replace(first.rows[0].client, kind=ClientKind.PSC_ENDPOINT, zone="z")
        )
        more = replace(first, rows=(*first.rows, endpoint))

        assert only((replace(one, scenarios=(more,)), two)).zones == ("a", "b")
