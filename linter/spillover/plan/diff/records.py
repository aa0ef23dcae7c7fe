"""A record set before and after: what is answered, and how long an outage lasts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spillover.model.dns import RecordSet
from spillover.model.source import Maybe, Unknown
from spillover.plan.advice import decimal
from spillover.plan.diff.matching import Key, Status, matched
from spillover.plan.dns.answers import Response
from spillover.plan.dns.policy import Failover, Item, Policy
from spillover.plan.dns.record import RecordPlan


@dataclass(frozen=True)
class SettingChange:
    """One thing of a record set in words, before and after; None where it is not known, or there is none."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class AnswerChange:
    """What clients near a region are answered in a state of health; None stands for clients anywhere."""

    scenario: str
    client: str | None
    before: tuple[Response, ...]
    after: tuple[Response, ...]


@dataclass(frozen=True)
class RecordDiff:
    """One record set; ``before`` or ``after`` is None where there is none."""

    before: RecordPlan | None
    after: RecordPlan | None
    settings: tuple[SettingChange, ...] = ()
    answers: tuple[AnswerChange, ...] = ()

    @property
    def subject(self) -> RecordSet:
        """The record set as it will be, or else as it was."""
        plan = self.after or self.before
        assert plan is not None
        return plan.record_set

    @property
    def name(self) -> str:
        """What it is called, with its type, or else its address."""
        name, type_ = self.subject.origin.called(self.subject.name), self.subject.type
        return f"{name} {type_}" if isinstance(type_, str) else name

    @property
    def status(self) -> Status:
        """What became of it."""
        if self.before is None or self.after is None:
            return Status.ADDED if self.before is None else Status.REMOVED
        return Status.CHANGED if self.settings or self.answers else Status.UNCHANGED


def diff_records(
    before: Sequence[RecordPlan], after: Sequence[RecordPlan], key: Key[RecordPlan]
) -> Iterator[RecordDiff]:
    """Every record set of either side, matched by a key, else by name and type, else by address."""
    for old, new in matched(before, after, (key, _identity, _address)):
        answers = tuple(_answers(old, new)) if old and new else ()
        yield RecordDiff(old, new, tuple(_settings(old, new)), answers)


def _identity(plan: RecordPlan) -> object | None:
    name, type_ = plan.record_set.name, plan.record_set.type
    return (name, type_) if isinstance(name, str) and isinstance(type_, str) else None


def _address(plan: RecordPlan) -> object | None:
    return plan.record_set.origin.address or None


def _settings(before: RecordPlan | None, after: RecordPlan | None) -> Iterator[SettingChange]:
    one, other = ({} if plan is None else _words(plan) for plan in (before, after))
    for name in {**one, **other}:
        if one.get(name) != other.get(name):
            yield SettingChange(name, one.get(name), other.get(name))


def _words(plan: RecordPlan) -> dict[str, str | None]:
    """What tells how it answers, in words."""
    policy, timing = plan.policy, plan.timing
    return {
        "TTL": _seconds(plan.record_set.ttl),
        "outage": _at_most(timing.outage.seconds),
        "recovery": _at_most(timing.recovery.seconds),
        **_of_policy(policy),
    }


def _of_policy(policy: Policy | None) -> dict[str, str | None]:
    if policy is None:
        return {}
    items = () if isinstance(policy.items, Unknown) else policy.items
    words: dict[str, str | None] = {}
    if isinstance(policy, Failover):
        words["primary"] = _targets(policy.primary)
        words["trickle ratio"] = None if isinstance(policy.trickle, Unknown) else decimal(policy.trickle)
    name = "backup" if isinstance(policy, Failover) else "item"
    for index, item in enumerate(items):
        place = item.location if isinstance(item.location, str) else str(index + 1)
        words[f"{name} {place}"] = _targets(item)
    fencing = getattr(policy, "fencing", False)
    words["geographic fencing"] = None if isinstance(fencing, Unknown) else "on" if fencing else "off"
    return words


def _targets(item: Item) -> str | None:
    if isinstance(item.targets, Unknown):
        return None
    return ", ".join(each.name + ("" if each.checked else " (unchecked)") for each in item.targets) or "none"


def _seconds(number: Maybe[int]) -> str | None:
    return None if number is None or isinstance(number, Unknown) else f"{number} s"


def _at_most(number: int | None) -> str | None:
    return None if number is None else f"at most {number} s"


def _answers(before: RecordPlan, after: RecordPlan) -> Iterator[AnswerChange]:
    """The answers that differ in a state of health that both sides know."""
    earlier = {
        (scenario.weather.name, each.client): each.responses
        for scenario in before.scenarios
        for each in scenario.answers
    }
    for scenario in after.scenarios:
        for each in scenario.answers:
            old = earlier.get((scenario.weather.name, each.client))
            if old is not None and _told(old) != _told(each.responses):
                yield AnswerChange(scenario.weather.name, each.client, old, each.responses)


def _told(responses: Sequence[Response]) -> list[tuple[object, ...]]:
    return [(each.addresses, each.share) for each in responses]
