"""What a load balancer has beside its URL map: proxies, certificates, buckets, addresses, subnetworks."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from spillover.model.names import Link, ResourceName
from spillover.model.settings import Setting
from spillover.model.source import Maybe, Origin, Unknown
from spillover.records import dataclass


class ProxyProtocol(StrEnum):
    """What a target proxy speaks; the value is the name of its collection in the API."""

    GRPC = "targetGrpcProxies"
    HTTP = "targetHttpProxies"
    HTTPS = "targetHttpsProxies"
    SSL = "targetSslProxies"
    TCP = "targetTcpProxies"


@dataclass(frozen=True)
class TargetProxy:
    """A target proxy, global or regional. Those of TCP and SSL have a service instead of a URL map.

    ``certificates`` are classic ones, or those of Certificate Manager.
    """

    protocol: ProxyProtocol
    name: Maybe[str] = None
    region: Maybe[str] = None
    is_global: bool = False
    url_map: Maybe[Link] = None
    backend_service: Maybe[Link] = None
    certificates: Maybe[tuple[Link | Unknown, ...]] = None
    certificate_map: Maybe[str] = None
    ssl_policy: Maybe[Link] = None
    settings: tuple[Setting, ...] = ()
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "target proxy"), compare=False)


@dataclass(frozen=True)
class BackendBucket:
    """A backend bucket, global or regional."""

    name: Maybe[str] = None
    region: Maybe[str] = None
    is_global: bool = False
    enable_cdn: Maybe[bool] = None
    scheme: Maybe[str] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "backend bucket"), compare=False)


@dataclass(frozen=True)
class SslCertificate:
    """An SSL certificate, classic or of Certificate Manager, global or regional.

    ``domains`` are those that a Google-managed one is for; what a self-managed one is for stands in
    the certificate itself, which is not read.
    """

    name: Maybe[str] = None
    region: Maybe[str] = None
    is_global: bool = False
    domains: Maybe[tuple[str | Unknown, ...]] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "SSL certificate"), compare=False)


@dataclass(frozen=True)
class SslPolicy:
    """An SSL policy: which versions of TLS, and which ciphers, a proxy speaks with clients."""

    name: Maybe[str] = None
    region: Maybe[str] = None
    is_global: bool = False
    settings: tuple[Setting, ...] = ()
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "SSL policy"), compare=False)


@dataclass(frozen=True)
class ReservedAddress:
    """A reserved address. Where Google chooses it none is written; only the API tells ``status``."""

    name: Maybe[str] = None
    region: Maybe[str] = None
    is_global: bool = False
    address: Maybe[str] = None
    address_type: Maybe[str] = None
    ip_version: Maybe[str] = None
    network_tier: Maybe[str] = None
    purpose: Maybe[str] = None
    status: Maybe[str] = None
    subnetwork: Maybe[Link] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "address"), compare=False)

    @property
    def is_internal(self) -> bool | Unknown:
        """Whether it is of a network; one that does not say so is external."""
        return (
            self.address_type if isinstance(self.address_type, Unknown) else self.address_type == "INTERNAL"
        )


@dataclass(frozen=True)
class Subnetwork:
    """A subnetwork; with the purpose REGIONAL_MANAGED_PROXY it holds the proxies of a network and region."""

    name: Maybe[str] = None
    region: Maybe[str] = None
    network: Maybe[Link] = None
    purpose: Maybe[str] = None
    role: Maybe[str] = None
    ip_cidr_range: Maybe[str] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "subnetwork"), compare=False)
