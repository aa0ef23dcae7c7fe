"""What the README shows is what the program prints, and what it names is there."""

import re
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


def documents() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8"))
    local = [link.partition("#")[0] for link in links if "://" not in link]

    assert [link for link in local if not (document.parent / link).exists()] == []


class TestSnippetsForCi:
    TEXT = (ROOT / "docs" / "ci.md").read_text("utf-8")

    def test_are_yaml(self) -> None:
        snippets = [yaml.safe_load(each) for each in re.findall(r"```yaml\n(.*?)```", self.TEXT, re.DOTALL)]

        assert ["spillover" in each.get("jobs", each) for each in snippets] == [True] * len(snippets)

    def test_show_every_format_for_ci_and_no_other(self) -> None:
        assert set(re.findall(r"--format (\w+)", self.TEXT)) == set(OF_LINT) - {"json"}
