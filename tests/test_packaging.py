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


def test_schemas_type_markers_and_the_page_are_in_the_wheel() -> None:
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
        "spillover/report/page/style.css",
        "spillover/report/page/script.js",
    } <= files


def test_the_version_is_that_of_the_distribution() -> None:
    assert distribution("spillover").version == spillover.__version__


def test_the_pre_commit_hook_reads_whole_folders_once_and_the_other_plans_by_name() -> None:
    folders, plans = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))

    assert (folders["id"], folders["pass_filenames"]) == ("spillover", False)
    assert (plans["id"], plans.get("pass_filenames", True)) == ("spillover-plan-json", True)
    for hook in (folders, plans):
        assert (hook["entry"], hook["language"], hook["require_serial"]) == ("spillover lint", "python", True)


def test_no_name_of_a_file_is_an_option_of_the_pre_commit_hook() -> None:
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")):
        assert hook.get("pass_filenames", True) is (hook.get("args", [])[-1:] == ["--"])


def test_the_command_is_installed() -> None:
    (script,) = distribution("spillover").entry_points.select(group="console_scripts", name="spillover")

    assert callable(script.load())


class TestImage:
    LINES = (ROOT / "Dockerfile").read_text("utf-8").splitlines()

    def test_is_run_by_a_number_that_is_not_root(self) -> None:
        *_, last = (line.removeprefix("USER ") for line in self.LINES if line.startswith("USER "))

        assert [part.isdigit() and int(part) > 0 for part in last.split(":")] == [True, True]

    def test_is_built_of_files_that_are_there_and_that_docker_is_given(self) -> None:
        copied = {
            source
            for line in self.LINES
            if line.startswith("COPY ") and "--from" not in line
            for source in line.split()[1:-1]
        }
        given = {
            line.removeprefix("!")
            for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
            if line.startswith("!")
        }

        assert copied == given
        assert [source for source in copied if not (ROOT / source).exists()] == []
