"""``lint --format markdown``, for a comment on a pull request: the verdict and a table, the rest folded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from spillover.check.report import Reported
from spillover.report.lint import LintResult, changed_severity
from spillover.report.lint_text import sums
from spillover.report.markdown import code, cut_to_fit, escaped, folded_away, line_of, table, unreadable


def write(result: LintResult, stream: TextIO) -> None:
    """Write the comment, cut to what GitHub takes."""
    stream.write(cut_to_fit("\n\n".join(_parts(result)) + "\n"))


def _parts(result: LintResult) -> Iterator[str]:
    report = result.report
    yield f"**spillover:** {escaped(sums(result))}"
    if result.unreadable:
        yield unreadable(result.unreadable)
    if report.findings:
        yield table(("", "where", "what"), (_row(each) for each in report.findings))
        yield folded_away("What to do", "\n".join(map(_detail, report.findings)))
    if report.undetermined:
        lines = (
            f"- {code(each.place.address)} depends on {escaped(each.because)}: {', '.join(each.rules)}"
            for each in report.undetermined
        )
        yield folded_away(f"Not known: {len(report.undetermined)}", "\n".join(lines))
    if report.suppressed:
        hidden = (
            f"- {each.finding.rule.code} at {code(each.finding.place.address)}: "
            f"{escaped(each.reason) or 'no reason given'}"
            for each in report.suppressed
        )
        yield folded_away(f"Suppressed: {len(report.suppressed)}", "\n".join(hidden))
    if report.known:
        held = (f"- {each.rule.code} at {code(each.place.address)}" for each in report.known)
        yield folded_away(f"In the baseline: {len(report.known)}", "\n".join(held))


def _row(each: Reported) -> tuple[str, ...]:
    existing = " (existing)" if each.is_existing else ""
    return (
        f"{each.severity.value} {each.rule.code}{changed_severity(each)}{existing}",
        line_of(each.place),
        escaped(each.message),
    )


def _detail(each: Reported) -> str:
    """A finding with what it is about; its page is a link."""
    rule = f"[{each.rule.code}]({each.rule.reference})" if each.rule.reference else each.rule.code
    field = f", {code(each.place.field)}" if each.place.field else ""
    hint = f": {escaped(each.hint)}" if each.hint else ""
    return f"- {rule} {code(each.place.address)}{field}{hint}"
