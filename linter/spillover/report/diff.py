"""The finished result of a diff: what every format of ``diff`` is a function of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spillover.check.report import Reported, Suppressed
from spillover.check.rule import Spec
from spillover.errors import InputError, InternalError
from spillover.plan.diff.matching import Status
from spillover.plan.diff.records import RecordDiff
from spillover.plan.diff.results import Destiny, Result
from spillover.plan.diff.services import RowChange, ServiceDiff
from spillover.plan.planned import ServicePlan
from spillover.records import dataclass
from spillover.report.style import clean
from spillover.report.values import threshold
from spillover.report.words import affinity

FOR_CLIENTS = (Status.ADDED, Status.REMOVED, Status.CHANGED, Status.UNDETERMINED)
"""What became of something that concerns clients, or may."""

_BAD = (Destiny.UNHEALTHY, Destiny.NOWHERE)


@dataclass(frozen=True)
class DiffResult:
    """Load balancers, record sets and findings of both sides, and what could not be read of either.

    ``suppressed`` is what is suppressed after, and was not before.
    """

    services: tuple[ServiceDiff, ...]
    records: tuple[RecordDiff, ...]
    new: tuple[Reported, ...]
    gone: tuple[Reported, ...]
    spec: Spec
    suppressed: tuple[Suppressed, ...] = ()
    unreadable: tuple[InputError, ...] = ()
    internal_errors: tuple[InternalError, ...] = ()

    @property
    def things(self) -> tuple[ServiceDiff | RecordDiff, ...]:
        """The load balancers and the record sets."""
        return (*self.services, *self.records)

    @property
    def has_changes(self) -> bool:
        """Whether anything is other than before, also what is only written otherwise."""
        return bool(self.new or self.gone) or any(each.status is not Status.UNCHANGED for each in self.things)

    def summary(self) -> dict[str, dict[str, int] | int]:
        """The numbers at the head of every report."""
        return {
            "services": _counted(each.status for each in self.services),
            "records": _counted(each.status for each in self.records),
            "new_findings": len(self.new),
            "gone_findings": len(self.gone),
            **({"suppressed_findings": len(self.suppressed)} if self.suppressed else {}),
            "unreadable": len(self.unreadable),
        }

    @property
    def verdict(self) -> str:
        """All of it in one line."""
        parts = [
            *_told([each.status for each in self.services], "load balancer"),
            *_told([each.status for each in self.records], "record set"),
        ]
        counted = {"new": self.new, "gone": self.gone, "newly suppressed": self.suppressed}
        findings = [f"{len(found)} {name}" for name, found in counted.items() if found]
        if findings:
            parts.append(f"findings: {', '.join(findings)}")
        return "; ".join(parts) or "nothing changes for clients"


def _counted(statuses: Iterable[Status]) -> dict[str, int]:
    found = list(statuses)
    return {each.value: found.count(each) for each in Status}


def _told(statuses: list[Status], noun: str) -> Iterator[str]:
    counts = [f"{statuses.count(each)} {each.value}" for each in FOR_CLIENTS if each in statuses]
    if counts:
        yield f"{noun}s: {', '.join(counts)} of {len(statuses)}"


@dataclass(frozen=True)
class FoldedRow:
    """Changes that are alike, whatever the scenario."""

    scenarios: tuple[str, ...]
    row: RowChange


def folded(rows: Iterable[RowChange]) -> tuple[FoldedRow, ...]:
    """The rows of a load balancer; those of a client that differ only in the scenario are one."""
    groups: dict[object, list[RowChange]] = {}
    for row in rows:
        key = (row.client, *((each.destiny, _frozen(each)) for each in (row.before, row.after)))
        groups.setdefault(key, []).append(row)
    return tuple(FoldedRow(tuple(each.scenario for each in alike), alike[0]) for alike in groups.values())


def _frozen(result: Result) -> object:
    return None if result.sizes is None else tuple(result.sizes.items())


def mark(row: RowChange) -> str:
    """``!!`` where clients lose all healthy backends, ``!`` where they are worse off, ``+`` where better."""
    order = list(Destiny)
    if Destiny.UNDETERMINED in (row.before.destiny, row.after.destiny):
        return "?"
    worse = order.index(row.after.destiny) - order.index(row.before.destiny)
    if worse > 0:
        return "!!" if row.after.destiny in _BAD else "!"
    return "+" if worse < 0 else ""


def meaning(row: RowChange) -> str:
    """What a change of a row is, in words."""
    before, after = row.before.destiny, row.after.destiny
    if after is Destiny.UNDETERMINED:
        return "is not known any more"
    if before is after:
        return "as before, with other backends"
    is_zonal = row.client.zone is not None
    return {
        Destiny.ITSELF: "answers itself now",
        Destiny.LOCAL: "stays in its zone now" if is_zonal else "reaches healthy backends now",
        Destiny.ACROSS: "leaves its zone now",
        Destiny.UNHEALTHY: "reaches unhealthy backends only",
        Destiny.NOWHERE: "reaches no backend any more",
    }[after]


def settings(diff: ServiceDiff) -> Iterator[tuple[str, str, str]]:
    """What is written otherwise, in words: its name, and both values; one is empty where a side has none."""
    one, other = ({} if plan is None else dict(_settings(plan)) for plan in (diff.before, diff.after))
    for name in {**one, **other}:
        before, after = one.get(name, ""), other.get(name, "")
        if before != after:
            yield name, before, after


def _settings(plan: ServicePlan) -> Iterator[tuple[str, str]]:
    yield "zonal affinity", affinity(plan.service)
    if any(group.failover for group in plan.groups):
        yield "failover ratio", threshold(plan.service.failover_policy.failover_ratio) or "not known"
    for role, name in ((False, "primary backends"), (True, "failover backends")):
        groups = (group for group in plan.groups if group.failover is role)
        sizes = [f"{clean(zone)} {size}" for group in groups for zone, size in group.zones.items()]
        if sizes:
            yield name, ", ".join(sorted(sizes))
