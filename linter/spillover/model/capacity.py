"""Groups of backends, and how many VMs or endpoints they hold in each zone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from spillover.model.names import Link, ResourceName
from spillover.model.source import Maybe, Origin, Unknown
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """A number of VMs or endpoints, exact or within bounds; ``most`` is None where nothing bounds it.

    ``because`` tells what would have to be known for the number to be exact.
    """

    least: int
    most: int | None
    because: Unknown | None = None

    @classmethod
    def exactly(cls, number: int) -> Size:
        """The size that is known to be ``number``."""
        return cls(number, number)

    @classmethod
    def total(cls, sizes: Iterable[Size]) -> Size:
        """The sum; of several causes the first is its own."""
        least, most, because = 0, 0, None
        unbounded = False
        for size in sizes:
            least += size.least
            unbounded = unbounded or size.most is None
            most += size.most or 0
            because = because or size.because
        return cls(least, None if unbounded else most, because)

    @property
    def exact(self) -> int | None:
        """The number, where there is only one that it can be."""
        return self.least if self.least == self.most else None

    def __str__(self) -> str:
        if self.exact is not None:
            return str(self.exact)
        if self.most is not None:
            return f"{self.least} to {self.most}"
        return f"{self.least} or more" if self.least else "?"

    def __add__(self, other: Size) -> Size:
        most = None if self.most is None or other.most is None else self.most + other.most
        return Size(self.least + other.least, most, self.because or other.because)


@dataclass(frozen=True, slots=True)
class Unplaced:
    """The members of a zonal group whose zone is not known: how many, and why it is not known where."""

    group: str
    size: Size
    because: Unknown

    @property
    def zone(self) -> str:
        """What tells its zone from others: what that is made of, else the group alone."""
        return self.because.same or f"the zone of group {self.group}"


@dataclass(frozen=True)
class InstanceGroup:
    """An instance group, unmanaged or owned by a manager; in the API its members are not part of it."""

    name: Maybe[str] = None
    size: Maybe[int] = None
    instances: Maybe[tuple[str | Unknown, ...]] = None
    zone: Maybe[str] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "instance group"), compare=False)


@dataclass(frozen=True)
class InstanceGroupManager:
    """A managed instance group, zonal or regional.

    ``healing_checks`` are the health checks of its autohealing policies. ``identity`` is that of
    the instance group it owns, which backends name; ``manager`` is its own, which autoscalers name.
    """

    name: Maybe[str] = None
    target_size: Maybe[int] = None
    distribution_zones: Maybe[tuple[str | Unknown, ...]] = None
    target_shape: Maybe[str] = None
    healing_checks: Maybe[tuple[Link | Unknown, ...]] = None
    zone: Maybe[str] = None
    identity: ResourceName | None = None
    manager: ResourceName | None = None
    origin: Origin = field(default=Origin("", "instance group manager"), compare=False)


@dataclass(frozen=True)
class Autoscaler:
    """An autoscaler; ``target`` is the manager whose size it sets within its bounds.

    ``cpu``, ``load_balancing``, ``metrics`` and ``schedules`` tell which signals it follows; with none
    of them it follows CPU utilization (discovery document compute v1, ``AutoscalingPolicy``). A schedule
    that is disabled is none. ``scale_in_control`` tells whether that is written at all.
    """

    target: Maybe[Link] = None
    min_replicas: Maybe[int] = None
    max_replicas: Maybe[int] = None
    mode: Maybe[str] = None
    cpu: Maybe[bool] = None
    load_balancing: Maybe[bool] = None
    metrics: Maybe[bool] = None
    schedules: Maybe[bool] = None
    scale_in_control: Maybe[bool] = None
    scale_in_window_sec: Maybe[int] = None
    origin: Origin = field(default=Origin("", "autoscaler"), compare=False)

    @property
    def is_on(self) -> bool | Unknown:
        """Whether it changes the size of its group at all; a mode that is not written is ON."""
        return self.mode if isinstance(self.mode, Unknown) else self.mode != "OFF"

    @property
    def scales_in(self) -> bool | Unknown:
        """Whether it takes instances away; ONLY_UP is the former name of ONLY_SCALE_OUT."""
        return self.mode if isinstance(self.mode, Unknown) else self.mode in (None, "ON")


@dataclass(frozen=True)
class NetworkEndpointGroup:
    """A network endpoint group, zonal, regional or global.

    In Terraform its endpoints are resources of their own. One of the type SERVERLESS has none.
    """

    name: Maybe[str] = None
    size: Maybe[int] = None
    endpoint_type: Maybe[str] = None
    zone: Maybe[str] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "network endpoint group"), compare=False)


@dataclass(frozen=True)
class NetworkEndpoints:
    """Endpoints attached to a group: one ``google_compute_network_endpoint``, or a list of them."""

    group: Maybe[Link] = None
    number: Maybe[int] = None
    origin: Origin = field(default=Origin("", "network endpoints"), compare=False)


Group = InstanceGroup | InstanceGroupManager | NetworkEndpointGroup
"""A group of backends. Its ``identity`` carries its zone, too, once it has a name."""


@dataclass(frozen=True)
class Member:
    """A VM or endpoint as an observation names it: where it runs, and whether it was healthy then."""

    name: str
    zone: str | None
    healthy: bool | None = None


@dataclass(frozen=True)
class InstanceList:
    """What ``instance-groups list-instances`` printed: the members of one group."""

    group: ResourceName
    members: tuple[Member, ...]
    path: str = ""


@dataclass(frozen=True)
class GroupHealth:
    """What ``backend-services get-health`` printed for one backend of a service.

    An instance that is listed for several forwarding rules stands here once; ``healthy`` is
    None where they disagree. The output does not name its service, but ``forwarding_rules`` do.
    """

    group: ResourceName
    members: tuple[Member, ...]
    forwarding_rules: tuple[ResourceName, ...] = ()
    path: str = ""
