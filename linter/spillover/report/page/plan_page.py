"""``plan --format html``: the verdict, then the load balancers, those first that are worst off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from spillover.errors import InputError
from spillover.report.next_hops_text import next_hops
from spillover.report.page.markup import Html, element, lines
from spillover.report.page.record import record
from spillover.report.page.service import PLAIN, TOLD, worst_of
from spillover.report.page.shell import write as write_page
from spillover.report.parity_text import parity
from spillover.report.plan_json import PlanResult
from spillover.report.plan_words import Mark
from spillover.report.proxies_text import proxies
from spillover.report.style import number_of

MOST_OPEN = 50
"""Of more load balancers those are folded that have nothing to note."""


def write(result: PlanResult, stream: TextIO, services: Iterable[str]) -> None:
    """Write the page; ``services`` are the sections of :func:`~spillover.report.page.service.service`."""
    order = [mark.key for mark in Mark]
    sections = sorted(map(Html, services), key=lambda each: order.index(worst_of(each)))
    write_page("Plan", _parts(result, sections), stream)


def _parts(result: PlanResult, sections: list[Html]) -> Iterator[Html]:
    yield element("header", element("h1", _verdict(sections, len(result.records))), _about(result))
    if result.unreadable:
        yield faults(result.unreadable)
    if sections:
        yield _filters(sections)
    yield element("main", _main(result, sections))


def _main(result: PlanResult, sections: list[Html]) -> Iterator[Html]:
    noted = sum(worst_of(each) != Mark.NONE.key for each in sections)  # they come first
    shown = len(sections) if len(sections) <= MOST_OPEN else max(noted, MOST_OPEN)
    yield from sections[:shown]
    if sections[shown:]:
        title = element("summary", f"{len(sections) - shown} more with nothing to note")
        yield element("details", title, sections[shown:])
    for each in result.next_hops:
        yield _text("Pair of next hops", next_hops(each, PLAIN))
    yield from map(record, result.records)
    for side_by_side in result.parity:
        yield _text("Primary and backup side by side", parity(side_by_side, PLAIN))
    if result.proxies:
        yield _text("Proxies", proxies(result.proxies, PLAIN))
    if result.skipped:
        items = (element("li", f"{each.at.origin.address}: {each.because}") for each in result.skipped)
        title = element("summary", f"Without a plan: {len(result.skipped)}")
        yield element("section", element("details", title, element("ul", items)), class_="text")


def _verdict(sections: list[Html], records: int) -> str:
    found = Counter(map(worst_of, sections))
    parts = [f"{found[mark.key]} {_MEANT[mark]}" for mark in _MEANT if found[mark.key]]
    counts = ((len(sections), "load balancer"), (records, "record set"))
    told = [number_of(number, noun) for number, noun in counts if number]
    of = ", ".join(told) or "nothing to plan"
    return f"{of}: {', '.join(parts)}" if parts else of


_MEANT = {
    Mark.BAD: "with clients that reach no healthy backend",
    Mark.ACROSS: "with clients that leave their zone",
    Mark.UNDETERMINED: "undetermined",
    Mark.NONE: "with nothing to note",
}


def _about(result: PlanResult) -> Html:
    text = f"Effective sets of backends by Google's text of {result.spec.value}, in each scenario."
    return element("p", text)


def faults(errors: Sequence[InputError]) -> Html:
    """What could not be read, so that nobody takes the rest for the whole."""
    items = (element("li", element("code", each.where), f": {each.message}") for each in errors)
    told = f"What could not be read is missing here: {number_of(len(errors), 'fault')} in the inputs"
    return element("section", element("h2", told), element("ul", items), class_="faults")


def _filters(sections: list[Html]) -> Html:
    """They need the script, which shows them."""
    found = {worst_of(each) for each in sections}
    boxes = (
        element("label", element("input", type="checkbox", value=mark.key, checked=True), f" {TOLD[mark]}")
        for mark in Mark
        if mark.key in found
    )
    search = element("label", "Find ", element("input", type="search", id="find", autocomplete="off"))
    counted = element("output", id="count", role="status")
    return element(
        "form",
        search,
        element("fieldset", element("legend", "Show"), boxes),
        counted,
        id="filter",
        hidden=True,
    )


def _text(title: str, text: Iterable[str]) -> Html:
    return element("section", element("h2", title), lines("\n".join(text)), class_="text")
