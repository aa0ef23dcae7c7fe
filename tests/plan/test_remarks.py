"""What a plan tells of a load balancer that is no fault."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from spillover.model.capacity import Size
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.routes import Route, RouteKind
from spillover.model.service import BackendService, ZonalAffinity
from spillover.model.source import Maybe, Origin, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.backends import Members
from spillover.plan.membership import BackendGroup
from spillover.plan.remarks import remarks

SERVICE = ResourceName("backendServices", "fw", "regions/us-east1", "demo")
RULE = ResourceName("forwardingRules", "fw", "regions/us-east1", "demo")
FRONT = ForwardingRule("fw", backend_service=SERVICE, identity=RULE)
STATIC = Route(RouteKind.STATIC, "via-fw", next_hop=RULE)
BASED = Route(
    RouteKind.POLICY_BASED,
    Unknown("random_id.hex"),
    next_hop=RULE,
    origin=Origin("google_network_connectivity_policy_based_route.fw", ""),
)
SPILL = ZonalAffinity.SPILL_CROSS_ZONE
GOES_BY = "its packets go by the zone of their sender"
VIA = f"next hop of static route via-fw: {GOES_BY}"


def told(affinity: Maybe[ZonalAffinity], *others: object, name: str = "fw") -> list[str]:
    service = BackendService(name, "us-east1", zonal_affinity=affinity, identity=SERVICE)
    return list(remarks(LoadBalancer(service, Deployment(resources=(service, *others)))))


@pytest.mark.parametrize(
    ("affinity", "others", "expected"),
    [
        pytest.param(SPILL, [FRONT, STATIC], [VIA], id="a static route"),
        pytest.param(
            SPILL,
            [FRONT, STATIC, BASED],
            [VIA, f"next hop of policy-based route {BASED.origin.address}: {GOES_BY}"],
            id="and a policy-based one, which has no name yet",
        ),
        pytest.param(Unknown("var.option"), [FRONT, STATIC], [], id="not known"),
        pytest.param(None, [FRONT, STATIC], [], id="off"),
        pytest.param(SPILL, [FRONT], [], id="no routes"),
        pytest.param(SPILL, [STATIC], [], id="no forwarding rules"),
    ],
)
def test_routes(affinity: Maybe[ZonalAffinity], others: list[object], expected: list[str]) -> None:
    assert told(affinity, *others) == expected


@pytest.mark.parametrize("ratio", [None, Decimal(0), Unknown("var.ratio")])
def test_ratio_of_gke(ratio: Maybe[Decimal]) -> None:
    service = BackendService("k8s2-x", spillover_ratio=ratio)

    (remark,) = remarks(LoadBalancer(service))

    assert "its spillover ratio is 0, and" in remark


def test_ratio_that_gke_did_not_write() -> None:
    service = BackendService("k8s2-x", spillover_ratio=Decimal("0.5"))

    assert list(remarks(LoadBalancer(service))) == [
        "GKE manages it: its nodes are the backends, and a node may send a connection on to another zone; "
        "it sets the spillover ratio to 0, and will revert the 0.5 that is written"
    ]


class TestSharesAtTheRatio:
    """Documented as enough to stay, though nobody documents in which precision they are compared."""

    def told(self, ratio: Maybe[Decimal], sizes: Mapping[str, Size], **values: Any) -> list[str]:
        groups = tuple(
            BackendGroup(zone, False, {zone: size}, (Members(zone, zone, True, size),))
            for zone, size in sizes.items()
        )
        given = {"zonal_affinity": SPILL, "spillover_ratio": ratio, **values}
        return list(remarks(LoadBalancer(BackendService("fw", **given)), groups))

    def test_by_number_and_zone(self) -> None:
        sizes = {"b": Size.exactly(5), "c": Size.exactly(5), "d": Size.exactly(10), "e": Size.exactly(4)}

        assert self.told(Decimal("0.60"), sizes) == [
            "3 of 5 healthy in b, c is exactly the ratio 0.6: by Google's text connections stay",
            "6 of 10 healthy in d is exactly the ratio 0.6: by Google's text connections stay",
        ]

    @pytest.mark.parametrize("ratio", [None, Decimal(0), Decimal(1), Decimal(80), Unknown("var.ratio")])
    def test_ratios_that_no_share_meets(self, ratio: Maybe[Decimal]) -> None:
        assert self.told(ratio, {"b": Size.exactly(5)}) == []

    def test_sizes_that_are_not_known(self) -> None:
        assert self.told(Decimal("0.5"), {"b": Size(2, 6)}) == []

    def test_an_option_that_reads_no_ratio(self) -> None:
        assert self.told(Decimal("0.6"), {"b": Size.exactly(5)}, zonal_affinity=None) == []


def test_service_of_gke() -> None:
    assert told(None, name="k8s2-7f3d0a1b-shop-orders-x2m4q9") == [
        "GKE manages it: its nodes are the backends, its spillover ratio is 0, "
        "and a node may send a connection on to another zone"
    ]
