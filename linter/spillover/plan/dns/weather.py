"""The health of a policy's targets: what a scenario says of them, and the states that matter without one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from ipaddress import IPv4Address, IPv6Address, ip_address

from spillover.errors import UsageError
from spillover.plan.dns.answers import is_unhealthy
from spillover.plan.dns.policy import Failover, Item, Policy, Target, Weighted, targets_of
from spillover.plan.scenario import Scenario, TargetState
from spillover.records import dataclass


@dataclass(frozen=True)
class Weather:
    """A named state of health: the targets that are unhealthy, by name; all others are healthy."""

    name: str
    unhealthy: frozenset[str] = frozenset()


def weather(policy: Policy, scenarios: Iterable[Scenario]) -> tuple[Weather, ...]:
    """The states that a policy is planned for (contract, "Scenarios").

    Those that were given, if any of them says something of a target of DNS; else all that matter: only
    then has anybody looked at records.

    Raises:
        UsageError: a scenario tells of source regions that do not probe an internal load balancer.
    """
    given = tuple(scenarios)
    if any(each.targets for each in given):
        return tuple(Weather(each.name, _unhealthy(policy, each.targets)) for each in given)
    kept: dict[frozenset[str], Weather] = {}
    for each in _states(policy):
        kept.setdefault(each.unhealthy, each)
    return tuple(kept.values())


def is_called(target: str, name: str) -> bool:
    """Whether a scenario's name means a target: its number, or the resource that gives it one."""
    number = _number(target)
    return name in (target, target.rpartition(".")[0]) if number is None else number == _number(name)


def _number(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def _unhealthy(policy: Policy, states: Mapping[str, TargetState]) -> frozenset[str]:
    told = (
        target.name
        for target in targets_of(policy)
        for name, state in states.items()
        if is_called(target.name, name) and not _is_healthy(target, state)
    )
    return frozenset(told)


def _is_healthy(target: Target, state: TargetState) -> bool:
    if state.failing_source_regions is None:
        return state.healthy is not False
    if target.internal:
        raise UsageError(
            f"the scenario's target {target.name} is an internal load balancer, "
            "which no source region probes: give healthy: true or false"
        )
    return not is_unhealthy(state.failing_source_regions)


def _states(policy: Policy) -> Iterator[Weather]:
    """All healthy, each part down on its own and with the primary, and everything down."""
    yield Weather("all healthy")
    items = policy.items if isinstance(policy.items, tuple) else ()
    everything = _checked(targets_of(policy))
    if isinstance(policy, Failover):
        yield from _of_failover(policy, items)
    else:
        for item in items:
            yield Weather(f"{_called(item, policy)} down", _checked(item.known))
    if everything and isinstance(policy.items, tuple):
        yield Weather("everything down", everything)


def _of_failover(policy: Failover, items: tuple[Item, ...]) -> Iterator[Weather]:
    primary = _checked(policy.primary.known)
    backup = _checked(target for item in items for target in item.known)
    if len(primary) > 1:
        for each in policy.primary.known:
            yield Weather(f"primary {each.name} down", frozenset({each.name}))
    if primary:
        yield Weather("primary down", primary)
    if policy.trickle != Fraction(0) and backup:
        yield Weather("backup down", backup)
    if len(items) > 1:
        for item in items:
            yield Weather(f"primary and backup {_called(item, policy)} down", primary | _checked(item.known))


def _called(item: Item, policy: Policy) -> str:
    """By its location; an item of a weighted policy, or one whose location is not known, by its addresses."""
    if isinstance(item.location, str) and not isinstance(policy, Weighted):
        return item.location
    return ", ".join(each.name for each in item.known) or "of unknown targets"


def _checked(targets: Iterable[Target]) -> frozenset[str]:
    return frozenset(each.name for each in targets if each.checked)
