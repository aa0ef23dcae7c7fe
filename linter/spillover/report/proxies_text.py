"""The table of proxies in ``plan``: a row for each network and region that a scenario has a load for.

Rows that do not fit are marked ``!!``, rows that cannot be decided ``?``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from spillover.model.capacity import Size
from spillover.plan.proxies import (
    ACTIVE_CONNECTIONS,
    HTTP_CONNECTIONS,
    HTTPS_CONNECTIONS,
    REQUESTS,
    Dimension,
    ProxyPlan,
    Verdict,
)
from spillover.plan.scenario import Load
from spillover.report.style import Style, clean
from spillover.report.tables import cut, table, wrapped

HEADERS = ("", "region", "network", "proxies\nneeded", "addresses", "load\nbalancers", "verdict")
CELL = 16
"""Columns of a cell, so that a line fits."""


def proxies(plans: Iterable[ProxyPlan], style: Style) -> Iterator[str]:
    """The lines of the tables, one table for each scenario."""
    for scenario, rows in groupby(plans, key=lambda each: each.scenario):
        yield f"{style.strong(clean(scenario))}: proxies for the load of regional load balancers"
        yield table([_row(each, style) for each in rows], HEADERS)


def _row(plan: ProxyPlan, style: Style) -> tuple[str, ...]:
    mark = {Verdict.FITS: "", Verdict.DOES_NOT_FIT: "!!", Verdict.UNDETERMINED: "?"}[plan.verdict]
    paint = {"!!": style.bad, "?": style.risky}.get(mark, str)
    return (
        paint(mark),
        clean(plan.region),
        cut(clean(plan.network or "?"), CELL),
        wrapped(f"{plan.need.proxies}: {decisive(plan.load, plan.need.because)}", CELL),
        wrapped(_addresses(plan), CELL),
        _balancers(plan.balancers),
        paint(wrapped(_verdict(plan), CELL)),
    )


def _addresses(plan: ProxyPlan) -> str:
    if plan.addresses is None:
        return "?"
    if plan.subnetwork is None:
        return "none"
    return f"{plan.addresses} in {clean(plan.subnetwork.origin.called(plan.subnetwork.name))}"


def _balancers(size: Size) -> str:
    return f"{size.least} to {size.most}" if size.exact is None else str(size.exact)


def _verdict(plan: ProxyPlan) -> str:
    if plan.verdict is Verdict.FITS:
        return "fits"
    if plan.verdict is Verdict.DOES_NOT_FIT:
        missing = "no active proxy-only subnetwork" if plan.subnetwork is None else "too few addresses"
        return f"DOES NOT FIT: {missing}"
    return f"undetermined: depends on {', '.join(clean(each.because) for each in plan.undetermined)}"


def decisive(load: Load, because: Dimension) -> str:
    """The part of a load that decides how many proxies it needs, over what one proxy takes of it."""
    if because is Dimension.ACTIVE_CONNECTIONS:
        return f"{_number(load.active_connections)} / {ACTIVE_CONNECTIONS} active connections"
    if because is Dimension.REQUESTS:
        return f"{_number(load.requests)} / {REQUESTS} requests/s"
    kinds = (
        (load.http_connections, HTTP_CONNECTIONS, "HTTP"),
        (load.https_connections, HTTPS_CONNECTIONS, "HTTPS"),
    )
    parts = [f"{_number(number)} / {most} {of}" for number, most, of in kinds if number]
    return f"{' + '.join(parts)} new connections/s" if parts else "no load"


def _number(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"
