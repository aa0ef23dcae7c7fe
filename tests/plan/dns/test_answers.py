"""What is answered: the vectors D01 to D12 of the specification, each policy's cases, and laws of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Maybe, Unknown
from spillover.plan.dns.answers import (
    UNDOCUMENTED_TRICKLE,
    UNDOCUMENTED_WEIGHTS,
    Bucket,
    Reason,
    Response,
    is_unhealthy,
    responses,
)
from spillover.plan.dns.geography import Geography
from spillover.plan.dns.policy import Failover, Geographic, Item, Policy, Target, Weighted, targets_of

NEAR, FAR, FARTHEST = "europe-west1", "us-east1", "australia-southeast1"
CAUSE = Unknown("var.x")
TENTH = Fraction(1, 10)


def item(
    *names: str, location: Maybe[str] = NEAR, unchecked: Iterable[str] = (), weight: int | Unknown = 0
) -> Item:
    targets = (*map(Target, names), *(Target(each, checked=False) for each in unchecked))
    return Item(targets, location, weight if isinstance(weight, Unknown) else Fraction(weight))


LIST = Item(CAUSE, NEAR)
R1, R2 = item("r1"), item("r2", location=FAR)
ONE = Failover(item("p"), (R1, R2))
TWO = Failover(item("p1", "p2"), (R1, R2))


def answered(policy: Policy, *unhealthy: str, client: str | None = NEAR) -> tuple[Response, ...]:
    return responses(policy, frozenset(unhealthy), client, Geography())


def only(policy: Policy, *unhealthy: str, client: str | None = NEAR) -> tuple[list[str] | None, str]:
    """The addresses and the reason of the only kind of answer."""
    (response,) = answered(policy, *unhealthy, client=client)
    assert response.share == 1
    return None if response.addresses is None else list(response.addresses), response.reason.value


def because(policy: Policy, *unhealthy: str, client: str | None = NEAR) -> list[str]:
    (response,) = answered(policy, *unhealthy, client=client)
    assert (response.addresses, response.reason) == (None, Reason.UNDETERMINED)
    return [each.because for each in response.undetermined]


class TestVectors:
    """rules.md, section 3."""

    @pytest.mark.parametrize(
        ("failing", "expected"),
        [
            pytest.param(0, (["p"], "primary-healthy"), id="D01"),
            pytest.param(1, (["p"], "primary-healthy"), id="D02"),
            pytest.param(2, (["r1"], "primary-unhealthy"), id="D03"),
            pytest.param(3, (["r1"], "primary-unhealthy"), id="all three"),
        ],
    )
    def test_source_regions(self, failing: int, expected: tuple[list[str], str]) -> None:
        assert only(ONE, *(["p"] if is_unhealthy(failing) else [])) == expected

    def test_d04_one_primary_of_two_is_unhealthy(self) -> None:
        assert only(TWO, "p1") == (["p2"], "some-primary-healthy")

    def test_d05_both_primaries_are_unhealthy(self) -> None:
        assert only(TWO, "p1", "p2") == (["r1"], "primary-unhealthy")

    def test_d06_the_nearest_backup_is_unhealthy_too(self) -> None:
        assert only(ONE, "p", "r1") == (["r2"], "next-geography")

    def test_d07_with_fencing(self) -> None:
        assert only(replace(ONE, fencing=True), "p", "r1") == (["r1"], "fenced")

    def test_d08_unhealthy_addresses_of_an_item_are_left_out(self) -> None:
        policy = Failover(item("p"), (item("a", "b"), R2))

        assert only(policy, "p", "b") == (["a"], "primary-unhealthy")

    def test_d09_trickle(self) -> None:
        assert answered(replace(ONE, trickle=TENTH)) == (
            Response(("p",), Reason.PRIMARY_HEALTHY, Fraction(9, 10)),
            Response(("r1",), Reason.TRICKLE, TENTH, NEAR),
        )

    def test_d10_trickle_of_all_answers(self) -> None:
        assert only(replace(ONE, trickle=Fraction(1))) == (["r1"], "trickle")

    @pytest.mark.parametrize("fencing", [False, True])
    def test_d11_everything_is_unhealthy(self, fencing: bool) -> None:
        assert only(replace(TWO, fencing=fencing), "p1", "p2", "r1", "r2") == (
            ["p1", "p2"],
            "all-unhealthy",
        )

    def test_d12_checked_and_unchecked_addresses_of_an_item(self) -> None:
        policy = Failover(item("p"), (item("a", unchecked=["b"]), R2))

        assert only(policy, "p", "a") == (["b"], "unchecked-only")
        assert only(policy, "p") == (["a", "b"], "primary-unhealthy")


class TestFailover:
    def test_clients_elsewhere_get_another_backup(self) -> None:
        assert only(ONE, "p", client="us-west1") == (["r2"], "primary-unhealthy")

    def test_where_a_backup_is_and_where_the_primary_is_not(self) -> None:
        assert [each.location for each in answered(ONE, "p")] == [NEAR]
        assert [each.location for each in answered(ONE, "p", "r1")] == [FAR]
        assert [each.location for each in answered(ONE)] == [None]

    def test_a_backup_that_nobody_checks_is_never_unhealthy(self) -> None:
        policy = Failover(item("p"), (item(unchecked=["a"]), R2))

        assert only(policy, "p", "a") == (["a"], "primary-unhealthy")

    def test_one_address_as_primary_and_backup_has_one_health(self) -> None:
        assert only(Failover(item("p"), (item("p"), R2)), "p") == (["r2"], "next-geography")

    def test_a_backup_that_is_not_there(self) -> None:
        assert only(Failover(item("p"), ()), "p") == (["p"], "all-unhealthy")

    def test_trickle_is_of_no_matter_while_the_primary_is_unhealthy(self) -> None:
        for trickle in (TENTH, CAUSE):
            assert only(replace(ONE, trickle=trickle), "p") == (["r1"], "primary-unhealthy")

    def test_trickle_beside_healthy_primaries_of_several(self) -> None:
        policy = replace(TWO, trickle=TENTH)

        assert [each.reason.value for each in answered(policy, "p1")] == ["some-primary-healthy", "trickle"]

    def test_trickle_with_fencing_to_what_is_unhealthy(self) -> None:
        _, trickled = answered(replace(ONE, trickle=TENTH, fencing=True), "r1")

        assert (trickled.addresses, trickled.reason) == (("r1",), Reason.TRICKLE)

    def test_trickle_without_any_healthy_backup_is_not_documented(self) -> None:
        assert answered(replace(ONE, trickle=TENTH), "r1", "r2")[1] == Response(
            None, Reason.UNDETERMINED, TENTH, undetermined=(UNDOCUMENTED_TRICKLE,)
        )

    def test_of_a_client_nobody_knows_where(self) -> None:
        assert only(ONE, client=None) == (["p"], "primary-healthy")
        assert because(ONE, "p", client=None) == ["the region of the clients"]
        assert only(replace(ONE, backup=(R1,)), "p", client=None) == (["r1"], "primary-unhealthy")


class TestUnknown:
    @pytest.mark.parametrize(
        ("policy", "unhealthy"),
        [
            pytest.param(replace(ONE, primary=LIST), [], id="primary"),
            pytest.param(replace(ONE, backup=CAUSE), ["p"], id="items"),
            pytest.param(replace(ONE, backup=(LIST, R2)), ["p"], id="targets of the nearest item"),
            pytest.param(replace(ONE, backup=(R1, LIST)), ["p", "r1"], id="targets of the only other item"),
            pytest.param(replace(ONE, trickle=CAUSE), [], id="trickle ratio"),
            pytest.param(replace(ONE, fencing=CAUSE), ["p", "r1"], id="fencing"),
            pytest.param(replace(ONE, backup=(replace(R1, location=CAUSE), R2)), ["p"], id="location"),
            pytest.param(Geographic(CAUSE), [], id="items of a geographic policy"),
            pytest.param(Weighted(CAUSE), [], id="items of a weighted policy"),
            pytest.param(Weighted((item("a", weight=CAUSE),)), [], id="weight"),
            pytest.param(Weighted((replace(LIST, weight=Fraction(1)),)), [], id="targets of an item"),
        ],
    )
    def test_is_told(self, policy: Policy, unhealthy: list[str]) -> None:
        assert because(policy, *unhealthy) == ["var.x"]

    @pytest.mark.parametrize(
        ("policy", "unhealthy", "addresses"),
        [
            pytest.param(replace(ONE, backup=CAUSE), [], ["p"], id="backup while the primary is healthy"),
            pytest.param(replace(ONE, fencing=CAUSE), ["p"], ["r1"], id="fencing of what is healthy"),
            pytest.param(
                replace(ONE, backup=(R1, Item(CAUSE, FAR))), ["p"], ["r1"], id="an item that is farther"
            ),
        ],
    )
    def test_does_not_stand_in_the_way(
        self, policy: Policy, unhealthy: list[str], addresses: list[str]
    ) -> None:
        assert only(policy, *unhealthy)[0] == addresses

    def test_backup_of_a_trickle(self) -> None:
        primary, trickled = answered(replace(ONE, backup=CAUSE, trickle=TENTH))

        assert (primary.addresses, primary.share) == (("p",), Fraction(9, 10))
        assert (trickled.addresses, trickled.share, trickled.undetermined) == (None, TENTH, (CAUSE,))


class TestGeographic:
    ITEMS = (item("a", "b"), item("c", location=FAR))
    OPEN = Geographic(ITEMS)

    @pytest.mark.parametrize(
        ("policy", "unhealthy", "expected"),
        [
            (OPEN, [], (["a", "b"], "primary-healthy")),
            (OPEN, ["c"], (["a", "b"], "primary-healthy")),
            (OPEN, ["a"], (["b"], "some-primary-healthy")),
            (OPEN, ["a", "b"], (["c"], "next-geography")),
            (OPEN, ["a", "b", "c"], (["a", "b"], "all-unhealthy")),
            (Geographic(ITEMS, fencing=True), ["a", "b"], (["a", "b"], "fenced")),
            (Geographic(ITEMS, fencing=True), ["a", "b", "c"], (["a", "b"], "fenced")),
            (Geographic(ITEMS, fencing=True), ["b"], (["a"], "some-primary-healthy")),
            (
                Geographic((item("a", unchecked=["d"]), *ITEMS[1:])),
                ["a"],
                (["d"], "unchecked-only"),
            ),
        ],
    )
    def test_answers(self, policy: Geographic, unhealthy: list[str], expected: object) -> None:
        assert only(policy, *unhealthy) == expected

    def test_next_is_next_to_the_client(self) -> None:
        third = item("d", location=FARTHEST)
        policy = Geographic((*self.ITEMS, third))

        assert only(policy, "d", client="australia-southeast2") == (["c"], "next-geography")

    def test_without_items(self) -> None:
        assert because(Geographic(())) == ["its items, of which there is none"]


class TestWeighted:
    """A healthy item by its weight; the share of an unhealthy one goes to the others (semantics 5.2)."""

    THREE = Weighted((item("a", weight=2), item("b", weight=1), item("c", weight=1)))

    @pytest.mark.parametrize(
        ("unhealthy", "shares"),
        [
            ([], {"a": "1/2", "b": "1/4", "c": "1/4"}),
            (["a"], {"b": "1/2", "c": "1/2"}),
            (["c"], {"a": "2/3", "b": "1/3"}),
            (["a", "b"], {"c": "1"}),
        ],
    )
    def test_shares(self, unhealthy: list[str], shares: dict[str, str]) -> None:
        given = answered(self.THREE, *unhealthy, client=None)

        assert {name: str(each.share) for each in given for name in each.addresses or ()} == shares
        assert {each.reason for each in given} == {Reason.PRIMARY_HEALTHY}

    def test_everything_is_unhealthy(self) -> None:
        given = answered(self.THREE, "a", "b", "c")

        assert [str(each.share) for each in given] == ["1/2", "1/4", "1/4"]
        assert {each.reason for each in given} == {Reason.ALL_UNHEALTHY}

    def test_of_an_item_the_healthy_addresses(self) -> None:
        policy = Weighted((item("a", "b", weight=1), item("c", unchecked=["d"], weight=1)))

        assert [(each.addresses, each.reason) for each in answered(policy, "b", "c")] == [
            (("a",), Reason.SOME_PRIMARY_HEALTHY),
            (("d",), Reason.UNCHECKED_ONLY),
        ]

    def test_an_item_without_weight_gets_nothing(self) -> None:
        policy = Weighted((item("a", weight=1), item("b", weight=0)))

        assert only(policy) == (["a"], "primary-healthy")
        assert only(policy, "a", "b") == (["a"], "all-unhealthy")
        assert because(policy, "a") == [UNDOCUMENTED_WEIGHTS.because]


NAMES = ("a", "b", "c", "d")
LOCATIONS = (NEAR, FAR, FARTHEST)
names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True)
health = st.sets(st.sampled_from(NAMES))
clients = st.sampled_from((*LOCATIONS, "us-west1", "africa-south1"))


@st.composite
def geographic_items(draw: st.DrawFn) -> tuple[Item, ...]:
    places = draw(st.lists(st.sampled_from(LOCATIONS), min_size=1, unique=True))
    flags = st.lists(st.booleans(), min_size=3, max_size=3)
    return tuple(Item(tuple(map(Target, draw(names), draw(flags))), location=place) for place in places)


failovers = st.builds(
    Failover,
    names.map(lambda each: item(*each)),
    geographic_items(),
    st.fractions(min_value=0, max_value=1, max_denominator=10),
    st.booleans(),
)
policies = st.one_of(
    failovers,
    st.builds(Geographic, geographic_items(), st.booleans()),
    st.builds(
        Weighted,
        st.lists(st.builds(item, st.sampled_from(NAMES), weight=st.integers(0, 9)), min_size=1).map(tuple),
    ),
)


class TestLaws:
    @given(policies, health, clients)
    def test_the_shares_sum_to_one(self, policy: Policy, unhealthy: set[str], client: str) -> None:
        assert sum(each.share for each in answered(policy, *unhealthy, client=client)) == 1

    @given(policies, health, clients)
    def test_only_addresses_of_the_policy_are_answered(
        self, policy: Policy, unhealthy: set[str], client: str
    ) -> None:
        known = {each.name for each in targets_of(policy)}

        for each in answered(policy, *unhealthy, client=client):
            assert set(each.addresses or ()) <= known
            assert each.addresses != ()

    @given(policies, health, clients)
    def test_unhealthy_ones_are_answered_only_where_the_reason_says_so(
        self, policy: Policy, unhealthy: set[str], client: str
    ) -> None:
        checked = {each.name for each in targets_of(policy) if each.checked}
        unchecked = {each.name for each in targets_of(policy) if not each.checked}
        dead = (unhealthy & checked) - unchecked
        fenced = not isinstance(policy, Weighted) and policy.fencing

        for each in answered(policy, *unhealthy, client=client):
            if dead & set(each.addresses or ()):
                assert each.reason in (Reason.FENCED, Reason.ALL_UNHEALTHY) or (
                    each.reason is Reason.TRICKLE and fenced
                )

    @given(failovers, health, clients)
    def test_the_backup_waits_until_every_primary_is_unhealthy(
        self, policy: Failover, unhealthy: set[str], client: str
    ) -> None:
        waiting = replace(policy, trickle=Fraction(0))
        healthy = [each.name for each in policy.primary.known if each.name not in unhealthy]

        (response,) = answered(waiting, *unhealthy, client=client)

        if healthy:
            assert response.addresses == tuple(healthy)
        else:
            assert response.reason not in (Reason.PRIMARY_HEALTHY, Reason.SOME_PRIMARY_HEALTHY)

    @given(failovers, health, clients)
    def test_a_full_trickle_is_what_would_come_if_the_primary_failed(
        self, policy: Failover, unhealthy: set[str], client: str
    ) -> None:
        """ "to manually trigger a failover" (seed 003), as far as that is documented."""
        apart = replace(policy, primary=item("p"), trickle=Fraction(1))

        (forced,) = answered(apart, *unhealthy, client=client)
        (failed,) = answered(apart, *unhealthy, "p", client=client)

        if forced.reason is Reason.TRICKLE:
            assert (forced.addresses, forced.location) == (failed.addresses, failed.location)
        else:
            assert failed.reason is Reason.ALL_UNHEALTHY

    @given(geographic_items(), health, clients)
    def test_fencing_never_leaves_the_nearest_item(
        self, items: tuple[Item, ...], unhealthy: set[str], client: str
    ) -> None:
        nearest = items[Geography().nearest(client, [each.location for each in items])]

        (response,) = answered(Geographic(items, fencing=True), *unhealthy, client=client)

        assert set(response.addresses or ()) <= set(Bucket.of(nearest, set()).addresses)
