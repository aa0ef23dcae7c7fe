"""``lint --format github``: annotations, as workflow commands in the log of GitHub Actions.

By the runner that reads them: ``src/Runner.Common/ActionCommand.cs`` of actions/runner (079cdb1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TextIO

from spillover.check.report import Reported
from spillover.check.rule import Severity
from spillover.errors import InputError
from spillover.report.lint import CRASH, UNREADABLE, LintResult, crash, sentence, subject
from spillover.report.style import clean

KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def write(result: LintResult, stream: TextIO) -> None:
    """Write a command a line: what makes the rest incomplete first, then the most severe first.

    GitHub shows only the first annotations of a step; how many is not for us to know.
    """
    stream.writelines(f"{line}\n" for line in _commands(result))


def _commands(result: LintResult) -> Iterator[str]:
    report = result.report
    for error in report.internal_errors:
        yield command("error", {"title": CRASH}, crash(error))
    for unread in result.unreadable:
        yield command("error", _place_of_fault(unread), clean(unread.message))
    for severity in Severity:
        for each in report.findings:
            if each.severity is severity:
                message = f"{sentence(each)}\n{subject(each.place)}"
                yield command(KINDS[severity], _place(each), message)


def _place(finding: Reported) -> dict[str, str | int]:
    """The properties of a finding. Columns count only where they are of one line."""
    span = finding.place.span
    columns = {"col": span.start.column, "endColumn": span.end.column}
    return {
        "file": clean(span.path),
        "line": span.start.line,
        "endLine": span.end.line,
        **(columns if span.start.line == span.end.line else {}),
        "title": f"{finding.rule.code} {finding.rule.name}",
    }


def _place_of_fault(error: InputError) -> dict[str, str | int]:
    """The properties of an input that could not be read; a fault may have no place in its file."""
    place = {"line": error.line, "col": error.column} if error.line else {}
    return {"file": clean(error.path), **place, "title": UNREADABLE}


def command(kind: str, properties: Mapping[str, str | int], message: str) -> str:
    """A workflow command, in which no text can end a property or begin another command."""
    given = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{kind} {given}::{_data(message)}"


def _data(text: str) -> str:
    """The message: the runner takes these three back, the percent sign last."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a property, which ends at a comma, and all of them at a double colon."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
