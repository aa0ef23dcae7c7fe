"""The examples: what each prints, and that each rule finds its flagged ones and none of the clean ones."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import pytest

from spillover.check.rule import AnyRule
from spillover.report.tables import LINE
from spillover_rules import ALL

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"

DOMAIN_KINDS = {"flagged", "clean", "unknown", "flagged-gcloud", "clean-gcloud"}
CONFIGURATION_KINDS = {"flagged", "clean"}
OF_TERRAFORM_ALONE = {"FO040", "LB011"}
"""Rules about what Google's own JSON does not have, such as a provider."""
OF_CHANGES = {"FO033", "FO038", "ZA020"}
"""Rules about a change, which only a plan tells, or two inputs."""

Spillover = Callable[..., CompletedProcess[str]]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = _load()
FOLDERS: list[Path] = generate.example_folders(ROOT)
OF_RULES = [folder for folder in FOLDERS if folder.parent.name not in generate.NOT_OF_RULES]
STALE = f"to write it anew, run `{generate.COMMAND}`, and read what changes"

PLANS = [*EXAMPLES.glob("plan/*/expected.txt"), *EXAMPLES.glob(f"{generate.STACKS}/*/{generate.PLAN_FILE}")]

FINDING = re.compile(r":\d+:\d+: (error|warning|note)(?: \(likely\))?: .* \[(\w+)\]$", re.MULTILINE)
UNDETERMINED = re.compile(r":\d+: undetermined: .* \[([\w, ]+)\]$", re.MULTILINE)


def called(folder: Path) -> str:
    return folder.relative_to(EXAMPLES).as_posix()


def of_kind(kind: str) -> list[Path]:
    return [folder for folder in OF_RULES if folder.name.startswith(kind)]


def printed(folder: Path) -> str:
    return (folder / "expected.txt").read_text(encoding="utf-8")


def code_of(folder: Path) -> str:
    return next(rule.code for rule in ALL if rule.name == folder.parent.name)


@pytest.fixture
def here() -> Path:
    """Where the command line is run: examples are named from the project's root."""
    return ROOT


class TestOutput:
    """Whole outputs, as ``expected.txt`` and ``expected.json`` have them."""

    @pytest.mark.parametrize("folder", FOLDERS, ids=called)
    def test_text(self, folder: Path, spillover: Spillover) -> None:
        run = spillover(*generate.arguments(folder, ROOT))

        assert f"{run.stdout}status: {run.returncode}\n" == printed(folder), STALE
        assert run.stderr == ""

    @pytest.mark.parametrize(
        "stack", [folder for folder in FOLDERS if folder.parent.name == generate.STACKS], ids=called
    )
    def test_plan_of_a_stack(self, stack: Path, spillover: Spillover) -> None:
        run = spillover(*generate.plan_of(stack, ROOT))

        assert run.stdout == (stack / generate.PLAN_FILE).read_text(encoding="utf-8"), STALE
        assert (run.returncode, run.stderr) == (0, "")

    @pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.parent.name)
    def test_a_plan_fits_a_terminal(self, plan: Path) -> None:
        assert [line for line in plan.read_text(encoding="utf-8").split("\n") if len(line) > LINE] == []

    @pytest.mark.parametrize("scenario", generate.JSON_TOO)
    def test_json(self, scenario: str, spillover: Spillover) -> None:
        folder = EXAMPLES / "plan" / scenario

        run = spillover(*generate.arguments(folder, ROOT), "--format", "json")

        assert run.stdout == (folder / "expected.json").read_text(encoding="utf-8"), STALE

    @pytest.mark.parametrize(
        ("format_", "name"), [("json", generate.JSON_FILE), ("markdown", generate.MARKDOWN_FILE)]
    )
    @pytest.mark.parametrize(
        "folder", [folder for folder in FOLDERS if folder.parent.name == generate.DIFFS], ids=called
    )
    def test_changes_in_other_formats(
        self, folder: Path, format_: str, name: str, spillover: Spillover
    ) -> None:
        run = spillover(*generate.arguments(folder, ROOT), "--format", format_)

        assert run.stdout == (folder / name).read_text(encoding="utf-8"), STALE


class TestCoverage:
    """Every rule has its examples, and every example its rule."""

    @pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)
    def test_each_rule_has_flagged_and_clean_ones(self, rule: AnyRule) -> None:
        kinds = {folder.name for folder in OF_RULES if folder.parent.name == rule.name}

        fewer = rule.code.startswith("CF") or rule.code in OF_TERRAFORM_ALONE | OF_CHANGES
        assert kinds >= (CONFIGURATION_KINDS if fewer else DOMAIN_KINDS)
        further = {kind for kind in kinds if re.fullmatch(r"(?:flagged|clean|unknown)-[a-z-]+", kind)}
        assert kinds - further <= DOMAIN_KINDS

    def test_each_example_has_its_rule(self) -> None:
        assert {folder.parent.name for folder in OF_RULES} == {rule.name for rule in ALL}


class TestFindings:
    """What the outputs say, whose whole text is checked above."""

    @pytest.mark.parametrize("folder", of_kind("flagged"), ids=called)
    def test_flagged_ones_are_found(self, folder: Path) -> None:
        assert code_of(folder) in {code for _, code in FINDING.findall(printed(folder))}

    @pytest.mark.parametrize("folder", of_kind("clean"), ids=called)
    def test_in_clean_ones_nothing_is_found(self, folder: Path) -> None:
        assert [severity for severity, _ in FINDING.findall(printed(folder)) if severity != "note"] == []
        assert code_of(folder) not in {code for _, code in FINDING.findall(printed(folder))}
        assert printed(folder).endswith("\nstatus: 0\n")

    @pytest.mark.parametrize("folder", of_kind("unknown"), ids=called)
    def test_unknown_ones_are_undetermined(self, folder: Path) -> None:
        codes = {code for listed in UNDETERMINED.findall(printed(folder)) for code in listed.split(", ")}

        assert code_of(folder) in codes
        assert FINDING.findall(printed(folder)) == []

    @pytest.mark.parametrize("kind", ["flagged", "flagged-gcloud"])
    def test_published_service_is_an_error_by_the_older_text(self, kind: str, spillover: Spillover) -> None:
        folder = f"examples/published-service-with-zonal-affinity/{kind}"

        newest, older = spillover("lint", folder), spillover("lint", folder, "--spec", "2025-07")

        assert (FINDING.findall(newest.stdout), newest.returncode) == ([("note", "ZA005")], 0)
        assert (FINDING.findall(older.stdout), older.returncode) == ([("error", "ZA005")], 1)
