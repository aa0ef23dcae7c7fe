"""The documents: what they show is what is printed, links lead somewhere, and every page can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from documents import FENCE, commands, console, filled
from generate import TABLES

ROOT = Path(__file__).parents[1]
COMMAND = "python tools/generate.py"

GENERATED = {"catalogue.md", "functions.md", "geography.md"}
DOCUMENTS = sorted(
    path for path in ROOT.glob("docs/**/*.md") if path.parent.name != "rules" and path.name not in GENERATED
)
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]

NOT_RUN = {
    "installs from the network",
    "asks Google Cloud",
    "asks a cluster",
    "needs Terraform",
    "needs Docker",
    "writes to a repository",
}
"""Why a command in a document may not be run by the tests."""


def called(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCUMENTS, ids=called)
class TestEachDocument:
    def test_shows_what_is_printed(self, document: Path) -> None:
        text = document.read_text("utf-8")

        assert filled(text, ROOT, TABLES) == text, f"to write it anew, run `{COMMAND}`, and read what changes"

    def test_says_why_a_command_is_not_run(self, document: Path) -> None:
        blocks = [match for match in FENCE.finditer(document.read_text("utf-8")) if "$ " in match["body"]]
        consoles = [match for match in blocks if match["language"] == "console"]
        not_run = [match for match in consoles if (match["comment"] or "").startswith("not run: ")]

        assert {match["comment"].removeprefix("not run: ") for match in not_run} <= NOT_RUN
        assert [match["body"] for match in not_run if "".join(commands(match["body"])) != match["body"]] == []


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Where the relative links of a page lead: the file, and the place in it."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in link:
            name, _, anchor = link.partition("#")
            yield ((page.parent / name).resolve() if name else page), anchor


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives to the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in plain}


class TestLinks:
    @pytest.mark.parametrize("page", PAGES, ids=called)
    def test_lead_to_a_file_and_a_heading(self, page: Path) -> None:
        lost = [
            (target, anchor)
            for target, anchor in links(page)
            if not target.exists() or (anchor and anchor not in anchors(target))
        ]

        assert lost == []

    def test_every_page_is_reached_from_the_index(self) -> None:
        found: set[Path] = set()
        waiting = [ROOT / "docs" / "README.md"]
        while waiting:
            page = waiting.pop()
            if page.suffix == ".md" and page.is_file() and page not in found:
                found.add(page)
                waiting += [target for target, _ in links(page)]

        assert [called(page) for page in ROOT.glob("docs/**/*.md") if page not in found] == []

    def test_the_readme_leads_to_the_index(self) -> None:
        assert ROOT / "docs" / "README.md" in [target for target, _ in links(ROOT / "README.md")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "one" / "main.tf").write_text("locals {\n  a = 2\n}\n", "utf-8")
    (tmp_path / "two" / "main.tf").write_text("locals {\n  a = 3\n}\n", "utf-8")
    return tmp_path


class TestFilling:
    """What the tool makes of a document."""

    def fill(self, project: Path, text: str) -> str:
        return filled(text, project, {"table": lambda: "| x |\n"})

    def test_prose_and_other_blocks_stay(self, project: Path) -> None:
        text = "# Title\n\n```console\npip install .\n```\n\n```yaml\na: $ b\n```\n"

        assert self.fill(project, text) == text

    def test_outputs_are_what_is_printed_now(self, project: Path) -> None:
        text = "```console\n$ spillover lint one\nold\n$ echo $?\n5\n$ cat one/main.tf | head -n 1\n```\n"

        assert self.fill(project, text) == (
            "```console\n$ spillover lint one\n"
            "0 errors, 0 warnings, 0 notes in 0 resources of 1 file\n"
            "spillover: nothing relevant was found\n"
            "$ echo $?\n0\n$ cat one/main.tf | head -n 1\nlocals {\n```\n"
        )

    def test_a_copy_is_shared_by_the_blocks_of_its_folder(self, project: Path) -> None:
        first, second = "```console\n$ echo x > y\n```\n", "```console\n$ cat \\\n  y\n```\n"
        text = f"<!-- in one -->\n{first}\n<!-- in one -->\n{second}"

        assert self.fill(project, text) == text.replace("  y\n", "  y\nx\n")
        assert not (project / "one" / "y").exists()

    def test_what_is_not_run_stays(self, project: Path) -> None:
        text = "<!-- not run: asks Google Cloud -->\n```console\n$ gcloud --version\n```\n"

        assert self.fill(project, text) == text

    def test_files_and_changes(self, project: Path) -> None:
        file, difference = "<!-- file one/main.tf -->", "<!-- change one/main.tf two/main.tf -->"
        text = f"{file}\n```hcl\n```\n{difference}\n```diff\n```\n"

        assert self.fill(project, text) == (
            f"{file}\n```hcl\nlocals {{\n  a = 2\n}}\n```\n"
            f"{difference}\n```diff\n locals {{\n-  a = 2\n+  a = 3\n }}\n```\n"
        )

    def test_tables(self, project: Path) -> None:
        text = "<!-- begin table -->\nold\n<!-- end table -->\n"

        assert self.fill(project, text) == "<!-- begin table -->\n| x |\n<!-- end table -->\n"

    def test_what_would_end_the_block_is_refused(self, project: Path) -> None:
        (project / "one" / "x").write_text("```\n", "utf-8")

        with pytest.raises(ValueError, match=r"^a fence inside of a fence: \$ cat x$"):
            console("$ cat x\n", project / "one")
