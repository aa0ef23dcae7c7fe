"""Groups in what is of one dialect alone, or not known."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.capacity import Autoscaler, InstanceGroup, InstanceGroupManager, NetworkEndpoints
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
            zone="us-east1-b",
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


def scaler_of_api(policy: Any) -> Autoscaler:
    return capacity.autoscaler(
        Body({"name": "a", "autoscalingPolicy": policy}, ORIGIN, capacity.AUTOSCALER, Dialect.API)
    )


def scaler_of_terraform(**policy: Any) -> Autoscaler:
    scaler = of_terraform("autoscaler", name="a", autoscaling_policy=[policy])
    assert isinstance(scaler, Autoscaler)
    return scaler


class TestSignals:
    """What an autoscaler follows, in either dialect."""

    def test_of_terraform(self) -> None:
        scaler = scaler_of_terraform(
            cpu_utilization=[{"target": 0.6}],
            load_balancing_utilization=[{"target": 0.8}],
            metric=[{"name": "queue"}],
            scaling_schedules=[{"name": "noon", "schedule": "0 12 * * *"}],
        )

        assert (scaler.cpu, scaler.load_balancing, scaler.metrics, scaler.schedules) == (True,) * 4

    def test_of_the_api(self) -> None:
        scaler = scaler_of_api(
            {
                "cpuUtilization": {"utilizationTarget": 0.6},
                "loadBalancingUtilization": {},
                "customMetricUtilizations": [{"metric": "queue"}],
                "scalingSchedules": {"noon": {"schedule": "0 12 * * *"}},
            }
        )

        assert (scaler.cpu, scaler.load_balancing, scaler.metrics, scaler.schedules) == (True,) * 4

    @pytest.mark.parametrize(
        "scaler",
        [
            scaler_of_terraform(min_replicas=1),
            scaler_of_terraform(load_balancing_utilization=[], metric=[], scaling_schedules=[]),
            scaler_of_api({"customMetricUtilizations": [], "scalingSchedules": {}}),
            scaler_of_api({"scalingSchedules": None}),
        ],
    )
    def test_none(self, scaler: Autoscaler) -> None:
        assert (scaler.cpu, scaler.load_balancing, scaler.metrics, scaler.schedules) == (None,) * 4

    @pytest.mark.parametrize(
        ("schedules", "expected"),
        [
            ([{"disabled": True}], None),
            ([{"disabled": True}, {"disabled": False}], True),
            ([{"disabled": Unknown("var.off")}, {}], True),
        ],
    )
    def test_a_schedule_that_is_disabled_is_none(self, schedules: Any, expected: bool | None) -> None:
        by_name = {f"s{index}": each for index, each in enumerate(schedules)}

        assert scaler_of_terraform(scaling_schedules=schedules).schedules is expected
        assert scaler_of_api({"scalingSchedules": by_name}).schedules is expected

    def test_a_schedule_that_may_be_disabled(self) -> None:
        off = Unknown("var.off")

        schedules = scaler_of_terraform(scaling_schedules=[{"disabled": off}]).schedules

        assert isinstance(schedules, Unknown)
        assert schedules.at is not None
        assert str(schedules.at.path) == "autoscaling_policy.scaling_schedules[0].disabled"
        assert scaler_of_api({"scalingSchedules": {"noon": off}}).schedules == Unknown(
            "var.off", at=at("autoscalingPolicy.scalingSchedules.noon")
        )

    def test_schedules_that_are_not_objects(self) -> None:
        assert scaler_of_api({"scalingSchedules": {"noon": 12}}).schedules == Unknown(
            "autoscalingPolicy.scalingSchedules.noon is a number",
            at=at("autoscalingPolicy.scalingSchedules.noon"),
        )

    def test_not_known(self) -> None:
        scaler = scaler_of_terraform(load_balancing_utilization=Unknown("var.x"), metric=Unknown("var.y"))

        assert scaler.load_balancing == Unknown(
            "var.x", at=at("autoscaling_policy.load_balancing_utilization")
        )
        assert scaler.metrics == Unknown("var.y", at=at("autoscaling_policy.metric"))


class TestScaleInControl:
    def test_of_terraform(self) -> None:
        scaler = scaler_of_terraform(scale_in_control=[{"time_window_sec": 600}])

        assert (scaler.scale_in_control, scaler.scale_in_window_sec) == (True, 600)
        window = scaler.origin.at("scale_in_window_sec")
        assert window == at("autoscaling_policy.scale_in_control.time_window_sec")

    def test_of_the_api(self) -> None:
        scaler = scaler_of_api({"scaleInControl": {"timeWindowSec": 600}})

        assert (scaler.scale_in_control, scaler.scale_in_window_sec) == (True, 600)
        window = scaler.origin.at("scale_in_window_sec")
        assert window == at("autoscalingPolicy.scaleInControl.timeWindowSec")

    def test_without_a_window(self) -> None:
        control = {"max_scaled_in_replicas": [{"fixed": 1}]}
        scaler = scaler_of_terraform(scale_in_control=[control])

        assert (scaler.scale_in_control, scaler.scale_in_window_sec) == (True, None)

    def test_none(self) -> None:
        scaler = scaler_of_terraform(scale_in_control=[])

        assert (scaler.scale_in_control, scaler.scale_in_window_sec) == (None, None)

    def test_not_known(self) -> None:
        scaler = scaler_of_terraform(scale_in_control=[{"time_window_sec": Unknown("var.x")}])

        assert scaler.scale_in_control is True
        assert scaler.scale_in_window_sec == Unknown(
            "var.x", at=at("autoscaling_policy.scale_in_control.time_window_sec")
        )
