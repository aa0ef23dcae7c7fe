"""Whether a connection and its replies reach the same appliances, for pairs of next hops.

Symmetric hashing finds the same backend for both directions only if both load balancers choose
from the same set. With zonal affinity the one set goes by the zone of the sender, the other by the
zone of the receiver, whose replies the second load balancer takes.

Source: the next-hop guide, docs.cloud.google.com/load-balancing/docs/internal/ilb-next-hop-overview
(2026-04-02), and "Compatibility with next hop internal passthrough Network Load Balancers" of the
zonal affinity page (2026-05), which discourages it for stateful appliances; that the sets have to
be the same is inferred from the two (semantics 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from spillover.plan.backends import BackendSet
from spillover.plan.planned import ScenarioPlan, ServicePlan
from spillover.plan.zonal import ClientKind
from spillover.records import dataclass

Matrix = Mapping[tuple[str, str], bool | None]
"""Zone of the sender, zone of the receiver -> whether both sets are the same; None is undetermined."""


@dataclass(frozen=True)
class Agreement:
    """The scenarios that have one and the same matrix."""

    scenarios: tuple[str, ...]
    matrix: Matrix


@dataclass(frozen=True)
class NextHopPair:
    """Two next hops that share appliances, and where they agree.

    ``forward`` takes what senders send, ``back`` the replies of receivers. The matrix of the
    other direction has rows and columns exchanged. ``doubt`` tells why they may not be a pair.
    """

    forward: ServicePlan
    back: ServicePlan
    zones: tuple[str, ...]
    agreements: tuple[Agreement, ...]
    doubt: str = ""


def next_hop_pairs(plans: Iterable[ServicePlan]) -> tuple[NextHopPair, ...]:
    """Every pair of planned next hops with a group in common, once."""
    planned = list(plans)
    # Few services are next hops: only those have partners, and are looked at with the ones after them.
    return tuple(
        _pair(plan, other, doubt)
        for index, plan in enumerate(planned)
        if plan.partners.items or plan.partners.possible
        for other in planned[index + 1 :]
        for doubt in _doubts(plan, other)
    )


def _doubts(plan: ServicePlan, other: ServicePlan) -> Iterator[str]:
    """Nothing if they are no pair; else why they may be none, which is empty where they are one."""
    if any(each is other.service for each in plan.partners.items):
        yield ""
    for each, unknown in plan.partners.possible:
        if each is other.service:
            yield unknown.because


def _pair(forward: ServicePlan, back: ServicePlan, doubt: str) -> NextHopPair:
    there = {each.scenario.name: _sets(each) for each in forward.scenarios}
    replies = {each.scenario.name: _sets(each) for each in back.scenarios}
    zones = tuple(sorted({zone for sets in (*there.values(), *replies.values()) for zone in sets if zone}))
    alike: dict[tuple[bool | None, ...], tuple[list[str], Matrix]] = {}
    for name in there:
        if name in replies:
            matrix = _matrix(zones, there[name], replies[name])
            alike.setdefault(tuple(matrix.values()), ([], matrix))[0].append(name)
    agreements = tuple(Agreement(tuple(names), matrix) for names, matrix in alike.values())
    return NextHopPair(forward, back, zones, agreements, doubt)


Sets = Mapping[str | None, BackendSet | None]
"""Zone of clients, None for any other -> their set, which is None where it is undetermined."""


def _sets(plan: ScenarioPlan) -> Sets:
    """The modified eligible backends of VMs; where no option is known, what all of them give."""
    sets: dict[str | None, BackendSet | None] = {}
    for row in plan.rows:
        if row.client.kind is ClientKind.VM:
            found = row.decision.modified_eligible if row.decision else None
            zone = row.client.zone
            sets[zone] = found if sets.get(zone, found) == found else None
    return sets


def _matrix(zones: tuple[str, ...], there: Sets, replies: Sets) -> Matrix:
    """A zone that only one of them knows is any other zone to the other."""
    return {
        (sender, receiver): _same(there.get(sender, there[None]), replies.get(receiver, replies[None]))
        for sender in zones
        for receiver in zones
    }


def _same(one: BackendSet | None, other: BackendSet | None) -> bool | None:
    return None if one is None or other is None else one == other
