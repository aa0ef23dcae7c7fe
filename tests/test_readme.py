"""What the README shows is what the program prints, and what it names is there."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spillover.cli.main import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_output_is_the_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = re.findall(r"```console\n\$ make demo\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(ROOT)
    example = "examples/plan/official-example"

    result = CliRunner().invoke(app, ["plan", example, "--scenario", f"{example}/scenario.yaml"])

    assert result.stdout == shown


def test_the_beginning_of_a_diff_is_the_real_one() -> None:
    ((command, shown),) = re.findall(r"```console\n\$ spillover (diff [^\n]*)\n(.*?)```", README, re.DOTALL)
    example = ROOT / "examples" / "diff" / "lower-spillover-ratio"

    assert (example / "command.txt").read_text("utf-8") == f"{command}\n"
    assert (example / "expected.txt").read_text("utf-8").startswith(shown)


@pytest.mark.parametrize("command", ["demo", "test"])
def test_its_commands_are_targets_of_the_makefile(command: str) -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)

    assert f"`make {command}`" in README
    assert command in targets
