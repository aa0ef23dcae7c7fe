"""The finished result of a lint run: what every format of ``lint`` is a function of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from spillover.check.locate import Place
from spillover.check.report import Report, Reported
from spillover.check.severity import Certainty, Severity
from spillover.errors import InputError, InternalError
from spillover.plan.spec import Spec
from spillover.records import dataclass
from spillover.report.style import clean

UNREADABLE, CRASH = "unreadable", "internal-error"
"""What the formats that know only findings call an input that could not be read, and a crash of ours."""


@dataclass(frozen=True)
class LintResult:
    """What was found, and what was read to find it.

    ``with_suppressed`` asks SARIF, which can tell the two apart, for what is suppressed as well.
    """

    report: Report
    spec: Spec
    unreadable: tuple[InputError, ...] = ()
    files: int = 0
    resources: int = 0
    with_suppressed: bool = False

    def summary(self) -> dict[str, int]:
        """The numbers at the end of every report."""
        report = self.report
        return {
            "error": report.count(Severity.ERROR),
            "warning": report.count(Severity.WARNING),
            "note": report.count(Severity.NOTE),
            "undetermined": len(report.undetermined),
            "suppressed": len(report.suppressed),
            **({"known": len(report.known)} if report.known else {}),
            "unreadable": len(self.unreadable),
            "files": self.files,
            "resources": self.resources,
        }


def subject(place: Place) -> str:
    """The field of a resource, or the resource as a whole."""
    return clean(f"{place.address}: {place.field}" if place.field else place.address)


def changed_severity(finding: Reported) -> str:
    """That the configuration changed the severity, in words; empty if it did not."""
    return f" ({finding.default_severity.value} by default)" if finding.default_severity else ""


def sentence(finding: Reported) -> str:
    """What is wrong and what to do, in one line: for formats that have one text for a finding."""
    likely = " (likely)" if finding.certainty is Certainty.LIKELY else ""
    hint = f"; {finding.hint}" if finding.hint else ""
    return clean(f"{finding.message}{likely}{hint}")


def crash(error: InternalError) -> str:
    """What broke, in one line."""
    return clean(f"internal error: {error.rule or 'reader'} at {error.address}: {error.message}")


def numbered(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The names, of pairs of group and name; the second of a group and further ones say which they are."""
    times = Counter[tuple[str, str]]()
    for group, name in names:
        times[group, name] += 1
        nth = times[group, name]
        yield name if nth == 1 else f"{name} #{nth}"
