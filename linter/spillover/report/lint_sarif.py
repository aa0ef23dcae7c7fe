"""``lint --format sarif``: SARIF 2.1.0, for GitHub code scanning and other viewers.

Paragraphs are numbered as in the sources of the standard's text (oasis-tcs/sarif-spec, 28c50e5); what GitHub
makes of it is from its page "SARIF support for code scanning" (github/docs, 058fa63).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO
from urllib.parse import quote

from spillover import __version__
from spillover.check.report import Reported, Suppressed
from spillover.check.rule import AnyRule, Spec
from spillover.model.source import SourceSpan
from spillover.report.lint import CRASH, UNREADABLE, LintResult, crash, sentence, subject
from spillover.report.rules import description, page
from spillover.report.style import clean
from spillover.report.values import write_document

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"
UNDETERMINED, NOT_COVERED = "undetermined", "not-covered"


def write(result: LintResult, stream: TextIO) -> None:
    """Write the log."""
    write_document(document(result), stream)


def document(result: LintResult) -> dict[str, Any]:
    """The log as plain data. What is suppressed is a result if asked for: GitHub opens an alert for it."""
    findings = result.report.findings
    suppressed = result.report.suppressed if result.with_suppressed else ()
    every = (*findings, *(each.finding for each in suppressed))
    rules = sorted({each.rule.code: each.rule for each in every}.values(), key=lambda rule: rule.code)
    index = {rule.code: number for number, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "spillover",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(each, result.spec) for each in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The working directory."}}},
        "invocations": [
            {
                "executionSuccessful": not (result.unreadable or result.report.internal_errors),
                "toolExecutionNotifications": list(_notifications(result)),
            }
        ],
        "results": [
            *(_result(each, index[each.rule.code]) for each in findings),
            *(_suppressed(each, index[each.finding.rule.code]) for each in suppressed),
        ],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: AnyRule, spec: Spec) -> dict[str, Any]:
    """3.49 reportingDescriptor. GitHub shows the Markdown, and the text where there is none."""
    text = description(rule)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": text.partition("\n")[0] or rule.summary},
        "help": {"text": text or rule.summary, "markdown": page(rule)},
        **({"helpUri": rule.reference} if rule.reference else {}),
        "defaultConfiguration": {"level": rule.severity_under(spec).value},
    }


def _result(finding: Reported, index: int) -> dict[str, Any]:
    """3.27 result. Our severities are SARIF's levels."""
    place = finding.place
    names = [{"fullyQualifiedName": clean(place.address), "kind": "resource"}]
    known = finding.is_existing
    return {
        "ruleId": finding.rule.code,
        "ruleIndex": index,
        "level": finding.severity.value,
        "message": _message(f"{sentence(finding)}\n{subject(place)}"),
        "locations": [{"physicalLocation": _location(place.span), "logicalLocations": names}],
        "relatedLocations": [
            {"id": number, "physicalLocation": _location(span), "message": _message(clean(text))}
            for number, (span, text) in enumerate(finding.related, 1)
        ],
        "partialFingerprints": {"spillover/v1": finding.fingerprint},
        **({} if known is None else {"baselineState": "unchanged" if known else "new"}),
        "properties": {"certainty": finding.certainty.value, "field": clean(place.field)},
    }


def _suppressed(suppressed: Suppressed, index: int) -> dict[str, Any]:
    """3.35 suppression: a comment is in the source, an entry of the configuration is not."""
    kind = "inSource" if suppressed.is_in_source else "external"
    reason = {"justification": clean(suppressed.reason)} if suppressed.reason else {}
    return {**_result(suppressed.finding, index), "suppressions": [{"kind": kind, **reason}]}


def _notifications(result: LintResult) -> Iterator[dict[str, Any]]:
    """3.58 notification: what keeps the results from being complete, and by how much.

    By 3.20.21 one whose level is error means that the run failed.
    """
    report = result.report
    for unread in result.unreadable:
        region = {"startLine": unread.line, "startColumn": unread.column}
        at = {"artifactLocation": _artifact(unread.path), **({"region": region} if unread.line else {})}
        yield _notification(UNREADABLE, "error", clean(unread.message), at)
    for error in report.internal_errors:
        about = {"associatedRule": {"id": error.rule}} if error.rule else {}
        yield {**_notification(CRASH, "error", crash(error)), **about}
    for unknown in report.undetermined:
        rules = ", ".join(unknown.rules)
        text = f"undetermined: {subject(unknown.place)} depends on {clean(unknown.because)} [{rules}]"
        yield _notification(UNDETERMINED, "note", text, _location(unknown.place.span))
    for each in report.not_covered:
        text = f"not covered: {each.because} [{', '.join(each.rules)}]"
        yield _notification(NOT_COVERED, "note", text)


def _notification(kind: str, level: str, text: str, at: dict[str, Any] | None = None) -> dict[str, Any]:
    where = {"locations": [{"physicalLocation": at}]} if at else {}
    return {"descriptor": {"id": kind}, "level": level, "message": _message(text), **where}


def _message(text: str) -> dict[str, str]:
    """3.11 message of a text that is clean, in which no name is a link.

    By 3.11.6 ``[text](target)`` is one, and a bracket and a parenthesis apart are none. By 3.11.5 literal
    braces are doubled; GitHub would show both, and without ``arguments`` nothing is filled in: they stay.
    """
    return {"text": text.replace("](", "] (")}


def _location(span: SourceSpan) -> dict[str, Any]:
    """3.29 physicalLocation. By 3.30.8 the end column is exclusive, as ours is."""
    return {
        "artifactLocation": _artifact(span.path),
        "region": {
            "startLine": span.start.line,
            "startColumn": span.start.column,
            "endLine": span.end.line,
            "endColumn": span.end.column,
        },
    }


def _artifact(path: str) -> dict[str, str]:
    """3.4 artifactLocation. Standard input and what is outside of the working directory have no base."""
    uri = quote(path, safe="/", errors="surrogatepass")
    return {"uri": uri} if path == "<stdin>" or path.startswith("../") else {"uri": uri, "uriBaseId": ROOT}
