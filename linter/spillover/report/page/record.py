"""One record set on the page: its outage as a line of time, and what is answered in each state of health."""

from __future__ import annotations

from collections.abc import Iterator

from spillover.check.locate import locate
from spillover.check.report import fingerprint_of
from spillover.model.source import FieldRef
from spillover.plan.dns.record import RecordPlan
from spillover.report.page.markup import Html, element, row, table, unbroken
from spillover.report.page.scenarios import Scenario, scenarios
from spillover.report.page.timeline import timeline
from spillover.report.plan_words import Mark
from spillover.report.records_words import (
    AnswerWords,
    alternatives,
    answer_words,
    drill_words,
    moments,
    outage,
    policy_words,
    roles,
    statements,
)


def record(plan: RecordPlan) -> Html:
    """The section of a record set."""
    place, type_ = locate(FieldRef(plan.record_set.origin)), plan.record_set.type
    name = plan.record_set.origin.called(plan.record_set.name)
    told = [outage(plan), *alternatives(plan), *statements(plan)]
    told += (f"undetermined: depends on {each.because}" for each in plan.undetermined)
    known_as = fingerprint_of(plan.root, place.address)[:16]
    return element(
        "section",
        element("h2", f"{name} {type_ if isinstance(type_, str) else '?'}"),
        element("p", policy_words(plan)),
        element("p", f"{place.address} at {place.span.path}:{place.span.start.line}", class_="place"),
        timeline(plan) or "",
        table("How long it may take", ("after", "what happens", "because of"), map(row, moments(plan))),
        element("ul", (element("li", each) for each in told), class_="facts"),
        _targets(plan),
        scenarios(f"r{known_as}", _scenarios(plan)),
        class_="record",
    )


def _targets(plan: RecordPlan) -> Html | str:
    rows = [row(each, header=2) for each in roles(plan.policy)]
    return table("What may be answered", ("role", "where", "address", ""), rows) if rows else ""


def _scenarios(plan: RecordPlan) -> Iterator[Scenario]:
    for each in plan.scenarios:
        weather = each.weather
        yield _scenario(weather.name, answer_words(plan, each.answers, weather.unhealthy))
    for drill in plan.drills:
        yield _scenario(drill_words(drill), answer_words(plan, drill.answers, frozenset()))


def _scenario(name: str, answers: list[AnswerWords]) -> Scenario:
    headers = ("", "clients near", "share", "answered", "because")
    worst = min((Mark(each.mark) for each in answers), key=list(Mark).index, default=Mark.NONE)
    return Scenario(name, worst, (table(f"{name}: what is answered", headers, map(_row, answers)),))


def _row(words: AnswerWords) -> Html:
    addresses = words.addresses or ()
    shown = [unbroken(f"{each} (down)" if is_down else each) for each, is_down in addresses]
    answered = "undetermined" if words.addresses is None else Html(", ".join(shown))
    cells = (words.mark, words.near, words.share or "100 %", answered, words.because)
    return row(cells, header=1, class_=Mark(words.mark).key)
