"""The plan of a record set as data. The examples show the whole of it; here is what is null, and why."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy, WeightedItem
from spillover.model.source import Maybe, Origin, Unknown
from spillover.model.targets import Targets
from spillover.plan.dns.record import plan_records
from spillover.plan.scenario import Scenario, TargetState
from spillover.report.records_json import record

ORIGIN = Origin("google_dns_record_set.shop", "google_dns_record_set", path="main.tf")
CAUSE = Unknown("var.x")


def targets(*addresses: str) -> Targets:
    return Targets(external=addresses)


ITEM = GeoItem("us-east1", targets("203.0.113.10"))


def document(policy: Maybe[RoutingPolicy], *scenarios: Scenario, **values: Any) -> dict[str, Any]:
    record_set = RecordSet(**{"routing_policy": policy, "origin": ORIGIN, **values})
    (plan,) = plan_records(Deployment(resources=(record_set,)), scenarios)
    return record(plan)


def test_nothing_is_known() -> None:
    shown = document(CAUSE, name=CAUSE, type=CAUSE, ttl=CAUSE)

    assert {key: value for key, value in shown.items() if value is None or value == []} == {
        "name": None,
        "type": None,
        "ttl": None,
        "policy": None,
        "primary": [],
        "items": [],
        "trickle_ratio": None,
        "fencing": None,
        "outage_bound_s": None,
        "recovery_bound_s": None,
        "alternatives": [],
        "scenarios": [],
        "drills": [],
    }
    assert [each["because"] for each in shown["undetermined"]] == ["var.x"]
    assert [each["at_s"] for each in shown["timeline"]["outage"]] == [0, None, None]


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (
            RoutingPolicy(primary_backup=PrimaryBackup(targets("198.51.100.5"), (ITEM,), Decimal("0.10"))),
            ("primary_backup", "0.1", False),
        ),
        (
            RoutingPolicy(primary_backup=PrimaryBackup(CAUSE, CAUSE, CAUSE, CAUSE)),
            ("primary_backup", None, None),
        ),
        (RoutingPolicy(geo=(ITEM,), fencing=True), ("geo", None, True)),
        (RoutingPolicy(weighted=(WeightedItem(Decimal(1), targets("192.0.2.1")),)), ("wrr", None, None)),
    ],
)
def test_policies(policy: RoutingPolicy, expected: tuple[object, ...]) -> None:
    shown = document(policy)

    assert (shown["policy"], shown["trickle_ratio"], shown["fencing"]) == expected


def test_weights_and_shares() -> None:
    weighted = (
        WeightedItem(Decimal(2), targets("192.0.2.1")),
        WeightedItem(Decimal("0.5"), targets("192.0.2.2")),
    )
    given = Scenario("as given", targets={"192.0.2.2": TargetState(1)})

    shown = document(RoutingPolicy(weighted=weighted), given)

    assert [(each["location"], each["weight"]) for each in shown["items"]] == [(None, "2"), (None, "1/2")]
    assert [(each["addresses"], each["share"]) for each in shown["scenarios"][0]["answers"]] == [
        (["192.0.2.1"], "4/5"),
        (["192.0.2.2"], "1/5"),
    ]


def test_a_scenario() -> None:
    policy = RoutingPolicy(
        primary_backup=PrimaryBackup(targets("198.51.100.5"), (ITEM, GeoItem(CAUSE, Targets(external=CAUSE))))
    )
    given = Scenario("as given", targets={"198.51.100.5": TargetState(2), "203.0.113.10": TargetState(3)})

    (scenario,) = document(policy, given)["scenarios"]

    assert scenario == {
        "name": "as given",
        "unhealthy": ["198.51.100.5", "203.0.113.10"],
        "answers": [
            {
                "client_region": "us-east1",
                "addresses": None,
                "reason": "undetermined",
                "share": "1",
                "location": None,
                "healthy": None,
            }
        ],
    }


def test_what_is_answered_though_unhealthy() -> None:
    policy = RoutingPolicy(
        geo=(GeoItem("us-east1", targets("192.0.2.1")), GeoItem("us-west1", targets("192.0.2.2"))),
        fencing=True,
    )

    near, far = document(policy)["scenarios"][1]["answers"]

    assert (near["client_region"], near["reason"], near["healthy"]) == ("us-east1", "fenced", False)
    assert (far["client_region"], far["location"], far["healthy"]) == ("us-west1", "us-west1", True)
