"""What the clients of a zone bear: how many backends may fail before something changes for them, and to what.

Nothing is tried out: the steps "Identify eligible backends" and "Zonal affinity logic" compare
numbers of healthy backends with thresholds, so a few numbers tell the outcome of every state of
health. Where a size is only known within bounds, they are told if every size gives the same ones.

Source: the pages that ``eligible`` and ``zonal`` follow, as of 2026-05.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import NamedTuple

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.model.source import Undetermined, Unknown, decided
from spillover.plan.backends import BackendSet
from spillover.plan.eligible import Failover, Pools
from spillover.plan.zonal import Affinity, Client, Spec
from spillover.records import dataclass


class Fate(StrEnum):
    """What becomes of new connections of a zone's clients."""

    LOCAL = "local"
    SPILLS = "spills"
    BLACK_HOLE = "black-hole"
    NO_MATCH = "no-match"
    ANYWHERE = "anywhere"
    LAST_RESORT = "last-resort"
    LAST_RESORT_IN_ZONE = "last-resort-in-zone"
    DROPPED = "dropped"
    NOWHERE = "nowhere"


class Serving(StrEnum):
    """The pool whose healthy backends are eligible."""

    PRIMARY = "primary"
    FAILOVER = "failover"


class Outcome(NamedTuple):
    """What becomes of new connections, and the pool that serves; None where nothing is healthy."""

    fate: Fate
    serving: Serving | None


@dataclass(frozen=True, slots=True)
class Health:
    """Numbers of healthy backends: those of each pool in the clients' zone, and elsewhere."""

    primary_here: int
    primary_elsewhere: int = 0
    failover_here: int = 0
    failover_elsewhere: int = 0

    @property
    def primary(self) -> int:
        """The healthy backends of the primary pool."""
        return self.primary_here + self.primary_elsewhere

    @property
    def failover(self) -> int:
        """The healthy backends of the failover pool."""
        return self.failover_here + self.failover_elsewhere


@dataclass(frozen=True, slots=True)
class Holding:
    """How a zone's clients hold on to their zone while one pool serves.

    ``here`` and ``elsewhere`` are the pool's backends in the zone and in others. With ``needed``
    healthy ones in the zone connections stay there, with fewer their fate is ``lost``; where
    ``needed`` is None it is ``lost`` always.
    """

    here: Size
    elsewhere: Size
    needed: int | None
    lost: Fate

    def fate(self, healthy_here: int) -> Fate:
        """What becomes of connections with so many healthy backends in the zone."""
        stays = self.needed is not None and healthy_here >= self.needed
        return Fate.LOCAL if stays else self.lost


class Step(NamedTuple):
    """The outcome from ``healthy`` backends in the zone on downwards, until the next step."""

    healthy: int
    outcome: Outcome


@dataclass(frozen=True)
class Tolerance:
    """The thresholds that decide what becomes of a zone's clients.

    With fewer than ``primary_needed`` healthy backends in the primary pool, any healthy failover
    backends serve; it is 0 where there are none. Google documents no other threshold for the way
    back. Where no backend at all is healthy the fate is ``nothing_healthy``.
    """

    primary: Holding
    failover: Holding
    primary_needed: int
    nothing_healthy: Fate

    def outcome(self, health: Health) -> Outcome:
        """What becomes of the zone's clients in a state of health."""
        if not health.primary and not health.failover:
            return Outcome(self.nothing_healthy, None)
        if health.failover and health.primary < self.primary_needed:
            return Outcome(self.failover.fate(health.failover_here), Serving.FAILOVER)
        return Outcome(self.primary.fate(health.primary_here), Serving.PRIMARY)

    @property
    def all_healthy(self) -> Outcome:
        """The outcome with every backend healthy."""
        return self.outcome(self._health(self._serving.here.least))

    @property
    def after_failover(self) -> Fate | None:
        """The fate once failover backends have taken over; None where they cannot, or serve already."""
        if self._serving is self.failover or self.failover_size.exact == 0:
            return None
        return self.failover.fate(self.failover.here.least)

    @property
    def failover_size(self) -> Size:
        """The backends of the failover pool."""
        return self.failover.here + self.failover.elsewhere

    @property
    def primary_size(self) -> Size:
        """The backends of the primary pool."""
        return self.primary.here + self.primary.elsewhere

    @property
    def holding(self) -> Holding:
        """How connections stay in the zone while everything is healthy."""
        return self._serving

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What changes while backends of the serving pool fail in this zone, and no others do."""
        before = self.all_healthy
        steps: list[Step] = []
        for healthy in self._boundaries():
            outcome = self.outcome(self._health(healthy))
            if outcome != before:
                steps.append(Step(healthy, outcome))
            before = outcome
        return tuple(steps)

    @property
    def _serving(self) -> Holding:
        return self.failover if self.primary_size.exact == 0 else self.primary

    def _boundaries(self) -> list[int]:
        """The numbers of healthy backends in the zone at which anything may change, downwards."""
        serving = self._serving
        if serving.here.exact == 0:
            return []
        last = {0, (serving.needed or 0) - 1}
        if serving is self.primary:
            last.add(self.primary_needed - 1 - serving.elsewhere.least)
        return sorted((each for each in last if each >= 0), reverse=True)

    def _health(self, healthy: int) -> Health:
        """So many healthy backends of the serving pool in the zone; everything else is healthy."""
        elsewhere = self._serving.elsewhere.least
        if self._serving is self.failover:
            return Health(0, 0, healthy, elsewhere)
        return Health(healthy, elsewhere, self.failover.here.least, self.failover.elsewhere.least)


def tolerance(
    pools: Pools, policy: Failover, affinity: Affinity, client: Client, spec: Spec = Spec.R2026_05
) -> Tolerance:
    """What a client bears; the health of the pools does not matter.

    Raises:
        Undetermined: it depends on a size or a setting that is not known.
    """
    has_affinity = affinity.option is not ZonalAffinity.DISABLED and client.is_compatible(spec)
    primary = _holding(pools.primary, affinity if has_affinity else None, client)
    failover = _holding(pools.failover, affinity if has_affinity else None, client)
    needed = 0
    if not _is_empty(pools.failover.size):
        # Failover ratio: *less than* it fails over; 0 means when no primary backend is healthy.
        needed = _needed(policy.ratio, pools.primary.size)
        _refuse_doubt(primary.elsewhere, needed)
    else:
        _refuse_doubt(primary.elsewhere, 1)
    _refuse_doubt(failover.elsewhere, 1)
    return Tolerance(primary, failover, needed, _nothing_healthy(pools, policy, primary, affinity, spec))


def _holding(pool: BackendSet, affinity: Affinity | None, client: Client) -> Holding:
    local = pool.in_zone(client.zone)
    here, elsewhere = local.size, BackendSet(pool.members - local.members).size
    if _is_empty(here):
        return Holding(here, elsewhere, None, Fate.NO_MATCH if affinity else Fate.ANYWHERE)
    if affinity is None:
        return Holding(here, elsewhere, None, Fate.ANYWHERE)
    if affinity.option is ZonalAffinity.STAY_WITHIN_ZONE:
        return Holding(here, elsewhere, 1, Fate.BLACK_HOLE)
    # Spillover ratio: greater than or *equal* stays; 0 means while any in the zone is healthy.
    return Holding(here, elsewhere, _needed(affinity.spillover_ratio, here), Fate.SPILLS)


def _needed(ratio: Fraction | Unknown, pool: Size) -> int:
    """The least number of healthy backends at or above a ratio of the pool, and never none."""
    if pool.most is not None and pool.most <= 1:
        return 1  # whatever the ratio is
    share = decided(ratio)
    if share == 0:
        return 1
    least = max(1, ceil(share * pool.least))
    if pool.most is None or max(1, ceil(share * pool.most)) != least:
        raise Undetermined(pool.because or Unknown("the number of backends"))
    return least


def _nothing_healthy(
    pools: Pools, policy: Failover, primary: Holding, affinity: Affinity, spec: Spec
) -> Fate:
    if not pools.primary.members and not pools.failover.members:
        return Fate.NOWHERE
    if decided(policy.drop_traffic_if_unhealthy):
        return Fate.DROPPED
    if _is_empty(pools.primary.size):
        return Fate.NOWHERE
    # All primary backends, as a last resort: the intersection is all of the zonal matched ones.
    older = affinity.option is ZonalAffinity.SPILL_CROSS_ZONE and spec is Spec.R2025_07
    stays = primary.needed is not None and not older
    return Fate.LAST_RESORT_IN_ZONE if stays else Fate.LAST_RESORT


def _is_empty(size: Size) -> bool:
    if size.least == 0 and size.exact is None:
        raise Undetermined(size.because or Unknown("the number of backends"))
    return size.exact == 0


def _refuse_doubt(elsewhere: Size, needed: int) -> None:
    """Where others might be too few to count, what the zone's own failures do is not known."""
    if elsewhere.exact is None and elsewhere.least < needed:
        raise Undetermined(elsewhere.because or Unknown("the number of backends"))
