"""What the failure of a zone's only backend does to the clients of that zone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spillover.model.capacity import Size, Unplaced
from spillover.model.source import Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import Failover, Pools
from spillover.plan.failing import single_failure, stays_on_unhealthy
from spillover.plan.membership import BackendGroup

CAUSE = Unknown("var.size")


def group(label: str, *, failover: bool = False, **zones: int | Size) -> BackendGroup:
    sizes = {zone: size if isinstance(size, Size) else Size.exactly(size) for zone, size in zones.items()}
    members = tuple(Members(label, zone, True, size) for zone, size in sizes.items())
    return BackendGroup(label, failover, sizes, members)


def states(backends: BackendSet) -> dict[tuple[str, str], tuple[bool, Size]]:
    """Group and zone -> whether healthy, and how many."""
    return {(each.group, each.zone): (each.healthy, each.size) for each in backends}


ONE, TWO = Size.exactly(1), Size.exactly(2)


class TestSingleFailure:
    def test_the_only_primary_backend_of_a_zone_fails_and_all_others_are_healthy(self) -> None:
        groups = group("p", a=1, b=2), group("q", b=2), group("f", a=2, failover=True)
        failure = single_failure(groups, "a", failover=False)

        assert failure is not None
        assert (failure.scaled_in, failure.doubts) == (False, ())
        assert states(failure.state.primary) == {
            ("p", "a"): (False, ONE),
            ("p", "b"): (True, TWO),
            ("q", "b"): (True, TWO),
        }
        assert states(failure.state.failover) == {("f", "a"): (True, TWO)}

    def test_the_only_failover_backend_of_a_zone_fails_after_the_primary_ones(self) -> None:
        groups = group("p", a=2), group("f", a=1, b=1, failover=True)
        failure = single_failure(groups, "a", failover=True)

        assert failure is not None
        assert states(failure.state.primary) == {("p", "a"): (False, TWO)}
        assert states(failure.state.failover) == {("f", "a"): (False, ONE), ("f", "b"): (True, ONE)}

    def test_a_zone_that_may_be_scaled_in_to_one(self) -> None:
        groups = (group("p", a=Size(1, 5, CAUSE), b=Size(0, 5, CAUSE)),)
        failure = single_failure(groups, "a", failover=False)

        assert failure is not None
        assert (failure.scaled_in, failure.doubts) == (True, ())
        assert states(failure.state.primary) == {
            ("p", "a"): (False, ONE),
            ("p", "b"): (True, Size(1, 5, CAUSE)),
        }

    def test_a_zone_that_is_known_to_be_empty_stays_empty(self) -> None:
        failure = single_failure((group("p", a=1, b=0),), "a", failover=False)

        assert failure is not None
        assert states(failure.state.primary) == {("p", "a"): (False, ONE)}

    def test_an_empty_group_beside_it_does_not_matter(self) -> None:
        groups = group("p", a=Size(1, 5, CAUSE)), group("q", a=0)
        failure = single_failure(groups, "a", failover=False)

        assert failure is not None
        assert (failure.scaled_in, failure.doubts) == (True, ())

    @pytest.mark.parametrize(
        ("groups", "failover"),
        [
            pytest.param((group("p", a=2),), False, id="it has more"),
            pytest.param((group("p", a=1), group("q", a=1)), False, id="it has more, in two groups"),
            pytest.param((group("p", a=0, b=1),), False, id="it has none"),
            pytest.param((group("p", b=1),), False, id="no group is there"),
            pytest.param((group("p", a=1),), True, id="it has none of the role"),
            pytest.param((group("p", a=Size(2, 5, CAUSE)),), False, id="it has two at least"),
            pytest.param(
                (group("p", a=2), group("q", a=Size(0, 9, CAUSE))),
                False,
                id="it has more, whatever the rest is",
            ),
        ],
    )
    def test_nothing_fails(self, groups: tuple[BackendGroup, ...], failover: bool) -> None:
        assert single_failure(groups, "a", failover=failover) is None

    @pytest.mark.parametrize(
        ("groups", "only", "because"),
        [
            pytest.param((group("p", a=Size(0, 5, CAUSE)),), "p", CAUSE, id="one, none or more"),
            pytest.param((group("p", a=1), group("q", a=Size(0, 5, CAUSE))), "p", CAUSE, id="one, or more"),
            pytest.param((group("p", a=Size(0, 5, CAUSE)), group("q", a=1)), "q", CAUSE, id="more, or one"),
            pytest.param(
                (group("p", a=Size(0, 5)),), "p", Unknown("the number of backends"), id="without a cause"
            ),
        ],
    )
    def test_whether_there_is_only_one_is_not_known(
        self, groups: tuple[BackendGroup, ...], only: str, because: Unknown
    ) -> None:
        failure = single_failure(groups, "a", failover=False)

        assert failure is not None
        assert failure.doubts == (because,)
        assert states(failure.state.primary) == {(only, "a"): (False, ONE)}


def pool(role: str, **zones: tuple[int, int]) -> BackendSet:
    """Zone -> healthy, unhealthy."""
    return BackendSet.of(
        Members(role, zone, healthy, Size.exactly(size))
        for zone, both in zones.items()
        for healthy, size in zip((True, False), both, strict=True)
    )


class TestStaysOnUnhealthy:
    """STAY_WITHIN_ZONE, a client in zone a."""

    @pytest.mark.parametrize(
        ("state", "ratio", "stuck"),
        [
            pytest.param(Pools(pool("p", a=(0, 1), b=(1, 0))), "0", True, id="others are healthy"),
            pytest.param(Pools(pool("p", a=(1, 1), b=(1, 0))), "0", False, id="one of its own is healthy"),
            pytest.param(Pools(pool("p", a=(0, 1), b=(0, 1))), "0", False, id="nothing is healthy anywhere"),
            pytest.param(Pools(pool("p", b=(1, 0))), "0", False, id="no backend in the zone, so no match"),
            pytest.param(
                Pools(pool("p", a=(0, 1), b=(1, 0)), pool("f", b=(1, 0))),
                "0.6",
                False,
                id="failed over elsewhere",
            ),
            pytest.param(
                Pools(pool("p", a=(0, 1)), pool("f", a=(0, 1), b=(1, 0))),
                "0",
                True,
                id="failed over, and stuck there",
            ),
        ],
    )
    def test_verdict(self, state: Pools, ratio: str, stuck: bool) -> None:
        assert stays_on_unhealthy(state, "a", Failover(Fraction(ratio))) is stuck

    def test_where_nothing_is_healthy_no_policy_has_to_be_known(self) -> None:
        policy = Failover(Unknown("var.ratio"), Unknown("var.drop"))

        assert not stays_on_unhealthy(Pools(pool("p", a=(0, 1), b=(0, 1))), "a", policy)


@pytest.mark.parametrize(("failover", "doubts"), [(False, (CAUSE,)), (True, ())])
def test_a_group_whose_zone_is_not_known_may_be_in_this_one_if_it_has_the_role(
    failover: bool, doubts: tuple[Unknown, ...]
) -> None:
    apart = BackendGroup("q", False, {}, (), known=False, unplaced=Unplaced("q", ONE, CAUSE))
    groups = group("p", a=1), group("f", a=1, failover=True), apart

    failure = single_failure(groups, "a", failover=failover)

    assert failure is not None
    assert failure.doubts == doubts
