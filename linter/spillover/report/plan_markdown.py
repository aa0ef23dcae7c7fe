"""``plan --format markdown``, for a comment on a pull request: what each zone bears, the tables folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from spillover.plan.planned import ServicePlan
from spillover.report import plan_text
from spillover.report.markdown import cut_to_fit, escaped, fenced, folded_away, unreadable
from spillover.report.mermaid import flow
from spillover.report.next_hops_text import next_hops
from spillover.report.parity_text import parity
from spillover.report.plan_json import PlanResult
from spillover.report.proxies_text import proxies
from spillover.report.records_text import record
from spillover.report.style import Style, number_of
from spillover.report.words import affinity

PLAIN = Style()


def write(result: PlanResult, stream: TextIO, services: Iterable[str]) -> None:
    """Write the comment, cut to what GitHub takes; ``services`` are the texts of :func:`service`."""
    stream.write(cut_to_fit("\n\n".join(_parts(result, tuple(services))) + "\n"))


def service(plan: ServicePlan, result: PlanResult) -> str:
    """One service: its name and how much it bears, and its tables behind them."""
    name = plan.service.origin.called(plan.service.name)
    summary = f"{name}: {affinity(plan.service)}{_bears(plan)}"
    drawn = flow(plan)
    picture = f"{escaped(drawn[0])}:\n\n{drawn[1]}\n\n" if drawn else ""
    return folded_away(summary, picture + fenced(plan_text.service(plan, result, PLAIN)))


def _bears(plan: ServicePlan) -> str:
    """How many backends of each zone have to be healthy for its clients to stay there."""
    told = [
        f"{zone.known.holding.needed} of {zone.known.holding.here} in {zone.zone}"
        for zone in plan.tolerances
        if zone.known is not None and zone.known.holding.needed is not None
    ]
    return f"; clients stay with {', '.join(told)}" if told else ""


def _parts(result: PlanResult, services: tuple[str, ...]) -> Iterator[str]:
    counts = ((len(services), "load balancer"), (len(result.records), "record set"))
    told = [number_of(number, noun) for number, noun in counts if number]
    yield f"**spillover:** {', '.join(told) or 'nothing to plan'}"
    if result.unreadable:
        yield unreadable(result.unreadable)
    yield from services
    for each in result.next_hops:
        yield folded_away("Pair of next hops", _text(next_hops(each, PLAIN)))
    for plan in result.records:
        name = plan.record_set.origin.called(plan.record_set.name)
        yield folded_away(f"Record {name}", _text(record(plan, PLAIN)))
    for side_by_side in result.parity:
        yield folded_away("Primary and backup side by side", _text(parity(side_by_side, PLAIN)))
    if result.proxies:
        yield folded_away("Proxies", _text(proxies(result.proxies, PLAIN)))
    skipped = [f"- {escaped(each.at.origin.address)}: {escaped(each.because)}" for each in result.skipped]
    if skipped:
        yield folded_away(f"Without a plan: {len(skipped)}", "\n".join(skipped))


def _text(lines: Iterator[str]) -> str:
    return fenced("\n".join(lines))
