"""Sweeps of failures: which numbers they go through, and what fails then."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spillover.errors import UsageError
from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Unknown
from spillover.plan.backends import Members
from spillover.plan.eligible import Failover
from spillover.plan.failures import MOST_SCENARIOS, Sweep, failing, failures
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.scenario import Failure, Scenario
from spillover.plan.tolerance import tolerance
from spillover.plan.tolerances import ZoneTolerance
from spillover.plan.zonal import Affinity, Client, ClientKind

SPILL = ZonalAffinity.SPILL_CROSS_ZONE


def group(label: str, *, failover: bool = False, **zones: int | Size) -> BackendGroup:
    sizes = {zone: Size.exactly(each) if isinstance(each, int) else each for zone, each in zones.items()}
    members = tuple(Members(label, zone, True, size) for zone, size in sizes.items())
    return BackendGroup(label, failover, sizes, members)


def borne(*groups: BackendGroup, ratio: str = "0.5") -> list[ZoneTolerance]:
    zones = sorted({zone for each in groups for zone in each.zones})
    affinity = Affinity(SPILL, Fraction(ratio))
    return [
        ZoneTolerance(
            zone, SPILL, tolerance(pools(groups), Failover(), affinity, Client(ClientKind.VM, zone))
        )
        for zone in zones
    ]


def names(
    sweep: Sweep | None, *groups: BackendGroup, most: int | None = None, whole: bool = False
) -> list[str]:
    found = failures(sweep, Scenario(), groups, borne(*groups), most_failed=most, zones_go_down=whole)
    return [each.name for each in found]


TWO_ZONES = (group("one", b=4), group("two", c=1))


class TestThresholds:
    def test_each_number_at_which_something_changes(self) -> None:
        assert names(Sweep.THRESHOLDS, *TWO_ZONES) == ["b: 3 of 4 failed", "c: 1 of 1 failed"]

    def test_not_what_a_zone_that_is_down_shows_already(self) -> None:
        assert names(Sweep.THRESHOLDS, *TWO_ZONES, whole=True) == ["b: 3 of 4 failed"]

    def test_a_zone_of_both_roles_is_not_down_when_one_has_failed(self) -> None:
        both = (group("one", b=1), group("spare", failover=True, b=1))

        assert names(Sweep.THRESHOLDS, *both, whole=True) == ["b: 1 of 1 primary failed"]

    def test_failover_backends_that_serve_alone(self) -> None:
        assert names(Sweep.THRESHOLDS, group("spare", failover=True, b=2, c=1)) == [
            "b: 2 of 2 failed",
            "c: 1 of 1 failed",
        ]

    def test_nothing_where_the_size_or_the_outcome_is_not_known(self) -> None:
        scaled = group("one", b=Size(2, 4, Unknown("size")), c=1)
        known = [each for each in borne(scaled, ratio="0") if each.zone == "b"]
        doubtful = [ZoneTolerance("b", SPILL, None, (Unknown("size"),))]

        assert failures(Sweep.THRESHOLDS, Scenario(), (scaled,), [*known, *doubtful]) == ()

        certain = [each for each in borne(*TWO_ZONES) if each.zone == "c"]
        found = failures(Sweep.THRESHOLDS, Scenario(), TWO_ZONES, [*doubtful, *certain])
        assert [each.name for each in found] == ["c: 1 of 1 failed"]


class TestFull:
    def test_every_number_of_every_role(self) -> None:
        groups = (group("one", b=2), group("spare", failover=True, b=1, c=1))

        assert names(Sweep.FULL, *groups) == [
            "b: 1 of 2 primary failed",
            "b: 2 of 2 primary failed",
            "b: 1 of 1 failover failed",
            "c: 1 of 1 failed",
        ]

    def test_none_of_a_zone_whose_size_is_not_known(self) -> None:
        scaled = group("one", b=Size(2, 4, Unknown("size")), c=1)

        found = failures(Sweep.FULL, Scenario(), (scaled,), [])
        assert [each.name for each in found] == ["c: 1 of 1 failed"]

    def test_up_to_the_most_failures(self) -> None:
        assert names(Sweep.FULL, *TWO_ZONES, most=2) == [
            "b: 1 of 4 failed",
            "b: 2 of 4 failed",
            "c: 1 of 1 failed",
        ]

    def test_too_many(self) -> None:
        with pytest.raises(UsageError) as error:
            names(Sweep.FULL, group("one", b=MOST_SCENARIOS, c=1))

        assert str(error.value) == (
            "--sweep full: 501 failures to go through, of at most 500: "
            "give a smaller --max-failures, or --sweep thresholds"
        )
        assert len(names(Sweep.FULL, group("one", b=MOST_SCENARIOS))) == MOST_SCENARIOS


@pytest.mark.parametrize("sweep", [None, Sweep.ZONES])
def test_zones_that_go_down_are_no_failures_of_this_kind(sweep: Sweep | None) -> None:
    assert names(sweep, *TWO_ZONES) == []


def test_the_rest_of_the_scenario_stays() -> None:
    base = Scenario("as given", {}, (), ("c",))

    (found,) = failures(Sweep.FULL, base, (group("one", b=1),), ())

    assert found == Scenario("b: 1 of 1 failed", failure=Failure("b", False, 1))


class TestFailing:
    def test_so_many_of_the_role_in_the_zone_and_no_others(self) -> None:
        groups = (
            group("one", b=2, c=2),
            group("two", b=3),
            group("spare", failover=True, b=1),
            group("scaled", c=Size(1, 3)),
        )
        found = failing(groups, Failure("b", False, 3))

        assert [each.members for each in found] == [
            (
                Members("one", "b", True, Size.exactly(0)),
                Members("one", "b", False, Size.exactly(2)),
                Members("one", "c", True, Size.exactly(2)),
            ),
            (
                Members("two", "b", True, Size.exactly(2)),
                Members("two", "b", False, Size.exactly(1)),
            ),
            (Members("spare", "b", True, Size.exactly(1)),),
            (Members("scaled", "c", True, Size(1, 3)),),
        ]

    def test_what_was_unhealthy_before_is_healthy(self) -> None:
        ill = BackendGroup(
            "one", False, {"b": Size.exactly(1)}, (Members("one", "b", False, Size.exactly(1)),)
        )

        (found,) = failing((ill,), Failure("c", False, 1))

        assert found.members == (Members("one", "b", True, Size.exactly(1)),)
        assert failing((ill,), None) == (ill,)
