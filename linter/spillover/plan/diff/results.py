"""What a client gets before and after, by zones and in words: the groups may go by other names now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from spillover.model.capacity import Size
from spillover.plan.planned import Row, ScenarioPlan, cross_zone_share
from spillover.plan.zonal import Client
from spillover.records import dataclass


class Destiny(StrEnum):
    """Where new connections of a client end up, from the best to the worst."""

    ITSELF = "itself"
    LOCAL = "local"
    ACROSS = "across-zones"
    UNHEALTHY = "unhealthy"
    NOWHERE = "nowhere"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True)
class Result:
    """What one client gets in one scenario: the number of backends in each zone, and what that means to it.

    ``zones`` is None where it is not known, or where no backend is selected at all.
    """

    destiny: Destiny
    zones: Mapping[str, Size] | None = None
    reasons: tuple[str, ...] = ()

    @property
    def sizes(self) -> Mapping[str, tuple[int, int | None]] | None:
        """The bounds of the numbers, whatever keeps them from being exact."""
        if self.zones is None:
            return None
        return {zone: (size.least, size.most) for zone, size in self.zones.items()}

    def is_same(self, other: Result) -> bool:
        """Whether it is the same for the client."""
        return (self.destiny, self.sizes) == (other.destiny, other.sizes)


def results(plan: ScenarioPlan) -> Mapping[Client, Result]:
    """The result of every client; where no option is known, it is undetermined unless all give the same."""
    rows: dict[Client, list[Row]] = {}
    for row in plan.rows:
        rows.setdefault(row.client, []).append(row)
    return {client: _one(map(_result, each)) for client, each in rows.items()}


def _one(found: Iterable[Result]) -> Result:
    first, *others = found
    return first if all(first.is_same(each) for each in others) else Result(Destiny.UNDETERMINED)


def _result(row: Row) -> Result:
    if row.decision is None:
        return Result(Destiny.UNDETERMINED)
    if row.answers_itself:
        return Result(Destiny.ITSELF)
    backends = row.decision.modified_eligible
    return Result(_destiny(row), backends.zones(), (row.decision.reason.value,))


def _destiny(row: Row) -> Destiny:
    assert row.decision is not None
    backends = row.decision.modified_eligible
    if not backends.members:
        return Destiny.NOWHERE
    if backends.healthy.is_empty():
        return Destiny.UNHEALTHY
    # A client without a zone in the region has none to leave.
    is_local = row.client.zone is None or cross_zone_share(row.client, backends) == 0
    return Destiny.LOCAL if is_local else Destiny.ACROSS
