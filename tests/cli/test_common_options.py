"""The options that all commands share, because scripts may give them to any (contract, "Commands")."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Run = Callable[..., CompletedProcess[str]]
COMMANDS = pytest.mark.parametrize("command", ["lint", "plan", "show"])

RESOURCE = """
module "elsewhere" {
  source = "example/checks/google"
}

resource "google_compute_health_check" "shop" {
  name = "shop-${terraform.workspace}"
}
"""


@pytest.fixture
def shop(here: Path) -> Path:
    (here / "main.tf").write_text(RESOURCE, "utf-8")
    return here


@COMMANDS
@pytest.mark.usefixtures("shop")
def test_none_of_them_is_wrong_usage(command: str, spillover: Run) -> None:
    arguments = ["--spec", "2025-07", "--workspace", "blue", "--jobs", "2", "--no-cache", "--quiet"]

    assert spillover(command, *arguments).returncode == 0


@COMMANDS
@pytest.mark.parametrize(
    "arguments", [["--spec", "2024-01"], ["--jobs", "0"], ["--jobs", "many"], ["--config", "none.toml"]]
)
@pytest.mark.usefixtures("shop")
def test_a_value_that_means_nothing_is_wrong_usage(
    command: str, arguments: list[str], spillover: Run
) -> None:
    assert spillover(command, *arguments).returncode == 2


@COMMANDS
def test_a_configuration_that_is_named_has_to_be_right(command: str, spillover: Run, shop: Path) -> None:
    (shop / "given.toml").write_text("ignored = 1\n", "utf-8")

    result = spillover(command, "--config", "given.toml")

    assert result.returncode == 2
    assert "given.toml" in result.stderr


class TestWorkspace:
    @pytest.mark.usefixtures("shop")
    @pytest.mark.parametrize(
        ("arguments", "values", "unknown"),
        [
            (["--workspace", "blue"], {"name": "shop-blue"}, []),
            ([], {}, [{"field": "name", "because": "terraform.workspace"}]),
        ],
    )
    def test_is_what_the_command_line_says(
        self,
        arguments: list[str],
        values: dict[str, str],
        unknown: list[dict[str, str]],
        spillover: Run,
    ) -> None:
        (resource,) = json.loads(spillover("show", "--format", "json", *arguments).stdout)["resources"]

        assert (resource["values"], resource["unknown"]) == (values, unknown)

    def test_is_the_same_in_a_module(self, spillover: Run, here: Path) -> None:
        (here / "checks").mkdir()
        (here / "main.tf").write_text('module "checks" {\n  source = "./checks"\n}\n', "utf-8")
        (here / "checks" / "main.tf").write_text(RESOURCE, "utf-8")

        document = json.loads(spillover("show", "--format", "json", "--workspace", "blue").stdout)

        assert [each["values"] for each in document["resources"]] == [{"name": "shop-blue"}]


@pytest.mark.usefixtures("shop")
class TestQuiet:
    def test_show_leaves_out_module_calls_in_text(self, spillover: Run) -> None:
        assert "module.elsewhere" in spillover("show").stdout
        assert "module.elsewhere" not in spillover("show", "--quiet").stdout

    def test_a_machine_format_loses_nothing(self, spillover: Run) -> None:
        quiet, loud = (spillover("show", "--format", "json", *more).stdout for more in (["--quiet"], []))

        assert quiet == loud
