"""The plan of a record set, in text. The examples show the whole of it; here are the cases of each part."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy, WeightedItem
from spillover.model.health import HealthCheck
from spillover.model.names import ResourceName
from spillover.model.source import Maybe, Origin, Reference, Unknown
from spillover.model.targets import InternalTarget, Targets
from spillover.plan.dns.record import RecordPlan, plan_records
from spillover.plan.scenario import Scenario, TargetState
from spillover.report.records_text import record
from spillover.report.style import Style

ORIGIN = Origin("google_dns_record_set.shop", "google_dns_record_set", path="main.tf")
NAME = ResourceName("healthChecks", "shop", "global")
CAUSE = Unknown("var.x")
EU, US = "europe-west1", "us-east1"
LAST = "the last clients leave the dead address  TTL 30 s: asked just before the decision"
LONG = Unknown(
    "x",
    refers_to=Reference(f"module.a_very_long_name_{'of_a_module_' * 8}.google_compute_address.x", "address"),
)


def targets(*addresses: str | Unknown) -> Targets:
    return Targets(external=addresses)


def items(*more: Targets) -> tuple[GeoItem, ...]:
    return tuple(GeoItem(each, one) for each, one in zip((EU, US), more, strict=False))


PRIMARY = targets("198.51.100.5")
ALL_HEALTHY = Scenario("as given", targets={"198.51.100.5": TargetState(0)})
BACKUP = PrimaryBackup(PRIMARY, items(targets("203.0.113.10"), targets("203.0.113.20")))


def planned(policy: Maybe[RoutingPolicy], *scenarios: Scenario, **values: Any) -> RecordPlan:
    check = {"check_interval_sec": 30, "source_regions": (EU, US, "asia-southeast1"), **values}
    record_set = RecordSet("shop.example.test.", "A", 30, routing_policy=policy, origin=ORIGIN)
    deployment = Deployment(resources=(record_set, HealthCheck("shop", identity=NAME, **check)))
    (one,) = plan_records(deployment, scenarios)
    return one


def failover(policy: Maybe[PrimaryBackup] = BACKUP) -> RoutingPolicy:
    return RoutingPolicy(NAME, policy)


def lines(plan: RecordPlan, style: Style | None = None) -> list[str]:
    return "\n".join(record(plan, style or Style())).split("\n")


def part(plan: RecordPlan, name: str) -> list[str]:
    """The lines of one state of health or of one drill."""
    whole = lines(plan)
    rest = whole[whole.index(f"{name}:") + 1 :]
    return rest[: rest.index("")] if "" in rest else rest


class TestHead:
    @pytest.mark.parametrize(
        ("policy", "told"),
        [
            (failover(), "failover policy, trickle ratio 0"),
            (
                failover(replace(BACKUP, fencing=True, trickle_ratio=Decimal("0.10"))),
                "failover policy, trickle ratio 0.1, geofenced",
            ),
            (
                failover(replace(BACKUP, fencing=CAUSE, trickle_ratio=CAUSE)),
                "failover policy, trickle ratio not known, fencing not known",
            ),
            (RoutingPolicy(NAME, geo=items(PRIMARY)), "geographic policy"),
            (RoutingPolicy(NAME, geo=items(PRIMARY), fencing=True), "geographic policy, geofenced"),
            (RoutingPolicy(NAME, weighted=CAUSE), "weighted policy"),
            (CAUSE, "which routing policy it has is not known"),
        ],
    )
    def test_first_line(self, policy: Maybe[RoutingPolicy], told: str) -> None:
        first, second, *_ = lines(planned(policy))

        assert (first, second) == (
            f"shop.example.test. A: {told}",
            "google_dns_record_set.shop at main.tf:1",
        )

    def test_a_name_and_type_that_are_not_known(self) -> None:
        plan = planned(failover())
        unnamed = replace(plan, record_set=replace(plan.record_set, name=CAUSE, type=CAUSE))

        assert lines(unnamed)[0].startswith("google_dns_record_set.shop ?: ")

    def test_roles(self) -> None:
        policy = PrimaryBackup(
            Targets(internal=(InternalTarget(ip_address="10.0.0.1"),)),
            (
                GeoItem(EU, Targets(external=("203.0.113.10",), unchecked=("203.0.113.11",))),
                GeoItem(CAUSE, Targets(external=CAUSE)),
            ),
        )

        assert lines(planned(failover(policy)))[2:6] == [
            "  primary                10.0.0.1      internal load balancer",
            "  backup   europe-west1  203.0.113.10",
            "  backup   europe-west1  203.0.113.11  not checked",
            "  backup   ?             not known",
        ]

    def test_weights(self) -> None:
        weighted = (WeightedItem(Decimal("2.5"), PRIMARY), WeightedItem(CAUSE, targets("192.0.2.1")))

        assert lines(planned(RoutingPolicy(NAME, weighted=weighted)))[2:4] == [
            "  item  weight 5/2  198.51.100.5",
            "  item  weight ?    192.0.2.1",
        ]

    def test_no_target_is_known(self) -> None:
        assert lines(planned(RoutingPolicy(NAME, geo=CAUSE)))[2].startswith("  outage: ")


class TestTime:
    def test_all_known(self) -> None:
        assert lines(planned(failover(), unhealthy_threshold=3))[5:13] == [
            "  outage: at most 120 s by Google's formula, which is no guarantee",
            "    0 s    the primary fails",
            "    90 s   new answers carry the backup             interval 30 s x 3 failed checks",
            f"    120 s  {LAST}",
            "  with unhealthy threshold 1: 60 s instead of 120 s, but one lost check is enough",
            "  recovery: at most 90 s by the same formula, with the healthy threshold",
            "  failback is automatic: both load balancers serve meanwhile, so it is no outage",
            "  nothing exercises the backup before it is needed: the drills below do, without an outage",
        ]

    def test_partly_known(self) -> None:
        trickling = failover(replace(BACKUP, trickle_ratio=Decimal(1)))

        assert lines(planned(trickling, ALL_HEALTHY, unhealthy_threshold=CAUSE))[5:12] == [
            "  outage: at least 60 s by Google's formula, which is no guarantee",
            "    0 s  the primary fails",
            "    ?    new answers carry the backup             interval 30 s x ? failed checks",
            f"    ?    {LAST}",
            "  recovery: at most 90 s by the same formula, with the healthy threshold",
            "  failback is automatic: both load balancers serve meanwhile, so it is no outage",
            "  undetermined: depends on var.x",
        ]

    def test_what_shortens_it(self) -> None:
        plan = planned(failover(), check_interval_sec=60, unhealthy_threshold=1)
        long = replace(plan, timing=replace(plan.timing, outage=replace(plan.timing.outage, ttl=60)))

        assert [line for line in lines(long) if line.startswith("  with ")] == [
            "  with TTL 30 s: 90 s instead of 120 s",
            "  with check interval 30 s: 90 s instead of 120 s",
        ]

    def test_of_a_weighted_policy(self) -> None:
        shown = lines(planned(RoutingPolicy(NAME, weighted=(WeightedItem(Decimal(1), PRIMARY),))))

        assert "    0 s   a target fails" in shown
        assert "  the share of an unhealthy item goes to the others, by their weights" in shown
        assert not [line for line in shown if "failback" in line or "exercises" in line]


class TestAnswers:
    def test_clients_with_one_answer_share_a_row(self) -> None:
        assert part(planned(failover()), "primary down") == [
            "      clients near      answered      because",
            "      asia-southeast1,  203.0.113.10  the primary is unhealthy",
            "      europe-west1",
            "      us-east1          203.0.113.20  the primary is unhealthy",
        ]

    @pytest.mark.parametrize(
        ("state", "row"),
        [
            ("all healthy", "      any of the regions  198.51.100.5  the primary is healthy"),
            (
                "everything down",
                "  !!  any of the regions  198.51.100.5 (down)  nothing is healthy: as if",
            ),
        ],
    )
    def test_all_clients_get_the_same(self, state: str, row: str) -> None:
        assert part(planned(failover()), state)[1] == row

    def test_next_geography(self) -> None:
        rows = part(planned(failover()), f"primary and backup {EU} down")

        assert [line[:4] for line in rows if "203" in line] == ["  ! ", "    "]
        assert "next nearest: all of the" in rows[1]

    def test_shares_of_a_trickle(self) -> None:
        policy = failover(replace(BACKUP, trickle_ratio=Decimal("0.125")))

        first, second = part(planned(policy), "backup down")[1:3]

        assert first == "      any of the regions  87.5 %   198.51.100.5  the primary is healthy"
        assert second == "  ?                       12.5 %   undetermined  what is answered while no"

    def test_of_several_primaries(self) -> None:
        policy = failover(replace(BACKUP, primary=targets("198.51.100.5", "198.51.100.6")))
        plan = planned(policy)

        assert any(line.endswith("  the last primary fails") for line in lines(plan))
        assert "every primary is healthy" in part(plan, "all healthy")[1]
        assert "unhealthy primaries are left" in part(plan, "primary 198.51.100.6 down")[1]
        assert "every primary is unhealthy" in part(plan, "primary down")[1]

    @pytest.mark.parametrize(
        ("fencing", "unchecked", "mark", "told"),
        [
            (True, None, "!!", "FENCED: nearest"),
            (False, ("203.0.113.11",), "!", "not checked: all"),
        ],
    )
    def test_what_is_not_healthy(
        self, fencing: bool, unchecked: tuple[str, ...] | None, mark: str, told: str
    ) -> None:
        first = Targets(external=("203.0.113.10",), unchecked=unchecked)
        policy = failover(replace(BACKUP, backup=items(first, targets("203.0.113.20")), fencing=fencing))
        rows = part(planned(policy), f"primary and backup {EU} down")

        assert rows[1].split()[0] == mark
        assert told in rows[1]

    def test_an_answer_that_is_not_known(self) -> None:
        rows = part(planned(failover(replace(BACKUP, primary=CAUSE))), "all healthy")

        assert rows[1] == "  ?   any of the regions  undetermined  var.x"

    def test_of_other_policies(self) -> None:
        geo = planned(RoutingPolicy(NAME, geo=items(targets("192.0.2.1", "192.0.2.2"))))
        given = Scenario("as given", targets={"192.0.2.1": TargetState(2)})
        some = planned(RoutingPolicy(NAME, geo=items(targets("192.0.2.1", "192.0.2.2"))), given)

        assert part(geo, "all healthy")[1].endswith("  healthy")
        assert "nothing is healthy: as if" in part(geo, f"{EU} down")[1]
        assert "its unhealthy addresses are" in part(some, "as given")[1]

    def test_of_a_weighted_policy_clients_are_anywhere(self) -> None:
        weighted = (WeightedItem(Decimal(1), PRIMARY), WeightedItem(Decimal(2), targets("192.0.2.1")))

        assert part(planned(RoutingPolicy(NAME, weighted=weighted)), "all healthy")[1:] == [
            "      anywhere        33.3 %   198.51.100.5  healthy",
            "                      66.7 %   192.0.2.1     healthy",
        ]

    def test_drills(self) -> None:
        rows = part(planned(failover()), "drill, forced failover: all healthy, with trickle ratio 1")

        assert "by the trickle ratio" in rows[1]


class TestWidth:
    @pytest.mark.parametrize("trickle", [None, Decimal("0.5"), CAUSE])
    def test_long_names_are_cut_in_the_middle(self, trickle: Maybe[Decimal]) -> None:
        policy = PrimaryBackup(targets(LONG), items(targets(LONG, "203.0.113.10"), PRIMARY), trickle)
        plan = planned(failover(policy))
        named = replace(plan, record_set=replace(plan.record_set, name="shop." * 40))

        assert [line for line in lines(named) if len(line) > 100] == []
        assert any("..." in line for line in lines(named))


def test_colours_and_what_a_terminal_would_obey() -> None:
    policy = failover(replace(BACKUP, primary=targets("198.51.100.5\x1b[31m")))

    plain = "\n".join(lines(planned(policy)))
    coloured = "\n".join(lines(planned(policy), Style(colours=True)))

    assert "\x1b" not in plain
    assert "\x1b[1;31m!!\x1b[0m" in coloured
