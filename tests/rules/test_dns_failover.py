"""The rules about DNS failover: health checks (FO003, FO007) and record sets (FO011, FO012)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import AnyRule, Finding, Related, Severity
from spillover.model.deployment import Deployment
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.health import HealthCheck
from spillover.model.names import ResourceName
from spillover.model.options import Options
from spillover.model.source import Maybe, Origin, Undetermined, Unknown
from spillover.model.targets import InternalTarget, Targets
from spillover.model.views import JoinedRecordSet, ProbedHealthCheck
from spillover.read.body import Body, Dialect
from spillover.read.resources.dns import RECORD_SET, record_set
from spillover.read.resources.health import HEALTH_CHECK, health_check
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
fo003, fo007, fo011, fo012 = (RULES[code] for code in ("FO003", "FO007", "FO011", "FO012"))

REGIONS, REGION, INTERVAL, TARGETS, POLICY, TTL, TRICKLE = (
    Unknown(f"var.{name}")
    for name in ("regions", "region", "interval", "targets", "policy", "ttl", "trickle")
)
THREE = ("us-east1", "europe-west1", "asia-southeast1")

CHECK = Origin("google_compute_health_check.shop", "google_compute_health_check")
RECORD = Origin("google_dns_record_set.shop", "google_dns_record_set")
FAILOVER = Origin("google_dns_record_set.shop", "failover policy")
SHOP = ResourceName("healthChecks", "shop", "global", "demo-shop")

EXTERNAL = Targets(external=("198.51.100.5",))
INTERNAL = Targets(internal=(InternalTarget(),))
UNCLEAR = Targets(external=TARGETS)


def record(primary: Maybe[Targets] = EXTERNAL, uses: ResourceName = SHOP, **values: Any) -> RecordSet:
    """A record set with a failover policy, whose health check is ``uses``."""
    backup = (GeoItem("europe-west1", primary if isinstance(primary, Targets) else EXTERNAL),)
    policy = RoutingPolicy(uses, PrimaryBackup(primary, backup))
    return RecordSet(**{"name": "shop.example.test.", "origin": RECORD, "routing_policy": policy, **values})


def probed(*records: RecordSet, **values: Any) -> ProbedHealthCheck:
    check = HealthCheck(**{"name": "shop", "identity": SHOP, "origin": CHECK, **values})
    return ProbedHealthCheck(check, Deployment(resources=(check, *records)))


def undetermined(rule: AnyRule, subject: object) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(rule.check(subject))
    return list(raised.value.unknowns)


class TestWrongNumberOfSourceRegions:
    """FO003."""

    AT = CHECK.at("source_regions")
    HINT = "name three regions that are near your clients"

    @pytest.mark.parametrize(
        ("regions", "wrong"),
        [
            (THREE[:1], "1 source region"),
            (THREE[:2], "2 source regions"),
            ((*THREE, "us-west1"), "4 source regions"),
            ((*THREE[:2], "us-east1"), "the same source region more than once, us-east1"),
            ((REGION, "us-east1"), "2 source regions"),
            ((REGION, "us-east1", "us-east1"), "the same source region more than once, us-east1"),
        ],
    )
    def test_other_number_than_three(self, regions: tuple[str | Unknown, ...], wrong: str) -> None:
        assert list(fo003.check(probed(source_regions=regions))) == [
            Finding(self.AT, f"{wrong}: Cloud DNS needs exactly 3", self.HINT)
        ]

    @pytest.mark.parametrize("regions", [THREE, (REGION, REGION, "us-east1")], ids=["known", "not all known"])
    def test_three(self, regions: tuple[str | Unknown, ...]) -> None:
        assert list(fo003.check(probed(record(), source_regions=regions))) == []

    @pytest.mark.parametrize("regions", [None, ()], ids=["unset", "empty"])
    def test_none_though_external_endpoints_are_probed(self, regions: tuple[str, ...] | None) -> None:
        help_ = Origin("google_dns_record_set.help", "google_dns_record_set")
        records = (record(), record(INTERNAL), record(origin=help_))

        assert list(fo003.check(probed(*records, source_regions=regions))) == [
            Finding(
                self.AT,
                "no source regions: probing external endpoints needs exactly 3",
                self.HINT,
                tuple(Related(each.at("health_check"), "it is used here") for each in (RECORD, help_)),
            )
        ]

    @pytest.mark.parametrize("regions", [None, THREE[:1], REGIONS])
    def test_of_a_regional_one_other_rules_speak(self, regions: Maybe[tuple[str, ...]]) -> None:
        regional = ResourceName("healthChecks", "shop", "regions/us-east1", "demo-shop")
        subject = probed(record(uses=regional), is_global=False, identity=regional, source_regions=regions)

        assert list(fo003.check(subject)) == []

    @pytest.mark.parametrize(
        "records",
        [
            pytest.param((), id="not used for DNS"),
            pytest.param((record(INTERNAL),), id="internal load balancers report their own health"),
            pytest.param((record(uses=ResourceName("healthChecks", "help")),), id="another health check"),
            pytest.param((record(routing_policy=None),), id="no routing policy"),
            pytest.param((record(routing_policy=RoutingPolicy(SHOP)),), id="no failover policy"),
        ],
    )
    def test_none_is_right_for_other_uses(self, records: tuple[RecordSet, ...]) -> None:
        assert list(fo003.check(probed(*records))) == []

    @pytest.mark.parametrize(
        ("subject", "causes"),
        [
            pytest.param(probed(source_regions=REGIONS), [REGIONS], id="the regions"),
            pytest.param(probed(record(), source_regions=REGIONS), [REGIONS], id="the regions, used"),
            pytest.param(probed(record(UNCLEAR)), [TARGETS], id="whether external endpoints are probed"),
            pytest.param(
                probed(record(routing_policy=RoutingPolicy(SHOP, POLICY))),
                [POLICY],
                id="whether it is failover",
            ),
        ],
    )
    def test_undetermined(self, subject: ProbedHealthCheck, causes: list[Unknown]) -> None:
        assert undetermined(fo003, subject) == causes

    def test_one_record_set_is_enough(self) -> None:
        assert len(list(fo003.check(probed(record(UNCLEAR), record())))) == 1


class TestCheckIntervalTooShort:
    """FO007."""

    def found(self, interval: str) -> list[Finding]:
        message = f"check interval {interval}: Cloud DNS needs at least 30 s"
        return [Finding(CHECK.at("check_interval_sec"), message, "set the interval to 30")]

    @pytest.mark.parametrize(("interval", "words"), [(None, "5 s, the default"), (5, "5 s"), (29, "29 s")])
    @pytest.mark.parametrize(
        ("records", "regions"),
        [
            pytest.param((), THREE, id="source regions"),
            pytest.param((record(),), None, id="external endpoints"),
            pytest.param((record(),), REGIONS, id="external endpoints, whatever the regions"),
        ],
    )
    def test_shorter(
        self,
        interval: int | None,
        words: str,
        records: tuple[RecordSet, ...],
        regions: Maybe[tuple[str, ...]],
    ) -> None:
        subject = probed(*records, source_regions=regions, check_interval_sec=interval)

        assert list(fo007.check(subject)) == self.found(words)

    @pytest.mark.parametrize("interval", [30, 300])
    @pytest.mark.parametrize("regions", [THREE, REGIONS], ids=["source regions", "whatever the regions"])
    def test_long_enough(self, interval: int, regions: Maybe[tuple[str, ...]]) -> None:
        assert list(fo007.check(probed(source_regions=regions, check_interval_sec=interval))) == []

    @pytest.mark.parametrize(
        "records",
        [
            pytest.param((), id="not for DNS"),
            pytest.param((record(INTERNAL),), id="for internal load balancers"),
            pytest.param((record(routing_policy=None),), id="a record set without a policy"),
        ],
    )
    @pytest.mark.parametrize(
        "interval", [None, 10, INTERVAL], ids=["default", "10 s", "whatever the interval"]
    )
    def test_other_checks_may_be_as_short_as_they_like(
        self, records: tuple[RecordSet, ...], interval: Maybe[int]
    ) -> None:
        assert list(fo007.check(probed(*records, check_interval_sec=interval))) == []

    @pytest.mark.parametrize(
        ("subject", "causes"),
        [
            (probed(source_regions=THREE, check_interval_sec=INTERVAL), [INTERVAL]),
            (probed(record(), check_interval_sec=INTERVAL), [INTERVAL]),
            (probed(source_regions=REGIONS), [REGIONS]),
            (probed(source_regions=REGIONS, check_interval_sec=INTERVAL), [INTERVAL, REGIONS]),
            (probed(record(UNCLEAR)), [TARGETS]),
        ],
        ids=["interval", "interval, probed", "regions", "interval and regions", "what is probed"],
    )
    def test_undetermined(self, subject: ProbedHealthCheck, causes: list[Unknown]) -> None:
        assert undetermined(fo007, subject) == causes


class TestUnfitFailoverTtl:
    """FO011."""

    HINT = "set the TTL to 30 to 60 s"

    @pytest.mark.parametrize("ttl", [61, 300, 86400])
    def test_too_long(self, ttl: int) -> None:
        message = f"TTL {ttl} s on a failover record: resolvers keep a dead address that long"

        assert list(fo011.check(JoinedRecordSet(record(ttl=ttl)))) == [
            Finding(RECORD.at("ttl"), message, self.HINT)
        ]

    def test_unset(self) -> None:
        assert list(fo011.check(JoinedRecordSet(record()))) == [
            Finding(RECORD.at("ttl"), "a failover record without a TTL", self.HINT)
        ]

    @pytest.mark.parametrize("ttl", [0, 5, 29])
    def test_shorter_than_need_be_is_a_note(self, ttl: int) -> None:
        message = f"TTL {ttl} s on a failover record: below 30 s there is little to gain"

        assert list(fo011.check(JoinedRecordSet(record(ttl=ttl)))) == [
            Finding(RECORD.at("ttl"), message, self.HINT, severity=Severity.NOTE)
        ]

    def test_other_range(self) -> None:
        deployment = Deployment(options=Options(ttl_range_s=(5, 20)))

        found = [
            [each.message for each in fo011.check(JoinedRecordSet(record(ttl=ttl), deployment))]
            for ttl in (4, 5, 20, 21)
        ]

        assert found == [
            ["TTL 4 s on a failover record: below 5 s there is little to gain"],
            [],
            [],
            ["TTL 21 s on a failover record: resolvers keep a dead address that long"],
        ]

    @pytest.mark.parametrize("ttl", [30, 45, 60])
    def test_as_recommended(self, ttl: int) -> None:
        assert list(fo011.check(JoinedRecordSet(record(ttl=ttl)))) == []

    @pytest.mark.parametrize(
        "policy", [None, RoutingPolicy(SHOP), RoutingPolicy()], ids=["none", "another policy", "an empty one"]
    )
    def test_record_without_failover(self, policy: RoutingPolicy | None) -> None:
        for ttl in (None, 86400, TTL):
            assert list(fo011.check(JoinedRecordSet(record(ttl=ttl, routing_policy=policy)))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            ({"ttl": TTL}, [TTL]),
            ({"ttl": 300, "routing_policy": POLICY}, [POLICY]),
            ({"ttl": 300, "routing_policy": RoutingPolicy(SHOP, POLICY)}, [POLICY]),
            ({"ttl": TTL, "routing_policy": POLICY}, [POLICY, TTL]),
        ],
        ids=["the TTL", "the policy", "whether it is failover", "both"],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(fo011, JoinedRecordSet(record(**values))) == causes

    def test_good_ttl_whatever_the_policy(self) -> None:
        assert list(fo011.check(JoinedRecordSet(record(ttl=30, routing_policy=POLICY)))) == []


def trickling(ratio: Maybe[Decimal]) -> RecordSet:
    failover = PrimaryBackup(EXTERNAL, (), ratio, origin=FAILOVER)
    return RecordSet("shop.example.test.", routing_policy=RoutingPolicy(SHOP, failover))


class TestUnfitTrickleRatio:
    """FO012."""

    AT = FAILOVER.at("trickle_ratio")

    @pytest.mark.parametrize(
        ("ratio", "hint"),
        [
            ("10", "write 0.1 for 10 %"),
            ("2", "write 0.02 for 2 %"),
            ("100", "write 1 for 100 %"),
            ("1.1", "write a share, such as 0.1"),
            ("-0.1", "write a share, such as 0.1"),
            ("101", "write a share, such as 0.1"),
        ],
    )
    def test_no_share_is_refused(self, ratio: str, hint: str) -> None:
        message = f"trickle ratio {ratio} is outside of [0, 1]"

        assert list(fo012.check(trickling(Decimal(ratio)))) == [
            Finding(self.AT, message, hint, severity=Severity.ERROR)
        ]

    @pytest.mark.parametrize("ratio", ["1", "1.0"])
    def test_one_forces_the_failover(self, ratio: str) -> None:
        assert list(fo012.check(trickling(Decimal(ratio)))) == [
            Finding(
                self.AT,
                "trickle ratio 1: the failover is forced, every answer carries the backup",
                "lower it once the primary may serve again; 0.1 is typical",
            )
        ]

    @pytest.mark.parametrize("ratio", ["0.51", "0.99"])
    def test_most_answers(self, ratio: str) -> None:
        message = f"trickle ratio {ratio}: most answers carry the backup while the primary is healthy"

        assert list(fo012.check(trickling(Decimal(ratio)))) == [Finding(self.AT, message, "0.1 is typical")]

    @pytest.mark.parametrize("ratio", [None, "0", "0.0", "0.1", "0.5"])
    def test_near_miss(self, ratio: str | None) -> None:
        assert list(fo012.check(trickling(None if ratio is None else Decimal(ratio)))) == []

    def test_record_without_failover(self) -> None:
        assert list(fo012.check(RecordSet("status.example.test.", ttl=86400))) == []

    @pytest.mark.parametrize(
        ("subject", "cause"),
        [
            (trickling(TRICKLE), TRICKLE),
            (RecordSet(routing_policy=POLICY), POLICY),
            (RecordSet(routing_policy=RoutingPolicy(SHOP, POLICY)), POLICY),
        ],
        ids=["the ratio", "the policy", "whether it is failover"],
    )
    def test_undetermined(self, subject: RecordSet, cause: Unknown) -> None:
        assert undetermined(fo012, subject) == [cause]


TERRAFORM: dict[str, Any] = {
    "name": "shop.example.test.",
    "type": "A",
    "ttl": "300",
    "routing_policy": [
        {
            "health_check": "projects/demo-shop/global/healthChecks/shop",
            "primary_backup": [
                {"trickle_ratio": 1, "primary": [{"external_endpoints": ["198.51.100.5"]}], "backup_geo": []}
            ],
        }
    ],
}
API: dict[str, Any] = {
    "name": "shop.example.test.",
    "type": "A",
    "ttl": 300,
    "routingPolicy": {
        "healthCheck": "https://www.googleapis.com/compute/v1/projects/demo-shop/global/healthChecks/shop",
        "primaryBackup": {"trickleTraffic": 1, "primaryTargets": {"externalEndpoints": ["198.51.100.5"]}},
    },
}


class TestBothDialects:
    """Terraform and the API spell one record set differently; the rules say the same at its own fields."""

    @pytest.mark.parametrize(
        ("values", "dialect", "fields"),
        [
            (TERRAFORM, Dialect.TERRAFORM, ["ttl", "routing_policy.primary_backup.trickle_ratio"]),
            (API, Dialect.API, ["ttl", "routingPolicy.primaryBackup.trickleTraffic"]),
        ],
        ids=["Terraform", "API"],
    )
    def test_record_set(self, values: dict[str, Any], dialect: Dialect, fields: list[str]) -> None:
        subject = record_set(Body(values, RECORD, RECORD_SET, dialect))

        found = [*fo011.check(JoinedRecordSet(subject)), *fo012.check(subject)]

        assert [str(each.at.path) for each in found] == fields
        assert [each.message.partition(":")[0] for each in found] == [
            "TTL 300 s on a failover record",
            "trickle ratio 1",
        ]

    @pytest.mark.parametrize(
        ("record_values", "dialect", "check_values", "fields"),
        [
            (TERRAFORM, Dialect.TERRAFORM, {"name": "shop"}, ["source_regions", "check_interval_sec"]),
            (
                API,
                Dialect.API,
                {"name": "shop", "checkIntervalSec": 5},
                ["sourceRegions", "checkIntervalSec"],
            ),
        ],
        ids=["Terraform", "API"],
    )
    def test_health_check(
        self,
        record_values: dict[str, Any],
        dialect: Dialect,
        check_values: dict[str, Any],
        fields: list[str],
    ) -> None:
        user = record_set(Body(record_values, RECORD, RECORD_SET, dialect))
        check = health_check(Body(check_values, CHECK, HEALTH_CHECK, dialect))
        subject = ProbedHealthCheck(check, Deployment(resources=(check, user)))

        found = [*fo003.check(subject), *fo007.check(subject)]

        assert [str(each.at.path) for each in found] == fields


class TestSeverity:
    def test_refused_by_the_api_is_an_error_and_advice_a_warning(self) -> None:
        assert {rule.code: rule.severity for rule in (fo003, fo007, fo011, fo012)} == {
            "FO003": Severity.ERROR,
            "FO007": Severity.ERROR,
            "FO011": Severity.WARNING,
            "FO012": Severity.WARNING,
        }
