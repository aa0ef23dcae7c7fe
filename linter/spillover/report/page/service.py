"""One load balancer on the page: each scenario as a picture and a table, then what follows from them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spillover.check.locate import locate
from spillover.check.report import fingerprint_of
from spillover.model.source import FieldRef
from spillover.plan.advice import advice
from spillover.plan.planned import ScenarioPlan, ServicePlan
from spillover.report.load_text import load
from spillover.report.page.markup import Content, Html, element, lines, row, table, unbroken
from spillover.report.page.picture import picture
from spillover.report.page.scenarios import Scenario, scenarios
from spillover.report.plan_json import PlanResult
from spillover.report.plan_words import Mark, RowWords, group_words, row_words, why_eligible
from spillover.report.style import Style
from spillover.report.tolerance_text import HEADERS, tolerance_words
from spillover.report.words import affinity, counted

PLAIN = Style()

TOLD = {
    Mark.BAD: "reaches no healthy backend",
    Mark.ACROSS: "leaves its zone",
    Mark.UNDETERMINED: "undetermined",
    Mark.NONE: "nothing to note",
}
"""What a mark means; a filter is called by it."""

_HEADERS = ("", "clients in", "healthy in zone", "ratio", "new connections go to", "because")
_WORST = re.compile(r'<section class="service" data-worst="(\w+)"')


def service(plan: ServicePlan, result: PlanResult) -> str:
    """The section of one service."""
    origin, place = plan.service.origin, locate(FieldRef(plan.service.origin))
    where = f" in {plan.service.region}" if isinstance(plan.service.region, str) else ""
    each_of = [_scenario(each, plan) for each in plan.scenarios]
    worst = min((each.worst for each in each_of), key=list(Mark).index, default=Mark.NONE)
    known_as = fingerprint_of(plan.root, place.address)[:16]
    return element(
        "section",
        element("h2", origin.called(plan.service.name) + where),
        element("p", element("span", TOLD[worst], class_=f"badge {worst.key}"), " ", affinity(plan.service)),
        element("p", f"{place.address} at {place.span.path}:{place.span.start.line}", class_="place"),
        _facts(plan),
        scenarios(f"s{known_as}", each_of),
        _derived(plan, result),
        class_="service",
        data_worst=worst.key,
    )


def worst_of(section: str) -> str:
    """The worst mark of a section of :func:`service`, which may have been made in another process."""
    match = _WORST.match(section)
    return match[1] if match else Mark.NONE.key


def _facts(plan: ServicePlan) -> Html:
    roles = {True: "failover", False: "primary", None: "role not known"}
    items = [f"{roles[each.failover]}: {each.label or '?'}: {group_words(each)}" for each in plan.groups]
    items += plan.remarks
    items += (f"not exact: {each}" for each in plan.caveats)
    items += (f"undetermined: depends on {each.because}" for each in plan.undetermined)
    return element("ul", (element("li", each) for each in items), class_="facts")


def _scenario(plan: ScenarioPlan, service: ServicePlan) -> Scenario:
    words = [row_words(each, service, plan.eligible) for each in plan.rows]
    worst = min((each.mark for each in words), key=list(Mark).index, default=Mark.UNDETERMINED)
    caption = f"{plan.scenario.name}: where new connections go"
    rows = table(caption, _HEADERS, map(_row, words)) if words else ""
    return Scenario(
        plan.scenario.name, worst, (element("p", _eligible(plan, service)), picture(plan) or "", rows)
    )


def _eligible(plan: ScenarioPlan, service: ServicePlan) -> str:
    if plan.eligible is None:
        return "Original eligible backends: undetermined"
    why = why_eligible(plan, plan.eligible, service)
    return f"Original eligible backends: {counted(plan.eligible.backends)} ({why})"


def _row(words: RowWords) -> Html:
    sent_to = Html(", ".join(map(unbroken, words.sent_to)))
    cells = (words.mark.value, words.client, words.healthy, unbroken(words.ratio), sent_to, words.because)
    return row(cells, header=1, class_=words.mark.key)


def _derived(plan: ServicePlan, result: PlanResult) -> Iterator[Html]:
    tolerance = tolerance_words(plan.tolerances)
    if tolerance:
        doubts = (element("p", f"undetermined: depends on {each}") for each in tolerance.undetermined)
        rows = (row(each, header=1, class_=Mark(each[0]).key) for each in tolerance.rows)
        yield _folded("Tolerance", table(tolerance.title, HEADERS, rows), doubts)
    told = "\n".join(load(plan, PLAIN, asked=result.show_load))
    if told:
        yield _folded("Load", lines(told))
    given = advice(plan, result.spec, result.most_load_factor)
    if given:
        yield _folded("Advice", element("ul", (element("li", each.message) for each in given)))


def _folded(title: str, *content: Content) -> Html:
    return element("details", element("summary", title), *content, open=True)
