"""What was observed of the groups of a service: their members, and the health of these."""

from __future__ import annotations

from spillover.model.capacity import GroupHealth, InstanceList, Member
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.service import BackendService
from spillover.plan.groups import names_of
from spillover.records import dataclass


def is_observed(service: BackendService, deployment: Deployment) -> bool:
    """Whether there is health data for any group of the service."""
    if not deployment.observations:
        return False
    return any(_health_of(service, name, deployment) for name in names_of(service, deployment))


def unobserved(service: BackendService, deployment: Deployment) -> tuple[str, ...]:
    """The groups of an observed service that its health data does not list, as after a failed call."""
    if not deployment.observations:
        return ()
    names = names_of(service, deployment)
    missing = tuple(name.name for name in names if _health_of(service, name, deployment) is None)
    return missing if len(missing) < len(names) else ()


@dataclass(frozen=True)
class Seen:
    """What observations say of one group; None where there is none."""

    members: tuple[Member, ...] | None = None
    health: tuple[Member, ...] | None = None


def seen_of(service: BackendService, name: ResourceName | None, label: str, deployment: Deployment) -> Seen:
    """What the observations of a deployment say of a group, as a backend of a service."""
    lists = deployment.observed(InstanceList, name.name if name else label)
    listed = next((each.members for each in lists if _is_list_of(each, name, label)), None)
    health = _health_of(service, name, deployment) if name else None
    checked = health.members if health else None
    return Seen(checked if listed is None else listed, checked)


def _is_list_of(listed: InstanceList, name: ResourceName | None, label: str) -> bool:
    """Whether it lists the members of a group, which is called by its address while it has no name.

    The output does not name its group, and the user may leave out the zone: it is not that of
    a zonal group of the same name if every member is in another zone.
    """
    if name is None:
        return listed.group.name == label
    zones = {member.zone for member in listed.members}
    is_elsewhere = name.zone is not None and zones and zones.isdisjoint((name.zone, None))
    return listed.group.may_be(name) and not is_elsewhere


def _health_of(service: BackendService, group: ResourceName, deployment: Deployment) -> GroupHealth | None:
    """The health data for a group as a backend of this service, not of another that shares it."""
    fitting = (each for each in deployment.observed(GroupHealth, group.name) if each.group.may_be(group))
    return next((each for each in fitting if not _is_of_another(each, service, deployment)), None)


def _is_of_another(health: GroupHealth, service: BackendService, deployment: Deployment) -> bool:
    """Whether the forwarding rules that it names are known, and none is of this service."""
    if not health.forwarding_rules:
        return False
    joined = deployment.rules_before(service)
    mine = [*service.used_by, *(rule.identity for rule in joined.items if rule.identity)]
    possible = [rule.identity for rule, _ in joined.possible if rule.identity]
    if any(named.may_be(rule) for named in health.forwarding_rules for rule in (*mine, *possible)):
        return False
    # None is of this service, so those that were read are of others.
    return bool(mine) or all(
        deployment.fitting(named, (ForwardingRule,)) for named in health.forwarding_rules
    )
