"""Views: a resource together with all that its deployment joins to it. What most rules are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cached_property
from typing import TypeVar

from spillover.model.capacity import InstanceGroupManager
from spillover.model.deployment import Deployment, Joined
from spillover.model.dns import ManagedZone, RecordSet, RoutingPolicy
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import owner_of
from spillover.model.health import HealthCheck
from spillover.model.kind import EXTERNAL_KINDS, kinds_of
from spillover.model.names import Link, ResourceName, same_resource, unread
from spillover.model.next_hop import leads_to, routes_to
from spillover.model.routes import Route
from spillover.model.service import BackendService, LoadBalancingScheme
from spillover.model.source import FieldRef, Maybe, Origin, Unknown, same_text
from spillover.model.targets import Address
from spillover.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True)
class LoadBalancer:
    """A backend service together with everything in its deployment that joins to it."""

    service: BackendService
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[LoadBalancer]:
        """Every backend service of a deployment."""
        return (cls(each, deployment) for each in deployment.own(BackendService))

    @property
    def origin(self) -> Origin:
        """That of its backend service."""
        return self.service.origin

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

    def users_of_front_ends(self, kind: type[T], plural: str, link: Callable[[T], Maybe[Link]]) -> Joined[T]:
        """Resources of a kind whose link points at one of the service's forwarding rules.

        Raises:
            NotCovered: nothing of that kind, or no forwarding rule, was read.
        """
        front_ends = self.front_ends
        users = self.deployment.read(kind, plural)
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
        return _users(self.front_ends, lambda rule: routes_to(self.deployment, rule, routes))


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

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[NextHop]:
        """Every route of a deployment."""
        return (cls(each, deployment) for each in deployment.own(Route))

    @property
    def origin(self) -> Origin:
        """That of its route."""
        return self.route.origin

    @cached_property
    def forwarding_rules(self) -> Joined[ForwardingRule]:
        """The forwarding rules that are its next hop."""
        rules = self.deployment.every(ForwardingRule) if self.route.has_next_hop else ()
        return Joined.of(rules, lambda rule: leads_to(self.deployment, self.route, rule))


@dataclass(frozen=True)
class ProbedHealthCheck:
    """A health check together with the record sets whose routing policy uses it."""

    health_check: HealthCheck
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[ProbedHealthCheck]:
        """Every health check of a deployment."""
        return (cls(each, deployment) for each in deployment.own(HealthCheck))

    @property
    def origin(self) -> Origin:
        """That of its health check."""
        return self.health_check.origin

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

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[JoinedRecordSet]:
        """Every record set of a deployment."""
        return (cls(each, deployment) for each in deployment.own(RecordSet))

    @property
    def origin(self) -> Origin:
        """That of its record set."""
        return self.record_set.origin

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
        return found or unread(link, at)

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
    def has_regional_check(self) -> bool | Unknown:
        """Whether the health check of its policy is regional; the name of one that was not read may tell."""
        policy = self.record_set.routing_policy
        link = policy.health_check if isinstance(policy, RoutingPolicy) else policy
        if link is None or isinstance(link, Unknown):
            return link or False
        is_global = self.deployment.is_global(link, HealthCheck, self.origin.at("health_check"))
        return is_global if isinstance(is_global, Unknown) else not is_global

    def private_kind(self, address: Address) -> Maybe[str]:
        """As :attr:`Address.private_kind`; of an address that is not known, as its resource tells."""
        if not isinstance(address.text, Unknown):
            return address.private_kind
        owner = owner_of(self.deployment, address.text)
        if owner is None:
            return address.text
        if isinstance(owner, ForwardingRule):
            external = kinds_of(owner).within(EXTERNAL_KINDS)
            internal = external if isinstance(external, Unknown) else not external
        else:
            internal = owner.is_internal
        return internal if isinstance(internal, Unknown) else ("private" if internal else None)

    def ip_version(self, address: Address) -> Maybe[int]:
        """The version of an address, of one that is not known as its resource tells; IPv4 is the default."""
        if not isinstance(address.text, Unknown):
            return address.ip.version if address.ip else None
        owner = owner_of(self.deployment, address.text)
        version = owner.ip_version if owner else address.text
        return version if isinstance(version, Unknown) else 6 if version == "IPV6" else 4

    @property
    def siblings(self) -> Joined[RecordSet]:
        """The other record sets of its name that were read from its zone."""
        others = (each for each in self.deployment.every(RecordSet) if each is not self.record_set)
        return Joined.of(others, self._is_sibling)

    def _is_sibling(self, other: RecordSet) -> bool | Unknown:
        """Whether it is of the same name and zone.

        A name that is not known is a doubt only beside a known type, in the same zone: else it may be of
        anything.
        """
        own = self.record_set
        if own.name is None or other.name is None or own.zone is None or other.zone is None:
            return False
        name, zone = same_text(own.name, other.name), own.zone == other.zone or _same(own.zone, other.zone)
        if isinstance(name, Unknown):
            is_sure = (
                zone is True and not isinstance(own.type, Unknown) and not isinstance(other.type, Unknown)
            )
            return name if is_sure else False
        return name and zone


def _listed(links: Maybe[tuple[Link | Unknown, ...]]) -> tuple[Link | Unknown, ...]:
    """The links of a list; of one that is not known, one that is not known."""
    return (links,) if isinstance(links, Unknown) else links or ()


def _same(one: Link | Unknown, other: Link | Unknown) -> bool | Unknown:
    if isinstance(one, Unknown) and isinstance(other, Unknown):
        return same_text(one, other)
    return same_resource(one, other)


def _agree(one: object, other: object) -> bool:
    """Whether two values may be the same: neither is known to differ from the other."""
    if one is None or other is None or isinstance(one, Unknown) or isinstance(other, Unknown):
        return True
    return one == other
