"""Who the backends of a service are: each group's members by zone, and their health.

What does not depend on the scenario is found out once; ``members`` tells what a scenario makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from spillover.model.capacity import Group, Size, Unplaced
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService
from spillover.model.source import Undetermined, Unknown
from spillover.plan.backends import BackendSet, Members
from spillover.plan.configured import configured_sizes, zone_of
from spillover.plan.eligible import Pools
from spillover.plan.groups import keys_of, resolved
from spillover.plan.members import Here, by_health, membership
from spillover.plan.observed import Seen, seen_of
from spillover.plan.scenario import Scenario, ZoneState
from spillover.records import dataclass

MOST_BACKENDS = 250
"""Backends of a pool that can be eligible without subsetting (load balancing quotas, 2026-04)."""


@dataclass(frozen=True)
class BackendGroup:
    """One backend of a service: its group, its role, and its members in each zone.

    ``label`` and ``failover`` are None where they are not known; there are no members where
    ``known`` is false; ``unplaced`` are those of a group of which only the zone is not known.
    ``key`` tells it from every other group: two in different places may share a label.
    """

    label: str | None
    failover: bool | None
    zones: Mapping[str, Size]
    members: tuple[Members, ...]
    key: str = field(default="", compare=False)
    known: bool = True
    unplaced: Unplaced | None = None

    @property
    def identity(self) -> str:
        """What its members are told apart by."""
        return self.key or self.label or ""

    @property
    def is_counted(self) -> bool:
        """Whether its role is known, and its size as far as that is: all but its zone."""
        return self.failover is not None and (self.known or self.unplaced is not None)


@dataclass(frozen=True)
class ConfiguredBackend:
    """One backend of a service, with what is known of its group whatever the scenario.

    ``configured`` are the sizes that the configuration tells, zone by zone, or why it does not;
    ``keys`` are what a scenario may call the group; ``role`` is whether it is a failover backend.
    """

    label: str
    role: bool | Unknown
    key: str
    keys: tuple[str, ...]
    name: ResourceName | None
    own_zone: str | None
    seen: Seen
    configured: Mapping[str, Size] | Unplaced | Unknown


@dataclass(frozen=True)
class Unresolved:
    """A backend of which the group is not known, and why."""

    role: bool | Unknown
    because: Unknown


@dataclass(frozen=True)
class ConfiguredBackends:
    """The backends of a service as they are configured and observed."""

    backends: tuple[ConfiguredBackend | Unresolved, ...] | Unknown

    def but_for(self, failover: bool) -> ConfiguredBackends:
        """Without those that are surely of this role."""
        if isinstance(self.backends, Unknown):
            return self
        return ConfiguredBackends(tuple(each for each in self.backends if each.role is not failover))

    def in_scenario(self, scenario: Scenario) -> tuple[tuple[BackendGroup, ...], tuple[Unknown, ...]]:
        """What is known of their members in a scenario, and what is not.

        Raises:
            UsageError: the scenario and other data contradict each other.
        """
        if isinstance(self.backends, Unknown):
            return (), (self.backends,)
        groups: list[BackendGroup] = []
        unknowns: list[Unknown] = []
        for backend in self.backends:
            try:
                group = _in_scenario(backend, scenario)
                unknowns += [group.unplaced.because] if group.unplaced else []
            except Undetermined as undetermined:
                name = None if isinstance(backend, Unresolved) else backend.name
                label = name.name if name else None
                group = BackendGroup(label, _failover(backend.role), {}, (), known=False)
                unknowns += undetermined.unknowns
            groups.append(group)
            unknowns += [backend.role] if isinstance(backend.role, Unknown) else []
        return tuple(groups), tuple(unknowns)


def configured_backends(service: BackendService, deployment: Deployment) -> ConfiguredBackends:
    """What is known of the backends of a service whatever the scenario."""
    if isinstance(service.backends, Unknown):
        return ConfiguredBackends(service.backends)
    backends = service.backends or ()
    found = [resolved(backend, deployment) for backend in backends]
    names = [name for _, name in found if name is not None]
    return ConfiguredBackends(
        tuple(
            _configured_backend(service, backend, group, name, names, deployment)
            for backend, (group, name) in zip(backends, found, strict=True)
        )
    )


def backend_groups(
    service: BackendService, deployment: Deployment, scenario: Scenario
) -> tuple[BackendGroup, ...]:
    """The configured backends of a service in a scenario.

    Raises:
        Undetermined: a group, its role or its zones are not known.
        UsageError: the scenario and other data contradict each other.
    """
    groups, unknowns = known_groups(service, deployment, scenario)
    if unknowns:
        raise Undetermined(*unknowns)
    return groups


def known_groups(
    service: BackendService, deployment: Deployment, scenario: Scenario
) -> tuple[tuple[BackendGroup, ...], tuple[Unknown, ...]]:
    """What is known of the configured backends, and what is not.

    Raises:
        UsageError: the scenario and other data contradict each other.
    """
    return deployment.once(configured_backends, service).in_scenario(scenario)


def set_apart(groups: tuple[BackendGroup, ...]) -> tuple[BackendGroup, ...]:
    """The groups as if every zone that is not known were one of its own, where its backends are healthy."""
    return tuple(_placed(group, group.unplaced) if group.unplaced else group for group in groups)


def _placed(group: BackendGroup, unplaced: Unplaced) -> BackendGroup:
    zone, size = unplaced.zone, unplaced.size
    return replace(group, zones={zone: size}, members=(Members(group.identity, zone, True, size),))


def pools(groups: tuple[BackendGroup, ...]) -> Pools:
    """The configured backends by role."""

    def pool(failover: bool) -> BackendSet:
        return BackendSet.of(each for group in groups if group.failover is failover for each in group.members)

    return Pools(pool(failover=False), pool(failover=True))


def _configured_backend(
    service: BackendService,
    backend: Backend,
    group: Group | None,
    name: ResourceName | None,
    names: list[ResourceName],
    deployment: Deployment,
) -> ConfiguredBackend | Unresolved:
    role, link = backend.is_failover, backend.group
    if isinstance(link, Unknown):
        return Unresolved(role, link)
    if name is not None:
        label = name.name
    elif group is not None:
        label = group.origin.address
    else:
        because = "the group is not written" if link is None else str(getattr(link, "address", link))
        return Unresolved(role, Unknown(because, at=backend.origin.at("group")))
    return ConfiguredBackend(
        label,
        role,
        str(name) if name else label,  # two groups may share a label, never a name
        keys_of(group, name),
        name,
        zone_of(group, name),
        seen_of(service, name, label, deployment),
        configured_sizes(group, name, _called(label, name, names), deployment),
    )


def _failover(role: bool | Unknown) -> bool | None:
    return None if isinstance(role, Unknown) else role


def _in_scenario(backend: ConfiguredBackend | Unresolved, scenario: Scenario) -> BackendGroup:
    if isinstance(backend, Unresolved):
        raise Undetermined(backend.because)
    label, failover, key, seen = backend.label, _failover(backend.role), backend.key, backend.seen
    stated = _stated(scenario, backend.keys, backend.name)
    configured = backend.configured
    if isinstance(configured, Unplaced):
        if len(stated) == 1:  # the scenario tells where it is
            configured = dict.fromkeys(stated, configured.size)
        elif stated or seen.members is not None:
            configured = configured.because
        else:
            return BackendGroup(label, failover, {}, (), key, known=False, unplaced=configured)
    sizes, names = membership(label, stated, seen, configured)
    members: list[Members] = []
    for zone in sorted(sizes):
        here = Here(key, label, zone, sizes[zone], tuple(names.get(zone, ())))
        members += by_health(here, stated.get(zone, ZoneState()), seen, scenario)
    # A zonal group that is known to be empty still has its zone.
    own: dict[str, Size] = {backend.own_zone: Size.exactly(0)} if backend.own_zone else {}
    return BackendGroup(label, failover, own | sizes, tuple(members), key)


def _called(label: str, name: ResourceName | None, names: list[ResourceName]) -> str:
    """What a group is called in a cause: those of GKE have one name in all zones, which tells none."""
    alike = {each for each in names if each.name == label}
    place = name.scope.rpartition("/")[2] if name and name.scope else ""
    return f"{label} in {place}" if len(alike) > 1 and place else label


def _stated(scenario: Scenario, keys: tuple[str, ...], name: ResourceName | None) -> Mapping[str, ZoneState]:
    """What the scenario says of the group; nothing where the entry is for one of the same name elsewhere."""
    for key, zones in scenario.groups.items():
        by_url = name is not None and ResourceName.parse(key, "instanceGroups").may_be(name)
        if not by_url and key not in keys:
            continue
        if name is None or name.zone is None:
            return zones
        if name.zone in zones:
            return {name.zone: zones[name.zone]}
    return {}
