"""The rules about the load balancers that a failover record answers (FO001, FO002, FO014 to FO053)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from spillover.check.rule import Finding, Related
from spillover.model.alb import ReservedAddress
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy, WeightedItem
from spillover.model.failover import FailoverRecord, SteeredRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.kind import BalancerKind
from spillover.model.names import ResourceName
from spillover.model.service import Backend, BackendService, LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.targets import InternalTarget, Targets
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
CAUSE, SCHEME, REGION = Unknown("var.x"), Unknown("var.scheme"), Unknown("var.region")
RECORD = Origin("google_dns_record_set.shop", "google_dns_record_set")
POLICY = Origin(RECORD.address, "failover policy")
PRIMARY, EU, US = (Origin(RECORD.address, name) for name in ("primary", "eu", "us"))
CORE = ResourceName("networks", "core", "global")
MANAGED = LoadBalancingScheme.EXTERNAL_MANAGED


def external(origin: Origin, *addresses: str | Unknown) -> Targets:
    return Targets(external=addresses, origin=origin)


def item(location: Maybe[str], targets: Targets) -> GeoItem:
    return GeoItem(location, targets, origin=targets.origin)


SHOP = external(PRIMARY, "198.51.100.5")
BACKUPS = (
    item("europe-west1", external(EU, "203.0.113.10")),
    item("us-east1", external(US, "203.0.113.20")),
)


def record(
    *resources: Any,
    primary: Maybe[Targets] = SHOP,
    backup: Maybe[tuple[GeoItem, ...]] = BACKUPS,
    policy: Unknown | None = None,
) -> FailoverRecord:
    failover = policy or PrimaryBackup(primary, backup, origin=POLICY)
    shop = RecordSet("shop.example.test.", routing_policy=RoutingPolicy(None, failover), origin=RECORD)
    return FailoverRecord(shop, Deployment(resources=(shop, *resources)))


def front(called: str, address: Maybe[str], region: Maybe[str] = None, **values: Any) -> ForwardingRule:
    """The front end of an Application Load Balancer; without a region a global one."""
    scope = "global" if region is None else "regions/any"
    written = {
        "name": called,
        "is_global": region is None,
        "region": region,
        "scheme": MANAGED,
        "target": ResourceName("targetHttpsProxies", called, scope),
        "backend_service": ResourceName("backendServices", called, scope),  # spares the tests a URL map
        "origin": Origin(f"rule.{called}", "compute#forwardingRule"),
    }
    return ForwardingRule(**{**written, **values}, ip_address=address)


def service(rule: ForwardingRule, *groups: str | Unknown) -> BackendService:
    """The backend service of a front end; its groups are named ``zone/name``."""
    called, identity = rule.name, rule.backend_service
    assert isinstance(identity, ResourceName)
    backends = []
    for number, each in enumerate(groups):
        zone, _, name = each.partition("/") if isinstance(each, str) else ("", "", "")
        link = ResourceName("instanceGroups", name, f"zones/{zone}" if zone else None)
        origin = Origin(f"service.{called}", f"backend {number}")
        backends.append(Backend(each if isinstance(each, Unknown) else link, origin=origin))
    return BackendService(backends=tuple(backends), identity=identity)


GLOBAL = front("shop", "198.51.100.5")
EUROPE = front("eu", "203.0.113.10", "europe-west1")
EAST = front("us", "203.0.113.20", "us-east1")
ALL_THREE = (GLOBAL, EUROPE, EAST)


SERVED = (
    *ALL_THREE,
    service(GLOBAL, "europe-west1-b/shop", "us-east1-b/shop"),
    service(EUROPE, "europe-west1-c/backup"),
    service(EAST, "us-east1-c/backup"),
)


def found(code: str, subject: FailoverRecord | SteeredRecord) -> list[Finding]:
    return list(RULES[code].check(subject))


def causes(code: str, subject: FailoverRecord | SteeredRecord) -> list[str]:
    with pytest.raises(Undetermined) as raised:
        found(code, subject)
    return [unknown.because for unknown in raised.value.unknowns]


@pytest.mark.parametrize(
    "code",
    ["FO001", "FO002", "FO016", "FO020", "FO023", "FO026", "FO027", "FO050", "FO053"],
)
class TestAll:
    def test_what_is_right_is_no_finding(self, code: str) -> None:
        assert found(code, record(*SERVED)) == []

    def test_without_any_forwarding_rule_nothing_can_be_said(self, code: str) -> None:
        with pytest.raises(NotCovered, match="forwarding rules"):
            found(code, record())

    def test_nor_where_the_forwarding_rule_was_not_read(self, code: str) -> None:
        address = "198.51.100.5" if code in ("FO002", "FO016", "FO020", "FO023") else "203.0.113.10"

        assert f"the forwarding rule that has {address}, which was not read" in causes(
            code, record(front("other", "192.0.2.1"))
        )

    def test_nor_where_the_policy_is_not_known(self, code: str) -> None:
        assert "var.x" in causes(code, record(*SERVED, policy=CAUSE))

    def test_internal_targets_are_not_of_the_internet(self, code: str) -> None:
        internal = Targets(internal=(InternalTarget(ip_address="10.0.0.1", network=CORE, region="us-east1"),))
        ilb = front(
            "ilb", "10.0.0.1", "us-east1", scheme=LoadBalancingScheme.INTERNAL, target=None, network=CORE
        )
        subject = record(*SERVED, ilb, primary=internal, backup=(item("us-east1", internal),))

        assert found(code, subject) == []


class TestKindOfABackup:
    """FO001."""

    def test_another_kind(self) -> None:
        one_more = front("us", "203.0.113.20")

        assert found("FO001", record(GLOBAL, EUROPE, one_more)) == [
            Finding(
                US.at("external", 0),
                f"backup 203.0.113.20 leads to another kind of load balancer: {BalancerKind.GLOBAL_EXTERNAL}",
                f"answer the address of a {BalancerKind.REGIONAL_EXTERNAL}",
                (Related(one_more.origin.at("ip_address"), "the forwarding rule with this address"),),
            )
        ]

    def test_one_of_several_kinds_none_of_which_will_do(self) -> None:
        one_more = front("us", "203.0.113.20", scheme=SCHEME)

        assert len(found("FO001", record(GLOBAL, EUROPE, one_more))) == 1

    def test_an_address_that_is_not_checked(self) -> None:
        unchecked = item("us-east1", Targets(unchecked=("198.51.100.6",), origin=US))

        (wrong,) = found("FO001", record(front("other", "198.51.100.6"), backup=(unchecked,)))

        assert wrong.at == US.at("unchecked", 0)

    @pytest.mark.parametrize("address", ["198.51.100.5", "10.0.0.1"])
    def test_what_another_rule_says_of_the_address(self, address: str) -> None:
        """It is the primary's (FO045), or none of the internet (FO054)."""
        wrong = item("us-east1", external(US, address))

        assert found("FO001", record(GLOBAL, front("other", "10.0.0.1"), backup=(wrong,))) == []

    def test_external_endpoints_that_are_dropped(self) -> None:
        """Beside internal load balancers (FO043)."""
        internal = (InternalTarget(ip_address="10.0.0.1"),)
        mixed = item("us-east1", Targets(external=("198.51.100.6",), internal=internal, origin=US))

        assert found("FO001", record(front("other", "198.51.100.6"), backup=(mixed,))) == []

    def test_in_a_policy_without_external_endpoints_it_may_be_anything(self) -> None:
        internal = Targets(internal=(InternalTarget(ip_address="10.0.0.1"),))
        unchecked = item("us-east1", Targets(unchecked=("198.51.100.5",)))

        assert found("FO001", record(GLOBAL, primary=internal, backup=(unchecked,))) == []

    def test_an_internal_one_beside_external_ones_is_another_mistake(self) -> None:
        internal = item("us-east1", Targets(internal=(InternalTarget(ip_address="10.0.0.1"),)))

        assert found("FO001", record(GLOBAL, EUROPE, backup=(*BACKUPS[:1], internal))) == []

    def test_one_rule_of_the_right_kind_is_enough(self) -> None:
        """An address may have a passthrough load balancer beside it, on other ports."""
        other = front("udp", "203.0.113.20", "us-east1", scheme=LoadBalancingScheme.EXTERNAL, target=None)

        assert found("FO001", record(GLOBAL, EUROPE, other, EAST)) == []

    @pytest.mark.parametrize(
        ("us", "cause"),
        [
            (front("us", "203.0.113.20", "us-east1", scheme=SCHEME), "var.scheme"),
            (front("us", "203.0.113.20", "us-east1", target=CAUSE), "var.x"),
            (front("us", CAUSE), "var.x"),
        ],
    )
    def test_undetermined(self, us: ForwardingRule, cause: str) -> None:
        assert causes("FO001", record(GLOBAL, EUROPE, us)) == [cause]

    def test_one_wrong_is_found_beside_one_that_is_not_known(self) -> None:
        backups = (item("europe-west1", external(EU, CAUSE)), item("us-east1", external(US, "198.51.100.6")))
        findings = RULES["FO001"].check(record(front("other", "198.51.100.6"), backup=backups))

        assert next(findings).at == US.at("external", 0)
        with pytest.raises(Undetermined):
            next(findings)


class TestKindOfAPrimary:
    """FO002."""

    @pytest.mark.parametrize(
        "primary",
        [
            GLOBAL,
            front("shop", "198.51.100.5", "us-west1"),
            front("shop", "198.51.100.5", scheme=LoadBalancingScheme.EXTERNAL),
            pytest.param(
                front(
                    "shop",
                    "198.51.100.5",
                    scheme=None,
                    origin=Origin("rule.shop", "google_compute_global_forwarding_rule"),
                ),
                id="either default",
            ),
        ],
    )
    def test_the_three_kinds(self, primary: ForwardingRule) -> None:
        assert found("FO002", record(primary)) == []

    def test_another_kind(self) -> None:
        passthrough = front(
            "shop", "198.51.100.5", "us-west1", scheme=LoadBalancingScheme.EXTERNAL, target=None
        )

        assert found("FO002", record(passthrough)) == [
            Finding(
                PRIMARY.at("external", 0),
                "primary 198.51.100.5 leads to another kind of load balancer: "
                f"{BalancerKind.EXTERNAL_PASSTHROUGH}",
                "answer the address of an external Application Load Balancer",
                (Related(passthrough.origin.at("ip_address"), "the forwarding rule with this address"),),
            )
        ]

    def test_undetermined(self) -> None:
        assert causes("FO002", record(front("shop", "198.51.100.5", scheme=SCHEME))) == ["var.scheme"]
        assert causes("FO002", record(GLOBAL, primary=external(PRIMARY, CAUSE))) == ["var.x"]
        assert causes("FO002", record(front("shop", CAUSE, target=None))) == ["var.x"]


class TestUnusedAddress:
    """FO014."""

    def test_reserved_and_not_in_use(self) -> None:
        free = ReservedAddress(
            "free", address="203.0.113.20", status="RESERVED", origin=Origin("free", "address")
        )

        assert found("FO014", record(free, GLOBAL, EUROPE)) == [
            Finding(
                US.at("external", 0),
                "203.0.113.20 is the reserved address free, which nothing uses",
                "answer the address of a forwarding rule",
                (Related(free.origin.at("status"), "listed as not in use here"),),
            )
        ]

    def test_anything_else(self) -> None:
        internal = Targets(internal=(InternalTarget(ip_address="10.0.0.1"),))
        used = ReservedAddress("used", address="203.0.113.20", status="IN_USE")
        other = ReservedAddress("core", address="10.0.0.1", status="RESERVED")

        assert found("FO014", record(used, other, primary=internal)) == []

    def test_an_answer_that_is_not_known_may_be_one_that_is_listed(self) -> None:
        free = ReservedAddress("free", address="203.0.113.99", status="RESERVED")
        resource = Unknown(
            "google_compute_address.x.address", Reference("google_compute_address.x", "address")
        )

        assert causes("FO014", record(free, primary=external(PRIMARY, CAUSE))) == ["var.x"]
        assert found("FO014", record(primary=external(PRIMARY, CAUSE))) == []
        assert found("FO014", record(free, primary=external(PRIMARY, resource))) == []


class TestCloudCdn:
    """FO016."""

    def test_behind_the_primary(self) -> None:
        origin = Origin("google_compute_backend_service.shop", "google_compute_backend_service")
        shop = replace(service(GLOBAL), is_global=True, enable_cdn=True, origin=origin)

        assert found("FO016", record(*ALL_THREE, shop)) == [
            Finding(
                origin.at("enable_cdn"),
                "Cloud CDN behind the primary of a DNS failover, whose backups have none",
                "size the backups for the traffic without a cache, or use a third party's CDN",
            )
        ]

    def test_on_a_regional_service_is_another_mistake(self) -> None:
        assert found("FO016", record(*ALL_THREE, replace(service(GLOBAL), enable_cdn=True))) == []

    def test_undetermined(self) -> None:
        shop = replace(service(GLOBAL), is_global=True, enable_cdn=CAUSE)

        assert causes("FO016", record(*ALL_THREE, shop)) == ["var.x"]
        assert causes("FO016", record(*SERVED, replace(GLOBAL, name="may", ip_address=REGION))) == [
            "var.region"
        ]


class TestRegionWithoutBackup:
    """FO023."""

    FAR = ("asia-east1-b/shop", "europe-west1-b/shop", "africa-south1-a/shop")

    def test_regions_of_backends_without_a_backup(self) -> None:
        assert found("FO023", record(*ALL_THREE, service(GLOBAL, *self.FAR))) == [
            Finding(
                POLICY.at("backup"),
                "no backup in africa-south1, asia-east1, where the primary has backends",
                "add a backup in each region that has backends",
            )
        ]

    def test_a_regional_primary_has_its_backups_elsewhere(self) -> None:
        shop = front("shop", "198.51.100.5", "us-west1")

        assert found("FO023", record(shop, service(shop, "us-west1-b/shop"))) == []

    def test_a_backup_counts_where_its_load_balancer_is(self) -> None:
        """Another location than that is FO050's to tell."""
        backup = (item("us-west1", external(US, "203.0.113.20")), BACKUPS[0])
        unknown = (item(REGION, external(US, "203.0.113.20")), BACKUPS[0])

        for each in (backup, unknown):
            assert found("FO023", record(*SERVED, backup=each)) == []

    def test_without_a_backup_there_is_no_failover(self) -> None:
        assert found("FO023", record(*SERVED, backup=None)) == []

    def test_a_group_without_a_region(self) -> None:
        neg = Backend(ResourceName("networkEndpointGroups", "cdn", "global"))
        of = BackendService(backends=(neg,), identity=ResourceName("backendServices", "shop", "global"))

        assert found("FO023", record(*ALL_THREE, of)) == []

    @pytest.mark.parametrize(
        ("groups", "backup", "expected"),
        [
            pytest.param((CAUSE,), BACKUPS, ["var.x"], id="a group"),
            pytest.param(("/shop",), BACKUPS, ["the region of shop"], id="the region of a group"),
            pytest.param(FAR, CAUSE, ["var.x"], id="the backups"),
            pytest.param(FAR, (item(REGION, SHOP),), ["var.region"], id="a location"),
        ],
    )
    def test_undetermined(self, groups: tuple[str | Unknown, ...], backup: Any, expected: list[str]) -> None:
        assert causes("FO023", record(*ALL_THREE, service(GLOBAL, *groups), backup=backup)) == expected


class TestBackupOutsideRegionOfBackends:
    """FO026."""

    def test_a_group_elsewhere(self) -> None:
        east = service(EAST, "us-east1-c/backup", "us-east4-c/backup")
        assert isinstance(east.backends, tuple)

        assert found("FO026", record(*ALL_THREE, service(EUROPE), east)) == [
            Finding(
                east.backends[1].origin.at("group"),
                "backup is in us-east4, its backup load balancer in us-east1",
                "use a group in us-east1, or a load balancer in us-east4",
                (Related(EAST.origin.at("region"), "the backup's forwarding rule"),),
            )
        ]

    def test_another_kind_of_load_balancer_is_another_mistake(self) -> None:
        one_more = front("us", "203.0.113.20")

        assert (
            found("FO026", record(EUROPE, one_more, service(EUROPE), service(one_more, "us-east4-b/x"))) == []
        )

    @pytest.mark.parametrize(
        ("us", "group", "expected"),
        [
            (EAST, CAUSE, ["var.x"]),
            (EAST, "/shop", ["the region of shop"]),
            (front("us", "203.0.113.20", REGION), "us-east1-b/x", ["var.region"]),
            (front("us", "203.0.113.20", "us-east1", target=CAUSE), "us-east4-b/x", ["var.x"]),
        ],
    )
    def test_undetermined(self, us: ForwardingRule, group: str | Unknown, expected: list[str]) -> None:
        subject = record(EUROPE, us, service(EUROPE), service(us, group))

        assert causes("FO026", subject) == expected

    def test_a_region_that_is_not_written(self) -> None:
        us = front("us", "203.0.113.20", is_global=False, target=ResourceName("targetHttpProxies", "us", "x"))

        assert found("FO026", record(EUROPE, us, service(EUROPE), service(us, "us-east4-b/x"))) == []


class TestSharedBackends:
    """FO027."""

    def test_one_group_on_both_sides(self) -> None:
        shop, europe = service(GLOBAL, "europe-west1-b/shop"), service(EUROPE, "europe-west1-b/shop")
        assert isinstance(shop.backends, tuple)
        assert isinstance(europe.backends, tuple)

        assert found("FO027", record(*ALL_THREE, shop, europe, service(EAST))) == [
            Finding(
                europe.backends[0].origin.at("group"),
                "shop serves the primary of shop.example.test. as well as its backup",
                "give the backup groups of its own",
                (Related(shop.backends[0].origin.at("group"), "behind the primary here"),),
            )
        ]

    def test_one_address_on_both_sides_is_another_mistake(self) -> None:
        backup = (item("us-east1", external(US, "198.51.100.5")),)

        assert found("FO027", record(*SERVED, backup=backup)) == []

    @pytest.mark.parametrize(
        ("group", "expected"),
        [(CAUSE, ["var.x"]), ("/shop", ["whether shop is shop"])],
    )
    def test_undetermined(self, group: str | Unknown, expected: list[str]) -> None:
        shop = service(GLOBAL, "europe-west1-b/shop", "us-east1-b/shop")

        assert causes("FO027", record(*ALL_THREE, shop, service(EUROPE, group), service(EAST))) == expected


def internal_front(called: str, region: Maybe[str], **values: Any) -> ForwardingRule:
    address = {"east": "10.0.0.1", "west": "10.0.0.2"}[called]
    internal = {"scheme": LoadBalancingScheme.INTERNAL, "target": None, "network": CORE}
    return front(called, address, region, **{**internal, **values})


def internal_target(address: str, region: Maybe[str]) -> Targets:
    target = InternalTarget(
        ip_address=address, network=CORE, region=region, origin=Origin(RECORD.address, f"{address} internal")
    )
    return Targets(internal=(target,))


class TestGlobalAccess:
    """FO046."""

    def fails_over(
        self, *rules: ForwardingRule, regions: tuple[Maybe[str], Maybe[str]] = ("us-east1", "us-west1")
    ) -> SteeredRecord:
        east, west = internal_target("10.0.0.1", regions[0]), internal_target("10.0.0.2", regions[1])
        return SteeredRecord(record(*rules, primary=east, backup=(item("us-west1", west),)))

    def steered(self, *rules: ForwardingRule, **policy: Any) -> SteeredRecord:
        shop = RecordSet("shop.example.test.", routing_policy=RoutingPolicy(**policy), origin=RECORD)
        (subject,) = SteeredRecord.views_of(Deployment(resources=(shop, *rules)))
        return subject

    WEST = internal_front("west", "us-west1")
    ITEMS = (
        item("us-east1", internal_target("10.0.0.1", "us-east1")),
        item("us-west1", internal_target("10.0.0.2", "us-west1")),
    )

    @pytest.mark.parametrize("fencing", [None, False])
    def test_of_the_next_geography(self, fencing: bool | None) -> None:
        (found_,) = found("FO046", self.steered(self.EAST, self.WEST, geo=self.ITEMS, fencing=fencing))

        assert found_.at == self.WEST.origin.at("allow_global_access")
        assert found_.message.startswith("shop.example.test. fails over between us-west1 and us-east1, but")

    def test_of_a_weighted_policy(self) -> None:
        weighted = tuple(WeightedItem(Decimal(1), each.targets) for each in self.ITEMS)
        (found_,) = found("FO046", self.steered(self.EAST, self.WEST, weighted=weighted))

        assert found_.message.startswith(
            "shop.example.test. sends clients of any region to us-west1 and us-east1, but"
        )

    def test_a_fence_keeps_clients_with_the_nearest(self) -> None:
        fenced = self.steered(self.EAST, self.WEST, geo=self.ITEMS, fencing=True)
        perhaps = self.steered(self.EAST, self.WEST, geo=self.ITEMS, fencing=CAUSE)

        assert found("FO046", fenced) == []
        assert causes("FO046", perhaps) == ["var.x"]

    def test_a_fence_around_backups_does_not_keep_clients_with_the_primary(self) -> None:
        policy = PrimaryBackup(self.ITEMS[0].targets, self.ITEMS[1:], fencing=True)

        assert len(found("FO046", self.steered(self.EAST, self.WEST, primary_backup=policy))) == 1

    def test_a_single_region_of_another_policy(self) -> None:
        east = internal_front("east", "us-east1")
        geo = self.steered(east, geo=self.ITEMS[:1])
        weighted = self.steered(east, weighted=(WeightedItem(Decimal(1), self.ITEMS[0].targets),) * 2)

        assert found("FO046", geo) == []
        assert found("FO046", weighted) == []
        assert found("FO046", self.steered(east)) == []

    def test_a_policy_that_is_not_known(self) -> None:
        shop = RecordSet("shop.example.test.", routing_policy=CAUSE, origin=RECORD)
        (subject,) = SteeredRecord.views_of(Deployment(resources=(shop,)))

        assert found("FO046", subject) == []
        assert subject.is_fenced is False

    EAST = internal_front("east", "us-east1", allow_global_access=True)

    @pytest.mark.parametrize("access", [None, False])
    def test_of_a_target_in_another_region(self, access: bool | None) -> None:
        west = internal_front("west", "us-west1", allow_global_access=access)

        assert found("FO046", self.fails_over(self.EAST, west)) == [
            Finding(
                west.origin.at("allow_global_access"),
                "shop.example.test. fails over between us-west1 and us-east1, "
                "but this forwarding rule has no global access",
                "set allow_global_access to true",
                (
                    Related(
                        Origin(RECORD.address, "10.0.0.2 internal").at("ip_address"),
                        "a target of its policy here",
                    ),
                ),
            )
        ]

    def test_is_of_no_use_within_one_region(self) -> None:
        rules = (internal_front("east", "us-east1"), internal_front("west", "us-east1"))

        assert found("FO046", self.fails_over(*rules, regions=("us-east1", "us-east1"))) == []

    def test_external_targets_need_none(self) -> None:
        assert found("FO046", SteeredRecord(record(*ALL_THREE))) == []

    def test_a_global_load_balancer_needs_none(self) -> None:
        scheme = LoadBalancingScheme.INTERNAL_MANAGED
        target = ResourceName("targetHttpProxies", "x", "global")
        rules = (
            internal_front("east", None, scheme=scheme, target=target),
            internal_front("west", None, scheme=scheme, target=target),
        )

        assert found("FO046", self.fails_over(*rules, regions=(None, None))) == []

    def test_nothing_is_said_of_a_region_that_nobody_writes(self) -> None:
        west = internal_front("west", None, is_global=False)

        assert found("FO046", self.fails_over(self.EAST, west, regions=("us-east1", None))) == []

    @pytest.mark.parametrize(
        ("west", "regions", "expected"),
        [
            pytest.param(
                internal_front("west", "us-west1", allow_global_access=CAUSE),
                ("us-east1", "us-west1"),
                ["var.x"],
                id="the access",
            ),
            pytest.param(
                internal_front("west", "us-west1"),
                (REGION, "us-west1"),
                ["var.region"],
                id="the other region",
            ),
            pytest.param(internal_front("west", REGION), ("us-east1", None), ["var.region"], id="its region"),
        ],
    )
    def test_undetermined(
        self, west: ForwardingRule, regions: tuple[Maybe[str], Maybe[str]], expected: list[str]
    ) -> None:
        assert causes("FO046", self.fails_over(self.EAST, west, regions=regions)) == expected

    def test_undetermined_where_the_other_targets_are_not_known(self) -> None:
        east = internal_front("east", "us-east1")
        primary = internal_target("10.0.0.1", "us-east1")

        assert causes("FO046", SteeredRecord(record(east, primary=primary, backup=CAUSE))) == ["var.x"]


class TestLocation:
    """FO050."""

    def test_another_than_the_region_of_the_load_balancer(self) -> None:
        backup = (item("us-west1", external(US, "203.0.113.20")),)

        assert found("FO050", record(*ALL_THREE, backup=backup)) == [
            Finding(
                US.at("location"),
                "location us-west1, but 203.0.113.20 is a load balancer in us-east1",
                "set the location to us-east1",
                (Related(EAST.origin.at("region"), "the forwarding rule with this address"),),
            )
        ]

    @pytest.mark.parametrize(
        ("location", "us"),
        [
            pytest.param("us-west1", front("us", "203.0.113.20"), id="a global one is another mistake"),
            pytest.param(None, EAST, id="no location"),
            pytest.param(
                "us-west1", front("us", "203.0.113.20", is_global=False), id="a region that nobody writes"
            ),
        ],
    )
    def test_anything_else(self, location: str | None, us: ForwardingRule) -> None:
        assert found("FO050", record(us, backup=(item(location, external(US, "203.0.113.20")),))) == []

    @pytest.mark.parametrize(
        ("location", "us", "expected"),
        [
            (CAUSE, EAST, ["var.x"]),
            ("us-east1", front("us", "203.0.113.20", REGION), ["var.region"]),
            ("us-east1", front("us", CAUSE, "us-east1"), ["var.x"]),
        ],
    )
    def test_undetermined(self, location: Maybe[str], us: ForwardingRule, expected: list[str]) -> None:
        backup = (item(location, external(US, "203.0.113.20")),)

        assert causes("FO050", record(us, backup=backup)) == expected


class TestRegionOfThePrimary:
    """FO053."""

    SHOP = front("shop", "198.51.100.5", "us-east1")

    def test_is_that_of_a_backup(self) -> None:
        assert found("FO053", record(self.SHOP, EUROPE, EAST)) == [
            Finding(
                US.at("external", 0),
                "backup 203.0.113.20 is in us-east1, as the primary 198.51.100.5 is",
                "use a load balancer in another region",
                (Related(self.SHOP.origin.at("region"), "the primary's forwarding rule"),),
            )
        ]

    def test_one_address_on_both_sides_is_another_mistake(self) -> None:
        backup = (item("us-east1", external(US, "198.51.100.5")),)

        assert found("FO053", record(self.SHOP, backup=backup)) == []

    def test_an_internal_one_is_another_mistake(self) -> None:
        named = Unknown("rule.shop.ip_address", Reference("rule.shop", "ip_address"))
        shop = front("shop", None, "us-east1", scheme=LoadBalancingScheme.INTERNAL_MANAGED)

        assert found("FO053", record(shop, EUROPE, EAST, primary=external(PRIMARY, named))) == []

    @pytest.mark.parametrize("region", [None, "us-west1"])
    def test_another_region(self, region: str | None) -> None:
        shop = front("shop", "198.51.100.5", region, is_global=False)

        assert found("FO053", record(shop, EUROPE, EAST)) == []

    @pytest.mark.parametrize(
        ("shop", "us"),
        [(front("shop", "198.51.100.5", REGION), EAST), (SHOP, front("us", "203.0.113.20", REGION))],
    )
    def test_undetermined(self, shop: ForwardingRule, us: ForwardingRule) -> None:
        assert "var.region" in causes("FO053", record(shop, EUROPE, us))


def test_a_classic_primary_is_told_where_no_proxy_was_read() -> None:
    """FO022: what GKE's Ingress controller made shows in names behind the proxy, which then is no matter."""
    classic = front("shop", "198.51.100.5", scheme=LoadBalancingScheme.EXTERNAL)

    (finding,) = found("FO022", record(classic, EUROPE, EAST))
    assert "is a classic load balancer" in finding.message
