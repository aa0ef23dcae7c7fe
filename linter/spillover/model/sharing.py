"""Groups of backends that a failover record's primary and backup share, and the autoscalers of these.

Google's page on failover (applb-failover-overview, "Share backends between primary and backup load
balancers", 2026-04) has requirements on such groups where an autoscaler sets their size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from spillover.model.capacity import Autoscaler, InstanceGroup, InstanceGroupManager, NetworkEndpointGroup
from spillover.model.deployment import Deployment
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.graph import Attached
from spillover.model.service import BalancingMode
from spillover.model.source import Maybe, Undetermined, Unknown
from spillover.records import dataclass


@dataclass(frozen=True)
class SharedGroup:
    """One group, as it is attached behind a backup and behind a primary."""

    backup: Attached
    primary: Attached


def shared_groups(record: FailoverRecord) -> Iterator[SharedGroup | Unknown]:
    """The groups that surely serve both sides of a record, and what keeps others from being judged.

    One address on both sides is another mistake (FO045).

    Raises:
        NotCovered: nothing of a kind on the way to the groups was read.
    """
    for backup in record.external_backups:
        for primary in record.external_primary:
            try:
                yield from _shared_by(record, backup, primary)
            except Undetermined as undetermined:
                yield from undetermined.unknowns


def _shared_by(record: FailoverRecord, backup: Answer, primary: Answer) -> Iterator[SharedGroup | Unknown]:
    if record.owner(backup) is record.owner(primary):
        return
    ours, theirs = record.groups(backup), record.groups(primary)
    for group in ours.items:
        for other in theirs.items:
            verdict = group.is_same(other)
            if isinstance(verdict, Unknown):
                yield verdict
            elif verdict:
                yield SharedGroup(group, other)
    yield from (*ours.doubts, *theirs.doubts)


@dataclass(frozen=True)
class ScaledGroup:
    """A managed group that serves both sides, and the autoscaler that sets its size.

    ``backups`` and ``primaries`` are its attachments on either side. ``doubt`` is why it is not sure
    that the autoscaler is that of this group.
    """

    scaler: Autoscaler
    backups: tuple[Attached, ...]
    primaries: tuple[Attached, ...]
    doubt: Unknown | None = None

    @property
    def is_scaled(self) -> bool | Unknown:
        """Whether the autoscaler is on, and surely that of the group."""
        return self.scaler.is_on if self.doubt is None or self.scaler.is_on is False else self.doubt

    def __str__(self) -> str:
        name = self.backups[0].name or self.primaries[0].name
        return str(self.backups[0]) if name is None else name.name


def scaled_groups(record: FailoverRecord) -> tuple[ScaledGroup | Unknown, ...]:
    """The shared groups that have, or may have, an autoscaler, and what keeps others from being judged.

    Raises:
        NotCovered: a group is shared and no autoscaler was read; or as :func:`shared_groups`.
    """
    found: dict[tuple[int, Unknown | None], ScaledGroup] = {}
    doubts: list[Unknown] = []
    for shared in shared_groups(record):
        if isinstance(shared, Unknown):
            doubts.append(shared)
            continue
        manager = _manager_of(shared, record.deployment)
        if isinstance(manager, Unknown):
            doubts.append(manager)
        elif manager is not None:
            for scaler, doubt in _scalers_of(manager, record.deployment):
                key = id(scaler), doubt
                found[key] = _with(found.get(key, ScaledGroup(scaler, (), (), doubt)), shared)
    return (*found.values(), *dict.fromkeys(doubts))


def _with(group: ScaledGroup, shared: SharedGroup) -> ScaledGroup:
    return replace(
        group,
        backups=_once((*group.backups, shared.backup)),
        primaries=_once((*group.primaries, shared.primary)),
    )


def _once(attachments: Iterable[Attached]) -> tuple[Attached, ...]:
    """Each backend of a service once, in whichever way it was reached."""
    return tuple({id(each.backend): each for each in attachments}.values())


def _manager_of(shared: SharedGroup, deployment: Deployment) -> InstanceGroupManager | Unknown | None:
    """What manages a group; None for one that nothing does, unknown for one that was not read."""
    group = shared.backup.group or shared.primary.group
    if isinstance(group, InstanceGroupManager):
        return group
    if isinstance(group, NetworkEndpointGroup) or _is_of_endpoints(shared):
        return None
    if isinstance(group, InstanceGroup) and group.origin.type in _UNMANAGED:
        return None  # in the API a managed group is an instance group too
    deployment.read(Autoscaler, "autoscalers")
    at = shared.backup.backend.origin.at("group")
    return Unknown(f"the manager of {shared.backup}, which was not read", at=at)


_UNMANAGED = ("google_compute_instance_group", "ComputeInstanceGroup")


def _is_of_endpoints(shared: SharedGroup) -> bool:
    names = (shared.backup.name, shared.primary.name)
    return any(name is not None and name.collection == "networkEndpointGroups" for name in names)


def _scalers_of(
    manager: InstanceGroupManager, deployment: Deployment
) -> Iterator[tuple[Autoscaler, Unknown | None]]:
    deployment.read(Autoscaler, "autoscalers")
    joined = deployment.scalers_of(manager)
    yield from ((scaler, None) for scaler in joined.items)
    yield from joined.possible


def mode_in_force(attached: Attached) -> Maybe[BalancingMode]:
    """The balancing mode of a group behind a service, global or regional; None where nothing says it.

    On a global service the google provider sends UTILIZATION where none is written, in every version
    (its documentation of ``google_compute_backend_service``); on a regional one that depends on it.
    """
    backend = attached.backend
    if not attached.service.is_global or backend.balancing_mode is not None:
        return backend.mode_in_force
    return None if backend.origin.provider is None else BalancingMode.UTILIZATION
