"""Backend services: what a load balancer distributes connections to, and by which policy."""

from __future__ import annotations

from dataclasses import field
from decimal import Decimal
from enum import StrEnum

from spillover.model.names import Link, ResourceName
from spillover.model.settings import Headers, Setting
from spillover.model.source import Maybe, Origin, Unknown
from spillover.records import dataclass


class ZonalAffinity(StrEnum):
    """``networkPassThroughLbTrafficPolicy.zonalAffinity.spillover``; not written means DISABLED."""

    DISABLED = "ZONAL_AFFINITY_DISABLED"
    STAY_WITHIN_ZONE = "ZONAL_AFFINITY_STAY_WITHIN_ZONE"
    SPILL_CROSS_ZONE = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"


class Subsetting(StrEnum):
    """``subsetting.policy``; not written means NONE."""

    NONE = "NONE"
    CONSISTENT_HASH_SUBSETTING = "CONSISTENT_HASH_SUBSETTING"


class LoadBalancingScheme(StrEnum):
    """``loadBalancingScheme`` of a backend service or a forwarding rule."""

    EXTERNAL = "EXTERNAL"
    EXTERNAL_MANAGED = "EXTERNAL_MANAGED"
    EXTERNAL_PASSTHROUGH = "EXTERNAL_PASSTHROUGH"
    INTERNAL = "INTERNAL"
    INTERNAL_MANAGED = "INTERNAL_MANAGED"
    INTERNAL_SELF_MANAGED = "INTERNAL_SELF_MANAGED"
    INVALID = "INVALID_LOAD_BALANCING_SCHEME"


class Protocol(StrEnum):
    """``protocol`` of a backend service; UNSPECIFIED goes with any forwarding rule of layer 3 or 4."""

    GRPC = "GRPC"
    H2C = "H2C"
    HTTP = "HTTP"
    HTTP2 = "HTTP2"
    HTTPS = "HTTPS"
    SSL = "SSL"
    TCP = "TCP"
    UDP = "UDP"
    UNSPECIFIED = "UNSPECIFIED"


class BalancingMode(StrEnum):
    """``balancingMode`` of a backend."""

    CONNECTION = "CONNECTION"
    CUSTOM_METRICS = "CUSTOM_METRICS"
    IN_FLIGHT = "IN_FLIGHT"
    RATE = "RATE"
    UTILIZATION = "UTILIZATION"


@dataclass(frozen=True)
class Capacity:
    """A setting of a backend's target capacity that is written, such as ``max_connections``."""

    name: str
    value: Decimal | Unknown


@dataclass(frozen=True)
class Backend:
    """One attachment of an instance group or network endpoint group; all its members share its role."""

    group: Maybe[Link] = None
    failover: Maybe[bool] = None
    origin: Origin = field(default=Origin("", "backend"), compare=False)
    balancing_mode: Maybe[BalancingMode] = None
    capacity: tuple[Capacity, ...] = ()

    @property
    def is_failover(self) -> bool | Unknown:
        """Whether it belongs to the failover pool; not written means primary."""
        return False if self.failover is None else self.failover

    @property
    def mode_in_force(self) -> Maybe[BalancingMode]:
        """The balancing mode, on a regional service; None where Google's JSON does not say it.

        Where none is written, the google provider sends UTILIZATION since 6.0.0, before that
        CONNECTION (its guide to upgrading to version 6).
        """
        provider = self.origin.provider
        if self.balancing_mode is not None or provider is None:
            return self.balancing_mode
        utilization = provider.versions.since((6, 0, 0))
        if utilization is None:
            # It is no field of a backend's: all backends of a service have this cause in common.
            return Unknown(provider.left_open)
        return BalancingMode.UTILIZATION if utilization else BalancingMode.CONNECTION


@dataclass(frozen=True)
class FailoverPolicy:
    """When traffic moves to the failover backends. No policy written: ratio 0, nothing dropped.

    ``failover_ratio`` is the decimal as written, in [0, 1]: failover happens when the share
    of healthy primary backends is *less than* it, and for 0 when none is healthy.
    """

    failover_ratio: Maybe[Decimal] = None
    drop_traffic_if_unhealthy: Maybe[bool] = None
    disable_connection_drain_on_failover: Maybe[bool] = None


@dataclass(frozen=True)
class BackendService:
    """A backend service, global (``region`` is None and ``is_global``) or regional.

    ``traffic_policy`` and ``ha_policy`` tell whether those objects are written at all, ``iap`` whether
    Identity-Aware Proxy is on. ``headers`` are those that it adds, ``settings`` those that only proxies read.
    """

    name: Maybe[str] = None
    region: Maybe[str] = None
    project: Maybe[str] = None
    is_global: bool = False
    scheme: Maybe[LoadBalancingScheme] = None
    protocol: Maybe[Protocol] = None
    zonal_affinity: Maybe[ZonalAffinity] = None
    spillover_ratio: Maybe[Decimal] = None
    traffic_policy: Maybe[bool] = None
    subsetting: Maybe[Subsetting] = None
    ha_policy: Maybe[bool] = None
    locality_lb_policy: Maybe[str] = None
    description: Maybe[str] = None
    enable_cdn: Maybe[bool] = None
    failover_policy: FailoverPolicy = FailoverPolicy()
    health_checks: Maybe[tuple[Link | Unknown, ...]] = None
    backends: Maybe[tuple[Backend, ...]] = None
    used_by: tuple[ResourceName, ...] = ()
    security_policy: Maybe[Link] = None
    edge_security_policy: Maybe[Link] = None
    iap: Maybe[bool] = None
    headers: Headers = field(default_factory=Headers)
    settings: tuple[Setting, ...] = ()
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "backend service"), compare=False)

    @property
    def affinity(self) -> ZonalAffinity | Unknown:
        """The zonal affinity option in force."""
        return ZonalAffinity.DISABLED if self.zonal_affinity is None else self.zonal_affinity

    @property
    def is_of_gke(self) -> bool:
        """Whether GKE made it, by its name or its description; one that is not known is no sign of it."""
        name, description = self.name, self.description
        return (isinstance(name, str) and name.startswith("k8s2-")) or (
            isinstance(description, str) and "networking.gke.io/service-name" in description
        )

    @property
    def is_internal_passthrough(self) -> bool | Unknown:
        """Regional, and scheme INTERNAL, which is what an unset scheme of a regional service means."""
        if self.is_global:
            return False
        if isinstance(self.scheme, Unknown):
            return self.scheme
        return self.scheme in (None, LoadBalancingScheme.INTERNAL)

    @property
    def is_without_affinity(self) -> bool:
        """Whether zonal affinity certainly has no effect: it is off, or this is not internal passthrough."""
        return self.affinity is ZonalAffinity.DISABLED or self.is_internal_passthrough is False

    @property
    def is_passthrough(self) -> bool | Unknown:
        """Whether it is behind a regional passthrough load balancer, internal or external."""
        if self.is_global:
            return False
        if isinstance(self.scheme, Unknown):
            return self.scheme
        return self.scheme in (None, LoadBalancingScheme.INTERNAL, LoadBalancingScheme.EXTERNAL)

    @property
    def protocol_in_force(self) -> Protocol | Unknown:
        """The protocol; one that is not written is TCP on an internal passthrough service."""
        if self.protocol is not None:
            return self.protocol
        internal = self.is_internal_passthrough
        if internal is True:
            return Protocol.TCP
        return internal or Unknown("the default protocol of this service", at=self.origin.at("protocol"))
