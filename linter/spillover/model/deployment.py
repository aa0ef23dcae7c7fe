"""A deployment: everything that was read together, indexed and joined. What rules receive.

Joins go by Terraform address or by normalised name (rules.md 1.3). A join that cannot be
made is never a guess: it is unknown, or stands among the possible ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from spillover.model.capacity import (
    Group,
    GroupHealth,
    InstanceGroup,
    InstanceGroupManager,
    InstanceList,
    NetworkEndpointGroup,
)
from spillover.model.dns import ManagedZone, RecordSet, RoutingPolicy
from spillover.model.frontend import ForwardingRule
from spillover.model.health import HealthCheck
from spillover.model.names import Link, ResourceName
from spillover.model.options import Options
from spillover.model.routes import Route
from spillover.model.service import BackendService, LoadBalancingScheme
from spillover.model.source import FieldRef, Maybe, Unknown, WrongValue

S = TypeVar("S")
T = TypeVar("T")


class NotCovered(Exception):
    """Nothing of a kind was read, which is not to say that there is none."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True)
class Joined(Generic[T]):
    """What points at a resource: surely (``items``), or possibly, because of an unknown value."""

    items: tuple[T, ...] = ()
    possible: tuple[tuple[T, Unknown], ...] = ()


@dataclass(frozen=True)
class Deployment:
    """Resources that are joined and judged together.

    ``resources`` are its own; ``context`` are those of files that were named beside it, which
    take part in joins but are judged in their own deployment. ``observations`` tell what
    was seen of the running system. ``wrong`` are values that are not what they should be.
    ``options`` are what its operator expects of it.
    """

    root: str = "."
    resources: tuple[Any, ...] = ()
    context: tuple[Any, ...] = ()
    observations: tuple[InstanceList | GroupHealth, ...] = ()
    wrong: tuple[WrongValue, ...] = ()
    options: Options = field(default_factory=Options)

    def own(self, kind: type[T]) -> tuple[T, ...]:
        """Its own resources of a kind, in the order in which they were read."""
        return tuple(each for each in self.resources if isinstance(each, kind))

    def every(self, kind: type[T]) -> tuple[T, ...]:
        """The resources of a kind that take part in joins."""
        return tuple(self._by_kind.get(kind, ()))

    def read(self, kind: type[T], called: str) -> tuple[T, ...]:
        """As :meth:`every`, for a question that only a resource of that kind can answer.

        Raises:
            NotCovered: none of the kind was read; ``called`` is its name in the report.
        """
        found = self.every(kind)
        if not found:
            raise NotCovered(called)
        return found

    def observed(self, kind: type[T], group: str) -> tuple[T, ...]:
        """What was observed, of a kind, of groups that are called so."""
        return tuple(each for each in self._observed.get(group, ()) if isinstance(each, kind))

    @cached_property
    def _observed(self) -> dict[str, list[InstanceList | GroupHealth]]:
        by_group: dict[str, list[InstanceList | GroupHealth]] = {}
        for each in self.observations:
            by_group.setdefault(each.group.name, []).append(each)
        return by_group

    @cached_property
    def _by_kind(self) -> dict[type, list[Any]]:
        kinds: dict[type, list[Any]] = {}
        for each in (*self.resources, *self.context):
            kinds.setdefault(type(each), []).append(each)
        return kinds

    @cached_property
    def _by_address(self) -> dict[str, Any]:
        # Of several at one address its own is kept, for it comes last.
        return {each.origin.address: each for each in (*self.context, *self.resources) if each.origin.address}

    @cached_property
    def _by_name(self) -> dict[str, list[Any]]:
        called: dict[str, list[Any]] = {}
        for each in (*self.resources, *self.context):
            for name in dict.fromkeys(name.name for name in _names(each)):
                called.setdefault(name, []).append(each)
        return called

    @cached_property
    def _rules_by_service(self) -> dict[str | None, dict[int, ForwardingRule]]:
        """Forwarding rules by what their link to a backend service calls it; None where that is unknown.

        Each stands with its place in the order in which they were read.
        """
        rules: dict[str | None, dict[int, ForwardingRule]] = {}
        for place, rule in enumerate(self.every(ForwardingRule)):
            link = rule.backend_service
            if isinstance(link, ResourceName):
                rules.setdefault(link.name, {})[place] = rule
            elif link is not None:
                called = None if isinstance(link, Unknown) else _without_key(link.address)
                rules.setdefault(called, {})[place] = rule
        return rules

    def rules_before(self, service: BackendService) -> Joined[ForwardingRule]:
        """The forwarding rules that point at a backend service."""
        rules = self.every(ForwardingRule)
        if service.identity is not None:  # else any name may be its name
            found: dict[int, ForwardingRule] = {}
            for call in (service.identity.name, _without_key(service.origin.address), None):
                found |= self._rules_by_service.get(call, {})
            rules = tuple(found[place] for place in sorted(found))
        return self.pointing(rules, lambda rule: rule.backend_service, service)

    def fitting(self, name: ResourceName, kinds: tuple[type[T], ...]) -> list[T]:
        """The resources of these kinds that a name may be the name of."""
        called = self._by_name.get(name.name, ())
        return [each for each in called if isinstance(each, kinds) and _is_named(each, name)]

    def find(self, link: Link, kinds: tuple[type[T], ...]) -> T | None:
        """The resource that a link points at, if it was read.

        A name that fits several resources, for lack of a scope or a project, finds none.
        """
        if not isinstance(link, ResourceName):
            # Where the keys of a resource are not known, one instance stands for all of them.
            found = self._by_address.get(link.address) or self._by_address.get(_without_key(link.address))
            return found if isinstance(found, kinds) else None
        fitting = self.fitting(link, kinds)
        exact = [each for each in fitting if link in _names(each)]
        found_by_name = _owners(exact or fitting)
        return found_by_name[0] if len(found_by_name) == 1 else None

    def points_at(self, link: Maybe[Link], target: Any) -> bool | Unknown:
        """Whether a link points at a resource; a link that is not written points nowhere."""
        if link is None or isinstance(link, Unknown):
            return False if link is None else link
        if not isinstance(link, ResourceName):
            return _is_address_of(link.address, target.origin.address)
        if _names(target):
            return _is_named(target, link)
        name = target.name
        return name if isinstance(name, Unknown) and link.collection in _COLLECTIONS[type(target)] else False

    def pointing(self, sources: Iterable[S], link: Callable[[S], Maybe[Link]], target: Any) -> Joined[S]:
        """Those of ``sources`` whose link points at ``target``."""
        return _joined(sources, lambda source: self.points_at(link(source), target))

    def leads_to(self, route: Route, rule: ForwardingRule) -> bool | Unknown:
        """Whether the next hop of a route is a forwarding rule, told by name or by address."""
        if route.next_hop is not None:
            return self.points_at(route.next_hop, rule)
        return route.leads_to_address_of(rule)

    def routes_to(self, rule: ForwardingRule, routes: Iterable[Route]) -> Joined[Route]:
        """Those of the routes whose next hop is a forwarding rule."""
        return _joined(routes, lambda route: self.leads_to(route, rule))


def _joined(things: Iterable[T], verdict: Callable[[T], bool | Unknown]) -> Joined[T]:
    items: list[T] = []
    possible: list[tuple[T, Unknown]] = []
    for thing in things:
        joins = verdict(thing)
        if isinstance(joins, Unknown):
            possible.append((thing, joins))
        elif joins:
            items.append(thing)
    return Joined(tuple(items), tuple(possible))


@dataclass(frozen=True)
class LoadBalancer:
    """A backend service together with everything in its deployment that joins to it."""

    service: BackendService
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @cached_property
    def front_ends(self) -> Joined[ForwardingRule]:
        """The forwarding rules that point at the service.

        Raises:
            NotCovered: no forwarding rule was read.
        """
        self.deployment.read(ForwardingRule, "forwarding rules")
        return self.front_ends_read

    @cached_property
    def front_ends_read(self) -> Joined[ForwardingRule]:
        """As :attr:`front_ends`, for a question about each of them: none where none was read."""
        joined = self.deployment.rules_before(self.service)
        return Joined(joined.items, tuple(pair for pair in joined.possible if self._may_be_in_front(pair[0])))

    def _may_be_in_front(self, rule: ForwardingRule) -> bool:
        """Whether nothing that is known of the rule keeps it from pointing at the service."""
        same_region = _agree(rule.region, self.service.region)
        return same_region and _agree(rule.scheme, self.service.scheme or LoadBalancingScheme.INTERNAL)

    def users_of_front_ends(self, kind: type[T], called: str, link: Callable[[T], Maybe[Link]]) -> Joined[T]:
        """Resources of a kind whose link points at one of the service's forwarding rules.

        Raises:
            NotCovered: nothing of that kind, or no forwarding rule, was read.
        """
        front_ends = self.front_ends
        users = self.deployment.read(kind, called)
        return _users(front_ends, lambda rule: self.deployment.pointing(users, link, rule))

    @cached_property
    def routes(self) -> Joined[Route]:
        """The routes whose next hop is one of the service's forwarding rules; none where none was read.

        Raises:
            NotCovered: routes were read, but no forwarding rule.
        """
        routes = [route for route in self.deployment.every(Route) if route.has_next_hop]
        if not routes:
            return Joined()
        return _users(self.front_ends, lambda rule: self.deployment.routes_to(rule, routes))


def _users(front_ends: Joined[ForwardingRule], of: Callable[[ForwardingRule], Joined[T]]) -> Joined[T]:
    """What uses any of the front ends; only possibly, where it is not sure that it is one of them."""
    items: list[T] = []
    possible: list[tuple[T, Unknown]] = []
    for rule, doubt in (*((rule, None) for rule in front_ends.items), *front_ends.possible):
        joined = of(rule)
        if doubt is None:
            items += [user for user in joined.items if user not in items]
            possible += joined.possible
        else:
            possible += [(user, doubt) for user in joined.items]
    return Joined(tuple(items), tuple(possible))


@dataclass(frozen=True)
class NextHop:
    """A route together with the forwarding rules that it leads to."""

    route: Route
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @cached_property
    def forwarding_rules(self) -> Joined[ForwardingRule]:
        """The forwarding rules that are its next hop."""
        rules = self.deployment.every(ForwardingRule) if self.route.has_next_hop else ()
        return _joined(rules, lambda rule: self.deployment.leads_to(self.route, rule))


@dataclass(frozen=True)
class ProbedHealthCheck:
    """A health check together with the record sets whose routing policy uses it."""

    health_check: HealthCheck
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @cached_property
    def record_sets(self) -> Joined[RecordSet]:
        """The record sets whose routing policy names it."""

        def link(record: RecordSet) -> Maybe[Link]:
            policy = record.routing_policy
            return policy if policy is None or isinstance(policy, Unknown) else policy.health_check

        records = self.deployment.every(RecordSet)
        return self.deployment.pointing(records, link, self.health_check)

    @property
    def probes_external(self) -> bool | Unknown:
        """Whether some record set has external endpoints probed with it."""
        verdicts = [record.probes_external for record in self.record_sets.items]
        if True in verdicts:
            return True
        doubts = [doubt for record, doubt in self.record_sets.possible if record.probes_external is not False]
        doubts += [verdict for verdict in verdicts if isinstance(verdict, Unknown)]
        return doubts[0] if doubts else False

    @property
    def serves_dns(self) -> bool | Unknown:
        """Whether it has, or needs, source regions: then what the API says of such health checks holds."""
        regions, probes_external = self.health_check.source_regions, self.probes_external
        if probes_external is True or (regions and not isinstance(regions, Unknown)):
            return True
        return next((each for each in (regions, probes_external) if isinstance(each, Unknown)), False)

    @cached_property
    def users(self) -> Joined[FieldRef]:
        """Where backend services and managed groups say that they check their backends with it."""
        services, managers = (
            self.deployment.every(BackendService),
            self.deployment.every(InstanceGroupManager),
        )
        pairs = (
            *((each.origin.at("health_checks"), each.health_checks) for each in services),
            *((each.origin.at("healing_checks"), each.healing_checks) for each in managers),
        )
        items: list[FieldRef] = []
        possible: list[tuple[FieldRef, Unknown]] = []
        for at, links in pairs:
            verdicts = [self.deployment.points_at(link, self.health_check) for link in _listed(links)]
            if True in verdicts:
                items.append(at)
            else:
                possible += [(at, verdict) for verdict in verdicts if isinstance(verdict, Unknown)]
        return Joined(tuple(items), tuple(possible))


@dataclass(frozen=True)
class JoinedRecordSet:
    """A record set together with its zone, and with the health check that its routing policy uses."""

    record_set: RecordSet
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @property
    def checked_by(self) -> Maybe[HealthCheck]:
        """The health check of its routing policy.

        Raises:
            NotCovered: it has one, but no health check was read.
        """
        policy = self.record_set.routing_policy
        if policy is None or isinstance(policy, Unknown):
            return policy
        link = policy.health_check
        if link is None or isinstance(link, Unknown):
            return link
        self.deployment.read(HealthCheck, "health checks")
        found = self.deployment.find(link, (HealthCheck,))
        because = str(link) if isinstance(link, ResourceName) else link.address
        return found or Unknown(because, at=policy.origin.at("health_check"))

    @property
    def zone(self) -> ManagedZone | Unknown:
        """Its managed zone; not known where it was not read.

        Raises:
            NotCovered: no managed zone was read.
        """
        self.deployment.read(ManagedZone, "managed zones")
        link, at = self.record_set.zone, self.record_set.origin.at("zone")
        if link is None or isinstance(link, Unknown):
            return link or Unknown("which zone it is in", at=at)
        found = self.deployment.find(link, (ManagedZone,))
        called = link.name if isinstance(link, ResourceName) else link.address
        return found or Unknown(f"{called}, which was not read", at=at)

    @property
    def has_regional_check(self) -> bool | Unknown:
        """Whether the health check of its policy is regional; the name of one that was not read may tell."""
        policy = self.record_set.routing_policy
        link = policy.health_check if isinstance(policy, RoutingPolicy) else policy
        if link is None or isinstance(link, Unknown):
            return link or False
        found = self.deployment.find(link, (HealthCheck,))
        if found:
            return not found.is_global
        return isinstance(link, ResourceName) and link.region is not None

    @property
    def siblings(self) -> tuple[RecordSet, ...]:
        """The other record sets of its name that were read from its zone."""
        own = self.record_set
        if own.name is None or isinstance(own.name, Unknown) or own.zone is None:
            return ()
        every = self.deployment.every(RecordSet)
        return tuple(
            each for each in every if each is not own and (each.name, each.zone) == (own.name, own.zone)
        )


def subjects(deployment: Deployment, kind: type[T]) -> Iterator[T]:
    """Every thing of a kind that a rule can be about: the deployment's own resources, or views of them."""
    if kind is LoadBalancer:
        for service in deployment.own(BackendService):
            yield LoadBalancer(service, deployment)  # type: ignore[misc]
    elif kind is ProbedHealthCheck:
        for health_check in deployment.own(HealthCheck):
            yield ProbedHealthCheck(health_check, deployment)  # type: ignore[misc]
    elif kind is NextHop:
        for route in deployment.own(Route):
            yield NextHop(route, deployment)  # type: ignore[misc]
    elif kind is JoinedRecordSet:
        for record_set in deployment.own(RecordSet):
            yield JoinedRecordSet(record_set, deployment)  # type: ignore[misc]
    elif kind is WrongValue:
        yield from deployment.wrong  # type: ignore[misc]
    else:
        yield from deployment.own(kind)


_COLLECTIONS: dict[type, tuple[str, ...]] = {
    BackendService: ("backendServices",),
    ForwardingRule: ("forwardingRules",),
    HealthCheck: ("healthChecks", "httpHealthChecks", "httpsHealthChecks"),
    InstanceGroup: ("instanceGroups",),
    InstanceGroupManager: ("instanceGroups", "instanceGroupManagers"),
    ManagedZone: ("managedZones",),
    NetworkEndpointGroup: ("networkEndpointGroups",),
}

GROUPS: tuple[type[Group], ...] = (InstanceGroup, InstanceGroupManager, NetworkEndpointGroup)


def _without_key(address: str) -> str:
    """The address of a resource without its instance key, ``x.y["a"]`` -> ``x.y``."""
    return re.sub(r"\[(?:\d+|\"(?:[^\"\\]|\\.)*\")\]\Z", "", address)


def _is_address_of(address: str, target: str) -> bool | Unknown:
    """Whether an address names a resource; one without the key of an instance may name it."""
    if target in (address, _without_key(address)):
        return True
    return Unknown(f"which instance of {address}") if address == _without_key(target) else False


def _names(resource: Any) -> tuple[ResourceName, ...]:
    """The normalised names of a resource; a managed group is also named by its manager."""
    names = (getattr(resource, "identity", None), getattr(resource, "manager", None))
    return tuple(name for name in names if name is not None)


def _owners(groups: Sequence[T]) -> Sequence[T]:
    """Without instance groups whose manager is among them: it is one group, and the manager tells more."""
    managed = {each.identity for each in groups if isinstance(each, InstanceGroupManager)}
    return [each for each in groups if not (isinstance(each, InstanceGroup) and each.identity in managed)]


def _is_named(resource: Any, link: ResourceName) -> bool:
    return any(link.may_be(name) for name in _names(resource))


def _listed(links: Maybe[tuple[Link | Unknown, ...]]) -> tuple[Link | Unknown, ...]:
    """The links of a list; of one that is not known, one that is not known."""
    return (links,) if isinstance(links, Unknown) else links or ()


def _agree(one: object, other: object) -> bool:
    """Whether two values may be the same: neither is known to differ from the other."""
    if one is None or other is None or isinstance(one, Unknown) or isinstance(other, Unknown):
        return True
    return one == other
