"""One resource, written for Terraform and as Google's APIs print it, is one and the same in the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from spillover.model.alb import (
    BackendBucket,
    ProxyProtocol,
    ReservedAddress,
    SslCertificate,
    SslPolicy,
    Subnetwork,
    TargetProxy,
)
from spillover.model.armor import SecurityPolicy, SecurityRule
from spillover.model.capacity import (
    Autoscaler,
    InstanceGroup,
    InstanceGroupManager,
    NetworkEndpointGroup,
)
from spillover.model.dns import (
    Dnssec,
    GeoItem,
    ManagedZone,
    PrimaryBackup,
    RecordSet,
    RoutingPolicy,
    Visibility,
    WeightedItem,
)
from spillover.model.frontend import (
    Attachment,
    ForwardingRule,
    Gateway,
    HybridAttachment,
    Integration,
    PacketMirroring,
    SecurityDeployment,
    ServiceAttachment,
)
from spillover.model.health import HealthCheck, Probe, ProbeType
from spillover.model.names import ResourceName
from spillover.model.network import Network, NetworkPeering
from spillover.model.routes import Route, RouteKind
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
from spillover.model.settings import Headers, Setting
from spillover.model.source import FieldPath, Origin
from spillover.model.targets import InternalTarget, LoadBalancerType, Targets
from spillover.model.url_map import Action, Destination, HostRule, PathMatcher, RequestRule, UrlMap
from spillover.read.body import Body, Dialect, Fields, camel_case
from spillover.read.kinds import KINDS, Kind
from spillover.read.resources import service
from spillover.read.terraform import READERS, SINGLE_BLOCKS, read_resource

PROJECT = "projects/demo-proj"
URL = f"https://www.googleapis.com/compute/v1/{PROJECT}"
REGION, ZONE_B, ZONE_C = "regions/us-east1", "zones/us-east1-b", "zones/us-east1-c"


def name(collection: str, called: str, scope: str = REGION) -> ResourceName:
    return ResourceName(collection, called, scope, "demo-proj")


def url(collection: str, called: str, scope: str = REGION) -> str:
    return f"{URL}/{scope}/{collection}/{called}"


def path(collection: str, called: str, scope: str = REGION) -> str:
    """As Terraform's ``id`` has it."""
    return f"{PROJECT}/{scope}/{collection}/{called}"


@dataclass(frozen=True)
class Case:
    """One resource in both dialects; ``places`` are fields that rules point at, in the words of each."""

    type: str
    kind: str
    terraform: dict[str, Any]
    api: dict[str, Any]
    model: Any
    places: tuple[tuple[str, str, str], ...] = ()

    @property
    def api_kind(self) -> Kind:
        return next(kind for kind in KINDS if kind.name == self.kind)


CASES = [
    Case(
        "google_compute_region_backend_service",
        "compute#backendService",
        {
            "name": "ilb-orders",
            "project": "demo-proj",
            "region": "us-east1",
            "load_balancing_scheme": "INTERNAL",
            "protocol": "UNSPECIFIED",
            "locality_lb_policy": "MAGLEV",
            "description": "orders",
            "enable_cdn": False,
            "network_pass_through_lb_traffic_policy": [
                {
                    "zonal_affinity": [
                        {
                            "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                            "spillover_ratio": Decimal("0.80"),
                        }
                    ]
                }
            ],
            "subsetting": [{"policy": "NONE"}],
            "failover_policy": [
                {
                    "failover_ratio": Decimal("0.5"),
                    "drop_traffic_if_unhealthy": True,
                    "disable_connection_drain_on_failover": False,
                }
            ],
            "ha_policy": [{"fast_ip_move": "GARP_RA"}],
            "health_checks": [path("healthChecks", "hc-orders")],
            "backend": [
                {
                    "group": path("instanceGroups", "ig-b", ZONE_B),
                    "balancing_mode": "UTILIZATION",
                    "capacity_scaler": Decimal("0.5"),
                    "max_rate_per_instance": 100,
                },
                {"group": path("networkEndpointGroups", "neg-c", ZONE_C), "failover": True},
            ],
            "used_by": [{"reference": path("forwardingRules", "fr-orders")}],
        },
        {
            "name": "ilb-orders",
            "region": f"{URL}/{REGION}",
            "selfLink": url("backendServices", "ilb-orders"),
            "loadBalancingScheme": "INTERNAL",
            "protocol": "UNSPECIFIED",
            "localityLbPolicy": "MAGLEV",
            "description": "orders",
            "enableCDN": False,
            "networkPassThroughLbTrafficPolicy": {
                "zonalAffinity": {
                    "spillover": "ZONAL_AFFINITY_SPILL_CROSS_ZONE",
                    "spilloverRatio": Decimal("0.8"),
                }
            },
            "subsetting": {"policy": "NONE"},
            "failoverPolicy": {
                "failoverRatio": Decimal("0.5"),
                "dropTrafficIfUnhealthy": True,
                "disableConnectionDrainOnFailover": False,
            },
            "haPolicy": {"fastIPMove": "GARP_RA"},
            "healthChecks": [url("healthChecks", "hc-orders")],
            "backends": [
                {
                    "group": url("instanceGroups", "ig-b", ZONE_B),
                    "balancingMode": "UTILIZATION",
                    "capacityScaler": Decimal("0.5"),
                    "maxRatePerInstance": 100,
                },
                {"group": url("networkEndpointGroups", "neg-c", ZONE_C), "failover": True},
            ],
            "usedBy": [{"reference": url("forwardingRules", "fr-orders")}],
        },
        BackendService(
            name="ilb-orders",
            region="us-east1",
            project="demo-proj",
            is_global=False,
            scheme=LoadBalancingScheme.INTERNAL,
            protocol=Protocol.UNSPECIFIED,
            zonal_affinity=ZonalAffinity.SPILL_CROSS_ZONE,
            spillover_ratio=Decimal("0.8"),
            traffic_policy=True,
            subsetting=Subsetting.NONE,
            ha_policy=True,
            locality_lb_policy="MAGLEV",
            failover_policy=FailoverPolicy(
                Decimal("0.5"),
                drop_traffic_if_unhealthy=True,
                disable_connection_drain_on_failover=False,
            ),
            enable_cdn=False,
            health_checks=(name("healthChecks", "hc-orders"),),
            description="orders",
            backends=(
                Backend(
                    name("instanceGroups", "ig-b", ZONE_B),
                    balancing_mode=BalancingMode.UTILIZATION,
                    capacity=(
                        Capacity("capacity_scaler", Decimal("0.5")),
                        Capacity("max_rate_per_instance", Decimal(100)),
                    ),
                ),
                Backend(name("networkEndpointGroups", "neg-c", ZONE_C), failover=True),
            ),
            used_by=(name("forwardingRules", "fr-orders"),),
            identity=name("backendServices", "ilb-orders"),
        ),
        (
            (
                "zonal_affinity",
                "network_pass_through_lb_traffic_policy.zonal_affinity.spillover",
                "networkPassThroughLbTrafficPolicy.zonalAffinity.spillover",
            ),
            (
                "spillover_ratio",
                "network_pass_through_lb_traffic_policy.zonal_affinity.spillover_ratio",
                "networkPassThroughLbTrafficPolicy.zonalAffinity.spilloverRatio",
            ),
            ("subsetting", "subsetting.policy", "subsetting.policy"),
            ("ha_policy", "ha_policy", "haPolicy"),
            ("protocol", "protocol", "protocol"),
            ("failover_ratio", "failover_policy.failover_ratio", "failoverPolicy.failoverRatio"),
            (
                "disable_connection_drain_on_failover",
                "failover_policy.disable_connection_drain_on_failover",
                "failoverPolicy.disableConnectionDrainOnFailover",
            ),
            ("backends", "backend", "backends"),
        ),
    ),
    Case(
        "google_compute_region_backend_service",
        "compute#backendService",
        {"name": "plain", "region": "us-east1", "project": "demo-proj", "backend": []},
        {"name": "plain", "selfLink": url("backendServices", "plain"), "region": "us-east1", "backends": []},
        BackendService(
            name="plain",
            region="us-east1",
            project="demo-proj",
            backends=(),
            identity=name("backendServices", "plain"),
        ),
    ),
    Case(
        "google_compute_backend_service",
        "compute#backendService",
        {
            "name": "web",
            "project": "demo-proj",
            "load_balancing_scheme": "EXTERNAL_MANAGED",
            "security_policy": path("securityPolicies", "shop", "global"),
            "edge_security_policy": path("securityPolicies", "edge", "global"),
            "iap": [{"enabled": True, "oauth2_client_secret": "not read"}],
            "custom_request_headers": ["X-Region: {client_region}", "X-Lb:web"],
            "custom_response_headers": ["X-Served-By: web"],
            "timeout_sec": 300,
            "session_affinity": "GENERATED_COOKIE",
            "affinity_cookie_ttl_sec": 60,
            "strong_session_affinity_cookie": [{"name": "s", "ttl": [{"seconds": 10}]}],
            "consistent_hash": [{"minimum_ring_size": 10}],
            "outlier_detection": [{"consecutive_errors": 5, "interval": [{"seconds": 1, "nanos": 0}]}],
            "circuit_breakers": [{"max_requests": 100}],
            "max_stream_duration": [{"seconds": "20"}],
            "log_config": [{"enable": True, "sample_rate": Decimal("0.5")}],
            "compression_mode": "AUTOMATIC",
        },
        {
            "name": "web",
            "selfLink": url("backendServices", "web", "global"),
            "loadBalancingScheme": "EXTERNAL_MANAGED",
            "securityPolicy": url("securityPolicies", "shop", "global"),
            "edgeSecurityPolicy": url("securityPolicies", "edge", "global"),
            "iap": {"enabled": True},
            "customRequestHeaders": ["X-Region: {client_region}", "X-Lb:web"],
            "customResponseHeaders": ["X-Served-By: web"],
            "timeoutSec": 300,
            "sessionAffinity": "GENERATED_COOKIE",
            "affinityCookieTtlSec": 60,
            "strongSessionAffinityCookie": {"name": "s", "ttl": {"seconds": "10"}},
            "consistentHash": {"minimumRingSize": "10"},
            "outlierDetection": {"consecutiveErrors": 5, "interval": {"seconds": "1"}},
            "circuitBreakers": {"maxRequests": 100},
            "maxStreamDuration": {"seconds": "20"},
            "logConfig": {"enable": True, "sampleRate": Decimal("0.5")},
            "compressionMode": "AUTOMATIC",
        },
        BackendService(
            name="web",
            project="demo-proj",
            is_global=True,
            scheme=LoadBalancingScheme.EXTERNAL_MANAGED,
            security_policy=name("securityPolicies", "shop", "global"),
            edge_security_policy=name("securityPolicies", "edge", "global"),
            iap=True,
            headers=Headers(("x-region", "x-lb"), ("x-served-by",)),
            settings=(
                Setting("timeout", "300"),
                Setting("session_affinity", "GENERATED_COOKIE"),
                Setting("cookie_ttl", "60"),
                Setting("cookie", "name = s, ttl = {seconds = 10}"),
                Setting("hash", "minimum_ring_size = 10"),
                Setting("outliers", "consecutive_errors = 5, interval = {seconds = 1}"),
                Setting("breakers", "max_requests = 100"),
                Setting("stream_duration", "seconds = 20"),
                Setting("logging", "true"),
                Setting("compression", "AUTOMATIC"),
            ),
            identity=name("backendServices", "web", "global"),
        ),
    ),
    Case(
        "google_compute_forwarding_rule",
        "compute#forwardingRule",
        {
            "name": "fr-orders",
            "description": "orders",
            "project": "demo-proj",
            "region": "us-east1",
            "load_balancing_scheme": "INTERNAL",
            "subnetwork": "inside",
            "backend_service": "ilb-orders",
            "ip_protocol": "tcp",
            "ports": ["443", 8443],
            "port_range": "443",
            "all_ports": False,
            "network_tier": "PREMIUM",
            "network": path("networks", "vpc", "global"),
            "is_mirroring_collector": True,
            "allow_global_access": False,
            "ip_address": "10.20.0.99",
        },
        {
            "name": "fr-orders",
            "description": "orders",
            "region": f"{URL}/{REGION}",
            "subnetwork": url("subnetworks", "inside"),
            "selfLink": url("forwardingRules", "fr-orders"),
            "loadBalancingScheme": "INTERNAL",
            "backendService": url("backendServices", "ilb-orders"),
            "IPProtocol": "TCP",
            "ports": ["443", "8443"],
            "portRange": "443",
            "allPorts": False,
            "networkTier": "PREMIUM",
            "network": url("networks", "vpc", "global"),
            "isMirroringCollector": True,
            "allowGlobalAccess": False,
            "IPAddress": "10.20.0.99",
        },
        ForwardingRule(
            name="fr-orders",
            description="orders",
            subnetwork=name("subnetworks", "inside"),
            region="us-east1",
            project="demo-proj",
            scheme=LoadBalancingScheme.INTERNAL,
            backend_service=name("backendServices", "ilb-orders"),
            ip_protocol="TCP",
            ports=("443", "8443"),
            port_range="443",
            all_ports=False,
            network_tier="PREMIUM",
            network=name("networks", "vpc", "global"),
            is_mirroring_collector=True,
            allow_global_access=False,
            ip_address="10.20.0.99",
            identity=name("forwardingRules", "fr-orders"),
        ),
        (
            ("is_mirroring_collector", "is_mirroring_collector", "isMirroringCollector"),
            ("description", "description", "description"),
            ("subnetwork", "subnetwork", "subnetwork"),
            ("backend_service", "backend_service", "backendService"),
            ("ip_protocol", "ip_protocol", "IPProtocol"),
            ("ports", "ports", "ports"),
            ("allow_global_access", "allow_global_access", "allowGlobalAccess"),
            ("ip_address", "ip_address", "IPAddress"),
        ),
    ),
    Case(
        "google_compute_global_forwarding_rule",
        "compute#forwardingRule",
        {
            "name": "fr-web",
            "project": "demo-proj",
            "region": "us-east1",  # the provider's, which is not that of a global resource
            "load_balancing_scheme": "EXTERNAL",
            "target": path("targetHttpsProxies", "web", "global"),
            "ip_address": "203.0.113.10",
            "ip_version": "IPV4",
            "network_tier": "PREMIUM",
        },
        {
            "name": "fr-web",
            "selfLink": url("forwardingRules", "fr-web", "global"),
            "loadBalancingScheme": "EXTERNAL",
            "target": url("targetHttpsProxies", "web", "global"),
            "IPAddress": "203.0.113.10",
            "ipVersion": "IPV4",
            "networkTier": "PREMIUM",
        },
        ForwardingRule(
            name="fr-web",
            project="demo-proj",
            is_global=True,
            scheme=LoadBalancingScheme.EXTERNAL,
            target=name("targetHttpsProxies", "web", "global"),
            ip_address="203.0.113.10",
            ip_version="IPV4",
            network_tier="PREMIUM",
            identity=name("forwardingRules", "fr-web", "global"),
        ),
        (("ip_address", "ip_address", "IPAddress"), ("network_tier", "network_tier", "networkTier")),
    ),
    Case(
        "google_compute_health_check",
        "compute#healthCheck",
        {
            "name": "hc-primary",
            "project": "demo-proj",
            "source_regions": ["us-east1", "europe-west1", "asia-east1"],
            "check_interval_sec": 30,
            "timeout_sec": 5,
            "healthy_threshold": 2,
            "unhealthy_threshold": 3,
        },
        {
            "name": "hc-primary",
            "selfLink": url("healthChecks", "hc-primary", "global"),
            "sourceRegions": ["us-east1", "europe-west1", "asia-east1"],
            "checkIntervalSec": 30,
            "timeoutSec": 5,
            "healthyThreshold": 2,
            "unhealthyThreshold": 3,
        },
        HealthCheck(
            name="hc-primary",
            project="demo-proj",
            is_global=True,
            source_regions=("us-east1", "europe-west1", "asia-east1"),
            check_interval_sec=30,
            timeout_sec=5,
            healthy_threshold=2,
            unhealthy_threshold=3,
            identity=name("healthChecks", "hc-primary", "global"),
        ),
        (
            ("source_regions", "source_regions", "sourceRegions"),
            ("check_interval_sec", "check_interval_sec", "checkIntervalSec"),
        ),
    ),
    *(
        Case(
            "google_compute_health_check",
            "compute#healthCheck",
            {"name": "hc", f"{called}_health_check": [{"port": 443, "port_specification": "USE_FIXED_PORT"}]},
            {
                "name": "hc",
                f"{camel_case(called)}HealthCheck": {"port": 443, "portSpecification": "USE_FIXED_PORT"},
            },
            HealthCheck(
                "hc",
                probe=Probe(type_, 443, "USE_FIXED_PORT"),
                identity=ResourceName("healthChecks", "hc", "global"),
            ),
        )
        for called, type_ in (
            ("http", ProbeType.HTTP),
            ("https", ProbeType.HTTPS),
            ("http2", ProbeType.HTTP2),
            ("tcp", ProbeType.TCP),
            ("ssl", ProbeType.SSL),
            ("grpc", ProbeType.GRPC),
            ("grpc_tls", ProbeType.GRPC_WITH_TLS),
        )
    ),
    Case(
        "google_compute_health_check",
        "compute#healthCheck",
        {"name": "hc", "https_health_check": [{"request_path": "/ready"}]},
        {"name": "hc", "httpsHealthCheck": {"requestPath": "/ready"}},
        HealthCheck(
            "hc",
            probe=Probe(ProbeType.HTTPS, request_path="/ready"),
            identity=ResourceName("healthChecks", "hc", "global"),
        ),
    ),
    Case(
        "google_compute_region_health_check",
        "compute#healthCheck",
        {"name": "hc-orders", "region": "us-east1"},
        {"name": "hc-orders", "region": f"{URL}/{REGION}"},
        HealthCheck(
            name="hc-orders",
            is_global=False,
            identity=ResourceName("healthChecks", "hc-orders", REGION),
        ),
    ),
    Case(
        "google_dns_record_set",
        "dns#resourceRecordSet",
        {
            "name": "shop.example.test.",
            "type": "A",
            "ttl": 30,
            "managed_zone": "z1",
            "routing_policy": [
                {
                    "health_check": path("healthChecks", "hc-primary", "global"),
                    "primary_backup": [
                        {
                            "trickle_ratio": Decimal("0.1"),
                            "primary": [{"external_endpoints": ["198.51.100.5"]}],
                            "backup_geo": [
                                {
                                    "location": "europe-west1",
                                    "health_checked_targets": [{"external_endpoints": ["203.0.113.10"]}],
                                },
                                {
                                    "location": "asia-east1",
                                    "rrdatas": ["203.0.113.20"],
                                    "health_checked_targets": [
                                        {
                                            "internal_load_balancers": [
                                                {
                                                    "ip_address": "10.0.0.9",
                                                    "network_url": path("networks", "vpc", "global"),
                                                    "region": "asia-east1",
                                                }
                                            ]
                                        }
                                    ],
                                },
                            ],
                        }
                    ],
                }
            ],
        },
        {
            "name": "shop.example.test.",
            "type": "A",
            "ttl": 30,
            "managedZone": "z1",
            "routingPolicy": {
                "healthCheck": url("healthChecks", "hc-primary", "global"),
                "primaryBackup": {
                    "trickleTraffic": Decimal("0.1"),
                    "primaryTargets": {"externalEndpoints": ["198.51.100.5"]},
                    "backupGeoTargets": {
                        "items": [
                            {
                                "location": "europe-west1",
                                "healthCheckedTargets": {"externalEndpoints": ["203.0.113.10"]},
                            },
                            {
                                "location": "asia-east1",
                                "rrdatas": ["203.0.113.20"],
                                "healthCheckedTargets": {
                                    "internalLoadBalancers": [
                                        {
                                            "ipAddress": "10.0.0.9",
                                            "networkUrl": url("networks", "vpc", "global"),
                                            "region": "asia-east1",
                                        }
                                    ]
                                },
                            },
                        ]
                    },
                },
            },
        },
        RecordSet(
            name="shop.example.test.",
            type="A",
            ttl=30,
            zone=ResourceName("managedZones", "z1"),
            routing_policy=RoutingPolicy(
                health_check=name("healthChecks", "hc-primary", "global"),
                primary_backup=PrimaryBackup(
                    primary=Targets(external=("198.51.100.5",)),
                    backup=(
                        GeoItem("europe-west1", Targets(external=("203.0.113.10",))),
                        GeoItem(
                            "asia-east1",
                            Targets(
                                internal=(
                                    InternalTarget(
                                        ip_address="10.0.0.9",
                                        network=name("networks", "vpc", "global"),
                                        region="asia-east1",
                                    ),
                                ),
                                unchecked=("203.0.113.20",),
                            ),
                        ),
                    ),
                    trickle_ratio=Decimal("0.1"),
                ),
            ),
        ),
        (
            ("ttl", "ttl", "ttl"),
            ("health_check", "routing_policy.health_check", "routingPolicy.healthCheck"),
        ),
    ),
    Case(
        "google_dns_record_set",
        "dns#resourceRecordSet",
        {
            "name": "a.example.test.",
            "type": "A",
            "ttl": 300,
            "project": "demo-proj",
            "managed_zone": "z1",
            "rrdatas": ["192.0.2.1"],
        },
        {
            "name": "a.example.test.",
            "type": "A",
            "ttl": 300,
            "managedZone": "projects/demo-proj/managedZones/z1",
            "rrdatas": ["192.0.2.1"],
        },
        RecordSet(
            name="a.example.test.",
            type="A",
            ttl=300,
            zone=ResourceName("managedZones", "z1", None, "demo-proj"),
            data=("192.0.2.1",),
        ),
        (("data", "rrdatas", "rrdatas"), ("zone", "managed_zone", "managedZone")),
    ),
    Case(
        "google_dns_record_set",
        "dns#resourceRecordSet",
        {
            "name": "g.example.test.",
            "type": "A",
            "routing_policy": [
                {
                    "enable_geo_fencing": True,
                    "geo": [
                        {
                            "location": "us-east1",
                            "health_checked_targets": [
                                {
                                    "internal_load_balancers": [
                                        {
                                            "load_balancer_type": "regionalL4ilb",
                                            "ip_address": "10.0.0.9",
                                            "port": "443",
                                            "ip_protocol": "tcp",
                                            "network_url": path("networks", "core", "global"),
                                            "project": "demo-proj",
                                            "region": "us-east1",
                                        }
                                    ]
                                }
                            ],
                        }
                    ],
                }
            ],
        },
        {
            "name": "g.example.test.",
            "type": "A",
            "routingPolicy": {
                "geo": {
                    "enableFencing": True,
                    "items": [
                        {
                            "location": "us-east1",
                            "healthCheckedTargets": {
                                "internalLoadBalancers": [
                                    {
                                        "loadBalancerType": "regionalL4ilb",
                                        "ipAddress": "10.0.0.9",
                                        "port": "443",
                                        "ipProtocol": "tcp",
                                        "networkUrl": url("networks", "core", "global"),
                                        "project": "demo-proj",
                                        "region": f"{URL}/{REGION}",
                                    }
                                ]
                            },
                        }
                    ],
                }
            },
        },
        RecordSet(
            name="g.example.test.",
            type="A",
            routing_policy=RoutingPolicy(
                geo=(
                    GeoItem(
                        "us-east1",
                        Targets(
                            internal=(
                                InternalTarget(
                                    LoadBalancerType.REGIONAL_L4,
                                    "10.0.0.9",
                                    "443",
                                    "tcp",
                                    name("networks", "core", "global"),
                                    "demo-proj",
                                    "us-east1",
                                ),
                            )
                        ),
                    ),
                ),
                fencing=True,
            ),
        ),
    ),
    Case(
        "google_dns_record_set",
        "dns#resourceRecordSet",
        {"type": "A", "routing_policy": [{"wrr": [{"weight": Decimal("0.5"), "rrdatas": ["192.0.2.1"]}]}]},
        {
            "type": "A",
            "routingPolicy": {"wrr": {"items": [{"weight": Decimal("0.5"), "rrdatas": ["192.0.2.1"]}]}},
        },
        RecordSet(
            type="A",
            routing_policy=RoutingPolicy(
                weighted=(WeightedItem(Decimal("0.5"), Targets(unchecked=("192.0.2.1",))),)
            ),
        ),
    ),
    Case(
        "google_dns_managed_zone",
        "dns#managedZone",
        {
            "name": "z1",
            "dns_name": "example.test.",
            "visibility": "private",
            "dnssec_config": [{"state": "on"}],
            "forwarding_config": [{}],
            "peering_config": [{}],
            "reverse_lookup": True,
            "service_directory_config": [{}],
        },
        {
            "name": "z1",
            "dnsName": "example.test.",
            "visibility": "private",
            "dnssecConfig": {"state": "on"},
            "forwardingConfig": {},
            "peeringConfig": {},
            "reverseLookupConfig": {},
            "serviceDirectoryConfig": {},
        },
        ManagedZone(
            name="z1",
            dns_name="example.test.",
            visibility=Visibility.PRIVATE,
            dnssec=Dnssec.ON,
            forwarding=True,
            peering=True,
            reverse_lookup=True,
            service_directory=True,
            identity=ResourceName("managedZones", "z1"),
        ),
        (("visibility", "visibility", "visibility"), ("dnssec", "dnssec_config.state", "dnssecConfig.state")),
    ),
    Case(
        "google_dns_managed_zone",
        "dns#managedZone",
        {"reverse_lookup": False, "forwarding_config": []},
        {"description": ""},
        ManagedZone(),
    ),
    Case(
        "google_compute_packet_mirroring",
        "compute#packetMirroring",
        {
            "name": "mirror",
            "project": "demo-proj",
            "region": "us-east1",
            "collector_ilb": [{"url": path("forwardingRules", "fr-mirror")}],
            "enable": "FALSE",
        },
        {
            "name": "mirror",
            "selfLink": url("packetMirrorings", "mirror"),
            "collectorIlb": {"url": url("forwardingRules", "fr-mirror")},
            "enable": "FALSE",
        },
        PacketMirroring(
            name="mirror",
            collector=name("forwardingRules", "fr-mirror"),
            enable="FALSE",
            identity=name("packetMirrorings", "mirror"),
        ),
        (("collector", "collector_ilb.url", "collectorIlb.url"),),
    ),
    Case(
        "google_compute_service_attachment",
        "compute#serviceAttachment",
        {
            "name": "published",
            "project": "demo-proj",
            "region": "us-east1",
            "target_service": path("forwardingRules", "fr-orders"),
        },
        {
            "name": "published",
            "selfLink": url("serviceAttachments", "published"),
            "targetService": url("forwardingRules", "fr-orders"),
        },
        ServiceAttachment(
            name="published",
            target_service=name("forwardingRules", "fr-orders"),
            identity=name("serviceAttachments", "published"),
        ),
        (("target_service", "target_service", "targetService"),),
    ),
    Case(
        "google_network_security_intercept_deployment",
        "networksecurity#interceptDeployment",
        {
            "intercept_deployment_id": "inspect",
            "project": "demo-proj",
            "location": "us-east1-b",
            "forwarding_rule": path("forwardingRules", "fr-nsi"),
        },
        {
            "name": f"{PROJECT}/locations/us-east1-b/interceptDeployments/inspect",
            "forwardingRule": path("forwardingRules", "fr-nsi"),
        },
        SecurityDeployment(
            Integration.IN_BAND,
            name="inspect",
            forwarding_rule=name("forwardingRules", "fr-nsi"),
            identity=name("interceptDeployments", "inspect", ZONE_B),
        ),
        (("forwarding_rule", "forwarding_rule", "forwardingRule"),),
    ),
    Case(
        "google_network_security_mirroring_deployment",
        "networksecurity#mirroringDeployment",
        {
            "mirroring_deployment_id": "copy",
            "project": "demo-proj",
            "location": "us-east1-c",
            "forwarding_rule": "projects/123456789/regions/us-east1/forwardingRules/fr-nsi",
        },
        {
            "name": f"{PROJECT}/locations/us-east1-c/mirroringDeployments/copy",
            "forwardingRule": "projects/123456789/regions/us-east1/forwardingRules/fr-nsi",
        },
        SecurityDeployment(
            Integration.OUT_OF_BAND,
            name="copy",
            forwarding_rule=ResourceName("forwardingRules", "fr-nsi", REGION, "123456789"),
            identity=name("mirroringDeployments", "copy", ZONE_C),
        ),
        (("name", "mirroring_deployment_id", "name"),),
    ),
    Case(
        "google_compute_instance_group",
        "compute#instanceGroup",
        {"name": "ig-b", "project": "demo-proj", "zone": "us-east1-b", "size": 3},
        {
            "name": "ig-b",
            "selfLink": url("instanceGroups", "ig-b", ZONE_B),
            "zone": f"{URL}/{ZONE_B}",
            "size": 3,
        },
        InstanceGroup(
            name="ig-b", size=3, zone="us-east1-b", identity=name("instanceGroups", "ig-b", ZONE_B)
        ),
    ),
    Case(
        "google_compute_instance_group_manager",
        "compute#instanceGroupManager",
        {"name": "mig-b", "project": "demo-proj", "zone": "us-east1-b", "target_size": 5},
        {
            "name": "mig-b",
            "selfLink": url("instanceGroupManagers", "mig-b", ZONE_B),
            "zone": f"{URL}/{ZONE_B}",
            "targetSize": 5,
        },
        InstanceGroupManager(
            name="mig-b",
            target_size=5,
            zone="us-east1-b",
            identity=name("instanceGroups", "mig-b", ZONE_B),
            manager=name("instanceGroupManagers", "mig-b", ZONE_B),
        ),
    ),
    Case(
        "google_compute_region_instance_group_manager",
        "compute#instanceGroupManager",
        {
            "name": "rmig",
            "project": "demo-proj",
            "region": "us-east1",
            "target_size": 6,
            "distribution_policy_zones": ["us-east1-b", "us-east1-c"],
            "distribution_policy_target_shape": "EVEN",
            "auto_healing_policies": [{"health_check": path("healthChecks", "hc-vm", "global")}, {}],
        },
        {
            "name": "rmig",
            "selfLink": url("instanceGroupManagers", "rmig"),
            "region": f"{URL}/{REGION}",
            "targetSize": 6,
            "distributionPolicy": {
                "zones": [{"zone": f"{URL}/{ZONE_B}"}, {"zone": f"{URL}/{ZONE_C}"}],
                "targetShape": "EVEN",
            },
            "autoHealingPolicies": [{"healthCheck": url("healthChecks", "hc-vm", "global")}, {}],
        },
        InstanceGroupManager(
            name="rmig",
            target_size=6,
            distribution_zones=("us-east1-b", "us-east1-c"),
            target_shape="EVEN",
            healing_checks=(name("healthChecks", "hc-vm", "global"),),
            identity=name("instanceGroups", "rmig"),
            manager=name("instanceGroupManagers", "rmig"),
        ),
    ),
    Case(
        "google_compute_autoscaler",
        "compute#autoscaler",
        {
            "name": "scale-b",
            "zone": "us-east1-b",
            "target": path("instanceGroupManagers", "mig-b", ZONE_B),
            "autoscaling_policy": [
                {
                    "min_replicas": 2,
                    "max_replicas": 8,
                    "mode": "ON",
                    "cpu_utilization": [{"target": 0.6}],
                    "load_balancing_utilization": [{"target": 0.8}],
                    "metric": [{"name": "queue"}],
                    "scaling_schedules": [{"name": "noon", "schedule": "0 12 * * *"}],
                    "scale_in_control": [{"time_window_sec": 600}],
                }
            ],
        },
        {
            "name": "scale-b",
            "zone": f"{URL}/{ZONE_B}",
            "target": url("instanceGroupManagers", "mig-b", ZONE_B),
            "autoscalingPolicy": {
                "minNumReplicas": 2,
                "maxNumReplicas": 8,
                "mode": "ON",
                "cpuUtilization": {"utilizationTarget": 0.6},
                "loadBalancingUtilization": {"utilizationTarget": 0.8},
                "customMetricUtilizations": [{"metric": "queue"}],
                "scalingSchedules": {"noon": {"schedule": "0 12 * * *"}},
                "scaleInControl": {"timeWindowSec": 600},
            },
        },
        Autoscaler(
            target=name("instanceGroupManagers", "mig-b", ZONE_B),
            min_replicas=2,
            max_replicas=8,
            mode="ON",
            cpu=True,
            load_balancing=True,
            metrics=True,
            schedules=True,
            scale_in_control=True,
            scale_in_window_sec=600,
        ),
        (
            ("metrics", "autoscaling_policy.metric", "autoscalingPolicy.customMetricUtilizations"),
            ("min_replicas", "autoscaling_policy.min_replicas", "autoscalingPolicy.minNumReplicas"),
            ("max_replicas", "autoscaling_policy.max_replicas", "autoscalingPolicy.maxNumReplicas"),
        ),
    ),
    Case(
        "google_compute_region_autoscaler",
        "compute#autoscaler",
        {"name": "scale", "region": "us-east1", "target": path("instanceGroupManagers", "rmig")},
        {"name": "scale", "region": f"{URL}/{REGION}", "target": url("instanceGroupManagers", "rmig")},
        Autoscaler(target=name("instanceGroupManagers", "rmig")),
    ),
    Case(
        "google_compute_network_endpoint_group",
        "compute#networkEndpointGroup",
        {"name": "neg-c", "project": "demo-proj", "zone": "us-east1-c", "size": 4},
        {
            "name": "neg-c",
            "selfLink": url("networkEndpointGroups", "neg-c", ZONE_C),
            "zone": f"{URL}/{ZONE_C}",
            "size": 4,
        },
        NetworkEndpointGroup(
            name="neg-c", size=4, zone="us-east1-c", identity=name("networkEndpointGroups", "neg-c", ZONE_C)
        ),
    ),
    *(
        Case(
            f"google_compute_{kind}_network_endpoint_group",
            "compute#networkEndpointGroup",
            {
                "name": "run",
                "project": "demo-proj",
                "region": "us-east1",
                "network_endpoint_type": "SERVERLESS",
            },
            {
                "name": "run",
                "selfLink": url("networkEndpointGroups", "run", scope),
                "networkEndpointType": "SERVERLESS",
            },
            NetworkEndpointGroup(
                name="run",
                endpoint_type="SERVERLESS",
                identity=name("networkEndpointGroups", "run", scope),
            ),
        )
        for kind, scope in (("global", "global"), ("region", REGION))
    ),
    Case(
        "google_compute_vpn_tunnel",
        "compute#vpnTunnel",
        {
            "name": "tunnel",
            "project": "demo-proj",
            "region": "us-east1",
            "router": path("routers", "cr"),
            "vpn_gateway": path("vpnGateways", "ha"),
            "target_vpn_gateway": path("targetVpnGateways", "classic"),
        },
        {
            "name": "tunnel",
            "selfLink": url("vpnTunnels", "tunnel"),
            "region": f"{URL}/{REGION}",
            "router": url("routers", "cr"),
            "vpnGateway": url("vpnGateways", "ha"),
            "targetVpnGateway": url("targetVpnGateways", "classic"),
        },
        HybridAttachment(
            Attachment.VPN,
            name="tunnel",
            region="us-east1",
            via=(
                name("routers", "cr"),
                name("vpnGateways", "ha"),
                name("targetVpnGateways", "classic"),
            ),
            identity=name("vpnTunnels", "tunnel"),
        ),
    ),
    Case(
        "google_compute_interconnect_attachment",
        "compute#interconnectAttachment",
        {"name": "vlan", "project": "demo-proj", "region": "us-east1", "router": path("routers", "cr")},
        {
            "name": "vlan",
            "selfLink": url("interconnectAttachments", "vlan"),
            "region": f"{URL}/{REGION}",
            "router": url("routers", "cr"),
        },
        HybridAttachment(
            Attachment.INTERCONNECT,
            name="vlan",
            region="us-east1",
            via=(name("routers", "cr"),),
            identity=name("interconnectAttachments", "vlan"),
        ),
    ),
    *(
        Case(
            type_,
            kind,
            {
                "name": "gw",
                "project": "demo-proj",
                "region": "us-east1",
                "network": path("networks", "vpc", "global"),
            },
            {
                "name": "gw",
                "selfLink": url(collection, "gw"),
                "region": f"{URL}/{REGION}",
                "network": url("networks", "vpc", "global"),
            },
            Gateway(name="gw", network=name("networks", "vpc", "global"), identity=name(collection, "gw")),
        )
        for type_, kind, collection in (
            ("google_compute_router", "compute#router", "routers"),
            ("google_compute_ha_vpn_gateway", "compute#vpnGateway", "vpnGateways"),
            ("google_compute_vpn_gateway", "compute#targetVpnGateway", "targetVpnGateways"),
        )
    ),
    Case(
        "google_compute_network",
        "compute#network",
        {"name": "vpc", "project": "demo-proj"},
        {"name": "vpc", "selfLink": url("networks", "vpc", "global")},
        Network(name="vpc", project="demo-proj", identity=name("networks", "vpc", "global")),
    ),
    Case(
        "google_compute_route",
        "compute#route",
        {
            "name": "via-fw",
            "dest_range": "0.0.0.0/0",
            "network": path("networks", "vpc", "global"),
            "next_hop_ilb": path("forwardingRules", "fr-fw"),
        },
        {
            "name": "via-fw",
            "destRange": "0.0.0.0/0",
            "network": url("networks", "vpc", "global"),
            "nextHopIlb": url("forwardingRules", "fr-fw"),
        },
        Route(
            RouteKind.STATIC,
            "via-fw",
            name("networks", "vpc", "global"),
            name("forwardingRules", "fr-fw"),
        ),
        (("next_hop", "next_hop_ilb", "nextHopIlb"),),
    ),
    Case(
        "google_network_connectivity_policy_based_route",
        "networkconnectivity#policyBasedRoute",
        {
            "name": "via-fw",
            "network": path("networks", "vpc", "global"),
            "next_hop_ilb_ip": "10.20.0.99",
        },
        {
            "name": f"{PROJECT}/locations/global/policyBasedRoutes/via-fw",
            "network": path("networks", "vpc", "global"),
            "nextHopIlbIp": "10.20.0.99",
        },
        Route(
            RouteKind.POLICY_BASED,
            "via-fw",
            name("networks", "vpc", "global"),
            next_hop_ip="10.20.0.99",
        ),
        (("next_hop", "next_hop_ilb_ip", "nextHopIlbIp"),),
    ),
    *(
        Case(
            f"google_compute_{type_}target_{protocol.name.lower()}_proxy",
            f"compute#target{protocol.name.title()}Proxy",
            {
                "name": "web",
                "project": "demo-proj",
                "region": "us-east1",
                "url_map": path("urlMaps", "web", scope),
                "backend_service": path("backendServices", "web", scope),
                "ssl_certificates": [path("sslCertificates", "web", scope)],
                "certificate_map": "//certificatemanager.googleapis.com/x",
                "ssl_policy": path("sslPolicies", "modern", scope),
                "server_tls_policy": "//networksecurity.googleapis.com/y",
                "http_keep_alive_timeout_sec": 300,
                "quic_override": "ENABLE",
                "tls_early_data": "STRICT",
            },
            {
                "name": "web",
                "selfLink": url(protocol, "web", scope),
                "urlMap": url("urlMaps", "web", scope),
                "service": url("backendServices", "web", scope),
                "sslCertificates": [url("sslCertificates", "web", scope)],
                "certificateMap": "//certificatemanager.googleapis.com/x",
                "sslPolicy": url("sslPolicies", "modern", scope),
                "serverTlsPolicy": "//networksecurity.googleapis.com/y",
                "httpKeepAliveTimeoutSec": 300,
                "quicOverride": "ENABLE",
                "tlsEarlyData": "STRICT",
            },
            TargetProxy(
                protocol,
                name="web",
                region=None if scope == "global" else "us-east1",
                is_global=scope == "global",
                url_map=name("urlMaps", "web", scope),
                backend_service=name("backendServices", "web", scope),
                certificates=(name("sslCertificates", "web", scope),),
                certificate_map="//certificatemanager.googleapis.com/x",
                ssl_policy=name("sslPolicies", "modern", scope),
                settings=(
                    Setting("server_tls_policy", "//networksecurity.googleapis.com/y"),
                    Setting("http_keep_alive_timeout_sec", "300"),
                    Setting("quic_override", "ENABLE"),
                    Setting("tls_early_data", "STRICT"),
                ),
                identity=name(protocol, "web", scope),
            ),
            (("url_map", "url_map", "urlMap"), ("backend_service", "backend_service", "service")),
        )
        for protocol in ProxyProtocol
        for type_, scope in (("", "global"), ("region_", REGION))
        if not type_ or protocol in (ProxyProtocol.HTTP, ProxyProtocol.HTTPS, ProxyProtocol.TCP)
    ),
    *(
        Case(
            f"google_compute_{type_}url_map",
            "compute#urlMap",
            {
                "name": "web",
                "project": "demo-proj",
                "region": "us-east1",
                "default_service": path("backendServices", "web", scope),
                "default_route_action": [
                    {
                        "weighted_backend_services": [
                            {"backend_service": path("backendServices", "heavy", scope), "weight": 1}
                        ],
                        "request_mirror_policy": [
                            {"backend_service": path("backendServices", "copy", scope)}
                        ],
                        "timeout": [{"seconds": "30", "nanos": 0}],
                        "url_rewrite": [{"host_rewrite": "inner.example.test"}],
                        "retry_policy": [{"num_retries": 2}],
                        "cors_policy": [{"max_age": 60, "disabled": False}],
                        "fault_injection_policy": [{"delay": [{"percentage": 5}]}],
                        "max_stream_duration": [{"seconds": "90"}],
                    }
                ],
                "default_url_redirect": [{"strip_query": False}],
                "default_custom_error_response_policy": [
                    {"error_response_rule": [{"match_response_codes": ["404"], "path": "/lost"}]}
                ],
                "header_action": [
                    {
                        "request_headers_to_add": [{"header_name": "X-One"}, {"header_name": "X-Two"}],
                        "response_headers_to_add": [{"header_name": "X-Three"}],
                        "request_headers_to_remove": ["x-seven"],
                        "response_headers_to_remove": ["x-eight"],
                    }
                ],
                "host_rule": [{"hosts": ["shop.example.test", "*"], "path_matcher": "all"}],
                "path_matcher": [
                    {
                        "name": "all",
                        "default_url_redirect": [{"https_redirect": True, "strip_query": True}],
                        "default_custom_error_response_policy": [
                            {"error_response_rule": [{"match_response_codes": ["5xx"], "path": "/sorry"}]}
                        ],
                        "default_service": path("backendBuckets", "files", scope),
                        "path_rule": [
                            {"paths": ["/a"], "service": path("backendServices", "a", scope)},
                            {"paths": ["/old"], "url_redirect": [{"strip_query": True}]},
                        ],
                        "route_rules": [
                            {
                                "priority": 1,
                                "match_rules": [{"prefix_match": "/b", "ignore_case": False}],
                                "service": path("backendServices", "b", scope),
                                "header_action": [
                                    {
                                        "request_headers_to_remove": ["x-four"],
                                        "response_headers_to_remove": ["x-six", "x-five"],
                                    }
                                ],
                                "route_action": [
                                    {
                                        "url_rewrite": [{"path_prefix_rewrite": "/c"}],
                                        "retry_policy": [
                                            {"num_retries": 3, "retry_conditions": ["reset", "5xx"]}
                                        ],
                                        "cors_policy": [{"allow_methods": ["PUT", "GET"], "disabled": False}],
                                        "fault_injection_policy": [
                                            {"abort": [{"http_status": 503, "percentage": Decimal("1.5")}]}
                                        ],
                                        "max_stream_duration": [{"seconds": "60"}],
                                        "weighted_backend_services": [
                                            {"backend_service": path("backendServices", "c", scope)}
                                        ],
                                        "request_mirror_policy": [
                                            {"backend_service": path("backendServices", "copy", scope)}
                                        ],
                                    }
                                ],
                            }
                        ],
                    }
                ],
            },
            {
                "name": "web",
                "selfLink": url("urlMaps", "web", scope),
                "defaultService": url("backendServices", "web", scope),
                "defaultRouteAction": {
                    "weightedBackendServices": [
                        {"backendService": url("backendServices", "heavy", scope), "weight": 1}
                    ],
                    "requestMirrorPolicy": {"backendService": url("backendServices", "copy", scope)},
                    "timeout": {"seconds": "30", "nanos": 0},
                    "urlRewrite": {"hostRewrite": "inner.example.test"},
                    "retryPolicy": {"numRetries": 2},
                    "corsPolicy": {"maxAge": 60},
                    "faultInjectionPolicy": {"delay": {"percentage": 5}},
                    "maxStreamDuration": {"seconds": "90"},
                },
                "defaultUrlRedirect": {"stripQuery": False},
                "defaultCustomErrorResponsePolicy": {
                    "errorResponseRules": [{"matchResponseCodes": ["404"], "path": "/lost"}]
                },
                "headerAction": {
                    "requestHeadersToAdd": [{"headerName": "X-One"}, {"headerName": "X-Two"}],
                    "responseHeadersToAdd": [{"headerName": "X-Three"}],
                    "requestHeadersToRemove": ["x-seven"],
                    "responseHeadersToRemove": ["x-eight"],
                },
                "hostRules": [{"hosts": ["shop.example.test", "*"], "pathMatcher": "all"}],
                "pathMatchers": [
                    {
                        "name": "all",
                        "defaultUrlRedirect": {"httpsRedirect": True, "stripQuery": True},
                        "defaultCustomErrorResponsePolicy": {
                            "errorResponseRules": [{"matchResponseCodes": ["5xx"], "path": "/sorry"}]
                        },
                        "defaultService": url("backendBuckets", "files", scope),
                        "pathRules": [
                            {"paths": ["/a"], "service": url("backendServices", "a", scope)},
                            {"paths": ["/old"], "urlRedirect": {"stripQuery": True}},
                        ],
                        "routeRules": [
                            {
                                "matchRules": [{"prefixMatch": "/b"}],
                                "service": url("backendServices", "b", scope),
                                "headerAction": {
                                    "requestHeadersToRemove": ["x-four"],
                                    "responseHeadersToRemove": ["x-five", "x-six"],
                                },
                                "routeAction": {
                                    "urlRewrite": {"pathPrefixRewrite": "/c"},
                                    "retryPolicy": {"numRetries": 3, "retryConditions": ["5xx", "reset"]},
                                    "corsPolicy": {"allowMethods": ["GET", "PUT"]},
                                    "faultInjectionPolicy": {
                                        "abort": {"httpStatus": 503, "percentage": Decimal("1.5")}
                                    },
                                    "maxStreamDuration": {"seconds": "60"},
                                    "weightedBackendServices": [
                                        {"backendService": url("backendServices", "c", scope)}
                                    ],
                                    "requestMirrorPolicy": {
                                        "backendService": url("backendServices", "copy", scope)
                                    },
                                },
                            }
                        ],
                    }
                ],
            },
            UrlMap(
                name="web",
                region=None if scope == "global" else "us-east1",
                is_global=scope == "global",
                default=Action(
                    (
                        Destination(name("backendServices", "web", scope)),
                        Destination(name("backendServices", "heavy", scope), weight=Decimal(1)),
                        Destination(name("backendServices", "copy", scope), is_mirror=True),
                    ),
                    (
                        Setting("rewrite", "host_rewrite = inner.example.test"),
                        Setting("timeout", "seconds = 30"),
                        Setting("retries", "num_retries = 2"),
                        Setting("cors", "max_age = 60"),
                        Setting("faults", "delay = {percentage = 5}"),
                        Setting("stream_duration", "seconds = 90"),
                        Setting("error_pages", "match_response_codes = 404, path = /lost"),
                        Setting("removed_request_headers", "x-seven"),
                        Setting("removed_response_headers", "x-eight"),
                    ),
                    Headers(("x-one", "x-two"), ("x-three",)),
                ),
                host_rules=(HostRule(("shop.example.test", "*"), "all"),),
                path_matchers=(
                    PathMatcher(
                        "all",
                        Action(
                            (Destination(name("backendBuckets", "files", scope)),),
                            (
                                Setting("redirect", "https_redirect = true, strip_query = true"),
                                Setting("error_pages", "match_response_codes = 5xx, path = /sorry"),
                            ),
                        ),
                        (
                            RequestRule(("/a",), Action((Destination(name("backendServices", "a", scope)),))),
                            RequestRule(("/old",), Action((), (Setting("redirect", "strip_query = true"),))),
                            RequestRule(
                                ("/b*",),
                                Action(
                                    (
                                        Destination(name("backendServices", "b", scope)),
                                        Destination(name("backendServices", "c", scope)),
                                        Destination(name("backendServices", "copy", scope), is_mirror=True),
                                    ),
                                    (
                                        Setting("rewrite", "path_prefix_rewrite = /c"),
                                        Setting("retries", "num_retries = 3, retry_conditions = 5xx, reset"),
                                        Setting("cors", "allow_methods = GET, PUT"),
                                        Setting("faults", "abort = {http_status = 503, percentage = 1.5}"),
                                        Setting("stream_duration", "seconds = 60"),
                                        Setting("removed_request_headers", "x-four"),
                                        Setting("removed_response_headers", "x-five, x-six"),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
                identity=name("urlMaps", "web", scope),
            ),
            (("service", "default_service", "defaultService"),),
        )
        for type_, scope in (("", "global"), ("region_", REGION))
    ),
    *(
        Case(
            f"google_compute_{type_}backend_bucket",
            "compute#backendBucket",
            {
                "name": "files",
                "project": "demo-proj",
                "region": "us-east1",
                "enable_cdn": True,
                "load_balancing_scheme": "EXTERNAL_MANAGED",
            },
            {
                "name": "files",
                "selfLink": url("backendBuckets", "files", scope),
                "enableCdn": True,
                "loadBalancingScheme": "EXTERNAL_MANAGED",
            },
            BackendBucket(
                name="files",
                region=None if scope == "global" else "us-east1",
                is_global=scope == "global",
                enable_cdn=True,
                scheme="EXTERNAL_MANAGED",
                identity=name("backendBuckets", "files", scope),
            ),
            (("enable_cdn", "enable_cdn", "enableCdn"),),
        )
        for type_, scope in (("", "global"), ("region_", REGION))
    ),
    *(
        Case(
            f"google_compute_{type_}ssl_certificate",
            "compute#sslCertificate",
            {
                "name": "web",
                "project": "demo-proj",
                "region": "us-east1",
                "managed": [{"domains": ["shop.example.test"]}],
            },
            {
                "name": "web",
                "selfLink": url("sslCertificates", "web", scope),
                "managed": {"domains": ["shop.example.test"]},
            },
            SslCertificate(
                name="web",
                region=None if scope == "global" else "us-east1",
                is_global=scope == "global",
                domains=("shop.example.test",),
                identity=name("sslCertificates", "web", scope),
            ),
        )
        for type_, scope in (("", "global"), ("managed_", "global"), ("region_", REGION))
    ),
    *(
        Case(
            f"google_compute_{type_}ssl_policy",
            "compute#sslPolicy",
            {
                "name": "modern",
                "project": "demo-proj",
                "region": "us-east1",
                "profile": "CUSTOM",
                "min_tls_version": "TLS_1_2",
                "custom_features": ["TLS_B", "TLS_A"],
            },
            {
                "name": "modern",
                "selfLink": url("sslPolicies", "modern", scope),
                "profile": "CUSTOM",
                "minTlsVersion": "TLS_1_2",
                "customFeatures": ["TLS_A", "TLS_B"],
            },
            SslPolicy(
                name="modern",
                region=None if scope == "global" else "us-east1",
                is_global=scope == "global",
                settings=(
                    Setting("profile", "CUSTOM"),
                    Setting("min_tls_version", "TLS_1_2"),
                    Setting("custom_features", "TLS_A, TLS_B"),
                ),
                identity=name("sslPolicies", "modern", scope),
            ),
        )
        for type_, scope in (("", "global"), ("region_", REGION))
    ),
    *(
        Case(
            f"google_compute_{type_}security_policy",
            "compute#securityPolicy",
            {
                "name": "shop",
                "project": "demo-proj",
                "region": "us-east1",
                "type": "CLOUD_ARMOR",
                rule: [
                    {
                        "action": "deny(403)",
                        "priority": 1000,
                        "preview": True,
                        "description": "not compared",
                        "match": [{"expr": [{"expression": "evaluatePreconfiguredWaf('sqli')"}]}],
                    },
                    {
                        "action": "throttle",
                        "priority": 2000,
                        "match": [
                            {
                                "versioned_expr": "SRC_IPS_V1",
                                "config": [{"src_ip_ranges": ["198.51.100.0/24", "*"]}],
                            }
                        ],
                        "rate_limit_options": [
                            {
                                "enforce_on_key": "IP",
                                "rate_limit_threshold": [{"count": 100, "interval_sec": 60}],
                            }
                        ],
                    },
                ],
                "adaptive_protection_config": [{"layer_7_ddos_defense_config": [{"enable": True}]}],
            },
            {
                "name": "shop",
                "selfLink": url("securityPolicies", "shop", scope),
                "type": "CLOUD_ARMOR",
                "rules": [
                    {
                        "action": "deny(403)",
                        "priority": 1000,
                        "preview": True,
                        "match": {"expr": {"expression": "evaluatePreconfiguredWaf('sqli')"}},
                    },
                    {
                        "action": "throttle",
                        "priority": 2000,
                        "match": {
                            "versionedExpr": "SRC_IPS_V1",
                            "config": {"srcIpRanges": ["198.51.100.0/24", "*"]},
                        },
                        "rateLimitOptions": {
                            "enforceOnKey": "IP",
                            "rateLimitThreshold": {"count": 100, "intervalSec": 60},
                        },
                    },
                ],
                "adaptiveProtectionConfig": {"layer7DdosDefenseConfig": {"enable": True}},
            },
            SecurityPolicy(
                name="shop",
                region=None if scope == "global" else "us-east1",
                is_global=scope == "global",
                type="CLOUD_ARMOR",
                rules=(
                    SecurityRule(
                        priority=1000,
                        action="deny(403)",
                        preview=True,
                        expression="evaluatePreconfiguredWaf('sqli')",
                        content="action: deny(403); "
                        "matched: expr = {expression = evaluatePreconfiguredWaf('sqli')}",
                    ),
                    SecurityRule(
                        priority=2000,
                        action="throttle",
                        source_ranges=("198.51.100.0/24", "*"),
                        content="action: throttle; matched: config = {src_ip_ranges = *, 198.51.100.0/24}, "
                        "versioned_expr = SRC_IPS_V1; limits: enforce_on_key = IP, "
                        "rate_limit_threshold = {count = 100, interval_sec = 60}",
                    ),
                ),
                adaptive_protection=True,
                identity=name("securityPolicies", "shop", scope),
            ),
            (("rules", rule, "rules"),),
        )
        for type_, scope, rule in (("", "global", "rule"), ("region_", REGION, "rules"))
    ),
    *(
        Case(
            type_,
            "compute#address",
            {
                "name": "web",
                "project": "demo-proj",
                "region": "us-east1",
                "address": "203.0.113.10",
                "address_type": "EXTERNAL",
                "ip_version": "IPV6",
                "network_tier": "STANDARD",
                "purpose": "GCE_ENDPOINT",
                "status": "IN_USE",
                "subnetwork": path("subnetworks", "inside"),
            },
            {
                "name": "web",
                "selfLink": url("addresses", "web", scope),
                "address": "203.0.113.10",
                "addressType": "EXTERNAL",
                "ipVersion": "IPV6",
                "networkTier": "STANDARD",
                "purpose": "GCE_ENDPOINT",
                "status": "IN_USE",
                "subnetwork": url("subnetworks", "inside"),
            },
            ReservedAddress(
                name="web",
                region=None if scope == "global" else "us-east1",
                is_global=scope == "global",
                address="203.0.113.10",
                address_type="EXTERNAL",
                ip_version="IPV6",
                network_tier="STANDARD",
                purpose="GCE_ENDPOINT",
                status="IN_USE",
                subnetwork=name("subnetworks", "inside"),
                identity=name("addresses", "web", scope),
            ),
            (("address", "address", "address"), ("address_type", "address_type", "addressType")),
        )
        for type_, scope in (("google_compute_address", REGION), ("google_compute_global_address", "global"))
    ),
    Case(
        "google_compute_subnetwork",
        "compute#subnetwork",
        {
            "name": "proxies",
            "project": "demo-proj",
            "region": "us-east1",
            "network": path("networks", "vpc", "global"),
            "purpose": "REGIONAL_MANAGED_PROXY",
            "role": "ACTIVE",
            "ip_cidr_range": "10.0.0.0/26",
        },
        {
            "name": "proxies",
            "selfLink": url("subnetworks", "proxies"),
            "network": url("networks", "vpc", "global"),
            "purpose": "REGIONAL_MANAGED_PROXY",
            "role": "ACTIVE",
            "ipCidrRange": "10.0.0.0/26",
        },
        Subnetwork(
            name="proxies",
            region="us-east1",
            network=name("networks", "vpc", "global"),
            purpose="REGIONAL_MANAGED_PROXY",
            role="ACTIVE",
            ip_cidr_range="10.0.0.0/26",
            identity=name("subnetworks", "proxies"),
        ),
        (("ip_cidr_range", "ip_cidr_range", "ipCidrRange"),),
    ),
]
IDS = [f"{case.type}-{index}" for index, case in enumerate(CASES)]

every_case = pytest.mark.parametrize("case", CASES, ids=IDS)


def of_terraform(case: Case) -> Any:
    read = read_resource(case.type, case.terraform, Origin(f"{case.type}.this", case.type))
    assert read is not None
    assert read.wrong == ()
    return read.resource


def of_api(case: Case) -> Any:
    body = Body(case.api, Origin(case.kind, case.kind), case.api_kind.fields, Dialect.API)
    resource = case.api_kind.builder(body)
    assert body.wrong == []
    return resource


class TestEqualInTheModel:
    @every_case
    def test_terraform(self, case: Case) -> None:
        assert of_terraform(case) == case.model

    @every_case
    def test_api(self, case: Case) -> None:
        assert of_api(case) == case.model

    def test_every_reader_has_a_case(self) -> None:
        without_api = {
            "google_certificate_manager_certificate",
            "google_compute_network_endpoint",
            "google_compute_network_endpoints",
            "google_compute_network_peering",
            "google_compute_region_security_policy_rule",
            "google_compute_security_policy_rule",
        }

        assert {case.type for case in CASES} | without_api == set(READERS)
        assert {case.kind for case in CASES} == {kind.name for kind in KINDS}


class TestPlaces:
    """What a rule points at is named in the words of the source."""

    @pytest.mark.parametrize(
        ("case", "field", "terraform", "api"),
        [pytest.param(case, *place, id=f"{case.type}-{place[0]}") for case in CASES for place in case.places],
    )
    def test_of_a_field(self, case: Case, field: str, terraform: str, api: str) -> None:
        assert str(of_terraform(case).origin.at(field).path) == terraform
        assert str(of_api(case).origin.at(field).path) == api

    def test_of_a_backend(self) -> None:
        terraform, api = of_terraform(CASES[0]).backends[1], of_api(CASES[0]).backends[1]

        assert str(terraform.origin.at("group").path) == "backend[1].group"
        assert str(terraform.origin.at("failover").path) == "backend[1].failover"
        assert str(api.origin.at("group").path) == "backends[1].group"

    def test_of_a_failover_policy(self) -> None:
        record = next(case for case in CASES if case.places and case.places[0][0] == "ttl")
        terraform, api = of_terraform(record), of_api(record)

        assert {
            str(policy.origin.at(field).path)
            for policy, field in (
                (terraform.routing_policy, "health_check"),
                (terraform.failover, "trickle_ratio"),
                (terraform.failover, "backup"),
            )
        } == {
            "routing_policy.health_check",
            "routing_policy.primary_backup.trickle_ratio",
            "routing_policy.primary_backup.backup_geo",
        }
        assert {
            str(policy.origin.at(field).path)
            for policy, field in (
                (api.routing_policy, "health_check"),
                (api.failover, "trickle_ratio"),
                (api.failover, "backup"),
            )
        } == {
            "routingPolicy.healthCheck",
            "routingPolicy.primaryBackup.trickleTraffic",
            "routingPolicy.primaryBackup.backupGeoTargets.items",
        }

    @every_case
    def test_name_the_resource_that_they_are_in(self, case: Case) -> None:
        origin = of_terraform(case).origin

        assert (origin.address, origin.type) == (f"{case.type}.this", case.type)


def is_written(values: Any, way: FieldPath) -> bool:
    for step in way:
        values = values[0] if isinstance(values, list) and values else values
        if not isinstance(values, dict) or step not in values:
            return False
        values = values[step]
    return True


def unwritten(dialect: Dialect) -> Iterator[tuple[Fields, str]]:
    """The fields of the tables that stand in none of the cases, in this dialect."""
    tables: dict[int, tuple[Fields, list[Any]]] = {}
    for case in CASES:
        fields = READERS[case.type][1] if dialect is Dialect.TERRAFORM else case.api_kind.fields
        values = case.terraform if dialect is Dialect.TERRAFORM else case.api
        tables.setdefault(id(fields), (fields, []))[1].append(values)
    for fields, written in tables.values():
        for field, way in fields.paths[dialect].items():
            if not any(is_written(values, way) for values in written):
                yield fields, field


class TestTheTables:
    """A row that no case has is one that may be misspelt."""

    PLACE = ("name", "project", "region", "zone", "self_link")

    @pytest.mark.parametrize(
        ("dialect", "expected"),
        [
            # What a group holds is a list of Terraform's: see the tests of capacity. The API's
            # older name of a target is not Terraform's. So is a list of certificates, and that of
            # the peers of a network is the API's: see below.
            (Dialect.TERRAFORM, {"instances", "manager_certificates", "peers", "producer_forwarding_rule"}),
            (Dialect.API, {"instances", "manager_certificates", "peers", "producer_forwarding_rule"}),
        ],
    )
    def test_every_row_is_in_a_case(self, dialect: Dialect, expected: set[str]) -> None:
        assert {field for _, field in unwritten(dialect)} - set(self.PLACE) == expected

    def test_paths_of_terraform_lead_through_blocks_that_stand_once(self) -> None:
        """Else a path would need an index."""
        inner = {
            str(step)
            for _, fields in READERS.values()
            for way in fields.paths[Dialect.TERRAFORM].values()
            for step in way.steps[:-1]
        }

        assert inner <= SINGLE_BLOCKS


def test_the_older_name_of_what_an_attachment_publishes() -> None:
    """``producerForwardingRule`` is deprecated and means the same (schemas 2.6)."""
    kind = next(kind for kind in KINDS if kind.name == "compute#serviceAttachment")
    values = {"name": "published", "producerForwardingRule": url("forwardingRules", "fr-orders")}
    body = Body(values, Origin("published", kind.name), kind.fields, Dialect.API)

    assert kind.builder(body).target_service == name("forwardingRules", "fr-orders")


def test_a_network_lists_its_peers_in_the_api_alone() -> None:
    """In Terraform a peering is a resource of its own."""
    kind = next(kind for kind in KINDS if kind.name == "compute#network")
    values = {"name": "hub", "peerings": [{"name": "p", "network": url("networks", "spoke", "global")}, {}]}
    body = Body(values, Origin("hub", kind.name), kind.fields, Dialect.API)

    assert kind.builder(body).peers == (name("networks", "spoke", "global"),)


class TestOfTerraformAlone:
    def test_a_peering(self) -> None:
        type_ = "google_compute_network_peering"
        values = {
            "network": path("networks", "hub", "global"),
            "peer_network": "projects/p/global/networks/spoke",
        }

        read = read_resource(type_, values, Origin("a", type_))

        assert read is not None
        assert read.resource == NetworkPeering(
            name("networks", "hub", "global"), ResourceName("networks", "spoke", "global", "p")
        )

    def test_certificates_of_certificate_manager(self) -> None:
        """The API has them among the others; in Terraform either list is written, never both."""
        type_ = "google_compute_region_target_https_proxy"
        values = {"certificate_manager_certificates": ["projects/p/locations/us-east1/certificates/shop"]}

        read = read_resource(type_, values, Origin("a", type_))

        assert read is not None
        assert read.resource.certificates == (ResourceName("certificates", "shop", "regions/us-east1", "p"),)

    def test_both_lists_of_certificates_count(self) -> None:
        type_ = "google_compute_target_https_proxy"
        values = {"certificate_manager_certificates": ["b"], "ssl_certificates": ["a"]}

        read = read_resource(type_, values, Origin("a", type_))

        assert read is not None
        assert [each.name for each in read.resource.certificates] == ["a", "b"]

    @pytest.mark.parametrize(
        ("values", "region", "is_global"),
        [
            ({}, None, True),
            ({"location": "global"}, None, True),
            ({"location": "us-east1"}, "us-east1", False),
        ],
    )
    def test_a_certificate_of_certificate_manager(
        self, values: dict[str, Any], region: str | None, is_global: bool
    ) -> None:
        type_ = "google_certificate_manager_certificate"
        managed = {"name": "shop", "managed": [{"domains": ["shop.example.test"]}]}

        read = read_resource(type_, values | managed, Origin("a", type_))

        assert read is not None
        assert read.resource == SslCertificate(
            name="shop",
            region=region,
            is_global=is_global,
            domains=("shop.example.test",),
            identity=ResourceName("certificates", "shop"),
        )

    @pytest.mark.parametrize(
        "type_", ["google_compute_security_policy_rule", "google_compute_region_security_policy_rule"]
    )
    def test_a_rule_of_a_security_policy(self, type_: str) -> None:
        values = {"security_policy": "shop", "priority": 7, "action": "allow"}

        read = read_resource(type_, values, Origin("a", type_))

        assert read is not None
        assert read.resource == SecurityRule(
            priority=7,
            action="allow",
            content="action: allow",
            policy=ResourceName("securityPolicies", "shop"),
        )


@pytest.mark.parametrize(
    ("dialect", "iap", "expected"),
    [
        (Dialect.TERRAFORM, [{"oauth2_client_id": "x"}], True),
        (Dialect.TERRAFORM, [{"enabled": False}], False),
        (Dialect.TERRAFORM, [], None),
        (Dialect.API, {"oauth2ClientId": "x"}, None),
        (Dialect.API, {"enabled": False}, False),
        (Dialect.API, {"enabled": True}, True),
    ],
)
def test_identity_aware_proxy(dialect: Dialect, iap: Any, expected: bool | None) -> None:
    """Up to version 5 of the provider its block alone turned it on; the API leaves out what is false."""
    body = Body({"iap": iap}, Origin("web", ""), service.BACKEND_SERVICE, dialect)

    assert service.backend_service(body).iap is expected


@pytest.mark.parametrize(
    ("rules", "paths"),
    [
        ([{"prefix_match": "/a"}], ("/a*",)),
        ([{"full_path_match": "/a"}], ("/a",)),
        ([{"prefix_match": "/a"}, {"prefix_match": "/b"}], ("prefix_match = /a, prefix_match = /b",)),
        (
            [{"prefix_match": "/a", "header_matches": [{"header_name": "x", "exact_match": "y"}]}],
            ("header_matches = {exact_match = y, header_name = x}, prefix_match = /a",),
        ),
        ([{"regex_match": "/a.*"}], ("regex_match = /a.*",)),
        ([], ()),
    ],
)
def test_a_route_rule_is_told_by_what_it_matches(rules: list[Any], paths: tuple[str, ...]) -> None:
    """One that matches a path or a prefix, and nothing else, is a path rule in other words."""
    type_ = "google_compute_url_map"
    values = {"path_matcher": [{"name": "m", "route_rules": [{"match_rules": rules}]}]}

    read = read_resource(type_, values, Origin("a", type_))

    assert read is not None
    assert read.resource.path_matchers[0].rules[0].paths == paths
