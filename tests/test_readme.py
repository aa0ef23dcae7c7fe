"""What the README shows is what the program prints, and what it names is there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from spillover.cli.main import app
from spillover.cli.output import OF_LINT

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


class TestSnippetsForCi:
    TEXT = (ROOT / "docs" / "ci.md").read_text("utf-8")

    SNIPPETS = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)

    @pytest.mark.parametrize(
        ("snippet", "schema"),
        list(zip(SNIPPETS, ["github-workflows", "github-workflows", "gitlab-ci", "cloudbuild"], strict=True)),
    )
    def test_are_what_the_published_schemas_ask_for(self, snippet: str, schema: str, tmp_path: Path) -> None:
        (tmp_path / "snippet.yml").write_text(snippet, "utf-8")

        assert check_schema(tmp_path / "snippet.yml", schema) == "ok -- validation done\n"

    def test_use_inputs_and_outputs_that_the_action_has(self) -> None:
        action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
        steps = yaml.safe_load(self.SNIPPETS[0])["jobs"]["spillover"]["steps"]
        (inputs,) = (step["with"] for step in steps if step.get("id") == "spillover")

        assert set(inputs) <= set(action["inputs"])
        assert set(re.findall(r"steps\.spillover\.outputs\.(\w+)", self.TEXT)) <= set(action["outputs"])

    def test_show_every_format_for_ci_and_no_other(self) -> None:
        assert set(re.findall(r"--format (\w+)", self.TEXT)) == set(OF_LINT) - {"json"}


def test_the_action_is_what_the_published_schema_asks_for() -> None:
    assert check_schema(ROOT / "action.yml", "github-actions") == "ok -- validation done\n"


def check_schema(file: Path, schema: str) -> str:
    """What check-jsonschema says of a file, with a schema that it carries."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
