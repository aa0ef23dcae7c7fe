"""A reader that crashes is listed, ends the run with 70, and loses nothing of the rest."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from spillover.read.modules.roots import read_root

SUBSETTING = """
resource "google_compute_region_backend_service" "orders" {
  provider = google-beta
  name     = "ilb-orders"
  region   = "us-east1"
  subsetting {
    policy = "CONSISTENT_HASH_SUBSETTING"
  }
  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
    }
  }
}
"""

RECORD = {
    "kind": "dns#resourceRecordSet",
    "name": "shop.example.test.",
    "type": "A",
    "ttl": 30,
    "rrdatas": [],
}

Run = Callable[..., CompletedProcess[str]]


@pytest.fixture
def two_roots(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two root modules and a data file; reading the first module crashes."""
    for name in ("a", "b"):
        (here / name).mkdir()
        (here / name / "main.tf").write_text(SUBSETTING, "utf-8")
    (here / "records.json").write_text(json.dumps(RECORD), "utf-8")

    def crash(path: str, *rest: Any) -> Any:
        if path == "a":
            raise LookupError("lost")
        return read_root(path, *rest)

    monkeypatch.setattr("spillover.read.modules.roots.read_root", crash)
    return here


@pytest.mark.usefixtures("two_roots")
class TestReader:
    def test_lint_lists_it_and_finds_the_rest(self, spillover: Run) -> None:
        result = spillover("lint", "--format", "json")

        document = json.loads(result.stdout)
        assert result.returncode == 70
        assert document["internal_errors"] == [{"rule": "", "address": "a", "message": "LookupError: lost"}]
        assert [(each["rule"], each["root"]) for each in document["findings"]] == [("ZA002", "b")]
        assert result.stderr == "spillover: internal error: reader at a: LookupError: lost\n"

    @pytest.mark.parametrize("command", ["plan", "show"])
    def test_plan_and_show_print_the_rest(self, command: str, spillover: Run) -> None:
        result = spillover(command, "--format", "json")

        kept = {"plan": "services", "show": "resources"}[command]
        roots = {each["root"] for each in json.loads(result.stdout)[kept]}
        assert result.returncode == 70
        assert "a" not in roots
        assert "b" in roots

    def test_the_traceback_is_for_debugging(self, spillover: Run) -> None:
        result = spillover("show", "--debug")

        assert "Traceback (most recent call last)" in result.stderr


def test_a_data_file_that_crashes_does_not_lose_the_others(
    here: Path, spillover: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "records.json").write_text(json.dumps(RECORD), "utf-8")
    (here / "main.tf").write_text(SUBSETTING, "utf-8")

    def crash(*_: Any) -> str:
        raise LookupError("lost")

    monkeypatch.setattr("spillover.read.data_files.terraform_json", crash)
    result = spillover("lint", "--format", "json")

    document = json.loads(result.stdout)
    assert result.returncode == 70
    assert [each["address"] for each in document["internal_errors"]] == ["records.json"]
    assert [each["rule"] for each in document["findings"]] == ["ZA002"]
