"""A suppression names a rule that there is not.

It hides nothing, and whoever wrote it believes that it does. A suppression must name its
rules, by code or name, in brackets: `# spillover:ignore[ZA014] reason`.

`spillover rules` lists the rules.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity
from spillover.model.suppression import Suppression


def check(suppression: Suppression) -> Iterator[Finding]:
    """A suppression whose rule is missing or not known."""
    if not suppression.is_known:
        what = f"there is no rule {suppression.rule!r}" if suppression.rule else "no rule is named"
        yield Finding(
            suppression.at, f"{what} in this suppression", "name it as in spillover:ignore[ZA014] reason"
        )


RULE = Rule(
    code="CF002",
    name="unknown-rule",
    severity=Severity.WARNING,
    subject=Suppression,
    check=check,
    since="0.1",
    summary="a suppression of a rule that there is not",
)
