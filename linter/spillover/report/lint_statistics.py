"""``lint --statistics``: how often each rule speaks, for a first look at a large estate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TextIO

from spillover.check.report import Report
from spillover.check.rule import AnyRule, Severity
from spillover.report.lint import LintResult
from spillover.report.lint_text import sums
from spillover.report.tables import table


def write(result: LintResult, rules: Iterable[AnyRule], stream: TextIO, *, quiet: bool = False) -> None:
    """Write a row for each of the rules that found something or could not decide; most findings first."""
    rows = sorted(_rows(result.report, rules), key=lambda row: (-sum(row[2:5]), -row[5], row[0]))
    if rows:
        cells = ([str(cell or "") for cell in row] for row in rows)
        columns = ("code", "name", *(severity.value for severity in Severity), "undetermined")
        stream.write(f"{table(cells, columns)}\n")
    if not quiet:
        stream.write(f"{sums(result)}\n")


def _rows(report: Report, rules: Iterable[AnyRule]) -> Iterator[tuple[str, str, int, int, int, int]]:
    found = Counter((each.rule.code, each.severity) for each in report.findings)
    unknown = Counter(code for each in report.undetermined for code in each.rules)
    for rule in rules:
        errors, warnings, notes = (found[rule.code, severity] for severity in Severity)
        if errors or warnings or notes or unknown[rule.code]:
            yield rule.code, rule.name, errors, warnings, notes, unknown[rule.code]
