"""Scenarios, and what becomes of them when more zones go down."""

from __future__ import annotations

import pytest

from spillover.plan.scenario import ClientShare, Scenario, ZoneState
from spillover.plan.zonal import Client, ClientKind


class TestWithDown:
    @pytest.mark.parametrize(
        ("already", "more", "name", "down"),
        [
            pytest.param((), ("a",), "a down", ("a",), id="one zone"),
            pytest.param((), ("b", "a"), "b, a down", ("b", "a"), id="two, in the order given"),
            pytest.param((), ("a", "a"), "a down", ("a",), id="one zone, named twice"),
            pytest.param(("c",), ("a",), "a down", ("c", "a"), id="those that were down stay down"),
            pytest.param(("a",), ("a",), "a down", ("a",), id="it was down already"),
        ],
    )
    def test_name_and_zones(
        self, already: tuple[str, ...], more: tuple[str, ...], name: str, down: tuple[str, ...]
    ) -> None:
        scenario = Scenario("as given", down=already).with_down(*more)

        assert (scenario.name, scenario.down) == (name, down)

    def test_groups_and_clients_stay(self) -> None:
        groups = {"ig": {"a": ZoneState(size=3)}}
        clients = (ClientShare(Client(ClientKind.VM, "a")),)

        assert Scenario("x", groups, clients).with_down("a") == Scenario("a down", groups, clients, ("a",))


def test_without_data_all_are_healthy() -> None:
    assert Scenario().name == "all healthy"
