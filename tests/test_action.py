"""The GitHub Action: its scripts, run by bash as a runner does, with what the steps hand on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS: dict[str, Any] = {step["id"]: step for step in ACTION["runs"]["steps"]}
SPILLOVER = Path(sys.executable).parent / "spillover"

FLAGGED = ROOT / "examples" / "subsetting-with-zonal-affinity" / "flagged" / "main.tf"
CLEAN = ROOT / "examples" / "subsetting-with-zonal-affinity" / "clean" / "main.tf"


@dataclass(frozen=True)
class Ran:
    """How a step ended, and what it told the runner."""

    status: int
    log: str
    outputs: Mapping[str, str]
    summary: str


class Runner:
    """A runner with one checkout and its temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.temporary = folder / "temporary"
        self.checkout.mkdir()
        self.temporary.mkdir()

    def add(self, source: Path, target: str) -> None:
        path = self.checkout / target
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, path)

    def run(self, step: str, contexts: Mapping[str, str]) -> Ran:
        """Run a step's script, with its environment out of ``contexts``."""
        script, outputs, summary = (self.temporary / name for name in ("script.sh", "outputs", "summary"))
        script.write_text(STEPS[step]["run"], "utf-8")
        outputs.write_text("", "utf-8")
        summary.write_text("", "utf-8")
        given = {name: _expanded(value, contexts) for name, value in STEPS[step]["env"].items()}
        files = {
            "RUNNER_TEMP": str(self.temporary),
            "GITHUB_OUTPUT": str(outputs),
            "GITHUB_STEP_SUMMARY": str(summary),
        }
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
            cwd=self.checkout,
            env={**os.environ, **files, **given},
            capture_output=True,
            text=True,
            check=False,
        )
        told = dict(line.split("=", 1) for line in outputs.read_text("utf-8").splitlines())
        return Ran(ran.returncode, ran.stdout + ran.stderr, told, summary.read_text("utf-8"))

    def lint(self, *, paths: str = ACTION["inputs"]["paths"]["default"], args: str = "") -> Ran:
        contexts = {
            "steps.install.outputs.command": str(SPILLOVER),
            "inputs.paths": paths,
            "inputs.args": args,
        }
        return self.run("lint", contexts)


def _expanded(value: str, contexts: Mapping[str, str]) -> str:
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda match: contexts[match[1]], value)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


def test_scripts_hold_no_expressions_that_a_pull_request_could_fill() -> None:
    assert [id_ for id_, step in STEPS.items() if "${{" in step.get("run", "")] == []


def test_findings_are_annotations_a_summary_and_reports(runner: Runner) -> None:
    runner.add(FLAGGED, "infra/main.tf")

    ran = runner.lint()

    assert ran.status == 1
    assert ran.log.startswith("::error file=infra/main.tf,")
    assert ran.outputs == {
        "status": "1",
        "sarif": str(runner.temporary / "spillover.sarif"),
        "markdown": str(runner.temporary / "spillover.md"),
    }
    assert ran.summary == Path(ran.outputs["markdown"]).read_text("utf-8")
    assert "| error ZA002 | infra/main.tf:39 |" in ran.summary
    (result,) = json.loads(Path(ran.outputs["sarif"]).read_text("utf-8"))["runs"][0]["results"]
    assert result["ruleId"] == "ZA002"


def test_nothing_found_is_a_success_with_a_summary(runner: Runner) -> None:
    runner.add(CLEAN, "infra/main.tf")

    ran = runner.lint(paths="infra")

    assert (ran.status, ran.log, ran.outputs["status"]) == (0, "", "0")
    assert ran.summary != ""


def test_each_line_is_one_path_or_one_argument_and_nothing_in_it_is_run(runner: Runner) -> None:
    runner.add(FLAGGED, "in fra/$(touch ran)/main.tf")
    runner.add(CLEAN, "other/main.tf")

    ran = runner.lint(paths="in fra/$(touch ran)\n\nother\n", args="--fail-on\nnever\n")

    assert (ran.status, ran.outputs["status"]) == (0, "0")
    assert "::error file=in fra/$(touch ran)/main.tf," in ran.log
    assert not (runner.checkout / "ran").exists()


def test_a_path_is_never_an_option(runner: Runner) -> None:
    runner.add(CLEAN, "--version/main.tf")

    assert runner.lint(paths="--version").outputs["status"] == "0"


def test_what_cannot_be_read_fails_with_its_report(runner: Runner) -> None:
    (runner.checkout / "main.tf").write_text('resource "a" {', "utf-8")

    ran = runner.lint()

    assert (ran.status, ran.outputs["status"]) == (3, "3")
    assert "- `main.tf:1:1`: the block is not closed" in ran.summary


def test_a_wrong_argument_fails_without_the_report_of_another_run(runner: Runner) -> None:
    runner.add(CLEAN, "infra/main.tf")
    runner.lint()

    ran = runner.lint(args="--no-such-option")

    assert ran.status == 2
    assert ran.outputs == {"status": "2", "sarif": "", "markdown": ""}
    assert "--no-such-option" in ran.log
    assert ran.summary == ""


def test_it_installs_itself_beside_the_python_of_the_job(runner: Runner) -> None:
    contexts = {
        "steps.python.outputs.python-path": sys.executable,
        "github.action_path": str(ROOT),
    }

    ran = runner.run("install", contexts)

    assert ran.status == 0, ran.log
    command = ran.outputs["command"]
    assert Path(command).is_relative_to(runner.temporary)
    version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("spillover ")
