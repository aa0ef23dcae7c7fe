"""A value of an enumeration is not known to this version of spillover.

Google adds values, so this is a note: the value may be newer than the discovery documents that
this version was made with, or it may be misspelt. Rules that need it say that it is
undetermined.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity
from spillover.model.source import WrongValue


def check(wrong: WrongValue) -> Iterator[Finding]:
    """A value that its enumeration does not hold."""
    if wrong.is_enum:
        yield Finding(wrong.at, wrong.message)


RULE = Rule(
    code="CF011",
    name="unknown-enum-value",
    severity=Severity.NOTE,
    subject=WrongValue,
    check=check,
    since="0.1",
    summary="a value of an enumeration that is not known here",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, 2026-11",),
)
