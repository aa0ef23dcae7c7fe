"""Target proxies, certificates, backend buckets, addresses and subnetworks."""

from __future__ import annotations

from spillover.model.alb import (
    BackendBucket,
    ProxyProtocol,
    ReservedAddress,
    SslCertificate,
    SslPolicy,
    Subnetwork,
    TargetProxy,
)
from spillover.model.names import Link
from spillover.model.source import Maybe, Unknown
from spillover.read.body import Body, Fields, link
from spillover.read.resources import Builder
from spillover.read.resources.naming import PLACE, identity_of, is_global, region_of

PROXY_SETTINGS = ("server_tls_policy", "http_keep_alive_timeout_sec", "quic_override", "tls_early_data")
PROXY = Fields.table(
    **PLACE,
    url_map=link("url_map"),
    backend_service=("backend_service", "service", "backendServiceRef"),
    certificates="ssl_certificates",
    manager_certificates="certificate_manager_certificates",
    certificate_map=link("certificate_map"),
    ssl_policy=link("ssl_policy"),
    server_tls_policy=link("server_tls_policy"),
    **{name: name for name in PROXY_SETTINGS if name != "server_tls_policy"},
)


def proxy(protocol: ProxyProtocol) -> Builder:
    """``google_compute_(region_)target_(grpc|http|https|ssl|tcp)_proxy``; ``compute#targetHttpProxy`` etc."""

    def read(body: Body) -> TargetProxy:
        identity = identity_of(body, protocol)
        return TargetProxy(
            protocol,
            name=body.text("name"),
            region=region_of(body),
            is_global=is_global(body, protocol),
            # A URL map and a backend service are of the place of their proxy.
            url_map=body.link("url_map", "urlMaps", beside=identity),
            backend_service=body.link("backend_service", "backendServices", beside=identity),
            certificates=_certificates(body),
            certificate_map=body.text("certificate_map"),
            ssl_policy=body.link("ssl_policy", "sslPolicies", beside=identity),
            settings=body.settings(*PROXY_SETTINGS),
            identity=identity,
            origin=body.named(),
        )

    return read


def _certificates(body: Body) -> Maybe[tuple[Link | Unknown, ...]]:
    """The certificates; Terraform has a list of its own for those of Certificate Manager."""
    classic = body.links("certificates", "sslCertificates")
    managed = body.links("manager_certificates", "certificates")
    if isinstance(classic, tuple) and isinstance(managed, tuple):
        return (*classic, *managed)
    return managed if classic is None or isinstance(managed, Unknown) else classic


grpc_proxy, http_proxy, https_proxy, ssl_proxy, tcp_proxy = map(proxy, ProxyProtocol)

BACKEND_BUCKET = Fields.table(**PLACE, enable_cdn="enable_cdn", scheme="load_balancing_scheme")


def backend_bucket(body: Body) -> BackendBucket:
    """``google_compute_(region_)backend_bucket``; ``compute#backendBucket``."""
    return BackendBucket(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "backendBuckets"),
        enable_cdn=body.flag("enable_cdn"),
        scheme=body.text("scheme"),
        identity=identity_of(body, "backendBuckets"),
        origin=body.named(),
    )


CERTIFICATE = Fields.table(**PLACE, domains="managed.domains")


def certificate(body: Body) -> SslCertificate:
    """``google_compute_(managed_|region_)ssl_certificate``; ``compute#sslCertificate``."""
    return SslCertificate(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "sslCertificates"),
        domains=body.texts("domains"),
        identity=identity_of(body, "sslCertificates"),
        origin=body.named(),
    )


MANAGER_CERTIFICATE = Fields.table(**PLACE, location="location", domains="managed.domains")


def manager_certificate(body: Body) -> SslCertificate:
    """``google_certificate_manager_certificate``, global unless it has a location; it has no other source."""
    location = body.text("location")
    return SslCertificate(
        name=body.text("name"),
        region=None if location == "global" else location,
        is_global=location in (None, "global"),
        domains=body.texts("domains"),
        identity=identity_of(body, "certificates"),
        origin=body.named(),
    )


SSL_POLICY_SETTINGS = ("profile", "min_tls_version", "custom_features")
SSL_POLICY = Fields.table(**PLACE, **{name: name for name in SSL_POLICY_SETTINGS})


def ssl_policy(body: Body) -> SslPolicy:
    """``google_compute_(region_)ssl_policy``; ``compute#sslPolicy``."""
    return SslPolicy(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "sslPolicies"),
        settings=body.settings(*SSL_POLICY_SETTINGS),
        identity=identity_of(body, "sslPolicies"),
        origin=body.named(),
    )


ADDRESS = Fields.table(
    **PLACE,
    address="address",
    address_type="address_type",
    ip_version="ip_version",
    network_tier="network_tier",
    purpose="purpose",
    status="status",
    subnetwork=link("subnetwork"),
)


def address(body: Body) -> ReservedAddress:
    """``google_compute_(global_)address``; ``compute#address``."""
    identity = identity_of(body, "addresses")
    return ReservedAddress(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "addresses"),
        address=body.text("address"),
        address_type=body.text("address_type"),
        ip_version=body.text("ip_version"),
        network_tier=body.text("network_tier"),
        purpose=body.text("purpose"),
        status=body.text("status"),
        subnetwork=body.link("subnetwork", "subnetworks", beside=identity),
        identity=identity,
        origin=body.named(),
    )


SUBNETWORK = Fields.table(
    **PLACE,
    network=link("network"),
    purpose="purpose",
    role="role",
    ip_cidr_range="ip_cidr_range",
)


def subnetwork(body: Body) -> Subnetwork:
    """``google_compute_subnetwork``; ``compute#subnetwork``."""
    return Subnetwork(
        name=body.text("name"),
        region=region_of(body),
        network=body.link("network", "networks"),
        purpose=body.text("purpose"),
        role=body.text("role"),
        ip_cidr_range=body.text("ip_cidr_range"),
        identity=identity_of(body, "subnetworks"),
        origin=body.named(),
    )
