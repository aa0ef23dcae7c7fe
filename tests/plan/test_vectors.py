"""Every zonal-affinity vector of the specification sheet, by way of the decision core."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from spillover.model.capacity import Size
from spillover.model.service import ZonalAffinity
from spillover.plan.backends import BackendSet, Members
from spillover.plan.eligible import Failover, Pools, identify_eligible
from spillover.plan.zonal import Affinity, Client, ClientKind, Decision, Spec, modified_eligible

VECTORS = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text("utf-8"))["vectors"]


def pool(zones: dict[str, dict[str, int]], role: str) -> BackendSet:
    members = []
    for zone, state in zones.items():
        members.append(Members(role, zone, True, Size.exactly(state["healthy"])))
        members.append(Members(role, zone, False, Size.exactly(state["configured"] - state["healthy"])))
    return BackendSet.of(members)


def counted(backends: BackendSet) -> dict[str, int | None]:
    return {zone: size.exact for zone, size in backends.zones().items()}


def outcome(vector: dict[str, Any]) -> tuple[Any, Decision]:
    pools = Pools(pool(vector["primary"], "primary"), pool(vector["failover"], "failover"))
    policy = Failover(Fraction(vector["failover_ratio"]), vector["drop_traffic_if_unhealthy"])
    eligible = identify_eligible(pools, policy)
    kind = ClientKind.VM if vector["client_compatible"] else ClientKind.VPN
    affinity = Affinity(ZonalAffinity(vector["zonal_affinity"]), Fraction(vector["spillover_ratio"] or "0"))
    client = Client(kind, vector["client_zone"])
    return eligible, modified_eligible(pools, eligible, client, affinity, Spec(vector["revision"]))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    eligible, decision = outcome(vector)

    assert {
        "original_eligible_kind": eligible.kind.value,
        "original_eligible": counted(eligible.backends),
        "zonal_match": decision.zonal_match,
        "ratio": None if decision.ratio is None else str(decision.ratio.exact),
        "change": decision.change.value,
        "modified_eligible": counted(decision.modified_eligible),
    } == vector["expected"]


def test_all_vectors_are_here() -> None:
    assert len(VECTORS) == 44
