"""Sweeps of failures: so many backends of a zone fail, while all others are healthy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum

from spillover.errors import UsageError
from spillover.model.capacity import Size
from spillover.plan.backends import Members
from spillover.plan.membership import BackendGroup, pools
from spillover.plan.scenario import Failure, Scenario
from spillover.plan.tolerances import ZoneTolerance

MOST_SCENARIOS = 500
"""The longest sweep of one load balancer: beyond it nobody reads the plan, and it takes seconds."""


class Sweep(StrEnum):
    """Which states of health a plan goes through, beside those that are given."""

    ZONES = "zones"
    THRESHOLDS = "thresholds"
    FULL = "full"


def failures(
    sweep: Sweep | None,
    base: Scenario,
    groups: tuple[BackendGroup, ...],
    tolerances: Iterable[ZoneTolerance],
    *,
    most_failed: int | None = None,
    zones_go_down: bool = False,
) -> tuple[Scenario, ...]:
    """The scenarios of failures of a sweep, by zone, role and number.

    ``zones_go_down`` tells that each zone has a scenario in which it is down: where all
    backends of one role are all of the zone, that is their failure already.

    Raises:
        UsageError: there are too many of them.
    """
    if sweep is Sweep.THRESHOLDS:
        found = set(_at_thresholds(tolerances))
    elif sweep is Sweep.FULL:
        found = set(_every(groups, most_failed))
    else:
        return ()
    sizes = _sizes(groups)
    if zones_go_down:
        found = {each for each in found if not _is_whole_zone(each, sizes)}
    if len(found) > MOST_SCENARIOS:
        narrower = "give a smaller --max-failures, or --sweep thresholds"
        raise UsageError(
            f"--sweep {sweep}: {len(found)} failures to go through, of at most {MOST_SCENARIOS}: {narrower}"
        )
    ordered = sorted(found, key=lambda each: (each.zone, each.failover, each.failed))
    return tuple(replace(base, name=_name(each, sizes), down=(), failure=each) for each in ordered)


def failing(groups: tuple[BackendGroup, ...], failure: Failure | None) -> tuple[BackendGroup, ...]:
    """The groups with so many backends failed and all others healthy; as they are without a failure."""
    if failure is None:
        return groups
    left = failure.failed
    found: list[BackendGroup] = []
    for group in groups:
        members: list[Members] = []
        for zone, size in group.zones.items():
            fails = zone == failure.zone and group.failover is failure.failover
            failed = min(left, size.least) if fails else 0
            left -= failed
            members += _split(group, zone, size, failed)
        found.append(replace(group, members=tuple(members)))
    return tuple(found)


def _split(group: BackendGroup, zone: str, size: Size, failed: int) -> Iterator[Members]:
    """Which ones fail does not matter, so nobody is named; the size is exact where any does."""
    if not failed:
        yield Members(group.identity, zone, True, size)
        return
    yield Members(group.identity, zone, True, Size.exactly(size.least - failed))
    yield Members(group.identity, zone, False, Size.exactly(failed))


def _at_thresholds(tolerances: Iterable[ZoneTolerance]) -> Iterator[Failure]:
    """Each number of failures at which something changes for the clients of the zone."""
    for each in tolerances:
        here = each.known.holding.here.exact if each.known else None
        if each.known is None or here is None:
            continue
        is_failover = each.known.holding is each.known.failover
        for step in each.known.steps:
            yield Failure(each.zone, is_failover, here - step.healthy)


def _every(groups: tuple[BackendGroup, ...], most_failed: int | None) -> Iterator[Failure]:
    """Each number of failures of each role in each zone, where its size is known."""
    for (zone, failover), size in _sizes(groups).items():
        number = size.exact or 0
        most = number if most_failed is None else min(number, most_failed)
        for failed in range(1, most + 1):
            yield Failure(zone, failover, failed)


def _sizes(groups: tuple[BackendGroup, ...]) -> dict[tuple[str, bool], Size]:
    """Zone and role -> number of backends, where there is any."""
    configured = pools(groups)
    roles = ((False, configured.primary), (True, configured.failover))
    return {(zone, role): size for role, pool in roles for zone, size in pool.zones().items()}


def _is_whole_zone(failure: Failure, sizes: dict[tuple[str, bool], Size]) -> bool:
    is_all = failure.failed == sizes[failure.zone, failure.failover].exact
    return is_all and (failure.zone, not failure.failover) not in sizes


def _name(failure: Failure, sizes: dict[tuple[str, bool], Size]) -> str:
    """Such as ``us-east1-b: 2 of 5 failed``; with the role where the zone has both."""
    both = (failure.zone, not failure.failover) in sizes
    role = ("failover " if failure.failover else "primary ") if both else ""
    return f"{failure.zone}: {failure.failed} of {sizes[failure.zone, failure.failover].exact} {role}failed"
