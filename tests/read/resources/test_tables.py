"""Every field that is read from Google's JSON exists in Google's own schema of the resource."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from spillover.model.source import FieldPath
from spillover.read.body import Dialect, Fields
from spillover.read.kinds import KINDS
from spillover.read.resources import armor, capacity, dns, health, service, url_map

SCHEMAS = files("spillover") / "read" / "schemas" / "google"

TABLES: dict[str, list[tuple[str, Fields]]] = {
    "Autoscaler": [("autoscalingPolicy.scalingSchedules.*", capacity.SCHEDULE)],
    "BackendService": [("backends", service.BACKEND), ("usedBy", service.REFERENCE)],
    "HealthCheck": [("tcpHealthCheck", health.PROBE), ("httpHealthCheck", health.PROBE)],
    "InstanceGroupManager": [
        ("distributionPolicy.zones", capacity.DISTRIBUTION_ZONE),
        ("autoHealingPolicies", capacity.HEALING_POLICY),
    ],
    "ResourceRecordSet": [
        ("routingPolicy", dns.ROUTING_POLICY),
        ("routingPolicy.primaryBackup", dns.PRIMARY_BACKUP),
        ("routingPolicy.primaryBackup.primaryTargets", dns.TARGETS),
        ("routingPolicy.primaryBackup.primaryTargets.internalLoadBalancers", dns.INTERNAL_TARGET),
        ("routingPolicy.primaryBackup.backupGeoTargets.items", dns.GEO_ITEM),
        ("routingPolicy.geo.items", dns.GEO_ITEM),
        ("routingPolicy.wrr.items", dns.WEIGHTED_ITEM),
    ],
    "SecurityPolicy": [("rules", armor.SECURITY_RULE)],
    "UrlMap": [
        ("pathMatchers", url_map.MATCHER),
        ("pathMatchers.pathRules", url_map.URL_RULE),
        ("pathMatchers.routeRules", url_map.URL_RULE),
        ("defaultRouteAction.weightedBackendServices", url_map.WEIGHTED),
        ("hostRules", url_map.HOST_RULE),
        ("headerAction.requestHeadersToAdd", url_map.HEADER),
    ],
}
"""Tables for what is inside of a resource, and where."""

NOT_GOOGLES = {
    # Only Terraform writes the project apart; Google's JSON has it in the self link.
    "project": {kind.schema for kind in KINDS} - {"", "Route", "PolicyBasedRoute"},
    # Resources that exist in no zone, or in no region.
    "zone": {
        "Address",
        "BackendBucket",
        "BackendService",
        "ForwardingRule",
        "HealthCheck",
        "InterceptDeployment",
        "InterconnectAttachment",
        "MirroringDeployment",
        "PacketMirroring",
        "SecurityPolicy",
        "ServiceAttachment",
        "SslCertificate",
        "SslPolicy",
        "Subnetwork",
        "TargetGrpcProxy",
        "TargetHttpProxy",
        "TargetHttpsProxy",
        "TargetSslProxy",
        "TargetTcpProxy",
        "UrlMap",
        "VpnTunnel",
    },
    # Network Security names a resource by its path, which holds its place.
    "region": {"InterceptDeployment", "MirroringDeployment", "TargetGrpcProxy", "TargetSslProxy"},
    "selfLink": {"InterceptDeployment", "MirroringDeployment"},
    # A list of Terraform's; the API has list-instances for it.
    "instances": {"InstanceGroup"},
    # The API does not say in which zone a record set is: --dns-zone does.
    "managedZone": {"ResourceRecordSet"},
    # One table for both kinds of attachments; only a tunnel has gateways.
    "vpnGateway": {"InterconnectAttachment"},
    "targetVpnGateway": {"InterconnectAttachment"},
    # One table for probes of all types.
    "tcpHealthCheck.requestPath": {"HealthCheck"},
    "httpHealthCheck.request": {"HealthCheck"},
    # One table for all target proxies.
    "certificateMap": {"TargetGrpcProxy", "TargetHttpProxy", "TargetTcpProxy"},
    "httpKeepAliveTimeoutSec": {"TargetGrpcProxy", "TargetSslProxy", "TargetTcpProxy"},
    "quicOverride": {"TargetGrpcProxy", "TargetHttpProxy", "TargetSslProxy", "TargetTcpProxy"},
    "serverTlsPolicy": {"TargetGrpcProxy", "TargetHttpProxy", "TargetSslProxy", "TargetTcpProxy"},
    "sslPolicy": {"TargetGrpcProxy", "TargetHttpProxy", "TargetTcpProxy"},
    "tlsEarlyData": {"TargetGrpcProxy", "TargetHttpProxy", "TargetSslProxy", "TargetTcpProxy"},
    "service": {"TargetGrpcProxy", "TargetHttpProxy", "TargetHttpsProxy"},
    "sslCertificates": {"TargetGrpcProxy", "TargetHttpProxy", "TargetTcpProxy"},
    "urlMap": {"TargetSslProxy", "TargetTcpProxy"},
    # A list of Terraform's: the API has all certificates in one.
    "certificateManagerCertificates": {
        "TargetGrpcProxy",
        "TargetHttpProxy",
        "TargetHttpsProxy",
        "TargetSslProxy",
        "TargetTcpProxy",
    },
    # One table for path rules, which match paths, and route rules, which match more and change headers.
    "pathMatchers.pathRules.headerAction.requestHeadersToAdd": {"UrlMap"},
    "pathMatchers.pathRules.headerAction.requestHeadersToRemove": {"UrlMap"},
    "pathMatchers.pathRules.headerAction.responseHeadersToAdd": {"UrlMap"},
    "pathMatchers.pathRules.headerAction.responseHeadersToRemove": {"UrlMap"},
    "pathMatchers.pathRules.matchRules": {"UrlMap"},
    "pathMatchers.routeRules.paths": {"UrlMap"},
    # In Terraform a rule may be a resource of its own.
    "rules.securityPolicy": {"SecurityPolicy"},
}
"""Names in the tables that Google's schemas do not have, and why."""


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def inside(whole: Any, part: Any, step: str) -> Any:
    """The schema of a member; of an array, of its elements' member. None if there is none."""
    while "$ref" in part or "items" in part:
        part = whole["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part["items"]
    if step == "*":  # whatever the object calls it
        return part.get("additionalProperties")
    return part.get("properties", {}).get(step)


def exists(whole: Any, path: FieldPath) -> bool:
    part = whole
    for step in path:
        part = inside(whole, part, str(step))
        if part is None:
            return False
    return True


def rows() -> Iterator[tuple[str, FieldPath]]:
    """Schema and path of every row of every table."""
    for kind in KINDS:
        if kind.schema:
            for path in kind.fields.paths[Dialect.API].values():
                yield kind.schema, path
    for name, tables in TABLES.items():
        for base, fields in tables:
            for path in fields.paths[Dialect.API].values():
                yield name, FieldPath.parse(base) / path


class TestNames:
    def test_are_googles(self) -> None:
        unknown = {
            (name, str(path))
            for name, path in rows()
            if not exists(schema(name), path) and name not in NOT_GOOGLES.get(str(path), ())
        }

        assert unknown == set()

    def test_no_exception_is_without_need(self) -> None:
        needed = {(str(path), name) for name, path in rows() if not exists(schema(name), path)}

        assert needed == {(field, name) for field, names in NOT_GOOGLES.items() for name in names}

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverRatio", True),
            ("networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverratio", False),
            ("backends.group", True),
            ("backend.group", False),
            ("name.group", False),
        ],
    )
    def test_a_misspelt_one_would_be_found(self, path: str, expected: bool) -> None:
        assert exists(schema("BackendService"), FieldPath.parse(path)) is expected

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.schema], ids=lambda kind: kind.name)
    def test_every_kind_has_a_schema_and_is_told_by_its_fields(self, kind: Any) -> None:
        known = schema(kind.schema)["properties"]

        assert {key for keys in kind.distinctive for key in keys} <= set(known)

    def test_kinds_differ(self) -> None:
        assert len({kind.name for kind in KINDS}) == len({kind.collection for kind in KINDS}) == len(KINDS)
