"""Where new connections go, as a picture: clients on the left, the zones of backends on the right.

What a line means is told by its form and by a word as well as by its colour.
"""

from __future__ import annotations

from spillover.plan.planned import Row, ScenarioPlan
from spillover.report.flows import Kind, Line, lines, word
from spillover.report.page.markup import Html, element
from spillover.report.plan_json import holds_healthy
from spillover.report.tables import cut
from spillover.report.words import clients_in

MOST_LINES = 80
"""A picture with more of them shows nothing; the table has it all."""

_WIDTH, _LEFT, _RIGHT, _STEP, _BOX = 760, 270, 500, 52, 40
_LONGEST = 32


_KINDS = {
    Kind.LOCAL: "solid: stays in its zone",
    Kind.ACROSS: "dashed: crosses zones",
    Kind.BAD: "dotted: unhealthy backends",
}


def picture(plan: ScenarioPlan) -> Html | None:
    """The picture of a scenario; None where nothing is known, or where it would be a tangle."""
    zones = list(plan.healthy)
    drawn = lines(plan)
    if not drawn or len(drawn) > MOST_LINES:
        return None
    height = max(len(plan.rows), len(zones)) * _STEP + 12
    drawing = element(
        "svg",
        element("title", f"Where new connections go: {plan.scenario.name}"),
        (_drawn(line, plan.rows[line.client], zones[line.zone]) for line in drawn),
        (_client(number, row) for number, row in enumerate(plan.rows)),
        (_zone(number, zone, str(plan.healthy[zone])) for number, zone in enumerate(zones)),
        class_="flow",
        role="img",
        viewBox=f"0 0 {_WIDTH} {height}",
    )
    kinds = [told for kind, told in _KINDS.items() if any(line.kind == kind for line in drawn)]
    return element("figure", drawing, element("figcaption", ", ".join(kinds)))


def _drawn(line: Line, row: Row, zone: str) -> Html:
    start, end = _middle(line.client), _middle(line.zone)
    bend = (_LEFT + _RIGHT) // 2
    way = f"M{_LEFT} {start}C{bend} {start} {bend} {end} {_RIGHT - 9} {end}"
    tip = f"{_RIGHT},{end} {_RIGHT - 10},{end - 5} {_RIGHT - 10},{end + 5}"
    return element(
        "g",
        element("title", f"{clients_in(row.client)} to {zone}"),
        element("path", d=way),
        element("polygon", points=tip),
        class_=f"line {line.kind}",
    )


def _client(number: int, row: Row) -> Html:
    decision = row.decision
    is_bad = decision is not None and not row.answers_itself and not holds_healthy(decision.modified_eligible)
    return _box(0, number, clients_in(row.client), word(row), "client bad" if is_bad else "client")


def _zone(number: int, zone: str, healthy: str) -> Html:
    return _box(_RIGHT, number, zone, f"{healthy} healthy", "zone down" if healthy == "0" else "zone")


def _box(left: int, number: int, name: str, below: str, class_: str) -> Html:
    middle, width = _middle(number), _LEFT if left == 0 else _WIDTH - _RIGHT
    top = middle - _BOX // 2
    return element(
        "g",
        element("title", name),
        element("rect", x=str(left + 1), y=str(top), width=str(width - 2), height=str(_BOX), rx="5"),
        element("text", cut(name, _LONGEST), x=str(left + 12), y=str(middle - 3)),
        element("text", below, x=str(left + 12), y=str(middle + 13), class_="below"),
        class_=class_,
    )


def _middle(number: int) -> int:
    return number * _STEP + _STEP // 2 + 6
