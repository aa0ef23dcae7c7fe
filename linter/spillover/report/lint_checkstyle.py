"""``lint --format checkstyle``: the XML of Checkstyle, which many viewers read.

By ``config/checkstyle-report-1.0.0.xsd`` of checkstyle/checkstyle (439ed4b).
"""

from __future__ import annotations

from typing import TextIO
from xml.etree.ElementTree import Element, SubElement

from spillover.check.rule import Severity
from spillover.report.lint import CRASH, UNREADABLE, LintResult, crash, sentence, subject
from spillover.report.xml_text import legal, write_xml

SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "info"}
VERSION = "10.0"
"""The version of Checkstyle that the report says it is of; readers expect one."""


def write(result: LintResult, stream: TextIO) -> None:
    """Write each file once, with its findings; files as their first findings come."""
    root = Element("checkstyle", {"version": VERSION})
    files: dict[str, Element] = {}

    def add(path: str, place: dict[str, str], severity: str, message: str, code: str) -> None:
        name = legal(path)
        if name not in files:
            files[name] = SubElement(root, "file", {"name": name})
        about = {"severity": severity, "message": legal(message), "source": f"spillover.{code}"}
        SubElement(files[name], "error", {**place, **about})

    for each in result.report.findings:
        span = each.place.span
        message = f"{subject(each.place)}: {sentence(each)}"
        severity = SEVERITIES[each.severity]
        add(span.path, _at(span.start.line, span.start.column), severity, message, each.rule.code)
    for unread in result.unreadable:
        add(unread.path, _at(unread.line, unread.column), "error", unread.message, UNREADABLE)
    for error in result.report.internal_errors:
        add(error.address, {}, "error", crash(error), CRASH)
    write_xml(root, stream)


def _at(line: int, column: int) -> dict[str, str]:
    """Line and column; 0 is no place in the file."""
    return {"line": str(line), "column": str(column)} if line else {}
