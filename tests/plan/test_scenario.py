"""Scenarios, and what becomes of them when more zones go down."""

from __future__ import annotations

from collections.abc import Mapping

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


class TestAbout:
    URL = "https://www.googleapis.com/compute/v1/projects/p/zones/b/instanceGroups/ig"
    STATES: Mapping[str, Mapping[str, ZoneState]] = {
        "google_x.ig": {"a": ZoneState(1)},
        URL: {"b": ZoneState(2)},
        "ig": {"c": ZoneState(3)},
        "other": {"d": ZoneState(4)},
    }

    @pytest.mark.parametrize(
        ("names", "keys"),
        [
            pytest.param(["ig"], [URL, "ig"], id="a name, and a URL that ends with it, in order"),
            pytest.param(["other", "google_x.ig"], ["google_x.ig", "other"], id="an address"),
            pytest.param([URL], [URL], id="a URL"),
            pytest.param(["gone"], [], id="no group of that name"),
            pytest.param([], [], id="no name"),
        ],
    )
    def test_groups_of_these_names(self, names: list[str], keys: list[str]) -> None:
        scenario = Scenario("x", self.STATES, down=("a",))

        about = scenario.about(names)

        assert list(about.groups) == keys
        assert about == Scenario("x", {key: self.STATES[key] for key in keys}, down=("a",))


def test_without_data_all_are_healthy() -> None:
    assert Scenario().name == "all healthy"
