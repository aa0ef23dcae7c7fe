"""What the configuration says of the size of a group, zone by zone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from spillover.model.capacity import (
    Autoscaler,
    Group,
    InstanceGroup,
    InstanceGroupManager,
    NetworkEndpointGroup,
    NetworkEndpoints,
    Size,
    Unplaced,
)
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.source import Maybe, Origin, Reference, Unknown
from spillover.plan.configured import configured_sizes

ZONE, OTHER_ZONE = "us-east1-b", "us-east1-c"
SIZE_UNKNOWN = Unknown("the size of group g: give --instances g=FILE, --health FILE or a scenario")
ENDPOINTS_UNKNOWN = Unknown("the size of group g: give --health FILE or a scenario")
VARIABLE = Unknown("var.size")


def name(collection: str = "instanceGroups", scope: str | None = f"zones/{ZONE}") -> ResourceName:
    return ResourceName(collection, "g", scope, "p")


def sizes(group: Group | None, *others: Any) -> Mapping[str, Size] | Unplaced | Unknown:
    known = group.identity if group else name()
    return configured_sizes(group, known, "g", Deployment(resources=(group, *others) if group else others))


class TestUnmanaged:
    @pytest.mark.parametrize(
        ("group", "size"),
        [
            pytest.param(
                InstanceGroup(instances=("a", Unknown("google_compute_instance.b.id"))),
                Size.exactly(2),
                id="its members are listed, one not yet by name",
            ),
            pytest.param(InstanceGroup(instances=()), Size.exactly(0), id="listed, and none"),
            pytest.param(InstanceGroup(size=3), Size.exactly(3), id="the API tells the number"),
            pytest.param(
                InstanceGroup(size=3, instances=("a",)), Size.exactly(1), id="a list is better than a number"
            ),
            pytest.param(InstanceGroup(), Size(0, None, SIZE_UNKNOWN), id="neither"),
            pytest.param(
                InstanceGroup(instances=VARIABLE), Size(0, None, VARIABLE), id="a list that is not known"
            ),
            pytest.param(NetworkEndpointGroup(size=4), Size.exactly(4), id="endpoints, by number"),
            pytest.param(NetworkEndpointGroup(), Size(0, None, ENDPOINTS_UNKNOWN), id="endpoints, not told"),
        ],
    )
    def test_size(self, group: InstanceGroup | NetworkEndpointGroup, size: Size) -> None:
        at = name("networkEndpointGroups") if isinstance(group, NetworkEndpointGroup) else name()

        assert configured_sizes(group, at, "g", Deployment()) == {ZONE: size}

    def test_a_group_that_was_not_read_has_its_zone(self) -> None:
        endpoints = NetworkEndpoints(name("networkEndpointGroups"), 2)

        assert sizes(None, endpoints) == {ZONE: Size(0, None, SIZE_UNKNOWN)}

    @pytest.mark.parametrize("scope", [None, "regions/us-east1"])
    def test_without_a_zone_in_its_name(self, scope: str | None) -> None:
        zones = configured_sizes(InstanceGroup(size=3), name(scope=scope), "g", Deployment())

        assert zones == Unknown("the zones of group g: give --instances g=FILE, --health FILE or a scenario")

    def test_of_a_group_that_has_no_name_yet(self) -> None:
        group = InstanceGroup(instances=("a", "b"), zone=ZONE)

        assert configured_sizes(group, None, "g", Deployment()) == {ZONE: Size.exactly(2)}

    def test_without_a_name(self) -> None:
        zones = configured_sizes(InstanceGroup(size=3), None, "g", Deployment())

        assert zones == Unknown("the zones of group g: give --instances g=FILE, --health FILE or a scenario")


class TestZoneThatIsNotKnown:
    """A zonal group has its size all the same."""

    WHERE = Unknown("var.zone")

    @pytest.mark.parametrize(
        ("group", "size"),
        [
            (InstanceGroup(instances=("a", "b"), zone=WHERE), Size.exactly(2)),
            (InstanceGroupManager(target_size=4, zone=WHERE), Size.exactly(4)),
            (InstanceGroupManager(target_size=VARIABLE, zone=WHERE), Size(0, None, VARIABLE)),
            (NetworkEndpointGroup(size=3, zone=WHERE), Size.exactly(3)),
        ],
    )
    def test_of_its_size(self, group: Group, size: Size) -> None:
        found = configured_sizes(group, name(scope=None), "g", Deployment())

        assert found == Unplaced("g", size, self.WHERE)

    @pytest.mark.parametrize("type_", ["instance_group", "instance_group_manager", "network_endpoint_group"])
    def test_that_is_not_written(self, type_: str) -> None:
        origin = Origin(f"google_compute_{type_}.g", f"google_compute_{type_}")
        group = InstanceGroupManager(target_size=4, origin=origin)

        assert configured_sizes(group, name(scope=None), "g", Deployment()) == Unplaced(
            "g",
            Size.exactly(4),
            Unknown("the zone of group g: neither it nor its provider says it", at=origin.at("zone")),
        )

    def test_zones_are_told_by_what_they_are_made_of(self) -> None:
        made = Unplaced("g", Size.exactly(4), Unknown("var.region", same="${var.region}-b"))

        assert made.zone == "${var.region}-b"
        assert Unplaced("g", Size.exactly(4), self.WHERE).zone == "the zone of group g"


class TestEndpoints:
    """In Terraform the endpoints of a group are resources of their own."""

    AT = name("networkEndpointGroups")
    GROUP = NetworkEndpointGroup(size=9, identity=AT, origin=Origin("google_neg.g", "neg"))

    @pytest.mark.parametrize(
        ("endpoints", "size"),
        [
            pytest.param(
                (NetworkEndpoints(AT, 1), NetworkEndpoints(AT, 1)), Size.exactly(2), id="one by one"
            ),
            pytest.param(
                (NetworkEndpoints(Reference("google_neg.g"), 5), NetworkEndpoints(AT, 1)),
                Size.exactly(6),
                id="a list, by address",
            ),
            pytest.param(
                (NetworkEndpoints(AT, 2), NetworkEndpoints(AT, VARIABLE)),
                Size(2, None, ENDPOINTS_UNKNOWN),
                id="at least those that are known",
            ),
            pytest.param(
                (NetworkEndpoints(AT, 2), NetworkEndpoints(VARIABLE, 1)),
                Size.exactly(9),
                id="some may be of this group: only the number of the group counts",
            ),
            pytest.param(
                (NetworkEndpoints(ResourceName("networkEndpointGroups", "h"), 2),),
                Size.exactly(9),
                id="those of another group",
            ),
        ],
    )
    def test_size(self, endpoints: tuple[NetworkEndpoints, ...], size: Size) -> None:
        assert sizes(self.GROUP, *endpoints) == {ZONE: size}


def manager(**settings: Any) -> InstanceGroupManager:
    given = {"identity": name(), "manager": name("instanceGroupManagers"), **settings}
    return InstanceGroupManager(**given)


def regional(**settings: Any) -> InstanceGroupManager:
    scope = "regions/us-east1"
    return manager(identity=name(scope=scope), manager=name("instanceGroupManagers", scope), **settings)


def scaler(
    least: Maybe[int] = 2, most: Maybe[int] = 6, mode: Maybe[str] = None, *, target: Any = None
) -> Autoscaler:
    return Autoscaler(target or ResourceName("instanceGroupManagers", "g"), least, most, mode)


SCALED = Unknown("the size of group g, which an autoscaler sets")


class TestManagedGroup:
    @pytest.mark.parametrize(
        ("target_size", "size"),
        [
            pytest.param(3, Size.exactly(3), id="its target size"),
            pytest.param(None, Size(0, None, SIZE_UNKNOWN), id="not written"),
            pytest.param(VARIABLE, Size(0, None, VARIABLE), id="not known"),
        ],
    )
    def test_zonal(self, target_size: Maybe[int], size: Size) -> None:
        assert sizes(manager(target_size=target_size)) == {ZONE: size}


class TestAutoscaler:
    @pytest.mark.parametrize(
        ("scalers", "size"),
        [
            pytest.param((scaler(),), Size(2, 6, SCALED), id="its bounds, not the target size"),
            pytest.param((scaler(4, 4),), Size.exactly(4), id="bounds that meet"),
            pytest.param((scaler(VARIABLE, 6),), Size(0, 6, VARIABLE), id="least not known"),
            pytest.param((scaler(2, VARIABLE),), Size(2, None, VARIABLE), id="most not known"),
            pytest.param((scaler(mode="ON"),), Size(2, 6, SCALED), id="on"),
            pytest.param((scaler(mode="OFF"),), Size.exactly(3), id="off: the target size"),
            pytest.param(
                (scaler(mode=Unknown("var.mode")),),
                Size(0, None, Unknown("var.mode")),
                id="on or off: neither the bounds nor the target size",
            ),
            pytest.param(
                (scaler(mode="OFF"), scaler(1, 9)), Size(1, 9, SCALED), id="one is off, another is on"
            ),
            pytest.param(
                (scaler(target=Unknown("var.target")),),
                Size(0, None, SIZE_UNKNOWN),
                id="of this group or of another",
            ),
            pytest.param(
                (scaler(target=ResourceName("instanceGroupManagers", "h")),), Size.exactly(3), id="of another"
            ),
        ],
    )
    def test_zonal(self, scalers: tuple[Autoscaler, ...], size: Size) -> None:
        assert sizes(manager(target_size=3), *scalers) == {ZONE: size}


class TestRegionalGroup:
    """A regional group's size is known by zone only where an even spread leaves no choice."""

    SPREAD = Unknown("how group g is spread over its 2 zones")

    @pytest.mark.parametrize(
        ("target_size", "shape", "size"),
        [
            pytest.param(6, None, Size.exactly(3), id="divides"),
            pytest.param(6, "EVEN", Size.exactly(3), id="divides, the shape is written"),
            pytest.param(0, None, Size.exactly(0), id="nothing divides"),
            pytest.param(5, None, Size(2, 3, SPREAD), id="does not divide"),
            pytest.param(6, "BALANCED", Size(0, 6, SPREAD), id="balanced promises nothing"),
            pytest.param(
                6, "ANY_SINGLE_ZONE", Size(0, 6, SPREAD), id="all in one zone, in which is not told"
            ),
            pytest.param(6, Unknown("var.shape"), Size(0, 6, SPREAD), id="a shape that is not known"),
            pytest.param(None, None, Size(0, None, SIZE_UNKNOWN), id="no target size"),
            pytest.param(None, "ANY", Size(0, None, SIZE_UNKNOWN), id="no target size, any shape"),
            pytest.param(VARIABLE, None, Size(0, None, VARIABLE), id="a target size that is not known"),
        ],
    )
    def test_spread(self, target_size: Maybe[int], shape: Maybe[str], size: Size) -> None:
        group = regional(target_size=target_size, distribution_zones=(ZONE, OTHER_ZONE), target_shape=shape)

        assert sizes(group) == {ZONE: size, OTHER_ZONE: size}

    @pytest.mark.parametrize(
        ("scaled", "size"),
        [
            pytest.param(scaler(3, 7), Size(1, 4, SCALED), id="bounds, rounded away from each other"),
            pytest.param(scaler(4, 4), Size.exactly(2), id="bounds that meet and divide"),
            pytest.param(scaler(2, VARIABLE), Size(1, None, VARIABLE), id="no upper bound"),
        ],
    )
    def test_with_an_autoscaler(self, scaled: Autoscaler, size: Size) -> None:
        group = regional(target_size=6, distribution_zones=(ZONE, OTHER_ZONE))

        assert sizes(group, scaled) == {ZONE: size, OTHER_ZONE: size}

    @pytest.mark.parametrize(
        ("zones", "because"),
        [
            pytest.param(
                None, "the zones of group g: distribution_policy_zones is not written", id="not written"
            ),
            pytest.param(
                (), "the zones of group g: distribution_policy_zones is not written", id="written as none"
            ),
            pytest.param(Unknown("var.zones"), "var.zones", id="not known"),
            pytest.param((ZONE, Unknown("var.zone")), "var.zone", id="one of them is not known"),
        ],
    )
    def test_zones_that_are_not_known(self, zones: Maybe[tuple[str | Unknown, ...]], because: str) -> None:
        assert sizes(regional(target_size=6, distribution_zones=zones)) == Unknown(because)

    def test_a_group_without_a_name_has_its_zones_all_the_same(self) -> None:
        group = manager(identity=None, manager=None, target_size=2, distribution_zones=(ZONE, OTHER_ZONE))

        assert configured_sizes(group, None, "g", Deployment()) == {
            ZONE: Size.exactly(1),
            OTHER_ZONE: Size.exactly(1),
        }


def test_a_managed_group_that_has_no_name_yet_is_in_its_zone() -> None:
    """Names with a random suffix are common, and known after apply only."""
    manager = InstanceGroupManager(Unknown("random_id.x.hex"), 3, zone=ZONE)

    assert configured_sizes(manager, None, "g", Deployment()) == {ZONE: Size.exactly(3)}
