"""Backend services."""

from __future__ import annotations

from spillover.model.names import ResourceName
from spillover.model.service import (
    Backend,
    BackendService,
    BalancingMode,
    Capacity,
    FailoverPolicy,
    LoadBalancingScheme,
    Protocol,
    Subsetting,
    ZonalAffinity,
)
from spillover.model.settings import Headers
from spillover.model.source import Maybe, Unknown
from spillover.read.body import Body, Dialect, Fields, link, members
from spillover.read.resources.naming import PLACE, identity_of, is_global, project_of, region_of

PROXY_SETTINGS = {
    "timeout": "timeout_sec",
    "session_affinity": "session_affinity",
    "cookie_ttl": "affinity_cookie_ttl_sec",
    "cookie": "strong_session_affinity_cookie",
    "hash": "consistent_hash",
    "outliers": "outlier_detection",
    "breakers": "circuit_breakers",
    "stream_duration": "max_stream_duration",
    "logging": "log_config.enable",
    "compression": "compression_mode",
}
BACKEND_SERVICE = Fields.table(
    **PLACE,
    scheme="load_balancing_scheme",
    protocol="protocol",
    zonal_affinity="network_pass_through_lb_traffic_policy.zonal_affinity.spillover",
    spillover_ratio="network_pass_through_lb_traffic_policy.zonal_affinity.spillover_ratio",
    traffic_policy="network_pass_through_lb_traffic_policy",
    subsetting="subsetting.policy",
    ha_policy="ha_policy",
    locality_lb_policy="locality_lb_policy",
    description="description",
    enable_cdn=("enable_cdn", "enableCDN"),
    failover_ratio="failover_policy.failover_ratio",
    drop_traffic_if_unhealthy="failover_policy.drop_traffic_if_unhealthy",
    disable_connection_drain_on_failover="failover_policy.disable_connection_drain_on_failover",
    health_checks="health_checks",
    backends=("backend", "backends"),
    used_by="used_by",
    security_policy=link("security_policy"),
    edge_security_policy=link("edge_security_policy"),
    iap="iap",
    iap_enabled="iap.enabled",
    request_headers="custom_request_headers",
    response_headers="custom_response_headers",
    **PROXY_SETTINGS,
)
CAPACITY = (
    "capacity_scaler",
    "max_connections",
    "max_connections_per_endpoint",
    "max_connections_per_instance",
    "max_rate",
    "max_rate_per_endpoint",
    "max_rate_per_instance",
    "max_utilization",
)
BACKEND = Fields.table(
    group="group",
    failover="failover",
    balancing_mode="balancing_mode",
    **{name: name for name in CAPACITY},
)
REFERENCE = Fields.table(reference="reference")


def backend_service(body: Body) -> BackendService:
    """``google_compute_(region_)backend_service``; ``compute#backendService``."""
    backends = body.each("backends", BACKEND)
    used_by = (each.link("reference", "forwardingRules") for each in members(body.each("used_by", REFERENCE)))
    return BackendService(
        name=body.text("name"),
        region=region_of(body),
        project=project_of(body),
        is_global=is_global(body, "backendServices"),
        scheme=body.enum("scheme", LoadBalancingScheme),
        protocol=body.enum("protocol", Protocol),
        zonal_affinity=body.enum("zonal_affinity", ZonalAffinity),
        spillover_ratio=body.decimal("spillover_ratio"),
        traffic_policy=body.has("traffic_policy"),
        subsetting=body.enum("subsetting", Subsetting),
        ha_policy=body.has("ha_policy"),
        locality_lb_policy=body.text("locality_lb_policy"),
        description=body.text("description"),
        enable_cdn=body.flag("enable_cdn"),
        failover_policy=FailoverPolicy(
            body.decimal("failover_ratio"),
            body.flag("drop_traffic_if_unhealthy"),
            body.flag("disable_connection_drain_on_failover"),
        ),
        health_checks=body.links("health_checks", "healthChecks"),
        backends=tuple(map(_backend, backends)) if isinstance(backends, tuple) else backends,
        used_by=tuple(link for link in used_by if isinstance(link, ResourceName)),
        security_policy=body.link("security_policy", "securityPolicies"),
        edge_security_policy=body.link("edge_security_policy", "securityPolicies"),
        iap=_iap(body),
        headers=Headers(_header_names(body, "request_headers"), _header_names(body, "response_headers")),
        settings=body.settings(*PROXY_SETTINGS),
        identity=identity_of(body, "backendServices"),
        origin=body.named(),
    )


def _iap(body: Body) -> Maybe[bool]:
    """Whether Identity-Aware Proxy is on; up to version 5 of the provider its block alone turned it on.

    So it does in Config Connector, which has no field for it. The API leaves out what is false.
    """
    enabled = body.flag("iap_enabled")
    return body.has("iap") if enabled is None and body.dialect is not Dialect.API else enabled


def _header_names(body: Body, name: str) -> Maybe[tuple[str | Unknown, ...]]:
    """The names of headers that are written as ``NAME: VALUE``."""
    headers = body.texts(name)
    if not isinstance(headers, tuple):
        return headers
    return tuple(
        each if isinstance(each, Unknown) else each.partition(":")[0].strip().lower() for each in headers
    )


def _backend(body: Body) -> Backend:
    written = ((name, body.decimal(name)) for name in CAPACITY)
    return Backend(
        body.link("group", "instanceGroups"),
        body.flag("failover"),
        body.named(),
        body.enum("balancing_mode", BalancingMode),
        tuple(Capacity(name, value) for name, value in written if value is not None),
    )
