"""``lint --format gitlab``: a report of GitLab Code Quality.

By GitLab's page "Code Quality" (``doc/ci/testing/code_quality.md`` of gitlabhq/gitlabhq, 01eae35): an array,
of which GitLab reads these fields, and entries with one fingerprint show as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from spillover.check.report import fingerprint_of
from spillover.check.rule import Severity
from spillover.report.lint import CRASH, UNREADABLE, LintResult, crash, numbered, sentence, subject
from spillover.report.style import clean
from spillover.report.values import json_text

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}
INCOMPLETE = "critical"
"""Worse than any finding, for it may hide one."""


def write(result: LintResult, stream: TextIO) -> None:
    """Write the report."""
    stream.write(json_text(entries(result)) + "\n")


def entries(result: LintResult) -> list[dict[str, Any]]:
    """The report as plain data, with each fingerprint once."""
    found = list(_entries(result))
    fingerprints = numbered(("", each["fingerprint"]) for each in found)
    return [
        {**each, "fingerprint": fingerprint} for each, fingerprint in zip(found, fingerprints, strict=True)
    ]


def _entries(result: LintResult) -> Iterator[dict[str, Any]]:
    for each in result.report.findings:
        span = each.place.span
        text = f"{subject(each.place)}: {sentence(each)}"
        severity = SEVERITIES[each.severity]
        yield _entry(text, each.rule.code, each.fingerprint, severity, span.path, span.start.line)
    for unread in result.unreadable:
        identity = fingerprint_of(UNREADABLE, unread.path, unread.message)
        text = f"cannot be read: {clean(unread.message)}"
        yield _entry(text, UNREADABLE, identity, INCOMPLETE, unread.path, unread.line or 1)
    for error in result.report.internal_errors:
        # It has no file, but GitLab takes no entry without a path.
        identity = fingerprint_of(CRASH, error.rule, error.address)
        yield _entry(crash(error), CRASH, identity, INCOMPLETE, error.address, 1)


def _entry(
    description: str, check: str, fingerprint: str, severity: str, path: str, line: int
) -> dict[str, Any]:
    """An entry, whose path is as git writes it, without ``./``."""
    return {
        "description": description,
        "check_name": check,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": clean(path).removeprefix("./"), "lines": {"begin": line}},
    }
