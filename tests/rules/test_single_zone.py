"""LB012: zonal affinity, and all backends in one zone, or in fewer than the operator wants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spillover.check.rule import Finding
from spillover.model.capacity import InstanceGroupManager
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule, Integration, PacketMirroring, SecurityDeployment
from spillover.model.names import ResourceName
from spillover.model.options import Options
from spillover.model.service import Backend, BackendService, LoadBalancingScheme, ZonalAffinity
from spillover.model.source import Maybe, Origin, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover_rules import ALL

RULE = next(rule for rule in ALL if rule.code == "LB012")
ORIGIN = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
DISABLED, STAY, SPILL = ZonalAffinity.DISABLED, ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE
OPTION, SCHEME, GROUP, BLOCKS, ROLE = (
    Unknown(f"var.{name}") for name in ("option", "scheme", "group", "blocks", "role")
)
REGIONAL = ResourceName("instanceGroups", "fleet", "regions/us-east1", "p")


def group(name: str, zone: str, failover: Maybe[bool] = None) -> Backend:
    return Backend(ResourceName("instanceGroups", name, f"zones/us-east1-{zone}", "p"), failover)


BLUE, GREEN, OTHER = group("blue", "b"), group("green", "b"), group("other", "c")


def balancer(
    *backends: Backend, zones: tuple[str, ...] = (), minimum: int = 2, **values: Any
) -> LoadBalancer:
    fleet = InstanceGroupManager("fleet", distribution_zones=zones, identity=REGIONAL)
    service = BackendService(origin=ORIGIN, **{"backends": backends, "zonal_affinity": SPILL, **values})
    return LoadBalancer(
        service, Deployment(resources=(service, fleet), options=Options(minimum_zones=minimum))
    )


@pytest.mark.parametrize("option", [STAY, SPILL])
@pytest.mark.parametrize(
    "subject",
    [
        pytest.param((BLUE,), id="one group"),
        pytest.param((BLUE, GREEN), id="two groups"),
        pytest.param((BLUE, group("green", "b", failover=True)), id="a failover group"),
        pytest.param((BLUE, group("green", "b", failover=ROLE)), id="whatever the role"),
    ],
)
def test_found(option: ZonalAffinity, subject: tuple[Backend, ...]) -> None:
    assert list(RULE.check(balancer(*subject, zonal_affinity=option))) == [
        Finding(
            ORIGIN.at("zonal_affinity"),
            f"{option.value} has no use: all backends are in us-east1-b",
            "add backends in the zones of the clients, or leave zonal affinity off",
        )
    ]


def test_regional_group_that_is_kept_in_a_zone() -> None:
    subject = balancer(Backend(REGIONAL), zones=("us-east1-b",))

    assert [each.at for each in RULE.check(subject)] == [ORIGIN.at("zonal_affinity")]


def test_fewer_zones_than_are_expected() -> None:
    assert list(RULE.check(balancer(OTHER, BLUE, GREEN, minimum=3))) == [
        Finding(
            ORIGIN.at("zonal_affinity"),
            "backends in 2 zones, us-east1-b, us-east1-c: at least 3 are expected",
            "add backends in the zones of the clients",
        )
    ]


def test_one_zone_stays_one_zone() -> None:
    (found,) = RULE.check(balancer(BLUE, minimum=3))

    assert found.message == "ZONAL_AFFINITY_SPILL_CROSS_ZONE has no use: all backends are in us-east1-b"


def unplaced(name: str, because: Unknown, size: int = 3) -> InstanceGroupManager:
    """A zonal group whose zone is not known."""
    return InstanceGroupManager(name, size, zone=because, identity=ResourceName("instanceGroups", name))


ZONE, OTHER_ZONE = (Unknown(f"var.{name}", same=f"var.{name}") for name in ("zone", "other_zone"))


def with_zones(*zones: Unknown, minimum: int = 2, others: tuple[Backend, ...] = ()) -> LoadBalancer:
    groups = [unplaced(f"group-{number}", zone) for number, zone in enumerate(zones)]
    backends = (*others, *(Backend(each.identity) for each in groups))
    service = BackendService(origin=ORIGIN, zonal_affinity=SPILL, backends=backends)
    deployment = Deployment(resources=(service, *groups), options=Options(minimum_zones=minimum))
    return LoadBalancer(service, deployment)


INSPECTS = ForwardingRule(
    backend_service=ResourceName("backendServices", "orders"),
    identity=ResourceName("forwardingRules", "orders"),
)


@pytest.mark.parametrize(
    ("others", "number"),
    [
        pytest.param((replace(INSPECTS, is_mirroring_collector=True),), 0, id="it says that it collects"),
        pytest.param((INSPECTS, PacketMirroring(collector=INSPECTS.identity)), 0, id="a policy says so"),
        pytest.param(
            (INSPECTS, SecurityDeployment(Integration.IN_BAND, forwarding_rule=INSPECTS.identity)),
            0,
            id="a deployment leads to it",
        ),
        pytest.param((INSPECTS, PacketMirroring(collector=GROUP)), 1, id="a policy that may"),
        pytest.param((INSPECTS,), 1, id="neither"),
        pytest.param((PacketMirroring(collector=INSPECTS.identity),), 1, id="no forwarding rule was read"),
    ],
)
def test_where_packets_are_inspected_other_rules_speak(others: tuple[object, ...], number: int) -> None:
    service = BackendService(
        "orders", zonal_affinity=SPILL, backends=(BLUE,), identity=ResourceName("backendServices", "orders")
    )
    subject = LoadBalancer(service, Deployment(resources=(service, *others)))

    assert len(list(RULE.check(subject))) == number


class TestZonesThatAreNotKnown:
    @pytest.mark.parametrize(
        "subject",
        [
            pytest.param(with_zones(ZONE), id="one zonal group has one zone"),
            pytest.param(with_zones(ZONE, ZONE), id="so have two whose zone is one variable"),
        ],
    )
    def test_one_zone(self, subject: LoadBalancer) -> None:
        (found,) = RULE.check(subject)

        assert found.message == "ZONAL_AFFINITY_SPILL_CROSS_ZONE has no use: all backends are in one zone"

    def test_at_most_two_zones(self) -> None:
        (found,) = RULE.check(with_zones(ZONE, minimum=3, others=(BLUE,)))

        assert found.message == "backends in at most 2 zones: at least 3 are expected"

    def test_perhaps_two_zones(self) -> None:
        with pytest.raises(Undetermined) as doubt:
            list(RULE.check(with_zones(ZONE, OTHER_ZONE)))

        assert doubt.value.unknowns == (ZONE, OTHER_ZONE)


@pytest.mark.parametrize(
    "subject",
    [
        pytest.param(balancer(BLUE, minimum=1), id="one zone is enough"),
        pytest.param(balancer(BLUE, OTHER, group("last", "d"), minimum=3), id="three of three zones"),
        pytest.param(balancer(BLUE, OTHER), id="two zones"),
        pytest.param(balancer(BLUE, group("other", "c", failover=True)), id="a failover group elsewhere"),
        pytest.param(balancer(BLUE, OTHER, Backend(GROUP)), id="two zones, wherever the third group is"),
        pytest.param(balancer(Backend(REGIONAL), zones=("us-east1-b", "us-east1-c")), id="a regional group"),
        pytest.param(balancer(), id="no backends"),
        pytest.param(balancer(backends=BLOCKS, zonal_affinity=DISABLED), id="affinity is off"),
        pytest.param(balancer(BLUE, scheme=LoadBalancingScheme.EXTERNAL), id="ZA001 speaks of it"),
        pytest.param(balancer(BLUE, OTHER, zonal_affinity=OPTION), id="two zones, whatever the option"),
    ],
)
def test_near_miss(subject: LoadBalancer) -> None:
    assert list(RULE.check(subject)) == []


@pytest.mark.parametrize(
    ("subject", "causes"),
    [
        pytest.param(balancer(BLUE, Backend(GROUP)), (GROUP,), id="a group"),
        pytest.param(balancer(BLUE, OTHER, Backend(GROUP), minimum=3), (GROUP,), id="a third group"),
        pytest.param(balancer(backends=BLOCKS), (BLOCKS,), id="the backends"),
        pytest.param(balancer(BLUE, zonal_affinity=OPTION), (OPTION,), id="the option"),
        pytest.param(balancer(BLUE, scheme=SCHEME), (SCHEME,), id="the scheme"),
    ],
)
def test_undetermined(subject: LoadBalancer, causes: tuple[Unknown, ...]) -> None:
    with pytest.raises(Undetermined) as doubt:
        list(RULE.check(subject))

    assert doubt.value.unknowns == causes
