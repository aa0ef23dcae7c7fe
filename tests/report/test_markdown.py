"""``lint`` and ``plan`` as comments on a pull request."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from spillover.report.markdown import MOST_CHARACTERS, cut_to_fit, fenced

Spillover = Callable[..., CompletedProcess[str]]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command line is run: examples are named from the project's root."""
    monkeypatch.chdir(ROOT)
    return ROOT


def test_a_fence_is_longer_than_any_inside() -> None:
    assert fenced("a") == "```text\na\n```"
    assert fenced("```\n````") == "`````text\n```\n````\n`````"


class TestLint:
    def test_findings(self, spillover: Spillover) -> None:
        run = spillover("lint", "examples/subsetting-with-zonal-affinity/flagged", "--format", "markdown")

        verdict, table = run.stdout.split("\n\n<details>")[0].split("\n\n")
        where = "examples/subsetting-with-zonal-affinity/flagged/main.tf:"
        assert run.returncode == 1
        assert verdict.startswith("**spillover:** 1 error, ")
        assert table.splitlines()[:2] == ["|  | where | what |", "| --- | --- | --- |"]
        assert table.splitlines()[2].startswith(f"| error ZA002 | {where}")
        assert run.stdout.count("<details>") == run.stdout.count("</details>") == 1
        assert "- [ZA002](https://" in run.stdout

    def test_unknown_values_and_suppressions(self, spillover: Spillover, tmp_path: Path) -> None:
        text = (ROOT / "examples/subsetting-with-zonal-affinity/flagged/main.tf").read_text("utf-8")
        (tmp_path / "main.tf").write_text(
            f'variable "x" {{}}\n{text}\nresource "google_compute_health_check" "x" {{\n  name = var.x\n'
            "  source_regions = var.x\n}\n"
        )
        (tmp_path / ".spillover.toml").write_text('[[ignore]]\nrule = "ZA002"\nreason = "known <b>"\n')
        (tmp_path / "broken.tf").write_text("x {\n")

        run = spillover("lint", str(tmp_path), "--format", "markdown")

        assert "missing here: 1 fault in the inputs.\n\n- `" in run.stdout
        assert "broken.tf:1:1`: the block is not closed\n" in run.stdout
        assert "<summary>Suppressed: 1</summary>" in run.stdout
        assert "known &#60;b&#62;" in run.stdout
        assert "depends on var.x: " in run.stdout

    def test_of_many_faults_the_first_are_named(self, spillover: Spillover, tmp_path: Path) -> None:
        for number in range(12):
            (tmp_path / f"{number:02}.tf").write_text("x {\n")

        run = spillover("lint", str(tmp_path), "--format", "markdown")

        assert "missing here: 12 faults in the inputs.\n" in run.stdout
        assert run.stdout.count("the block is not closed") == 10
        assert run.stdout.endswith("09.tf:1:1`: the block is not closed\n- and 2 more\n")

    def test_nothing(self, spillover: Spillover) -> None:
        run = spillover("lint", "examples/subsetting-with-zonal-affinity/clean", "--format", "markdown")

        assert run.stdout.startswith("**spillover:** 0 errors, 0 warnings, 0 notes in ")
        assert "|" not in run.stdout


class TestPlan:
    def test_services(self, spillover: Spillover) -> None:
        folder = "examples/plan/official-example"
        run = spillover("plan", folder, "--scenario", f"{folder}/scenario.yaml", "--format", "markdown")

        assert run.stdout.startswith("**spillover:** 1 load balancer\n\n<details><summary>ilb-orders: ")
        assert "clients stay with 4 of 5 in us-east1-b, 4 of 5 in us-east1-c</summary>" in run.stdout
        text = run.stdout.split("```text\n")[1].split("\n```")[0]
        assert text == (ROOT / folder / "expected.txt").read_text("utf-8").removesuffix("\nstatus: 0\n")

    @pytest.mark.parametrize(
        ("example", "summary"),
        [
            ("next-hop-pair", "Pair of next hops"),
            ("dns-failover-three-regions", "Record shop.example.test."),
            ("parity-of-failover", "Primary and backup side by side"),
            ("proxies-during-failover", "Proxies"),
        ],
    )
    def test_everything_else(self, spillover: Spillover, example: str, summary: str) -> None:
        command = (ROOT / "examples" / "plan" / example / "command.txt").read_text("utf-8").split()

        run = spillover(*command, "--format", "markdown")

        assert f"<details><summary>{summary}</summary>" in run.stdout
        assert run.stdout.count("<details>") == run.stdout.count("</details>")

    def test_what_has_no_plan(self, spillover: Spillover, tmp_path: Path) -> None:
        (tmp_path / "main.tf").write_text('resource "google_compute_backend_service" "x" {}\n')

        run = spillover("plan", str(tmp_path), "--format", "markdown")

        assert run.stdout.startswith(
            "**spillover:** nothing to plan\n\n<details><summary>Without a plan: 1</summary>"
        )


class TestCut:
    """A comment that is too long ends whole: what was open is closed before the note."""

    @pytest.mark.parametrize("fence", ["```", "`````"])
    def test_inside_of_a_block_of_letters_of_one_width(self, fence: str) -> None:
        lines = "\n\n".join(["a line", "```", "x" * 90] * 800)
        text = f"verdict\n\n<details><summary>s</summary>\n\n{fence}text\n{lines}\n{fence}\n\n</details>\n"

        cut = cut_to_fit(text.replace("```\n", "-\n") if fence == "```" else text)

        end = f"\n{fence}\n\n</details>\n\n_The rest is cut: a comment has no room for it._\n"
        assert cut.endswith(end)
        assert len(cut) <= MOST_CHARACTERS

    def test_outside_of_one(self) -> None:
        text = "```mermaid\nflowchart LR\n```\n\n" + "a paragraph\n\n" * 6000

        assert cut_to_fit(text).endswith("a paragraph\n\n_The rest is cut: a comment has no room for it._\n")

    def test_what_fits_stays(self) -> None:
        assert cut_to_fit("x") == "x"
