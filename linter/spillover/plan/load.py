"""How connections spread over zones and backends, and how many of them cross zones.

A new connection goes to one of its client's modified eligible backends, chosen by a hash; hashes
are taken to be even, so each of these backends gets an equal part. Weights, session affinity and
connections that are tracked already are left out.

Source: docs.cloud.google.com/load-balancing/docs/internal/int-netlb-traffic-distribution, as of 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.zonal import Client, ClientKind

NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Sent:
    """A client's share of all new connections, and the backends that they are spread over."""

    client: Client
    share: Fraction
    backends: BackendSet


@dataclass(frozen=True, slots=True)
class ZoneLoad:
    """What the backends of one zone get: their ``share`` of all connections, and the busiest one's part.

    ``factor`` is that part against an even spread over all eligible backends; it is None where
    none of them is eligible, such as in a black hole.
    """

    share: Fraction
    per_backend: Fraction
    factor: Fraction | None


@dataclass(frozen=True, slots=True)
class Distribution:
    """The spread of all new connections in one scenario.

    ``crossing`` is the share that crosses zones, and ``crossing_without_affinity`` what it would be
    with zonal affinity off. ``unserved`` is the share that no healthy backend gets.
    """

    zones: Mapping[str, ZoneLoad]
    crossing: Fraction
    crossing_without_affinity: Fraction
    unserved: Fraction

    @property
    def busiest(self) -> tuple[str, Fraction] | None:
        """The zone with the largest load factor, and the factor; the first by name of several."""
        factors = [(zone, each.factor) for zone, each in self.zones.items() if each.factor is not None]
        return max(factors, key=lambda each: each[1], default=None)


def load(sent: Iterable[Sent], eligible: BackendSet) -> Distribution:
    """The load in one scenario, whose original eligible backends are given.

    Raises:
        Undetermined: it depends on a number of backends that is not known.
    """
    sent = tuple(sent)
    parts: dict[Members, Fraction] = {}
    for each in sent:
        if each.client.kind is ClientKind.VM_BACKEND:
            raise Undetermined(Unknown("which backends the clients are that answer themselves"))
        total = _number(each.backends)
        for members in each.backends:
            parts[members] = parts.get(members, NONE) + each.share / total
    everywhere = _number(eligible)
    zones = {zone: _zone(zone, parts, eligible, everywhere) for zone in sorted({m.zone for m in parts})}
    served = sum((each.share * _healthy_part(each.backends) for each in sent), NONE)
    return Distribution(
        zones,
        sum((each.share * _crossing(each.client, each.backends) for each in sent), NONE),
        sum((each.share * _crossing(each.client, eligible) for each in sent), NONE),
        sum((each.share for each in sent), NONE) - served,
    )


def even_shares(zones: Iterable[str]) -> tuple[tuple[Client, Fraction], ...]:
    """As many connections from each zone as from any other."""
    zones = tuple(zones)
    return tuple((Client(ClientKind.VM, zone), Fraction(1, len(zones))) for zone in zones)


def _zone(zone: str, parts: Mapping[Members, Fraction], eligible: BackendSet, everywhere: int) -> ZoneLoad:
    here = {members: part for members, part in parts.items() if members.zone == zone}
    factors = [part * everywhere for members, part in here.items() if members in eligible.members]
    share = sum((part * (members.size.exact or 0) for members, part in here.items()), NONE)
    return ZoneLoad(share, max(here.values()), max(factors, default=None))


def _number(backends: BackendSet) -> int:
    """How many there are; every zone's number counts, for each has its own part."""
    for members in backends:
        if members.size.exact is None:
            raise Undetermined(members.size.because or Unknown("the number of backends"))
    return backends.size.least


def _part(some: BackendSet, of: BackendSet) -> Fraction:
    return Fraction(some.size.least, of.size.least) if of.members else NONE


def _healthy_part(backends: BackendSet) -> Fraction:
    return _part(backends.healthy, backends)


def _crossing(client: Client, backends: BackendSet) -> Fraction:
    """The share of a client's connections that cross zones; those from outside of the zones do not."""
    if not client.kind.is_zonal or not backends.members:
        return NONE
    return 1 - _part(backends.in_zone(client.zone), backends)
