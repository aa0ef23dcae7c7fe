"""Sets of backends, and shares of them, where sizes are exact and where they are bounds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spillover.model.capacity import Size
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members, Share, share

CAUSE = Unknown("var.size")


def members(zone: str, size: Size | int, group: str = "ig", *, healthy: bool = True) -> Members:
    return Members(group, zone, healthy, Size.exactly(size) if isinstance(size, int) else size)


class TestBackendSet:
    def test_those_that_are_known_to_be_none_are_left_out(self) -> None:
        some, maybe = members("a", 2), members("b", Size(0, 3))

        assert BackendSet.of((some, members("c", 0), maybe)).members == {some, maybe}

    def test_iterates_by_zone_then_group_then_health(self) -> None:
        in_order = (
            members("a", 1, "g", healthy=False),
            members("a", 1, "g"),
            members("a", 1, "h", healthy=False),
            members("b", 1, "a"),
        )

        assert tuple(BackendSet.of(reversed(in_order))) == in_order

    def test_intersection_union_and_subset(self) -> None:
        one, two, three = members("a", 1), members("b", 2), members("c", 3)
        left, right = BackendSet.of((one, two)), BackendSet.of((two, three))

        assert left & right == BackendSet.of((two,))
        assert left | right == BackendSet.of((one, two, three))
        assert BackendSet.of((two,)) <= left <= left
        assert not left <= right

    def test_the_healthy_ones(self) -> None:
        good, bad = members("a", 1), members("a", 1, healthy=False)

        assert BackendSet.of((good, bad)).healthy == BackendSet.of((good,))

    @pytest.mark.parametrize(
        ("zone", "number"),
        [
            pytest.param("a", 3, id="both groups of the zone"),
            pytest.param("b", 4, id="the other zone"),
            pytest.param("c", 0, id="a zone without backends"),
            pytest.param(None, 0, id="a client without a zone"),
        ],
    )
    def test_in_zone(self, zone: str | None, number: int) -> None:
        backends = BackendSet.of((members("a", 1, "g"), members("a", 2, "h"), members("b", 4, "g")))

        assert backends.in_zone(zone).size == Size.exactly(number)

    def test_zones_are_sorted_and_their_groups_added_up(self) -> None:
        backends = BackendSet.of(
            (members("b", 4), members("a", 1, "g"), members("a", Size(0, 2, CAUSE), "h", healthy=False))
        )

        assert list(backends.zones().items()) == [("a", Size(1, 3, CAUSE)), ("b", Size.exactly(4))]
        assert backends.size == Size(5, 7, CAUSE)

    @pytest.mark.parametrize(
        ("sizes", "empty"),
        [
            pytest.param((), True, id="no members"),
            pytest.param((Size.exactly(0),), True, id="members that are known to be none"),
            pytest.param((Size.exactly(1),), False, id="one"),
            pytest.param((Size(0, 5), Size(1, 2)), False, id="one group has at least one"),
        ],
    )
    def test_emptiness_that_is_known(self, sizes: tuple[Size, ...], empty: bool) -> None:
        backends = BackendSet.of(members("a", size, str(index)) for index, size in enumerate(sizes))

        assert backends.is_empty() is empty

    @pytest.mark.parametrize(
        ("cause", "told"),
        [
            pytest.param(CAUSE, CAUSE, id="the cause of the size"),
            pytest.param(None, Unknown("the number of backends"), id="no cause is known"),
        ],
    )
    def test_emptiness_that_is_not_known(self, cause: Unknown | None, told: Unknown) -> None:
        with pytest.raises(Undetermined) as raised:
            BackendSet.of((members("a", Size(0, 1, cause)),)).is_empty()

        assert raised.value.unknowns == (told,)


def pair(part: Size | int, rest: Size | int) -> tuple[BackendSet, BackendSet]:
    """A part of a set, and the set."""
    kept = members("a", part)
    return BackendSet.of((kept,)), BackendSet.of((kept, members("a", rest, healthy=False)))


class TestShare:
    @pytest.mark.parametrize(
        ("part", "rest", "expected"),
        [
            pytest.param(3, 2, Share(Fraction(3, 5), Fraction(3, 5)), id="exact"),
            pytest.param(3, 0, Share(Fraction(1), Fraction(1)), id="the whole"),
            pytest.param(Size(1, 9, CAUSE), 0, Share(Fraction(1), Fraction(1)), id="all, within bounds"),
            pytest.param(Size(1, None, CAUSE), 0, Share(Fraction(1), Fraction(1)), id="all, without end"),
            pytest.param(
                Size(1, 3, CAUSE),
                1,
                Share(Fraction(1, 2), Fraction(3, 4), because=CAUSE),
                id="part in bounds",
            ),
            pytest.param(
                2, Size(0, 2, CAUSE), Share(Fraction(1, 2), Fraction(1), because=CAUSE), id="rest in bounds"
            ),
            pytest.param(
                Size(1, 2, CAUSE),
                Size(1, 3, Unknown("var.rest")),
                Share(Fraction(1, 4), Fraction(2, 3), because=CAUSE),
                id="both: the first cause is told",
            ),
            pytest.param(
                2,
                Size(1, None, CAUSE),
                Share(Fraction(0), Fraction(2, 3), because=CAUSE),
                id="rest without end",
            ),
            pytest.param(
                Size(1, None, CAUSE),
                1,
                Share(Fraction(1, 2), Fraction(1), reached=False, because=CAUSE),
                id="part without end: comes near to 1, never there",
            ),
            pytest.param(
                Size(1, None, CAUSE),
                Size(0, 1),
                Share(Fraction(1, 2), Fraction(1), because=CAUSE),
                id="part without end, and there may be no rest: 1 is reached",
            ),
        ],
    )
    def test_bounds(self, part: Size | int, rest: Size | int, expected: Share) -> None:
        assert share(*pair(part, rest)) == expected

    @pytest.mark.parametrize(
        ("ratio", "exact"),
        [
            pytest.param(Share(Fraction(1, 2), Fraction(1, 2)), Fraction(1, 2), id="one value"),
            pytest.param(Share(Fraction(1, 2), Fraction(3, 4)), None, id="bounds"),
        ],
    )
    def test_exact(self, ratio: Share, exact: Fraction | None) -> None:
        assert ratio.exact == exact

    @pytest.mark.parametrize(
        ("threshold", "verdict"),
        [
            pytest.param("1/2", True, id="the least is at the threshold"),
            pytest.param("1/3", True, id="the least is above it"),
            pytest.param("4/5", False, id="the most is below it"),
        ],
    )
    def test_at_least_where_the_bounds_agree(self, threshold: str, verdict: bool) -> None:
        assert Share(Fraction(1, 2), Fraction(3, 4)).at_least(Fraction(threshold)) is verdict

    @pytest.mark.parametrize("threshold", ["2/3", "3/4"])
    def test_at_least_where_the_threshold_lies_between_the_bounds(self, threshold: str) -> None:
        with pytest.raises(Undetermined) as raised:
            Share(Fraction(1, 2), Fraction(3, 4), because=CAUSE).at_least(Fraction(threshold))

        assert raised.value.unknowns == (CAUSE,)

    def test_a_bound_that_is_never_reached_is_below_itself(self) -> None:
        assert not Share(Fraction(1, 2), Fraction(1), reached=False).at_least(Fraction(1))

    def test_without_a_cause_the_sizes_are_told_as_one(self) -> None:
        with pytest.raises(Undetermined, match="the number of backends"):
            Share(Fraction(0), Fraction(1)).at_least(Fraction(1, 2))


# ---------------------------------------------------------------------------------------------
# Laws of shares within bounds.

SIZES = st.builds(lambda least, width: Size(least, least + width), st.integers(0, 3), st.integers(0, 3))
PARTS = st.lists(SIZES, min_size=1, max_size=2).filter(lambda sizes: any(size.least for size in sizes))
RESTS = st.lists(SIZES, max_size=2)
THRESHOLDS = st.fractions(0, 1, max_denominator=8)

law = settings(max_examples=60, deadline=None)


def bounded(parts: list[Size], rests: list[Size]) -> Share:
    part = [members("a", size, f"part {index}") for index, size in enumerate(parts)]
    rest = [members("a", size, f"rest {index}", healthy=False) for index, size in enumerate(rests)]
    return share(BackendSet.of(part), BackendSet.of(part + rest))


def exact_shares(parts: list[Size], rests: list[Size]) -> Iterator[Fraction]:
    """The share for every choice of sizes within the bounds."""
    ranges = [range(size.least, (size.most or 0) + 1) for size in (*parts, *rests)]
    for sizes in itertools.product(*ranges):
        yield Fraction(sum(sizes[: len(parts)]), sum(sizes))


class TestShareWithinBounds:
    @law
    @given(PARTS, RESTS)
    def test_the_bounds_hold_every_exact_share_and_are_attained(
        self, parts: list[Size], rests: list[Size]
    ) -> None:
        ratio, exact = bounded(parts, rests), set(exact_shares(parts, rests))

        assert (ratio.least, ratio.most, ratio.reached) == (min(exact), max(exact), True)

    @law
    @given(PARTS, RESTS, THRESHOLDS)
    def test_at_least_says_what_every_exact_share_says(
        self, parts: list[Size], rests: list[Size], threshold: Fraction
    ) -> None:
        verdicts = {ratio >= threshold for ratio in exact_shares(parts, rests)}
        try:
            said = {bounded(parts, rests).at_least(threshold)}
        except Undetermined:
            said = {True, False}

        assert said == verdicts

    @law
    @given(PARTS, RESTS, st.integers(0, 3), THRESHOLDS)
    def test_without_an_upper_bound_of_the_part_larger_parts_never_contradict(
        self, parts: list[Size], rests: list[Size], least: int, threshold: Fraction
    ) -> None:
        try:
            said = bounded([*parts, Size(least, None)], rests).at_least(threshold)
        except Undetermined:
            return
        exact = exact_shares([*parts, Size(least, least + 12)], rests)

        assert {ratio >= threshold for ratio in exact} == {said}

    @law
    @given(PARTS, RESTS, st.integers(0, 3), THRESHOLDS)
    def test_without_an_upper_bound_of_the_rest_larger_rests_never_contradict(
        self, parts: list[Size], rests: list[Size], least: int, threshold: Fraction
    ) -> None:
        try:
            said = bounded(parts, [*rests, Size(least, None)]).at_least(threshold)
        except Undetermined:
            return
        exact = exact_shares(parts, [*rests, Size(least, least + 12)])

        assert {ratio >= threshold for ratio in exact} == {said}
