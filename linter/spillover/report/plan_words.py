"""What the tables of ``plan`` say, whatever they are drawn in: groups, original eligible backends, rows."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from spillover.model.service import ZonalAffinity
from spillover.model.source import Unknown
from spillover.plan.eligible import Eligible, EligibleKind, Why
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.planned import Row, ScenarioPlan, ServicePlan, cross_zone_share
from spillover.plan.zonal import Decision, Reason
from spillover.records import dataclass
from spillover.report.plan_json import holds_healthy
from spillover.report.style import clean
from spillover.report.values import threshold
from spillover.report.words import clients_in, counts


class Mark(Enum):
    """What a row is marked with, the worst first."""

    BAD = "!!"
    ACROSS = "!"
    UNDETERMINED = "?"
    NONE = ""

    @property
    def key(self) -> str:
        """What it is called in markup."""
        return {"!!": "bad", "!": "across", "?": "unknown", "": "calm"}[self.value]


@dataclass(frozen=True)
class RowWords:
    """What a client gets: the cells of its row. ``sent_to`` are the zones with their numbers of backends."""

    mark: Mark
    client: str
    healthy: str
    ratio: str
    sent_to: tuple[str, ...]
    because: str


def group_words(group: BackendGroup) -> str:
    """Where the backends of a group are."""
    if group.unplaced:
        return f"{group.unplaced.size} in a zone that is not known"
    if not group.known:
        return "members not known"
    parts = []
    for zone, size in sorted(group.zones.items()):
        parts.append(f"{clean(zone)} {size}")
    return ", ".join(parts) or "no members"


def why_eligible(plan: ScenarioPlan, eligible: Eligible, service: ServicePlan) -> str:
    """Why the original eligible backends are these, with the numbers that decided."""
    primary = pools(plan.groups).primary
    share = f"{primary.healthy.size} of {primary.size} primary backends are healthy"
    ratio = threshold(service.service.failover_policy.failover_ratio) or "the failover ratio"
    match eligible.why:
        case Why.BELOW_FAILOVER_RATIO:
            return f"{share}, < {ratio}: all healthy failover backends"
        case Why.AT_OR_ABOVE_FAILOVER_RATIO:
            return f"{share}, >= {ratio}: all healthy primary backends"
        case Why.NO_HEALTHY_PRIMARY:
            return f"{eligible.why.value}: all healthy failover backends"
    return eligible.why.value


def row_words(row: Row, plan: ServicePlan, eligible: Eligible | None) -> RowWords:
    """The words of a row; of ``eligible`` backends its scenario has those."""
    client = clients_in(row.client)
    if isinstance(plan.service.affinity, Unknown):
        client += f" ({row.option.value.removeprefix('ZONAL_AFFINITY_')})"
    decision = row.decision
    if decision is None:
        because = ", ".join(clean(each.because) for each in row.undetermined)
        return RowWords(Mark.UNDETERMINED, client, "", "", ("undetermined",), because)
    if row.answers_itself:
        because = "a backend answers its own packets, whatever its health"
        return RowWords(Mark.NONE, client, "-", "-", ("itself",), because)
    healthy = holds_healthy(decision.modified_eligible)
    share = cross_zone_share(row.client, decision.modified_eligible)
    role = "failover" if eligible and eligible.kind is EligibleKind.HEALTHY_FAILOVER else "primary"
    return RowWords(
        _mark(row, share) if healthy else Mark.BAD,
        client,
        _local(decision),
        _ratio(decision, plan),
        tuple(counts(decision.modified_eligible.zones())) or ("none",),
        _because(decision, role, _across(share), healthy=healthy),
    )


def _local(decision: Decision) -> str:
    if decision.intersection is None or decision.zonal_matched is None:
        return "-"
    return f"{decision.zonal_matched.healthy.size} of {decision.zonal_matched.size}"


def _ratio(decision: Decision, plan: ServicePlan) -> str:
    if decision.ratio is None:
        return "-"
    exact = decision.ratio.exact
    ratio = "?" if exact is None else str(exact)
    if decision.reason in (Reason.EMPTY_INTERSECTION, Reason.LAST_RESORT_2025_07):
        return ratio  # no threshold was looked at
    sign = "<" if decision.reason is Reason.RATIO_BELOW_THRESHOLD else ">="
    return f"{ratio} {sign} {threshold(plan.service.spillover_ratio) or '?'}"


def _mark(row: Row, share: Fraction | None) -> Mark:
    wanted_local = row.option is not ZonalAffinity.DISABLED and row.compatible and row.client.zone
    return Mark.ACROSS if share != 0 and wanted_local else Mark.NONE


def _across(share: Fraction | None) -> str:
    if not share:
        return ""
    return "; all of it crosses zones" if share == 1 else f"; {float(share) * 100:.3g} % of it crosses zones"


def _because(decision: Decision, role: str, across: str, *, healthy: bool) -> str:
    words = {
        Reason.AFFINITY_DISABLED: f"zonal affinity is off{across}",
        Reason.CLIENT_INCOMPATIBLE: "zonal affinity never applies to these clients",
        Reason.TRAFFIC_DROPPED: "DROPPED: nothing is healthy, and the failover policy drops traffic then",
        Reason.NO_BACKENDS: "there is no backend to send to",
        Reason.NO_ZONAL_MATCH: f"no {role} backend in this zone{across}",
        Reason.INTERSECTION: "stays in its zone",
        Reason.RATIO_AT_OR_ABOVE_THRESHOLD: "stays in its zone",
        Reason.RATIO_BELOW_THRESHOLD: f"spills: too few healthy backends in its zone{across}",
        Reason.EMPTY_INTERSECTION: f"spills: no healthy backend in its zone{across}",
        Reason.UNHEALTHY_IN_ZONE: "BLACK HOLE: stays in its zone, where no backend is healthy",
        Reason.LAST_RESORT_2025_07: f"nothing is healthy{across}",
        Reason.UNDETERMINED: "undetermined",
    }[decision.reason]
    if healthy or not decision.modified_eligible.members or decision.reason is Reason.UNHEALTHY_IN_ZONE:
        return words
    return f"{words}, on unhealthy backends"
