"""Where new connections go, as a picture: clients on the left, the zones of backends on the right.

What a line means is told by its form and by a word as well as by its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spillover.plan.planned import Row, ScenarioPlan, cross_zone_share
from spillover.plan.zonal import Reason
from spillover.report.page.markup import Html, element
from spillover.report.plan_json import holds_healthy
from spillover.report.tables import cut
from spillover.report.words import clients_in

MOST_LINES = 80
"""A picture with more of them shows nothing; the table has it all."""

_WIDTH, _LEFT, _RIGHT, _STEP, _BOX = 760, 270, 500, 52, 40
_LONGEST = 32

_WORDS = {
    Reason.AFFINITY_DISABLED: "any zone",
    Reason.CLIENT_INCOMPATIBLE: "any zone",
    Reason.TRAFFIC_DROPPED: "DROPPED",
    Reason.NO_BACKENDS: "nowhere",
    Reason.NO_ZONAL_MATCH: "any zone",
    Reason.INTERSECTION: "stays",
    Reason.RATIO_AT_OR_ABOVE_THRESHOLD: "stays",
    Reason.RATIO_BELOW_THRESHOLD: "SPILLS",
    Reason.EMPTY_INTERSECTION: "SPILLS",
    Reason.UNHEALTHY_IN_ZONE: "BLACK HOLE",
    Reason.LAST_RESORT_2025_07: "last resort",
    Reason.UNDETERMINED: "undetermined",
}


_KINDS = {
    "local": "solid: stays in its zone",
    "across": "dashed: crosses zones",
    "bad": "dotted: unhealthy backends",
}


@dataclass(frozen=True)
class _Line:
    """Connections of a client, by its number, to the zone with a number; ``kind`` is how they are drawn."""

    client: int
    zone: int
    kind: str
    told: str


def picture(plan: ScenarioPlan) -> Html | None:
    """The picture of a scenario; None where nothing is known, or where it would be a tangle."""
    zones = list(plan.healthy)
    drawn = [line for number, row in enumerate(plan.rows) for line in _lines(number, row, zones)]
    if not drawn or len(drawn) > MOST_LINES:
        return None
    height = max(len(plan.rows), len(zones)) * _STEP + 12
    drawing = element(
        "svg",
        element("title", f"Where new connections go: {plan.scenario.name}"),
        (_drawn(line) for line in drawn),
        (_client(number, row) for number, row in enumerate(plan.rows)),
        (_zone(number, zone, str(plan.healthy[zone])) for number, zone in enumerate(zones)),
        class_="flow",
        role="img",
        viewBox=f"0 0 {_WIDTH} {height}",
    )
    kinds = [told for kind, told in _KINDS.items() if any(line.kind == kind for line in drawn)]
    return element("figure", drawing, element("figcaption", ", ".join(kinds)))


def _lines(number: int, row: Row, zones: list[str]) -> Iterator[_Line]:
    if row.decision is None or row.answers_itself:
        return
    backends = row.decision.modified_eligible
    is_healthy = holds_healthy(backends)
    is_local = cross_zone_share(row.client, backends) == 0
    for zone in backends.zones():
        kind = "bad" if not is_healthy else "local" if is_local or zone == row.client.zone else "across"
        yield _Line(number, zones.index(zone), kind, f"{clients_in(row.client)} to {zone}")


def _drawn(line: _Line) -> Html:
    start, end = _middle(line.client), _middle(line.zone)
    bend = (_LEFT + _RIGHT) // 2
    way = f"M{_LEFT} {start}C{bend} {start} {bend} {end} {_RIGHT - 9} {end}"
    tip = f"{_RIGHT},{end} {_RIGHT - 10},{end - 5} {_RIGHT - 10},{end + 5}"
    return element(
        "g",
        element("title", line.told),
        element("path", d=way),
        element("polygon", points=tip),
        class_=f"line {line.kind}",
    )


def _client(number: int, row: Row) -> Html:
    decision = row.decision
    word = "undetermined" if decision is None else _WORDS[decision.reason]
    word = "itself" if row.answers_itself else word
    is_bad = decision is not None and not row.answers_itself and not holds_healthy(decision.modified_eligible)
    return _box(0, number, clients_in(row.client), word, "client bad" if is_bad else "client")


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
