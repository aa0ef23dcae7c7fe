"""A small result of ``lint`` in which everything occurs that a format of others has to cope with."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TextIO, TypeAlias

import pytest

from spillover.check.locate import Place
from spillover.check.rule import AnyRule, Certainty, Rule, Severity, Spec
from spillover.check.run import Report, Reported, Suppressed, Uncovered, UnknownValue
from spillover.errors import InputError, InternalError
from spillover.model.source import Position, SourceSpan
from spillover.report.lint import LintResult

Write: TypeAlias = Callable[[LintResult, TextIO], None]
Written: TypeAlias = Callable[[Write, LintResult], str]


def rule(code: str, name: str, severity: Severity, *sources: str) -> AnyRule:
    """A rule, whose page is the docstring above."""
    return Rule(
        code=code,
        name=name,
        severity=severity,
        subject=object,
        check=lambda _: iter(()),
        since="0.1",
        summary=f"summary of {code}",
        sources=sources,
    )


def span(path: str, line: int, column: int, end_line: int, end_column: int) -> SourceSpan:
    return SourceSpan(path, Position(line, column), Position(end_line, end_column))


IDLE = rule("CF001", "unused-suppression", Severity.NOTE)
SUBSETTING = Reported(
    rule("ZA002", "subsetting-with-zonal-affinity", Severity.WARNING, "docs.example.com/affinity, 2026-05"),
    Severity.ERROR,
    Certainty.CERTAIN,
    "subsetting cannot be combined with STAY",
    "drop one of the two",
    Place("google_x.a", "subsetting.policy", "lb", span("lb/a b:%[1].tf", 12, 5, 12, 40)),
    ((span("../shared/main.tf", 3, 1, 3, 9), "turned on here"),),
    default_severity=Severity.WARNING,
    is_existing=False,
)
PUBLISHED = Reported(
    rule("ZA005", "published-service", Severity.WARNING),
    Severity.WARNING,
    Certainty.LIKELY,
    "<published> [here](https://evil.example) & 100 % sure,\n::error::no\x1b[2J\u202e",
    "",
    Place('module.lb["a"].google_x.b', "", "lb", span("../shared/main.tf", 20, 1, 24, 2)),
    is_existing=True,
)


def idle(line: int, message: str) -> Reported:
    """Two of these have one fingerprint."""
    place = Place("<stdin>", "ignore", ".", span("<stdin>", line, 3, line, 33))
    return Reported(IDLE, Severity.NOTE, Certainty.CERTAIN, message, "remove it", place)


@pytest.fixture(scope="session")
def result() -> LintResult:
    unknown = Place("google_x.b", "policy.spillover", "lb", span("lb/main.tf", 21, 3, 21, 9))
    return LintResult(
        Report(
            findings=(PUBLISHED, idle(30, "hides nothing"), idle(31, "has expired"), SUBSETTING),
            undetermined=(UnknownValue(("ZA001", "ZA017"), "var.spill", unknown),),
            not_covered=(Uncovered(("ZA003", "ZA004"), "no forwarding rules were read"),),
            suppressed=(Suppressed(SUBSETTING, "agreed upon"),),
            internal_errors=(
                InternalError("ZA099", "google_x.b", "KeyError: 'x'", "Traceback ..."),
                InternalError("", "modules/a", "LookupError: lost", "Traceback ..."),
            ),
        ),
        Spec.R2026_05,
        (InputError("broken.tf", 4, 7, "the `{` is not closed"), InputError("gone.tf", 0, 0, "no such file")),
        files=4,
        resources=2,
    )


@pytest.fixture(scope="session")
def nothing() -> LintResult:
    return LintResult(Report(), Spec.R2026_05, files=1, resources=1)


@pytest.fixture(scope="session")
def finding() -> Callable[..., LintResult]:
    """The result of one finding of which the texts are given."""

    def with_texts(path: str, message: str, hint: str, address: str, field: str) -> LintResult:
        at = span(path, 1, 1, 1, 2)
        place = Place(address, field, ".", at)
        found = Reported(
            SUBSETTING.rule, Severity.ERROR, Certainty.CERTAIN, message, hint, place, ((at, message),)
        )
        return LintResult(Report(findings=(found,)), Spec.R2026_05)

    return with_texts


@pytest.fixture(scope="session")
def written() -> Written:
    """What a format makes of a result."""

    def text(write: Write, result: LintResult) -> str:
        stream = io.StringIO()
        write(result, stream)
        return stream.getvalue()

    return text
