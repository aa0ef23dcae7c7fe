"""From an address to its forwarding rules, and from a forwarding rule to all that it leads to.

Source of the joins: rules.md 1.3. Whatever refers to one reserved address refers to one address,
though its number is not known. A way that cannot be followed to its end is a doubt, never a guess.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from spillover.model.alb import BackendBucket, ReservedAddress, TargetProxy
from spillover.model.capacity import Group
from spillover.model.deployment import GROUPS, Deployment, Joined, NotCovered
from spillover.model.frontend import ForwardingRule
from spillover.model.kind import is_proxy
from spillover.model.names import Link, ResourceName, called, unread
from spillover.model.places import region_of
from spillover.model.service import Backend, BackendService
from spillover.model.source import FieldRef, Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.url_map import Destination, UrlMap
from spillover.records import dataclass

S = TypeVar("S")
T = TypeVar("T")

Number = ipaddress.IPv4Address | ipaddress.IPv6Address
Identity = Number | Reference
"""What tells an address from others: its number, or the one resource that gives it one."""


@dataclass(frozen=True)
class AddressBook:
    """The addresses of the forwarding rules of a deployment, found without asking each rule."""

    deployment: Deployment

    @cached_property
    def _rules(self) -> dict[Identity | None, list[ForwardingRule]]:
        """The rules by what tells their address; None holds those of which that is not known."""
        rules: dict[Identity | None, list[ForwardingRule]] = {}
        for rule in self.deployment.every(ForwardingRule):
            known = identity_of(self.deployment, rule)
            rules.setdefault(None if isinstance(known, Unknown) else known, []).append(rule)
        return rules

    @cached_property
    def _of_kind(self) -> dict[bool, list[ForwardingRule]]:
        """The rules whose address is told by a reference, and by a number: these cannot be compared."""
        kinds: dict[bool, list[ForwardingRule]] = {True: [], False: []}
        for known, rules in self._rules.items():
            if known is not None:
                kinds[isinstance(known, Reference)] += rules
        return kinds

    def rules_at(
        self, address: str | Unknown, fits: Callable[[ForwardingRule], bool | Unknown] = lambda _: True
    ) -> Joined[ForwardingRule]:
        """The forwarding rules that have an address.

        One and the same number may stand in several networks: ``fits`` tells whether a rule may be meant.

        Raises:
            NotCovered: no forwarding rule was read.
            Undetermined: nothing is known of the address.
        """
        self.deployment.read(ForwardingRule, "forwarding rules")
        wanted = identity(self.deployment, address)
        if isinstance(wanted, Unknown):
            raise Undetermined(wanted)
        found, is_reference = self._rules.get(wanted, ()), isinstance(wanted, Reference)
        verdicts = [(rule, True if is_reference else fits(rule)) for rule in found]
        doubtful = (*self._rules.get(None, ()), *self._of_kind[not is_reference])
        verdicts += [(rule, _both(fits(rule), is_at(self.deployment, address, rule))) for rule in doubtful]
        return Joined(
            tuple(rule for rule, verdict in verdicts if verdict is True),
            tuple((rule, verdict) for rule, verdict in verdicts if isinstance(verdict, Unknown)),
        )


def is_at(
    deployment: Deployment, address: str | Unknown, owner: ReservedAddress | ForwardingRule
) -> bool | Unknown:
    """Whether an address is that of a reserved address or of a forwarding rule."""
    return _is_same(identity(deployment, address), identity_of(deployment, owner))


def _both(one: bool | Unknown, other: bool | Unknown) -> bool | Unknown:
    return other if one is True else one


def identity(deployment: Deployment, address: str | Unknown) -> Identity | Unknown:
    """What tells an address from others, as far as it is written: a number, a name, or a reference."""
    if isinstance(address, Unknown):
        owner = None if address.refers_to is None else deployment.find(address.refers_to, _OWNERS)
        return address if owner is None else identity_of(deployment, owner)
    try:
        return ipaddress.ip_interface(address).ip  # a rule's may be a range of IPv6
    except ValueError:
        owner = deployment.find(ResourceName.parse(address, "addresses"), _OWNERS)
    return Unknown(f"the address that {address} has") if owner is None else identity_of(deployment, owner)


def owner_of(deployment: Deployment, address: Unknown) -> ReservedAddress | ForwardingRule | None:
    """The resource that gives an address: a reserved one rather than the forwarding rule that uses it."""
    owner = None if address.refers_to is None else deployment.find(address.refers_to, _OWNERS)
    if isinstance(owner, ForwardingRule) and isinstance(owner.ip_address, Unknown):
        return owner_of(deployment, owner.ip_address)
    return owner


_OWNERS: tuple[type[ReservedAddress | ForwardingRule], ...] = (ReservedAddress, ForwardingRule)


def identity_of(deployment: Deployment, owner: ReservedAddress | ForwardingRule) -> Identity | Unknown:
    """The identity of the address of a resource; what Google chooses is known by the resource alone."""
    if isinstance(owner, ReservedAddress):
        name, written = "address", owner.address
    else:
        name, written = "ip_address", owner.ip_address
    return Reference(owner.origin.address, name) if written is None else identity(deployment, written)


def _is_same(one: Identity | Unknown, other: Identity | Unknown) -> bool | Unknown:
    for each, against in ((one, other), (other, one)):
        if isinstance(each, Unknown):
            return each
        if isinstance(each, Reference) and isinstance(against, Number):
            return Unknown(f"{each.address}.{each.attribute}")
    return one == other


@dataclass(frozen=True)
class Reached(Generic[T]):
    """What something leads to; ``doubts`` are the ways that could not be followed to their end."""

    items: tuple[T, ...] = ()
    doubts: tuple[Unknown, ...] = ()

    def then(self, step: Callable[[T], Reached[S]]) -> Reached[S]:
        """What these lead to in turn, each thing once."""
        found = [step(each) for each in self.items]
        items = {id(item): item for each in found for item in each.items}
        doubts = (*self.doubts, *(doubt for each in found for doubt in each.doubts))
        return Reached(tuple(items.values()), tuple(dict.fromkeys(doubts)))

    def complete(self) -> None:
        """Nothing, if every way was followed to its end.

        Raises:
            Undetermined: with the doubts.
        """
        if self.doubts:
            raise Undetermined(*self.doubts)


def backing_of(deployment: Deployment, rule: ForwardingRule) -> Reached[BackendService | BackendBucket]:
    """The backend services and buckets that serve what a forwarding rule receives; mirrors do not serve.

    Raises:
        NotCovered: nothing of a kind on the way was read.
    """

    def behind_proxy(proxy: TargetProxy) -> Reached[BackendService | BackendBucket]:
        direct = _follow(deployment, proxy.backend_service, _SERVICES, proxy.origin.at("backend_service"))
        mapped = url_map_of(deployment, proxy).then(behind_map)
        return Reached((*direct.items, *mapped.items), (*direct.doubts, *mapped.doubts))

    def behind_map(url_map: UrlMap) -> Reached[BackendService | BackendBucket]:
        serving = Reached(tuple(each for each in url_map.destinations if not each.is_mirror))
        return serving.then(lambda each: destination_of(deployment, each, url_map))

    if rule.backend_service is not None:
        return _follow(deployment, rule.backend_service, _SERVICES, rule.origin.at("backend_service"))
    return proxy_of(deployment, rule).then(behind_proxy)


def proxy_of(deployment: Deployment, rule: ForwardingRule) -> Reached[TargetProxy]:
    """The proxy that a forwarding rule leads to; none for one that leads to something else.

    Raises:
        NotCovered: no target proxy was read. So do the next two, each for its kind.
    """
    if rule.target is None or not (isinstance(rule.target, Unknown) or is_proxy(rule.target)):
        return Reached()
    return _follow(deployment, rule.target, _PROXIES, rule.origin.at("target"))


def url_map_of(deployment: Deployment, proxy: TargetProxy) -> Reached[UrlMap]:
    """The URL map of a proxy of HTTP or gRPC."""
    return _follow(deployment, proxy.url_map, _URL_MAPS, proxy.origin.at("url_map"))


def destination_of(
    deployment: Deployment, destination: Destination, url_map: UrlMap
) -> Reached[BackendService | BackendBucket]:
    """What a place of a URL map sends requests to."""
    at = destination.at or url_map.origin.at("service")
    return _follow(deployment, destination.to, _SERVICES_OR_BUCKETS, at)


_Backing: TypeAlias = type[BackendService | BackendBucket]
_SERVICES: tuple[str, tuple[_Backing, ...]] = ("backend services", (BackendService,))
_SERVICES_OR_BUCKETS: tuple[str, tuple[_Backing, ...]] = (
    "backend services",
    (BackendService, BackendBucket),
)
_URL_MAPS = ("URL maps", (UrlMap,))
_PROXIES = ("target proxies", (TargetProxy,))


def _follow(
    deployment: Deployment, link: Maybe[Link], wanted: tuple[str, tuple[type[T], ...]], at: FieldRef
) -> Reached[T]:
    """What a link leads to; a kind of which nothing was read is told once, not for every link."""
    plural, kinds = wanted
    if link is None or isinstance(link, Unknown):
        return Reached() if link is None else Reached(doubts=(link,))
    if not any(deployment.every(kind) for kind in kinds):
        raise NotCovered(plural)
    found = deployment.find(link, kinds)
    return Reached(doubts=(unread(link, at),)) if found is None else Reached((found,))


@dataclass(frozen=True)
class Attached:
    """A group behind a service. ``name`` is the group's, ``region`` None for one that has none."""

    backend: Backend
    service: BackendService
    link: Link
    group: Group | None = None

    @property
    def name(self) -> ResourceName | None:
        """The group's normalised name, if the source tells it."""
        return self.link if isinstance(self.link, ResourceName) else getattr(self.group, "identity", None)

    @property
    def region(self) -> str | Unknown | None:
        """The region of the group, None for one that is global."""
        zone = getattr(self.group, "zone", None)
        if self.name is not None and self.name.scope is not None:
            return self.name.region
        if isinstance(zone, str):
            return region_of(zone)
        return Unknown(f"the region of {self}", at=self.backend.origin.at("group"))

    def __str__(self) -> str:
        return called(self.link)

    def is_same(self, other: Attached) -> bool | Unknown:
        """Whether both are one group."""
        if self.name is not None and other.name is not None and self.name.scope and other.name.scope:
            return self.name.may_be(other.name)
        if self.group is not None and other.group is not None and self.group is not other.group:
            return False
        if isinstance(self.link, Reference) and self.link == other.link and self.link.address.endswith("]"):
            return True  # without a key it may be another instance of the same resource
        return Unknown(f"whether {self} is {other}", at=self.backend.origin.at("group"))


def groups_of(deployment: Deployment, rule: ForwardingRule) -> Reached[Attached]:
    """The groups of backends that serve what a forwarding rule receives."""
    return backing_of(deployment, rule).then(lambda service: attached_to(deployment, service))


def attached_to(deployment: Deployment, service: BackendService | BackendBucket) -> Reached[Attached]:
    """The groups of a backend service; a bucket has none."""
    if isinstance(service, BackendBucket):
        return Reached()
    backends = service.backends or ()
    if isinstance(backends, Unknown):
        return Reached(doubts=(backends,))
    return Reached(backends).then(lambda backend: _attached(deployment, service, backend))


def _attached(deployment: Deployment, service: BackendService, backend: Backend) -> Reached[Attached]:
    link = backend.group
    if link is None or isinstance(link, Unknown):
        return Reached() if link is None else Reached(doubts=(link,))
    return Reached((Attached(backend, service, link, deployment.find(link, GROUPS)),))


@dataclass(frozen=True)
class FrontEnd:
    """A forwarding rule together with all that it leads to."""

    rule: ForwardingRule
    deployment: Deployment = field(default_factory=Deployment, repr=False)

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[FrontEnd]:
        """Every forwarding rule of a deployment."""
        return (cls(each, deployment) for each in deployment.own(ForwardingRule))

    @property
    def origin(self) -> Origin:
        """The forwarding rule's."""
        return self.rule.origin

    @cached_property
    def backing(self) -> Reached[BackendService | BackendBucket]:
        """The backend services and buckets that serve what it receives."""
        return backing_of(self.deployment, self.rule)

    @cached_property
    def groups(self) -> Reached[Attached]:
        """The groups of backends that serve what it receives."""
        return groups_of(self.deployment, self.rule)
