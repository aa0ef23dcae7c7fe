"""The values of a planned resource, and why some of them are not known."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.provider import Provider, Versions
from spillover.model.source import Reference, Unknown
from spillover.read.plans.expressions import DYNAMIC, UNTOLD
from spillover.read.plans.planned import Plan
from spillover.read.plans.references import PENDING

GOOGLE = "registry.terraform.io/hashicorp/google"
SERVICE = "google_compute_region_backend_service"
CHECK = "google_compute_region_health_check.probe"
OF_CHECK = {"references": [f"{CHECK}.id", CHECK]}
CHOSEN = Unknown(f"{CHECK}.id", Reference(CHECK, "id"))


def values(
    written: Any, after: Any = None, unknown: Any = None, providers: Any = None, key: str = "google"
) -> dict[str, Any]:
    """The values of a backend service that is planned beside a health check."""
    resource = {"mode": "managed", "type": SERVICE, "name": "a", "provider_config_key": key}
    root = {"resources": [resource if written is None else resource | {"expressions": written}]}
    check = {"actions": ["create"], "after": {}, "after_unknown": {"id": True}}
    service = {"actions": ["create"], "after": after or {}, "after_unknown": unknown}
    changes = [
        {"address": f"{type_}.{name}", "mode": "managed", "type": type_, "name": name, "change": change}
        for type_, name, change in ((*CHECK.split("."), check), (SERVICE, "a", service))
    ]
    configuration = {"root_module": root, "provider_config": providers or {}}
    return Plan.of({"configuration": configuration}, changes).values(changes[1])


class TestCauses:
    @pytest.mark.parametrize(
        ("written", "unknown", "value"),
        [
            pytest.param(OF_CHECK, True, CHOSEN, id="one attribute of one resource"),
            pytest.param(OF_CHECK, [True], [CHOSEN], id="in a list"),
            pytest.param(OF_CHECK, [True, True], [Unknown(CHOSEN.because)] * 2, id="several in a list"),
            pytest.param({"references": ["local.x"]}, True, Unknown("local.x"), id="a local"),
            pytest.param(
                {"references": ["local.x", f"{CHECK}.id", CHECK]},
                True,
                Unknown(f"local.x, {CHECK}.id"),
                id="several things",
            ),
            pytest.param({}, True, PENDING, id="functions alone"),
            pytest.param({"references": ["var.x"]}, True, None, id="null by an input"),
            pytest.param({"references": ["var.x"]}, [True], [PENDING], id="no element is null by an input"),
            pytest.param({"constant_value": None}, True, None, id="null"),
        ],
    )
    def test_of_what_is_written(self, written: Any, unknown: Any, value: Any) -> None:
        assert values({"health_checks": written}, {}, {"health_checks": unknown}) == {"health_checks": value}

    def test_of_what_is_not_written_there_is_none(self) -> None:
        assert values({}, {}, {"session_affinity": True}) == {"session_affinity": None}

    @pytest.mark.parametrize(
        ("written", "cause"),
        [
            pytest.param({"backend": [{"group": OF_CHECK}]}, CHOSEN, id="the only one"),
            pytest.param({}, DYNAMIC, id="a dynamic one"),
            pytest.param({"backend": [{"group": OF_CHECK}] * 2}, DYNAMIC, id="another number of them"),
        ],
    )
    def test_in_a_block(self, written: Any, cause: Unknown) -> None:
        found = values(written, {"backend": [{}]}, {"backend": [{"group": True}]})

        assert found == {"backend": [{"group": cause}]}

    def test_in_blocks_that_cannot_be_told_from_one_another(self) -> None:
        blocks = [{"group": each, "description": {"references": ["var.x"]}} for each in (OF_CHECK, {})]
        after = {"backend": [{"description": "a"}, {"description": "b"}]}

        found = values({"backend": blocks}, after, {"backend": [{"group": True, "failover": True}, {}]})

        assert found["backend"][0] == {"description": "a", "group": UNTOLD, "failover": None}

    def test_of_a_whole_block_that_cannot_be_told_from_others(self) -> None:
        blocks = [{"group": {"references": [f"local.{name}"]}} for name in "xy"]

        found = values({"backend": blocks}, {"backend": [{}, {"group": 1}]}, {"backend": [True, {}]})

        assert found["backend"][0] == Unknown("local.x, local.y")

    def test_of_a_whole_set(self) -> None:
        blocks = [{"group": OF_CHECK, "description": {"references": ["local.x"]}}]

        assert values({"backend": blocks}, {}, {"backend": True}) == {
            "backend": Unknown(f"{CHECK}.id, local.x")
        }

    def test_of_a_resource_that_is_not_configured(self) -> None:
        plan = Plan.of({}, [])
        change = {"after": {"name": "a"}, "after_unknown": {"id": True, "backend": [{"group": True}]}}

        found = plan.values({"type": SERVICE, "name": "a", "change": change})

        assert found == {"name": "a", "id": PENDING, "backend": [{"group": PENDING}]}


class TestEmptyValues:
    """The provider has an empty text where nothing is written, once it was applied."""

    @pytest.mark.parametrize("unknown", [{}, {"id": True}, None, False])
    def test_are_not_written(self, unknown: Any) -> None:
        after = {"name": "a", "port_name": "", "backend": [{"description": "", "max_rate": 0}]}

        found = values({}, after, unknown)

        assert (found["port_name"], found["backend"]) == (None, [{"description": None, "max_rate": 0}])
        assert after["port_name"] == ""


class TestPlacesOfProviders:
    PROVIDERS = {  # noqa: RUF012
        "google": {
            "expressions": {"region": {"constant_value": "us-east1"}, "project": {"references": ["var.p"]}}
        },
        "google.eu": {"expressions": {"region": {"constant_value": "europe-west1"}}},
    }

    @pytest.mark.parametrize(
        ("key", "region"),
        [
            ("google", "us-east1"),
            ("google.eu", "europe-west1"),
            ("module.m:google", Unknown("the region of the provider")),
        ],
    )
    def test_a_constant_is_known(self, key: str, region: Any) -> None:
        assert values({}, {}, {"region": True}, self.PROVIDERS, key) == {"region": region}

    def test_anything_else_is_unknown_and_no_default(self) -> None:
        assert values({}, {}, {"project": True}, self.PROVIDERS) == {
            "project": Unknown("the project of the provider")
        }

    def test_what_the_resource_writes_counts_more(self) -> None:
        found = values({"region": OF_CHECK}, {}, {"region": True}, self.PROVIDERS)

        assert found == {"region": CHOSEN}

    @pytest.mark.parametrize("written", [{"constant_value": None}, {"references": ["var.region"]}])
    def test_null_is_not_written(self, written: Any) -> None:
        assert values({"region": written}, {}, {"region": True}, self.PROVIDERS) == {"region": "us-east1"}

    def test_what_is_known_stays(self) -> None:
        assert values({}, {"region": "us-west1"}, {"id": True}, self.PROVIDERS)["region"] == "us-west1"


def test_the_provider_with_its_versions() -> None:
    name = f"{GOOGLE}-beta"
    entry = {"full_name": name, "version_constraint": "~> 6.0"}
    plan = Plan.of({"configuration": {"provider_config": {"google-beta": entry}}}, [])

    assert plan.provider({"provider_name": name}) == Provider("google-beta", Versions((6, 0, 0), (7, 0, 0)))
    assert plan.provider({"provider_name": GOOGLE}) == Provider("google")
    assert plan.provider({}) == Provider("google")
