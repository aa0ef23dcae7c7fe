"""``diff --format html``: what a change does to clients, the worst first, and the findings of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from spillover.check.locate import locate
from spillover.check.report import Reported
from spillover.check.severity import Severity
from spillover.model.source import FieldRef
from spillover.plan.diff.matching import Status
from spillover.plan.diff.records import RecordDiff
from spillover.plan.diff.services import ServiceDiff
from spillover.report.diff import FOR_CLIENTS, DiffResult, FoldedRow, folded, mark, meaning, settings
from spillover.report.diff_text import answered, result_words, setting_words
from spillover.report.page.markup import Html, element, row, table
from spillover.report.page.plan_page import faults
from spillover.report.page.shell import write as write_page
from spillover.report.words import clients_in

WIDE = 200
KEYS = {"!!": "bad", "!": "across", "?": "unknown", "+": "better", "": "calm"}
"""What the mark of a row is called in the markup, the worst first."""

TOLD = {
    "bad": "clients lose all healthy backends",
    "across": "clients are worse off",
    "unknown": "undetermined",
    "better": "clients are better off",
    "calm": "nothing to note",
}


def write(result: DiffResult, stream: TextIO) -> None:
    """Write the page."""
    write_page("Change", _parts(result), stream)


def _parts(result: DiffResult) -> Iterator[Html]:
    yield element("header", element("h1", result.verdict), element("p", _about(result)))
    if result.unreadable:
        yield faults(result.unreadable)
    if result.new or result.gone:
        yield _severities(result)
    changed = [each for each in result.things if each.status in FOR_CLIENTS]
    same = [each.name for each in result.things if each.status is Status.UNCHANGED]
    yield element(
        "main",
        (_thing(each) for each in sorted(changed, key=lambda each: list(TOLD).index(_worst(each)))),
        _findings("New findings", result.new),
        _findings("Findings that are gone", result.gone),
        element("p", f"Unchanged: {', '.join(same)}") if same else "",
    )


def _about(result: DiffResult) -> str:
    text = f"by Google's text of {result.spec.value}"
    return f"What changes for clients, {text}: new connections, before and after."


def _worst(thing: ServiceDiff | RecordDiff) -> str:
    if isinstance(thing, RecordDiff):
        return KEYS[""]
    marks = [mark(each) for each in thing.rows] + (["?"] if thing.undetermined else [])
    return min((KEYS[each] for each in marks), key=list(TOLD).index, default=KEYS[""])


def _thing(thing: ServiceDiff | RecordDiff) -> Html:
    place, worst = locate(FieldRef(thing.subject.origin)), _worst(thing)
    badge = element("span", TOLD[worst], class_=f"badge {worst}")
    return element(
        "section",
        element("h2", thing.name),
        element("p", badge, f" {thing.status.value}"),
        element("p", f"{place.address} at {place.span.path}:{place.span.start.line}", class_="place"),
        _service(thing) if isinstance(thing, ServiceDiff) else _record(thing),
        class_="service",
        data_worst=worst,
    )


def _service(diff: ServiceDiff) -> Iterator[Html]:
    told = [*diff.meaning, *(f"undetermined: depends on {each.because}" for each in diff.undetermined)]
    yield element("ul", (element("li", each) for each in told), class_="facts")
    written = (row((name, before or "-", after or "-")) for name, before, after in settings(diff))
    yield table("What is written otherwise", ("setting", "before", "after"), written)
    headers = ("", "scenario", "clients in", "before", "after", "new connections")
    if diff.rows:
        yield table("Where new connections go", headers, map(_row, folded(diff.rows)))


def _row(each: FoldedRow) -> Html:
    cells = (
        mark(each.row),
        ", ".join(each.scenarios),
        clients_in(each.row.client),
        result_words(each.row.before, WIDE),
        result_words(each.row.after, WIDE),
        meaning(each.row),
    )
    return row([cell.replace("\n", " ") for cell in cells], header=2, class_=KEYS[mark(each.row)])


def _record(diff: RecordDiff) -> Iterator[Html]:
    items = (element("li", setting_words(diff, each, " → ")) for each in diff.settings)
    yield element("ul", items, class_="facts")
    headers = ("state", "clients near", "answered before", "answered after")
    rows = (
        row((e.scenario, e.client or "anywhere", answered(e.before, ", "), answered(e.after, ", ")), header=1)
        for e in diff.answers
    )
    if diff.answers:
        yield table("What is answered", headers, rows)


def _findings(title: str, found: Sequence[Reported]) -> Html:
    if not found:
        return Html("")
    rows = (
        row(
            (each.severity.value, each.rule.code, each.message, _line(each)),
            data_severity=each.severity.value,
            header=1,
        )
        for each in found
    )
    return element("section", element("h2", title), table(title, ("severity", "rule", "what", "where"), rows))


def _line(finding: Reported) -> str:
    return f"{finding.place.address} at {finding.place.span.path}:{finding.place.span.start.line}"


def _severities(result: DiffResult) -> Html:
    """A filter of the findings, which needs the script; that shows it."""
    found = {each.severity for each in (*result.new, *result.gone)}
    boxes = (
        element("label", element("input", type="checkbox", value=each.value, checked=True), f" {each.value}")
        for each in Severity
        if each in found
    )
    search = element("label", "Find ", element("input", type="search", id="find", autocomplete="off"))
    counted = element("output", id="count", role="status")
    fields = element("fieldset", element("legend", "Findings"), boxes)
    return element("form", search, fields, counted, id="filter", hidden=True)
