"""A deployment: everything that was read together, indexed and joined. What rules receive.

Joins go by Terraform address or by normalised name (rules.md 1.3). A join that cannot be
made is never a guess: it is unknown, or stands among the possible ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from spillover.model.alb import SslCertificate
from spillover.model.armor import SecurityPolicy, SecurityRule
from spillover.model.capacity import (
    Autoscaler,
    Group,
    GroupHealth,
    InstanceGroup,
    InstanceGroupManager,
    InstanceList,
    NetworkEndpointGroup,
)
from spillover.model.change import Change
from spillover.model.dns import ManagedZone
from spillover.model.frontend import ForwardingRule
from spillover.model.health import HealthCheck
from spillover.model.names import Link, ResourceName, is_global, unread
from spillover.model.options import Options
from spillover.model.service import BackendService
from spillover.model.source import FieldRef, Maybe, Origin, Undetermined, Unknown, WrongValue, decided
from spillover.records import dataclass

S = TypeVar("S")
T = TypeVar("T")


class Subject(Protocol):
    """What a rule is about. Views of a resource are made by a class method ``views_of(deployment)``."""

    @property
    def origin(self) -> Origin:
        """The resource that it is about."""


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

    @classmethod
    def of(cls, things: Iterable[T], verdict: Callable[[T], bool | Unknown]) -> Joined[T]:
        """Those of the things that join, by a verdict on each."""
        items: list[T] = []
        possible: list[tuple[T, Unknown]] = []
        for thing in things:
            joins = verdict(thing)
            if isinstance(joins, Unknown):
                possible.append((thing, joins))
            elif joins:
                items.append(thing)
        return cls(tuple(items), tuple(possible))


@dataclass(frozen=True)
class Deployment:
    """Resources that are joined and judged together.

    ``resources`` are its own; ``context`` are those of files that were named beside it, which
    take part in joins but are judged in their own deployment. ``observations`` tell what
    was seen of the running system. ``wrong`` are values that are not what they should be.
    ``options`` are what its operator expects of it. ``changes`` are those that lead to it, where it is
    known what was before.
    """

    root: str = "."
    resources: tuple[Any, ...] = ()
    context: tuple[Any, ...] = ()
    observations: tuple[InstanceList | GroupHealth, ...] = ()
    wrong: tuple[WrongValue, ...] = ()
    options: Options = field(default_factory=Options)
    changes: tuple[Change, ...] = ()

    def own(self, kind: type[T]) -> tuple[T, ...]:
        """Its own resources of a kind, in the order in which they were read."""
        return tuple(each for each in self.resources if isinstance(each, kind))

    def every(self, kind: type[T]) -> tuple[T, ...]:
        """The resources of a kind that take part in joins."""
        return self._by_kind.get(kind, ())

    def read(self, kind: type[T], plural: str) -> tuple[T, ...]:
        """As :meth:`every`, for a question that only a resource of that kind can answer.

        Raises:
            NotCovered: none of the kind was read; ``plural`` is its name in the report.
        """
        found = self.every(kind)
        if not found:
            raise NotCovered(plural)
        return found

    def observed(self, kind: type[T], group: str) -> tuple[T, ...]:
        """What was observed, of a kind, of groups that are called so."""
        return tuple(each for each in self._observed.get(group, ()) if isinstance(each, kind))

    def once(self, work: Callable[[S, Deployment], T], subject: S) -> T:
        """What ``work`` makes of a subject here, which is worked out when it is first asked for.

        It is for what several rules ask of one service, and must depend on nothing else.
        """
        found = self._worked_out.get((work, id(subject)))
        if found is None or found[0] is not subject:
            found = self._worked_out[work, id(subject)] = subject, work(subject, self)
        return found[1]

    @cached_property
    def _worked_out(self) -> dict[tuple[Callable[..., Any], int], tuple[Any, Any]]:
        """By identity, for to compare services by value takes long; so each subject is kept as well."""
        return {}

    @cached_property
    def _observed(self) -> dict[str, list[InstanceList | GroupHealth]]:
        by_group: dict[str, list[InstanceList | GroupHealth]] = {}
        for each in self.observations:
            by_group.setdefault(each.group.name, []).append(each)
        return by_group

    @cached_property
    def _by_kind(self) -> dict[type, tuple[Any, ...]]:
        kinds: dict[type, list[Any]] = {}
        for each in (*self.resources, *self.context):
            kinds.setdefault(type(each), []).append(each)
        return {kind: tuple(found) for kind, found in kinds.items()}

    @cached_property
    def _by_address(self) -> dict[str, Any]:
        # Of several at one address its own is kept, for it comes last.
        return {each.origin.address: each for each in (*self.context, *self.resources) if each.origin.address}

    @cached_property
    def _by_name(self) -> dict[str, list[Any]]:
        by_name: dict[str, list[Any]] = {}
        for each in (*self.resources, *self.context):
            for name in dict.fromkeys(name.name for name in _names(each)):
                by_name.setdefault(name, []).append(each)
        return by_name

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
                address = None if isinstance(link, Unknown) else _without_key(link.address)
                rules.setdefault(address, {})[place] = rule
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

    def security_rules(self, policy: SecurityPolicy) -> tuple[SecurityRule, ...]:
        """The rules of a security policy: those inside of it, and those that are resources of their own.

        Raises:
            Undetermined: its rules are not known, or another rule may be one of them.
        """
        own = decided(policy.rules) or ()
        apart = self.pointing(self.every(SecurityRule), lambda rule: rule.policy, policy)
        if apart.possible:
            raise Undetermined(*(doubt for _, doubt in apart.possible))
        return (*own, *apart.items)

    def scalers_of(self, manager: InstanceGroupManager) -> Joined[Autoscaler]:
        """The autoscalers that set the size of a managed group."""
        return self.pointing(self.every(Autoscaler), lambda scaler: scaler.target, manager)

    def fitting(self, name: ResourceName, kinds: tuple[type[T], ...]) -> list[T]:
        """The resources of these kinds that a name may be the name of."""
        found = self._by_name.get(name.name, ())
        return [each for each in found if isinstance(each, kinds) and _is_named(each, name)]

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

    def is_global(
        self, link: Link, kind: type[HealthCheck] | type[SslCertificate], at: FieldRef
    ) -> bool | Unknown:
        """Whether a link, written there, leads to a global resource: the link tells, or what it leads to."""
        told = is_global(link)
        found = self.find(link, (kind,)) if told is None else None
        if found is not None:
            return found.is_global
        return unread(link, at) if told is None else told

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
        return Joined.of(sources, lambda source: self.points_at(link(source), target))


def subjects(deployment: Deployment, kind: type[T]) -> Iterator[T]:
    """Every :class:`Subject` of a kind: the deployment's own resources, or views of them."""
    if kind is WrongValue:
        return iter(deployment.wrong)  # type: ignore[arg-type]
    if kind is Change:
        return iter(deployment.changes)  # type: ignore[arg-type]
    views: Callable[[Deployment], Iterator[T]] = getattr(kind, "views_of", lambda of: iter(of.own(kind)))
    return views(deployment)


_COLLECTIONS: dict[type, tuple[str, ...]] = {
    BackendService: ("backendServices",),
    ForwardingRule: ("forwardingRules",),
    HealthCheck: ("healthChecks", "httpHealthChecks", "httpsHealthChecks"),
    InstanceGroup: ("instanceGroups",),
    InstanceGroupManager: ("instanceGroups", "instanceGroupManagers"),
    ManagedZone: ("managedZones",),
    NetworkEndpointGroup: ("networkEndpointGroups",),
    SecurityPolicy: ("securityPolicies",),
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
