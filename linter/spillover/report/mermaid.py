"""A scenario as a flow that GitHub and GitLab draw in a comment: Mermaid, by its documentation of 11."""

from __future__ import annotations

from collections.abc import Iterator

from spillover.plan.planned import ScenarioPlan, ServicePlan
from spillover.report.flows import Kind, lines, word
from spillover.report.plan_words import Mark, row_words
from spillover.report.style import clean
from spillover.report.words import clients_in

MOST_LINES = 20
"""With more of them the picture of a comment is a tangle."""

_ARROWS = {Kind.LOCAL: "-->", Kind.ACROSS: "-.->", Kind.BAD: "--x"}


def flow(plan: ServicePlan) -> tuple[str, str] | None:
    """The scenario that most is to be noted of, and its flow; None where there is too little, or too much."""
    drawn = [each for each in plan.scenarios if 0 < len(lines(each)) <= MOST_LINES]
    if not drawn:
        return None
    worst = min(drawn, key=lambda each: list(Mark).index(_worst(each, plan)))
    return worst.scenario.name, "\n".join(("```mermaid", "flowchart LR", *_flow(worst), "```"))


def _worst(scenario: ScenarioPlan, plan: ServicePlan) -> Mark:
    marks = (row_words(each, plan, scenario.eligible).mark for each in scenario.rows)
    return min(marks, key=list(Mark).index)


def _flow(plan: ScenarioPlan) -> Iterator[str]:
    drawn = lines(plan)
    for number, row in enumerate(plan.rows):
        if any(line.client == number for line in drawn):
            yield f"  c{number}[{_label(clients_in(row.client))}]"
    for number, (zone, healthy) in enumerate(plan.healthy.items()):
        yield f"  z{number}[{_label(f'{zone}: {healthy} healthy')}]"
    for line in drawn:
        told = word(plan.rows[line.client])
        yield f"  c{line.client} {_ARROWS[line.kind]}|{told}| z{line.zone}"


def _label(text: str) -> str:
    """A text in quotes, in which nothing is markup: what could be is written as an entity of Mermaid."""
    written = (each if each.isalnum() or each in " -.,:_/" else f"#{ord(each)};" for each in clean(text))
    return f'"{"".join(written)}"'
