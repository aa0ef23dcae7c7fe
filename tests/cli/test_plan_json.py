"""Plans and states as ``terraform show -json`` prints them, end to end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]

EXAMPLES = Path(__file__).parents[2] / "examples" / "plan-json"
GROUPS = "https://www.googleapis.com/compute/v1/projects/demo-shop/zones"


def example(name: str) -> str:
    (file,) = (EXAMPLES / name).glob("*.json")
    return file.read_text(encoding="utf-8")


def found(run: CompletedProcess[str]) -> list[tuple[str, str, str]]:
    return [(each["rule"], each["address"], each["path"]) for each in json.loads(run.stdout)["findings"]]


class TestLint:
    def test_findings_point_at_the_value(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(example("dns-failover"))

        run = spillover("lint", "plan.json", "--format", "json", "--select", "FO050")

        (finding,) = json.loads(run.stdout)["findings"]
        line = example("dns-failover").splitlines()[finding["line"] - 1]
        assert line[finding["column"] - 1 : finding["end_column"] - 1] == '"location": "us-west1"'
        assert (finding["root"], run.returncode, run.stderr) == ("plan.json", 1, "")

    def test_in_one_line_as_terraform_prints_it(self, spillover: Spillover, here: Path) -> None:
        text = json.dumps(json.loads(example("dns-failover")), separators=(",", ":"))
        (here / "plan.json").write_text(text)

        run = spillover("lint", "plan.json", "--format", "json", "--select", "FO050")

        (finding,) = json.loads(run.stdout)["findings"]
        assert text[finding["column"] - 1 : finding["end_column"] - 1] == '"location":"us-west1"'

    def test_from_standard_input(self, spillover: Spillover) -> None:
        run = spillover("lint", "-", "--format", "json", stdin=example("module-for-each").encode())

        service = "google_compute_region_backend_service.this"
        assert found(run) == [
            ("ZA014", f'module.ilb["grpc"].{service}', "<stdin>"),
            ("ZA016", f'module.ilb["http"].{service}', "<stdin>"),
        ]

    def test_a_plan_that_a_search_finds_is_named_and_not_read(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(example("dns-failover"))
        (here / "state.json").write_text(example("state"))

        run = spillover("lint", "--format", "json")

        assert found(run) == []
        assert run.returncode == 0
        assert "spillover: plan.json: a Terraform plan, which is read only if it is named\n" in run.stderr
        assert "spillover: state.json: a Terraform state, which is read only if it is named\n" in run.stderr

    def test_what_is_incomplete_is_told(self, spillover: Spillover, here: Path) -> None:
        plan = json.loads(example("replacement")) | {"complete": False}
        (here / "plan.json").write_text(json.dumps(plan))

        run = spillover("lint", "plan.json")

        assert run.stderr.startswith("spillover: plan.json: this plan is not complete")
        assert run.returncode == 0

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            pytest.param(b"PK\x03\x04\x14\x00", "give what `terraform show -json` prints", id="a saved plan"),
            pytest.param(
                b'{"version": 4, "terraform_version": "1.11.4", "resources": []}',
                "give what `terraform show -json` prints of it",
                id="the file of a state",
            ),
            pytest.param(
                b'{"format_version": "2.0", "planned_values": {}}', "format version 2.0", id="a later format"
            ),
            pytest.param(
                b'{"@level": "info", "@message": "Terraform 1.11.4"}\n{"@level": "info"}\n',
                "x:2:1: ",
                id="messages",
            ),
        ],
    )
    def test_other_formats_are_unreadable(
        self, spillover: Spillover, here: Path, content: bytes, told: str
    ) -> None:
        (here / "x").write_bytes(content)

        run = spillover("lint", "x")

        assert told in run.stdout + run.stderr
        assert run.returncode == 3


class TestPlan:
    def test_groups_of_the_same_plan(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(example("module-for-each"))

        run = spillover("plan", "plan.json", "--service", "orders-grpc", "--format", "json")

        (service,) = json.loads(run.stdout)["services"]
        assert [each["zones"] for each in service["backends"]] == [
            {"us-east1-b": 6},
            {"us-east1-c": 6},
            {"us-east1-d": 1},
        ]
        assert service["undetermined"] == []

    def test_health_that_is_named_beside_it(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(example("replacement"))
        health = [
            {
                "backend": f"{GROUPS}/us-east1-{zone}/instanceGroups/orders-{zone}",
                "status": {
                    "kind": "compute#backendServiceGroupHealth",
                    "healthStatus": [
                        {
                            "instance": f"{GROUPS}/us-east1-{zone}/instances/orders-{zone}{number}",
                            "healthState": "HEALTHY" if number < healthy else "UNHEALTHY",
                        }
                        for number in range(5)
                    ],
                },
            }
            for zone, healthy in (("b", 5), ("c", 3))
        ]
        (here / "health.json").write_text(json.dumps(health))

        run = spillover("plan", "plan.json", "--health", "health.json", "--format", "json")

        (service,) = json.loads(run.stdout)["services"]
        (scenario,) = service["scenarios"]
        assert scenario["healthy"] == {"us-east1-b": 5, "us-east1-c": 3}
        assert (service["name"], run.stderr) == ("orders-v2", "")


class TestShow:
    def plan(self) -> str:
        """A plan in which a name, and a description in one of two backends, are sensitive."""
        plan = json.loads(example("replacement"))
        service = next(
            each for each in plan["resource_changes"] if each["change"]["actions"] == ["create", "delete"]
        )
        after = service["change"]["after"]
        after["description"] = "s3cret-text"
        after["backend"][1]["description"] = "s3cret-note"
        service["change"]["after_sensitive"] = {"description": True, "backend": [{}, {"description": True}]}
        plan["variables"]["token"] = {"value": "s3cret-token"}
        return json.dumps(plan)

    @pytest.mark.parametrize("how", ["text", "json"])
    def test_nothing_that_is_sensitive(self, spillover: Spillover, here: Path, how: str) -> None:
        (here / "plan.json").write_text(self.plan())

        run = spillover("show", "plan.json", "--format", how)

        assert "s3cret" not in run.stdout + run.stderr
        assert run.stdout.count("(sensitive value)") == 2

    def test_unknown_values_and_their_causes(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(example("module-for-each"))

        document: dict[str, Any] = json.loads(spillover("show", "plan.json", "--format", "json").stdout)

        unknown = {
            each["address"]: {one["field"]: one["because"] for one in each["unknown"]}
            for each in document["resources"]
        }
        service = 'module.ilb["http"].google_compute_region_backend_service.this'
        group = 'module.group["us-east1-d"].google_compute_instance_group_manager.this.instance_group'
        assert unknown[service]["backend[2].group"] == group
        assert unknown[service.replace("region_backend_service", "forwarding_rule")] == {
            "backend_service": f"{service}.id"
        }
        assert not re.search("known only after apply", json.dumps(unknown))
