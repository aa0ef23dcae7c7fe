"""The rules that a failover policy, or weights, decide: ZA025, ZA028 and ZA125."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import AnyRule, Finding, Related
from spillover.model.service import (
    Backend,
    BackendService,
    FailoverPolicy,
    LoadBalancingScheme,
    ZonalAffinity,
)
from spillover.model.source import Maybe, Origin, Undetermined, Unknown
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
za025, za028, za125 = (RULES[code] for code in ("ZA025", "ZA028", "ZA125"))

ORIGIN = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
EXTERNAL, MANAGED = LoadBalancingScheme.EXTERNAL, LoadBalancingScheme.EXTERNAL_MANAGED
DISABLED, STAY, SPILL = ZonalAffinity.DISABLED, ZonalAffinity.STAY_WITHIN_ZONE, ZonalAffinity.SPILL_CROSS_ZONE
RATIO, DROP, ROLE, BLOCKS, SCHEME, OPTION, POLICY = (
    Unknown(f"var.{name}") for name in ("ratio", "drop", "role", "blocks", "scheme", "option", "policy")
)
PRIMARY, STANDBY = Backend(), Backend(failover=True)


def service(**values: Any) -> BackendService:
    return BackendService(origin=ORIGIN, **values)


def undetermined(rule: AnyRule, subject: BackendService) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(rule.check(subject))
    return list(raised.value.unknowns)


class TestWithoutFailoverBackend:
    """ZA025."""

    def subject(self, policy: FailoverPolicy, *backends: Backend, **values: Any) -> BackendService:
        return service(failover_policy=policy, **{"backends": backends, **values})

    @pytest.mark.parametrize(
        ("policy", "backends", "field", "told"),
        [
            pytest.param(
                FailoverPolicy(Decimal("0.4"), drop_traffic_if_unhealthy=True),
                (PRIMARY, Backend(failover=False)),
                "failover_ratio",
                "all 2 backends are primary; ratio 0.4 is never used",
                id="a ratio",
            ),
            pytest.param(
                FailoverPolicy(RATIO, drop_traffic_if_unhealthy=True),
                (PRIMARY,),
                "drop_traffic_if_unhealthy",
                "the only backend is primary",
                id="dropping, whatever the ratio",
            ),
            pytest.param(
                FailoverPolicy(disable_connection_drain_on_failover=True),
                (PRIMARY, PRIMARY),
                "disable_connection_drain_on_failover",
                "all 2 backends are primary",
                id="no draining",
            ),
        ],
    )
    @pytest.mark.parametrize("scheme", [None, EXTERNAL])
    def test_found(
        self,
        policy: FailoverPolicy,
        backends: tuple[Backend, ...],
        field: str,
        told: str,
        scheme: LoadBalancingScheme | None,
    ) -> None:
        assert list(za025.check(self.subject(policy, *backends, scheme=scheme))) == [
            Finding(
                ORIGIN.at(field),
                f"a failover policy without a failover backend: {told}",
                "mark the backend that stands by as failover, or take the policy away",
            )
        ]

    HALF = FailoverPolicy(Decimal("0.5"))
    DEFAULTS = FailoverPolicy(Decimal(0), drop_traffic_if_unhealthy=False)

    @pytest.mark.parametrize(
        ("policy", "backends", "values"),
        [
            pytest.param(HALF, (PRIMARY, STANDBY), {}, id="one is marked"),
            pytest.param(HALF, (Backend(failover=ROLE), STANDBY), {}, id="whatever the other is"),
            pytest.param(FailoverPolicy(), (PRIMARY,), {}, id="no policy"),
            pytest.param(DEFAULTS, (PRIMARY,), {}, id="nothing but the defaults of a policy"),
            pytest.param(DEFAULTS, (), {"backends": BLOCKS}, id="whatever the backends are"),
            pytest.param(HALF, (), {}, id="no backends"),
            pytest.param(HALF, (PRIMARY,), {"scheme": MANAGED}, id="a proxy"),
        ],
    )
    def test_near_miss(
        self, policy: FailoverPolicy, backends: tuple[Backend, ...], values: dict[str, Any]
    ) -> None:
        assert list(za025.check(self.subject(policy, *backends, **values))) == []

    @pytest.mark.parametrize(
        ("policy", "values", "causes"),
        [
            pytest.param(FailoverPolicy(RATIO, DROP), {}, [RATIO, DROP], id="the policy"),
            pytest.param(HALF, {"backends": BLOCKS}, [BLOCKS], id="the backends"),
            pytest.param(HALF, {"backends": (PRIMARY, Backend(failover=ROLE))}, [ROLE], id="a role"),
            pytest.param(HALF, {"scheme": SCHEME}, [SCHEME], id="the scheme"),
        ],
    )
    def test_undetermined(
        self, policy: FailoverPolicy, values: dict[str, Any], causes: list[Unknown]
    ) -> None:
        assert undetermined(za025, self.subject(policy, PRIMARY, **values)) == causes


class TestWeightedRendezvous:
    """ZA028."""

    WEIGHTED = "WEIGHTED_GCP_RENDEZVOUS"

    @pytest.mark.parametrize("option", [STAY, SPILL])
    def test_with_affinity(self, option: ZonalAffinity) -> None:
        assert list(za028.check(service(locality_lb_policy=self.WEIGHTED, zonal_affinity=option))) == [
            Finding(
                ORIGIN.at("locality_lb_policy"),
                f"WEIGHTED_GCP_RENDEZVOUS with {option}: how weights count in a zone is not documented",
                "test what happens when backends of a zone report weight 0",
                (Related(ORIGIN.at("zonal_affinity"), "zonal affinity is turned on here"),),
            )
        ]

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"locality_lb_policy": WEIGHTED}, id="affinity is off"),
            pytest.param({"locality_lb_policy": POLICY, "zonal_affinity": DISABLED}, id="whatever it is"),
            pytest.param({"locality_lb_policy": "MAGLEV", "zonal_affinity": OPTION}, id="not weighted"),
            pytest.param({"zonal_affinity": OPTION}, id="not written"),
            pytest.param(
                {"locality_lb_policy": WEIGHTED, "zonal_affinity": STAY, "scheme": EXTERNAL},
                id="ZA001 speaks of it",
            ),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert list(za028.check(service(**values))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            pytest.param({"locality_lb_policy": POLICY, "zonal_affinity": STAY}, [POLICY], id="the policy"),
            pytest.param(
                {"locality_lb_policy": WEIGHTED, "zonal_affinity": OPTION, "scheme": SCHEME},
                [OPTION, SCHEME],
                id="the option and the scheme",
            ),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za028, service(**values)) == causes


class TestDropWithStay:
    """ZA125."""

    def subject(self, drop: Maybe[bool] = True, **values: Any) -> BackendService:
        policy = FailoverPolicy(drop_traffic_if_unhealthy=drop)
        return service(failover_policy=policy, **{"zonal_affinity": STAY, **values})

    def test_together(self) -> None:
        assert list(za125.check(self.subject())) == [
            Finding(
                ORIGIN.at("drop_traffic_if_unhealthy"),
                "traffic is dropped once all backends are unhealthy, but ZONAL_AFFINITY_STAY_WITHIN_ZONE "
                "sends a zone's clients to its unhealthy ones before that",
                "use ZONAL_AFFINITY_SPILL_CROSS_ZONE if they should be served elsewhere",
                (Related(ORIGIN.at("zonal_affinity"), "zonal affinity is turned on here"),),
            )
        ]

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"drop": None}, id="not written"),
            pytest.param({"drop": False, "zonal_affinity": OPTION}, id="spread, whatever the option"),
            pytest.param({"zonal_affinity": SPILL}, id="another option"),
            pytest.param({"zonal_affinity": None, "drop": DROP}, id="affinity is off"),
            pytest.param({"scheme": EXTERNAL}, id="ZA001 speaks of it"),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert list(za125.check(self.subject(**values))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            pytest.param({"drop": DROP}, [DROP], id="dropping"),
            pytest.param({"zonal_affinity": OPTION}, [OPTION], id="the option"),
            pytest.param({"scheme": SCHEME}, [SCHEME], id="the scheme"),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(za125, self.subject(**values)) == causes
