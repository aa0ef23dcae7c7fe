"""In which zones the backends of a role are."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from spillover.model.capacity import InstanceGroupManager, Size
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService
from spillover.model.source import FieldRef, Maybe, Origin, Undetermined, Unknown
from spillover.plan.spread import Roles, Spread, spread

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
    assert found.sizes == (Size.exactly(7), Size(0, None, NOT_READ), Size.exactly(1))


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


class TestRequiredSizes:
    def test_all_known(self) -> None:
        Spread({"b": FIVE}).require_sizes()

    def test_values_of_the_configuration_each_once(self) -> None:
        unclear = Size(0, None, SIZE)

        with pytest.raises(Undetermined) as raised:
            Spread({"b": unclear, "c": unclear, "d": Size(0, None, NOT_READ)}, (GROUP,)).require_sizes()

        assert raised.value.unknowns == (GROUP, SIZE)

    @pytest.mark.parametrize(
        "spread",
        [Spread({"d": Size(0, None, NOT_READ)}), Spread({}, (NOT_READ,)), Spread({"d": Size(0, None)})],
    )
    def test_nothing_tells(self, spread: Spread) -> None:
        with pytest.raises(NotCovered) as raised:
            spread.require_sizes()

        assert raised.value.kind == "sizes of backend groups"
