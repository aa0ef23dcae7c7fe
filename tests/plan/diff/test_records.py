"""A record set before and after."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.health import HealthCheck
from spillover.model.names import ResourceName
from spillover.model.source import Maybe, Origin, Unknown
from spillover.model.targets import Targets
from spillover.plan.diff.matching import Status
from spillover.plan.diff.records import RecordDiff, SettingChange, diff_records
from spillover.plan.dns.record import RecordPlan, plan_records

PROBE = ResourceName("healthChecks", "probe", "global", "demo")


def planned(
    *,
    ttl: Maybe[int] = 30,
    threshold: int = 2,
    primary: str = "198.51.100.5",
    backup: Maybe[str] = "203.0.113.10",
    trickle: str | None = None,
    name: str = "shop.example.test.",
    address: str = "x.shop",
) -> RecordPlan:
    targets = Unknown("var.backup") if isinstance(backup, Unknown) else backup
    item = GeoItem("europe-west1", Targets(external=(targets,) if targets else ()))
    policy = PrimaryBackup(
        primary=Targets(external=(primary,)),
        backup=(item,),
        trickle_ratio=None if trickle is None else Decimal(trickle),
    )
    record = RecordSet(
        name, "A", ttl, routing_policy=RoutingPolicy(PROBE, policy), origin=Origin(address, "record set")
    )
    probe = HealthCheck(
        check_interval_sec=30, unhealthy_threshold=threshold, healthy_threshold=2, identity=PROBE
    )
    (found,) = plan_records(Deployment(resources=(record, probe)), ())
    return found


def diff(before: RecordPlan, after: RecordPlan) -> RecordDiff:
    (found,) = diff_records([before], [after], lambda _: None)
    return found


@pytest.mark.parametrize(
    ("after", "settings"),
    [
        pytest.param(planned(), [], id="nothing"),
        pytest.param(
            planned(ttl=300),
            [("TTL", "30 s", "300 s"), ("outage", "at most 90 s", "at most 360 s")],
            id="the TTL",
        ),
        pytest.param(planned(threshold=3), [("outage", "at most 90 s", "at most 120 s")], id="a threshold"),
        pytest.param(planned(trickle="0.1"), [("trickle ratio", "0", "0.1")], id="a trickle ratio"),
        pytest.param(
            planned(primary="198.51.100.6"), [("primary", "198.51.100.5", "198.51.100.6")], id="a primary"
        ),
        pytest.param(
            planned(backup=Unknown("var.backup")),
            [("backup europe-west1", "203.0.113.10", "var.backup")],
            id="a backup that is made by the plan",
        ),
    ],
)
def test_settings(after: RecordPlan, settings: list[tuple[str, str, str | None]]) -> None:
    found = diff(planned(), after)

    wanted = [each for each in found.settings if each.name != "recovery"]
    assert wanted == [SettingChange(*each) for each in settings]
    assert (found.status is Status.UNCHANGED) == (settings == [])


def test_a_ttl_that_is_not_known() -> None:
    assert SettingChange("TTL", "30 s", None) in diff(planned(), planned(ttl=Unknown("var.ttl"))).settings


def test_answers() -> None:
    found = diff(planned(), planned(trickle="0.1"))

    (healthy,) = [each for each in found.answers if each.scenario == "all healthy"]
    assert [each.share for each in healthy.before] == [1]
    assert [(each.addresses, each.share) for each in healthy.after] == [
        (("198.51.100.5",), Fraction(9, 10)),
        (("203.0.113.10",), Fraction(1, 10)),
    ]


def test_one_that_only_one_side_has() -> None:
    added, removed = diff_records(
        [planned()], [planned(name="other.example.test.", address="x.other")], lambda _: None
    )

    assert (added.status, added.name) == (Status.ADDED, "other.example.test. A")
    assert (removed.status, removed.name) == (Status.REMOVED, "shop.example.test. A")
    assert SettingChange("primary", None, "198.51.100.5") in added.settings
    assert SettingChange("outage", "at most 90 s", None) in removed.settings


def test_one_without_a_name_goes_by_its_address() -> None:
    nameless = planned()
    nameless = replace(nameless, record_set=replace(nameless.record_set, name=Unknown("var.name"), type=None))

    assert diff(nameless, nameless).status is Status.UNCHANGED
    assert diff(nameless, nameless).name == "x.shop"
