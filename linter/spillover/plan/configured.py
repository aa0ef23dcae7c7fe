"""What the configuration says of the size of a group, zone by zone.

Sizes come from the members that are listed, from a managed group's target size, or from the
bounds of its autoscaler; a regional group's are spread over its zones.
"""

from __future__ import annotations

from collections.abc import Mapping

from spillover.model.capacity import (
    Group,
    InstanceGroup,
    InstanceGroupManager,
    NetworkEndpointGroup,
    NetworkEndpoints,
    Size,
)
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.source import Maybe, Unknown


def configured_sizes(
    group: Group | None, name: ResourceName | None, label: str, deployment: Deployment
) -> Mapping[str, Size] | Unknown:
    """Zone -> size as configured, or the reason why the zones are not known."""
    if isinstance(group, InstanceGroupManager):
        return _managed(group, label, deployment)
    zone = zone_of(group, name)
    if zone is None:
        return Unknown(f"the zones of group {label}: give a scenario, --instances or --health")
    return {zone: _unmanaged(group, label, deployment)}


def zone_of(group: Group | None, name: ResourceName | None) -> str | None:
    """The zone of a zonal group, which may have no name yet."""
    if name is not None:
        return name.zone
    return group.zone if group is not None and isinstance(group.zone, str) else None


def _unmanaged(
    group: InstanceGroup | NetworkEndpointGroup | None, label: str, deployment: Deployment
) -> Size:
    if isinstance(group, InstanceGroup) and isinstance(group.instances, tuple):
        return Size.exactly(len(group.instances))
    if isinstance(group, NetworkEndpointGroup):
        attached = deployment.pointing(deployment.every(NetworkEndpoints), lambda each: each.group, group)
        if attached.items and not attached.possible:
            return _total(attached.items, label)
    if group is not None and isinstance(group.size, int):
        return Size.exactly(group.size)
    cause = getattr(group, "instances", None)
    return Size(0, None, cause if isinstance(cause, Unknown) else _size_unknown(label))


def _total(endpoints: tuple[NetworkEndpoints, ...], label: str) -> Size:
    total = Size.exactly(0)
    for each in endpoints:
        number = each.number
        total += Size.exactly(number) if isinstance(number, int) else Size(0, None, _size_unknown(label))
    return total


def _managed(
    manager: InstanceGroupManager, label: str, deployment: Deployment
) -> Mapping[str, Size] | Unknown:
    total = _target_size(manager, label, deployment)
    zone = zone_of(manager, manager.identity)
    if zone:
        return {zone: total}
    zones = manager.distribution_zones
    if isinstance(zones, Unknown):
        return zones
    for each in zones or ():
        if isinstance(each, Unknown):
            return each
    if not zones:
        return Unknown(f"the zones of group {label}: distribution_policy_zones is not written")
    return _spread(total, tuple(str(each) for each in zones), manager.target_shape, label)


def _target_size(manager: InstanceGroupManager, label: str, deployment: Deployment) -> Size:
    scalers = deployment.scalers_of(manager)
    for scaler in scalers.items:
        if isinstance(scaler.mode, Unknown):
            return Size(0, None, scaler.mode)
        if scaler.mode != "OFF":
            return _bounds(scaler.min_replicas, scaler.max_replicas, label)
    if isinstance(manager.target_size, int) and not scalers.possible:
        return Size.exactly(manager.target_size)
    cause = manager.target_size if isinstance(manager.target_size, Unknown) else _size_unknown(label)
    return Size(0, None, cause)


def _bounds(least: Maybe[int], most: Maybe[int], label: str) -> Size:
    low = least if isinstance(least, int) else 0
    high = most if isinstance(most, int) else None
    because = None if low == high else Unknown(f"the size of group {label}, which an autoscaler sets")
    return Size(low, high, because)


def _spread(total: Size, zones: tuple[str, ...], shape: Maybe[str], label: str) -> Mapping[str, Size]:
    """A regional group's size in each zone.

    The target shape EVEN, the default, keeps zones within one of each other; so the size is
    exact where it divides. Other shapes promise nothing of a single zone.
    """
    number = len(zones)
    unknown = total.because or Unknown(f"how group {label} is spread over its {number} zones")
    if shape not in (None, "EVEN"):
        return {zone: Size(0, total.most, unknown) for zone in zones}
    least, most = total.least // number, None if total.most is None else -(-total.most // number)
    return {zone: Size(least, most, None if least == most else unknown) for zone in zones}


def _size_unknown(label: str) -> Unknown:
    return Unknown(f"the size of group {label}: give --instances {label}=FILE, --health FILE or a scenario")
