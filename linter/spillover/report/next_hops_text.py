"""Pairs of next hops in ``plan``: a row for each zone of senders, a column for each zone of receivers.

``DIFFER`` stands where the two directions of a connection may reach different appliances.
"""

from __future__ import annotations

from collections.abc import Iterator

from spillover.plan.planned import ServicePlan
from spillover.plan.return_paths import Agreement, NextHopPair
from spillover.report.style import Style, clean
from spillover.report.tables import paragraph, table

MOST_NAMED = 3


def next_hops(pair: NextHopPair, style: Style) -> Iterator[str]:
    """The lines of one pair: a table for all scenarios that agree."""
    names = f"{_name(pair.forward)} and {_name(pair.back)}"
    yield f"{style.strong(f'next hops {names}')}: one set for a connection and its replies?"
    if pair.doubt:
        yield style.risky(
            paragraph(f"  undetermined whether they share appliances: depends on {clean(pair.doubt)}")
        )
    for agreement in pair.agreements:
        yield f"  {_scenarios(agreement)}"
        yield table(
            _rows(pair, agreement, style), ("senders in", *(f"to {clean(each)}" for each in pair.zones))
        )


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
