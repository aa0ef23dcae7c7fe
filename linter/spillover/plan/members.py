"""The members of a group in a scenario, zone by zone, by their health.

Membership comes from the first of these that speaks of the group: the scenario,
list-instances, get-health, and the configuration (contract, "Membership"). Health comes from
zones that are down, then the scenario, then get-health; without any, all are healthy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from spillover.errors import UsageError
from spillover.model.capacity import Member, Size
from spillover.model.source import Undetermined, Unknown, decided
from spillover.plan.backends import Members
from spillover.plan.observed import Seen
from spillover.plan.scenario import Scenario, ZoneState
from spillover.records import dataclass


def membership(
    label: str, stated: Mapping[str, ZoneState], seen: Seen, configured: Mapping[str, Size] | Unknown
) -> tuple[dict[str, Size], dict[str, list[str]]]:
    """Zone -> size, and zone -> names of the members where they are known."""
    sizes: dict[str, Size] = {}
    names: dict[str, list[str]] = {}
    if stated and all(state.size is not None for state in stated.values()):
        pass  # the scenario says it all
    elif seen.members is not None:
        for member in seen.members:
            zone = member.zone or _only_zone(configured, label)
            names.setdefault(zone, []).append(member.name)
        sizes = {zone: Size.exactly(len(names[zone])) for zone in names}
    else:
        sizes = dict(decided(configured))
    for zone, state in stated.items():
        if state.size is not None:
            sizes[zone] = Size.exactly(state.size)
            names.pop(zone, None)
        sizes.setdefault(zone, Size.exactly(0))
    return sizes, names


def _only_zone(configured: Mapping[str, Size] | Unknown, label: str) -> str:
    """The zone of a member that does not tell its own: that of a zonal group."""
    if isinstance(configured, Unknown) or len(configured) != 1:
        raise Undetermined(Unknown(f"the zones of the members of group {label}"))
    return next(iter(configured))


@dataclass(frozen=True)
class Here:
    """The members of one group in one zone; ``names`` is empty where only their number is known."""

    key: str
    label: str
    zone: str
    size: Size
    names: tuple[str, ...]

    def members(self, healthy: bool, size: Size, names: tuple[str, ...] = ()) -> Members:
        """So many of them, in that state of health."""
        return Members(self.key, self.zone, healthy, size, names)


def by_health(here: Here, state: ZoneState, seen: Seen, scenario: Scenario) -> Iterator[Members]:
    """The healthy ones, and the others."""
    if here.zone in scenario.down:
        yield here.members(False, here.size, here.names)
    elif state.healthy is not None:
        yield from _split(here, state.healthy)
    elif seen.health is not None:
        yield from _observed(here, seen.health)
    else:
        yield here.members(True, here.size, here.names)


def _observed(here: Here, health: tuple[Member, ...]) -> Iterator[Members]:
    """The members by observed health; one that get-health does not list is not healthy.

    Instances that are not yet pushed to the load balancer do not appear there (schemas 2.2).
    """
    checked = [each for each in health if each.zone in (here.zone, None)]
    if here.names:
        checked = [each for each in checked if each.name in here.names]
    doubtful = sum(1 for each in checked if each.healthy is None)
    good = tuple(each.name for each in checked if each.healthy)
    if doubtful or not here.names:
        yield from _split(here, len(good), doubtful)
        return
    bad = tuple(name for name in here.names if name not in good)
    yield here.members(True, Size.exactly(len(good)), good)
    yield here.members(False, Size.exactly(len(bad)), bad)


def _split(here: Here, sure: int, doubtful: int = 0) -> Iterator[Members]:
    """The members where only numbers are known: ``sure`` are healthy, ``doubtful`` may be."""
    size, possible = here.size, sure + doubtful
    if size.most is not None and sure > size.most:
        found = f"{sure} healthy of {size.most} backends"
        raise UsageError(f"group {here.label} in {here.zone}: {found}, by the data that was given")
    because = Unknown(f"the health of {doubtful} backends of group {here.label}") if doubtful else None
    good = possible if size.most is None else min(possible, size.most)
    bad = None if size.most is None else size.most - sure
    yield here.members(True, Size(sure, good, because))
    yield here.members(False, Size(max(0, size.least - possible), bad, size.because or because))
