"""A value is not of the type that Google's API or the google provider takes.

Nothing can be judged from such a value, so rules that need it say that it is undetermined.
Types are checked against the discovery documents of Google's APIs; a field that these do not
know is no finding.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity
from spillover.model.source import WrongValue


def check(wrong: WrongValue) -> Iterator[Finding]:
    """A value whose type is wrong."""
    if not wrong.is_enum and not wrong.is_block:
        yield Finding(wrong.at, wrong.message)


RULE = Rule(
    code="CF010",
    name="wrong-type",
    severity=Severity.ERROR,
    subject=WrongValue,
    check=check,
    since="0.1",
    summary="a value of a wrong type",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, 2026-11",),
)
