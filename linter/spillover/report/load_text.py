"""The tables of load in ``plan``: where connections end up, in the first scenario and in the worst."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from spillover.plan.load import Distribution
from spillover.plan.loads import ScenarioLoad, loads, shares_are_given, worst
from spillover.plan.planned import ServicePlan
from spillover.report.style import Style, clean
from spillover.report.tables import table
from spillover.report.words import undetermined

HEADERS = ("backends in", "get of all connections", "each of them", "times an even spread")


def load(plan: ServicePlan, style: Style, *, asked: bool) -> Iterator[str]:
    """The lines; none where no shares are given and nobody asks, or there is no backend."""
    is_given = any(shares_are_given(each) for each in plan.scenarios)
    found = loads(plan) if asked or is_given else ()
    if not found:
        return
    first, busiest = found[0], worst(found)
    yield from _scenario(first, style)
    if busiest and busiest.load is not first:
        yield from _scenario(busiest.load, style)
    if busiest:
        name = clean(busiest.load.scenario)
        yield f"  worst of all scenarios: {number(busiest.factor)} times an even spread, {name}"


def _scenario(each: ScenarioLoad, style: Style) -> Iterator[str]:
    shares = "shares of clients as given" if each.is_given else "as many clients in each zone with a backend"
    yield f"{style.strong('load')}, {clean(each.scenario)}; {shares}"
    if each.known is None:
        for unknown in each.undetermined:
            yield style.risky(undetermined(unknown.because))
        return
    rows = [
        (clean(zone), percent(of.share), percent(of.per_backend), number(of.factor))
        for zone, of in each.known.zones.items()
    ]
    if rows:
        yield table(rows, HEADERS)
    yield from _summary(each.known, style)


def _summary(known: Distribution, style: Style) -> Iterator[str]:
    off = percent(known.crossing_without_affinity)
    yield f"  crosses zones: {percent(known.crossing)}; with zonal affinity off: {off}"
    if known.unserved:
        yield style.bad(f"  !! reaches no healthy backend: {percent(known.unserved)}")


def percent(share: Fraction) -> str:
    """A share to three digits."""
    return f"{float(share) * 100:.3g} %"


def number(factor: Fraction | None) -> str:
    """A factor to three digits, or a dash."""
    return "-" if factor is None else f"{float(factor):.3g}"
