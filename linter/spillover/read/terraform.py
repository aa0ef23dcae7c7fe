"""Terraform resource types -> the functions that read them, and one instance -> the model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spillover.model.source import FieldPath, Origin, WrongValue
from spillover.read.body import Body, Dialect, Fields
from spillover.read.resources import (
    Builder,
    alb,
    armor,
    capacity,
    dns,
    frontend,
    health,
    network,
    routes,
    service,
    url_map,
)
from spillover.records import dataclass

READERS: dict[str, tuple[Builder, Fields]] = {
    "google_certificate_manager_certificate": (alb.manager_certificate, alb.MANAGER_CERTIFICATE),
    "google_compute_address": (alb.address, alb.ADDRESS),
    "google_compute_autoscaler": (capacity.autoscaler, capacity.AUTOSCALER),
    "google_compute_backend_bucket": (alb.backend_bucket, alb.BACKEND_BUCKET),
    "google_compute_backend_service": (service.backend_service, service.BACKEND_SERVICE),
    "google_compute_forwarding_rule": (frontend.forwarding_rule, frontend.FORWARDING_RULE),
    "google_compute_global_address": (alb.address, alb.ADDRESS),
    "google_compute_global_forwarding_rule": (frontend.forwarding_rule, frontend.FORWARDING_RULE),
    "google_compute_global_network_endpoint_group": (capacity.endpoint_group, capacity.ENDPOINT_GROUP),
    "google_compute_ha_vpn_gateway": (frontend.gateway, frontend.GATEWAY),
    "google_compute_health_check": (health.health_check, health.HEALTH_CHECK),
    "google_compute_instance_group": (capacity.instance_group, capacity.GROUP),
    "google_compute_instance_group_manager": (capacity.instance_group_manager, capacity.MANAGER),
    "google_compute_interconnect_attachment": (frontend.interconnect_attachment, frontend.ATTACHMENT),
    "google_compute_managed_ssl_certificate": (alb.certificate, alb.CERTIFICATE),
    "google_compute_network": (network.network, network.NETWORK),
    "google_compute_network_endpoint": (capacity.one_endpoint, capacity.ENDPOINTS),
    "google_compute_network_endpoint_group": (capacity.endpoint_group, capacity.ENDPOINT_GROUP),
    "google_compute_network_endpoints": (capacity.endpoints, capacity.ENDPOINTS),
    "google_compute_network_peering": (network.network_peering, network.PEERING),
    "google_compute_packet_mirroring": (frontend.packet_mirroring, frontend.PACKET_MIRRORING),
    "google_compute_region_autoscaler": (capacity.autoscaler, capacity.AUTOSCALER),
    "google_compute_region_backend_bucket": (alb.backend_bucket, alb.BACKEND_BUCKET),
    "google_compute_region_backend_service": (service.backend_service, service.BACKEND_SERVICE),
    "google_compute_region_health_check": (health.health_check, health.HEALTH_CHECK),
    "google_compute_region_instance_group_manager": (capacity.instance_group_manager, capacity.MANAGER),
    "google_compute_region_network_endpoint_group": (capacity.endpoint_group, capacity.ENDPOINT_GROUP),
    "google_compute_region_security_policy": (armor.security_policy, armor.REGION_SECURITY_POLICY),
    "google_compute_region_security_policy_rule": (armor.security_rule, armor.SECURITY_RULE),
    "google_compute_region_ssl_certificate": (alb.certificate, alb.CERTIFICATE),
    "google_compute_region_ssl_policy": (alb.ssl_policy, alb.SSL_POLICY),
    "google_compute_region_target_http_proxy": (alb.http_proxy, alb.PROXY),
    "google_compute_region_target_https_proxy": (alb.https_proxy, alb.PROXY),
    "google_compute_region_target_tcp_proxy": (alb.tcp_proxy, alb.PROXY),
    "google_compute_region_url_map": (url_map.url_map, url_map.URL_MAP),
    "google_compute_route": (routes.static_route, routes.ROUTE),
    "google_compute_router": (frontend.gateway, frontend.GATEWAY),
    "google_compute_security_policy": (armor.security_policy, armor.SECURITY_POLICY),
    "google_compute_security_policy_rule": (armor.security_rule, armor.SECURITY_RULE),
    "google_compute_service_attachment": (frontend.service_attachment, frontend.SERVICE_ATTACHMENT),
    "google_compute_ssl_certificate": (alb.certificate, alb.CERTIFICATE),
    "google_compute_ssl_policy": (alb.ssl_policy, alb.SSL_POLICY),
    "google_compute_subnetwork": (alb.subnetwork, alb.SUBNETWORK),
    "google_compute_target_grpc_proxy": (alb.grpc_proxy, alb.PROXY),
    "google_compute_target_http_proxy": (alb.http_proxy, alb.PROXY),
    "google_compute_target_https_proxy": (alb.https_proxy, alb.PROXY),
    "google_compute_target_ssl_proxy": (alb.ssl_proxy, alb.PROXY),
    "google_compute_target_tcp_proxy": (alb.tcp_proxy, alb.PROXY),
    "google_compute_url_map": (url_map.url_map, url_map.URL_MAP),
    "google_compute_vpn_gateway": (frontend.gateway, frontend.GATEWAY),
    "google_compute_vpn_tunnel": (frontend.vpn_tunnel, frontend.ATTACHMENT),
    "google_dns_managed_zone": (dns.managed_zone, dns.MANAGED_ZONE),
    "google_dns_record_set": (dns.record_set, dns.RECORD_SET),
    "google_network_connectivity_policy_based_route": (
        routes.policy_based_route,
        routes.POLICY_BASED_ROUTE,
    ),
    "google_network_security_intercept_deployment": (
        frontend.intercept_deployment,
        frontend.INTERCEPT_DEPLOYMENT,
    ),
    "google_network_security_mirroring_deployment": (
        frontend.mirroring_deployment,
        frontend.MIRRORING_DEPLOYMENT,
    ),
}
"""The resource types that are read into the model."""

SINGLE_BLOCKS = frozenset(
    [
        "adaptive_protection_config",
        "autoscaling_policy",
        "circuit_breakers",
        "collector_ilb",
        "config",
        "connection_tracking_policy",
        "consistent_hash",
        "cors_policy",
        "cpu_utilization",
        "custom_error_response_policy",
        "default_custom_error_response_policy",
        "default_route_action",
        "default_url_redirect",
        "dnssec_config",
        "expr",
        "failover_policy",
        "fault_injection_policy",
        "grpc_health_check",
        "grpc_tls_health_check",
        "ha_policy",
        "header_action",
        "health_checked_targets",
        "http2_health_check",
        "http_health_check",
        "https_health_check",
        "iap",
        "layer_7_ddos_defense_config",
        "leader",
        "load_balancing_utilization",
        "log_config",
        "managed",
        "match",
        "max_stream_duration",
        "network",
        "network_endpoint",
        "network_match",
        "network_pass_through_lb_traffic_policy",
        "outlier_detection",
        "preconfigured_waf_config",
        "primary",
        "primary_backup",
        "rate_limit_options",
        "redirect_options",
        "request_mirror_policy",
        "retry_policy",
        "route_action",
        "routing_policy",
        "scale_in_control",
        "ssl_health_check",
        "strong_session_affinity_cookie",
        "subsetting",
        "tcp_health_check",
        "url_redirect",
        "url_rewrite",
        "zonal_affinity",
    ]
)
"""Blocks that a resource holds at most once; a path names them without an index."""

OTHER_BLOCKS = frozenset(
    [
        "auto_healing_policies",
        "backend",
        "backup_geo",
        "cdn_policy",
        "custom_metrics",
        "error_response_rule",
        "filter",
        "forwarding_config",
        "geo",
        "host_rule",
        "internal_load_balancers",
        "locality_lb_policies",
        "match_rules",
        "metric",
        "mirrored_resources",
        "named_port",
        "network_endpoints",
        "networks",
        "path_matcher",
        "path_rule",
        "peering_config",
        "private_visibility_config",
        "request_headers_to_add",
        "response_headers_to_add",
        "route_rules",
        "rule",
        "rules",
        "scaling_schedules",
        "secondary_ip_range",
        "security_settings",
        "stateful_disk",
        "subnetworks",
        "target_name_servers",
        "target_network",
        "tls_settings",
        "update_policy",
        "version",
        "virtual_machine",
        "weighted_backend_services",
        "wrr",
    ]
)
"""Blocks that may stand more than once, or of which nothing is read.

In JSON syntax a block looks like an argument. None of these names is that of an argument that holds
objects or an empty list.
"""


@dataclass(frozen=True)
class Read:
    """A model object, with the values of a wrong type that were met."""

    resource: Any
    wrong: tuple[WrongValue, ...]


def read_resource(type_: str, values: dict[str, Any], origin: Origin) -> Read | None:
    """The model object of a resource; None for a type that the model has no place for."""
    if type_ not in READERS:
        return None
    builder, fields = READERS[type_]
    body = Body(values, origin, fields, Dialect.TERRAFORM)
    return Read(builder(body), tuple(body.wrong))


def plain_path(steps: Iterable[str | int]) -> FieldPath:
    """A path in which blocks that can stand only once have no index."""
    kept: list[str | int] = []
    for step in steps:
        if isinstance(step, int) and kept and kept[-1] in SINGLE_BLOCKS:
            continue
        kept.append(step)
    return FieldPath(tuple(kept))
