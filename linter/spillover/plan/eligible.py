"""From the configured to the original eligible backends: the step "Identify eligible backends".

Source: docs.cloud.google.com/load-balancing/docs/internal/int-netlb-traffic-distribution and
the API's text on ``failoverPolicy``, as of 2026-05.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from spillover.model.source import Unknown, decided
from spillover.plan.backends import BackendSet, share
from spillover.records import dataclass

NO_BACKENDS = BackendSet()


class EligibleKind(StrEnum):
    """Which backends the original eligible ones are."""

    HEALTHY_PRIMARY = "healthy_primary"
    HEALTHY_FAILOVER = "healthy_failover"
    ALL_PRIMARY = "all_primary"
    NONE = "none"


class Why(StrEnum):
    """The arm of the step that chose the original eligible backends."""

    NO_BACKENDS = "no backend is configured"
    NO_PRIMARY_TO_FALL_BACK_ON = "nothing is healthy, and there is no primary backend to fall back on"
    DROPPED = "nothing is healthy, and the failover policy drops traffic then"
    LAST_RESORT = "nothing is healthy: all primary backends, as a last resort"
    NO_HEALTHY_PRIMARY = "no primary backend is healthy"
    HEALTHY_PRIMARY = "healthy primary backends"
    AT_OR_ABOVE_FAILOVER_RATIO = "the share of healthy primary backends is at or above the failover ratio"
    NO_HEALTHY_FAILOVER = "no failover backend is healthy"
    BELOW_FAILOVER_RATIO = "the share of healthy primary backends is below the failover ratio"


@dataclass(frozen=True, slots=True)
class Pools:
    """The configured backends, by role: those marked ``failover``, and the rest."""

    primary: BackendSet
    failover: BackendSet = NO_BACKENDS


@dataclass(frozen=True, slots=True)
class Failover:
    """The failover policy in force; without one, the ratio is 0 and nothing is dropped."""

    ratio: Fraction | Unknown = Fraction(0)
    drop_traffic_if_unhealthy: bool | Unknown = False


@dataclass(frozen=True, slots=True)
class Eligible:
    """The original eligible backends, and why it is these."""

    kind: EligibleKind
    backends: BackendSet
    why: Why


def identify_eligible(pools: Pools, policy: Failover) -> Eligible:
    """The original eligible backends.

    Raises:
        Undetermined: it depends on a size or a setting that is not known.
    """
    healthy_primary, healthy_failover = pools.primary.healthy, pools.failover.healthy

    if not pools.primary.members and not pools.failover.members:
        return Eligible(EligibleKind.NONE, BackendSet(), Why.NO_BACKENDS)

    # No primary backend is healthy, which is asked before the ratio: the pool may have no member.
    if healthy_primary.is_empty():
        if not healthy_failover.is_empty():
            return Eligible(EligibleKind.HEALTHY_FAILOVER, healthy_failover, Why.NO_HEALTHY_PRIMARY)
        return _nothing_healthy(pools, policy)

    # Failover ratio 0: fail over only when no primary backend is healthy.
    if not pools.failover.members or policy.ratio == 0:
        return Eligible(EligibleKind.HEALTHY_PRIMARY, healthy_primary, Why.HEALTHY_PRIMARY)

    # There is nothing healthy to fail over to, whatever the ratio.
    if not healthy_failover.members:
        return Eligible(EligibleKind.HEALTHY_PRIMARY, healthy_primary, Why.NO_HEALTHY_FAILOVER)

    # Otherwise fail over when the share of healthy primary backends is *less than* the ratio.
    if _at_or_above(healthy_primary, pools.primary, policy.ratio):
        return Eligible(EligibleKind.HEALTHY_PRIMARY, healthy_primary, Why.AT_OR_ABOVE_FAILOVER_RATIO)
    healthy_failover.is_empty()  # undetermined where there may be none after all
    return Eligible(EligibleKind.HEALTHY_FAILOVER, healthy_failover, Why.BELOW_FAILOVER_RATIO)


def _at_or_above(healthy: BackendSet, pool: BackendSet, ratio: Fraction | Unknown) -> bool:
    if healthy == pool:
        return True  # the whole pool is at or above every ratio in [0, 1]
    return share(healthy, pool).at_least(decided(ratio))


def _nothing_healthy(pools: Pools, policy: Failover) -> Eligible:
    if decided(policy.drop_traffic_if_unhealthy):
        return Eligible(EligibleKind.NONE, BackendSet(), Why.DROPPED)
    if pools.primary.is_empty():
        return Eligible(EligibleKind.NONE, BackendSet(), Why.NO_PRIMARY_TO_FALL_BACK_ON)
    return Eligible(EligibleKind.ALL_PRIMARY, pools.primary, Why.LAST_RESORT)
