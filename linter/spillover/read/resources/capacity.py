"""Groups of backends, their managers and autoscalers, and endpoints."""

from __future__ import annotations

from spillover.model.capacity import (
    Autoscaler,
    InstanceGroup,
    InstanceGroupManager,
    NetworkEndpointGroup,
    NetworkEndpoints,
)
from spillover.model.names import Link
from spillover.model.places import last_segment
from spillover.model.source import Maybe, Unknown
from spillover.read.body import Body, Dialect, Fields, link
from spillover.read.resources.naming import PLACE, identity_of, zone_of

GROUP = Fields.table(**PLACE, size="size", instances="instances")


def instance_group(body: Body) -> InstanceGroup:
    """``google_compute_instance_group``; ``compute#instanceGroup``."""
    return InstanceGroup(
        name=body.text("name"),
        size=body.integer("size"),
        instances=body.texts("instances"),
        zone=zone_of(body),
        identity=identity_of(body, "instanceGroups"),
        origin=body.named(),
    )


MANAGER = Fields.table(
    **PLACE,
    target_size="target_size",
    distribution_zones=(
        "distribution_policy_zones",
        "distributionPolicy.zones",
        "distributionPolicy.zones",
    ),
    target_shape=(
        "distribution_policy_target_shape",
        "distributionPolicy.targetShape",
        "distributionPolicy.targetShape",
    ),
    healing_checks="auto_healing_policies",
)
HEALING_POLICY = Fields.table(health_check=link("health_check"))
DISTRIBUTION_ZONE = Fields.table(zone="zone")


def instance_group_manager(body: Body) -> InstanceGroupManager:
    """``google_compute_(region_)instance_group_manager``; ``compute#instanceGroupManager``."""
    return InstanceGroupManager(
        name=body.text("name"),
        target_size=body.integer("target_size"),
        distribution_zones=_distribution_zones(body),
        target_shape=body.text("target_shape"),
        healing_checks=_healing_checks(body),
        zone=zone_of(body),
        identity=identity_of(body, "instanceGroups"),
        manager=identity_of(body, "instanceGroupManagers"),
        origin=body.named(),
    )


def _healing_checks(body: Body) -> Maybe[tuple[Link | Unknown, ...]]:
    policies = body.each("healing_checks", HEALING_POLICY)
    if not isinstance(policies, tuple):
        return policies
    links = (each.link("health_check", "healthChecks") for each in policies)
    return tuple(link for link in links if link is not None)


def _distribution_zones(body: Body) -> Maybe[tuple[str | Unknown, ...]]:
    """Terraform lists zones; the others list objects with the zone's URL."""
    if body.dialect is Dialect.TERRAFORM:
        zones = body.texts("distribution_zones")
    else:
        bodies = body.each("distribution_zones", DISTRIBUTION_ZONE)
        if not isinstance(bodies, tuple):
            return bodies
        zones = tuple(zone for each in bodies if (zone := each.text("zone")) is not None)
    if not isinstance(zones, tuple):
        return zones
    return tuple(zone if isinstance(zone, Unknown) else last_segment(zone) for zone in zones)


AUTOSCALER = Fields.table(
    **PLACE,
    target=link("target"),
    min_replicas=("autoscaling_policy.min_replicas", "autoscalingPolicy.minNumReplicas"),
    max_replicas=("autoscaling_policy.max_replicas", "autoscalingPolicy.maxNumReplicas"),
    mode="autoscaling_policy.mode",
    cpu="autoscaling_policy.cpu_utilization",
    load_balancing="autoscaling_policy.load_balancing_utilization",
    metrics=("autoscaling_policy.metric", "autoscalingPolicy.customMetricUtilizations"),
    schedules="autoscaling_policy.scaling_schedules",
    scale_in_control="autoscaling_policy.scale_in_control",
    scale_in_window_sec="autoscaling_policy.scale_in_control.time_window_sec",
)
SCHEDULE = Fields.table(disabled="disabled")


def autoscaler(body: Body) -> Autoscaler:
    """``google_compute_(region_)autoscaler``; ``compute#autoscaler``."""
    return Autoscaler(
        target=body.link("target", "instanceGroupManagers"),
        min_replicas=body.integer("min_replicas"),
        max_replicas=body.integer("max_replicas"),
        mode=body.text("mode"),
        cpu=body.has("cpu"),
        load_balancing=body.has("load_balancing"),
        metrics=body.has("metrics"),
        schedules=_schedules(body),
        scale_in_control=body.has("scale_in_control"),
        scale_in_window_sec=body.integer("scale_in_window_sec"),
        origin=body.named(),
    )


def _schedules(body: Body) -> Maybe[bool]:
    """Whether a schedule is in force. The API has an object that names them, the others a list."""
    if body.dialect is Dialect.API:
        schedules = body.entries("schedules", SCHEDULE)
    else:
        schedules = body.each("schedules", SCHEDULE)
    if not isinstance(schedules, tuple):
        return schedules
    disabled = [each.flag("disabled") for each in schedules]
    if any(each in (None, False) for each in disabled):
        return True
    return next((each for each in disabled if isinstance(each, Unknown)), None)


ENDPOINT_GROUP = Fields.table(**PLACE, size="size", endpoint_type="network_endpoint_type")


def endpoint_group(body: Body) -> NetworkEndpointGroup:
    """``google_compute_(global_|region_)network_endpoint_group``; ``compute#networkEndpointGroup``."""
    return NetworkEndpointGroup(
        name=body.text("name"),
        size=body.integer("size"),
        endpoint_type=body.text("endpoint_type"),
        zone=zone_of(body),
        identity=identity_of(body, "networkEndpointGroups"),
        origin=body.named(),
    )


ENDPOINTS = Fields.table(group="network_endpoint_group", list="network_endpoints")


def one_endpoint(body: Body) -> NetworkEndpoints:
    """``google_compute_network_endpoint``."""
    return NetworkEndpoints(body.link("group", "networkEndpointGroups"), 1, origin=body.named())


def endpoints(body: Body) -> NetworkEndpoints:
    """``google_compute_network_endpoints``."""
    listed = body.each("list", Fields.table())
    number = len(listed) if isinstance(listed, tuple) else 0 if listed is None else listed
    return NetworkEndpoints(body.link("group", "networkEndpointGroups"), number, origin=body.named())
