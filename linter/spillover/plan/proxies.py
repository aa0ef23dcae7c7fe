"""How many proxies the load of a region needs, and whether the proxy-only subnetwork there has addresses.

The figures are those of Google's page on failover (applb-failover-overview, "Reserve additional proxy-only
subnet capacity", 2026-04): what one proxy of a regional external Application Load Balancer usually takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from math import ceil

from spillover.model.alb import Subnetwork
from spillover.model.capacity import Size
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.frontend import ForwardingRule
from spillover.model.kind import kinds_of
from spillover.model.names import same_resource
from spillover.model.proxies import ENVOY_KINDS, ProxyPool, ProxySubnetwork, addresses_of
from spillover.model.source import Origin, Undetermined, Unknown
from spillover.plan.scenario import Load, Scenario
from spillover.records import dataclass

HTTP_CONNECTIONS = 600
HTTPS_CONNECTIONS = 150
ACTIVE_CONNECTIONS = 3000
REQUESTS = 1400


class Dimension(StrEnum):
    """What a proxy takes only so much of. New connections of HTTP and of HTTPS use up one and the same."""

    NEW_CONNECTIONS = "new-connections"
    ACTIVE_CONNECTIONS = "active-connections"
    REQUESTS = "requests"


@dataclass(frozen=True, slots=True)
class Need:
    """The proxies that a load needs, and the dimension that decides; of equal ones the first."""

    proxies: int
    because: Dimension


def need_of(load: Load) -> Need:
    """The largest of what each dimension needs, in whole proxies."""
    used = {
        Dimension.NEW_CONNECTIONS: load.http_connections / HTTP_CONNECTIONS
        + load.https_connections / HTTPS_CONNECTIONS,
        Dimension.ACTIVE_CONNECTIONS: load.active_connections / ACTIVE_CONNECTIONS,
        Dimension.REQUESTS: load.requests / REQUESTS,
    }
    most = max(used, key=lambda dimension: used[dimension])
    return Need(ceil(used[most]), most)


class Verdict(StrEnum):
    """Whether the proxies that a load needs have addresses."""

    FITS = "fits"
    DOES_NOT_FIT = "does-not-fit"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True)
class ProxyPlan:
    """The proxies of one network and region in one scenario.

    ``subnetwork`` is None where there is none, and then there are no ``addresses``; both are None
    where that is not known. ``balancers`` tells how many load balancers share the proxies.
    ``origin`` is what told of the network.
    """

    scenario: str
    pool: ProxyPool
    region: str
    load: Load
    need: Need
    balancers: Size
    subnetwork: Subnetwork | None
    addresses: int | None
    verdict: Verdict
    origin: Origin
    undetermined: tuple[Unknown, ...] = ()

    @property
    def network(self) -> str | None:
        """What the network is called; None where it is not known."""
        return None if isinstance(self.pool.network, Unknown) else self.pool.name


def plan_proxies(deployment: Deployment, scenarios: Iterable[Scenario]) -> Iterator[ProxyPlan]:
    """For each region with a load, and each network that has or may have proxies there, what it needs."""
    for scenario in scenarios:
        for region, load in sorted(scenario.load.items()):
            pools = _pools_in(deployment, region)
            for pool, origin in pools:
                yield _plan(scenario.name, region, load, pool, origin, alone=len(pools) == 1)


def _pools_in(deployment: Deployment, region: str) -> tuple[tuple[ProxyPool, Origin], ...]:
    """The pools of a region, by the load balancers and the proxy-only subnetworks there."""
    kept: list[tuple[ProxyPool, Origin]] = []
    for pool, origin in _told(deployment):
        if pool.region == region and not any(_is_same(pool, known) for known, _ in kept):
            kept.append((pool, origin))
    return tuple(kept)


def _told(deployment: Deployment) -> Iterator[tuple[ProxyPool, Origin]]:
    for rule in deployment.own(ForwardingRule):
        if kinds_of(rule).within(ENVOY_KINDS) is not False:
            yield ProxyPool.of(rule, deployment), rule.origin
    for view in ProxySubnetwork.views_of(deployment):
        yield view.pool, view.origin


def _is_same(one: ProxyPool, other: ProxyPool) -> bool:
    return one.network == other.network or same_resource(one.network, other.network) is True


def _plan(
    scenario: str, region: str, load: Load, pool: ProxyPool, origin: Origin, *, alone: bool
) -> ProxyPlan:
    need = need_of(load)
    subnetwork, addresses, unknowns = _addresses(pool)
    if addresses is None:
        verdict = Verdict.UNDETERMINED
    elif need.proxies <= addresses:
        verdict = Verdict.FITS
    elif alone:
        verdict = Verdict.DOES_NOT_FIT
    else:
        verdict = Verdict.UNDETERMINED
        unknowns = (Unknown(f"which network takes how much of the load in {region}"),)
    return ProxyPlan(
        scenario,
        pool,
        region,
        load,
        need,
        pool.balancers,
        subnetwork,
        addresses,
        verdict,
        origin,
        unknowns,
    )


def _addresses(pool: ProxyPool) -> tuple[Subnetwork | None, int | None, tuple[Unknown, ...]]:
    """The active proxy-only subnetwork and its number of addresses, or why they are not known."""
    try:
        subnetwork = pool.subnetwork()
    except NotCovered as missing:
        return None, None, (Unknown(f"no {missing.kind} were read"),)
    except Undetermined as undetermined:
        return None, None, undetermined.unknowns
    if subnetwork is None:
        return None, 0, ()
    addresses = addresses_of(subnetwork)
    return (subnetwork, None, (addresses,)) if isinstance(addresses, Unknown) else (subnetwork, addresses, ())
