"""The states of health that a record is planned for, and what a scenario says of its targets."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from spillover.errors import UsageError
from spillover.model.source import Maybe, Unknown
from spillover.plan.dns.policy import Failover, Geographic, Item, Policy, Target, Weighted
from spillover.plan.dns.weather import weather
from spillover.plan.scenario import Scenario, TargetState

CAUSE = Unknown("var.x")
EU, US = "europe-west1", "us-east1"


def item(*names: str, location: Maybe[str] = None, unchecked: tuple[str, ...] = ()) -> Item:
    return Item((*map(Target, names), *(Target(each, checked=False) for each in unchecked)), location)


P, R1, R2 = item("p"), item("a", "b", location=EU), item("c", location=US)


def states(policy: Policy, *scenarios: Scenario) -> list[tuple[str, str]]:
    return [(each.name, " ".join(sorted(each.unhealthy))) for each in weather(policy, scenarios)]


class TestSweep:
    @pytest.mark.parametrize(
        ("policy", "expected"),
        [
            pytest.param(
                Failover(P, (R2,)),
                [("all healthy", ""), ("primary down", "p"), ("everything down", "c p")],
                id="one and one",
            ),
            pytest.param(
                Failover(item("p", "q"), (R1, R2)),
                [
                    ("all healthy", ""),
                    ("primary p down", "p"),
                    ("primary q down", "q"),
                    ("primary down", "p q"),
                    ("primary and backup europe-west1 down", "a b p q"),
                    ("primary and backup us-east1 down", "c p q"),
                    ("everything down", "a b c p q"),
                ],
                id="two and two",
            ),
            pytest.param(
                Failover(P, (R2,), trickle=Fraction(1, 10)),
                [
                    ("all healthy", ""),
                    ("primary down", "p"),
                    ("backup down", "c"),
                    ("everything down", "c p"),
                ],
                id="with a trickle",
            ),
            pytest.param(
                Failover(P, (item(unchecked=("c",), location=US),), trickle=Fraction(1)),
                [("all healthy", ""), ("primary down", "p")],
                id="a backup that nobody checks cannot be down",
            ),
            pytest.param(
                Failover(P, (item("a", location=CAUSE), item("b"))),
                [
                    ("all healthy", ""),
                    ("primary down", "p"),
                    ("primary and backup a down", "a p"),
                    ("primary and backup b down", "b p"),
                    ("everything down", "a b p"),
                ],
                id="locations that are not known",
            ),
            pytest.param(
                Failover(P, (Item(CAUSE), R2)),
                [
                    ("all healthy", ""),
                    ("primary down", "p"),
                    ("primary and backup us-east1 down", "c p"),
                ],
                id="targets that are not known",
            ),
            pytest.param(
                Failover(P, CAUSE),
                [("all healthy", ""), ("primary down", "p")],
                id="items that are not known",
            ),
            pytest.param(
                Failover(Item(CAUSE), (R2,)),
                [("all healthy", ""), ("everything down", "c")],
                id="primary that is not known",
            ),
            pytest.param(
                Geographic((R1, R2)),
                [
                    ("all healthy", ""),
                    ("europe-west1 down", "a b"),
                    ("us-east1 down", "c"),
                    ("everything down", "a b c"),
                ],
                id="geographic",
            ),
            pytest.param(
                Weighted((R1, R2)),
                [("all healthy", ""), ("a, b down", "a b"), ("c down", "c"), ("everything down", "a b c")],
                id="weighted",
            ),
            pytest.param(Geographic(CAUSE), [("all healthy", "")], id="nothing known"),
        ],
    )
    def test_the_states_that_matter_each_once(self, policy: Policy, expected: list[tuple[str, str]]) -> None:
        assert states(policy) == expected

    def test_a_scenario_of_something_else_changes_nothing(self) -> None:
        policy = Failover(P, (R2,))

        assert states(policy, Scenario("as given", down=("us-east1-b",))) == states(policy)


def given(policy: Policy, targets: Mapping[str, TargetState]) -> str:
    ((_, unhealthy),) = states(policy, Scenario("as given", targets=targets))
    return unhealthy


class TestGiven:
    POLICY = Failover(item("198.51.100.5", "google_compute_address.shop.address"), (item("2001:db8::5"),))

    def test_as_many_states_as_scenarios(self) -> None:
        one = Scenario("one", targets={"198.51.100.5": TargetState(2)})

        assert states(self.POLICY, one, Scenario("two")) == [("one", "198.51.100.5"), ("two", "")]

    @pytest.mark.parametrize(
        ("state", "unhealthy"),
        [
            (TargetState(0), ""),
            (TargetState(1), ""),
            (TargetState(2), "198.51.100.5"),
            (TargetState(3), "198.51.100.5"),
            (TargetState(healthy=True), ""),
            (TargetState(healthy=False), "198.51.100.5"),
            (TargetState(), ""),
        ],
    )
    def test_verdicts(self, state: TargetState, unhealthy: str) -> None:
        assert given(self.POLICY, {"198.51.100.5": state}) == unhealthy

    @pytest.mark.parametrize(
        ("name", "unhealthy"),
        [
            ("google_compute_address.shop.address", "google_compute_address.shop.address"),
            ("google_compute_address.shop", "google_compute_address.shop.address"),
            ("2001:DB8:0::5", "2001:db8::5"),
            ("198.51.100", ""),
            ("192.0.2.1", ""),
        ],
    )
    def test_names(self, name: str, unhealthy: str) -> None:
        assert given(self.POLICY, {name: TargetState(healthy=False)}) == unhealthy

    def test_an_internal_load_balancer_tells_its_own_health(self) -> None:
        policy = Geographic((Item((Target("10.0.0.1", internal=True),), US),))

        assert given(policy, {"10.0.0.1": TargetState(healthy=False)}) == "10.0.0.1"
        with pytest.raises(UsageError) as raised:
            given(policy, {"10.0.0.1": TargetState(2)})
        assert str(raised.value) == (
            "the scenario's target 10.0.0.1 is an internal load balancer, which no source region probes: "
            "give healthy: true or false"
        )
