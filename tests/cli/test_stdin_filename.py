"""``--stdin-filename``: standard input is what an editor holds of a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]

POLICY = """\
resource "google_compute_region_backend_service" "orders" {
  name                  = "orders"
  region                = "us-east1"
  load_balancing_scheme = "INTERNAL"

  network_pass_through_lb_traffic_policy {
    zonal_affinity {
      spillover       = "ZONAL_AFFINITY_DISABLED"
      spillover_ratio = var.ratio
    }
  }
}
"""
VARIABLE = 'variable "ratio" {\n  default = 0.5\n}\n'
QUIET = ("--quiet", "--select", "ZA017")


@pytest.fixture
def module(here: Path) -> Path:
    """A module of two files, in which nothing is wrong as it is saved."""
    (here / "lb").mkdir()
    (here / "lb/main.tf").write_text(POLICY)
    (here / "lb/variables.tf").write_text(VARIABLE.replace("0.5", "0"))
    return here


def first(result: CompletedProcess[str]) -> str:
    return result.stdout.partition("\n")[0]


FOUND = "lb/main.tf:9:7: warning: spillover ratio 0.5 has no effect with ZONAL_AFFINITY_DISABLED [ZA017]"


@pytest.mark.usefixtures("module")
def test_the_rest_of_the_module_is_read_from_the_disk(spillover: Spillover) -> None:
    saved = spillover("lint", *QUIET, "lb")
    edited = spillover("lint", *QUIET, "-", "--stdin-filename", "lb/variables.tf", stdin=VARIABLE.encode())

    assert (saved.returncode, saved.stdout) == (0, "")
    assert (edited.returncode, first(edited)) == (1, FOUND)


def test_a_file_that_is_not_saved_yet(spillover: Spillover, module: Path) -> None:
    (module / "lb/variables.tf").unlink()

    result = spillover("lint", *QUIET, "-", "--stdin-filename", "./lb/new.tf", stdin=VARIABLE.encode())

    assert first(result) == FOUND


@pytest.mark.usefixtures("module")
def test_beside_folders_and_other_files_it_is_read_once(spillover: Spillover) -> None:
    given = ("lb", "lb/variables.tf", "lb/main.tf", "-", "--stdin-filename", "lb/variables.tf")

    result = spillover("lint", "--select", "ZA017", *given, stdin=VARIABLE.encode())

    assert first(result) == FOUND
    assert result.stdout.endswith("0 errors, 1 warning, 0 notes in 1 resource of 2 files\n")


def test_a_module_that_is_called(spillover: Spillover, module: Path) -> None:
    (module / "main.tf").write_text('module "lb" {\n  source = "./lb"\n}\n')

    result = spillover(
        "lint", *QUIET, ".", "-", "--stdin-filename", "lb/variables.tf", stdin=VARIABLE.encode()
    )

    assert first(result) == FOUND


def test_a_variable_file(spillover: Spillover, module: Path) -> None:
    (module / "prod.tfvars").write_text("ratio = 0\n")
    given = ("lb", "--var-file", "prod.tfvars", "-", "--stdin-filename", "prod.tfvars")

    assert first(spillover("lint", *QUIET, *given, stdin=b"ratio = 0.5\n")) == FOUND


@pytest.mark.usefixtures("here")
def test_data_of_gcloud(spillover: Spillover) -> None:
    service = (
        '{"kind": "compute#backendService", "name": "orders", "loadBalancingScheme": "INTERNAL", "selfLink":'
        ' "https://www.googleapis.com/compute/v1/projects/p/regions/us-east1/backendServices/orders",'
        ' "networkPassThroughLbTrafficPolicy": {"zonalAffinity": {"spillover": "ZONAL_AFFINITY_DISABLED",'
        ' "spilloverRatio": 0.5}}}'
    )

    result = spillover("lint", *QUIET, "-", "--stdin-filename", "services.json", stdin=service.encode())

    assert first(result).startswith("services.json:1:")


@pytest.mark.usefixtures("module")
def test_what_is_wrong_with_it_has_its_place(spillover: Spillover) -> None:
    result = spillover("lint", "-", "--stdin-filename", "lb/variables.tf", stdin=b'variable "ratio" {\n')

    assert result.returncode == 3
    assert "cannot read lb/variables.tf:1:" in result.stderr


@pytest.mark.usefixtures("module")
def test_text_that_is_no_utf_8(spillover: Spillover) -> None:
    result = spillover("lint", "-", "--stdin-filename", "lb/variables.tf", stdin=b"# caf\xe9\n")

    assert result.stderr.startswith("spillover: cannot read lb/variables.tf:1:6: not UTF-8\n")


@pytest.mark.usefixtures("module")
def test_without_standard_input(spillover: Spillover) -> None:
    result = spillover("lint", "lb", "--stdin-filename", "lb/variables.tf")

    assert result.returncode == 2
    assert result.stderr == "spillover: --stdin-filename: give - as a PATH, for standard input\n"
