"""``plan`` in text: for each service and scenario one table, a row for each client.

Rows that send connections across zones are marked ``!``, rows that send them to unhealthy
backends, or nowhere, ``!!``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TextIO

from spillover.check.locate import locate
from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import FieldRef, Unknown
from spillover.plan.advice import advice
from spillover.plan.backends import BackendSet
from spillover.plan.eligible import EligibleKind
from spillover.plan.membership import BackendGroup
from spillover.plan.planner import Row, ScenarioPlan, ServicePlan, cross_zone_share
from spillover.plan.zonal import ClientKind, Decision, Reason
from spillover.report.advice_text import advised
from spillover.report.load_text import load
from spillover.report.next_hops_text import next_hops
from spillover.report.parity_text import parity
from spillover.report.plan_json import PlanResult, holds_healthy
from spillover.report.proxies_text import proxies
from spillover.report.style import Style, clean
from spillover.report.tables import table
from spillover.report.tolerance_text import tolerances
from spillover.report.values import threshold

HEADERS = ("", "clients in", "healthy in zone", "ratio", "new connections go to", "because")


def write(result: PlanResult, stream: TextIO, style: Style, *, quiet: bool = False) -> None:
    """Write every service, pairs of next hops, the parity of failovers, and what proxies a load needs.

    ``quiet`` leaves out what was skipped.
    """
    parts = ["\n".join(_service(each, result, style)) for each in result.services]
    parts += ["\n".join(next_hops(each, style)) for each in result.next_hops]
    parts += ["\n".join(parity(each, style)) for each in result.parity]
    if result.proxies:
        parts.append("\n".join(proxies(result.proxies, style)))
    skipped = [
        style.quiet(f"skipped: {clean(locate(each.at).address)}: {clean(each.because)}")
        for each in result.skipped
    ]
    if skipped and not quiet:
        parts.append("\n".join(skipped))
    stream.write("\n\n".join(parts) + "\n" if parts else "")


def _service(plan: ServicePlan, result: PlanResult, style: Style) -> Iterator[str]:
    service, place = plan.service, locate(FieldRef(plan.service.origin))
    name = service.name if isinstance(service.name, str) else place.address
    where = f" in {service.region}" if isinstance(service.region, str) else ""
    yield style.strong(f"{clean(name)}{clean(where)}: {_affinity(plan)}")
    yield style.quiet(f"{clean(place.address)} at {clean(place.span.path)}:{place.span.start.line}")
    for group in plan.groups:
        role = {True: "failover", False: "primary ", None: "unknown "}[group.failover]
        yield f"  {role}  {clean(group.label or '?')}: {_group(group)}"
    for remark in plan.remarks:
        yield style.quiet(f"  {clean(remark)}")
    for caveat in plan.caveats:
        yield style.risky(f"  not exact: {caveat}")
    for unknown in plan.undetermined:
        yield style.risky(f"  undetermined: depends on {clean(unknown.because)}")
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


def _affinity(plan: ServicePlan) -> str:
    service = plan.service
    if isinstance(service.affinity, Unknown):
        return f"zonal affinity not known ({clean(service.affinity.because)}), so each option is shown"
    if service.affinity is not ZonalAffinity.SPILL_CROSS_ZONE:
        return str(service.affinity.value)
    return f"{service.affinity.value}, spillover ratio {threshold(service.spillover_ratio) or 'not known'}"


def _group(group: BackendGroup) -> str:
    if not group.known:
        return "members not known"
    parts = []
    for zone, size in sorted(group.zones.items()):
        parts.append(f"{clean(zone)} {_number(size)}")
    return ", ".join(parts) or "no members"


def _number(size: Size) -> str:
    if size.exact is not None:
        return str(size.exact)
    if size.most is not None:
        return f"{size.least} to {size.most}"
    return f"{size.least} or more" if size.least else "?"


def _scenario(plan: ScenarioPlan, service: ServicePlan, style: Style) -> Iterator[str]:
    eligible = plan.eligible
    if eligible is None:
        yield f"{style.strong(clean(plan.scenario.name))}: original eligible backends undetermined"
    else:
        yield (
            f"{style.strong(clean(plan.scenario.name))}: original eligible: {counted(eligible.backends)}"
            f" ({eligible.why.value})"
        )
    if all(row.decision is None for row in plan.rows):
        yield style.risky("  undetermined for every client: see above for what would have to be known")
        return
    role = "failover" if eligible and eligible.kind is EligibleKind.HEALTHY_FAILOVER else "primary"
    rows = [_row(row, service, style, role) for row in plan.rows]
    yield table(rows, HEADERS)


def counted(backends: BackendSet) -> str:
    """A set of backends in words: the number in each zone."""
    zones = backends.zones()
    parts = (f"{clean(zone)} {'?' if size.exact is None else size.exact}" for zone, size in zones.items())
    return ", ".join(parts) or "none"


def _row(row: Row, plan: ServicePlan, style: Style, role: str) -> tuple[str, ...]:
    client = _client(row)
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
            ", ".join(clean(each.because) for each in row.undetermined),
        )
    if row.answers_itself:
        return ("", client, "-", "-", "itself", "a backend answers its own packets, whatever its health")
    mark = _mark(row, decision)
    paint = {"!!": style.bad, "!": style.risky}.get(mark, str)
    return (
        paint(mark),
        client,
        _local(decision),
        _ratio(decision, plan),
        paint(counted(decision.modified_eligible)),
        _because(row, decision, role),
    )


def _client(row: Row) -> str:
    kinds = {
        ClientKind.PSC_ENDPOINT: "PSC endpoint, ",
        ClientKind.VPN: "VPN",
        ClientKind.INTERCONNECT: "Interconnect",
        ClientKind.OTHER_REGION: "another region",
        ClientKind.VM_BACKEND: "a backend itself, ",
    }
    if row.client.kind is ClientKind.VM:
        return clean(row.client.zone or "any other zone")
    return (kinds[row.client.kind] + clean(row.client.zone or "")).removesuffix(", ")


def _local(decision: Decision) -> str:
    if decision.intersection is None or decision.zonal_matched is None:
        return "-"
    healthy, all_ = decision.zonal_matched.healthy.size.exact, decision.zonal_matched.size.exact
    return f"{'?' if healthy is None else healthy} of {'?' if all_ is None else all_}"


def _ratio(decision: Decision, plan: ServicePlan) -> str:
    if decision.ratio is None:
        return "-"
    exact = decision.ratio.exact
    ratio = "?" if exact is None else str(exact)
    if decision.reason in (Reason.EMPTY_INTERSECTION, Reason.LAST_RESORT_2025_07):
        return ratio  # no threshold was looked at
    sign = "<" if decision.reason is Reason.RATIO_BELOW_THRESHOLD else ">="
    return f"{ratio} {sign} {threshold(plan.service.spillover_ratio) or '?'}"


def _mark(row: Row, decision: Decision) -> str:
    if not holds_healthy(decision.modified_eligible):
        return "!!"
    share = cross_zone_share(row.client, decision.modified_eligible)
    wanted_local = row.option is not ZonalAffinity.DISABLED and row.compatible and row.client.zone
    return "!" if share != 0 and wanted_local else ""


def _across(share: Fraction | None) -> str:
    if not share:
        return ""
    return "; all of it crosses zones" if share == 1 else f"; {float(share) * 100:.3g} % of it crosses zones"


def _because(row: Row, decision: Decision, role: str) -> str:
    across = _across(cross_zone_share(row.client, decision.modified_eligible))
    unhealthy = not holds_healthy(decision.modified_eligible)
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
    if unhealthy and decision.modified_eligible.members and decision.reason is not Reason.UNHEALTHY_IN_ZONE:
        return f"{words}, on unhealthy backends"
    return words
