"""The kinds of Google's API objects, and how an object is recognised as one of them.

By what it says of itself: its ``kind``, its ``selfLink``, or fields that no other kind has;
never by the name of its file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from spillover.model.names import ResourceName
from spillover.model.places import last_segment
from spillover.read.body import Fields
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
from spillover.read.resources.naming import may_be_global
from spillover.records import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of API object: its schema, the function that reads it, and what tells it apart."""

    name: str
    schema: str
    builder: Builder
    fields: Fields
    collection: str
    distinctive: tuple[tuple[str, ...], ...] = ()


KINDS: tuple[Kind, ...] = (
    Kind(
        "compute#backendService",
        "BackendService",
        service.backend_service,
        service.BACKEND_SERVICE,
        "backendServices",
        (
            ("networkPassThroughLbTrafficPolicy",),
            ("failoverPolicy",),
            ("backends",),
            ("subsetting",),
            ("haPolicy",),
            ("loadBalancingScheme", "protocol"),
        ),
    ),
    Kind(
        "compute#forwardingRule",
        "ForwardingRule",
        frontend.forwarding_rule,
        frontend.FORWARDING_RULE,
        "forwardingRules",
        (("IPProtocol",), ("isMirroringCollector",), ("IPAddress", "loadBalancingScheme")),
    ),
    Kind(
        "compute#healthCheck",
        "HealthCheck",
        health.health_check,
        health.HEALTH_CHECK,
        "healthChecks",
        (("checkIntervalSec",), ("sourceRegions",), ("unhealthyThreshold",)),
    ),
    Kind(
        "dns#resourceRecordSet",
        "ResourceRecordSet",
        dns.record_set,
        dns.RECORD_SET,
        "rrsets",
        (("routingPolicy", "type"), ("rrdatas", "type"), ("ttl", "type")),
    ),
    Kind(
        "dns#managedZone",
        "ManagedZone",
        dns.managed_zone,
        dns.MANAGED_ZONE,
        "managedZones",
        (("dnsName",),),
    ),
    Kind(
        "compute#packetMirroring",
        "PacketMirroring",
        frontend.packet_mirroring,
        frontend.PACKET_MIRRORING,
        "packetMirrorings",
        (("collectorIlb",),),
    ),
    Kind(
        "compute#serviceAttachment",
        "ServiceAttachment",
        frontend.service_attachment,
        frontend.SERVICE_ATTACHMENT,
        "serviceAttachments",
        (("targetService",),),
    ),
    Kind(
        "networksecurity#interceptDeployment",
        "InterceptDeployment",
        frontend.intercept_deployment,
        frontend.INTERCEPT_DEPLOYMENT,
        "interceptDeployments",
        (("interceptDeploymentGroup",),),
    ),
    Kind(
        "networksecurity#mirroringDeployment",
        "MirroringDeployment",
        frontend.mirroring_deployment,
        frontend.MIRRORING_DEPLOYMENT,
        "mirroringDeployments",
        (("mirroringDeploymentGroup",),),
    ),
    Kind(
        "compute#instanceGroup",
        "InstanceGroup",
        capacity.instance_group,
        capacity.GROUP,
        "instanceGroups",
    ),
    Kind(
        "compute#instanceGroupManager",
        "InstanceGroupManager",
        capacity.instance_group_manager,
        capacity.MANAGER,
        "instanceGroupManagers",
        (("baseInstanceName",), ("distributionPolicy",)),
    ),
    Kind(
        "compute#autoscaler",
        "Autoscaler",
        capacity.autoscaler,
        capacity.AUTOSCALER,
        "autoscalers",
        (("autoscalingPolicy",),),
    ),
    Kind(
        "compute#networkEndpointGroup",
        "NetworkEndpointGroup",
        capacity.endpoint_group,
        capacity.ENDPOINT_GROUP,
        "networkEndpointGroups",
        (("networkEndpointType",),),
    ),
    Kind(
        "compute#vpnTunnel",
        "VpnTunnel",
        frontend.vpn_tunnel,
        frontend.ATTACHMENT,
        "vpnTunnels",
        (("ikeVersion",),),
    ),
    Kind(
        "compute#interconnectAttachment",
        "InterconnectAttachment",
        frontend.interconnect_attachment,
        frontend.ATTACHMENT,
        "interconnectAttachments",
        (("edgeAvailabilityDomain",),),
    ),
    Kind(
        "compute#route",
        "Route",
        routes.static_route,
        routes.ROUTE,
        "routes",
        (("nextHopIlb",),),
    ),
    Kind(
        "networkconnectivity#policyBasedRoute",
        "PolicyBasedRoute",
        routes.policy_based_route,
        routes.POLICY_BASED_ROUTE,
        "policyBasedRoutes",
        (("nextHopIlbIp",), ("nextHopOtherRoutes",)),
    ),
    Kind(
        "compute#urlMap",
        "UrlMap",
        url_map.url_map,
        url_map.URL_MAP,
        "urlMaps",
        (("pathMatchers",), ("hostRules",)),
    ),
    Kind("compute#targetGrpcProxy", "TargetGrpcProxy", alb.grpc_proxy, alb.PROXY, "targetGrpcProxies"),
    Kind("compute#targetHttpProxy", "TargetHttpProxy", alb.http_proxy, alb.PROXY, "targetHttpProxies"),
    Kind(
        "compute#targetHttpsProxy",
        "TargetHttpsProxy",
        alb.https_proxy,
        alb.PROXY,
        "targetHttpsProxies",
        (("sslCertificates", "urlMap"),),
    ),
    Kind("compute#targetSslProxy", "TargetSslProxy", alb.ssl_proxy, alb.PROXY, "targetSslProxies"),
    Kind("compute#targetTcpProxy", "TargetTcpProxy", alb.tcp_proxy, alb.PROXY, "targetTcpProxies"),
    Kind(
        "compute#backendBucket",
        "BackendBucket",
        alb.backend_bucket,
        alb.BACKEND_BUCKET,
        "backendBuckets",
        (("bucketName",),),
    ),
    Kind("compute#sslCertificate", "SslCertificate", alb.certificate, alb.CERTIFICATE, "sslCertificates"),
    Kind(
        "compute#securityPolicy",
        "SecurityPolicy",
        armor.security_policy,
        armor.SECURITY_POLICY,
        "securityPolicies",
        (("adaptiveProtectionConfig",), ("rules", "fingerprint", "type")),
    ),
    Kind(
        "compute#sslPolicy", "SslPolicy", alb.ssl_policy, alb.SSL_POLICY, "sslPolicies", (("minTlsVersion",),)
    ),
    Kind("compute#address", "Address", alb.address, alb.ADDRESS, "addresses", (("addressType",),)),
    Kind(
        "compute#subnetwork", "Subnetwork", alb.subnetwork, alb.SUBNETWORK, "subnetworks", (("ipCidrRange",),)
    ),
    Kind("compute#network", "", network.network, network.NETWORK, "networks"),
    Kind("compute#router", "", frontend.gateway, frontend.GATEWAY, "routers"),
    Kind("compute#vpnGateway", "", frontend.gateway, frontend.GATEWAY, "vpnGateways"),
    Kind("compute#targetVpnGateway", "", frontend.gateway, frontend.GATEWAY, "targetVpnGateways"),
)

_BY_NAME = {kind.name: kind for kind in KINDS}
_BY_COLLECTION = {kind.collection: kind for kind in KINDS}


def recognised(value: Any) -> Kind | None:
    """The kind of an object, by what it says of itself."""
    if not isinstance(value, dict):
        return None
    if is_asset(value):
        return None  # it only wraps its resource
    name = value.get("kind")
    if isinstance(name, str) and "#" in name:
        return _BY_NAME.get(name)
    for link in ("selfLink", "name"):
        text = value.get(link)
        if isinstance(text, str) and "/" in text:
            parsed = ResourceName.parse(text, "")
            if parsed.collection in _BY_COLLECTION:
                return _BY_COLLECTION[parsed.collection]
            if link == "selfLink":
                return None
    return next(
        (kind for kind in KINDS if any(all(key in value for key in keys) for keys in kind.distinctive)), None
    )


def is_asset(value: Any) -> bool:
    """Whether a value is an asset of Cloud Asset Inventory."""
    return isinstance(value, dict) and ("assetType" in value or "asset_type" in value)


def is_googles(value: Any) -> bool:
    """Whether an object is of Google's APIs, though of a kind that is not needed."""
    if not isinstance(value, dict):
        return False
    told = ((_KIND, value.get("kind")), (_LINK, value.get("selfLink")), (_NAME, value.get("name")))
    return any(isinstance(text, str) and pattern.match(text) for pattern, text in told)


_KIND = re.compile(r"[a-z]+#\w+\Z")
_LINK = re.compile(r".*/projects/")
_NAME = re.compile(r"projects/[^/]+/locations/[^/]+/")  # newer APIs name everything by its path


def address(value: Mapping[str, Any], kind: Kind) -> str:
    """``projects/P/regions/R/backendServices/NAME``, with ``-`` for a part that is not known."""
    name, project = _text(value, "name") or "-", _text(value, "project") or "-"
    if kind.schema == "ResourceRecordSet":
        zone = _text(value, "managedZone") or "-"
        return f"projects/{project}/managedZones/{zone}/rrsets/{name}/{_text(value, 'type') or '-'}"
    if kind.schema == "ManagedZone":
        return f"projects/{project}/managedZones/{name}"
    parsed = ResourceName.parse(_text(value, "selfLink") or name, kind.collection)
    scope = parsed.scope or _scope(value) or ("global" if may_be_global(kind.collection, value) else None)
    return str(ResourceName(kind.collection, parsed.name, scope, parsed.project))


def _scope(value: Mapping[str, Any]) -> str | None:
    for place in ("zone", "region"):
        if text := _text(value, place):
            return f"{place}s/{last_segment(text)}"
    return None


def _text(value: Mapping[str, Any], name: str) -> str | None:
    text = value.get(name)
    return text if isinstance(text, str) else None


def is_listed_instance(value: Any) -> bool:
    """Whether a value is one that ``instance-groups list-instances`` prints."""
    return isinstance(value, dict) and isinstance(value.get("instance"), str) and "status" in value


def is_group_health(value: Any) -> bool:
    """Whether a value is one that ``backend-services get-health`` prints, or the API's own form of it."""
    if not isinstance(value, dict):
        return False
    return value.get("kind") == "compute#backendServiceGroupHealth" or (
        isinstance(value.get("backend"), str) and isinstance(value.get("status"), dict)
    )
