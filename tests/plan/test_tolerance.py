"""What a zone's clients bear: examples, and thousands of fleets against the decision core by brute force."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import EligibleKind, Failover, Pools, identify_eligible
from spillover.plan.tolerance import Fate, Health, Outcome, Serving, Step, Tolerance, tolerance
from spillover.plan.zonal import Affinity, Client, ClientKind, Decision, Reason, Spec, modified_eligible

DISABLED, STAY, SPILL = ZonalAffinity
ZONES = ("a", "b", "c", "d")
A = Client(ClientKind.VM, "a")

Fleet = dict[str, int]
"""Zone -> number of backends, of which so many are healthy where it is about health."""


def pool(role: str, sizes: Fleet, healthy: Fleet | None = None) -> BackendSet:
    good = sizes if healthy is None else healthy
    return BackendSet.of(
        Members(role, zone, state, Size.exactly(number))
        for zone, size in sizes.items()
        for state, number in ((True, good[zone]), (False, size - good[zone]))
    )


def bears(
    primary: Fleet,
    failover: Fleet | None = None,
    *,
    option: ZonalAffinity = SPILL,
    ratio: str = "0",
    failover_ratio: str = "0",
    drop: bool = False,
    client: Client = A,
    spec: Spec = Spec.R2026_05,
) -> Tolerance:
    return tolerance(
        Pools(pool("primary", primary), pool("failover", failover or {})),
        Failover(Fraction(failover_ratio), drop),
        Affinity(option, Fraction(ratio)),
        client,
        spec,
    )


def told(found: Tolerance) -> list[tuple[int, str]]:
    """The steps: from how many healthy ones on, and what happens."""
    return [(step.healthy, step.outcome.fate.value) for step in found.steps]


class TestSpillCrossZone:
    @pytest.mark.parametrize(
        ("ratio", "needed"),
        [
            pytest.param("0", 1, id="zero: while any is healthy"),
            pytest.param("0.2", 1, id="the first step exactly"),
            pytest.param("0.200001", 2, id="just above the first step"),
            pytest.param("0.6", 3, id="at equality it stays"),
            pytest.param("0.8", 4, id="the example of the page"),
            pytest.param("1", 5, id="one: all of them"),
        ],
    )
    def test_the_ratio_gives_the_number_that_is_needed(self, ratio: str, needed: int) -> None:
        found = bears({"a": 5, "b": 5}, ratio=ratio)

        assert found.holding.needed == needed
        assert found.all_healthy == Outcome(Fate.LOCAL, Serving.PRIMARY)
        assert told(found) == [(needed - 1, "spills")]

    def test_0_28_of_25_is_7(self) -> None:
        """0.28 * 25 is more than 7 in floating point (semantics 4.1)."""
        assert bears({"a": 25, "b": 1}, ratio="0.28").holding.needed == 7

    @pytest.mark.parametrize(
        ("spec", "last"),
        [(Spec.R2026_05, "last-resort-in-zone"), (Spec.R2025_07, "last-resort")],
    )
    def test_the_only_zone_ends_in_the_last_resort(self, spec: Spec, last: str) -> None:
        assert told(bears({"a": 2}, ratio="1", spec=spec)) == [(1, "spills"), (0, last)]


class TestStayWithinZone:
    def test_a_black_hole_once_none_is_healthy(self) -> None:
        assert told(bears({"a": 3, "b": 1}, option=STAY)) == [(0, "black-hole")]

    def test_no_black_hole_where_nothing_is_healthy_anywhere(self) -> None:
        assert told(bears({"a": 3}, option=STAY)) == [(0, "last-resort-in-zone")]
        assert told(bears({"a": 3}, option=STAY, drop=True)) == [(0, "dropped")]


class TestWithoutAffinity:
    @pytest.mark.parametrize(
        ("option", "client"),
        [
            pytest.param(DISABLED, A, id="disabled"),
            pytest.param(STAY, Client(ClientKind.VPN), id="incompatible client"),
        ],
    )
    def test_nothing_is_local(self, option: ZonalAffinity, client: Client) -> None:
        found = bears({"a": 2, "b": 2}, option=option, client=client)

        assert found.all_healthy.fate is Fate.ANYWHERE
        assert found.holding.needed is None
        assert found.steps == ()

    def test_a_zone_without_backends_has_no_match(self) -> None:
        assert bears({"b": 2}).all_healthy.fate is Fate.NO_MATCH

    def test_no_backend_at_all(self) -> None:
        assert bears({}, drop=True).all_healthy == Outcome(Fate.NOWHERE, None)


class TestFailover:
    PRIMARY = {"a": 2, "b": 2}  # noqa: RUF012 - never changed

    @pytest.mark.parametrize(
        ("ratio", "needed"),
        [
            pytest.param("0", 1, id="zero: when no primary backend is healthy"),
            pytest.param("0.25", 1, id="at equality the primary backends serve"),
            pytest.param("0.5", 2, id="a half"),
            pytest.param("0.51", 3, id="just above"),
            pytest.param("1", 4, id="one: at the first failure"),
        ],
    )
    def test_the_ratio_is_that_of_the_whole_pool(self, ratio: str, needed: int) -> None:
        assert bears(self.PRIMARY, {"a": 1}, failover_ratio=ratio).primary_needed == needed

    def test_own_failures_are_enough_to_fail_over(self) -> None:
        found = bears(self.PRIMARY, {"b": 2}, failover_ratio="0.75")

        assert found.steps == (Step(0, Outcome(Fate.NO_MATCH, Serving.FAILOVER)),)
        assert found.after_failover is Fate.NO_MATCH

    def test_first_it_spills_then_it_fails_over(self) -> None:
        found = bears({"a": 5, "b": 1}, {"a": 1}, ratio="0.8", failover_ratio="0.5")

        assert found.steps == (
            Step(3, Outcome(Fate.SPILLS, Serving.PRIMARY)),
            Step(1, Outcome(Fate.LOCAL, Serving.FAILOVER)),
        )

    def test_failures_elsewhere_fail_over_too(self) -> None:
        found = bears(self.PRIMARY, {"a": 2}, failover_ratio="0.75")

        assert found.steps[0] == Step(0, Outcome(Fate.LOCAL, Serving.FAILOVER))
        assert found.outcome(Health(2, 1, 2, 0)) == Outcome(Fate.LOCAL, Serving.PRIMARY)
        assert found.outcome(Health(2, 0, 2, 0)) == Outcome(Fate.LOCAL, Serving.FAILOVER)

    def test_without_failover_backends_the_ratio_says_nothing(self) -> None:
        found = bears(self.PRIMARY, failover_ratio="1")

        assert (found.primary_needed, found.after_failover) == (0, None)

    def test_without_primary_backends_the_others_serve_from_the_start(self) -> None:
        found = bears({}, {"a": 2, "b": 1}, ratio="1")

        assert found.all_healthy == Outcome(Fate.LOCAL, Serving.FAILOVER)
        assert found.after_failover is None
        assert told(found) == [(1, "spills")]
        assert bears({}, {"a": 2}).nothing_healthy is Fate.NOWHERE


# ---------------------------------------------------------------------------------------------
# Against the decision core, one state of health after the other.


def brute(pools: Pools, policy: Failover, affinity: Affinity, client: Client, spec: Spec) -> Outcome:
    """The outcome by the decision core."""
    eligible = identify_eligible(pools, policy)
    decision = modified_eligible(pools, eligible, client, affinity, spec)
    serving = {
        EligibleKind.HEALTHY_PRIMARY: Serving.PRIMARY,
        EligibleKind.HEALTHY_FAILOVER: Serving.FAILOVER,
    }.get(eligible.kind)
    if eligible.kind is EligibleKind.ALL_PRIMARY:
        kept = decision.change.value == "refined"
        return Outcome(Fate.LAST_RESORT_IN_ZONE if kept else Fate.LAST_RESORT, None)
    return Outcome(_fate(decision), serving)


def _fate(decision: Decision) -> Fate:
    return {
        Reason.AFFINITY_DISABLED: Fate.ANYWHERE,
        Reason.CLIENT_INCOMPATIBLE: Fate.ANYWHERE,
        Reason.TRAFFIC_DROPPED: Fate.DROPPED,
        Reason.NO_BACKENDS: Fate.NOWHERE,
        Reason.NO_ZONAL_MATCH: Fate.NO_MATCH,
        Reason.INTERSECTION: Fate.LOCAL,
        Reason.RATIO_AT_OR_ABOVE_THRESHOLD: Fate.LOCAL,
        Reason.RATIO_BELOW_THRESHOLD: Fate.SPILLS,
        Reason.EMPTY_INTERSECTION: Fate.SPILLS,
        Reason.UNHEALTHY_IN_ZONE: Fate.BLACK_HOLE,
    }[decision.reason]


NUMBERS = st.sampled_from((0, 0, 1, 2, 3, 4, 5, 6))
RATIOS = st.one_of(
    st.sampled_from((Fraction(0), Fraction(1))),
    st.fractions(0, 1, max_denominator=24),  # k/n of every zone and of small pools among them
)
AFFINITIES = st.builds(Affinity, st.sampled_from((DISABLED, STAY, STAY, SPILL, SPILL, SPILL)), RATIOS)
POLICIES = st.builds(Failover, RATIOS, st.booleans())


@st.composite
def fleets(draw: st.DrawFn) -> tuple[Fleet, Fleet]:
    """Primary and failover backends in one to four zones; often without failover backends."""
    zones = ZONES[: draw(st.integers(1, 4))]
    primary = {zone: draw(NUMBERS) for zone in zones}
    return primary, {zone: draw(NUMBERS) for zone in zones} if draw(st.booleans()) else dict.fromkeys(
        zones, 0
    )


def elsewhere(numbers: Fleet, zone: str) -> int:
    return sum(numbers.values()) - numbers[zone]


@settings(max_examples=1000, deadline=None)
@given(fleets(), POLICIES, AFFINITIES, st.sampled_from(Spec), st.data())
def test_every_state_of_health(
    fleet: tuple[Fleet, Fleet], policy: Failover, affinity: Affinity, spec: Spec, data: st.DataObject
) -> None:
    """The thresholds tell what the decision core decides, whatever is healthy."""
    primary, failover = fleet
    well = [{zone: data.draw(st.integers(0, size)) for zone, size in each.items()} for each in fleet]
    pools = Pools(pool("primary", primary, well[0]), pool("failover", failover, well[1]))

    for zone in primary:
        client = Client(ClientKind.VM, zone)
        known = tolerance(pools, policy, affinity, client, spec)
        health = Health(well[0][zone], elsewhere(well[0], zone), well[1][zone], elsewhere(well[1], zone))
        assert known.outcome(health) == brute(pools, policy, affinity, client, spec)


@settings(max_examples=1000, deadline=None)
@given(fleets(), POLICIES, AFFINITIES, st.sampled_from(Spec))
def test_every_failure_in_the_zone(
    fleet: tuple[Fleet, Fleet], policy: Failover, affinity: Affinity, spec: Spec
) -> None:
    """The steps are those that are seen when backends of the zone fail one after the other."""
    primary, failover = fleet
    for zone in primary:
        client = Client(ClientKind.VM, zone)
        serving = 0 if any(primary.values()) else 1
        seen: list[Step] = []
        for healthy in range(fleet[serving][zone], -1, -1):
            well = [dict(primary), dict(failover)]
            well[serving][zone] = healthy
            pools = Pools(pool("primary", primary, well[0]), pool("failover", failover, well[1]))
            outcome = brute(pools, policy, affinity, client, spec)
            if not seen or seen[-1].outcome != outcome:
                seen.append(Step(healthy, outcome))
        known = tolerance(
            Pools(pool("primary", primary), pool("failover", failover)), policy, affinity, client, spec
        )

        assert known.all_healthy == seen[0].outcome
        assert known.steps == tuple(seen[1:])


# ---------------------------------------------------------------------------------------------
# Sizes within bounds, and other values that are not known.

Bounds = tuple[tuple[int, int], ...]
BOUNDS = st.tuples(st.integers(0, 4), st.sampled_from((0, 0, 1, 3))).map(
    lambda each: (each[0], each[0] + each[1])
)


def bounded(bounds: Bounds) -> Pools:
    """Primary backends in two zones, failover backends in two."""
    members = [
        Members(role, zone, True, Size(*each))
        for (role, zone), each in zip(itertools.product(("primary", "failover"), "ab"), bounds, strict=True)
    ]
    return Pools(*(BackendSet.of(m for m in members if m.group == role) for role in ("primary", "failover")))


def completions(bounds: Bounds) -> Iterator[Bounds]:
    for sizes in itertools.product(*(range(least, most + 1) for least, most in bounds)):
        yield tuple((size, size) for size in sizes)


@settings(max_examples=500, deadline=None)
@given(st.tuples(BOUNDS, BOUNDS, BOUNDS, BOUNDS), POLICIES, AFFINITIES, st.sampled_from(Spec))
def test_what_is_told_of_bounds_holds_for_every_size(
    bounds: Bounds, policy: Failover, affinity: Affinity, spec: Spec
) -> None:
    try:
        known = tolerance(bounded(bounds), policy, affinity, A, spec)
    except Undetermined:
        return

    for exact in completions(bounds):
        found = tolerance(bounded(exact), policy, affinity, A, spec)
        assert (found.primary_needed, found.nothing_healthy) == (known.primary_needed, known.nothing_healthy)
        assert (found.primary.needed, found.primary.lost) == (known.primary.needed, known.primary.lost)
        assert (found.failover.needed, found.failover.lost) == (known.failover.needed, known.failover.lost)
        assert (found.all_healthy, found.steps) == (known.all_healthy, known.steps)
        assert found.after_failover == known.after_failover


def scaled(least: int, most: int | None, zone: str = "a", role: str = "primary") -> Members:
    return Members(role, zone, True, Size(least, most, Unknown(f"the size of {role} in {zone}")))


ONE_ELSEWHERE = Members("primary", "b", True, Size.exactly(1))


class TestNotKnown:
    @pytest.mark.parametrize(
        ("affinity", "needed"),
        [
            pytest.param(Affinity(STAY), 1, id="stay: one is needed, whatever the size"),
            pytest.param(Affinity(SPILL), 1, id="ratio 0: one is needed, whatever the size"),
        ],
    )
    def test_every_size_agrees(self, affinity: Affinity, needed: int) -> None:
        pools = Pools(BackendSet.of([scaled(2, None), ONE_ELSEWHERE]))

        found = tolerance(pools, Failover(), affinity, A)

        assert found.holding.needed == needed
        assert [step.healthy for step in found.steps] == [0]

    def test_a_ratio_that_is_not_known_says_the_same_of_one_backend(self) -> None:
        pools = Pools(BackendSet.of([scaled(1, 1), ONE_ELSEWHERE]))

        assert tolerance(pools, Failover(), Affinity(SPILL, Unknown("var.ratio")), A).holding.needed == 1

    @pytest.mark.parametrize(
        ("members", "failover", "affinity", "policy", "because"),
        [
            pytest.param(
                [scaled(2, 4), ONE_ELSEWHERE], [], Affinity(SPILL, Fraction(1, 2)), Failover(),
                "the size of primary in a", id="the number that is needed",
            ),
            pytest.param(
                [scaled(2, None), ONE_ELSEWHERE], [], Affinity(SPILL, Fraction(1)), Failover(),
                "the size of primary in a", id="a size without a bound",
            ),
            pytest.param(
                [scaled(0, 4), ONE_ELSEWHERE], [], Affinity(STAY), Failover(),
                "the size of primary in a", id="whether there is a zonal match",
            ),
            pytest.param(
                [scaled(2, 2), scaled(0, 2, "b")], [], Affinity(STAY), Failover(),
                "the size of primary in b", id="whether there are others",
            ),
            pytest.param(
                [scaled(2, 2), ONE_ELSEWHERE], [], Affinity(SPILL, Unknown("var.ratio")), Failover(),
                "var.ratio", id="the spillover ratio",
            ),
            pytest.param(
                [scaled(2, 2), ONE_ELSEWHERE], [scaled(1, 1, "b", "failover")], Affinity(STAY),
                Failover(Unknown("var.failover")), "var.failover", id="the failover ratio",
            ),
            pytest.param(
                [scaled(2, 2), ONE_ELSEWHERE], [], Affinity(STAY),
                Failover(drop_traffic_if_unhealthy=Unknown("var.drop")), "var.drop", id="whether it drops",
            ),
        ],
    )  # fmt: skip
    def test_undetermined(
        self,
        members: list[Members],
        failover: list[Members],
        affinity: Affinity,
        policy: Failover,
        because: str,
    ) -> None:
        with pytest.raises(Undetermined) as error:
            tolerance(Pools(BackendSet.of(members), BackendSet.of(failover)), policy, affinity, A)

        assert [each.because for each in error.value.unknowns] == [because]


class TestWhatMatters:
    """Of what is elsewhere it matters only whether it is enough; of a client whether it has affinity then."""

    CAUSE = Unknown("var.size")

    def fleet(self, here: int, elsewhere: Size) -> BackendSet:
        return BackendSet.of(
            (Members("p", "a", True, Size.exactly(here)), Members("p", "b", True, elsewhere))
        )

    @pytest.mark.parametrize("role", ["primary", "failover"])
    def test_one_for_sure_is_enough(self, role: str) -> None:
        known, nothing = self.fleet(4, Size(1, 3, self.CAUSE)), BackendSet()
        pools = Pools(known, nothing) if role == "primary" else Pools(nothing, known)

        found = tolerance(pools, Failover(), Affinity(SPILL, Fraction(1, 2)), A, Spec.R2026_05)

        assert [step.healthy for step in found.steps] == [1]

    def test_perhaps_none_is_not(self) -> None:
        pools = Pools(self.fleet(4, Size(0, 3, self.CAUSE)), BackendSet())

        with pytest.raises(Undetermined) as raised:
            tolerance(pools, Failover(), Affinity(SPILL, Fraction(1, 2)), A, Spec.R2026_05)
        assert raised.value.unknowns == (self.CAUSE,)

    def test_a_client_of_an_endpoint_has_affinity_since_2026(self) -> None:
        client = Client(ClientKind.PSC_ENDPOINT, "a")
        now, then = (
            bears({"a": 2, "b": 2}, client=client, spec=each) for each in (Spec.R2026_05, Spec.R2025_07)
        )

        assert told(now) != told(then)
        assert told(then) == told(bears({"a": 2, "b": 2}, option=DISABLED, client=client))
