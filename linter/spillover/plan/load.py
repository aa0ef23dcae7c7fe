"""How connections spread over zones and backends, and how many of them cross zones.

A new connection goes to one of its client's modified eligible backends, chosen by a hash; hashes
are taken to be even, so each of these backends gets an equal part. Weights, session affinity and
connections that are tracked already are left out.

Source: docs.cloud.google.com/load-balancing/docs/internal/int-netlb-traffic-distribution, as of 2026-05.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.zonal import Client, ClientKind
from spillover.records import dataclass


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
    for each in sent:
        if each.client.kind is ClientKind.VM_BACKEND:
            raise Undetermined(Unknown("which backends the clients are that answer themselves"))
    numbers = [_number(each.backends) for each in sent]
    everywhere = _number(eligible)
    # All in whole parts of one denominator: fractions are as exact, but slow to add.
    whole = lcm(
        *(each.share.denominator * (number or 1) for each in sent for number in (*numbers, everywhere))
    )
    parts: dict[Members, int] = {}
    crossing = without_affinity = unserved = 0
    for each, number in zip(sent, numbers, strict=True):
        share = whole // each.share.denominator * each.share.numerator
        part = share // (number or 1)
        for members in each.backends.members:
            parts[members] = parts.get(members, 0) + part
        crossing += part * _abroad(each.client, each.backends)
        without_affinity += share // (everywhere or 1) * _abroad(each.client, eligible)
        unserved += share - part * each.backends.healthy.size.least
    reached = sorted({members.zone for members in parts})
    return Distribution(
        {zone: _zone(zone, parts, whole, eligible, everywhere) for zone in reached},
        Fraction(crossing, whole),
        Fraction(without_affinity, whole),
        Fraction(unserved, whole),
    )


def even_shares(zones: Iterable[str]) -> tuple[tuple[Client, Fraction], ...]:
    """As many connections from each zone as from any other."""
    zones = tuple(zones)
    return tuple((Client(ClientKind.VM, zone), Fraction(1, len(zones))) for zone in zones)


def _zone(
    zone: str, parts: Mapping[Members, int], whole: int, eligible: BackendSet, everywhere: int
) -> ZoneLoad:
    here = {members: part for members, part in parts.items() if members.zone == zone}
    share = sum(part * (members.size.exact or 0) for members, part in here.items())
    busiest = max((part for members, part in here.items() if members in eligible.members), default=None)
    return ZoneLoad(
        Fraction(share, whole),
        Fraction(max(here.values()), whole),
        None if busiest is None else Fraction(busiest * everywhere, whole),
    )


def _number(backends: BackendSet) -> int:
    """How many there are; every zone's number counts, for each has its own part."""
    if backends.size.exact is None:
        inexact = next(members.size for members in backends if members.size.exact is None)
        raise Undetermined(inexact.because or Unknown("the number of backends"))
    return backends.size.least


def _abroad(client: Client, backends: BackendSet) -> int:
    """The backends that a client crosses zones to; those from outside of the zones cross none."""
    return backends.size.least - backends.in_zone(client.zone).size.least if client.kind.is_zonal else 0
