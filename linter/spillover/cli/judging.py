"""What ``lint`` and ``diff`` have in common: the rules of a run, what they say, and whether that fails it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from spillover.check.config import Config, no_such_rule
from spillover.check.report import Report, Reported
from spillover.check.severity import Severity
from spillover.errors import UsageError
from spillover.plan.spec import Spec
from spillover.read.request import Reading
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.check.rule import AnyRule
    from spillover.model.deployment import Deployment


def chosen_rules(
    rules: Sequence[AnyRule], config: Config, select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()
) -> list[AnyRule]:
    """The rules of a run; by code, name, or the beginning of a code.

    Rules that the command line selects are checked whatever the configuration says of them; what
    it ignores, it takes away from those that the configuration selects.
    """
    for selector in (*select, *ignore):
        if not any(rule.is_called(selector) for rule in rules):
            raise UsageError(no_such_rule(selector, rules))
    if not select:
        select, ignore = config.select, (*config.ignore, *ignore)
    return [
        rule
        for rule in rules
        if (not select or any(rule.is_called(each) for each in select))
        and not any(rule.is_called(each) for each in ignore)
    ]


@dataclass(frozen=True)
class Judge:
    """The rules of a run, and what they go by; unless ``with_comments``, no comment suppresses anything."""

    rules: Sequence[AnyRule]
    config: Config
    spec: Spec
    today: date | None
    with_comments: bool = True

    def report(self, deployments: Iterable[Deployment], reading: Reading) -> Report:
        """What the rules say of deployments; ``reading`` has the comments that suppress findings."""
        from spillover.check.run import run
        from spillover.check.suppress import from_comments
        from spillover_rules import ALL

        comments = reading.comments if self.with_comments else ()
        ignores = (*from_comments(comments), *self.config.ignores)
        known = [replace(each, options=self.config.options) for each in deployments]
        today = self.today or datetime.now(UTC).date()
        return run(known, self.rules, ALL, self.spec, ignores, today, self.config.severities)


def reaches(findings: Iterable[Reported], fail_on: Severity | None) -> bool:
    """Whether any finding is at or above a severity; none is above None."""
    order = list(Severity)
    failing = [] if fail_on is None else order[: order.index(fail_on) + 1]
    return any(finding.severity in failing for finding in findings)
