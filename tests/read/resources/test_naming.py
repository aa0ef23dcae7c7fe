"""What a resource is called and where it is, as far as its source says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from spillover.model.names import ResourceName
from spillover.model.source import FieldRef, Origin, Unknown
from spillover.read.body import Body, Dialect, Fields
from spillover.read.resources.naming import PLACE, identity_of, is_global, project_of, region_of, zone_of
from spillover.read.terraform import read_resource

FIELDS = Fields.table(**PLACE)
URL = "https://www.googleapis.com/compute/v1/projects/demo-proj"


def terraform(type_: str = "google_compute_region_backend_service", **values: Any) -> Body:
    return Body(values, Origin("x.this", type_), FIELDS, Dialect.TERRAFORM)


def api(**values: Any) -> Body:
    return Body(values, Origin("-", "compute#backendService"), FIELDS, Dialect.API)


class TestPlaces:
    @pytest.mark.parametrize(
        ("body", "region", "zone"),
        [
            (terraform(region="us-east1"), "us-east1", None),
            (terraform(zone="us-east1-b"), None, "us-east1-b"),
            pytest.param(
                terraform("google_compute_url_map", region="us-east1"), None, None, id="the provider's"
            ),
            (api(region=f"{URL}/regions/us-east1"), "us-east1", None),
            (api(zone=f"{URL}/zones/us-east1-b", region="us-east1"), "us-east1", "us-east1-b"),
            (api(selfLink=f"{URL}/regions/us-east1/backendServices/x"), "us-east1", None),
            (api(selfLink=f"{URL}/global/backendServices/x"), None, None),
            (api(selfLink="x", region="us-east1"), "us-east1", None),
            (api(), None, None),
        ],
    )
    def test_are_names(self, body: Body, region: str | None, zone: str | None) -> None:
        assert (region_of(body), zone_of(body)) == (region, zone)

    def test_may_be_unknown(self) -> None:
        body = terraform(region=Unknown("var.region"), zone=Unknown("var.zone"))

        assert region_of(body) == Unknown(
            "var.region", at=FieldRef(body.origin, body.named().at("region").path)
        )
        assert zone_of(body) == Unknown("var.zone", at=FieldRef(body.origin, body.named().at("zone").path))


class TestProject:
    @pytest.mark.parametrize(
        ("body", "project"),
        [
            (terraform(project="demo-proj"), "demo-proj"),
            (terraform(project=123456), "123456"),
            (terraform(), None),
            (api(selfLink=f"{URL}/global/backendServices/x"), "demo-proj"),
            (api(selfLink="projects/123456/global/backendServices/x"), "123456"),
            (api(selfLink="x"), None),
            (api(), None),
        ],
    )
    def test_id_or_number(self, body: Body, project: str | None) -> None:
        assert project_of(body) == project


class TestIsGlobal:
    @pytest.mark.parametrize(
        ("type_", "expected"),
        [
            ("google_compute_backend_service", True),
            ("google_compute_global_forwarding_rule", True),
            ("google_compute_health_check", True),
            ("google_compute_region_backend_service", False),
            ("google_compute_forwarding_rule", False),
            ("google_compute_region_health_check", False),
        ],
    )
    def test_in_terraform_the_type_says_so(self, type_: str, expected: bool) -> None:
        assert is_global(terraform(type_), "healthChecks") is expected

    @pytest.mark.parametrize(
        ("values", "expected"),
        [
            ({"selfLink": f"{URL}/global/backendServices/x"}, True),
            ({"selfLink": f"{URL}/regions/us-east1/backendServices/x"}, False),
            ({"selfLink": "x", "region": "us-east1"}, False),
            ({"selfLink": "x"}, True),
            ({"region": f"{URL}/regions/us-east1"}, False),
            ({}, True),
            ({"loadBalancingScheme": "EXTERNAL_MANAGED"}, True),
            # As written for an import: it has a region that is not known.
            ({"loadBalancingScheme": "INTERNAL"}, False),
        ],
    )
    def test_in_the_api_the_region_does(self, values: dict[str, Any], expected: bool) -> None:
        assert is_global(api(**values), "backendServices") is expected


class TestIdentity:
    @pytest.mark.parametrize(
        ("body", "collection", "scope", "project"),
        [
            pytest.param(
                api(name="x", selfLink=f"{URL}/regions/us-east1/backendServices/x"),
                "backendServices",
                "regions/us-east1",
                "demo-proj",
                id="self link",
            ),
            pytest.param(
                api(name="x", selfLink=f"{URL}/zones/us-east1-b/instanceGroupManagers/x"),
                "instanceGroups",
                "zones/us-east1-b",
                "demo-proj",
                id="self link of another collection",
            ),
            pytest.param(
                api(name="x", region=f"{URL}/regions/us-east1"),
                "backendServices",
                "regions/us-east1",
                None,
                id="exported: the region alone",
            ),
            pytest.param(api(name="x"), "backendServices", "global", None, id="service without a region"),
            pytest.param(api(name="x"), "forwardingRules", "global", None, id="rule without a region"),
            pytest.param(api(name="x"), "healthChecks", "global", None, id="check without a region"),
            pytest.param(
                api(name="x", loadBalancingScheme="INTERNAL"),
                "forwardingRules",
                None,
                None,
                id="no region, but internal: not known",
            ),
            pytest.param(
                api(name="x"), "instanceGroups", None, None, id="no place, and never global: not known"
            ),
            pytest.param(
                api(name="projects/p/locations/us-east1-b/interceptDeployments/x"),
                "interceptDeployments",
                "zones/us-east1-b",
                "p",
                id="named by its path",
            ),
            pytest.param(
                api(name="projects/p/locations/global/interceptDeployments/x"),
                "interceptDeployments",
                "global",
                "p",
                id="named by a global path",
            ),
            pytest.param(
                terraform(name="x", region="us-east1", project="p"),
                "backendServices",
                "regions/us-east1",
                "p",
                id="Terraform, regional",
            ),
            pytest.param(
                terraform(name="x", zone="us-east1-b"),
                "instanceGroups",
                "zones/us-east1-b",
                None,
                id="Terraform, zonal",
            ),
            pytest.param(
                terraform("google_compute_health_check", name="x", project="p"),
                "healthChecks",
                "global",
                "p",
                id="Terraform, global",
            ),
            pytest.param(
                terraform(name="x", region=Unknown("var.region"), project=Unknown("var.project")),
                "backendServices",
                None,
                None,
                id="Terraform, unknown place and project",
            ),
            pytest.param(terraform(name="x"), "backendServices", None, None, id="Terraform, no place"),
        ],
    )
    def test_is_as_much_as_is_known(
        self, body: Body, collection: str, scope: str | None, project: str | None
    ) -> None:
        assert identity_of(body, collection) == ResourceName(collection, "x", scope, project)

    @pytest.mark.parametrize("body", [api(), terraform(name=Unknown("var.name")), terraform(name=["x"])])
    def test_without_a_name_there_is_none(self, body: Body) -> None:
        assert identity_of(body, "backendServices") is None


class TestBareNames:
    """A link that is a bare name is of the collection that belongs there."""

    @pytest.mark.parametrize(
        ("type_", "values", "collections"),
        [
            ("compute_region_backend_service", {"backend": [{"group": "x"}]}, ["instanceGroups"]),
            ("compute_region_backend_service", {"used_by": [{"reference": "x"}]}, ["forwardingRules"]),
            ("compute_forwarding_rule", {"backend_service": "x"}, ["backendServices"]),
            ("compute_forwarding_rule", {"network": "x"}, ["networks"]),
            ("compute_region_backend_service", {"health_checks": ["x"]}, ["healthChecks"]),
            (
                "compute_target_https_proxy",
                {"url_map": "x", "ssl_certificates": ["x"]},
                ["urlMaps", "sslCertificates"],
            ),
            ("compute_target_tcp_proxy", {"backend_service": "x"}, ["backendServices"]),
            ("compute_url_map", {"default_service": "x"}, ["backendServices"]),
            ("compute_subnetwork", {"network": "x"}, ["networks"]),
            ("compute_packet_mirroring", {"collector_ilb": [{"url": "x"}]}, ["forwardingRules"]),
            ("compute_service_attachment", {"target_service": "x"}, ["forwardingRules"]),
            ("network_security_intercept_deployment", {"forwarding_rule": "x"}, ["forwardingRules"]),
            ("network_security_mirroring_deployment", {"forwarding_rule": "x"}, ["forwardingRules"]),
            (
                "compute_vpn_tunnel",
                {"router": "x", "vpn_gateway": "x", "target_vpn_gateway": "x"},
                ["routers", "vpnGateways", "targetVpnGateways"],
            ),
            ("compute_router", {"network": "x"}, ["networks"]),
            ("compute_autoscaler", {"target": "x"}, ["instanceGroupManagers"]),
            ("compute_network_endpoint", {"network_endpoint_group": "x"}, ["networkEndpointGroups"]),
            ("compute_network_endpoints", {"network_endpoint_group": "x"}, ["networkEndpointGroups"]),
            ("dns_record_set", {"routing_policy": [{"health_check": "x"}]}, ["healthChecks"]),
        ],
    )
    def test_collection(self, type_: str, values: dict[str, Any], collections: list[str]) -> None:
        read = read_resource(f"google_{type_}", values, Origin("x.this", f"google_{type_}"))

        assert read is not None
        assert list(links(read.resource)) == [ResourceName(collection, "x") for collection in collections]


def links(value: Any) -> Iterator[ResourceName]:
    """Every resource name inside of a model object."""
    if isinstance(value, ResourceName):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from links(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from links(getattr(value, field.name))
