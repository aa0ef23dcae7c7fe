"""What a plan says of the configuration: modules by their names, without the keys of instances."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.provider import Versions
from spillover.read.plans.configuration import Configuration, is_expression

GOOGLE = "registry.terraform.io/hashicorp/google"


def resource(name: str, mode: str = "managed", **rest: Any) -> dict[str, Any]:
    return {"mode": mode, "type": "t", "name": name, **rest}


def configuration(root: Any = None, providers: Any = None) -> Configuration:
    return Configuration.of({"configuration": {"root_module": root, "provider_config": providers}})


class TestResources:
    CONFIGURATION = configuration(
        {
            "resources": [resource("x", "data", is_="data"), resource("x", is_="root"), 5],
            "module_calls": {
                "a": {
                    "module": {
                        "resources": [resource("x", is_="a")],
                        "module_calls": {"b": {"module": {"resources": [resource("x", is_="b")]}}, "c": 5},
                    }
                }
            },
        }
    )

    @pytest.mark.parametrize(("module", "found"), [((), "root"), (("a",), "a"), (("a", "b"), "b")])
    def test_in_modules(self, module: tuple[str, ...], found: str) -> None:
        assert self.CONFIGURATION.resource(module, "t", "x")["is_"] == found

    @pytest.mark.parametrize("module", [(), ("a", "c"), ("z",)])
    def test_that_are_not_there(self, module: tuple[str, ...]) -> None:
        assert self.CONFIGURATION.resource(module, "t", "y") == {}


class TestCalls:
    CONFIGURATION = configuration(
        {"module_calls": {"a": {"expressions": 1, "module": {"outputs": {"o": {"expression": 2}, "p": 5}}}}}
    )

    def test_a_call(self) -> None:
        assert self.CONFIGURATION.call((), "a")["expressions"] == 1
        assert self.CONFIGURATION.call((), "b") == {}
        assert self.CONFIGURATION.call(("a",), "b") == {}

    def test_outputs(self) -> None:
        assert self.CONFIGURATION.outputs(("a",)) == {"o": 2, "p": None}
        assert self.CONFIGURATION.outputs(("b",)) == {}


class TestProviders:
    CONFIGURATION = configuration(
        providers={
            "google": {
                "full_name": GOOGLE,
                "version_constraint": ">= 6.0",
                "expressions": {
                    "region": {"constant_value": "us-east1"},
                    "project": {"references": ["var.p"]},
                },
            },
            "google.eu": {
                "full_name": GOOGLE,
                "alias": "eu",
                "expressions": {"region": {"constant_value": "europe-west1"}},
            },
            "module.x:google": {
                "full_name": GOOGLE,
                "version_constraint": "< 8.0",
                "module_address": "module.x",
            },
            "google-beta": {"full_name": f"{GOOGLE}-beta", "version_constraint": "~> 5.0"},
            "random": 5,
        }
    )

    @pytest.mark.parametrize(
        ("key", "name", "place"),
        [
            ("google", "region", "us-east1"),
            ("google.eu", "region", "europe-west1"),
            pytest.param("google", "project", None, id="by a reference"),
            pytest.param("google", "zone", None, id="not written"),
            pytest.param("module.x:google", "region", None, id="without settings"),
            pytest.param("random", "region", None, id="no object"),
            pytest.param(None, "region", None, id="no key"),
        ],
    )
    def test_places(self, key: str | None, name: str, place: str | None) -> None:
        assert self.CONFIGURATION.place({"provider_config_key": key}, name) == place

    def test_versions_that_all_modules_allow(self) -> None:
        assert self.CONFIGURATION.versions(GOOGLE) == Versions((6, 0, 0), (8, 0, 0))
        assert self.CONFIGURATION.versions(f"{GOOGLE}-beta") == Versions((5, 0, 0), (6, 0, 0))
        assert self.CONFIGURATION.versions("other") == Versions()


@pytest.mark.parametrize("plan", [{}, {"configuration": 5}, {"configuration": {"root_module": []}}])
def test_a_plan_without_one(plan: Any) -> None:
    nothing = Configuration.of(plan)

    assert nothing.resource((), "t", "x") == {}
    assert nothing.call((), "a") == {}
    assert nothing.versions(GOOGLE) == Versions()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"references": []}, True),
        ({"constant_value": None}, True),
        pytest.param({}, False, id="an empty block"),
        ({"name": {"references": []}}, False),
        ([], False),
        (None, False),
    ],
)
def test_expressions(value: Any, expected: bool) -> None:
    assert is_expression(value) is expected
