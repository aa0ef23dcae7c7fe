"""``lint --format json``, version 1 (contract)."""

from __future__ import annotations

from typing import Any, TextIO

from spillover.check.report import Reported, Suppressed
from spillover.report.lint import LintResult
from spillover.report.values import internal_errors, unreadable, write_document

VERSION = 1


def write(result: LintResult, stream: TextIO) -> None:
    """Write the document."""
    write_document(document(result), stream)


def document(result: LintResult) -> dict[str, Any]:
    """The document as plain data."""
    report = result.report
    return {
        "version": VERSION,
        "spec": result.spec.value,
        "findings": [finding(each) for each in report.findings],
        "undetermined": [
            {
                "rules": list(each.rules),
                "address": each.place.address,
                "field": each.place.field,
                "because": each.because,
                "root": each.place.root,
                "path": each.place.span.path,
                "line": each.place.span.start.line,
            }
            for each in report.undetermined
        ],
        "not_covered": [{"rules": list(each.rules), "because": each.because} for each in report.not_covered],
        "suppressed": [suppressed(each) for each in report.suppressed],
        **({"known": [_known(each) for each in report.known]} if report.known else {}),
        "unreadable": unreadable(result.unreadable),
        "internal_errors": internal_errors(report.internal_errors),
        "summary": result.summary(),
    }


def suppressed(each: Suppressed) -> dict[str, Any]:
    """What a suppression hides, as plain data."""
    place = each.finding.place
    return {
        "rule": each.finding.rule.code,
        "address": place.address,
        "reason": each.reason,
        "path": place.span.path,
        "line": place.span.start.line,
    }


def _known(each: Reported) -> dict[str, Any]:
    place = each.place
    return {
        "rule": each.rule.code,
        "severity": each.severity.value,
        "address": place.address,
        "field": place.field,
        "path": place.span.path,
        "line": place.span.start.line,
        "fingerprint": each.fingerprint,
    }


def finding(each: Reported) -> dict[str, Any]:
    """A finding as plain data."""
    place = each.place
    return {
        "rule": each.rule.code,
        "name": each.rule.name,
        "severity": each.severity.value,
        **({"default_severity": each.default_severity.value} if each.default_severity else {}),
        "certainty": each.certainty.value,
        **({} if each.is_existing is None else {"existing": each.is_existing}),
        "message": each.message,
        "hint": each.hint,
        "reference": each.rule.reference,
        "address": place.address,
        "field": place.field,
        "root": place.root,
        "path": place.span.path,
        "line": place.span.start.line,
        "column": place.span.start.column,
        "end_line": place.span.end.line,
        "end_column": place.span.end.column,
        "fingerprint": each.fingerprint,
        "related": [
            {"path": span.path, "line": span.start.line, "column": span.start.column, "message": message}
            for span, message in each.related
        ],
    }
