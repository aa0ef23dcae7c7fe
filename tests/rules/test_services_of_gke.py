"""ZA026: zonal affinity that is set by hand on a backend service of GKE."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import Finding, Severity
from spillover.model.service import BackendService, FailoverPolicy, ZonalAffinity
from spillover.model.source import Maybe, Origin, Undetermined, Unknown
from spillover_rules import ALL

(rule,) = (each for each in ALL if each.code == "ZA026")

NAME = "k8s2-7f3d0a1b-shop-orders-x2m4q9"
DESCRIPTION = '{"networking.gke.io/service-name":"shop/orders"}'
SPILL, STAY, DISABLED = (
    ZonalAffinity.SPILL_CROSS_ZONE,
    ZonalAffinity.STAY_WITHIN_ZONE,
    ZonalAffinity.DISABLED,
)
TERRAFORM = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
API = Origin("projects/demo/regions/us-east1/backendServices/orders", "compute#backendService")


def found(origin: Origin, affinity: Maybe[ZonalAffinity], **values: Any) -> list[Finding]:
    return list(
        rule.check(BackendService(zonal_affinity=affinity, origin=origin, **{"name": NAME, **values}))
    )


@pytest.mark.parametrize(
    ("origin", "affinity", "values"),
    [
        pytest.param(TERRAFORM, SPILL, {}, id="Terraform, as GKE would write it"),
        pytest.param(TERRAFORM, DISABLED, {}, id="Terraform turns it off"),
        pytest.param(API, STAY, {}, id="an option that GKE never writes"),
        pytest.param(API, SPILL, {"spillover_ratio": Decimal("0.5")}, id="a ratio that GKE never writes"),
        pytest.param(API, STAY, {"name": "orders", "description": DESCRIPTION}, id="by the description"),
    ],
)
def test_finding(origin: Origin, affinity: Maybe[ZonalAffinity], values: dict[str, Any]) -> None:
    assert found(origin, affinity, **values) == [
        Finding(
            origin.at("zonal_affinity"),
            "GKE manages this backend service, and reverts a zonal affinity that it did not set",
            "set trafficDistribution: PreferSameZone on the Kubernetes Service instead",
        )
    ]
    assert rule.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("origin", "affinity", "values"),
    [
        pytest.param(API, SPILL, {}, id="as GKE writes it"),
        pytest.param(API, SPILL, {"spillover_ratio": Decimal(0)}, id="with its ratio"),
        pytest.param(API, DISABLED, {}, id="GKE turns it off"),
        pytest.param(TERRAFORM, None, {}, id="not written"),
        pytest.param(TERRAFORM, STAY, {"name": "orders-k8s2-"}, id="not of GKE"),
        pytest.param(TERRAFORM, STAY, {"name": Unknown("var.name")}, id="a name that is not known"),
        pytest.param(
            TERRAFORM, STAY, {"name": "orders", "description": Unknown("var.text")}, id="nor the description"
        ),
    ],
)
def test_near_miss(origin: Origin, affinity: Maybe[ZonalAffinity], values: dict[str, Any]) -> None:
    assert found(origin, affinity, **values) == []


def test_undetermined() -> None:
    with pytest.raises(Undetermined):
        found(TERRAFORM, Unknown("var.spillover"))


@pytest.mark.parametrize(
    ("code", "values"),
    [
        pytest.param("ZA017", {"zonal_affinity": STAY, "spillover_ratio": Decimal("0.5")}, id="ZA017"),
        pytest.param(
            "ZA125",
            {"zonal_affinity": STAY, "failover_policy": FailoverPolicy(drop_traffic_if_unhealthy=True)},
            id="ZA125",
        ),
    ],
)
def test_other_rules_advise_nothing_that_gke_reverts(code: str, values: dict[str, Any]) -> None:
    (other,) = (each for each in ALL if each.code == code)

    (found_,) = other.check(BackendService(origin=TERRAFORM, name=NAME, **values))

    assert found_.hint == (
        "set trafficDistribution on the Kubernetes Service instead: GKE reverts what is set here"
    )
