"""``lint --format junit``: JUnit's XML, in which each finding is a test that failed.

JUnit itself has no specification of it; this is what Jenkins and GitLab read (GitLab's page "Unit test
reports", 18.11). GitLab takes only the first of several tests with one name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO
from xml.etree.ElementTree import Element, SubElement

from spillover.check.report import Reported
from spillover.errors import InputError, InternalError
from spillover.records import dataclass
from spillover.report.lint import CRASH, UNREADABLE, LintResult, crash, numbered, sentence, subject
from spillover.report.xml_text import legal, write_xml

FAILURE, ERROR = "failure", "error"


@dataclass(frozen=True)
class Case:
    """A test that did not pass: ``outcome`` is the name of the element that says so."""

    path: str
    name: str
    outcome: str
    type: str
    message: str
    text: str


def write(result: LintResult, stream: TextIO) -> None:
    """Write one suite; without a finding it has a test that passed, for none would look like a fault."""
    cases = list(_cases(result))
    counts = {
        "tests": str(len(cases) or 1),
        "failures": str(sum(each.outcome == FAILURE for each in cases)),
        "errors": str(sum(each.outcome == ERROR for each in cases)),
        "skipped": "0",
    }
    root = Element("testsuites", counts)
    suite = SubElement(root, "testsuite", {"name": "spillover", **counts})
    for each, name in zip(cases, numbered((each.path, each.name) for each in cases), strict=True):
        _add(suite, each, name)
    if not cases:
        SubElement(suite, "testcase", {"classname": "spillover", "name": "no findings"})
    write_xml(root, stream)


def _add(suite: Element, case: Case, name: str) -> None:
    attributes = {"classname": case.path, "name": name, "file": case.path}
    test = SubElement(suite, "testcase", attributes)
    SubElement(test, case.outcome, {"type": case.type, "message": case.message}).text = case.text


def _cases(result: LintResult) -> Iterator[Case]:
    yield from map(_of_finding, result.report.findings)
    yield from map(_of_fault, result.unreadable)
    yield from map(_of_crash, result.report.internal_errors)


def _of_finding(each: Reported) -> Case:
    """GitLab shows only the text, so it has the place and the message too."""
    place, rule = each.place, each.rule
    path, message = legal(place.span.path), legal(sentence(each))
    lines = [
        f"{path}:{place.span.start.line}:{place.span.start.column}: {each.severity.value}: {message}",
        *(f"{legal(span.path)}:{span.start.line}: {legal(text)}" for span, text in each.related),
        *([rule.reference] if rule.reference else []),
    ]
    name = legal(f"{rule.code} {subject(place)}")
    return Case(path, name, FAILURE, each.severity.value, message, "\n".join(lines))


def _of_fault(error: InputError) -> Case:
    return Case(legal(error.path), UNREADABLE, ERROR, UNREADABLE, legal(error.message), legal(str(error)))


def _of_crash(error: InternalError) -> Case:
    text = legal(crash(error))
    return Case(legal(error.address), error.rule or CRASH, ERROR, CRASH, legal(error.message), text)
