"""``lint`` in text: a paragraph for each finding, then what could not be decided, then one line of sums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from spillover.check.report import Reported, Suppressed
from spillover.check.severity import Severity
from spillover.report.lint import LintResult, changed_severity, subject
from spillover.report.style import Style, clean, number_of


def write(result: LintResult, stream: TextIO, style: Style, *, quiet: bool = False) -> None:
    """Write the report; ``quiet`` leaves only the findings."""
    paragraphs = [finding(each, style) for each in result.report.findings]
    stream.write("\n".join(paragraphs))
    if quiet:
        return
    after = "\n".join(_after(result, style))
    if paragraphs:
        stream.write("\n")
    stream.write(f"{after}\n{sums(result)}\n" if after else f"{sums(result)}\n")


def finding(each: Reported, style: Style) -> str:
    """A finding with its place, what it is related to, and what to do."""
    place = each.place
    mark = {Severity.ERROR: style.bad, Severity.WARNING: style.risky, Severity.NOTE: style.quiet}[
        each.severity
    ]
    start = place.span.start
    remarks = changed_severity(each)
    remarks += " (likely)" if each.certainty == "likely" else ""
    remarks += " (existing)" if each.is_existing else ""
    lines = [
        f"{clean(place.span.path)}:{start.line}:{start.column}: "
        f"{mark(each.severity.value)}{remarks}: {clean(each.message)} {style.quiet(f'[{each.rule.code}]')}",
        f"  {subject(place)}",
    ]
    lines += [
        f"  {clean(span.path)}:{span.start.line}:{span.start.column}: {clean(message)}"
        for span, message in each.related
    ]
    if each.hint:
        lines.append(f"  {clean(each.hint)}")
    return "\n".join(lines) + "\n"


def _after(result: LintResult, style: Style) -> Iterator[str]:
    report = result.report
    for unknown in report.undetermined:
        place = unknown.place
        yield style.quiet(
            f"{clean(place.span.path)}:{place.span.start.line}: undetermined: {subject(place)}"
            f" depends on {clean(unknown.because)} [{', '.join(unknown.rules)}]"
        )
    for each in report.not_covered:
        yield style.quiet(f"not covered: {each.because} [{', '.join(each.rules)}]")
    for hidden in report.suppressed:
        yield style.quiet(f"{line_of(hidden.finding)}: suppressed: {silenced(hidden)}")
    for known in report.known:
        yield style.quiet(
            f"{line_of(known)}: in the baseline: {known.rule.code} at {clean(known.place.address)}"
        )


def line_of(each: Reported) -> str:
    """The path and the line of a finding."""
    return f"{clean(each.place.span.path)}:{each.place.span.start.line}"


def silenced(hidden: Suppressed) -> str:
    """What a suppression hides, and why."""
    rule, address = hidden.finding.rule.code, clean(hidden.finding.place.address)
    return f"{rule} at {address}: {clean(hidden.reason) or 'no reason given'}"


def sums(result: LintResult) -> str:
    """The numbers in one line."""
    summary = result.summary()
    counted = [number_of(summary[name], name) for name in ("error", "warning", "note")]
    rest = ("undetermined", "suppressed", "known", "unreadable")
    counted += [f"{summary[name]} {name}" for name in rest if summary.get(name)]
    read = f"{number_of(summary['resources'], 'resource')} of {number_of(summary['files'], 'file')}"
    return f"{', '.join(counted)} in {read}"
