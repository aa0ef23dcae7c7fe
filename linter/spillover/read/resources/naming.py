"""Names and places of resources, in either dialect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spillover.model.names import ResourceName, scope_of
from spillover.model.places import last_segment
from spillover.model.source import Maybe
from spillover.read.body import Body, Dialect, Row

PLACE: dict[str, Row] = {name: name for name in ("name", "project", "region", "zone", "self_link")}
"""The fields that say where a resource is and what it is called."""

_MAY_BE_GLOBAL = (
    "addresses",
    "backendBuckets",
    "backendServices",
    "forwardingRules",
    "healthChecks",
    "networks",
    "securityPolicies",
    "sslCertificates",
    "sslPolicies",
    "targetGrpcProxies",
    "targetHttpProxies",
    "targetHttpsProxies",
    "targetSslProxies",
    "targetTcpProxies",
    "urlMaps",
)


def may_be_global(collection: str, values: Mapping[str, Any]) -> bool:
    """Whether an object of the API that names no place is global; most resources never are.

    Nor is what is INTERNAL: a file that was written for an import may not name its region.
    """
    return collection in _MAY_BE_GLOBAL and values.get("loadBalancingScheme") != "INTERNAL"


def region_of(body: Body) -> Maybe[str]:
    """The region's name; the API gives its URL, and the self link tells it too.

    The region of a provider is not that of a resource whose type is global.
    """
    if body.dialect is Dialect.TERRAFORM and body.origin.type in _GLOBAL_TYPES:
        return None
    region = body.text("region")
    if region is None and (link := self_link(body, "")) is not None:
        return link.region
    return last_segment(region) if isinstance(region, str) else region


def zone_of(body: Body) -> Maybe[str]:
    """The zone's name; the API gives its URL."""
    zone = body.text("zone")
    return last_segment(zone) if isinstance(zone, str) else zone


def self_link(body: Body, collection: str) -> ResourceName | None:
    """What the self link says of the name; only the API has one."""
    link = body.text("self_link")
    return ResourceName.parse(link, collection) if isinstance(link, str) else None


def project_of(body: Body) -> Maybe[str]:
    """The project, by the self link or as written."""
    link = self_link(body, "")
    return link.project if link else body.text("project")


def is_global(body: Body, collection: str) -> bool:
    """Global: in Terraform its type says so, in the API it has no region."""
    if body.dialect is Dialect.TERRAFORM:
        return body.origin.type in _GLOBAL_TYPES
    link = self_link(body, "")
    if link and link.scope:
        return link.scope == "global"
    return body.value("region") is None and may_be_global(collection, body.values)


_GLOBAL_TYPES = (
    "google_compute_backend_bucket",
    "google_compute_backend_service",
    "google_compute_global_address",
    "google_compute_global_forwarding_rule",
    "google_compute_global_network_endpoint_group",
    "google_compute_health_check",
    "google_compute_managed_ssl_certificate",
    "google_compute_security_policy",
    "google_compute_network",
    "google_compute_ssl_certificate",
    "google_compute_ssl_policy",
    "google_compute_target_grpc_proxy",
    "google_compute_target_http_proxy",
    "google_compute_target_https_proxy",
    "google_compute_target_ssl_proxy",
    "google_compute_target_tcp_proxy",
    "google_compute_url_map",
)


def identity_of(body: Body, collection: str) -> ResourceName | None:
    """The normalised name, as far as it is known; none without a name of its own."""
    link = self_link(body, collection)
    if link:
        return ResourceName(collection, link.name, link.scope, link.project)
    name, project = body.text("name"), body.text("project")
    if not isinstance(name, str):
        return None
    parsed = ResourceName.parse(name, collection)  # network security resources are named by their path
    return ResourceName(
        collection,
        parsed.name,
        _scope(body, collection) or parsed.scope,
        project if isinstance(project, str) else parsed.project,
    )


def _scope(body: Body, collection: str) -> str | None:
    place = zone_of(body) or region_of(body)
    if isinstance(place, str):
        return scope_of(place)
    return "global" if is_global(body, collection) else None
