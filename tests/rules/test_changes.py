"""Rules about a change: of zonal affinity, of a proxy-only subnet, of a record set."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import AnyRule
from spillover.model.alb import Subnetwork
from spillover.model.change import Change
from spillover.model.deployment import Deployment, subjects
from spillover.model.dns import ManagedZone, RecordSet, RoutingPolicy
from spillover.model.names import ResourceName
from spillover.model.service import BackendService, LoadBalancingScheme, ZonalAffinity
from spillover.model.source import Origin, Reference, Undetermined, Unknown
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
OFF, STAY, SPILL = ZonalAffinity
CAUSE = Unknown("var.x")


def messages(rule: AnyRule, change: Change) -> list[str]:
    deployment = Deployment(resources=(change.after,), changes=(change,))
    return [found.message for each in subjects(deployment, rule.subject) for found in rule.check(each)]


class TestEstablishedConnectionsStay:
    RULE = RULES["ZA020"]
    MOVED = "zonal affinity changes: established connections stay where they are, new ones follow it"

    def service(self, option: Any, ratio: Any = None, **more: Any) -> BackendService:
        about = {"region": "us-east1", "scheme": LoadBalancingScheme.INTERNAL, **more}
        return BackendService(zonal_affinity=option, spillover_ratio=ratio, **about)

    @pytest.mark.parametrize(
        ("before", "after", "is_found"),
        [
            pytest.param((STAY,), (STAY,), False, id="nothing changes"),
            pytest.param((None,), (OFF,), False, id="what the default is"),
            pytest.param((OFF,), (STAY,), True, id="the option"),
            pytest.param((SPILL, Decimal("0.5")), (SPILL, Decimal("0.8")), True, id="the ratio"),
            pytest.param((SPILL, Decimal(0)), (SPILL,), False, id="a ratio of zero that is not written"),
            pytest.param((STAY, Decimal("0.5")), (STAY, CAUSE), False, id="a ratio that nobody reads"),
        ],
    )
    def test_what_changes(self, before: tuple[Any], after: tuple[Any], is_found: bool) -> None:
        change = Change(self.service(*before), self.service(*after))

        assert messages(self.RULE, change) == ([self.MOVED] if is_found else [])

    @pytest.mark.parametrize(("before", "after"), [((CAUSE,), (STAY,)), ((SPILL, CAUSE), (SPILL,))])
    def test_undetermined(self, before: tuple[Any], after: tuple[Any]) -> None:
        with pytest.raises(Undetermined):
            messages(self.RULE, Change(self.service(*before), self.service(*after)))

    def test_of_no_other_load_balancer(self) -> None:
        external = {"scheme": LoadBalancingScheme.EXTERNAL}

        assert (
            messages(self.RULE, Change(self.service(OFF, **external), self.service(STAY, **external))) == []
        )

    def test_of_one_that_is_replaced_all_connections_end(self) -> None:
        assert messages(self.RULE, Change(self.service(OFF), self.service(STAY), is_replaced=True)) == []


class TestProxySubnetResizedInPlace:
    RULE = RULES["FO033"]

    def subnetwork(self, cidr: Any, purpose: Any = "REGIONAL_MANAGED_PROXY") -> Subnetwork:
        return Subnetwork(purpose=purpose, role="ACTIVE", ip_cidr_range=cidr)

    @pytest.mark.parametrize(
        ("is_replaced", "effect"),
        [
            (False, "the API refuses it"),
            (None, "the API refuses it"),
            (True, "it loses its proxies meanwhile"),
        ],
    )
    def test_another_range(self, is_replaced: bool | None, effect: str) -> None:
        change = Change(self.subnetwork("10.0.0.0/24"), self.subnetwork("10.0.0.0/23"), is_replaced)

        assert messages(self.RULE, change) == [
            "a proxy-only subnet cannot be resized in place, from 10.0.0.0/24 to 10.0.0.0/23: " + effect
        ]

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            pytest.param(("10.0.0.0/24",), ("10.0.0.0/24",), id="the same"),
            pytest.param(("10.0.0.0/24", "PRIVATE"), ("10.0.0.0/23", "PRIVATE"), id="not for proxies"),
            pytest.param(("10.0.0.0/24", None), ("10.0.0.0/23", None), id="without a purpose"),
        ],
    )
    def test_clean(self, before: tuple[Any], after: tuple[Any]) -> None:
        assert messages(self.RULE, Change(self.subnetwork(*before), self.subnetwork(*after))) == []

    def test_undetermined(self) -> None:
        with pytest.raises(Undetermined):
            messages(self.RULE, Change(self.subnetwork("10.0.0.0/24"), self.subnetwork(CAUSE)))


def probe(name: str) -> ResourceName:
    return ResourceName("healthChecks", name, "global", "p")


class TestRecordSetReplaced:
    RULE = RULES["FO038"]
    GAP = "the record set is destroyed and created again: meanwhile its name is not answered"

    def record(
        self, *, health_check: Any = None, type_: str = "google_dns_record_set", **more: Any
    ) -> RecordSet:
        about = {"name": "shop.example.test.", "type": "A", "zone": ResourceName("managedZones", "z"), **more}
        policy = about.pop("policy", RoutingPolicy(health_check or probe("v1")))
        return RecordSet(routing_policy=policy, origin=Origin("x.shop", type_), **about)

    @pytest.mark.parametrize(
        ("after", "words"),
        [
            pytest.param({"health_check": probe("v2")}, "its health check changes, so ", id="health check"),
            pytest.param({"name": "www.example.test."}, "its name changes, so ", id="name"),
            pytest.param({"type": "AAAA"}, "its type changes, so ", id="type"),
            pytest.param({"zone": ResourceName("managedZones", "y")}, "its zone changes, so ", id="zone"),
        ],
    )
    @pytest.mark.parametrize("is_replaced", [True, None])
    def test_what_the_provider_cannot_change(
        self, after: dict[str, Any], words: str, is_replaced: bool | None
    ) -> None:
        change = Change(self.record(), self.record(**after), is_replaced)

        assert messages(self.RULE, change) == [words + self.GAP]

    def test_replaced_for_another_reason(self) -> None:
        assert messages(self.RULE, Change(self.record(), self.record(), True)) == [self.GAP]

    @pytest.mark.parametrize(
        ("before", "after", "is_replaced"),
        [
            pytest.param({}, {"ttl": 60}, None, id="what the provider changes in place"),
            pytest.param({}, {"health_check": probe("v2")}, False, id="a plan says that it stays"),
            pytest.param({"policy": None}, {"policy": None, "type": "AAAA"}, True, id="without a policy"),
            pytest.param(
                {"type_": "dns#resourceRecordSet"},
                {"type_": "dns#resourceRecordSet", "health_check": probe("v2")},
                None,
                id="not of Terraform",
            ),
        ],
    )
    def test_clean(self, before: dict[str, Any], after: dict[str, Any], is_replaced: bool | None) -> None:
        assert messages(self.RULE, Change(self.record(**before), self.record(**after), is_replaced)) == []

    @pytest.mark.parametrize(
        "after",
        [
            {"health_check": Reference("google_compute_health_check.v1.id")},
            {"name": CAUSE},
            {"policy": CAUSE},
        ],
    )
    def test_undetermined(self, after: dict[str, Any]) -> None:
        with pytest.raises(Undetermined):
            messages(self.RULE, Change(self.record(), self.record(**after)))


@pytest.mark.parametrize("code", ["ZA020", "FO033", "FO038"])
def test_a_change_of_something_else(code: str) -> None:
    zone = ManagedZone("z")

    assert messages(RULES[code], Change(zone, zone)) == []
    assert Change(zone, zone).origin is zone.origin
