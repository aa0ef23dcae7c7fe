"""Suppressions in comments and in the configuration file, end to end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Spillover = Callable[..., CompletedProcess[str]]
Entry = tuple[str, str, int]

ADDRESS = "google_compute_region_backend_service.orders"


def terraform(**comments: str) -> str:
    """A service with a ratio without effect (ZA017) in line 8, and comments at some of its lines."""
    lines = [
        'resource "google_compute_region_backend_service" "orders" {',
        '  name   = "orders"',
        '  region = "us-east1"',
        "",
        "  network_pass_through_lb_traffic_policy {",
        "    zonal_affinity {",
        '      spillover       = "ZONAL_AFFINITY_DISABLED"',
        "      spillover_ratio = 0.5",
        "    }",
        "  }",
        "}",
    ]
    for place, comment in comments.items():
        number = int(place.removeprefix("line"))
        lines[number - 1] = f"{lines[number - 1]} {comment}".lstrip() if lines[number - 1] else comment
    return "\n".join(lines) + "\n"


def outcome(result: CompletedProcess[str]) -> tuple[list[Entry], list[Entry]]:
    """Findings as rule, message and line; what was suppressed as rule, reason and line."""
    document: dict[str, list[dict[str, Any]]] = json.loads(result.stdout)
    return (
        [(each["rule"], each["message"], each["line"]) for each in document["findings"]],
        [(each["rule"], each["reason"], each["line"]) for each in document["suppressed"]],
    )


@pytest.fixture
def lint(spillover: Spillover, here: Path) -> Callable[..., Any]:
    """What comes of a text of Terraform."""

    def run(text: str, *arguments: str) -> Any:
        (here / "main.tf").write_text(text)
        return outcome(spillover("lint", "--format", "json", "--today", "2026-06-01", *arguments))

    return run


IDLE = ("ZA017", "spillover ratio 0.5 has no effect with ZONAL_AFFINITY_DISABLED", 8)
HIDDEN: tuple[list[Entry], list[Entry]] = ([], [("ZA017", "agreed", 8)])


class TestPlaces:
    @pytest.mark.parametrize(
        "line",
        [
            pytest.param("line8", id="on the line"),
            pytest.param("line7", id="on the line above"),
            pytest.param("line6", id="on the header of the nested block"),
            pytest.param("line5", id="on the header of the block around it"),
            pytest.param("line1", id="on the header of the resource"),
        ],
    )
    def test_that_count(self, lint: Callable[..., Any], line: str) -> None:
        assert lint(terraform(**{line: "# spillover:ignore[ZA017] agreed"})) == HIDDEN

    @pytest.mark.parametrize("line", [2, 3, 4, 9, 10, 11])
    def test_that_do_not(self, lint: Callable[..., Any], line: int) -> None:
        findings, suppressed = lint(terraform(**{f"line{line}": "# spillover:ignore[ZA017] agreed"}))

        unused = ("CF001", "the suppression of ZA017 hides nothing", line)
        assert (findings, suppressed) == (sorted([IDLE, unused], key=lambda each: each[2]), [])

    def test_above_the_resource_speaks_of_its_header_alone(self, lint: Callable[..., Any]) -> None:
        findings, suppressed = lint("# spillover:ignore[ZA017] agreed\n" + terraform())

        assert [each[0] for each in findings] == ["CF001", "ZA017"]
        assert suppressed == []

    @pytest.mark.parametrize(
        "comment", ["// spillover:ignore[ZA017] agreed", "/* spillover:ignore[ZA017] agreed */"]
    )
    def test_in_every_kind_of_comment(self, lint: Callable[..., Any], comment: str) -> None:
        assert lint(terraform(line8=comment)) == HIDDEN

    def test_in_a_text_it_is_none(self, lint: Callable[..., Any]) -> None:
        text = terraform().replace('"orders"\n', '"# spillover:ignore[ZA017] agreed"\n')

        assert lint(text) == ([IDLE], [])

    def test_in_yaml(self, spillover: Spillover, here: Path) -> None:
        (here / "orders.yaml").write_text(
            "kind: compute#backendService\n"
            "name: orders\n"
            "region: us-east1\n"
            "networkPassThroughLbTrafficPolicy:\n"
            "  zonalAffinity:\n"
            "    # spillover:ignore[ZA017] agreed\n"
            "    spilloverRatio: 0.5\n"
        )

        assert outcome(spillover("lint", "--format", "json")) == ([], [("ZA017", "agreed", 7)])


class TestRules:
    @pytest.mark.parametrize(
        "rules", ["ZA017", "za017", "spillover-ratio-without-spill", "ZA015,ZA017", "ZA017 , ZA015", "ZA"]
    )
    def test_by_code_name_or_several(self, lint: Callable[..., Any], rules: str) -> None:
        text = terraform(line8=f"# spillover:ignore[{rules}] agreed")

        assert lint(text, "--select", "ZA") == HIDDEN

    def test_each_of_several_must_be_of_use(self, lint: Callable[..., Any]) -> None:
        findings, suppressed = lint(terraform(line8="# spillover:ignore[ZA015,ZA017] agreed"))

        assert findings == [("CF001", "the suppression of ZA015 hides nothing", 8)]
        assert suppressed == [("ZA017", "agreed", 8)]

    @pytest.mark.parametrize(
        ("rules", "message"),
        [
            ("[ZA999]", "there is no rule 'ZA999' in this suppression"),
            ("[spillover]", "there is no rule 'spillover' in this suppression"),
            ("[]", "no rule is named in this suppression"),
            ("", "no rule is named in this suppression"),
        ],
    )
    def test_that_there_is_not(self, lint: Callable[..., Any], rules: str, message: str) -> None:
        assert lint(terraform(line8=f"# spillover:ignore{rules} agreed")) == (
            [IDLE, ("CF002", message, 8)],
            [],
        )


class TestReason:
    MISSING = ("CF003", "the suppression of ZA017 gives no reason", 8)

    def test_missing(self, lint: Callable[..., Any]) -> None:
        assert lint(terraform(line8="# spillover:ignore[ZA017]")) == ([self.MISSING], [("ZA017", "", 8)])

    def test_missing_is_told_even_where_the_rule_is_not_checked(self, lint: Callable[..., Any]) -> None:
        text = terraform(line8="# spillover:ignore[ZA017]")

        assert lint(text, "--select", "CF") == ([self.MISSING], [])

    def test_in_text(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform(line1="# spillover:ignore[ZA017]"))

        assert (
            spillover("lint").stdout
            == f"""\
main.tf:1:61: warning: the suppression of ZA017 gives no reason [CF003]
  main.tf: ignore.ZA017
  say why after it

main.tf:8: suppressed: ZA017 at {ADDRESS}: no reason given
0 errors, 1 warning, 0 notes, 1 suppressed in 1 resource of 1 file
"""
        )


class TestUntil:
    @pytest.mark.parametrize("until", ["2026-12-31", "2026-06-01"])
    def test_today_or_later(self, lint: Callable[..., Any], until: str) -> None:
        assert lint(terraform(line8=f"# spillover:ignore[ZA017] until={until} agreed")) == HIDDEN

    @pytest.mark.parametrize("until", ["2026-05-31", "2020-01-01", "soon", "2026-13-01"])
    def test_past_or_no_date(self, lint: Callable[..., Any], until: str) -> None:
        findings, suppressed = lint(terraform(line8=f"# spillover:ignore[ZA017] until={until} agreed"))

        assert findings == [IDLE, ("CF001", "the suppression of ZA017 has expired", 8)]
        assert suppressed == []

    def test_is_judged_by_the_day_of_the_run_unless_told(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(
            terraform(
                line1="# spillover:ignore[ZA017] until=9999-12-31 agreed", line8="# spillover:ignore[ZA015] a"
            )
        )

        result = spillover("lint", "--select", "ZA017", "--format", "json")
        later = spillover("lint", "--select", "ZA017", "--format", "json", "--today", "9999-12-31")

        assert outcome(result) == outcome(later) == HIDDEN


class TestUnused:
    NOTE = ("CF001", "the suppression of ZA014 hides nothing", 8)

    def test_is_a_note(self, lint: Callable[..., Any]) -> None:
        assert lint(terraform(line8="# spillover:ignore[ZA014] agreed")) == ([IDLE, self.NOTE], [])

    @pytest.mark.parametrize(
        "arguments",
        [["--select", "CF,ZA017"], ["--ignore", "ZA014"], ["--ignore", "CF001"], ["--select", "ZA"]],
    )
    def test_nobody_knows_where_its_rule_is_not_checked(
        self, lint: Callable[..., Any], arguments: list[str]
    ) -> None:
        assert lint(terraform(line8="# spillover:ignore[ZA014] agreed"), *arguments) == ([IDLE], [])

    @pytest.mark.parametrize("line", ["line1", "line7", "line8"])
    def test_nobody_knows_where_its_rule_is_undetermined(self, lint: Callable[..., Any], line: str) -> None:
        text = terraform(**{line: "# spillover:ignore[ZA017] agreed"})
        text = text.replace('"ZONAL_AFFINITY_DISABLED"', "var.option")

        assert lint(f'{text}variable "option" {{}}\n') == ([], [])

    def test_nobody_knows_where_its_rule_is_not_covered(self, lint: Callable[..., Any]) -> None:
        text = terraform(line8="# spillover:ignore[ZA017,ZA004] agreed")

        assert lint(text.replace("_DISABLED", "_STAY_WITHIN_ZONE")) == HIDDEN


class TestConfiguration:
    @pytest.mark.parametrize(
        "address",
        [
            pytest.param(None, id="everywhere"),
            pytest.param(ADDRESS, id="one"),
            pytest.param("google_compute_*.orders", id="pattern"),
        ],
    )
    @pytest.mark.parametrize(
        ("file", "table"), [(".spillover.toml", "ignore"), ("pyproject.toml", "tool.spillover.ignore")]
    )
    def test_hides(
        self, lint: Callable[..., Any], here: Path, file: str, table: str, address: str | None
    ) -> None:
        entry = f'[[{table}]]\nrule = "ZA017"\nreason = "agreed"\nuntil = 2026-06-01\n'
        (here / file).write_text(entry + (f'address = "{address}"\n' if address else ""))

        assert lint(terraform()) == HIDDEN

    def test_of_an_instance_by_its_own_address(self, lint: Callable[..., Any], here: Path) -> None:
        (here / ".spillover.toml").write_text(
            f"[[ignore]]\nrule = 'ZA017'\nreason = 'agreed'\naddress = '{ADDRESS}[\"a\"]'\n"
        )
        text = terraform().replace("{\n", "{\n  for_each = { a = 1, b = 2 }\n", 1)

        findings, suppressed = lint(text)

        assert [each[0] for each in findings] == ["ZA017"]
        assert suppressed == [("ZA017", "agreed", 9)]

    def test_its_faults_are_reported_at_its_entries(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform())
        (here / ".spillover.toml").write_text(
            '[[ignore]]\nrule = "ZA014"\nreason = "thin"\n\n[[ignore]]\nrule = "ZA0"\naddress = "module.*"\n'
            '\n[[ignore]]\nrule = "typo"\n'
        )

        document = json.loads(spillover("lint", "--format", "json").stdout)

        found = [(each["path"], each["line"], each["rule"]) for each in document["findings"]]
        assert found == [
            (".spillover.toml", 1, "CF001"),
            (".spillover.toml", 5, "CF001"),
            (".spillover.toml", 5, "CF003"),
            (".spillover.toml", 9, "CF002"),
            ("main.tf", 8, "ZA017"),
        ]

    def test_is_searched_upwards_to_the_repository(self, spillover: Spillover, here: Path) -> None:
        (here / ".git").mkdir()
        (here / "prod" / "lb").mkdir(parents=True)
        (here / "prod" / "lb" / "main.tf").write_text(terraform())
        (here / ".spillover.toml").write_text('[[ignore]]\nrule = "ZA017"\nreason = "agreed"\n')

        assert outcome(spillover("lint", "--format", "json", "prod/lb")) == HIDDEN

    def test_can_be_named(self, lint: Callable[..., Any], here: Path) -> None:
        (here / ".spillover.toml").write_text("this is not read")
        (here / "other.toml").write_text('[[ignore]]\nrule = "ZA017"\nreason = "agreed"\n')

        assert lint(terraform(), "--config", "other.toml") == HIDDEN

    def test_that_is_wrong_ends_the_run(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform())
        (here / ".spillover.toml").write_text('[[ignore]]\nrule = "ZA017"\nuntil = "soon"\n')

        result = spillover("lint")

        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == (
            "spillover: .spillover.toml:3:1: ignore[0].until: 'soon' is not a date such as 2026-12-31\n"
        )


class TestReport:
    """What is suppressed is counted, and listed with its reason."""

    def test_in_text(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform(line8="# spillover:ignore[ZA017] agreed"))

        result = spillover("lint")

        assert (result.returncode, result.stdout) == (
            0,
            f"main.tf:8: suppressed: ZA017 at {ADDRESS}: agreed\n"
            "0 errors, 0 warnings, 0 notes, 1 suppressed in 1 resource of 1 file\n",
        )

    def test_in_json(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform(line8="# spillover:ignore[ZA017] agreed"))

        document = json.loads(spillover("lint", "--format", "json").stdout)

        assert document["suppressed"] == [
            {"rule": "ZA017", "address": ADDRESS, "reason": "agreed", "path": "main.tf", "line": 8}
        ]
        assert document["summary"]["suppressed"] == 1


class TestSarif:
    """``--show-suppressed`` tells where a suppression stands."""

    @pytest.mark.parametrize("kind", ["inSource", "external"])
    def test_of_a_comment_and_of_the_configuration(self, kind: str, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(
            terraform(line8="# spillover:ignore[ZA017] agreed") if kind == "inSource" else terraform()
        )
        if kind == "external":
            (here / ".spillover.toml").write_text('[[ignore]]\nrule = "ZA017"\nreason = "agreed"\n')

        result = spillover("lint", "--format", "sarif", "--show-suppressed")

        (run,) = json.loads(result.stdout)["runs"]
        assert result.returncode == 0
        assert [(each["ruleId"], each["suppressions"]) for each in run["results"]] == [
            ("ZA017", [{"kind": kind, "justification": "agreed"}])
        ]


class TestWithoutInlineIgnores:
    """A gate can refuse the suppressions that come with what it judges."""

    @pytest.mark.parametrize(
        "comment",
        [
            "# spillover:ignore[ZA017] ends in May",
            "# spillover:ignore[ZA017]",
            "# spillover:ignore[ZA999] no such rule",
            "# spillover:ignore[ZA001] hides nothing",
            "# spillover:ignore names no rule",
        ],
    )
    def test_a_comment_does_not_count_and_nothing_is_said_of_it(
        self, lint: Callable[..., Any], comment: str
    ) -> None:
        assert lint(terraform(line8=comment), "--no-inline-ignores") == ([IDLE], [])

    def test_the_configuration_that_is_named_counts(self, lint: Callable[..., Any], here: Path) -> None:
        (here / "base.toml").write_text('[[ignore]]\nrule = "ZA017"\nreason = "agreed"\n')

        found = lint(
            terraform(line8="# spillover:ignore[ZA017] mine"), "--no-inline-ignores", "--config=base.toml"
        )

        assert found == ([], [("ZA017", "agreed", 8)])

    def test_the_status_is_that_of_the_finding(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform(line8="# spillover:ignore[ZA017] mine"))

        assert spillover("lint", "--select", "ZA017").returncode == 0
        assert spillover("lint", "--select", "ZA017", "--no-inline-ignores").returncode == 1

    def test_of_a_change_too(self, spillover: Spillover, here: Path) -> None:
        for side, text in (("before", ""), ("after", terraform(line8="# spillover:ignore[ZA017] mine"))):
            (here / side).mkdir()
            (here / side / "main.tf").write_text(text)

        silenced = spillover("diff", "before", "after", "--format", "json")
        told = spillover("diff", "before", "after", "--format", "json", "--no-inline-ignores")

        assert silenced.returncode == 0
        assert told.returncode == 1
        assert [each["rule"] for each in json.loads(told.stdout)["findings"]["new"]] == ["ZA017"]


class TestNothingIsSilencedInSilence:
    """What takes a finding away, or makes it less, can be seen in the output."""

    def test_a_baseline(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform())
        run = ("lint", "--select", "ZA017", "--baseline", "known.json")
        spillover("lint", "--select", "ZA017", "--write-baseline", "known.json")

        text, markdown = spillover(*run), spillover(*run, "--format", "markdown")
        document = json.loads(spillover(*run, "--format", "json").stdout)

        sums = "0 errors, 0 warnings, 0 notes, 1 known in 1 resource of 1 file"
        assert text.stdout == f"main.tf:8: in the baseline: ZA017 at {ADDRESS}\n{sums}\n"
        assert markdown.stdout == (
            f"**spillover:** {sums}\n\n<details><summary>In the baseline: 1</summary>\n\n"
            f"- ZA017 at `{ADDRESS}`\n\n</details>\n"
        )
        (known,) = document["known"]
        assert (known["rule"], known["severity"], known["path"], known["line"]) == (
            "ZA017",
            "warning",
            "main.tf",
            8,
        )
        assert document["summary"]["known"] == 1

    def test_a_severity_that_the_configuration_lowers(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(terraform())
        (here / ".spillover.toml").write_text('[severity]\nZA017 = "note"\n')
        run = ("lint", "--select", "ZA017", "--format")

        text, markdown, document = (spillover(*run, each).stdout for each in ("text", "markdown", "json"))

        assert text.startswith(f"main.tf:8:7: note (warning by default): {IDLE[1]} [ZA017]\n")
        assert "| note ZA017 (warning by default) |" in markdown
        (finding,) = json.loads(document)["findings"]
        assert (finding["severity"], finding["default_severity"]) == ("note", "warning")

    def test_a_suppression_that_a_change_adds(self, spillover: Spillover, here: Path) -> None:
        sides = {"before": terraform(), "after": terraform(line8="# spillover:ignore[ZA017] mine")}
        for side, text in sides.items():
            (here / side).mkdir()
            (here / side / "main.tf").write_text(text)
        run = ("diff", "before", "after", "--format")

        text, markdown, document = (spillover(*run, each).stdout for each in ("text", "markdown", "json"))

        verdict = "findings: 1 gone, 1 newly suppressed"
        assert text.startswith(f"{verdict}\n")
        assert f"\n\nfindings that are newly suppressed\nafter/main.tf:8: ZA017 at {ADDRESS}: mine\n" in text
        assert f"**spillover:** {verdict}\n" in markdown
        assert "\n\n**Findings that are newly suppressed**\n\n- ZA017: mine (after/main.tf:8)\n" in markdown
        found = json.loads(document)
        assert found["findings"]["suppressed"] == [
            {"rule": "ZA017", "address": ADDRESS, "reason": "mine", "path": "after/main.tf", "line": 8}
        ]
        assert found["summary"]["suppressed_findings"] == 1

    def test_one_that_was_there_is_no_news(self, spillover: Spillover, here: Path) -> None:
        for side in ("before", "after"):
            (here / side).mkdir()
            (here / side / "main.tf").write_text(terraform(line8="# spillover:ignore[ZA017] mine"))

        result = spillover("diff", "before", "after", "--quiet")

        assert result.stdout == "nothing changes for clients\n"


class TestRulesThatTheConfigurationLeavesOut:
    """Whoever may change the configuration may silence a rule, so a run tells which it was."""

    @pytest.mark.parametrize(
        ("config", "arguments", "told"),
        [
            pytest.param('lint.ignore = ["ZA015", "ZA017"]', (), "ZA015, ZA017", id="ignored"),
            pytest.param('lint.ignore = ["CF", "ZA015"]', ("--select", "ZA015"), None, id="selected here"),
            pytest.param("lint.fail_on = 1", (), None, id="wrong"),
            pytest.param("", (), None, id="none"),
        ],
    )
    def test_are_told(
        self, spillover: Spillover, here: Path, config: str, arguments: tuple[str, ...], told: str | None
    ) -> None:
        (here / "main.tf").write_text('resource "google_compute_health_check" "a" {\n}\n')
        (here / ".spillover.toml").write_text(config)

        lines = spillover("lint", "--quiet", *arguments).stderr.splitlines()

        found = [line for line in lines if "leaves out" in line]
        assert found == (
            [] if told is None else [f"spillover: rules that .spillover.toml leaves out: {told}"]
        )

    def test_are_counted_where_there_are_many(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text('resource "google_compute_health_check" "a" {\n}\n')
        (here / ".spillover.toml").write_text('lint.select = ["ZA017"]')

        assert re.search(
            r"^spillover: rules that .spillover.toml leaves out: (\w{5}, ){9}\w{5} and \d+ more$",
            spillover("lint").stderr,
            re.MULTILINE,
        )
