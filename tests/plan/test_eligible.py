"""The step "Identify eligible backends": from the configured to the original eligible backends."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spillover.model.capacity import Size
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import Eligible, EligibleKind, Failover, Pools, Why, identify_eligible

Fleet = dict[str, tuple[int, int]]
"""Zone -> configured, healthy."""

NONE = Size.exactly(0)


def pool(role: str, fleet: Fleet) -> BackendSet:
    return BackendSet.of(
        Members(role, zone, healthy, Size.exactly(size))
        for zone, (configured, well) in fleet.items()
        for healthy, size in ((True, well), (False, configured - well))
    )


def identify(
    primary: Fleet | None = None,
    failover: Fleet | None = None,
    ratio: str | Unknown = "0",
    drop: bool | Unknown = False,
) -> Eligible:
    pools = Pools(pool("primary", primary or {}), pool("failover", failover or {}))
    return identify_eligible(pools, Failover(Fraction(ratio) if isinstance(ratio, str) else ratio, drop))


def counted(backends: BackendSet) -> dict[str, int | None]:
    return {zone: size.exact for zone, size in backends.zones().items()}


class TestWithoutFailover:
    """A service without failover backends: no policy is written, or it has nothing to move to."""

    @pytest.mark.parametrize(
        ("fleet", "kind", "zones", "why"),
        [
            pytest.param(
                {"a": (5, 5), "b": (5, 3)},
                EligibleKind.HEALTHY_PRIMARY,
                {"a": 5, "b": 3},
                Why.HEALTHY_PRIMARY,
                id="N1: all healthy backends",
            ),
            pytest.param(
                {"a": (5, 0), "b": (5, 1)},
                EligibleKind.HEALTHY_PRIMARY,
                {"b": 1},
                Why.HEALTHY_PRIMARY,
                id="N1: one healthy backend takes everything",
            ),
            pytest.param(
                {"a": (5, 0), "b": (5, 0)},
                EligibleKind.ALL_PRIMARY,
                {"a": 5, "b": 5},
                Why.LAST_RESORT,
                id="N2: none is healthy, so all, as a last resort",
            ),
            pytest.param({}, EligibleKind.NONE, {}, Why.NO_BACKENDS, id="no backend at all"),
            pytest.param({"a": (0, 0)}, EligibleKind.NONE, {}, Why.NO_BACKENDS, id="an empty group"),
        ],
    )
    def test_arm(self, fleet: Fleet, kind: EligibleKind, zones: dict[str, int], why: Why) -> None:
        eligible = identify(fleet)

        assert (eligible.kind, counted(eligible.backends), eligible.why) == (kind, zones, why)

    def test_no_policy_is_a_ratio_of_0_and_nothing_dropped(self) -> None:
        assert Failover() == Failover(Fraction(0), drop_traffic_if_unhealthy=False)

    def test_a_policy_may_drop_all_the_same(self) -> None:
        assert identify({"a": (5, 0)}, drop=True) == Eligible(EligibleKind.NONE, BackendSet(), Why.DROPPED)

    @pytest.mark.parametrize("ratio", ["0.5", "1", pytest.param(Unknown("var.ratio"), id="unknown")])
    def test_the_failover_ratio_is_not_asked(self, ratio: str | Unknown) -> None:
        assert identify({"a": (4, 1)}, ratio=ratio) == identify({"a": (4, 1)})


class TestFailover:
    """A service with failover backends; the failover ratio counts VMs, not groups or zones."""

    @pytest.mark.parametrize(
        ("primary", "failover", "ratio", "kind", "zones", "why"),
        [
            pytest.param(
                {"a": (4, 0)},
                {"b": (4, 2), "c": (4, 1)},
                "0",
                EligibleKind.HEALTHY_FAILOVER,
                {"b": 2, "c": 1},
                Why.NO_HEALTHY_PRIMARY,
                id="F1: no primary backend is healthy",
            ),
            pytest.param(
                {},
                {"b": (4, 2)},
                "0.5",
                EligibleKind.HEALTHY_FAILOVER,
                {"b": 2},
                Why.NO_HEALTHY_PRIMARY,
                id="F1: there is no primary backend, and no ratio of none",
            ),
            pytest.param(
                {"a": (4, 1)},
                {"b": (4, 0)},
                "0.5",
                EligibleKind.HEALTHY_PRIMARY,
                {"a": 1},
                Why.NO_HEALTHY_FAILOVER,
                id="F2: below the ratio, and nothing healthy to fail over to",
            ),
            pytest.param(
                {"a": (4, 1)},
                {"b": (4, 4)},
                "0",
                EligibleKind.HEALTHY_PRIMARY,
                {"a": 1},
                Why.HEALTHY_PRIMARY,
                id="F3: ratio 0, one healthy primary backend is enough",
            ),
            pytest.param(
                {"a": (4, 3)},
                {"b": (4, 4)},
                "0.75",
                EligibleKind.HEALTHY_PRIMARY,
                {"a": 3},
                Why.AT_OR_ABOVE_FAILOVER_RATIO,
                id="F4: equal to the ratio",
            ),
            pytest.param(
                {"a": (4, 4)},
                {"b": (4, 4)},
                "0.75",
                EligibleKind.HEALTHY_PRIMARY,
                {"a": 4},
                Why.AT_OR_ABOVE_FAILOVER_RATIO,
                id="F4: above it, as after the recovery in the setup guide",
            ),
            pytest.param(
                {"a": (4, 2)},
                {"b": (4, 4)},
                "0.75",
                EligibleKind.HEALTHY_FAILOVER,
                {"b": 4},
                Why.BELOW_FAILOVER_RATIO,
                id="F5: below it, as in the setup guide: healthy primary backends are left out",
            ),
            pytest.param(
                {"a": (4, 3)},
                {"b": (4, 1)},
                "1",
                EligibleKind.HEALTHY_FAILOVER,
                {"b": 1},
                Why.BELOW_FAILOVER_RATIO,
                id="F5: ratio 1, one unhealthy primary backend is enough",
            ),
            pytest.param(
                {"a": (4, 0)},
                {"b": (4, 0)},
                "0.75",
                EligibleKind.ALL_PRIMARY,
                {"a": 4},
                Why.LAST_RESORT,
                id="F7: nothing is healthy, all primary backends and no failover backend",
            ),
            pytest.param(
                {},
                {"b": (4, 0)},
                "0",
                EligibleKind.NONE,
                {},
                Why.NO_PRIMARY_TO_FALL_BACK_ON,
                id="F7: nothing is healthy, and there is no primary backend",
            ),
        ],
    )
    def test_arm(
        self,
        primary: Fleet,
        failover: Fleet,
        ratio: str,
        kind: EligibleKind,
        zones: dict[str, int],
        why: Why,
    ) -> None:
        eligible = identify(primary, failover, ratio)

        assert (eligible.kind, counted(eligible.backends), eligible.why) == (kind, zones, why)

    @pytest.mark.parametrize(
        ("primary", "failover"),
        [
            pytest.param({"a": (4, 0)}, {"b": (4, 0)}, id="F6: nothing is healthy"),
            pytest.param({}, {"b": (4, 0)}, id="no primary backend"),
        ],
    )
    def test_traffic_is_dropped(self, primary: Fleet, failover: Fleet) -> None:
        assert identify(primary, failover, drop=True) == Eligible(
            EligibleKind.NONE, BackendSet(), Why.DROPPED
        )

    @pytest.mark.parametrize(
        ("primary", "failover"),
        [
            pytest.param({"a": (4, 1)}, {"b": (4, 0)}, id="F2"),
            pytest.param({"a": (4, 0)}, {"b": (4, 1)}, id="F1"),
            pytest.param({}, {}, id="no backend at all"),
        ],
    )
    def test_traffic_is_dropped_only_where_nothing_is_healthy(self, primary: Fleet, failover: Fleet) -> None:
        assert identify(primary, failover, drop=True) == identify(primary, failover)

    def test_the_ratio_weighs_vms_not_groups(self) -> None:
        one_of_ten = {"a": (1, 0), "b": (9, 9)}

        assert identify(one_of_ten, {"c": (1, 1)}, "0.9").kind is EligibleKind.HEALTHY_PRIMARY
        assert identify(one_of_ten, {"c": (1, 1)}, "0.91").kind is EligibleKind.HEALTHY_FAILOVER

    def test_equality_is_exact(self) -> None:
        """7/25 is 0.28, but 0.28 * 25 is more than 7 in floating point."""
        assert identify({"a": (25, 7)}, {"b": (1, 1)}, "0.28").why is Why.AT_OR_ABOVE_FAILOVER_RATIO


class TestSettingsThatAreNotKnown:
    """A setting that is not known matters only where the answer depends on it."""

    RATIO, DROP = Unknown("var.ratio"), Unknown("var.drop")

    @pytest.mark.parametrize(
        ("primary", "failover", "why"),
        [
            pytest.param({"a": (4, 0)}, {"b": (4, 1)}, Why.NO_HEALTHY_PRIMARY, id="no healthy primary"),
            pytest.param({"a": (4, 1)}, {"b": (4, 0)}, Why.NO_HEALTHY_FAILOVER, id="no healthy failover"),
            pytest.param(
                {"a": (4, 4)}, {"b": (4, 1)}, Why.AT_OR_ABOVE_FAILOVER_RATIO, id="all primary healthy"
            ),
        ],
    )
    def test_the_ratio_is_not_asked(self, primary: Fleet, failover: Fleet, why: Why) -> None:
        assert identify(primary, failover, self.RATIO, self.DROP).why is why

    def test_the_ratio_is_asked(self) -> None:
        with pytest.raises(Undetermined) as raised:
            identify({"a": (4, 3)}, {"b": (4, 1)}, self.RATIO)

        assert raised.value.unknowns == (self.RATIO,)

    def test_whether_traffic_is_dropped_is_asked_where_nothing_is_healthy(self) -> None:
        with pytest.raises(Undetermined) as raised:
            identify({"a": (4, 0)}, {"b": (4, 0)}, drop=self.DROP)

        assert raised.value.unknowns == (self.DROP,)


class TestSizesThatAreNotKnown:
    """A size within bounds matters only where two of its values give two answers."""

    WELL, AILING = Unknown("how many are well"), Unknown("how many are ailing")

    def pools(self, well: Size, ailing: Size = NONE, failover: Size = NONE) -> Pools:
        primary = (Members("p", "a", True, well), Members("p", "a", False, ailing))
        return Pools(BackendSet.of(primary), BackendSet.of((Members("f", "b", True, failover),)))

    @pytest.mark.parametrize(
        ("pools", "ratio", "why"),
        [
            pytest.param((Size(1, None),), "1", Why.HEALTHY_PRIMARY, id="one at least is healthy"),
            pytest.param(
                (Size(3, 4), Size(0, 1), Size(0, 2)),
                "0.75",
                Why.AT_OR_ABOVE_FAILOVER_RATIO,
                id="at the ratio, whether or not there is anything to fail over to",
            ),
            pytest.param(
                (Size(1, 2), Size(3, None), Size(1, 2)),
                "0.5",
                Why.BELOW_FAILOVER_RATIO,
                id="below the ratio, for every size",
            ),
            pytest.param((NONE, Size(1, 9)), "0", Why.LAST_RESORT, id="none is healthy, however many"),
        ],
    )
    def test_every_size_gives_the_same_answer(self, pools: tuple[Size, ...], ratio: str, why: Why) -> None:
        assert identify_eligible(self.pools(*pools), Failover(Fraction(ratio))).why is why

    @pytest.mark.parametrize(
        ("pools", "ratio", "cause"),
        [
            pytest.param((Size(0, 2, WELL),), "0", WELL, id="a healthy primary backend, or none"),
            pytest.param((NONE, Size(0, 2, AILING)), "0", AILING, id="a last resort, or no backend"),
            pytest.param((NONE, Size.exactly(1), Size(0, 1, WELL)), "0", WELL, id="failed over, or not"),
            pytest.param(
                (Size(1, 2, WELL), Size.exactly(1), Size.exactly(1)), "0.6", WELL, id="1/2 or 2/3 of 0.6"
            ),
            pytest.param(
                (Size.exactly(1), Size.exactly(1), Size(0, 1, WELL)),
                "0.6",
                WELL,
                id="below the ratio, but there may be nothing to fail over to",
            ),
        ],
    )
    def test_two_sizes_give_two_answers(self, pools: tuple[Size, ...], ratio: str, cause: Unknown) -> None:
        with pytest.raises(Undetermined) as raised:
            identify_eligible(self.pools(*pools), Failover(Fraction(ratio)))

        assert raised.value.unknowns == (cause,)
