"""What the distribution installs, and what other tools read of the repository."""

from importlib.metadata import distribution
from pathlib import Path

import yaml

import spillover

ROOT = Path(__file__).parent.parent


def test_the_wheel_holds_two_packages_at_the_top_level_and_nothing_else() -> None:
    files = distribution("spillover").files or []
    tops = {file.parts[0] for file in files if file.parts[0] != ".."}

    metadata = {top for top in tops if top.endswith(".dist-info")}
    assert tops - metadata == {"spillover", "spillover_rules"}


def test_schemas_and_type_marker_are_in_the_wheel() -> None:
    files = {str(file) for file in distribution("spillover").files or []}

    assert {
        "spillover/py.typed",
        "spillover_rules/py.typed",
        "spillover/read/schemas/scenario.schema.json",
        "spillover/read/schemas/config.schema.json",
        "spillover/read/schemas/google/BackendService.json",
        "spillover/report/schemas/lint.schema.json",
        "spillover/report/schemas/plan.schema.json",
        "spillover/report/schemas/show.schema.json",
    } <= files


def test_the_version_is_that_of_the_distribution() -> None:
    assert distribution("spillover").version == spillover.__version__


def test_the_pre_commit_hook_reads_whole_folders_once_and_the_other_plans_by_name() -> None:
    folders, plans = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))

    assert (folders["id"], folders["pass_filenames"]) == ("spillover", False)
    assert (plans["id"], plans.get("pass_filenames", True)) == ("spillover-plan-json", True)
    for hook in (folders, plans):
        assert (hook["entry"], hook["language"], hook["require_serial"]) == ("spillover lint", "python", True)


def test_the_command_is_installed() -> None:
    (script,) = distribution("spillover").entry_points.select(group="console_scripts", name="spillover")

    assert callable(script.load())
