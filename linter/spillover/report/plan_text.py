"""``plan`` in text: for each service and scenario one table, a row for each client.

Rows that send connections across zones are marked ``!``, rows that send them to unhealthy
backends, or nowhere, ``!!``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TextIO

from spillover.check.locate import locate
from spillover.model.service import ZonalAffinity
from spillover.model.source import FieldRef, Unknown
from spillover.plan.advice import advice
from spillover.plan.eligible import Eligible, EligibleKind, Why
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.planned import Row, ScenarioPlan, ServicePlan, cross_zone_share
from spillover.plan.zonal import Decision, Reason
from spillover.report.advice_text import advised
from spillover.report.load_text import load
from spillover.report.next_hops_text import next_hops
from spillover.report.parity_text import parity
from spillover.report.plan_json import PlanResult, holds_healthy
from spillover.report.proxies_text import proxies
from spillover.report.records_text import record
from spillover.report.style import Style, clean
from spillover.report.tables import cut, fitting, packed, paragraph, table, wrapped
from spillover.report.tolerance_text import tolerances
from spillover.report.values import threshold
from spillover.report.words import affinity, clients_in, counted, counts, placed

HEADERS = ("", "clients in", "healthy\nin zone", "ratio", "new connections\ngo to", "because")
SET, BECAUSE, LEAST_BECAUSE, GROUP = 28, 30, 14, 50
"""Columns of a set of backends, of a reason at most and at least, and of the name of a group."""


def write(
    result: PlanResult,
    stream: TextIO,
    style: Style,
    services: Iterable[str] | None = None,
    *,
    quiet: bool = False,
) -> None:
    """Write services, pairs of next hops, records, the parity of failovers, and the proxies of a load.

    ``services`` are the texts of :func:`service` where they are at hand; ``quiet`` leaves out what
    was skipped.
    """
    if services is None:
        services = (service(each, result, style) for each in result.services)
    parts = [*services]
    parts += ["\n".join(next_hops(each, style)) for each in result.next_hops]
    parts += ["\n".join(record(each, style)) for each in result.records]
    parts += ["\n".join(parity(each, style)) for each in result.parity]
    if result.proxies:
        parts.append("\n".join(proxies(result.proxies, style)))
    skipped = [
        style.quiet(paragraph(f"skipped: {clean(locate(each.at).address)}: {clean(each.because)}"))
        for each in result.skipped
    ]
    if skipped and not quiet:
        parts.append("\n".join(skipped))
    stream.write("\n\n".join(parts) + "\n" if parts else "")


def service(plan: ServicePlan, result: PlanResult, style: Style) -> str:
    """The text of one service."""
    return "\n".join(_service(plan, result, style))


def _service(plan: ServicePlan, result: PlanResult, style: Style) -> Iterator[str]:
    service, place = plan.service, locate(FieldRef(plan.service.origin))
    name = service.origin.called(service.name)
    where = f" in {service.region}" if isinstance(service.region, str) else ""
    yield style.strong(paragraph(f"{clean(name)}{clean(where)}: {affinity(service)}"))
    yield style.quiet(placed(place))
    for group in plan.groups:
        role = {True: "failover", False: "primary ", None: "unknown "}[group.failover]
        yield paragraph(f"  {role}  {cut(clean(group.label or '?'), GROUP)}: {_group(group)}")
    for remark in plan.remarks:
        yield style.quiet(paragraph(f"  {clean(remark)}"))
    for caveat in plan.caveats:
        yield style.risky(paragraph(f"  not exact: {caveat}"))
    for unknown in plan.undetermined:
        yield style.risky(paragraph(f"  undetermined: depends on {clean(unknown.because)}"))
    for scenario in plan.scenarios:
        yield ""
        yield from _scenario(scenario, plan, style)
    derived = (
        tolerances(plan.tolerances, style),
        load(plan, style, asked=result.show_load),
        advised(advice(plan, result.spec, result.most_load_factor), style),
    )
    for each in derived:
        lines = list(each)
        yield from ["", *lines] if lines else []


def _group(group: BackendGroup) -> str:
    if group.unplaced:
        return f"{group.unplaced.size} in a zone that is not known"
    if not group.known:
        return "members not known"
    parts = []
    for zone, size in sorted(group.zones.items()):
        parts.append(f"{clean(zone)} {size}")
    return ", ".join(parts) or "no members"


def _scenario(plan: ScenarioPlan, service: ServicePlan, style: Style) -> Iterator[str]:
    eligible, name = plan.eligible, clean(plan.scenario.name)
    if eligible is None:
        yield f"{style.strong(name)}: original eligible backends undetermined"
    else:
        told = f": original eligible: {counted(eligible.backends)} ({_why(plan, eligible, service)})"
        yield style.strong(name) + paragraph(f"{name}{told}").removeprefix(name)
    if all(row.decision is None for row in plan.rows):
        yield style.risky("  undetermined for every client: see above for what would have to be known")
        return
    role = "failover" if eligible and eligible.kind is EligibleKind.HEALTHY_FAILOVER else "primary"

    def rows(because: int) -> str:
        return table([_row(row, service, style, role, because) for row in plan.rows], HEADERS)

    yield fitting(rows, BECAUSE, LEAST_BECAUSE)


def _why(plan: ScenarioPlan, eligible: Eligible, service: ServicePlan) -> str:
    """Why it is these, with the numbers that decided."""
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


def _row(row: Row, plan: ServicePlan, style: Style, role: str, width: int) -> tuple[str, ...]:
    client = clients_in(row.client)
    if isinstance(plan.service.affinity, Unknown):
        client += f" ({row.option.value.removeprefix('ZONAL_AFFINITY_')})"
    decision = row.decision
    if decision is None:
        return (
            "?",
            client,
            "",
            "",
            "undetermined",
            wrapped(", ".join(clean(each.because) for each in row.undetermined), width),
        )
    if row.answers_itself:
        because = "a backend answers its own packets, whatever its health"
        return ("", client, "-", "-", "itself", wrapped(because, width))
    healthy = holds_healthy(decision.modified_eligible)
    share = cross_zone_share(row.client, decision.modified_eligible)
    mark = _mark(row, share) if healthy else "!!"
    paint = {"!!": style.bad, "!": style.risky}.get(mark, str)
    return (
        paint(mark),
        client,
        _local(decision),
        _ratio(decision, plan),
        paint(packed(counts(decision.modified_eligible.zones()), SET) or "none"),
        wrapped(_because(decision, role, _across(share), healthy=healthy), width),
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


def _mark(row: Row, share: Fraction | None) -> str:
    wanted_local = row.option is not ZonalAffinity.DISABLED and row.compatible and row.client.zone
    return "!" if share != 0 and wanted_local else ""


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
