"""In which zones a service has backends of a role, and how many, as it is configured.

A group whose size is not known counts as having backends: only a zone that is known to be
empty has none. Where that is not good enough, the sizes are at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import NoReturn

from spillover.model.capacity import Size, Unplaced
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.service import BackendService
from spillover.model.source import Undetermined, Unknown
from spillover.plan.membership import ConfiguredBackends, configured_backends
from spillover.plan.scenario import Scenario
from spillover.records import dataclass

ZERO = Size.exactly(0)


@dataclass(frozen=True, slots=True)
class Spread:
    """The zones of one role with their sizes; ``unknown`` is what keeps further ones from being known.

    ``unplaced`` are zonal groups of it of which only the zone is not known, which is among ``unknown``.
    """

    zones: Mapping[str, Size]
    unknown: tuple[Unknown, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is surely no backend of this role."""
        return not self.zones and not self.unknown

    @property
    def has_some(self) -> bool:
        """Whether it surely has backends, wherever they are."""
        return bool(self.zones or self.unplaced)

    @property
    def size(self) -> Size:
        """How many backends there are in all zones; at least, where some are not known."""
        total = Size.total(self.sizes)
        return Size(total.least, None, self.missing[0]) if self.missing else total

    @property
    def missing(self) -> tuple[Unknown, ...]:
        """What keeps further groups from being known: of these not even the number is."""
        where = [each.because for each in self.unplaced]
        return tuple(each for each in self.unknown if each not in where)

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The sizes of what its zones hold, and of what is in a zone that is not known."""
        return (*self.zones.values(), *(each.size for each in self.unplaced))

    @property
    def by_zone(self) -> Mapping[str, Size]:
        """The sizes of all zones that there may be: a group may share its zone with each of the others."""
        unplaced: dict[str, Size] = {}
        for each in self.unplaced:
            unplaced[each.zone] = unplaced.get(each.zone, ZERO) + each.size
        if not unplaced:
            return self.zones
        causes = {each.zone: each.because for each in self.unplaced}
        certain = {**self.zones, **unplaced}
        return {
            zone: _perhaps_more(size, _others(zone, certain, self.zones), causes.get(zone, self.unknown[0]))
            for zone, size in certain.items()
        }

    @property
    def in_one_zone(self) -> bool | Unknown:
        """Whether all backends are in one zone that is known; false where there are none at all."""
        if len(self.zones) > 1:
            return False
        return self.unknown[0] if self.unknown else len(self.zones) == 1

    @property
    def in_several_zones(self) -> bool | Unknown:
        """Whether they are in more than one zone, known or not."""
        if len(self.zones) > 1:
            return True
        if self.missing:
            return self.missing[0]
        at_most = len(self.zones) + len({each.zone for each in self.unplaced})
        return self.unknown[0] if at_most > 1 else False


def _others(zone: str, all_zones: Mapping[str, Size], known: Mapping[str, Size]) -> list[Size]:
    """The backends that may be in a zone beside its own: those of two zones that are known never are."""
    unplaced = [size for each, size in all_zones.items() if each != zone and each not in known]
    if zone in known:
        return unplaced
    return [*unplaced, max(known.values(), key=_most, default=ZERO)]


def _most(size: Size) -> float:
    return inf if size.most is None else size.most


def _perhaps_more(size: Size, others: list[Size], because: Unknown) -> Size:
    more = Size.total(others)
    most = None if size.most is None or more.most is None else size.most + more.most
    return Size(size.least, most, None if most == size.least else size.because or because)


def undecided(sizes: Iterable[Size], unknown: tuple[Unknown, ...] = ()) -> NoReturn:
    """Say why these sizes are not known.

    Raises:
        Undetermined: some depend on values of the configuration, or on what happens within its bounds.
        NotCovered: the configuration does not tell, as it does not tell the members of a group.
    """
    inexact = [size for size in sizes if size.exact is None]
    bounded = [size.because for size in inexact if size.least > 0 or size.most is not None]
    values = [each for each in (*unknown, *(size.because for size in inexact)) if each and each.at]
    doubts = [each for each in (*values, *bounded) if each]
    if doubts:
        raise Undetermined(*dict.fromkeys(doubts))
    raise NotCovered("sizes of backend groups")


@dataclass(frozen=True, slots=True)
class Roles:
    """The spread of the primary and of the failover backends."""

    primary: Spread
    failover: Spread

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """What keeps further zones of any role from being known."""
        return tuple(dict.fromkeys((*self.primary.unknown, *self.failover.unknown)))

    @property
    def in_several_zones(self) -> bool | Unknown:
        """Whether the backends of some role are in more than one zone, so that affinity tells them apart."""
        verdicts = (self.primary.in_several_zones, self.failover.in_several_zones)
        return True in verdicts or next((each for each in verdicts if isinstance(each, Unknown)), False)


def spread(service: BackendService, deployment: Deployment) -> Roles:
    """Where the configured backends of a service are."""
    return deployment.once(_spread, service)


def _spread(service: BackendService, deployment: Deployment) -> Roles:
    configured = deployment.once(configured_backends, service)
    return Roles(_of_role(configured, failover=False), _of_role(configured, failover=True))


def _of_role(configured: ConfiguredBackends, *, failover: bool) -> Spread:
    groups, unknown = configured.but_for(not failover).in_scenario(Scenario())
    mine_known = [group for group in groups if group.failover is failover]
    sizes: dict[str, Size] = {}
    for group in mine_known:
        for zone, size in group.zones.items():
            if size.exact != 0:
                sizes[zone] = sizes.get(zone, ZERO) + size
    unplaced = tuple(each.unplaced for each in mine_known if each.unplaced)
    return Spread(sizes, unknown, unplaced)
