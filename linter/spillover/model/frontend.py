"""Forwarding rules, and what sends packets to them: mirroring, security deployments, attachments."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from spillover.model.names import Link, ResourceName, is_global
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Unknown
from spillover.records import dataclass


@dataclass(frozen=True)
class ForwardingRule:
    """A forwarding rule; a passthrough load balancer's names its backend service directly.

    ``ip_address`` is an address, or the URL or name of a reserved one.
    """

    name: Maybe[str] = None
    region: Maybe[str] = None
    project: Maybe[str] = None
    is_global: bool = False
    scheme: Maybe[LoadBalancingScheme] = None
    backend_service: Maybe[Link] = None
    target: Maybe[Link] = None
    ip_address: Maybe[str] = None
    ip_version: Maybe[str] = None
    ip_protocol: Maybe[str] = None
    ports: Maybe[tuple[str | Unknown, ...]] = None
    port_range: Maybe[str] = None
    all_ports: Maybe[bool] = None
    network: Maybe[Link] = None
    network_tier: Maybe[str] = None
    is_mirroring_collector: Maybe[bool] = None
    allow_global_access: Maybe[bool] = None
    description: Maybe[str] = None
    subnetwork: Maybe[Link] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "forwarding rule"), compare=False)

    @property
    def is_internal_passthrough(self) -> bool | Unknown:
        """Regional, scheme INTERNAL, and in front of a backend service."""
        if self.is_global or self.backend_service is None:
            return False
        internal = LoadBalancingScheme.INTERNAL
        return self.scheme if isinstance(self.scheme, Unknown) else self.scheme is internal

    @property
    def scheme_in_force(self) -> Maybe[LoadBalancingScheme]:
        """The scheme; Terraform's default for one that is not written on a regional rule is EXTERNAL."""
        if self.scheme is None and self.origin.type == "google_compute_forwarding_rule":
            return LoadBalancingScheme.EXTERNAL
        return self.scheme

    @property
    def serves_global(self) -> bool | Unknown:
        """Whether its backend service is a global one."""
        link = self.backend_service
        return link if isinstance(link, Unknown) else link is not None and is_global(link) is True

    @property
    def protocol_in_force(self) -> str | Unknown:
        """The protocol; one that is not written is TCP."""
        return "TCP" if self.ip_protocol is None else self.ip_protocol


@dataclass(frozen=True)
class PacketMirroring:
    """A packet mirroring policy; ``collector`` is the forwarding rule that receives the copies.

    ``enable`` is a text, ``TRUE`` or ``FALSE``; not written means the first.
    """

    name: Maybe[str] = None
    collector: Maybe[Link] = None
    enable: Maybe[str] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "packet mirroring"), compare=False)

    @property
    def is_enabled(self) -> bool | Unknown:
        """Whether packets are mirrored by it now."""
        return self.enable if isinstance(self.enable, Unknown) else self.enable != "FALSE"


@dataclass(frozen=True)
class ServiceAttachment:
    """A service published through Private Service Connect, by way of a forwarding rule."""

    name: Maybe[str] = None
    target_service: Maybe[Link] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "service attachment"), compare=False)


class Integration(StrEnum):
    """How Network Security Integration reaches the appliances."""

    IN_BAND = "in-band"
    OUT_OF_BAND = "out-of-band"


@dataclass(frozen=True)
class SecurityDeployment:
    """An intercept (in-band) or mirroring (out-of-band) deployment of Network Security Integration."""

    integration: Integration
    name: Maybe[str] = None
    forwarding_rule: Maybe[Link] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "deployment"), compare=False)


class Attachment(StrEnum):
    """How a client outside of Google Cloud reaches a network."""

    VPN = "vpn"
    INTERCONNECT = "interconnect"


@dataclass(frozen=True)
class Gateway:
    """A Cloud Router or VPN gateway: what ties a tunnel or VLAN attachment to its network."""

    name: Maybe[str] = None
    network: Maybe[Link] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "gateway"), compare=False)


@dataclass(frozen=True)
class HybridAttachment:
    """A Cloud VPN tunnel or an Interconnect VLAN attachment: regional, so never in a zone.

    ``via`` are the router and gateways that it goes through.
    """

    kind: Attachment
    name: Maybe[str] = None
    region: Maybe[str] = None
    via: tuple[Link, ...] = ()
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "attachment"), compare=False)
