"""In which zones a service has backends of a role, and how many, as it is configured.

A group whose size is not known counts as having backends: only a zone that is known to be
empty has none. Where that is not good enough, the sizes are at hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from spillover.model.capacity import Size
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.service import BackendService
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import ZERO
from spillover.plan.membership import known_groups
from spillover.plan.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Spread:
    """The zones of one role with their sizes; ``unknown`` is what keeps further ones from being known."""

    zones: Mapping[str, Size]
    unknown: tuple[Unknown, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is surely no backend of this role."""
        return not self.zones and not self.unknown

    def require_sizes(self) -> None:
        """Ask for all zones and sizes to be exact.

        Raises:
            Undetermined: some depend on values of the configuration.
            NotCovered: the configuration does not tell, as it does not tell the members of a group.
        """
        inexact = [size.because for size in self.zones.values() if size.exact is None]
        doubts = [each for each in (*self.unknown, *inexact) if each is not None and each.at is not None]
        if doubts:
            raise Undetermined(*dict.fromkeys(doubts))
        if self.unknown or inexact:
            raise NotCovered("sizes of backend groups")

    @property
    def size(self) -> Size:
        """How many backends there are in all zones that are known; at least, where some are not."""
        total = sum(self.zones.values(), ZERO)
        return Size(total.least, None, self.unknown[0]) if self.unknown else total

    @property
    def in_one_zone(self) -> bool | Unknown:
        """Whether all backends are in one zone; false where there are none at all."""
        if len(self.zones) > 1:
            return False
        return self.unknown[0] if self.unknown else len(self.zones) == 1


@dataclass(frozen=True, slots=True)
class Roles:
    """The spread of the primary and of the failover backends."""

    primary: Spread
    failover: Spread

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The size of each zone of each role."""
        return (*self.primary.zones.values(), *self.failover.zones.values())

    @property
    def unknown(self) -> tuple[Unknown, ...]:
        """What keeps further zones of any role from being known."""
        return tuple(dict.fromkeys((*self.primary.unknown, *self.failover.unknown)))

    @property
    def in_several_zones(self) -> bool | Unknown:
        """Whether the backends of some role are in more than one zone, so that affinity tells them apart."""
        both = (self.primary, self.failover)
        if any(len(each.zones) > 1 for each in both):
            return True
        return next(iter(self.unknown), False)


def spread(service: BackendService, deployment: Deployment) -> Roles:
    """Where the configured backends of a service are."""
    return Roles(_of_role(service, deployment, failover=False), _of_role(service, deployment, failover=True))


def _of_role(service: BackendService, deployment: Deployment, *, failover: bool) -> Spread:
    if isinstance(service.backends, tuple):
        mine = tuple(each for each in service.backends if each.is_failover is not (not failover))
        service = replace(service, backends=mine)
    groups, unknown = known_groups(service, deployment, Scenario())
    sizes: dict[str, Size] = {}
    for group in groups:
        for zone, size in group.zones.items() if group.failover is failover else ():
            if size.exact != 0:
                sizes[zone] = sizes.get(zone, ZERO) + size
    return Spread(sizes, unknown)
