"""What the failure of a zone's only backend does to the clients of that zone.

A state here is the configured backends with their health, as :class:`Pools`. Where a size is
not known, this is about the others: at least one is taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Unknown
from spillover.plan.backends import Members
from spillover.plan.eligible import Failover, Pools, identify_eligible
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.zonal import Affinity, Client, ClientKind, Reason, modified_eligible
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class SingleFails:
    """A zone's only backend of one role fails while the others are healthy.

    ``scaled_in`` tells that the zone has more, but may be scaled in to the one; ``doubts`` are
    the sizes and zones that would have to be known to tell whether it can be the only one. For a backend
    of the failover pool to matter, the primary ones are not healthy either.
    """

    state: Pools
    scaled_in: bool = False
    doubts: tuple[Unknown, ...] = ()


def single_failure(groups: tuple[BackendGroup, ...], zone: str, *, failover: bool) -> SingleFails | None:
    """The failure of the zone's only backend of a role; None if it surely has more, or none."""
    here = [group for group in groups if group.failover is failover and zone in group.zones]
    sizes = [group.zones[zone] for group in here]
    least = sum(size.least for size in sizes)
    doubts = tuple(_why(size) for size in sizes if size.exact is None and size.least == 0)
    if least > 1 or (least == 0 and not doubts):
        return None
    # One whose zone is not known may be in this one.
    doubts += tuple(each.unplaced.because for each in groups if each.unplaced and each.failover is failover)
    only = max(here, key=lambda group: group.zones[zone].least)
    state = pools(tuple(_when_fails(group, only, zone) for group in groups))
    return SingleFails(state, any(size.exact is None for size in sizes), doubts)


def _why(size: Size) -> Unknown:
    return size.because or Unknown("the number of backends")


def _when_fails(group: BackendGroup, only: BackendGroup, zone: str) -> BackendGroup:
    """The group when the one backend that ``only`` has in the zone fails."""

    def members() -> Iterator[Members]:
        for each, size in group.zones.items():
            if each != zone or group.failover is not only.failover:
                healthy = group.failover or not only.failover
                yield Members(group.identity, each, healthy, _taken_for_granted(size))
            elif group is only:
                yield Members(group.identity, each, False, Size.exactly(1))

    return replace(group, members=tuple(members()))


def _taken_for_granted(size: Size) -> Size:
    return size if size.exact is not None else Size(max(size.least, 1), size.most, size.because)


def stays_on_unhealthy(state: Pools, zone: str, policy: Failover) -> bool:
    """Whether STAY_WITHIN_ZONE leaves the zone's clients on unhealthy backends while others are healthy.

    Raises:
        Undetermined: it depends on a size or a setting that is not known.
    """
    if not (state.primary | state.failover).healthy.members:
        return False  # whatever the option, there is no healthy backend to send to
    eligible = identify_eligible(state, policy)
    client = Client(ClientKind.VM, zone)
    decision = modified_eligible(state, eligible, client, Affinity(ZonalAffinity.STAY_WITHIN_ZONE))
    return decision.reason is Reason.UNHEALTHY_IN_ZONE
