"""Groups in what is of one dialect alone, or not known."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.capacity import InstanceGroup, InstanceGroupManager, NetworkEndpoints
from spillover.model.names import ResourceName
from spillover.model.source import FieldPath, FieldRef, Origin, Reference, Unknown
from spillover.read.body import Body, Dialect
from spillover.read.resources import capacity
from spillover.read.terraform import read_resource

ORIGIN = Origin("x.this", "x")
NEG = ResourceName("networkEndpointGroups", "neg", "zones/us-east1-b", "p")
NEG_ID = "projects/p/zones/us-east1-b/networkEndpointGroups/neg"


def at(path: str) -> FieldRef:
    return FieldRef(ORIGIN, FieldPath.parse(path))


def of_terraform(type_: str, **values: Any) -> Any:
    read = read_resource(f"google_compute_{type_}", values, ORIGIN)
    assert read is not None
    return read.resource


def manager_of_api(distribution: Any) -> InstanceGroupManager:
    values = {"name": "m", "distributionPolicy": distribution}
    return capacity.instance_group_manager(Body(values, ORIGIN, capacity.MANAGER, Dialect.API))


class TestInstances:
    @pytest.mark.parametrize(
        ("written", "instances"),
        [
            (["vm-1", "vm-2"], ("vm-1", "vm-2")),
            ([], ()),
            (["vm-1", Unknown("x.id")], ("vm-1", Unknown("x.id", at=at("instances[1]")))),
            (Unknown("var.vms"), Unknown("var.vms", at=at("instances"))),
        ],
    )
    def test_of_an_unmanaged_group(self, written: Any, instances: Any) -> None:
        group = of_terraform("instance_group", name="g", zone="us-east1-b", instances=written)

        assert group == InstanceGroup(
            name="g",
            instances=instances,
            identity=ResourceName("instanceGroups", "g", "zones/us-east1-b"),
        )


class TestDistributionZones:
    @pytest.mark.parametrize(
        ("written", "zones"),
        [
            (["us-east1-b", "us-east1-c"], ("us-east1-b", "us-east1-c")),
            (
                ["us-east1-b", Unknown("var.z")],
                ("us-east1-b", Unknown("var.z", at=at("distribution_policy_zones[1]"))),
            ),
            (Unknown("var.zones"), Unknown("var.zones", at=at("distribution_policy_zones"))),
        ],
    )
    def test_of_terraform(self, written: Any, zones: Any) -> None:
        manager = of_terraform("region_instance_group_manager", name="m", distribution_policy_zones=written)

        assert manager.distribution_zones == zones

    @pytest.mark.parametrize(
        ("written", "zones"),
        [
            ({"zones": [{"zone": "zones/us-east1-b"}, {"zone": "us-east1-c"}]}, ("us-east1-b", "us-east1-c")),
            ({"zones": [{}, {"zone": "us-east1-c"}]}, ("us-east1-c",)),
            ({"zones": []}, ()),
            ({}, None),
            (
                {"zones": "us-east1-b"},
                Unknown("distributionPolicy.zones is a string", at=at("distributionPolicy.zones")),
            ),
        ],
    )
    def test_of_the_api(self, written: Any, zones: Any) -> None:
        assert manager_of_api(written).distribution_zones == zones

    def test_of_the_api_one_that_is_wrong(self) -> None:
        zones = manager_of_api({"zones": [{"zone": []}]}).distribution_zones

        assert isinstance(zones, tuple)
        (zone,) = zones
        assert isinstance(zone, Unknown)
        assert zone.because == "zone is a list"
        assert zone.at is not None
        assert str(zone.at.path) == "distributionPolicy.zones[0].zone"


class TestEndpoints:
    """In Terraform the endpoints of a group are resources of their own, one or many."""

    def test_one(self) -> None:
        assert of_terraform("network_endpoint", network_endpoint_group=NEG_ID) == NetworkEndpoints(NEG, 1)

    @pytest.mark.parametrize(
        ("blocks", "number"),
        [
            ([{"instance": "vm-1"}, {"instance": "vm-2"}], 2),
            ([], 0),
            (None, 0),
            (Unknown("var.vms"), Unknown("var.vms", at=at("network_endpoints"))),
            ([{"instance": "vm-1"}, Unknown("var.more")], Unknown("var.more", at=at("network_endpoints"))),
        ],
    )
    def test_many(self, blocks: Any, number: Any) -> None:
        endpoints = of_terraform("network_endpoints", network_endpoint_group=NEG_ID, network_endpoints=blocks)

        assert endpoints == NetworkEndpoints(NEG, number)

    def test_of_a_group_that_has_no_name_yet(self) -> None:
        neg = Reference("google_compute_network_endpoint_group.neg")

        endpoint = of_terraform("network_endpoint", network_endpoint_group=Unknown("neg.id", refers_to=neg))

        assert endpoint == NetworkEndpoints(neg, 1)
