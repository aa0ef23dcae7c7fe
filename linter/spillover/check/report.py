"""What a run of rules comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spillover.check.severity import Certainty, Severity
from spillover.errors import InternalError
from spillover.model.source import SourceSpan
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.check.locate import Place
    from spillover.check.rule import AnyRule


@dataclass(frozen=True)
class Reported:
    """A finding with its place and the identity of its rule.

    ``default_severity`` is what its severity would be if the configuration did not change it;
    None if it does not. ``is_existing`` tells whether it was there before the plan that it is of,
    or at a revision; None where nothing tells.
    """

    rule: AnyRule
    severity: Severity
    certainty: Certainty
    message: str
    hint: str
    place: Place
    related: tuple[tuple[SourceSpan, str], ...] = ()
    default_severity: Severity | None = None
    is_existing: bool | None = None

    @property
    def fingerprint(self) -> str:
        """The same wherever the lines move: it depends on rule, address and field alone."""
        return fingerprint_of(self.rule.code, self.place.address, self.place.field)


def fingerprint_of(*identity: str) -> str:
    """What tells something of a report from all else in it; some names are no Unicode."""
    import hashlib  # late: it loads OpenSSL, which a run without findings need not

    return hashlib.sha256("\0".join(identity).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True)
class UnknownValue:
    """A value that some rules would have needed to decide."""

    rules: tuple[str, ...]
    because: str
    place: Place


@dataclass(frozen=True)
class Uncovered:
    """Rules that could not be decided because nothing of a kind was read."""

    rules: tuple[str, ...]
    because: str


@dataclass(frozen=True)
class Suppressed:
    """A finding that a suppression hides, and the reason that was given.

    ``is_in_source`` tells that the suppression is a comment; else it stands in the configuration.
    """

    finding: Reported
    reason: str
    is_in_source: bool = True


@dataclass(frozen=True)
class Report:
    """What came of a run of rules. ``known`` are findings that a baseline holds, which leaves them out."""

    findings: tuple[Reported, ...] = ()
    undetermined: tuple[UnknownValue, ...] = ()
    not_covered: tuple[Uncovered, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()
    known: tuple[Reported, ...] = ()
    internal_errors: tuple[InternalError, ...] = ()

    @property
    def fingerprints(self) -> frozenset[str]:
        """Those of its findings."""
        return frozenset(finding.fingerprint for finding in self.findings)

    def count(self, severity: Severity) -> int:
        """How many findings are of a severity."""
        return sum(1 for finding in self.findings if finding.severity is severity)
