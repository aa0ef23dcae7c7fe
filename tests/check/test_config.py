"""The configuration file: where it is looked for, what it may say, how its faults are told."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from spillover.check.config import Config, find_config, load_config, option_texts
from spillover.check.rule import Severity
from spillover.check.suppress import Ignore
from spillover.errors import ConfigError
from spillover.model.options import Options
from spillover.model.source import Position, SourceSpan
from spillover_rules import ALL

TABLE = "[tool.spillover]\n"


def make(root: Path, *names: str) -> None:
    """Empty files (folders, where a name ends with a slash); a pyproject.toml has our table."""
    for name in names:
        target = root / name
        if name.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(TABLE if target.name == "pyproject.toml" else "", encoding="utf-8")


class TestSearch:
    @pytest.mark.parametrize(
        ("files", "paths", "found"),
        [
            pytest.param([".spillover.toml"], ["."], ".spillover.toml", id="in the folder itself"),
            pytest.param(["pyproject.toml"], ["."], "pyproject.toml", id="in a shared file"),
            pytest.param(
                [".spillover.toml", "pyproject.toml"], ["."], ".spillover.toml", id="our own file comes first"
            ),
            pytest.param(
                [".git/", ".spillover.toml", "a/b/"], ["a/b"], ".spillover.toml", id="above, in a repository"
            ),
            pytest.param(
                [".git", ".spillover.toml", "a/b/"], ["a/b"], ".spillover.toml", id="above, in a worktree"
            ),
            pytest.param(
                [".git/", ".spillover.toml", "a/pyproject.toml", "a/b/"],
                ["a/b"],
                "a/pyproject.toml",
                id="the nearest one",
            ),
            pytest.param([".spillover.toml", "a/.git/"], ["a"], None, id="not above the repository"),
            pytest.param([".spillover.toml", "a/"], ["a"], None, id="not above, outside of a repository"),
            pytest.param(
                ["x/.spillover.toml", "x/a/.spillover.toml", "x/a/", "x/b/main.tf"],
                ["x/a", "x/b/main.tf"],
                "x/.spillover.toml",
                id="from the common parent",
            ),
            pytest.param(
                ["a/.spillover.toml", "a/lb.json"], ["a/lb.json"], "a/.spillover.toml", id="of a file"
            ),
            pytest.param([".spillover.toml"], ["-"], ".spillover.toml", id="of standard input"),
            pytest.param(
                ["a/.spillover.toml"], ["-", "a"], "a/.spillover.toml", id="standard input has no folder"
            ),
            pytest.param([".git/"], ["."], None, id="there is none"),
        ],
    )
    def test_found(self, tmp_path: Path, files: list[str], paths: list[str], found: str | None) -> None:
        make(tmp_path, *files)

        assert find_config(paths, tmp_path) == (tmp_path / found if found else None)

    @pytest.mark.parametrize(
        ("text", "counts"),
        [
            pytest.param(b"[tool.spillover]", True, id="table"),
            pytest.param(b"[project]\nname = 'x'\n  [ tool . spillover ]\n", True, id="table, with spaces"),
            pytest.param(b"[[tool.spillover.ignore]]\nrule = 'ZA017'", True, id="entry"),
            pytest.param(b"[tool.ruff]\nline-length = 100\n", False, id="table of another tool"),
            pytest.param(b"[tool.spillover-viewer]", False, id="table of a tool with a longer name"),
            pytest.param(b"# [tool.spillover]", False, id="comment"),
            pytest.param(b"[tool.spillover]\nx = '\xff'", False, id="not UTF-8"),
        ],
    )
    def test_a_shared_file_counts_if_it_has_our_table(
        self, tmp_path: Path, text: bytes, counts: bool
    ) -> None:
        file = tmp_path / "pyproject.toml"
        file.write_bytes(text)

        assert find_config(["."], tmp_path) == (file if counts else None)

    def test_a_shared_file_that_cannot_be_read_is_passed_over(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        make(tmp_path, "pyproject.toml")
        refuse_to_read(monkeypatch)

        assert find_config(["."], tmp_path) is None


def refuse_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)


def load(folder: Path, text: str | bytes, name: str = ".spillover.toml") -> Config:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_config(folder / name, folder, ALL)


def at(line: int, path: str = ".spillover.toml", column: int = 1) -> SourceSpan:
    return SourceSpan(path, Position(line, column), Position(line, column))


class TestIgnores:
    def test_entries_with_their_lines(self, tmp_path: Path) -> None:
        text = """# why
[[ignore]]
rule = "ZA017"

[[ ignore ]]
rule = "stay-within-thin-zone"
address = "module.lb.*"
reason = "one appliance per zone"
until = 2026-12-31
"""

        assert load(tmp_path, text) == Config(
            ".spillover.toml",
            (
                Ignore("ZA017", "", at(2), None, "*"),
                Ignore(
                    "stay-within-thin-zone",
                    "one appliance per zone",
                    at(5),
                    date(2026, 12, 31),
                    "module.lb.*",
                ),
            ),
        )

    def test_in_a_shared_file(self, tmp_path: Path) -> None:
        text = '[project]\nname = "x"\n[[tool.spillover.ignore]]\nrule = "ZA017"\nuntil = "2026-12-31"\n'

        assert load(tmp_path, text, "pyproject.toml") == Config(
            "pyproject.toml", (Ignore("ZA017", "", at(3, "pyproject.toml"), date(2026, 12, 31), "*"),)
        )

    def test_entries_without_headers(self, tmp_path: Path) -> None:
        text = '# all\nignore = [{rule = "ZA017"},\n  {rule = "ZA014"}]\n'

        assert [each.at for each in load(tmp_path, text).ignores] == [at(2, column=11), at(3, column=3)]

    def test_a_header_in_a_text_is_none(self, tmp_path: Path) -> None:
        text = '[[ignore]]\nrule = "ZA017"\nreason = """\n[[ignore]]\n"""\n[[ignore]]\nrule = "ZA014"\n'

        assert [each.at for each in load(tmp_path, text).ignores] == [at(1), at(6)]

    @pytest.mark.parametrize("name", [".spillover.toml", "pyproject.toml"])
    def test_a_file_that_says_nothing(self, tmp_path: Path, name: str) -> None:
        assert load(tmp_path, "", name) == Config(name)

    def test_the_path_is_as_seen_from_the_working_directory(self, tmp_path: Path) -> None:
        (tmp_path / "conf").mkdir()
        (tmp_path / "conf" / "x.toml").write_text('[[ignore]]\nrule = "ZA017"\n')
        (tmp_path / "work").mkdir()

        assert load_config(tmp_path / "conf" / "x.toml", tmp_path / "work", ALL) == Config(
            "../conf/x.toml", (Ignore("ZA017", "", at(1, "../conf/x.toml"), None, "*"),)
        )


class TestSelection:
    def test_of_rules(self, tmp_path: Path) -> None:
        text = '[lint]\nselect = ["ZA", "fo011"]\nignore = ["spillover-ratio-without-spill"]\n'

        assert load(tmp_path, text) == Config(
            ".spillover.toml", select=("ZA", "fo011"), ignore=("spillover-ratio-without-spill",)
        )

    @pytest.mark.parametrize(
        ("entries", "severities"),
        [
            pytest.param("ZA017 = 'note'", {"ZA017": Severity.NOTE}, id="by code"),
            pytest.param("spillover-ratio-without-spill = 'error'", {"ZA017": Severity.ERROR}, id="by name"),
            pytest.param(
                "CF00 = 'note'\nCF002 = 'error'",
                {"CF001": Severity.NOTE, "CF002": Severity.ERROR, "CF003": Severity.NOTE},
                id="one and its family",
            ),
            pytest.param(
                "CF002 = 'error'\nCF00 = 'note'",
                {"CF001": Severity.NOTE, "CF002": Severity.ERROR, "CF003": Severity.NOTE},
                id="whichever comes first",
            ),
        ],
    )
    def test_severities(self, tmp_path: Path, entries: str, severities: dict[str, Severity]) -> None:
        assert load(tmp_path, f"[severity]\n{entries}\n").severities == severities


class TestOptions:
    def test_all(self, tmp_path: Path) -> None:
        text = """[tool.spillover.options]
outage_objective_s = 90
client_regions = ["europe-west1", "northamerica-northeast2"]
minimum_zones = 3
ttl_range_s = [5, 30.0]
region_locations = {"my-region1" = [46.10, -7], us-east1 = [33.2, -80.0]}
"""

        assert load(tmp_path, text, "pyproject.toml").options == Options(
            90,
            ("europe-west1", "northamerica-northeast2"),
            3,
            (5, 30),
            {
                "my-region1": (Decimal("46.1"), Decimal(-7)),
                "us-east1": (Decimal("33.2"), Decimal(-80)),
            },
        )

    def test_not_given(self, tmp_path: Path) -> None:
        assert load(tmp_path, "[options]\n").options == Options(None, (), 2, (30, 60))

    def test_each_has_its_description(self) -> None:
        assert list(option_texts()) == [each.name for each in fields(Options)]


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            pytest.param(
                "ignore = 3", "1:1: ignore: ignore is an integer, an array is expected", id="no array"
            ),
            pytest.param("[[ignore]]", '1:1: ignore[0]: missing key "rule"', id="no rule"),
            pytest.param(
                '[[ignore]]\nrule = ""',
                "2:1: ignore[0].rule: the length of rule is 0, at least 1 is expected",
                id="empty rule",
            ),
            pytest.param(
                '[[ignore]]\nrule = "ZA017"\n[[ignore]]\nrule = 17',
                "4:1: ignore[1].rule: rule is an integer, a string is expected",
                id="rule of a wrong type",
            ),
            pytest.param(
                '[[ignore]]\nrule = "ZA017"\npath = "x.tf"',
                '3:1: ignore[0].path: unknown key "path"',
                id="key of an entry that is not known",
            ),
            pytest.param("seelct = []", '1:1: seelct: unknown key "seelct"', id="key that is not known"),
            pytest.param(
                "x = 1\nselect = []",
                '2:1: select: unknown key "select"; rules are chosen by select and ignore in the table lint',
                id="more than one fault: the first by name",
            ),
            pytest.param(
                'ignore = [\n  "ZA014"]',
                "2:3: ignore[0]: ignore[0] is a string, an object is expected; "
                "rules are chosen by select and ignore in the table lint",
                id="rules where suppressions are expected",
            ),
            pytest.param(
                '[lint]\nselect = ["ZA", "ZA9"]',
                "2:17: lint.select[1]: there is no rule 'ZA9'; spillover rules lists them",
                id="select of a rule that there is not",
            ),
            pytest.param(
                'lint.ignore = [""]',
                "1:16: lint.ignore[0]: the length of ignore[0] is 0, at least 1 is expected",
                id="ignore of nothing",
            ),
            pytest.param(
                '[lint]\n  "ignore" = ["ratio"]',
                "2:15: lint.ignore[0]: there is no rule 'ratio'; spillover rules lists them",
                id="ignore of a rule that there is not",
            ),
            pytest.param(
                '[severity]\n\nZA017 = "off"',
                '3:1: severity.ZA017: "off" is not a value of ZA017: error, warning, note',
                id="severity that there is not",
            ),
            pytest.param(
                'severity = {"ZA 17" = "error"}',
                "1:13: severity[\"ZA 17\"]: there is no rule 'ZA 17'; spillover rules lists them",
                id="severity of a rule that there is not",
            ),
            pytest.param(
                "[options]\noutage_objective_s = '90'",
                "2:1: options.outage_objective_s: outage_objective_s is a string, an integer is expected",
                id="option of a wrong type",
            ),
            pytest.param(
                "[options]\nminimum_zones = 0",
                "2:1: options.minimum_zones: minimum_zones is 0, at least 1 is expected",
                id="option out of range",
            ),
            pytest.param(
                "[options]\nclient_regions = ['europe-west1', 'europe']",
                '2:35: options.client_regions[1]: client_regions[1] is "europe", '
                "which does not match ^[a-z]+(-[a-z]+)+[0-9]+$",
                id="no region",
            ),
            pytest.param(
                "[options]\nttl_range_s = [30]",
                "2:1: options.ttl_range_s: the length of ttl_range_s is 1, at least 2 is expected",
                id="half a range",
            ),
            pytest.param(
                "[options]\nttl_range_s = [60, 30]",
                "2:1: options.ttl_range_s: 60 is more than 30, the shortest TTL comes first",
                id="range from its end",
            ),
            pytest.param(
                "[options]\nregion_locations = {my-region1 = [91, 7]}",
                "2:35: options.region_locations.my-region1[0]: my-region1[0] is 91, at most 90 is expected",
                id="latitude beyond the pole",
            ),
            pytest.param(
                "[options.region_locations]\nmy-region1 = [46.1]",
                "2:1: options.region_locations.my-region1: "
                "the length of my-region1 is 1, at least 2 is expected",
                id="half a location",
            ),
            pytest.param(
                "[options.region_locations]\nmy-region1 = ['46', 7]",
                "2:15: options.region_locations.my-region1[0]: "
                "my-region1[0] is a string, a number is expected",
                id="location in words",
            ),
            pytest.param(
                "[options.region_locations]\neurope = [46, 7]",
                '2:1: options.region_locations.europe: "europe" is not a key that is allowed here',
                id="location of no region",
            ),
            pytest.param(
                "[options.region_locations]\nus-east1 = [33, 80]\nmy-region1 = [nan, 7]",
                "3:1: options.region_locations.my-region1: nan is neither a latitude nor a longitude",
                id="location that is no number",
            ),
            pytest.param(
                "[options]\nobjective = 90",
                '2:1: options.objective: unknown key "objective"',
                id="option that is not known",
            ),
            pytest.param(
                '[[ignore]]\nrule = "ZA017"\nreason = ["x"]',
                "3:1: ignore[0].reason: reason is an array, a string is expected",
                id="reason of a wrong type",
            ),
            pytest.param(
                '[[ignore]]\nrule = "ZA014"\n[[ignore]]\nrule = "ZA017"\nuntil = "soon"',
                "5:1: ignore[1].until: 'soon' is not a date such as 2026-12-31",
                id="until is no date",
            ),
            pytest.param(
                '[[ignore]]\nrule = "ZA017"\nuntil = 2026-12-31T08:00:00',
                "3:1: ignore[0].until: until is a datetime, a string is expected",
                id="until has a time of day",
            ),
            pytest.param(
                "[[ignore]\n",
                "1:9: Expected ']]' at the end of an array declaration",
                id="no TOML",
            ),
            pytest.param("x = ", "Invalid value (at end of document)", id="ends too early"),
            pytest.param(b"\xff", "not UTF-8", id="not UTF-8"),
        ],
    )
    def test_own_file(self, tmp_path: Path, text: str | bytes, message: str) -> None:
        with pytest.raises(ConfigError) as fault:
            load(tmp_path, text)

        placed = ":" if message[0].isdigit() else ": "
        assert str(fault.value) == f".spillover.toml{placed}{message}"

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            pytest.param("tool = 3", " tool: a table is expected", id="tool is no table"),
            pytest.param(
                "[tool]\nspillover = 3",
                "2:1: the document is an integer, an object is expected",
                id="ours is no table",
            ),
            pytest.param(
                'x = 1\n[tool.spillover]\nx = "y"', '3:1: x: unknown key "x"', id="key that is not known"
            ),
        ],
    )
    def test_shared_file(self, tmp_path: Path, text: str, message: str) -> None:
        with pytest.raises(ConfigError) as fault:
            load(tmp_path, text, "pyproject.toml")

        assert str(fault.value) == f"pyproject.toml:{message}"

    def test_a_file_that_cannot_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        refuse_to_read(monkeypatch)

        with pytest.raises(ConfigError) as fault:
            load(tmp_path, "")

        assert str(fault.value) == ".spillover.toml: Permission denied"

    def test_nesting_without_bounds(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigError, match=r"\.spillover\.toml: "):
            load(tmp_path, "ignore = " + "[" * 100_000)
