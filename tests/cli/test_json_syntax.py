"""Terraform's JSON syntax and override files, end to end."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]
Twins = Callable[[str], tuple[Any, Any]]

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "examples" / "unfit-trickle-ratio" / "flagged"
JSON = ROOT / "tests" / "read" / "data" / "json-syntax"

SERVICE = """\
resource "google_compute_region_backend_service" "s" {
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = 0.5
    }
  }
}
"""
REQUEST = "spillover:ignore[ZA017] spills from July on"
OVERRIDE = """{"resource": {"google_compute_region_backend_service": {
  "s": {
    "network_pass_through_lb_traffic_policy": {
      "zonal_affinity": {
        "//": "COMMENT",

        "spillover": "ZONAL_AFFINITY_DISABLED",
        "spillover_ratio": 0.5
      }
    }
  }
}}}
"""


@pytest.fixture
def twins(spillover: Spillover, here: Path) -> Twins:
    """What a command prints of the same configuration in native and in JSON syntax."""
    shutil.copytree(NATIVE, here / "native", ignore=shutil.ignore_patterns("expected.txt"))
    shutil.copytree(JSON, here / "json")

    def run(command: str) -> tuple[Any, Any]:
        runs = [spillover(command, folder, "--format", "json") for folder in ("native", "json")]
        assert [each.stderr for each in runs] == ["", ""]
        native, in_json = (json.loads(each.stdout) for each in runs)
        return native, in_json

    return run


POSITION = ("line", "column", "end_line", "end_column")
PLACES = {"root", "path", *POSITION}


def said(things: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is said of some things, but where they are."""
    return [{name: value for name, value in each.items() if name not in PLACES} for each in things]


class TestJsonSyntax:
    def test_findings_are_those_of_its_twin(self, twins: Twins) -> None:
        native, in_json = twins("lint")

        assert said(in_json["findings"]) == said(native["findings"])
        assert [tuple(each[name] for name in ("path", *POSITION)) for each in in_json["findings"]] == [
            ("json/main.tf.json", 25, 17, 25, 36),
            ("json/main.tf.json", 50, 17, 50, 35),
        ]

    def test_values_are_those_of_its_twin(self, twins: Twins) -> None:
        native, in_json = twins("show")

        assert said(in_json["resources"]) == said(native["resources"])
        assert [each["line"] for each in in_json["resources"]] == [6, 16, 42]


class TestOverrides:
    def test_a_finding_is_where_the_value_is(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(SERVICE)
        (here / "override.tf.json").write_text(OVERRIDE)

        result = spillover("lint", "--select", "ZA017")

        assert (result.returncode, result.stderr) == (1, "")
        assert result.stdout.splitlines()[0] == (
            "override.tf.json:8:9: warning: spillover ratio 0.5 has no effect with "
            "ZONAL_AFFINITY_DISABLED [ZA017]"
        )

    @pytest.mark.parametrize(
        ("main", "override"),
        [
            pytest.param(SERVICE, OVERRIDE.replace("COMMENT", REQUEST), id="beside it"),
            pytest.param(SERVICE.replace("{", f"{{ # {REQUEST}", 1), OVERRIDE, id="in the other file"),
        ],
    )
    def test_a_suppression_in_any_of_its_blocks_counts(
        self, spillover: Spillover, here: Path, main: str, override: str
    ) -> None:
        (here / "main.tf").write_text(main)
        (here / "override.tf.json").write_text(override)

        result = spillover("lint", "--select", "ZA017,CF001")

        assert (result.returncode, result.stderr) == (0, "")
        assert "1 suppressed" in result.stdout

    def test_one_that_may_be_of_use_is_not_called_unused(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(SERVICE)
        (here / "override.tf.json").write_text(
            OVERRIDE.replace("COMMENT", REQUEST).replace("0.5", '"${var.x}"')
        )

        result = spillover("lint", "--select", "ZA017,CF001")

        assert "CF001" not in result.stdout
        assert "undetermined" in result.stdout
