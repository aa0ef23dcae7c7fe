"""The table of tolerance in ``plan``: a row for each client zone, from the first failure to the last.

Rows that may end in a black hole, or with dropped traffic, are marked ``!!``; ``?`` is undetermined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spillover.model.service import ZonalAffinity
from spillover.plan.tolerance import Fate, Serving, Step, Tolerance
from spillover.plan.tolerances import ZoneTolerance
from spillover.records import dataclass
from spillover.report.style import Style, clean
from spillover.report.tables import fitting, table, wrapped
from spillover.report.words import undetermined

HEADERS = ("", "clients in", "healthy to stay", "then", "after that", "failures elsewhere")

FATES = {
    Fate.LOCAL: "local",
    Fate.SPILLS: "spills",
    Fate.BLACK_HOLE: "BLACK HOLE",
    Fate.NO_MATCH: "leaves zone",
    Fate.ANYWHERE: "goes anywhere",
    Fate.LAST_RESORT: "last resort",
    Fate.LAST_RESORT_IN_ZONE: "last resort",
    Fate.DROPPED: "DROPPED",
    Fate.NOWHERE: "no backend",
}
BAD = (Fate.BLACK_HOLE, Fate.DROPPED)

CELL, LEAST = 40, 12
"""Columns of what happens, at most and at least."""


@dataclass(frozen=True)
class Tolerances:
    """The table in words: a title, rows as under ``HEADERS``, and what would have to be known."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    undetermined: tuple[str, ...]


def tolerance_words(zones: Iterable[ZoneTolerance]) -> Tolerances | None:
    """The table in words; none where zonal affinity is off and nothing can fail over."""
    shown = [each for each in zones if _says_something(each)]
    if not shown:
        return None
    known = next((each.known for each in shown if each.known), None)
    several = len({each.option for each in shown}) > 1
    causes = dict.fromkeys(unknown.because for each in shown for unknown in each.undetermined)
    return Tolerances(
        f"all healthy at first{_pool(known) if known else ''}",
        tuple(_row(each, several=several) for each in shown) if known else (),
        tuple(causes),
    )


def tolerances(zones: Iterable[ZoneTolerance], style: Style) -> Iterator[str]:
    """The lines of the table; none where there is no table."""
    words = tolerance_words(zones)
    if words is None:
        return
    yield f"{style.strong('tolerance')}, {words.title}"
    if words.rows:
        yield fitting(
            lambda width: table([_drawn(each, width, style) for each in words.rows], HEADERS),
            CELL,
            LEAST,
            columns=3,
        )
    for because in words.undetermined:
        yield style.risky(undetermined(because))


def _drawn(row: tuple[str, ...], width: int, style: Style) -> tuple[str, ...]:
    mark, zone, needed, then, after, elsewhere = row
    paint = style.bad if mark == "!!" else str
    happens = (paint(wrapped(each, width)) for each in (then, after))
    return (paint(mark), zone, needed, *happens, wrapped(elsewhere, width))


def _says_something(zone: ZoneTolerance) -> bool:
    if zone.option is not ZonalAffinity.DISABLED:
        return True
    return zone.known is not None and zone.known.after_failover is not None


def _pool(known: Tolerance) -> str:
    """When the pools change, which is the same for every zone."""
    if known.after_failover is None:
        return ""
    needed, size = known.primary_needed, known.primary_size.exact
    of = "" if size is None else f" of {size}"
    return f"; fails over below {needed}{of} healthy primary backends, back at {needed}"


def _row(zone: ZoneTolerance, *, several: bool) -> tuple[str, ...]:
    name = clean(zone.zone)
    if several:
        name += f" ({zone.option.value.removeprefix('ZONAL_AFFINITY_')})"
    known = zone.known
    if known is None:
        return ("?", name, "undetermined", "", "", "")
    mark = "!!" if any(step.outcome.fate in BAD for step in known.steps) else ""
    changes = [_step(each, known) for each in known.steps]
    then, after = changes[0] if changes else "-", ", ".join(changes[1:]) or "-"
    return (mark, name, _needed(known), then, after, _elsewhere(known))


def _needed(known: Tolerance) -> str:
    holding = known.holding
    if holding.needed is None:
        return "affinity is off" if holding.lost is Fate.ANYWHERE else "no backend here"
    size = holding.here.exact
    return f"{holding.needed}" if size is None else f"{holding.needed} of {size}"


def _step(step: Step, known: Tolerance) -> str:
    """Such as ``spills at 3``; failover backends that serve from the start do not take over."""
    takes_over = step.outcome.serving is Serving.FAILOVER and known.holding is known.primary
    return f"{'fails over' if takes_over else FATES[step.outcome.fate]} at {step.healthy}"


def _elsewhere(known: Tolerance) -> str:
    """What failures in other zones change; connections that spill from there do not change the set."""
    after = known.after_failover
    if after is None:
        return "change nothing"
    if after is Fate.LOCAL:
        return f"failover: local with {known.failover.needed}"
    return "failover: leaves zone" if known.holding.needed else "failover"
