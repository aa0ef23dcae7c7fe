"""What a change means for how much the clients of a zone bear, in sentences.

Both sides are thresholds (``tolerance``): whatever may fail, the sentences are about all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spillover.plan.planned import ServicePlan
from spillover.plan.tolerance import Fate, Holding, Tolerance
from spillover.plan.tolerances import ZoneTolerance

_LOST = {
    Fate.SPILLS: "leave their zone",
    Fate.BLACK_HOLE: "stay on unhealthy backends",
}
_AFTER_FAILOVER = {
    Fate.LOCAL: "stay in their zone",
    Fate.SPILLS: "leave their zone",
    Fate.BLACK_HOLE: "stay on unhealthy backends",
    Fate.NO_MATCH: "leave their zone",
    Fate.ANYWHERE: "go to any zone",
}
_NOTHING_HEALTHY = {
    Fate.DROPPED: "are dropped",
    Fate.NOWHERE: "have no backend to go to",
    Fate.LAST_RESORT: "go to all primary backends",
    Fate.LAST_RESORT_IN_ZONE: "go to the primary backends of their zone",
}


class Sentence(NamedTuple):
    """A sentence about the clients of a zone, which stands between the two."""

    head: str
    tail: str


def statements(before: ServicePlan, after: ServicePlan) -> Iterator[str]:
    """What is not as before: of each zone, several in one sentence, and then of all zones alike."""
    earlier = {each.zone: each for each in before.tolerances}
    of_zones: dict[Sentence, list[str]] = {}
    of_all: dict[str, None] = {}
    for zone in after.tolerances:
        if zone.zone not in earlier:
            continue
        old, new = _known(before, earlier[zone.zone]), _known(after, zone)
        for sentence in _of_zone(old, new):
            of_zones.setdefault(sentence, []).append(zone.zone)
        if old is not None and new is not None:
            of_all |= dict.fromkeys(_of_all(old, new))
    for sentence, zones in of_zones.items():
        yield f"{sentence.head}{_listed(zones)}{sentence.tail}"
    yield from of_all


def _listed(zones: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(zones[:-1]), zones[-1])))


def _known(plan: ServicePlan, zone: ZoneTolerance) -> Tolerance | None:
    """The tolerance; None where the option is not known, which gives a zone several."""
    options = [each for each in plan.tolerances if each.zone == zone.zone]
    return zone.known if len(options) == 1 else None


def _of_zone(before: Tolerance | None, after: Tolerance | None) -> Iterator[Sentence]:
    if before is None or after is None:
        if before is not None:
            yield Sentence("what clients in ", " bear is not known any more")
        return
    old, new = before.holding, after.holding
    if old.needed is None and new.needed is not None:
        yield Sentence("clients in ", f" stay in their zone now, {_as_long_as(new)}")
    elif old.needed is not None and new.needed is None:
        why = "no backend is there" if new.lost is Fate.NO_MATCH else "zonal affinity is off"
        yield Sentence("clients in ", f" do not stay in their zone any more: {why}")
    else:
        yield from _of_threshold(old, new)
        if before.nothing_healthy is not after.nothing_healthy:
            then, earlier = (_NOTHING_HEALTHY[each.nothing_healthy] for each in (after, before))
            yield Sentence("with nothing healthy, clients in ", f" {then} (before: {earlier})")
    if before.after_failover is not after.after_failover and after.after_failover is not None:
        then = _AFTER_FAILOVER.get(after.after_failover, after.after_failover.value)
        yield Sentence("after a failover clients in ", f" {then}{_before(before.after_failover)}")


def _before(fate: Fate | None) -> str:
    return "" if fate is None else f" (before: {_AFTER_FAILOVER.get(fate, fate.value)})"


def _of_threshold(old: Holding, new: Holding) -> Iterator[Sentence]:
    """Both keep clients in their zone, to a point, or neither does."""
    if old.needed is None:
        return
    bore, bears = _failures(old), _failures(new)
    if bore is None or bears is None or old.here.exact != new.here.exact:
        if (old.needed, str(old.here)) != (new.needed, str(new.here)):
            stay = f" stay in their zone {_as_long_as(new)} (before: {old.needed} of {old.here})"
            yield Sentence("clients in ", stay)
    elif bears > bore:
        numbers = f"{bears}" if bears == bore + 1 else f"{bore + 1} to {bears}"
        yield Sentence("clients in ", f" no longer {_LOST[old.lost]} while {numbers} of {_down(new, bears)}")
    elif bears < bore:
        soon = f"as soon as {bears + 1} of {_down(new, bears + 1)}"
        yield Sentence("clients in ", f" {_LOST[new.lost]} {soon} (before: {bore + 1})")
    if old.lost is not new.lost:
        yield Sentence("clients in ", f" {_LOST[new.lost]} {_fewer(new)} (before: they {_LOST[old.lost]})")


def _as_long_as(holding: Holding) -> str:
    return f"as long as {holding.needed} of {_backends(holding)} there {_are(holding.needed)} healthy"


def _down(holding: Holding, number: int) -> str:
    return f"{_backends(holding)} {_are(number)} down"


def _are(number: int | None) -> str:
    return "is" if number == 1 else "are"


def _fewer(holding: Holding) -> str:
    return "once none there is healthy" if holding.needed == 1 else "with fewer healthy ones there"


def _backends(holding: Holding) -> str:
    return f"{holding.here} backend{'' if holding.here.exact == 1 else 's'}"


def _failures(holding: Holding) -> int | None:
    """How many backends of the zone may be down while its clients stay."""
    if holding.needed is None or holding.here.exact is None:
        return None
    return holding.here.exact - holding.needed


def _of_all(before: Tolerance, after: Tolerance) -> Iterator[str]:
    """What is the same for clients of every zone."""
    old, new = (each.primary_needed if each.after_failover else 0 for each in (before, after))
    if old != new or (new and str(before.primary_size) != str(after.primary_size)):
        yield _fails_over(new, after) + (f" (before: {old} of {before.primary_size})" if old else "")


def _fails_over(needed: int, after: Tolerance) -> str:
    if not needed:
        return "it does not fail over any more"
    return f"it fails over below {needed} of {after.primary_size} healthy primary backends"
