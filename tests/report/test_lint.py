"""The report of ``lint``, in text and as JSON: functions of what was found, compared whole."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from spillover.check.locate import Place
from spillover.check.rule import AnyRule, Certainty, Rule, Severity, Spec
from spillover.check.run import Report, Reported, Suppressed, Uncovered, UnknownValue
from spillover.errors import InputError, InternalError
from spillover.model.source import Position, SourceSpan
from spillover.report import lint_json, lint_text
from spillover.report.lint import LintResult
from spillover.report.style import Style


def rule(code: str, name: str, severity: Severity, *sources: str) -> AnyRule:
    return Rule(
        code=code,
        name=name,
        severity=severity,
        subject=object,
        check=lambda _: iter(()),
        since="0.1",
        summary="s",
        sources=sources,
    )


def span(path: str, line: int, column: int, end_line: int, end_column: int) -> SourceSpan:
    return SourceSpan(path, Position(line, column), Position(end_line, end_column))


SUBSETTING = Reported(
    rule("ZA002", "subsetting-with-zonal-affinity", Severity.ERROR, "docs.example.com/affinity, 2026-05"),
    Severity.ERROR,
    Certainty.CERTAIN,
    "CONSISTENT_HASH_SUBSETTING cannot be combined with STAY_WITHIN_ZONE",
    "drop one of the two",
    Place(
        "google_x.a",
        "subsetting.policy",
        "lb",
        span("lb/main.tf", 12, 5, 12, 40),
        (("lb/main.tf", 1), ("lb/main.tf", 11)),
    ),
    ((span("lb/main.tf", 3, 1, 3, 9), "zonal affinity is turned on here"),),
)
PUBLISHED = Reported(
    rule("ZA005", "published-service-with-zonal-affinity", Severity.NOTE),
    Severity.WARNING,
    Certainty.LIKELY,
    "published",
    "",
    Place("google_x.b", "", "lb", span("lb/main.tf", 20, 1, 24, 2)),
)
IDLE = Reported(
    rule("CF001", "unused-suppression", Severity.NOTE),
    Severity.NOTE,
    Certainty.CERTAIN,
    "the suppression of ZA017 hides nothing",
    "remove it",
    Place("lb/main.tf", "ignore", ".", span("lb/main.tf", 30, 3, 30, 33)),
)
UNKNOWN = UnknownValue(
    ("ZA001", "ZA017"),
    "var.spill",
    Place("google_x.b", "policy.spillover", "lb", span("lb/main.tf", 21, 3, 21, 9)),
)
SIZELESS = UnknownValue(
    ("ZA014",), "the size of group ig", Place("google_x.b", "", "lb", span("lb/main.tf", 20, 1, 20, 9))
)
EVERYTHING = LintResult(
    Report(
        findings=(SUBSETTING, PUBLISHED, IDLE),
        undetermined=(SIZELESS, UNKNOWN),
        not_covered=(Uncovered(("ZA003", "ZA004"), "no forwarding rules were read"),),
        suppressed=(Suppressed(SUBSETTING, "agreed upon"), Suppressed(PUBLISHED, "")),
        internal_errors=(InternalError("ZA099", "google_x.b", "KeyError: 'x'", "Traceback ..."),),
    ),
    Spec.R2025_07,
    (InputError("broken.tf", 4, 7, "the `{` is not closed"), InputError("gone.tf", 0, 0, "cannot be read")),
    files=2,
    resources=1,
)
NOTHING = LintResult(Report(), Spec.R2026_05)


def text(result: LintResult, style: Style | None = None, *, quiet: bool = False) -> str:
    stream = io.StringIO()
    lint_text.write(result, stream, style or Style(), quiet=quiet)
    return stream.getvalue()


FINDINGS = """\
lb/main.tf:12:5: error: CONSISTENT_HASH_SUBSETTING cannot be combined with STAY_WITHIN_ZONE [ZA002]
  google_x.a: subsetting.policy
  lb/main.tf:3:1: zonal affinity is turned on here
  drop one of the two

lb/main.tf:20:1: warning (likely): published [ZA005]
  google_x.b

lb/main.tf:30:3: note: the suppression of ZA017 hides nothing [CF001]
  lb/main.tf: ignore
  remove it
"""
AFTER = """\
lb/main.tf:20: undetermined: google_x.b depends on the size of group ig [ZA014]
lb/main.tf:21: undetermined: google_x.b: policy.spillover depends on var.spill [ZA001, ZA017]
not covered: no forwarding rules were read [ZA003, ZA004]
lb/main.tf:12: suppressed: ZA002 at google_x.a: agreed upon
lb/main.tf:20: suppressed: ZA005 at google_x.b: no reason given
"""


class TestText:
    def test_everything(self) -> None:
        counts = "1 error, 1 warning, 1 note, 2 undetermined, 2 suppressed, 2 unreadable"

        assert text(EVERYTHING) == f"{FINDINGS}\n{AFTER}{counts} in 1 resource of 2 files\n"

    def test_quiet_leaves_the_findings(self) -> None:
        assert text(EVERYTHING, quiet=True) == FINDINGS

    def test_nothing(self) -> None:
        assert text(NOTHING) == "0 errors, 0 warnings, 0 notes in 0 resources of 0 files\n"

    def test_nothing_quietly(self) -> None:
        assert text(NOTHING, quiet=True) == ""

    def test_findings_alone(self) -> None:
        result = LintResult(Report(findings=(IDLE,)), Spec.R2026_05, files=1, resources=3)

        assert text(result) == (
            "lb/main.tf:30:3: note: the suppression of ZA017 hides nothing [CF001]\n"
            "  lb/main.tf: ignore\n"
            "  remove it\n"
            "\n"
            "0 errors, 0 warnings, 1 note in 3 resources of 1 file\n"
        )

    def test_colours(self) -> None:
        lines = text(EVERYTHING, Style(colours=True)).split("\n")

        assert [line for line in lines if "\x1b" in line] == [
            "lb/main.tf:12:5: \x1b[1;31merror\x1b[0m: CONSISTENT_HASH_SUBSETTING cannot be combined with "
            "STAY_WITHIN_ZONE \x1b[2m[ZA002]\x1b[0m",
            "lb/main.tf:20:1: \x1b[33mwarning\x1b[0m (likely): published \x1b[2m[ZA005]\x1b[0m",
            "lb/main.tf:30:3: \x1b[2mnote\x1b[0m: the suppression of ZA017 hides nothing "
            "\x1b[2m[CF001]\x1b[0m",
            *(f"\x1b[2m{line}\x1b[0m" for line in AFTER.splitlines()),
        ]

    def test_names_reach_a_terminal_only_in_safe_form(self) -> None:
        evil = "\x1b[31m\u202e\n"
        at = span(evil, 1, 1, 1, 2)
        place = Place(evil, evil, ".", at)
        finding = Reported(IDLE.rule, Severity.NOTE, Certainty.CERTAIN, evil, evil, place, ((at, evil),))
        report = Report(
            (finding,), (UnknownValue(("ZA001",), evil, place),), (), (Suppressed(finding, evil),)
        )

        shown = text(LintResult(report, Spec.R2026_05))

        safe = "\\u001b[31m\\u202e\\u000a"
        assert shown == (
            f"{safe}:1:1: note: {safe} [CF001]\n"
            f"  {safe}: {safe}\n"
            f"  {safe}:1:1: {safe}\n"
            f"  {safe}\n"
            "\n"
            f"{safe}:1: undetermined: {safe}: {safe} depends on {safe} [ZA001]\n"
            f"{safe}:1: suppressed: CF001 at {safe}: {safe}\n"
            "0 errors, 0 warnings, 1 note, 1 undetermined, 1 suppressed in 0 resources of 0 files\n"
        )


DOCUMENT: dict[str, Any] = {
    "version": 1,
    "spec": "2025-07",
    "findings": [
        {
            "rule": "ZA002",
            "name": "subsetting-with-zonal-affinity",
            "severity": "error",
            "certainty": "certain",
            "message": "CONSISTENT_HASH_SUBSETTING cannot be combined with STAY_WITHIN_ZONE",
            "hint": "drop one of the two",
            "reference": "https://docs.example.com/affinity",
            "address": "google_x.a",
            "field": "subsetting.policy",
            "root": "lb",
            "path": "lb/main.tf",
            "line": 12,
            "column": 5,
            "end_line": 12,
            "end_column": 40,
            "fingerprint": SUBSETTING.fingerprint,
            "related": [
                {"path": "lb/main.tf", "line": 3, "column": 1, "message": "zonal affinity is turned on here"}
            ],
        },
        {
            "rule": "ZA005",
            "name": "published-service-with-zonal-affinity",
            "severity": "warning",
            "certainty": "likely",
            "message": "published",
            "hint": "",
            "reference": "",
            "address": "google_x.b",
            "field": "",
            "root": "lb",
            "path": "lb/main.tf",
            "line": 20,
            "column": 1,
            "end_line": 24,
            "end_column": 2,
            "fingerprint": PUBLISHED.fingerprint,
            "related": [],
        },
        {
            "rule": "CF001",
            "name": "unused-suppression",
            "severity": "note",
            "certainty": "certain",
            "message": "the suppression of ZA017 hides nothing",
            "hint": "remove it",
            "reference": "",
            "address": "lb/main.tf",
            "field": "ignore",
            "root": ".",
            "path": "lb/main.tf",
            "line": 30,
            "column": 3,
            "end_line": 30,
            "end_column": 33,
            "fingerprint": IDLE.fingerprint,
            "related": [],
        },
    ],
    "undetermined": [
        {
            "rules": ["ZA014"],
            "address": "google_x.b",
            "field": "",
            "because": "the size of group ig",
            "root": "lb",
            "path": "lb/main.tf",
            "line": 20,
        },
        {
            "rules": ["ZA001", "ZA017"],
            "address": "google_x.b",
            "field": "policy.spillover",
            "because": "var.spill",
            "root": "lb",
            "path": "lb/main.tf",
            "line": 21,
        },
    ],
    "not_covered": [{"rules": ["ZA003", "ZA004"], "because": "no forwarding rules were read"}],
    "suppressed": [
        {"rule": "ZA002", "address": "google_x.a", "reason": "agreed upon", "path": "lb/main.tf", "line": 12},
        {"rule": "ZA005", "address": "google_x.b", "reason": "", "path": "lb/main.tf", "line": 20},
    ],
    "unreadable": [
        {"path": "broken.tf", "line": 4, "column": 7, "message": "the `{` is not closed"},
        {"path": "gone.tf", "line": 0, "column": 0, "message": "cannot be read"},
    ],
    "internal_errors": [{"rule": "ZA099", "address": "google_x.b", "message": "KeyError: 'x'"}],
    "summary": {
        "error": 1,
        "warning": 1,
        "note": 1,
        "undetermined": 2,
        "suppressed": 2,
        "unreadable": 2,
        "files": 2,
        "resources": 1,
    },
}
EMPTY: dict[str, Any] = {
    "version": 1,
    "spec": "2026-05",
    "findings": [],
    "undetermined": [],
    "not_covered": [],
    "suppressed": [],
    "unreadable": [],
    "internal_errors": [],
    "summary": dict.fromkeys(DOCUMENT["summary"], 0),
}


class TestJson:
    @pytest.mark.parametrize(("result", "document"), [(EVERYTHING, DOCUMENT), (NOTHING, EMPTY)])
    def test_whole(
        self, result: LintResult, document: dict[str, Any], check_output: Callable[[str, Any], None]
    ) -> None:
        assert lint_json.document(result) == document
        check_output("lint", document)

    def test_written(self) -> None:
        stream = io.StringIO()

        lint_json.write(EVERYTHING, stream)

        assert stream.getvalue() == json.dumps(DOCUMENT, indent=1) + "\n"
