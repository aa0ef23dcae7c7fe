"""Target proxies, URL maps, backend buckets, certificates, addresses and subnetworks."""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.alb import (
    BackendBucket,
    Destination,
    ProxyProtocol,
    ReservedAddress,
    SslCertificate,
    Subnetwork,
    TargetProxy,
    UrlMap,
)
from spillover.model.names import Link
from spillover.model.source import Unknown
from spillover.read.body import Body, Fields
from spillover.read.resources import Builder
from spillover.read.resources.naming import PLACE, identity_of, is_global, region_of

PROXY = Fields.table(
    **PLACE,
    url_map="url_map",
    backend_service=("backend_service", "service"),
    certificates="ssl_certificates",
    certificate_map="certificate_map",
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
            certificates=body.links("certificates", "sslCertificates"),
            certificate_map=body.text("certificate_map"),
            identity=identity,
            origin=body.named(),
        )

    return read


grpc_proxy, http_proxy, https_proxy, ssl_proxy, tcp_proxy = map(proxy, ProxyProtocol)

_ACTION = {
    "weighted": "route_action.weighted_backend_services",
    "mirror": "route_action.request_mirror_policy.backend_service",
}
_DEFAULT_ACTION = {
    "service": "default_service",
    "weighted": "default_route_action.weighted_backend_services",
    "mirror": "default_route_action.request_mirror_policy.backend_service",
}
URL_MAP = Fields.table(**PLACE, **_DEFAULT_ACTION, matchers=("path_matcher", "pathMatchers"))
MATCHER = Fields.table(**_DEFAULT_ACTION, paths=("path_rule", "pathRules"), routes="route_rules")
URL_RULE = Fields.table(**_ACTION, service="service")
WEIGHTED = Fields.table(service="backend_service")


def url_map(body: Body) -> UrlMap:
    """``google_compute_(region_)url_map``; ``compute#urlMap``."""
    return UrlMap(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "urlMaps"),
        destinations=tuple(_destinations(body)),
        identity=identity_of(body, "urlMaps"),
        origin=body.named(),
    )


def _destinations(body: Body) -> Iterator[Destination]:
    yield from _sent(body)
    for matcher in _each(body, "matchers", MATCHER):
        if isinstance(matcher, Unknown):
            yield Destination(matcher)
            continue
        yield from _sent(matcher)
        for rule in (*_each(matcher, "paths", URL_RULE), *_each(matcher, "routes", URL_RULE)):
            yield from (Destination(rule),) if isinstance(rule, Unknown) else _sent(rule)


def _sent(body: Body) -> Iterator[Destination]:
    """Where a rule, or a default, sends requests, and where copies of them."""
    for to in _to(body, "service"):
        yield Destination(to)
    for weighted in _each(body, "weighted", WEIGHTED):
        for to in (weighted,) if isinstance(weighted, Unknown) else _to(weighted, "service"):
            yield Destination(to)
    for to in _to(body, "mirror"):
        yield Destination(to, is_mirror=True)


def _to(body: Body, name: str) -> tuple[Link | Unknown, ...]:
    link = body.link(name, "backendServices")
    return () if link is None else (link,)


def _each(body: Body, name: str, fields: Fields) -> tuple[Body | Unknown, ...]:
    bodies = body.each(name, fields)
    return (bodies,) if isinstance(bodies, Unknown) else bodies or ()


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


CERTIFICATE = Fields.table(**PLACE)


def certificate(body: Body) -> SslCertificate:
    """``google_compute_(managed_|region_)ssl_certificate``; ``compute#sslCertificate``."""
    return SslCertificate(
        name=body.text("name"),
        region=region_of(body),
        is_global=is_global(body, "sslCertificates"),
        identity=identity_of(body, "sslCertificates"),
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
)


def address(body: Body) -> ReservedAddress:
    """``google_compute_(global_)address``; ``compute#address``."""
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
        identity=identity_of(body, "addresses"),
        origin=body.named(),
    )


SUBNETWORK = Fields.table(
    **PLACE, network="network", purpose="purpose", role="role", ip_cidr_range="ip_cidr_range"
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
