"""The finished result of a lint run: what every format of ``lint`` is a function of."""

from __future__ import annotations

from dataclasses import dataclass

from spillover.check.rule import Severity, Spec
from spillover.check.run import Report
from spillover.errors import InputError


@dataclass(frozen=True)
class LintResult:
    """What was found, and what was read to find it."""

    report: Report
    spec: Spec
    unreadable: tuple[InputError, ...] = ()
    files: int = 0
    resources: int = 0

    def summary(self) -> dict[str, int]:
        """The numbers at the end of every report."""
        report = self.report
        return {
            "error": report.count(Severity.ERROR),
            "warning": report.count(Severity.WARNING),
            "note": report.count(Severity.NOTE),
            "undetermined": len(report.undetermined),
            "suppressed": len(report.suppressed),
            "unreadable": len(self.unreadable),
            "files": self.files,
            "resources": self.resources,
        }
