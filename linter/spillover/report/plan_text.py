"""``plan`` in text: for each service and scenario one table, a row for each client.

Rows that send connections across zones are marked ``!``, rows that send them to unhealthy
backends, or nowhere, ``!!``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from spillover.check.locate import locate
from spillover.model.source import FieldRef
from spillover.plan.advice import advice
from spillover.plan.planned import ScenarioPlan, ServicePlan
from spillover.report.advice_text import advised
from spillover.report.load_text import load
from spillover.report.next_hops_text import next_hops
from spillover.report.parity_text import parity
from spillover.report.plan_json import PlanResult
from spillover.report.plan_words import Mark, RowWords, group_words, row_words, why_eligible
from spillover.report.proxies_text import proxies
from spillover.report.records_text import record
from spillover.report.style import Style, clean
from spillover.report.tables import cut, fitting, packed, paragraph, table, wrapped
from spillover.report.tolerance_text import tolerances
from spillover.report.words import affinity, counted, placed

HEADERS = ("", "clients in", "healthy\nin zone", "ratio", "new connections\ngo to", "because")
SET, BECAUSE, GROUP = 28, (30, 14), 50
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
        yield paragraph(f"  {role}  {cut(clean(group.label or '?'), GROUP)}: {group_words(group)}")
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


def _scenario(plan: ScenarioPlan, service: ServicePlan, style: Style) -> Iterator[str]:
    eligible, name = plan.eligible, clean(plan.scenario.name)
    if eligible is None:
        yield f"{style.strong(name)}: original eligible backends undetermined"
    else:
        told = f": original eligible: {counted(eligible.backends)} ({why_eligible(plan, eligible, service)})"
        yield style.strong(name) + paragraph(f"{name}{told}").removeprefix(name)
    if all(row.decision is None for row in plan.rows):
        yield style.risky("  undetermined for every client: see above for what would have to be known")
        return
    words = [row_words(row, service, eligible) for row in plan.rows]
    yield fitting(lambda because: table([_row(each, style, because) for each in words], HEADERS), *BECAUSE)


def _row(words: RowWords, style: Style, because: int) -> tuple[str, ...]:
    paint = {Mark.BAD: style.bad, Mark.ACROSS: style.risky}.get(words.mark, str)
    return (
        paint(words.mark.value),
        words.client,
        words.healthy,
        words.ratio,
        paint(packed(words.sent_to, SET)),
        wrapped(words.because, because),
    )
