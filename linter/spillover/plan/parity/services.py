"""Two backend services that the same requests reach, one of the primary and one of the backup."""

from __future__ import annotations

from spillover.model.alb import BackendBucket
from spillover.model.capacity import NetworkEndpointGroup, Size
from spillover.model.deployment import Deployment
from spillover.model.graph import attached_to
from spillover.model.service import BackendService
from spillover.model.source import FieldRef, Maybe, Unknown
from spillover.plan.membership import configured_backends
from spillover.plan.parity.armor import compare_policies
from spillover.plan.parity.compared import (
    Compared,
    Comparison,
    Configured,
    Side,
    compare_settings,
    compare_texts,
)
from spillover.plan.parity.features import OF_PROTOCOL, SERVICE, Topic
from spillover.plan.scenario import Scenario


def display_name(backing: BackendService | BackendBucket) -> str:
    """A service or bucket in a message: by its name, or by its address where it has none yet."""
    kind = "backend bucket" if isinstance(backing, BackendBucket) else "service"
    return f"{kind} {backing.origin.called(backing.name)}"


def compare_services(deployment: Deployment, primary: BackendService, backup: BackendService) -> Comparison:
    """The settings of both, and what protects them."""
    part = display_name(primary)
    ours, theirs = (Configured(each.settings, each.origin) for each in (primary, backup))
    if not _is_serverless(deployment, primary):
        yield _protocols(part, primary, backup)
        yield from compare_settings(part, OF_PROTOCOL, ours, theirs)
    yield from compare_settings(part, SERVICE, ours, theirs)
    yield _flags(part, "Identity-Aware Proxy", "iap", primary, backup)
    yield _flags(part, "Cloud CDN", "enable_cdn", primary, backup, Topic.CDN)
    yield from compare_policies(deployment, part, primary, backup)
    yield from _capacities(deployment, part, primary, backup)


def _capacities(
    deployment: Deployment, part: str, primary: BackendService, backup: BackendService
) -> Comparison:
    """To how many backends the groups of each scale, where the configuration tells that of the primary.

    In a failover the backup takes all that the primary took ("Configure a backup load balancer").
    """
    ours, theirs = (_most(deployment, each) for each in (primary, backup))
    if ours is None:
        return
    unknown = Unknown("to how many backends its groups scale", at=backup.origin.at("backend"))
    yield Compared(
        part,
        "backends at most",
        Side(str(ours), primary.origin.at("backend")),
        Side(unknown if theirs is None else str(theirs), backup.origin.at("backend")),
        unknown if theirs is None else theirs >= ours,
        Topic.CAPACITY,
    )


def _most(deployment: Deployment, service: BackendService) -> int | None:
    """The most backends that there can be; None where nothing bounds them, or not all are known."""
    groups, _ = configured_backends(service, deployment).in_scenario(Scenario())
    if not groups or not all(group.is_counted for group in groups):
        return None
    unplaced = (group.unplaced.size for group in groups if group.unplaced)
    return Size.total([*unplaced, *(size for group in groups for size in group.zones.values())]).most


def _is_serverless(deployment: Deployment, service: BackendService) -> bool:
    """Whether it surely serves from serverless endpoints: its protocol is ignored, it has no timeout."""
    groups = (each.group for each in attached_to(deployment, service).items)
    return any(
        isinstance(each, NetworkEndpointGroup) and each.endpoint_type == "SERVERLESS" for each in groups
    )


def _protocols(part: str, primary: BackendService, backup: BackendService) -> Compared:
    ours, theirs = (
        Side(each.protocol or "HTTP", each.origin.at("protocol"), each.protocol is not None)
        for each in (primary, backup)
    )
    return compare_texts(part, "protocol to the backends", ours, theirs)


def _flags(
    part: str,
    feature: str,
    name: str,
    primary: BackendService,
    backup: BackendService,
    topic: Topic = Topic.MIRRORED,
) -> Compared:
    ours, theirs = (_flag(getattr(each, name), each.origin.at(name)) for each in (primary, backup))
    compared = compare_texts(part, feature, ours, theirs)
    return (
        compared if topic is compared.topic else Compared(part, feature, ours, theirs, compared.same, topic)
    )


def _flag(value: Maybe[bool], at: FieldRef) -> Side:
    shown = value if isinstance(value, Unknown) else "on" if value else "off"
    return Side(shown, at, is_written=value is not None)
