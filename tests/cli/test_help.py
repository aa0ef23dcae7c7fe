"""The help: its invocations work as they stand, and shells complete what it names."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]

ROOT = Path(__file__).parents[2]
COMMANDS = ("lint", "plan", "diff", "show", "explain", "rules", "cache")


@pytest.fixture
def project(here: Path) -> Path:
    """A folder in which there is what the invocations name."""
    examples = ROOT / "examples"
    shutil.copytree(examples / "diff" / "lower-spillover-ratio" / "before", here / "before")
    shutil.copytree(examples / "diff" / "lower-spillover-ratio" / "after", here / "after")
    shutil.copytree(examples / "plan" / "official-example", here / "infra")
    shutil.copy(examples / "plan" / "official-example" / "scenario.yaml", here)
    shutil.copy(examples / "record-set-replaced" / "flagged" / "plan.json", here)
    return here


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("command", COMMANDS)
def test_each_invocation_works_as_it_stands(spillover: Spillover, command: str) -> None:
    text = spillover(command, "--help").stdout
    shown = re.findall(r"^ +spillover (.*)$", text, re.MULTILINE)

    statuses = [spillover(*each.split()).returncode for each in shown]

    assert statuses
    assert set(statuses) <= {0, 1}


def test_the_list_of_commands_is_whole(spillover: Spillover) -> None:
    listed = spillover("--help").stdout.partition("Commands:\n")[2]

    assert tuple(line.split()[0] for line in listed.splitlines()) == COMMANDS


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("spillover li", ["lint"]),
        ("spillover lint --stat", ["--statistics"]),
        ("spillover lint --format sa", ["sarif"]),
    ],
)
def test_a_shell_completes(words: str, completed: list[str]) -> None:
    asked = {
        "_SPILLOVER_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    command = Path(sys.executable).parent / "spillover"

    run = subprocess.run([command], env={**os.environ, **asked}, capture_output=True, text=True, check=True)

    assert run.stdout.split() == completed
