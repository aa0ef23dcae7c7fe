"""What the configuration says of the size of a group, zone by zone.

Sizes come from the members that are listed, from a managed group's target size, or from the
bounds of its autoscaler; a regional group's are spread over its zones.
"""

from __future__ import annotations

from collections.abc import Mapping

from spillover.model.capacity import (
    Autoscaler,
    Group,
    InstanceGroup,
    InstanceGroupManager,
    NetworkEndpointGroup,
    NetworkEndpoints,
    Size,
    Unplaced,
)
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.source import Maybe, Unknown


def configured_sizes(
    group: Group | None, name: ResourceName | None, called: str, deployment: Deployment
) -> Mapping[str, Size] | Unplaced | Unknown:
    """Zone -> size as configured, or the reason why the zones are not known.

    ``called`` is what the group is called in a cause.
    """
    not_told = Size(0, None, _not_told(group, name, called))
    zone = zone_of(group, name)
    doubt = None if zone else _zone_doubt(group, called)
    if isinstance(group, InstanceGroupManager):
        size = _target_size(group, called, not_told, deployment)
        if zone is None and doubt is None:
            return _over_zones(group, size, called)
    else:
        size = _unmanaged(group, not_told, deployment)
    if zone:
        return {zone: size}
    if doubt:
        return Unplaced(called, size, doubt)
    return Unknown(f"the zones of group {called}: {_where_from(group, name, called)}")


def zone_of(group: Group | None, name: ResourceName | None) -> str | None:
    """The zone of a zonal group, which may have no name yet."""
    if name is not None and name.zone:
        return name.zone
    return group.zone if group is not None and isinstance(group.zone, str) else None


def _zone_doubt(group: Group | None, called: str) -> Unknown | None:
    """Why the zone of a group is not known; None for one that is not known to be zonal."""
    if group is None:
        return None
    if isinstance(group.zone, Unknown):
        return group.zone
    if group.origin.type not in _ZONAL_TYPES:
        return None
    because = f"the zone of group {called}: neither it nor its provider says it"
    return Unknown(because, at=group.origin.at("zone"))


_ZONAL_TYPES = (
    "google_compute_instance_group",
    "google_compute_instance_group_manager",
    "google_compute_network_endpoint_group",
)


def _unmanaged(
    group: InstanceGroup | NetworkEndpointGroup | None, not_told: Size, deployment: Deployment
) -> Size:
    if isinstance(group, InstanceGroup) and isinstance(group.instances, tuple):
        return Size.exactly(len(group.instances))
    if isinstance(group, NetworkEndpointGroup):
        attached = deployment.pointing(deployment.every(NetworkEndpoints), lambda each: each.group, group)
        if attached.items and not attached.possible:
            return _total(attached.items, not_told)
    if group is not None and isinstance(group.size, int):
        return Size.exactly(group.size)
    cause = getattr(group, "instances", None)
    return Size(0, None, cause) if isinstance(cause, Unknown) else not_told


def _total(endpoints: tuple[NetworkEndpoints, ...], not_told: Size) -> Size:
    total = Size.exactly(0)
    for each in endpoints:
        total += Size.exactly(each.number) if isinstance(each.number, int) else not_told
    return total


def _over_zones(manager: InstanceGroupManager, total: Size, called: str) -> Mapping[str, Size] | Unknown:
    """A regional group's size in each of its zones."""
    zones = manager.distribution_zones
    if isinstance(zones, Unknown):
        return zones
    for each in zones or ():
        if isinstance(each, Unknown):
            return each
    if not zones:
        return Unknown(f"the zones of group {called}: distribution_policy_zones is not written")
    return _spread(total, tuple(str(each) for each in zones), manager.target_shape, called)


def _target_size(manager: InstanceGroupManager, called: str, not_told: Size, deployment: Deployment) -> Size:
    scalers = deployment.scalers_of(manager)
    for scaler in scalers.items:
        if isinstance(scaler.mode, Unknown):
            return Size(0, None, scaler.mode)
        if scaler.mode != "OFF":
            return _bounds(scaler, called)
    if isinstance(manager.target_size, int) and not scalers.possible:
        return Size.exactly(manager.target_size)
    return Size(0, None, manager.target_size) if isinstance(manager.target_size, Unknown) else not_told


def _bounds(scaler: Autoscaler, called: str) -> Size:
    """The bounds of an autoscaler; one that is not written, or not known, bounds nothing."""
    bounds = scaler.min_replicas, scaler.max_replicas
    low, high = (each if isinstance(each, int) else None for each in bounds)
    if low is not None and low == high:
        return Size.exactly(low)
    sets = Unknown(f"the size of group {called}, which {scaler.origin.address or 'an autoscaler'} sets")
    return Size(low or 0, high, next((each for each in bounds if isinstance(each, Unknown)), sets))


def _spread(total: Size, zones: tuple[str, ...], shape: Maybe[str], called: str) -> Mapping[str, Size]:
    """A regional group's size in each zone.

    The target shape EVEN, the default, keeps zones within one of each other; so the size is
    exact where it divides. Other shapes promise nothing of a single zone.
    """
    number = len(zones)
    unknown = total.because or Unknown(f"how group {called} is spread over its {number} zones")
    if shape not in (None, "EVEN"):
        return {zone: Size(0, total.most, unknown) for zone in zones}
    least, most = total.least // number, None if total.most is None else -(-total.most // number)
    return {zone: Size(least, most, None if least == most else unknown) for zone in zones}


def _not_told(group: Group | None, name: ResourceName | None, called: str) -> Unknown:
    return Unknown(f"the size of group {called}: {_where_from(group, name, called)}")


def _where_from(group: Group | None, name: ResourceName | None, called: str) -> str:
    """What tells the members of a group; only instance groups have a list of them."""
    if isinstance(group, NetworkEndpointGroup) or (name and name.collection == "networkEndpointGroups"):
        return "give --health FILE or a scenario"
    return f"give --instances {name.name if name else called}=FILE, --health FILE or a scenario"
