"""A record's primaries and backups, and their front ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.failover import FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Maybe, Undetermined, Unknown
from spillover.model.targets import Targets
from spillover.model.url_map import Action, Destination, HostRule, PathMatcher, RequestRule
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import parities, ports_of

Unlike = Callable[..., list[str]]
CAUSE = Unknown("var.x")
CLOSED = "front end, port {}: closed on this backup, open on the primary"


def rule(**values: Any) -> dict[str, Any]:
    return {"rule": values}


class TestFrontEnds:
    def test_of_the_same_port(self, unlike: Unlike) -> None:
        assert unlike({}, {}) == []

    def test_of_another_port(self, unlike: Unlike) -> None:
        assert unlike({}, rule(port_range="8443")) == [CLOSED.format(443)]

    def test_a_second_one_of_the_primary(self, unlike: Unlike) -> None:
        second = ForwardingRule(
            ip_address="198.51.100.5",
            is_global=True,
            scheme=LoadBalancingScheme.EXTERNAL_MANAGED,
            port_range="80-80",
            target=ResourceName("targetHttpProxies", "redirect", "global"),
        )

        assert unlike({}, {}, others=(second,)) == [CLOSED.format(80)]

    def test_a_port_of_the_primary_that_is_not_known(self, unlike: Unlike) -> None:
        assert unlike(rule(port_range=CAUSE), {}) == ["? var.x"]

    def test_a_port_of_the_backup_that_is_not_known_may_be_it(self, unlike: Unlike) -> None:
        assert unlike({}, rule(port_range=CAUSE)) == ["? port 443: var.x"]

    @pytest.mark.parametrize("tier", ["STANDARD", CAUSE, None])
    def test_a_tier_is_a_choice(self, unlike: Unlike, tier: Maybe[str]) -> None:
        assert unlike({}, rule(network_tier=tier)) == []

    @pytest.mark.parametrize(
        "sides",
        [
            (rule(target=ResourceName("targetTcpProxies", "shop", "global")), {}),
            ({}, rule(target=ResourceName("targetTcpProxies", "shop", "regions/europe-west1"))),
        ],
    )
    def test_of_other_kinds_are_another_mistake(self, unlike: Unlike, sides: tuple[Any, Any]) -> None:
        primary, backup = sides

        assert unlike({**primary, "service": {"iap": True}}, backup) == []

    def test_an_owner_that_is_not_known(self, unlike: Unlike) -> None:
        other = ForwardingRule(ip_address=CAUSE, port_range="80")

        assert unlike({}, {}, others=(other,)) == ["? var.x"]


class TestNames:
    """Only requests for the record's name, and for aliases of it, reach the backup."""

    @staticmethod
    def primary(host: str) -> dict[str, Any]:
        action = Action((Destination(ResourceName("backendServices", "shop", "global"), True),))
        matcher = PathMatcher("m", Action(), (RequestRule(("/x",), action),))
        return {"url_map": {"host_rules": (HostRule((host,), "m"),), "path_matchers": (matcher,)}}

    @pytest.mark.parametrize(
        ("host", "name", "differs"),
        [
            ("shop.example.test", "shop.example.test.", True),
            ("shop.example.test", "Shop.Example.test", True),
            ("www.example.test", "shop.example.test.", False),
            ("shop.example.test", "*.example.test.", True),
        ],
    )
    def test_of_the_record(self, unlike: Unlike, host: str, name: str, differs: bool) -> None:
        assert bool(unlike(self.primary(host), {}, name=name)) is differs

    @pytest.mark.parametrize(
        ("type_", "data", "differs"),
        [
            ("CNAME", ("shop.example.test.",), True),
            ("CNAME", ("other.example.test.",), False),
            ("CNAME", CAUSE, False),
            ("TXT", ("shop.example.test.",), False),
        ],
    )
    def test_of_aliases(self, unlike: Unlike, type_: str, data: Any, differs: bool) -> None:
        alias = RecordSet("www.example.test.", type_, data=data)

        assert bool(unlike(self.primary("www.example.test"), {}, others=(alias,))) is differs

    @pytest.mark.parametrize(("name", "cause"), [(CAUSE, "var.x"), (None, "the name of record")])
    def test_one_that_is_not_known(self, unlike: Unlike, name: Maybe[str], cause: str) -> None:
        assert unlike(self.primary("www.example.test"), {}, name=name) == [f"? {cause}"]
        assert unlike({}, {}, name=name) == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"port_range": "443"}, ("443",)),
        ({"port_range": "443-443"}, ("443",)),
        ({"port_range": "80-81"}, ("80-81",)),
        ({"ports": ("80", "443")}, ("80", "443")),
        ({}, ()),
        ({"port_range": CAUSE}, CAUSE),
        ({"ports": CAUSE}, CAUSE),
        ({"ports": ("80", CAUSE)}, CAUSE),
    ],
)
def test_ports(values: dict[str, Any], expected: Any) -> None:
    assert ports_of(ForwardingRule(**values)) == expected


class TestParities:
    @staticmethod
    def record(
        primary: tuple[str, ...], *backups: str, rules: tuple[ForwardingRule, ...] = ()
    ) -> FailoverRecord:
        items = tuple(GeoItem("europe-west1", Targets(external=(each,))) for each in backups)
        policy = RoutingPolicy(None, PrimaryBackup(Targets(external=primary), items))
        record = RecordSet("shop.example.test.", routing_policy=policy)
        return FailoverRecord(record, Deployment(resources=(record, *rules)))

    def test_are_all_pairs(self) -> None:
        found = parities(self.record(("198.51.100.1", "198.51.100.2"), "203.0.113.1", "203.0.113.2"))

        assert [(each.primary.address, each.backup.address) for each in found] == [
            ("198.51.100.1", "203.0.113.1"),
            ("198.51.100.2", "203.0.113.1"),
            ("198.51.100.1", "203.0.113.2"),
            ("198.51.100.2", "203.0.113.2"),
        ]

    def test_an_address_is_no_backup_of_itself(self) -> None:
        assert list(parities(self.record(("198.51.100.1",), "198.51.100.1"))) == []

    def test_nothing_of_a_kind_was_read(self) -> None:
        (pair,) = parities(self.record(("198.51.100.1",), "203.0.113.1"))

        with pytest.raises(NotCovered):
            list(pair.differences(Topic.MIRRORED))

    def test_an_address_that_no_rule_has(self) -> None:
        rules = (ForwardingRule(ip_address="192.0.2.1"),)
        (pair,) = parities(self.record(("198.51.100.1",), "203.0.113.1", rules=rules))

        with pytest.raises(Undetermined, match=r"the forwarding rule that has 198\.51\.100\.1"):
            list(pair.differences(Topic.MIRRORED))
