"""Cloud DNS record sets and their routing policies."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from spillover.model.names import Link
from spillover.model.source import Maybe, Origin, Unknown


@dataclass(frozen=True)
class Targets:
    """The addresses of one item: ``external`` are probed from the internet, ``unchecked`` not at all."""

    external: Maybe[tuple[str | Unknown, ...]] = None
    has_internal: Maybe[bool] = None
    unchecked: Maybe[tuple[str | Unknown, ...]] = None


@dataclass(frozen=True)
class BackupItem:
    """One geographic item of the backup: a region, and the addresses answered near it."""

    location: Maybe[str] = None
    targets: Targets = Targets()


@dataclass(frozen=True)
class PrimaryBackup:
    """A failover policy: the backup is answered when every primary target is unhealthy.

    ``trickle_ratio`` is the share of answers that carry the backup even while the primary is
    healthy, in [0, 1]; not written means 0.
    """

    primary: Maybe[Targets] = None
    backup: Maybe[tuple[BackupItem, ...]] = None
    trickle_ratio: Maybe[Decimal] = None
    origin: Origin = field(default=Origin("", "failover policy"), compare=False)

    @property
    def targets(self) -> tuple[Targets | Unknown, ...]:
        """The targets of the primary and of every backup item."""
        primary = () if self.primary is None else (self.primary,)
        if self.backup is None or isinstance(self.backup, Unknown):
            return primary if self.backup is None else (*primary, self.backup)
        return (*primary, *(item.targets for item in self.backup))


@dataclass(frozen=True)
class RoutingPolicy:
    """The routing policy of a record set."""

    health_check: Maybe[Link] = None
    primary_backup: Maybe[PrimaryBackup] = None
    origin: Origin = field(default=Origin("", "routing policy"), compare=False)


@dataclass(frozen=True)
class RecordSet:
    """A resource record set. ``ttl`` in seconds."""

    name: Maybe[str] = None
    type: Maybe[str] = None
    ttl: Maybe[int] = None
    zone: Maybe[str] = None
    routing_policy: Maybe[RoutingPolicy] = None
    origin: Origin = field(default=Origin("", "record set"), compare=False)

    @property
    def failover(self) -> Maybe[PrimaryBackup]:
        """Its failover policy, if it has one."""
        if self.routing_policy is None or isinstance(self.routing_policy, Unknown):
            return self.routing_policy
        return self.routing_policy.primary_backup

    @property
    def probes_external(self) -> bool | Unknown:
        """Whether external endpoints are health-checked through its failover policy."""
        failover = self.failover
        if failover is None or isinstance(failover, Unknown):
            return failover or False
        doubts: list[Unknown] = []
        for targets in failover.targets:
            external = targets if isinstance(targets, Unknown) else targets.external
            if isinstance(external, Unknown):
                doubts.append(external)
            elif external:
                return True
        return doubts[0] if doubts else False
