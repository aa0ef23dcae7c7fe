"""The rules about failover of a load balancer's backends: LB016, LB017 and LB116."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from spillover.check.rule import AnyRule, Finding, Related, Severity
from spillover.model.capacity import Autoscaler, InstanceGroupManager, Size
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.names import Link, ResourceName
from spillover.model.service import Backend, BackendService, FailoverPolicy, LoadBalancingScheme
from spillover.model.source import FieldRef, Maybe, Origin, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover_rules import ALL
from spillover_rules.lb016_failover_on_one_lost_backend import one_lost_is_enough

RULES = {rule.code: rule for rule in ALL}
lb016, lb017, lb116 = (RULES[code] for code in ("LB016", "LB017", "LB116"))

ORIGIN = Origin("google_compute_region_backend_service.cache", "google_compute_region_backend_service")
AT = FieldRef(ORIGIN)
RATIO, SCHEME, GROUP, ROLE, SIZE, MODE, TARGET = (
    Unknown(f"var.{name}", at=AT) for name in ("ratio", "scheme", "group", "role", "size", "mode", "target")
)
ONLINE = ResourceName("instanceGroups", "cache", "zones/us-east1-b", "demo")
STANDBY = ResourceName("instanceGroups", "standby", "zones/us-east1-c", "demo")
MANAGER = ResourceName("instanceGroupManagers", "cache", "zones/us-east1-b", "demo")
PAIR = (Backend(ONLINE), Backend(STANDBY, failover=True))


def balancer(ratio: Maybe[str] = None, size: Maybe[int] = 4, *others: object, **values: Any) -> LoadBalancer:
    written = Decimal(ratio) if isinstance(ratio, str) else ratio
    given: dict[str, Any] = {"backends": PAIR, "failover_policy": FailoverPolicy(written), "origin": ORIGIN}
    service = BackendService(**given | values)
    group = InstanceGroupManager("cache", size, identity=ONLINE, manager=MANAGER)
    return LoadBalancer(service, Deployment(resources=(service, group, *others)))


def undetermined(rule: AnyRule, subject: LoadBalancer) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(rule.check(subject))
    return list(raised.value.unknowns)


NO_FAILOVER = (Backend(ONLINE),)
NEAR_MISSES = [
    pytest.param(None, {}, id="no ratio"),
    pytest.param("0", {}, id="ratio 0"),
    pytest.param("0.75", {"backends": NO_FAILOVER}, id="no failover backends"),
    pytest.param("0.75", {"scheme": LoadBalancingScheme.EXTERNAL}, id="external"),
]
NOT_KNOWN = [
    pytest.param(RATIO, {}, [RATIO], id="the ratio"),
    pytest.param("0.75", {"scheme": SCHEME}, [SCHEME], id="the scheme"),
    pytest.param(RATIO, {"scheme": SCHEME}, [RATIO, SCHEME], id="both"),
    pytest.param("0.75", {"backends": GROUP}, [GROUP], id="the backends"),
    pytest.param("0.75", {"backends": (*NO_FAILOVER, Backend(STANDBY, ROLE))}, [ROLE], id="a role"),
]


class TestOneLost:
    """LB016."""

    def test_finding(self) -> None:
        assert list(lb016.check(balancer("1.0"))) == [
            Finding(
                ORIGIN.at("failover_ratio"),
                "failover ratio 1.0: one unhealthy backend of 4 moves all new connections "
                "to the failover backends",
                "lower it to the share of healthy primary backends that can still carry the load",
            )
        ]
        assert lb016.severity is Severity.WARNING

    def test_some_size_within_bounds(self) -> None:
        scaler = Autoscaler(MANAGER, 2, 6)
        (found,) = lb016.check(balancer("1", None, scaler))

        assert "one unhealthy backend of 2 or more moves" in found.message

    @pytest.mark.parametrize(("ratio", "values"), NEAR_MISSES)
    def test_near_miss(self, ratio: str | None, values: dict[str, Any]) -> None:
        assert list(lb016.check(balancer(ratio, **values))) == []

    def test_at_the_ratio_it_does_not_fail_over(self) -> None:
        assert list(lb016.check(balancer("0.75"))) == []

    def test_single_appliances(self) -> None:
        assert list(lb016.check(balancer("1", 1))) == []

    @pytest.mark.parametrize(("ratio", "values", "causes"), NOT_KNOWN)
    def test_undetermined(self, ratio: Maybe[str], values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(lb016, balancer(ratio, **values)) == causes

    def test_size_that_is_not_known(self) -> None:
        assert undetermined(lb016, balancer("1", SIZE)) == [SIZE]
        assert list(lb016.check(balancer("0.5", SIZE))) == []


@pytest.mark.parametrize(
    ("ratio", "least", "most", "expected"),
    [
        ("1", 2, None, True),
        ("1", 1, 1, False),
        ("1", 0, 5, None),
        ("1", 1, None, None),
        ("0.9", 2, 9, True),
        ("0.9", 2, 10, None),
        ("0.9", 10, 20, False),
        ("0.9", 2, None, None),
        ("0.6", 0, None, None),
        ("0.5", 0, None, False),
        ("0.6", 3, None, False),
    ],
)
def test_one_lost_is_enough(ratio: str, least: int, most: int | None, expected: bool | None) -> None:
    """By hand: n backends with n > 1 and (n - 1) / n below the ratio; None where it depends."""
    size = Size(least, most)

    if expected is None:
        with pytest.raises(Undetermined) as raised:
            one_lost_is_enough(Fraction(ratio), size)
        assert raised.value.unknowns == (Unknown("the number of primary backends"),)
    else:
        assert one_lost_is_enough(Fraction(ratio), size) is expected


class TestBoundary:
    """LB116."""

    @pytest.mark.parametrize(
        ("ratio", "size", "met"), [("0.5", 4, "2 healthy of 4"), ("0.75", 4, "3 healthy of 4")]
    )
    def test_finding(self, ratio: str, size: int, met: str) -> None:
        assert list(lb116.check(balancer(ratio, size))) == [
            Finding(
                ORIGIN.at("failover_ratio"),
                f"failover ratio {ratio} is met exactly by {met} primary backends: "
                "the API keeps them, the help of gcloud and Terraform says it fails over",
                "choose a ratio between two shares that can occur",
            )
        ]
        assert lb116.severity is Severity.NOTE

    @pytest.mark.parametrize(
        ("ratio", "size"), [("0.5", 5), ("0.51", 4), ("0.5", 1), ("0.5", 0), ("1", 4), ("0.25", 3)]
    )
    def test_not_met(self, ratio: str, size: int) -> None:
        assert list(lb116.check(balancer(ratio, size))) == []

    @pytest.mark.parametrize(("ratio", "values"), NEAR_MISSES)
    def test_near_miss(self, ratio: str | None, values: dict[str, Any]) -> None:
        assert list(lb116.check(balancer(ratio, **values))) == []

    @pytest.mark.parametrize(("ratio", "values", "causes"), NOT_KNOWN)
    def test_undetermined(self, ratio: Maybe[str], values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(lb116, balancer(ratio, **values)) == causes

    def test_size_that_is_not_known(self) -> None:
        assert undetermined(lb116, balancer("0.5", SIZE)) == [SIZE]
        with pytest.raises(NotCovered):
            list(lb116.check(balancer("0.5", None)))


class TestAutoscaled:
    """LB017."""

    @pytest.mark.parametrize("mode", [None, "ON", "ONLY_SCALE_OUT"])
    def test_finding(self, mode: str | None) -> None:
        scaler = Autoscaler(MANAGER, 2, 8, mode, origin=Origin("google_compute_autoscaler.cache", ""))

        assert list(lb017.check(balancer(None, None, scaler))) == [
            Finding(
                PAIR[0].origin.at("group"),
                "an autoscaler sets the size of this primary group: with failover backends, "
                "the load balancer may fail over and back repeatedly",
                "keep groups of primary backends at a fixed size",
                (Related(scaler.origin.at("target"), "the autoscaler"),),
            )
        ]
        assert lb017.severity is Severity.NOTE

    @pytest.mark.parametrize(
        ("scaler", "values"),
        [
            pytest.param(Autoscaler(MANAGER, 2, 8, "OFF"), {}, id="it is off"),
            pytest.param(
                Autoscaler(ResourceName("instanceGroupManagers", "nat"), 2, 8), {}, id="of another group"
            ),
            pytest.param(Autoscaler(MANAGER, 2, 8), {"backends": NO_FAILOVER}, id="no failover backends"),
            pytest.param(Autoscaler(MANAGER, 2, 8), {"backends": None}, id="no backends"),
            pytest.param(Autoscaler(MANAGER, 2, 8), {"scheme": LoadBalancingScheme.EXTERNAL}, id="external"),
            pytest.param(
                Autoscaler(MANAGER, 2, 8),
                {"backends": (Backend(STANDBY), Backend(ONLINE, failover=True))},
                id="of the failover group",
            ),
        ],
    )
    def test_near_miss(self, scaler: Autoscaler, values: dict[str, Any]) -> None:
        assert list(lb017.check(balancer(None, None, scaler, **values))) == []

    @pytest.mark.parametrize(
        ("target", "mode", "values", "causes"),
        [
            pytest.param(MANAGER, MODE, {}, [MODE], id="its mode"),
            pytest.param(TARGET, None, {}, [TARGET], id="its target"),
            pytest.param(MANAGER, None, {"scheme": SCHEME}, [SCHEME], id="the scheme"),
        ],
    )
    def test_undetermined(
        self, target: Maybe[Link], mode: Maybe[str], values: dict[str, Any], causes: list[Unknown]
    ) -> None:
        scaler = Autoscaler(target, 2, 8, mode)

        assert undetermined(lb017, balancer(None, None, scaler, **values)) == causes
