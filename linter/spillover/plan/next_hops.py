"""Pairs of next hops: two load balancers that send the two directions of a connection to the same appliances.

Symmetric hashing finds the appliance that has seen the one direction for the other one too, as
long as both load balancers choose from the same set. Zonal affinity makes the sets depend on
the zone of the sender, and that of one direction is not that of the other.
"""

from __future__ import annotations

from spillover.model.deployment import Deployment, Joined
from spillover.model.names import Link, same_resource
from spillover.model.service import BackendService
from spillover.model.source import Maybe, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.groups import group_of


def partners(balancer: LoadBalancer) -> Joined[BackendService]:
    """The backend services of other next hops that share a group with this one, which is a next hop itself.

    Raises:
        NotCovered: routes were read, but no forwarding rule.
    """
    service, deployment = balancer.service, balancer.deployment
    itself = is_next_hop(balancer)
    if itself is False:
        return Joined()
    items: list[BackendService] = []
    possible: list[tuple[BackendService, Unknown]] = []
    for other in deployment.every(BackendService):
        if other is service or other.is_internal_passthrough is False:
            continue
        shares = shares_a_group(service, other, deployment)
        too = False if shares is False else is_next_hop(LoadBalancer(other, deployment))
        if too is False:
            continue
        doubts = [each for each in (itself, shares, too) if isinstance(each, Unknown)]
        if doubts:
            possible.append((other, doubts[0]))
        else:
            items.append(other)
    return Joined(tuple(items), tuple(possible))


def is_next_hop(balancer: LoadBalancer) -> bool | Unknown:
    """Whether it is the next hop of any route."""
    routes = balancer.routes
    if routes.items:
        return True
    return routes.possible[0][1] if routes.possible else False


def shares_a_group(one: BackendService, other: BackendService, deployment: Deployment) -> bool | Unknown:
    """Whether two services have a backend group in common."""
    for service in (one, other):
        if isinstance(service.backends, Unknown):
            return service.backends
    verdicts = [
        same_resource(mine, theirs)
        for mine in _groups(one, deployment)
        for theirs in _groups(other, deployment)
    ]
    if True in verdicts:
        return True
    return next((each for each in verdicts if isinstance(each, Unknown)), False)


def _groups(service: BackendService, deployment: Deployment) -> tuple[Maybe[Link], ...]:
    backends = service.backends if isinstance(service.backends, tuple) else ()
    return tuple(group_of(backend, deployment) for backend in backends)
