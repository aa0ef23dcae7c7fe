"""What ``plan`` says of a record set, whatever it is drawn in: its policy, its bounds, its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from spillover.model.dns import PrimaryBackup
from spillover.model.outage import OutageBound
from spillover.model.source import Unknown
from spillover.plan.dns.answers import Reason, Response
from spillover.plan.dns.policy import Failover, Item, Policy, Weighted
from spillover.plan.dns.record import Answers, Drill, DrillKind, RecordPlan
from spillover.plan.dns.timing import Alternative, Setting, detection
from spillover.records import dataclass
from spillover.report.style import clean
from spillover.report.values import threshold

DRILLS = {DrillKind.GRADUAL_SHIFT: "gradual shift", DrillKind.FORCED_FAILOVER: "forced failover"}

SETTINGS = {
    Setting.TTL: "TTL {} s",
    Setting.INTERVAL: "check interval {} s",
    Setting.THRESHOLD: "unhealthy threshold {}",
}

REASONS = {
    Reason.PRIMARY_HEALTHY: "every primary is healthy",
    Reason.SOME_PRIMARY_HEALTHY: "unhealthy primaries are left out",
    Reason.TRICKLE: "by the trickle ratio",
    Reason.PRIMARY_UNHEALTHY: "every primary is unhealthy",
    Reason.NEXT_GEOGRAPHY: "next nearest: all of the nearest item is unhealthy",
    Reason.FENCED: "FENCED: nearest, though all of it is unhealthy",
    Reason.UNCHECKED_ONLY: "not checked: all that is checked there is unhealthy",
    Reason.ALL_UNHEALTHY: "nothing is healthy: as if all were (which set is not documented)",
}

OF_OTHERS = {
    Reason.PRIMARY_HEALTHY: "healthy",
    Reason.SOME_PRIMARY_HEALTHY: "its unhealthy addresses are left out",
    Reason.ALL_UNHEALTHY: "nothing is healthy: as if all were",
}
"""What differs for a policy without a primary."""

OF_ONE_PRIMARY = {
    Reason.PRIMARY_HEALTHY: "the primary is healthy",
    Reason.PRIMARY_UNHEALTHY: "the primary is unhealthy",
}
"""What differs where the primary is one address."""


def policy_words(plan: RecordPlan) -> str:
    """The routing policy, and what of it decides."""
    policy = plan.policy
    if policy is None:
        return "which routing policy it has is not known"
    if isinstance(policy, Weighted):
        return "weighted policy"
    fencing = "fencing not known" if isinstance(policy.fencing, Unknown) else "geofenced"
    fenced = f", {fencing}" if policy.fencing else ""
    if not isinstance(policy, Failover):
        return f"geographic policy{fenced}"
    failover = plan.record_set.failover
    ratio = threshold(failover.trickle_ratio) if isinstance(failover, PrimaryBackup) else None
    return f"failover policy, trickle ratio {ratio or 'not known'}{fenced}"


def roles(policy: Policy | None) -> Iterator[tuple[str, str, str, str]]:
    """Every target: its role, location, name, and a note; a list that is not known has none."""
    if policy is None:
        return
    if isinstance(policy, Failover):
        yield from _role("primary", policy.primary)
    for item in () if isinstance(policy.items, Unknown) else policy.items:
        yield from _role("backup" if isinstance(policy, Failover) else "item", item, policy)


def _role(role: str, item: Item, policy: Policy | None = None) -> Iterator[tuple[str, str, str, str]]:
    where = "?" if isinstance(item.location, Unknown) else item.location or ""
    if isinstance(policy, Weighted):
        where = f"weight {'?' if isinstance(item.weight, Unknown) else item.weight}"
    if isinstance(item.targets, Unknown):
        yield role, clean(where), "not known", ""
        return
    for each in item.targets:
        note = "internal load balancer" if each.internal else "" if each.checked else "not checked"
        yield role, clean(where), clean(each.name), note


def moments(plan: RecordPlan) -> tuple[tuple[str, str, str], ...]:
    """The way to the bound: when, what happens, and what makes it so long."""
    outage = plan.timing.outage
    fails, decided = change(plan.policy)
    checks = f"interval {_number(outage.interval, ' s')} x {_number(outage.failures)} failed checks"
    caches = f"TTL {_number(outage.ttl, ' s')}: asked just before the decision"
    return (
        ("0 s", fails, ""),
        (_seconds(detection(outage)), decided, checks),
        (_seconds(outage), "the last clients leave the dead address", caches),
    )


def outage(plan: RecordPlan) -> str:
    """The bound of an outage."""
    return f"outage: {_bound(plan.timing.outage)} by Google's formula, which is no guarantee"


def alternatives(plan: RecordPlan) -> Iterator[str]:
    """What each setting at its least makes of the bound."""
    return (_alternative(each, plan.timing.outage) for each in plan.timing.alternatives)


def change(policy: Policy | None) -> tuple[str, str]:
    """What fails, and what the decision makes of new answers."""
    if not isinstance(policy, Failover):
        return "a target fails", "new answers leave it out"
    one = "the primary fails" if len(policy.primary.known) == 1 else "the last primary fails"
    return one, "new answers carry the backup"


def _bound(bound: OutageBound) -> str:
    return f"at least {bound.least} s" if bound.seconds is None else f"at most {bound.seconds} s"


def _alternative(each: Alternative, outage: OutageBound) -> str:
    setting = SETTINGS[each.setting].format(each.value)
    hasty = ", but one lost check is enough" if each.setting is Setting.THRESHOLD else ""
    return f"with {setting}: {each.outage} s instead of {outage.seconds} s{hasty}"


def _seconds(bound: OutageBound) -> str:
    return "?" if bound.seconds is None else f"{bound.seconds} s"


def _number(value: int | Unknown, unit: str = "") -> str:
    return "?" if isinstance(value, Unknown) else f"{value}{unit}"


def statements(plan: RecordPlan) -> Iterator[str]:
    """How it works in its place, which is no fault (FO34, FO39)."""
    recovery, policy = plan.timing.recovery, plan.policy
    yield f"recovery: {_bound(recovery)} by the same formula, with the healthy threshold"
    if isinstance(policy, Weighted):
        yield "the share of an unhealthy item goes to the others, by their weights"
    if not isinstance(policy, Failover):
        return
    yield "failback is automatic: both load balancers serve meanwhile, so it is no outage"
    if policy.trickle == Fraction(0):
        yield "nothing exercises the backup before it is needed: the drills below do, without an outage"


def drill_words(drill: Drill) -> str:
    """What a drill is."""
    ratio = threshold(drill.trickle_ratio)
    return f"drill, {DRILLS[drill.kind]}: all healthy, with trickle ratio {ratio}"


@dataclass(frozen=True)
class AnswerWords:
    """An answer in words: who gets it, with what share, and why; of each address whether it is down.

    ``addresses`` is None where they are undetermined.
    ``near`` is empty where the answer is a further one of the same clients.
    """

    mark: str
    near: str
    share: str
    addresses: tuple[tuple[str, bool], ...] | None
    because: str


def answer_words(
    plan: RecordPlan, answers: Sequence[Answers], unhealthy: frozenset[str]
) -> list[AnswerWords]:
    """One for each answer; clients that get the same ones are told together."""
    groups: dict[tuple[Response, ...], list[str | None]] = {}
    for each in answers:
        groups.setdefault(each.responses, []).append(each.client)
    return [
        AnswerWords(
            _mark(one, unhealthy),
            _clients(clients, len(groups) == 1) if index == 0 else "",
            "" if one.share == 1 else f"{float(one.share) * 100:.3g} %",
            None if one.addresses is None else tuple((clean(e), e in unhealthy) for e in one.addresses),
            _because(one, plan.policy),
        )
        for responses, clients in groups.items()
        for index, one in enumerate(responses)
    ]


def _clients(clients: Iterable[str | None], is_all: bool) -> str:
    if is_all:
        return "anywhere" if None in clients else "any of the regions"
    return ", ".join(clean(each or "") for each in clients)


def _mark(response: Response, unhealthy: frozenset[str]) -> str:
    if response.addresses is None:
        return "?"
    if unhealthy.issuperset(response.addresses):
        return "!!"
    return "!" if response.reason in (Reason.NEXT_GEOGRAPHY, Reason.UNCHECKED_ONLY) else ""


def _because(response: Response, policy: Policy | None) -> str:
    if response.addresses is None:
        return ", ".join(clean(each.because) for each in response.undetermined)
    if not isinstance(policy, Failover):
        return OF_OTHERS.get(response.reason, REASONS[response.reason])
    words = OF_ONE_PRIMARY if len(policy.primary.known) == 1 else REASONS
    return words.get(response.reason, REASONS[response.reason])
