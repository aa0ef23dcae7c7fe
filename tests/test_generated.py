"""What ``tools/generate.py`` writes: the pages of the rules, and the tool itself on a small project."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import pytest

from spillover.check.rule import AnyRule
from spillover_rules import ALL

ROOT = Path(__file__).parents[1]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "tools" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = _load()
STALE = f"to write them anew, run `{generate.COMMAND}`, and read what changes"


def documentation(name: str) -> str:
    return (ROOT / "docs" / "rules" / name).read_text(encoding="utf-8")


class TestPages:
    """The expected outputs, which they show, are checked by the tests of the examples."""

    def test_are_up_to_date(self) -> None:
        pages = generate.pages(generate.generated(ROOT, generate.EXPECTED), ROOT)

        stale = generate.stale(pages, generate.generated(ROOT, generate.PAGES))
        assert [path.name for path in stale] == [], STALE

    @pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)
    def test_begin_with_what_explain_prints(
        self, rule: AnyRule, spillover: Callable[..., CompletedProcess[str]]
    ) -> None:
        explained = spillover("explain", rule.code).stdout

        assert documentation(f"{rule.code}.md").startswith(f"{explained}\n## Flagged\n"), STALE

    def test_index_has_a_line_for_each_rule(self) -> None:
        rows = documentation("README.md").splitlines()[4:]

        assert [row.split(" | ")[:2] for row in rows] == [
            [f"| [{rule.code}]({rule.code}.md)", rule.name] for rule in ALL
        ]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the examples of one rule and one plan, without what is generated."""
    for example in ("flagged", "clean", "../plan/official-example"):
        source = (ROOT / "examples" / "spillover-ratio-out-of-range" / example).resolve()
        target = tmp_path / source.relative_to(ROOT)
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("expected.*"))
    return tmp_path


class TestTool:
    RULES = tuple(rule for rule in ALL if rule.code == "ZA015")

    def run(self, project: Path, *args: str) -> int:
        status: int = generate.main(args, root=project, rules=self.RULES)
        return status

    def test_writes_what_the_project_has(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(project) == 0
        assert capsys.readouterr().out == "9 files, 9 of them changed\n"

        for written in (
            "examples/spillover-ratio-out-of-range/flagged/expected.txt",
            "examples/plan/official-example/expected.json",
        ):
            assert (project / written).read_bytes() == (ROOT / written).read_bytes()
        page = (project / "docs/rules/ZA015.md").read_text(encoding="utf-8")
        assert documentation("ZA015.md").startswith(page)

    def test_check_is_content_with_what_was_written(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.run(project)
        capsys.readouterr()

        assert self.run(project, "--check") == 0
        assert capsys.readouterr().out == ""

    def test_check_names_what_differs_and_the_command(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.run(project)
        changed = project / "examples/spillover-ratio-out-of-range/clean/expected.txt"
        changed.write_text("nothing\n", encoding="utf-8")
        (project / "docs/rules/ZA999.md").write_text("# Gone\n", encoding="utf-8")
        (project / "docs/rules/README.md").unlink()
        capsys.readouterr()

        assert self.run(project, "--check") == 1
        assert capsys.readouterr().out == (
            "not up to date: docs/rules/README.md, docs/rules/ZA999.md, "
            "examples/spillover-ratio-out-of-range/clean/expected.txt; "
            "run `python tools/generate.py` and read what changes\n"
        )
        assert changed.read_text(encoding="utf-8") == "nothing\n"

    def test_writing_mends_it(self, project: Path) -> None:
        self.run(project)
        (project / "docs/rules/ZA999.md").write_text("# Gone\n", encoding="utf-8")
        (project / "docs/rules/ZA015.md").unlink()

        assert self.run(project) == 0
        assert sorted(path.name for path in (project / "docs/rules").iterdir()) == ["README.md", "ZA015.md"]
        assert self.run(project, "--check") == 0

    def test_example_that_ends_in_a_message_is_none(self, project: Path) -> None:
        (project / "examples/plan/official-example/command.txt").write_text(
            "lint nowhere\n", encoding="utf-8"
        )

        with pytest.raises(
            RuntimeError, match=r"^spillover lint nowhere: spillover: no such file: nowhere\n$"
        ):
            self.run(project)
