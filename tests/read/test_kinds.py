"""Which kind of Google's an object is, by what it says of itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.kinds import KINDS, address, is_googles, is_group_health, is_listed_instance, recognised

COMPUTE = "https://www.googleapis.com/compute/v1/projects/demo-proj"
NAMED = {kind.name: kind for kind in KINDS}


def kind_of(value: Any) -> str | None:
    kind = recognised(value)
    return kind.name if kind else None


def test_the_kinds() -> None:
    """By the name, the collection and the schema that Google gives them."""
    assert {kind.name: (kind.collection, kind.schema) for kind in KINDS} == {
        "compute#backendService": ("backendServices", "BackendService"),
        "compute#forwardingRule": ("forwardingRules", "ForwardingRule"),
        "compute#healthCheck": ("healthChecks", "HealthCheck"),
        "dns#resourceRecordSet": ("rrsets", "ResourceRecordSet"),
        "dns#managedZone": ("managedZones", "ManagedZone"),
        "compute#packetMirroring": ("packetMirrorings", "PacketMirroring"),
        "compute#serviceAttachment": ("serviceAttachments", "ServiceAttachment"),
        "networksecurity#interceptDeployment": ("interceptDeployments", "InterceptDeployment"),
        "networksecurity#mirroringDeployment": ("mirroringDeployments", "MirroringDeployment"),
        "compute#instanceGroup": ("instanceGroups", "InstanceGroup"),
        "compute#instanceGroupManager": ("instanceGroupManagers", "InstanceGroupManager"),
        "compute#autoscaler": ("autoscalers", "Autoscaler"),
        "compute#networkEndpointGroup": ("networkEndpointGroups", "NetworkEndpointGroup"),
        "compute#vpnTunnel": ("vpnTunnels", "VpnTunnel"),
        "compute#interconnectAttachment": ("interconnectAttachments", "InterconnectAttachment"),
        "compute#route": ("routes", "Route"),
        "networkconnectivity#policyBasedRoute": ("policyBasedRoutes", "PolicyBasedRoute"),
        "compute#urlMap": ("urlMaps", "UrlMap"),
        "compute#targetGrpcProxy": ("targetGrpcProxies", "TargetGrpcProxy"),
        "compute#targetHttpProxy": ("targetHttpProxies", "TargetHttpProxy"),
        "compute#targetHttpsProxy": ("targetHttpsProxies", "TargetHttpsProxy"),
        "compute#targetSslProxy": ("targetSslProxies", "TargetSslProxy"),
        "compute#targetTcpProxy": ("targetTcpProxies", "TargetTcpProxy"),
        "compute#backendBucket": ("backendBuckets", "BackendBucket"),
        "compute#sslCertificate": ("sslCertificates", "SslCertificate"),
        "compute#securityPolicy": ("securityPolicies", "SecurityPolicy"),
        "compute#sslPolicy": ("sslPolicies", "SslPolicy"),
        "compute#address": ("addresses", "Address"),
        "compute#subnetwork": ("subnetworks", "Subnetwork"),
        # Their schemas are not needed: little is read of them.
        "compute#network": ("networks", ""),
        "compute#router": ("routers", ""),
        "compute#vpnGateway": ("vpnGateways", ""),
        "compute#targetVpnGateway": ("targetVpnGateways", ""),
    }


class TestRecognised:
    @pytest.mark.parametrize("name", NAMED)
    def test_by_kind(self, name: str) -> None:
        assert kind_of({"kind": name}) == name

    @pytest.mark.parametrize("kind", KINDS, ids=NAMED)
    @pytest.mark.parametrize(
        "link",
        [
            "https://www.googleapis.com/compute/v1/projects/p/regions/us-east1/{}/x",
            "https://compute.googleapis.com/compute/beta/projects/p/global/{}/x",
            "//compute.googleapis.com/projects/p/zones/us-east1-b/{}/x",
            "projects/p/global/{}/x",
        ],
    )
    def test_by_self_link(self, kind: Any, link: str) -> None:
        assert kind_of({"name": "x", "selfLink": link.format(kind.collection)}) == kind.name

    @pytest.mark.parametrize(
        ("collection", "name"),
        [
            ("interceptDeployments", "networksecurity#interceptDeployment"),
            ("mirroringDeployments", "networksecurity#mirroringDeployment"),
        ],
    )
    def test_by_a_name_that_is_a_path(self, collection: str, name: str) -> None:
        assert kind_of({"name": f"projects/p/locations/us-east1-b/{collection}/x"}) == name

    @pytest.mark.parametrize(
        ("value", "name"),
        [
            (
                {"networkPassThroughLbTrafficPolicy": {"zonalAffinity": {}}},
                "compute#backendService",
            ),
            ({"failoverPolicy": {}}, "compute#backendService"),
            ({"backends": []}, "compute#backendService"),
            ({"subsetting": {}}, "compute#backendService"),
            ({"haPolicy": {}}, "compute#backendService"),
            ({"loadBalancingScheme": "INTERNAL", "protocol": "TCP"}, "compute#backendService"),
            ({"IPProtocol": "TCP", "loadBalancingScheme": "INTERNAL"}, "compute#forwardingRule"),
            ({"isMirroringCollector": True}, "compute#forwardingRule"),
            ({"IPAddress": "10.0.0.9", "loadBalancingScheme": "INTERNAL"}, "compute#forwardingRule"),
            ({"checkIntervalSec": 5}, "compute#healthCheck"),
            ({"sourceRegions": []}, "compute#healthCheck"),
            ({"unhealthyThreshold": 2}, "compute#healthCheck"),
            ({"type": "A", "routingPolicy": {}}, "dns#resourceRecordSet"),
            ({"type": "A", "rrdatas": []}, "dns#resourceRecordSet"),
            ({"type": "A", "ttl": 30}, "dns#resourceRecordSet"),
            ({"collectorIlb": {}}, "compute#packetMirroring"),
            ({"targetService": "x"}, "compute#serviceAttachment"),
            ({"interceptDeploymentGroup": "x"}, "networksecurity#interceptDeployment"),
            ({"mirroringDeploymentGroup": "x"}, "networksecurity#mirroringDeployment"),
            ({"baseInstanceName": "x"}, "compute#instanceGroupManager"),
            ({"distributionPolicy": {}}, "compute#instanceGroupManager"),
            ({"autoscalingPolicy": {}}, "compute#autoscaler"),
            ({"networkEndpointType": "GCE_VM_IP"}, "compute#networkEndpointGroup"),
            ({"ikeVersion": 2}, "compute#vpnTunnel"),
            ({"edgeAvailabilityDomain": "x"}, "compute#interconnectAttachment"),
            ({"pathMatchers": []}, "compute#urlMap"),
            ({"hostRules": []}, "compute#urlMap"),
            ({"sslCertificates": [], "urlMap": "x"}, "compute#targetHttpsProxy"),
            ({"bucketName": "x"}, "compute#backendBucket"),
            ({"addressType": "EXTERNAL"}, "compute#address"),
            ({"ipCidrRange": "10.0.0.0/26"}, "compute#subnetwork"),
            # A field that tells more than the name or the link does not matter.
            ({"name": "x", "selfLink": "x", "backends": []}, "compute#backendService"),
            ({"name": "a/b", "backends": []}, "compute#backendService"),
            ({"kind": "BackendService", "backends": []}, "compute#backendService"),
            ({"kind": None, "selfLink": None, "backends": []}, "compute#backendService"),
        ],
    )
    def test_by_fields_that_no_other_kind_has(self, value: dict[str, Any], name: str) -> None:
        assert kind_of(value) == name

    def test_what_it_says_of_itself_goes_before_its_fields(self) -> None:
        value = {"backends": [], "checkIntervalSec": 5}

        assert kind_of({"kind": "compute#forwardingRule", **value}) == "compute#forwardingRule"
        assert kind_of({"selfLink": f"{COMPUTE}/global/routers/x", **value}) == "compute#router"
        assert kind_of({"kind": "compute#image", **value}) is None
        assert kind_of({"selfLink": f"{COMPUTE}/global/images/x", **value}) is None

    @pytest.mark.parametrize(
        "value",
        [
            None,
            "compute#backendService",
            3,
            [],
            {},
            {"name": "x"},
            {"type": "A"},
            {"ttl": 30},
            {"IPAddress": "10.0.0.9"},
            {"loadBalancingScheme": "INTERNAL"},
            {"apiVersion": "v1", "kind": "Service", "metadata": {}, "spec": {}},
        ],
    )
    def test_anything_else_is_not(self, value: Any) -> None:
        assert recognised(value) is None


class TestIsGoogles:
    @pytest.mark.parametrize(
        "value",
        [
            {"kind": "compute#image"},
            {"kind": "compute#instance", "status": "RUNNING"},
            {"kind": "dns#policy"},
            {"kind": "storage#bucket", "selfLink": "https://www.googleapis.com/storage/v1/b/x"},
            {"selfLink": f"{COMPUTE}/global/images/x"},
            {"name": "projects/p/locations/global/interceptDeploymentGroups/x"},
            {"name": "projects/123/locations/us-east1/certificates/x"},
        ],
    )
    def test_objects_of_other_kinds(self, value: Any) -> None:
        assert is_googles(value)
        assert recognised(value) is None

    @pytest.mark.parametrize(
        "value",
        [
            None,
            "compute#urlMap",
            {},
            {"kind": "Deployment"},
            {"kind": "#"},
            {"kind": ["compute#urlMap"]},
            {"selfLink": "/api/v1/namespaces/x"},
            {"selfLink": 3, "name": None},
            {"name": "projects/p"},
            {"name": "locations/us-east1/certificates/x"},
        ],
    )
    def test_anything_else_is_not(self, value: Any) -> None:
        assert not is_googles(value)


class TestAddress:
    """``projects/P/regions/R/backendServices/NAME``, with ``-`` for what is not known."""

    @pytest.mark.parametrize(
        ("kind", "value", "expected"),
        [
            (
                "compute#backendService",
                {"name": "x", "selfLink": f"{COMPUTE}/regions/us-east1/backendServices/x"},
                "projects/demo-proj/regions/us-east1/backendServices/x",
            ),
            (
                "compute#backendService",
                {
                    "name": "x",
                    "selfLink": "https://compute.googleapis.com/compute/beta/projects/123/global/backendServices/x",
                },
                "projects/123/global/backendServices/x",
            ),
            (
                "compute#backendService",
                {"name": "x", "region": f"{COMPUTE}/regions/us-east1"},
                "projects/-/regions/us-east1/backendServices/x",
            ),
            ("compute#backendService", {"name": "x"}, "projects/-/global/backendServices/x"),
            (
                "compute#backendService",
                {"name": "x", "loadBalancingScheme": "INTERNAL"},
                "projects/-/-/backendServices/x",
            ),
            ("compute#forwardingRule", {"name": "x"}, "projects/-/global/forwardingRules/x"),
            ("compute#healthCheck", {}, "projects/-/global/healthChecks/-"),
            ("compute#instanceGroup", {"name": "x"}, "projects/-/-/instanceGroups/x"),
            (
                "compute#instanceGroup",
                {"name": "x", "zone": f"{COMPUTE}/zones/us-east1-b", "region": "us-east1"},
                "projects/-/zones/us-east1-b/instanceGroups/x",
            ),
            (
                "compute#instanceGroupManager",
                {"name": "x", "region": "us-east1"},
                "projects/-/regions/us-east1/instanceGroupManagers/x",
            ),
            (
                "compute#instanceGroupManager",
                {"selfLink": "projects/p/zones/us-east1-b/instanceGroupManagers/x"},
                "projects/p/zones/us-east1-b/instanceGroupManagers/x",
            ),
            (
                "networksecurity#interceptDeployment",
                {"name": "projects/p/locations/us-east1-b/interceptDeployments/x"},
                "projects/p/zones/us-east1-b/interceptDeployments/x",
            ),
            ("dns#managedZone", {"name": "z1"}, "projects/-/managedZones/z1"),
            (
                "compute#router",
                {"name": 5, "selfLink": None, "zone": 1, "region": ""},
                "projects/-/-/routers/-",
            ),
        ],
    )
    def test_of_a_resource(self, kind: str, value: dict[str, Any], expected: str) -> None:
        assert address(value, NAMED[kind]) == expected

    @pytest.mark.parametrize(
        ("value", "zone", "expected"),
        [
            (
                {"name": "shop.example.test.", "type": "A"},
                "z1",
                "projects/-/managedZones/z1/rrsets/shop.example.test./A",
            ),
            (
                {"name": "shop.example.test.", "type": "AAAA"},
                None,
                "projects/-/managedZones/-/rrsets/shop.example.test./AAAA",
            ),
            ({}, None, "projects/-/managedZones/-/rrsets/-/-"),
            ({"name": 1, "type": ["A"]}, "z1", "projects/-/managedZones/z1/rrsets/-/-"),
        ],
    )
    def test_of_a_record_set(self, value: dict[str, Any], zone: str | None, expected: str) -> None:
        assert address({**value, "managedZone": zone}, NAMED["dns#resourceRecordSet"]) == expected


class TestObservations:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ({"instance": f"{COMPUTE}/zones/us-east1-b/instances/vm", "status": "RUNNING"}, True),
            ({"instance": "vm", "status": "RUNNING", "namedPorts": []}, True),
            ({"instance": "vm"}, False),
            ({"instance": 1, "status": "RUNNING"}, False),
            ({"status": "RUNNING"}, False),
            ([], False),
            (None, False),
        ],
    )
    def test_listed_instance(self, value: Any, expected: bool) -> None:
        assert is_listed_instance(value) is expected

    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ({"backend": "g", "status": {"kind": "compute#backendServiceGroupHealth"}}, True),
            ({"backend": "g", "status": {}}, True),
            ({"kind": "compute#backendServiceGroupHealth", "healthStatus": []}, True),
            ({"backend": "g", "status": "UP"}, False),
            ({"backend": {}, "status": {}}, False),
            ({"status": {}}, False),
            ([], False),
        ],
    )
    def test_group_health(self, value: Any, expected: bool) -> None:
        assert is_group_health(value) is expected


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["kind", "name", "selfLink", "backend", "status", "type", "ttl", "backends"]),
            inner | st.sampled_from([*NAMED, f"{COMPUTE}/global/backendServices/x"]),
        )
    ),
    max_leaves=6,
)


@given(value=anything)
def test_a_kind_that_is_told_decides(value: Any) -> None:
    told = value.get("kind") if isinstance(value, dict) else None
    kind = recognised(value)

    if isinstance(told, str) and "#" in told:
        assert kind is NAMED.get(told)
    if kind is not None:
        assert address(value, kind).startswith("projects/")
