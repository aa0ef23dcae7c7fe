"""The plan of a record set in text: what is answered in each state of health, and how long a change takes.

Rows whose answer is all unhealthy are marked ``!!``, rows that leave the nearest item, or answer what nobody
checks, ``!``, rows that cannot be decided ``?``. All of it fits a terminal of 100 columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from textwrap import wrap

from spillover.check.locate import locate
from spillover.model.dns import PrimaryBackup
from spillover.model.outage import OutageBound
from spillover.model.source import FieldRef, Unknown
from spillover.plan.dns.answers import Reason, Response
from spillover.plan.dns.policy import Failover, Item, Policy, Weighted
from spillover.plan.dns.record import Answers, DrillKind, RecordPlan
from spillover.plan.dns.timing import Alternative, Setting, detection
from spillover.report.style import Style, clean
from spillover.report.tables import cut, table
from spillover.report.values import threshold

LINE = 96
"""Columns of a line of its own, beside its indentation."""

CLIENTS, BECAUSE = 26, 28
"""Columns of two cells of a row at most; what is longer goes on in the next line of the cell.

An address, or what gives it, has what these leave; the middle of a longer one is left out.
"""

DOWN = " (down)"

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


def record(plan: RecordPlan, style: Style) -> Iterator[str]:
    """The lines of one record set."""
    place = locate(FieldRef(plan.record_set.origin))
    called, type_ = plan.record_set.origin.called(plan.record_set.name), plan.record_set.type
    shown = f"{cut(clean(called), 50)} {clean(type_) if isinstance(type_, str) else '?'}"
    yield style.strong(f"{shown}: {_policy(plan)}")
    yield style.quiet(
        cut(f"{clean(place.address)} at {clean(place.span.path)}:{place.span.start.line}", LINE)
    )
    yield from _roles(plan.policy)
    yield from _timing(plan, style)
    yield from _statements(plan)
    for unknown in plan.undetermined:
        for line in _wrapped(f"undetermined: depends on {clean(unknown.because)}", LINE):
            yield style.risky(f"  {line}")
    for scenario in plan.scenarios:
        yield ""
        yield style.strong(cut(f"{clean(scenario.weather.name)}:", LINE))
        yield _table(plan, scenario.answers, scenario.weather.unhealthy, style)
    for drill in plan.drills:
        yield ""
        ratio = threshold(drill.trickle_ratio)
        yield style.strong(f"drill, {DRILLS[drill.kind]}: all healthy, with trickle ratio {ratio}:")
        yield _table(plan, drill.answers, frozenset(), style)


def _policy(plan: RecordPlan) -> str:
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


def _roles(policy: Policy | None) -> Iterator[str]:
    """Every target with its role; lists that are not known are told below."""
    if policy is None:
        return
    rows = list(_role("primary", policy.primary)) if isinstance(policy, Failover) else []
    for item in () if isinstance(policy.items, Unknown) else policy.items:
        rows += _role("backup" if isinstance(policy, Failover) else "item", item, policy)
    if rows:
        yield table(rows, ())


def _role(role: str, item: Item, policy: Policy | None = None) -> Iterator[tuple[str, ...]]:
    where = "?" if isinstance(item.location, Unknown) else item.location or ""
    if isinstance(policy, Weighted):
        where = f"weight {'?' if isinstance(item.weight, Unknown) else item.weight}"
    if isinstance(item.targets, Unknown):
        yield role, clean(where), "not known", ""
        return
    for each in item.targets:
        note = "internal load balancer" if each.internal else "" if each.checked else "not checked"
        yield role, clean(where), cut(clean(each.name), 44), note


def _timing(plan: RecordPlan, style: Style) -> Iterator[str]:
    """The bound and the way to it, and what each setting at its least makes of it."""
    outage = plan.timing.outage
    fails, decided = _change(plan.policy)
    yield f"  outage: {_bound(outage)} by Google's formula, which is no guarantee"
    rows = (
        ("", "0 s", fails, ""),
        (
            "",
            _seconds(detection(outage)),
            decided,
            f"interval {_number(outage.interval, ' s')} x {_number(outage.failures)} failed checks",
        ),
        (
            "",
            _seconds(outage),
            "the last clients leave the dead address",
            f"TTL {_number(outage.ttl, ' s')}: asked just before the decision",
        ),
    )
    yield table(rows, ())
    for each in plan.timing.alternatives:
        yield style.quiet(f"  {_alternative(each, outage)}")


def _change(policy: Policy | None) -> tuple[str, str]:
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


def _statements(plan: RecordPlan) -> Iterator[str]:
    """How it works in its place, which is no fault (FO34, FO39)."""
    recovery, policy = plan.timing.recovery, plan.policy
    yield f"  recovery: {_bound(recovery)} by the same formula, with the healthy threshold"
    if isinstance(policy, Weighted):
        yield "  the share of an unhealthy item goes to the others, by their weights"
    if not isinstance(policy, Failover):
        return
    yield "  failback is automatic: both load balancers serve meanwhile, so it is no outage"
    if policy.trickle == Fraction(0):
        yield "  nothing exercises the backup before it is needed: the drills below do, without an outage"


def _table(plan: RecordPlan, answers: Sequence[Answers], unhealthy: frozenset[str], style: Style) -> str:
    """One row for each answer; clients that get the same ones share a row."""
    groups: dict[tuple[Response, ...], list[str | None]] = {}
    for each in answers:
        groups.setdefault(each.responses, []).append(each.client)
    near = [_clients(clients, len(groups) == 1) for clients in groups.values()]
    has_shares = any(one.share != 1 for each in groups for one in each)
    width = _left(near, has_shares)
    rows = [
        _row(clients if index == 0 else "", one, plan, unhealthy, style, width, has_shares)
        for clients, responses in zip(near, groups, strict=True)
        for index, one in enumerate(responses)
    ]
    share = ("share",) if has_shares else ()
    return table(rows, ("", "clients near", *share, "answered", "because"))


def _left(near: Iterable[str], has_shares: bool) -> int:
    """The columns that an address may have, so that the rows of a table have no more than 100."""
    clients = max(len(line) for each in ("clients near", *near) for line in each.split("\n"))
    return LINE - 2 - clients - 2 - (8 if has_shares else 0) - 2 - BECAUSE


def _clients(clients: Iterable[str | None], is_all: bool) -> str:
    if is_all:
        return "anywhere" if None in clients else "any of the regions"
    return "\n".join(_wrapped(", ".join(clean(each or "") for each in clients), CLIENTS))


def _row(
    near: str,
    response: Response,
    plan: RecordPlan,
    unhealthy: frozenset[str],
    style: Style,
    width: int,
    has_shares: bool,
) -> tuple[str, ...]:
    mark = _mark(response, unhealthy)
    paint = {"!!": style.bad, "!": style.risky, "?": style.risky}.get(mark, str)
    share = (f"{float(response.share) * 100:.3g} %",) if has_shares else ()
    because = "\n".join(_wrapped(_because(response, plan.policy), BECAUSE))
    return (paint(mark), near, *share, _answered(response, unhealthy, width), because)


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of a text; names of regions stay whole."""
    return wrap(text, width, break_on_hyphens=False)


def _mark(response: Response, unhealthy: frozenset[str]) -> str:
    if response.addresses is None:
        return "?"
    if unhealthy.issuperset(response.addresses):
        return "!!"
    return "!" if response.reason in (Reason.NEXT_GEOGRAPHY, Reason.UNCHECKED_ONLY) else ""


def _answered(response: Response, unhealthy: frozenset[str], width: int) -> str:
    if response.addresses is None:
        return "undetermined"
    return "\n".join(
        cut(clean(each), width - len(DOWN)) + DOWN if each in unhealthy else cut(clean(each), width)
        for each in response.addresses
    )


def _because(response: Response, policy: Policy | None) -> str:
    if response.addresses is None:
        return ", ".join(clean(each.because) for each in response.undetermined)
    if not isinstance(policy, Failover):
        return OF_OTHERS.get(response.reason, REASONS[response.reason])
    words = OF_ONE_PRIMARY if len(policy.primary.known) == 1 else REASONS
    return words.get(response.reason, REASONS[response.reason])
