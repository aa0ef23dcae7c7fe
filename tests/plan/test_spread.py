"""In which zones the backends of a role are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from spillover.model.capacity import InstanceGroupManager, Size, Unplaced
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService
from spillover.model.source import FieldRef, Maybe, Origin, Undetermined, Unknown
from spillover.plan.spread import Roles, Spread, spread, undecided

AT = FieldRef(Origin("x", ""))
GROUP, ROLE, SIZE = (Unknown(f"var.{name}", at=AT) for name in ("group", "role", "size"))
NOT_READ = Unknown("the size of group d: give --instances d=FILE, --health FILE or a scenario")
FIVE = Size.exactly(5)


def named(group: str) -> ResourceName:
    return ResourceName("instanceGroups", group, f"zones/us-east1-{group[0]}", "demo")


def roles(sizes: Mapping[str, Maybe[int]], *backends: Backend) -> Roles:
    service = BackendService(backends=tuple(backends))
    groups = (InstanceGroupManager(group, size, identity=named(group)) for group, size in sizes.items())
    return spread(service, Deployment(resources=tuple(groups)))


def test_by_role_and_zone() -> None:
    found = roles(
        {"b-1": 5, "b-2": 2, "c": 0, "d": None, "e": 1},
        *(Backend(named(group)) for group in ("b-1", "b-2", "c", "d")),
        Backend(named("e"), failover=True),
    )

    assert found == Roles(
        Spread({"us-east1-b": Size.exactly(7), "us-east1-d": Size(0, None, NOT_READ)}),
        Spread({"us-east1-e": Size.exactly(1)}),
    )
    assert found.primary.sizes == (Size.exactly(7), Size(0, None, NOT_READ))


def test_what_is_not_known_concerns_the_roles_that_it_may_have() -> None:
    """A group whose role is not known is of neither for sure."""
    backends = (Backend(named("b")), Backend(GROUP, failover=True), Backend(named("c"), ROLE))
    found = roles({"b": 5, "c": 5}, *backends)

    assert found == Roles(Spread({"us-east1-b": FIVE}, (ROLE,)), Spread({}, (GROUP, ROLE)))
    assert found.unknown == (ROLE, GROUP)


def test_no_backends() -> None:
    nothing = Spread({})

    assert spread(BackendService(), Deployment()) == Roles(nothing, nothing)
    assert nothing.is_empty
    assert not Spread({}, (GROUP,)).is_empty
    assert not Spread({"b": FIVE}).is_empty
    assert spread(BackendService(backends=GROUP), Deployment()).unknown == (GROUP,)


@pytest.mark.parametrize(
    ("zones", "unknown", "in_one_zone"),
    [
        ({}, (), False),
        ({"b": FIVE}, (), True),
        ({"b": FIVE, "c": Size(0, None)}, (), False),
        ({"b": FIVE, "c": FIVE}, (GROUP,), False),
        ({"b": FIVE}, (GROUP,), GROUP),
        ({}, (GROUP,), GROUP),
    ],
)
def test_in_one_zone(
    zones: dict[str, Size], unknown: tuple[Unknown, ...], in_one_zone: bool | Unknown
) -> None:
    assert Spread(zones, unknown).in_one_zone == in_one_zone


@pytest.mark.parametrize(
    ("primary", "failover", "several"),
    [
        (Spread({"b": FIVE, "c": FIVE}), Spread({}), True),
        (Spread({"b": FIVE}), Spread({"c": FIVE, "d": FIVE}), True),
        (Spread({"b": FIVE}), Spread({"c": FIVE}), False),
        (Spread({"b": FIVE}, (GROUP,)), Spread({}, (GROUP,)), GROUP),
        (Spread({"b": FIVE, "c": FIVE}, (GROUP,)), Spread({}, (GROUP,)), True),
    ],
)
def test_in_several_zones(primary: Spread, failover: Spread, several: bool | Unknown) -> None:
    assert Roles(primary, failover).in_several_zones == several


@pytest.mark.parametrize(
    ("zones", "unknown", "size"),
    [
        ({}, (), Size.exactly(0)),
        ({"b": FIVE, "c": FIVE}, (), Size.exactly(10)),
        ({"b": FIVE, "c": Size(1, 3, SIZE)}, (), Size(6, 8, SIZE)),
        ({"b": FIVE}, (GROUP,), Size(5, None, GROUP)),
    ],
)
def test_size(zones: dict[str, Size], unknown: tuple[Unknown, ...], size: Size) -> None:
    assert Spread(zones, unknown).size == size


class TestZonesThatAreNotKnown:
    """A zonal group has one zone, and its size, whichever zone that is."""

    ZONE, OTHER = (Unknown(f"var.{name}", at=AT, same=f"var.{name}") for name in ("zone", "other"))
    FOUR, TWO = Unplaced("one", Size.exactly(4), ZONE), Unplaced("two", Size.exactly(2), OTHER)

    def test_of_the_groups_of_a_service(self) -> None:
        group = InstanceGroupManager("x", 4, zone=self.ZONE, identity=ResourceName("instanceGroups", "x"))
        service = BackendService(backends=(Backend(ResourceName("instanceGroups", "x")),))

        assert spread(service, Deployment(resources=(group,))).primary == Spread(
            {}, (self.ZONE,), (Unplaced("x", Size.exactly(4), self.ZONE),)
        )

    @pytest.mark.parametrize(
        ("zones", "unplaced", "several"),
        [
            pytest.param({}, (FOUR,), False, id="one group has one zone"),
            pytest.param(
                {}, (FOUR, replace(TWO, because=ZONE)), False, id="two of one variable have one zone"
            ),
            pytest.param({}, (FOUR, TWO), ZONE, id="two may be in one zone"),
            pytest.param({"b": FIVE}, (FOUR,), ZONE, id="it may be that of the other"),
            pytest.param({"b": FIVE, "c": FIVE}, (FOUR,), True, id="two others are enough"),
        ],
    )
    def test_in_several_zones(
        self, zones: dict[str, Size], unplaced: tuple[Unplaced, ...], several: bool | Unknown
    ) -> None:
        causes = tuple(dict.fromkeys(each.because for each in unplaced))

        assert Spread(zones, causes, unplaced).in_several_zones == several

    def test_a_group_that_is_not_known_at_all(self) -> None:
        assert Spread({}, (self.ZONE, GROUP), (self.FOUR,)).in_several_zones == GROUP

    def test_size(self) -> None:
        known = Spread({"b": FIVE}, (self.ZONE, self.OTHER), (self.FOUR, self.TWO))

        assert known.size == Size.exactly(11)
        assert replace(known, unknown=(*known.unknown, GROUP)).size == Size(11, None, GROUP)

    def test_by_zone(self) -> None:
        """A zone that is not known may be any other one, but never two that are known."""
        found = Spread({"b": FIVE, "c": Size.exactly(1)}, (self.ZONE, self.OTHER), (self.FOUR, self.TWO))

        assert found.by_zone == {
            "b": Size(5, 11, self.ZONE),
            "c": Size(1, 7, self.ZONE),
            "var.zone": Size(4, 11, self.ZONE),
            "var.other": Size(2, 11, self.OTHER),
        }
        assert Spread({}, (self.ZONE,), (self.FOUR,)).by_zone == {"var.zone": Size.exactly(4)}

    def test_by_zone_without_bounds(self) -> None:
        """Of a zone that is not known nobody knows the most, if it may be one with any number."""
        found = Spread({"b": FIVE, "c": Size(1, None, NOT_READ)}, (self.ZONE,), (self.FOUR,))

        assert found.by_zone == {
            "b": Size(5, 9, self.ZONE),
            "c": Size(1, None, NOT_READ),
            "var.zone": Size(4, None, self.ZONE),
        }


class TestUndecided:
    def test_values_of_the_configuration_each_once(self) -> None:
        unclear = Size(0, None, SIZE)

        with pytest.raises(Undetermined) as raised:
            undecided((unclear, unclear, Size(0, None, NOT_READ)), (GROUP,))

        assert raised.value.unknowns == (GROUP, SIZE)

    def test_bounds(self) -> None:
        """Sizes were read, if not exact ones."""
        scaled = Unknown("the size of group d, which an autoscaler sets")

        for size in (Size(2, 6, scaled), Size(0, 6, scaled), Size(1, None, scaled)):
            with pytest.raises(Undetermined) as raised:
                undecided((FIVE, size, Size(0, None, NOT_READ)))

            assert raised.value.unknowns == (scaled,)

    @pytest.mark.parametrize(
        ("sizes", "unknown"),
        [((Size(0, None, NOT_READ),), ()), ((), (NOT_READ,)), ((Size(0, None),), ())],
    )
    def test_nothing_tells(self, sizes: tuple[Size, ...], unknown: tuple[Unknown, ...]) -> None:
        with pytest.raises(NotCovered) as raised:
            undecided(sizes, unknown)

        assert raised.value.kind == "sizes of backend groups"
