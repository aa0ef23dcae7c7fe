"""A suppression hides nothing: the finding is gone, its place has moved, or its date has passed.

A suppression that is left behind would hide the next mistake at its place. One whose `until`
has passed hides nothing any more.

To fix it, take it away. A suppression of a rule that was not selected in a run, or that was
undetermined at that place, is not reported.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity
from spillover.model.suppression import Suppression


def check(suppression: Suppression) -> Iterator[Finding]:
    """A suppression of a rule that exists, and that was of no use in this run."""
    if suppression.is_known and not suppression.used:
        why = "has expired" if suppression.expired else "hides nothing"
        yield Finding(suppression.at, f"the suppression of {suppression.rule} {why}", "remove it")


RULE = Rule(
    code="CF001",
    name="unused-suppression",
    severity=Severity.NOTE,
    subject=Suppression,
    check=check,
    since="0.1",
    summary="a suppression that hides nothing",
)
