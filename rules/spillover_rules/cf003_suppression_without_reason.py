"""A suppression gives no reason.

The reason is what a reviewer needs to agree with it, and what the next reader needs to know
when it can go. Write it after the brackets: `# spillover:ignore[ZA014] one appliance per zone`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity
from spillover.model.suppression import Suppression


def check(suppression: Suppression) -> Iterator[Finding]:
    """A suppression of a rule that exists, without a word of why."""
    if suppression.is_known and not suppression.reason:
        yield Finding(
            suppression.at, f"the suppression of {suppression.rule} gives no reason", "say why after it"
        )


RULE = Rule(
    code="CF003",
    name="suppression-without-reason",
    severity=Severity.WARNING,
    subject=Suppression,
    check=check,
    since="0.1",
    summary="a suppression without a reason",
)
