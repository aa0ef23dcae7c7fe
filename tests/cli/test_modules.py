"""Module trees, end to end: which variables count, and where a value of a finding was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]

SERVICE = "google_compute_region_backend_service"

FILES = {
    "main.tf": """\
variable "ratio" {
  type    = number
  default = 0.1
}

module "lb" {
  source   = "./lb"
  for_each = { blue = var.ratio }
  affinity = { option = "ZONAL_AFFINITY_DISABLED", ratio = each.value }
}
""",
    "lb/main.tf": f"""\
variable "affinity" {{
  type = object({{ option = string, ratio = optional(number, 0) }})
}}

resource "{SERVICE}" "s" {{
  name                  = "s"
  load_balancing_scheme = "INTERNAL"

  network_pass_through_lb_traffic_policy {{
    zonal_affinity {{
      spillover       = var.affinity.option
      spillover_ratio = var.affinity.ratio
    }}
  }}
}}
""",
}
ADDRESS = f'module.lb["blue"].{SERVICE}.s'

FINDING = f"""\
lb/main.tf:12:7: warning: spillover ratio 0.7 has no effect with ZONAL_AFFINITY_DISABLED [ZA017]
  {ADDRESS}: network_pass_through_lb_traffic_policy.zonal_affinity.spillover_ratio
  main.tf:9:60: var.affinity is given here
  terraform.tfvars:1:9: var.ratio is given here
  use ZONAL_AFFINITY_SPILL_CROSS_ZONE, or drop the ratio
"""


@pytest.fixture
def tree(here: Path) -> Path:
    """A root module that calls another one."""
    for name, text in FILES.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text)
    return here


def ratio(result: CompletedProcess[str]) -> Any:
    (resource,) = json.loads(result.stdout)["resources"]
    assert (resource["address"], resource["unknown"]) == (ADDRESS, [])
    return resource["values"]["network_pass_through_lb_traffic_policy"][0]["zonal_affinity"][0][
        "spillover_ratio"
    ]


class TestLint:
    """A finding names the places that its value was passed on from."""

    def test_text(self, spillover: Spillover, tree: Path) -> None:
        (tree / "terraform.tfvars").write_text("ratio = 0.7\n")

        result = spillover("lint", "--quiet")

        assert (result.returncode, result.stdout, result.stderr) == (1, FINDING, "")

    @pytest.mark.usefixtures("tree")
    def test_json(self, spillover: Spillover) -> None:
        (finding,) = json.loads(spillover("lint", "--format", "json").stdout)["findings"]

        assert (finding["rule"], finding["address"], finding["path"]) == ("ZA017", ADDRESS, "lb/main.tf")
        assert finding["related"] == [
            {"path": "main.tf", "line": 9, "column": 60, "message": "var.affinity is given here"},
            {"path": "main.tf", "line": 3, "column": 13, "message": "the default of var.ratio"},
        ]

    @pytest.mark.usefixtures("tree")
    def test_what_the_command_line_says_has_no_place(self, spillover: Spillover) -> None:
        result = spillover("lint", "--format", "json", "--var", "ratio=0.7")

        (finding,) = json.loads(result.stdout)["findings"]
        assert [(each["path"], each["line"]) for each in finding["related"]] == [("main.tf", 9)]

    def test_a_missing_folder(self, spillover: Spillover, tree: Path) -> None:
        (tree / "lb/main.tf").unlink()

        result = spillover("lint")

        assert (result.returncode, result.stdout) == (
            3,
            "0 errors, 0 warnings, 0 notes, 1 unreadable in 0 resources of 1 file\n",
        )
        assert result.stderr == "spillover: cannot read main.tf:7:3: module lb: no such folder\n"

    @pytest.mark.usefixtures("tree")
    def test_a_value_of_another_type(self, spillover: Spillover) -> None:
        result = spillover("lint", "--var", "ratio=many")

        assert result.returncode == 3
        assert result.stderr == (
            "spillover: cannot read <--var ratio>:1:7: var.ratio:"
            " a number is required, and this string spells none\n"
        )


class TestPrecedence:
    """The environment counts less than files, and these less than the command line."""

    @pytest.mark.parametrize(
        ("tfvars", "arguments", "expected"),
        [
            ("", (), 0.1),
            ("", ("--env-vars",), 0.2),
            ("ratio = 0.3\n", ("--env-vars",), 0.3),
            ("ratio = 0.3\n", ("--env-vars", "--var", "ratio=0.4"), 0.4),
        ],
    )
    def test_order(
        self,
        spillover: Spillover,
        tree: Path,
        monkeypatch: pytest.MonkeyPatch,
        tfvars: str,
        arguments: tuple[str, ...],
        expected: float,
    ) -> None:
        monkeypatch.setenv("TF_VAR_ratio", "0.2")
        (tree / "terraform.tfvars").write_text(tfvars)

        assert ratio(spillover("show", "--format", "json", *arguments)) == expected

    @pytest.mark.parametrize("command", ["lint", "show"])
    def test_an_environment_that_is_no_value(
        self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch, command: str
    ) -> None:
        (here / "main.tf").write_text('variable "v" {\n  type = list(string)\n}\nmodule "m" {}\n')
        monkeypatch.setenv("TF_VAR_v", "[")

        result = spillover(command, "--env-vars")

        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == "spillover: <TF_VAR_v>:1:3: the `[` is not closed\n"


class TestAbsentModules:
    TEXT = 'module "lb" {\n  source  = "a/b/google"\n  version = "1.0"\n}\n'
    NOTE = "spillover: main.tf:2: module.lb from a/b/google is not here: what it makes is not known\n"

    def test_are_noted(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(self.TEXT)

        result = spillover("lint")

        nothing = "spillover: nothing relevant was found\n"
        assert (result.returncode, result.stderr) == (0, self.NOTE + nothing)

    def test_in_the_document_of_show(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(self.TEXT)

        assert json.loads(spillover("show", "--format", "json").stdout)["modules"] == [
            {"address": "module.lb", "source": "a/b/google", "read": False, "because": "not present"}
        ]

    def test_that_terraform_has_installed_are_read(self, spillover: Spillover, here: Path) -> None:
        folder = here / ".terraform/modules/lb"
        folder.mkdir(parents=True)
        (here / "main.tf").write_text(self.TEXT)
        (folder / "main.tf").write_text(f'resource "{SERVICE}" "s" {{\n  name = "s"\n}}\n')
        installed = {"Modules": [{"Key": "lb", "Source": "a/b/google", "Dir": ".terraform/modules/lb"}]}
        (folder.parent / "modules.json").write_text(json.dumps(installed))

        result = spillover("show", "--format", "json")

        assert (result.returncode, result.stderr) == (0, "")
        assert [each["address"] for each in json.loads(result.stdout)["resources"]] == [
            f"module.lb.{SERVICE}.s"
        ]


def test_no_secret_is_quoted(spillover: Spillover, here: Path) -> None:
    """Whoever writes the configuration may put any variable anywhere."""
    (here / "main.tf").write_text(
        'variable "s" {\n  type = string\n  sensitive = true\n}\n'
        'resource "google_compute_region_backend_service" "a" {\n'
        "  name = var.s\n  region = var.s\n  load_balancing_scheme = var.s\n  protocol = upper(var.s)\n"
        "  health_checks = [var.s]\n  backend {\n    group = var.s\n  }\n"
        "  network_pass_through_lb_traffic_policy {\n    zonal_affinity {\n"
        '      spillover = "x${var.s}"\n      spillover_ratio = tonumber(var.s)\n    }\n  }\n}\n'
    )

    for command in ("lint", "plan", "show"):
        for format_ in ("text", "json"):
            result = spillover(command, "--format", format_, "--var", "s=hunter2")
            assert result.returncode == 3  # the number, which is refused with its place
            assert "sensitive value" in " ".join(result.stdout.split())
            assert "hunter2" not in (result.stdout + result.stderr).lower()


def test_what_is_sensitive_is_judged_where_its_words_are_known(spillover: Spillover, here: Path) -> None:
    (here / "main.tf").write_text(
        'resource "google_compute_region_backend_service" "a" {\n  name = "a"\n  region = "us-east1"\n'
        "  network_pass_through_lb_traffic_policy {\n    zonal_affinity {\n"
        '      spillover = sensitive("ZONAL_AFFINITY_DISABLED")\n      spillover_ratio = 0.5\n    }\n  }\n}\n'
    )

    result = spillover("lint", "--select", "ZA017", "--quiet")

    assert result.stdout.startswith("main.tf:7:7: warning: spillover ratio 0.5 has no effect")
