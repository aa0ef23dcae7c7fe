"""Where new connections go, as lines from clients to zones: what pictures are drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from spillover.plan.planned import Row, ScenarioPlan, cross_zone_share
from spillover.plan.zonal import Reason
from spillover.records import dataclass
from spillover.report.plan_json import holds_healthy


class Kind(StrEnum):
    """What a line of connections is."""

    LOCAL = "local"
    ACROSS = "across"
    BAD = "bad"


@dataclass(frozen=True)
class Line:
    """Connections of a client to a zone, each by its number in its scenario."""

    client: int
    zone: int
    kind: Kind


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


def lines(plan: ScenarioPlan) -> list[Line]:
    """The lines of a scenario; none of what is not known, and of a backend that answers itself."""
    zones = list(plan.healthy)
    return [line for number, row in enumerate(plan.rows) for line in _of(number, row, zones)]


def _of(number: int, row: Row, zones: list[str]) -> Iterator[Line]:
    if row.decision is None or row.answers_itself:
        return
    backends = row.decision.modified_eligible
    is_bad = not holds_healthy(backends)
    is_local = cross_zone_share(row.client, backends) == 0
    for zone in backends.zones():
        near = is_local or zone == row.client.zone
        yield Line(number, zones.index(zone), Kind.BAD if is_bad else Kind.LOCAL if near else Kind.ACROSS)


def word(row: Row) -> str:
    """What becomes of a client's connections, in a word or two."""
    if row.answers_itself:
        return "itself"
    return "undetermined" if row.decision is None else _WORDS[row.decision.reason]
