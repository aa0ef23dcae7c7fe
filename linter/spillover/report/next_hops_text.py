"""Pairs of next hops in ``plan``: a row for each zone of senders, a column for each zone of receivers.

``DIFFER`` stands where the two directions of a connection may reach different appliances.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spillover.plan.planned import ServicePlan
from spillover.plan.return_paths import Agreement, NextHopPair
from spillover.report.style import Style, clean
from spillover.report.tables import cut, fitting, paragraph, table

MOST_NAMED = 3

ZONE, LEAST_OF_ZONE = 30, 9
"""Columns of a zone's name, at most and at least."""


def next_hops(pair: NextHopPair, style: Style) -> Iterator[str]:
    """The lines of one pair: a table for all scenarios that agree."""
    names = f"{_name(pair.forward)} and {_name(pair.back)}"
    yield style.strong(paragraph(f"next hops {names}: one set for a connection and its replies?"))
    if pair.doubt:
        yield style.risky(
            paragraph(f"  undetermined whether they share appliances: depends on {clean(pair.doubt)}")
        )
    for agreement in pair.agreements:
        yield paragraph(f"  {_scenarios(agreement)}")
        yield fitting(partial(_table, pair, agreement, style), ZONE, LEAST_OF_ZONE, 1 + len(pair.zones))


def _table(pair: NextHopPair, agreement: Agreement, style: Style, width: int) -> str:
    receivers = (f"to {cut(clean(each), width)}" for each in pair.zones)
    rows = _rows(pair, agreement, style)
    return table([[cut(sender, width), *cells] for sender, *cells in rows], ("senders in", *receivers))


def _rows(pair: NextHopPair, agreement: Agreement, style: Style) -> list[list[str]]:
    return [
        [clean(sender), *(_cell(agreement.matrix[sender, receiver], style) for receiver in pair.zones)]
        for sender in pair.zones
    ]


def _cell(same: bool | None, style: Style) -> str:
    if same is None:
        return style.risky("?")
    return "same" if same else style.bad("DIFFER")


def _scenarios(agreement: Agreement) -> str:
    shown = [clean(each) for each in agreement.scenarios[:MOST_NAMED]]
    more = len(agreement.scenarios) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _name(plan: ServicePlan) -> str:
    return clean(plan.service.origin.called(plan.service.name))
