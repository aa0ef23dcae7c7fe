"""A plan with the folder that it was made of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spillover.model.source import FieldPath, Origin, Position, SourceSpan, Unknown
from spillover.read.modules.roots import Written
from spillover.read.plans.source import SourcePlaces, with_source

Spillover = Callable[..., CompletedProcess[str]]
GROUP = Unknown("x.a.group")
LATER = Unknown("what is known only after apply")


class Asked:
    """Notes what it is asked for."""

    def span(self, path: FieldPath, /) -> SourceSpan:
        start = Position(1, 1)
        return SourceSpan(str(path), start, start)

    def holders(self, path: FieldPath, /) -> tuple[SourceSpan, ...]:
        return (self.span(path),)

    def written(self, path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        return ((self.span(path), "written"),)


def written(**values: Any) -> Written:
    return Written(values, Origin("x", "x"), Asked())  # type: ignore[arg-type] # any places do


class TestValues:
    @pytest.mark.parametrize(
        ("planned", "source", "merged"),
        [
            pytest.param({"a": 1}, {"a": 2}, {"a": 1}, id="the plan's own"),
            pytest.param({"a": LATER}, {"a": GROUP}, {"a": GROUP}, id="the source tells why it is not known"),
            pytest.param({"project": LATER}, {}, {"project": LATER}, id="what the provider gives"),
            pytest.param({"a": LATER}, {"a": [{"b": 1}]}, {"a": [{"b": 1}]}, id="a whole set"),
            pytest.param(
                {"b": [{"m": "x", "g": LATER}, {"m": "y", "g": LATER}]},
                {"b": [{"m": "y", "g": GROUP}, {"m": "x"}]},
                {"b": [{"m": "x", "g": None}, {"m": "y", "g": GROUP}]},
                id="blocks in another order",
            ),
            pytest.param(
                {"b": [{"g": LATER}, {"g": LATER}]},
                {"b": [{"g": GROUP}]},
                {"b": [{"g": LATER}, {"g": LATER}]},
                id="another number of blocks",
            ),
            pytest.param(
                {"a": [LATER, "x"]}, {"a": [GROUP, "x"]}, {"a": [GROUP, "x"]}, id="a list of values"
            ),
            pytest.param({"a": {"b": LATER}}, {"a": GROUP}, {"a": {"b": LATER}}, id="another shape"),
        ],
    )
    def test_merged(self, planned: dict[str, Any], source: dict[str, Any], merged: dict[str, Any]) -> None:
        assert with_source(planned, written(**source)).values == merged

    def test_blocks_that_cannot_be_told_apart_stay_as_they_are(self) -> None:
        planned = {"b": [{"g": LATER, "n": 1}, {"g": LATER, "n": 2}]}
        found = with_source(
            planned, written(b=[{"g": GROUP, "n": Unknown("a")}, {"g": LATER, "n": Unknown("b")}])
        )

        assert found.values == planned
        assert found.blocks == {("b",): {}}


class TestPlaces:
    PLACES = SourcePlaces(Asked(), {("b",): {0: 1, 1: 0}, ("b", 0, "c"): {}})

    @pytest.mark.parametrize(
        ("path", "there"),
        [
            ("name", "name"),
            ("b[0].group", "b[1].group"),
            ("b[1].group", "b[0].group"),
            ("b[0].c[2].d", "b[1]"),
            ("b[7].group", ""),
            ("other[3].x", "other[3].x"),
        ],
    )
    def test_of_blocks_in_another_order(self, path: str, there: str) -> None:
        at = FieldPath.parse(path)

        assert self.PLACES.span(at).path == there
        assert [each.path for each in self.PLACES.holders(at)] == [there]
        assert [each.path for each, _ in self.PLACES.written(at)] == [there]


TERRAFORM = """\
variable "policy" { type = string }

locals {
  ratio = 0.8
}

resource "google_compute_region_backend_service" "orders" {
  name                  = "orders"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  subsetting { # spillover:ignore[LB011] the provider is google-beta elsewhere
    policy = var.policy
  }
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = local.ratio
    }
  }
}
"""
ADDRESS = "google_compute_region_backend_service.orders"


def plan() -> str:
    after = {
        "name": "orders",
        "region": "us-east1",
        "load_balancing_scheme": "INTERNAL",
        "subsetting": [{"policy": "CONSISTENT_HASH_SUBSETTING"}],
        "network_pass_through_lb_traffic_policy": [
            {"zonal_affinity": [{"spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE", "spillover_ratio": 0.8}]}
        ],
    }
    change = {"actions": ["create"], "before": None, "after": after, "after_unknown": {}}
    printed = {
        "address": ADDRESS,
        "mode": "managed",
        "type": "google_compute_region_backend_service",
        "name": "orders",
        "provider_name": "registry.terraform.io/hashicorp/google",
        "change": change,
    }
    return json.dumps(
        {
            "format_version": "1.2",
            "variables": {"policy": {"value": "CONSISTENT_HASH_SUBSETTING"}},
            "resource_changes": [printed],
        }
    )


class TestCommand:
    def test_findings_stand_in_the_folder_and_its_comments_count(
        self, spillover: Spillover, here: Path
    ) -> None:
        (here / "infra").mkdir()
        (here / "infra" / "main.tf").write_text(TERRAFORM)

        run = spillover("lint", "-", "--source", "infra", "--format", "json", stdin=plan().encode())

        document = json.loads(run.stdout)
        found = [(each["rule"], each["root"], each["path"], each["line"]) for each in document["findings"]]
        assert found == [("ZA002", "<stdin>", "infra/main.tf", 12)]
        assert [(each["rule"], each["line"]) for each in document["suppressed"]] == [("LB011", 12)]
        assert run.stderr == ""

    def test_what_is_not_in_the_folder_stands_in_the_plan(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(TERRAFORM.replace('"orders" {', '"other" {'))

        run = spillover("lint", "-", "--source", ".", "--format", "json", stdin=plan().encode())

        found = {(each["rule"], each["path"]) for each in json.loads(run.stdout)["findings"]}
        unused = ("CF001", "main.tf")  # the comment, that is
        assert found == {("LB011", "<stdin>"), ("ZA002", "<stdin>"), unused}

    def test_a_folder_that_cannot_be_read(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text('resource "google_compute_address" "x" {\n')

        run = spillover("lint", "-", "--source", ".", "--format", "json", stdin=plan().encode())

        assert run.returncode == 3
        assert {each["rule"] for each in json.loads(run.stdout)["findings"]} == {"LB011", "ZA002"}

    def test_there_is_no_such_folder(self, spillover: Spillover, here: Path) -> None:
        (here / "plan.json").write_text(plan())

        run = spillover("lint", "plan.json", "--source", "gone")

        assert (run.returncode, run.stderr) == (2, "spillover: --source gone: no such folder\n")
