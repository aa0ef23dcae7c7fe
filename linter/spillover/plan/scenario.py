"""The weather: health, membership and clients, as opposed to what is configured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property

from spillover.model.names import ResourceName
from spillover.plan.zonal import Client
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class ZoneState:
    """What a scenario says of a group in one zone; None where it does not say."""

    size: int | None = None
    healthy: int | None = None


@dataclass(frozen=True, slots=True)
class ClientShare:
    """Clients of one kind and place, and their share of the connections."""

    client: Client
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """What load balancers of one region take: open connections, and new ones and requests a second.

    What a scenario does not say is none.
    """

    requests: Fraction = Fraction(0)
    http_connections: Fraction = Fraction(0)
    https_connections: Fraction = Fraction(0)
    active_connections: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class TargetState:
    """What a scenario says of a target of DNS: in how many source regions its checks fail, or its verdict.

    An internal load balancer is probed from none: of it only the verdict can be told.
    """

    failing_source_regions: int | None = None
    healthy: bool | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """So many backends of one role that fail in a zone, while all others are healthy."""

    zone: str
    failover: bool
    failed: int


@dataclass(frozen=True)
class Scenario:
    """One state of the world.

    ``groups`` maps a group (by name, URL or Terraform address) to its zones. ``down`` are the
    zones whose backends are unhealthy; they stay configured, and clients stay where they are.
    ``load`` maps a region to what its regional load balancers take in a failover, ``targets`` an address,
    or what gives it one, to its state; what is not named is healthy. With a ``failure`` all else is
    healthy, whatever the rest says of health.
    """

    name: str = "all healthy"
    groups: Mapping[str, Mapping[str, ZoneState]] = field(default_factory=dict)
    clients: tuple[ClientShare, ...] = ()
    down: tuple[str, ...] = ()
    load: Mapping[str, Load] = field(default_factory=dict)
    targets: Mapping[str, TargetState] = field(default_factory=dict)
    failure: Failure | None = None

    def with_down(self, *zones: str) -> Scenario:
        """This scenario with more zones down; it is named after them."""
        name = f"{', '.join(dict.fromkeys(zones))} down"
        return replace(self, name=name, down=tuple(dict.fromkeys((*self.down, *zones))))

    def about(self, names: Iterable[str]) -> Scenario:
        """This scenario with no groups but those that go by one of the names, in the same order."""
        found = {each for name in names for each in self._by_name.get(name, ())}
        return replace(self, groups={key: self.groups[key] for _, key in sorted(found)})

    @cached_property
    def _by_name(self) -> Mapping[str, list[tuple[int, str]]]:
        """Every group with its place in the order, by its key and by the name that a URL ends with."""
        by_name: dict[str, list[tuple[int, str]]] = {}
        for place, key in enumerate(self.groups):
            for name in {key, ResourceName.parse(key, "instanceGroups").name}:
                by_name.setdefault(name, []).append((place, key))
        return by_name
