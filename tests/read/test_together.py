"""Several inputs together: what takes part in whose joins, and where they contradict each other."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spillover.model.deployment import Deployment
from spillover.model.health import HealthCheck
from spillover.model.names import ResourceName
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Origin, Unknown
from spillover.read.together import conflicts, together

Spillover = Callable[..., CompletedProcess[str]]
PROBE = "projects/p/global/healthChecks/probe"
GOOGLE = "registry.terraform.io/hashicorp/google"


def check(
    path: str, name: str = "probe", *, address: str = "", interval: Any = 30, project: str | None = "p"
) -> Any:
    identity = ResourceName("healthChecks", name, "global", project)
    return HealthCheck(
        name,
        check_interval_sec=interval,
        identity=identity,
        origin=Origin(address or path, "check", path=path),
    )


def deployment(root: str, *resources: Any) -> Deployment:
    return Deployment(root, resources)


def names(found: list[Deployment]) -> dict[str, list[str]]:
    return {each.root: [one.origin.path for one in each.context] for each in found}


class TestContext:
    FOLDER = deployment("infra", check("infra/main.tf", "a"))
    STATE = deployment("state.json", check("state.json", "b"))
    PLAN = deployment("plan.json", check("plan.json", "c"))
    NAMED = deployment(".", check("data.json", "d"))

    def test_who_takes_part_where(self) -> None:
        found = together([self.FOLDER, self.STATE, self.PLAN], self.NAMED, ["state.json"])

        assert names(found) == {
            "infra": ["data.json", "state.json"],
            "state.json": ["data.json"],
            "plan.json": ["data.json", "state.json"],
            ".": ["infra/main.tf", "state.json", "plan.json"],
        }

    def test_named_data_is_one_only_if_there_is_any(self) -> None:
        assert names(together([Deployment("x"), self.FOLDER], Deployment("."), [])) == {"x": [], "infra": []}

    @pytest.mark.parametrize(
        "own",
        [
            pytest.param(check("infra/main.tf"), id="of the same name in the cloud"),
            pytest.param(check("infra/main.tf", "z", address="x.probe"), id="of the same address"),
        ],
    )
    def test_its_own_counts(self, own: Any) -> None:
        found = together(
            [deployment("infra", own)], deployment(".", check("data.json", address="x.probe")), []
        )

        assert names(found) == {"infra": [], ".": []}


class TestConflicts:
    @pytest.mark.parametrize(
        ("one", "other", "told"),
        [
            pytest.param(
                check("a.json"),
                check("b.json", interval=60),
                [
                    f"{PROBE}: check_interval_sec is 30 in a.json and 60 in b.json, "
                    "each of which is judged as it says"
                ],
                id="another value",
            ),
            pytest.param(check("a.json"), check("b.json"), [], id="the same values"),
            pytest.param(check("a.json"), check("b.json", interval=None), [], id="one does not say it"),
            pytest.param(
                check("a.json"), check("b.json", interval=Unknown("x")), [], id="one does not know it"
            ),
            pytest.param(check("a.json"), check("b.json", "x", interval=60), [], id="another resource"),
            pytest.param(
                check("a.json", project=None), check("b.json", project=None, interval=60), [], id="no project"
            ),
            pytest.param(check("a.json"), check("a.json", interval=60), [], id="one file"),
        ],
    )
    def test_of_a_health_check(self, one: Any, other: Any, told: list[str]) -> None:
        assert list(conflicts([one, other])) == told

    def test_of_many_inputs_are_one_sentence(self) -> None:
        checks = [
            check(f"{name}.json", interval=seconds)
            for name, seconds in zip("abcd", (30, 60, 30, 90), strict=True)
        ]

        assert list(conflicts([*checks, check("e.json", interval=10)])) == [
            f"{PROBE}: check_interval_sec is 30 in a.json, 60 in b.json and other than 30 in 2 more, "
            "each of which is judged as it says"
        ]

    def test_of_a_service(self) -> None:
        identity = ResourceName("backendServices", "ilb", "regions/r", "p")
        one, other = (
            BackendService(
                zonal_affinity=ZonalAffinity.SPILL_CROSS_ZONE,
                spillover_ratio=Decimal(ratio),
                identity=identity,
                origin=Origin("x", "x", path=path),
            )
            for ratio, path in (("0.8", "a.json"), ("0.5", "b.json"))
        )

        (told,) = conflicts([one, other])
        assert "spillover_ratio is 0.8 in a.json and 0.5 in b.json" in told


def state(*resources: tuple[str, str, dict[str, Any]]) -> str:
    printed = [
        {
            "address": f"{type_}.{name}",
            "mode": "managed",
            "type": type_,
            "name": name,
            "provider_name": GOOGLE,
            "values": values,
        }
        for type_, name, values in resources
    ]
    return json.dumps({"format_version": "1.0", "values": {"root_module": {"resources": printed}}})


def test_the_state_of_one_project_and_the_dns_of_another(spillover: Spillover, here: Path) -> None:
    """A backup whose address turns out to be a load balancer in another region than its location."""
    rule = {
        "name": "eu",
        "project": "web",
        "region": "europe-west1",
        "ip_address": "203.0.113.10",
        "load_balancing_scheme": "EXTERNAL_MANAGED",
        "target": "https://www.googleapis.com/compute/v1/projects/web/regions/europe-west1/targetHttpsProxies/eu",
        "port_range": "443-443",
    }
    backup = {"location": "us-west1", "health_checked_targets": [{"external_endpoints": ["203.0.113.10"]}]}
    policy = {
        "health_check": "projects/dns/global/healthChecks/probe",
        "primary_backup": [{"primary": [{"external_endpoints": ["198.51.100.5"]}], "backup_geo": [backup]}],
    }
    record = {"name": "shop.example.test.", "type": "A", "ttl": 30, "routing_policy": [policy]}
    (here / "web.json").write_text(state(("google_compute_forwarding_rule", "eu", rule)))
    (here / "dns.json").write_text(state(("google_dns_record_set", "shop", record)))

    apart, joined = (
        json.loads(spillover("lint", *files, "--format", "json", "--select", "FO050").stdout)["findings"]
        for files in (("dns.json",), ("dns.json", "web.json"))
    )

    assert [each["rule"] for each in apart] == []
    assert [(each["rule"], each["path"], each["related"][0]["path"]) for each in joined] == [
        ("FO050", "dns.json", "web.json")
    ]


def test_a_conflict_is_told_on_standard_error(spillover: Spillover, here: Path) -> None:
    for name, interval in (("a.json", 30), ("b.json", 60)):
        found = {
            "kind": "compute#healthCheck",
            "name": "probe",
            "selfLink": "https://www.googleapis.com/compute/v1/projects/p/global/healthChecks/probe",
            "checkIntervalSec": interval,
        }
        (here / name).write_text(json.dumps(found))

    run = spillover("show", "a.json", "b.json")

    assert run.stderr == (
        f"spillover: {PROBE}: check_interval_sec is 30 in a.json and 60 in b.json, "
        "each of which is judged as it says\n"
    )
