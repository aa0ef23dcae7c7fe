"""ZA027: zonal affinity, and a pool of more than 250 backends."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import Finding
from spillover.model.capacity import Autoscaler, InstanceGroup, InstanceGroupManager
from spillover.model.deployment import Deployment
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, LoadBalancingScheme, Subsetting, ZonalAffinity
from spillover.model.source import Origin, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover_rules import ALL

RULE = next(rule for rule in ALL if rule.code == "ZA027")
ORIGIN = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
HASHED = Subsetting.CONSISTENT_HASH_SUBSETTING
SPILL = ZonalAffinity.SPILL_CROSS_ZONE
OPTION, SCHEME, SUBSETTING, BLOCKS = (
    Unknown(f"var.{name}") for name in ("option", "scheme", "subsetting", "blocks")
)
SCALED = ResourceName("instanceGroups", "scaled", "zones/us-east1-d", "p")
MANAGER = ResourceName("instanceGroupManagers", "scaled", "zones/us-east1-d", "p")
OTHER = Backend(ResourceName("instanceGroups", "other", "zones/us-east1-b", "p"))


def balancer(*sizes: int, failover: int = 0, most: int | None = None, **values: Any) -> LoadBalancer:
    """Primary groups of these sizes, a failover group, and one that is scaled from 10 to ``most``."""
    names = [ResourceName("instanceGroups", f"g{n}", "zones/us-east1-b", "p") for n in range(len(sizes) + 1)]
    groups = [
        InstanceGroup(size=size, identity=name) for size, name in zip((*sizes, failover), names, strict=True)
    ]
    roles = [name is names[-1] for name in names]
    backends = [Backend(name, role) for name, role in zip(names, roles, strict=True)]
    if most is not None:
        backends.append(Backend(SCALED))
    service = BackendService(
        origin=ORIGIN, **{"zonal_affinity": SPILL, "backends": tuple(backends), **values}
    )
    manager = InstanceGroupManager("scaled", identity=SCALED, manager=MANAGER)
    scaler = Autoscaler(MANAGER, 10, most)
    return LoadBalancer(service, Deployment(resources=(service, manager, scaler, *groups)))


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        pytest.param(balancer(251), ["251 primary"], id="one group"),
        pytest.param(balancer(150, 120), ["270 primary"], id="together"),
        pytest.param(balancer(10, failover=300), ["300 failover"], id="the failover pool"),
        pytest.param(balancer(251, failover=251), ["251 primary", "251 failover"], id="both pools"),
        pytest.param(balancer(241, most=300), ["251 primary"], id="however far it is scaled"),
        pytest.param(balancer(300, subsetting=Subsetting.NONE), ["300 primary"], id="subsetting NONE"),
    ],
)
def test_found(subject: LoadBalancer, told: list[str]) -> None:
    assert list(RULE.check(subject)) == [
        Finding(
            ORIGIN.at("backends"),
            f"{each} backends with zonal affinity: above 250 some are never eligible",
            "use fewer backends, or subsetting without zonal affinity",
        )
        for each in told
    ]


@pytest.mark.parametrize(
    "subject",
    [
        pytest.param(balancer(130, 120, failover=250), id="250 in each pool"),
        pytest.param(balancer(100, most=150), id="250 at most"),
        pytest.param(balancer(300, zonal_affinity=None), id="affinity is off"),
        pytest.param(
            balancer(300, subsetting=Subsetting.CONSISTENT_HASH_SUBSETTING), id="ZA002 speaks of it"
        ),
        pytest.param(balancer(300, scheme=LoadBalancingScheme.EXTERNAL), id="ZA001 speaks of it"),
        pytest.param(balancer(backends=(OTHER,)), id="no size is known"),
        pytest.param(balancer(backends=BLOCKS), id="no backends are known"),
        pytest.param(balancer(100, zonal_affinity=OPTION, scheme=SCHEME), id="few, whatever the option"),
    ],
)
def test_near_miss(subject: LoadBalancer) -> None:
    assert list(RULE.check(subject)) == []


@pytest.mark.parametrize(
    ("values", "causes"),
    [
        pytest.param({"zonal_affinity": OPTION}, (OPTION,), id="the option"),
        pytest.param({"scheme": SCHEME}, (SCHEME,), id="the scheme"),
        pytest.param({"subsetting": SUBSETTING}, (SUBSETTING,), id="the subsetting"),
    ],
)
def test_undetermined(values: dict[str, Any], causes: tuple[Unknown, ...]) -> None:
    with pytest.raises(Undetermined) as doubt:
        list(RULE.check(balancer(300, **values)))

    assert doubt.value.unknowns == causes


def test_group_that_may_be_scaled_above() -> None:
    with pytest.raises(Undetermined) as doubt:
        list(RULE.check(balancer(150, most=101)))

    assert [each.because for each in doubt.value.unknowns] == [
        "the size of group scaled, which an autoscaler sets"
    ]
