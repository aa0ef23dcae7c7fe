"""What an operator expects of a deployment, which no configuration of Google Cloud says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal

from spillover.records import dataclass


@dataclass(frozen=True)
class Options:
    """The ``[options]`` of the configuration file, by the names that they have there.

    ``outage_objective_s`` is the longest outage that is acceptable, in seconds; None if nobody
    said. ``client_regions`` are the regions that clients come from; none if nobody said.
    ``minimum_zones`` is the number of zones that backends with zonal affinity have to be in.
    ``ttl_range_s`` are the shortest and the longest TTL of a failover record, in seconds.
    ``region_locations`` are latitude and longitude of regions, in degrees, where they are not those
    that are known here.
    """

    outage_objective_s: int | None = None
    client_regions: tuple[str, ...] = ()
    minimum_zones: int = 2
    ttl_range_s: tuple[int, int] = (30, 60)
    region_locations: Mapping[str, tuple[Decimal, Decimal]] = field(default_factory=dict, hash=False)
