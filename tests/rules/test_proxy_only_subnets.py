"""The rules about proxy-only subnetworks (FO031, FO131), and the pools of proxies that they look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spillover.check.rule import Finding, Related, Severity
from spillover.model.alb import Subnetwork
from spillover.model.capacity import Size
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import FrontEnd
from spillover.model.kind import BalancerKind
from spillover.model.names import ResourceName
from spillover.model.provider import Provider
from spillover.model.proxies import ProxyPool, ProxySubnetwork
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Origin, Reference, Undetermined, Unknown
from spillover_rules import fo031_regional_balancer_without_proxy_only_subnet as fo031
from spillover_rules import fo131_tight_proxy_only_subnet as fo131

CAUSE, ROLE, NETWORK, REGION = (Unknown(f"var.{name}") for name in ("x", "role", "network", "region"))
EXTERNAL, INTERNAL = LoadBalancingScheme.EXTERNAL_MANAGED, LoadBalancingScheme.INTERNAL_MANAGED
SHOP = Reference("google_compute_network.shop")
NAMED = ResourceName("networks", "shared", "global", "host")
SUBNET = Origin("google_compute_subnetwork.proxies", "google_compute_subnetwork", provider=Provider("google"))
LISTED = Origin("projects/p/regions/r/subnetworks/proxies", "compute#subnetwork")
FRONT = Origin("google_compute_forwarding_rule.shop", "google_compute_forwarding_rule")


def rule(**values: Any) -> ForwardingRule:
    written = {
        "name": "shop",
        "region": "europe-west1",
        "scheme": EXTERNAL,
        "target": ResourceName("targetHttpsProxies", "shop", "regions/europe-west1"),
        "network": SHOP,
        "ip_address": "203.0.113.10",
        "origin": FRONT,
    }
    return ForwardingRule(**{**written, **values})


def proxies(**values: Any) -> Subnetwork:
    written = {
        "name": "proxies",
        "region": "europe-west1",
        "network": SHOP,
        "purpose": "REGIONAL_MANAGED_PROXY",
        "role": "ACTIVE",
        "ip_cidr_range": "10.4.8.0/26",
        "origin": SUBNET,
    }
    return Subnetwork(**{**written, **values})


VMS = proxies(name="vms", purpose=None, role=None)


def missing(front: ForwardingRule, *resources: Any) -> list[Finding]:
    return list(fo031.check(FrontEnd(front, Deployment(resources=(front, *resources)))))


def why_not(front: ForwardingRule, *resources: Any) -> list[str]:
    with pytest.raises(Undetermined) as raised:
        missing(front, *resources)
    return [unknown.because for unknown in raised.value.unknowns]


class TestMissing:
    """FO031."""

    def test_an_active_one(self) -> None:
        assert missing(rule(), VMS, proxies()) == []

    def test_none(self) -> None:
        assert missing(rule(), VMS) == [
            Finding(
                FRONT.at("network"),
                "network google_compute_network.shop has no active proxy-only subnetwork in europe-west1, "
                f"which a {BalancerKind.REGIONAL_EXTERNAL} needs",
                "add a subnetwork with the purpose REGIONAL_MANAGED_PROXY and the role ACTIVE there",
            )
        ]

    @pytest.mark.parametrize(
        ("role", "said"),
        [("BACKUP", "has the role BACKUP"), (None, "has no role, which the API refuses")],
    )
    def test_one_that_is_not_active(self, role: str | None, said: str) -> None:
        (found,) = missing(rule(), proxies(role=role))

        assert found.related == (Related(SUBNET.at("role"), f"the proxy-only subnetwork here {said}"),)

    @pytest.mark.parametrize(
        "other",
        [
            {"region": "us-east1"},
            {"purpose": "GLOBAL_MANAGED_PROXY"},
            {"purpose": "PRIVATE"},
            {"network": Reference("google_compute_network.other")},
        ],
    )
    def test_one_for_others(self, other: dict[str, Any]) -> None:
        (found,) = missing(rule(), VMS, proxies(**other))

        assert found.related == ()

    @pytest.mark.parametrize(
        ("values", "kind"),
        [
            ({"scheme": INTERNAL}, BalancerKind.REGIONAL_INTERNAL),
            (
                {"target": ResourceName("targetTcpProxies", "shop", "regions/europe-west1")},
                BalancerKind.REGIONAL_EXTERNAL_PROXY,
            ),
            (
                {
                    "scheme": INTERNAL,
                    "target": ResourceName("targetTcpProxies", "shop", "regions/europe-west1"),
                },
                BalancerKind.REGIONAL_INTERNAL_PROXY,
            ),
        ],
    )
    def test_every_kind_that_envoy_serves(self, values: dict[str, Any], kind: BalancerKind) -> None:
        (found,) = missing(rule(**values), VMS)

        assert kind in found.message

    @pytest.mark.parametrize(
        "values",
        [
            {"is_global": True, "region": None, "target": ResourceName("targetHttpsProxies", "x", "global")},
            {
                "scheme": LoadBalancingScheme.EXTERNAL,
                "target": ResourceName("targetHttpsProxies", "x", "global"),
            },
            {"scheme": LoadBalancingScheme.INTERNAL, "target": None},
        ],
    )
    def test_others_need_none(self, values: dict[str, Any]) -> None:
        assert missing(rule(**values), VMS) == []

    def test_no_subnetwork_was_read(self) -> None:
        with pytest.raises(NotCovered, match="subnetworks"):
            missing(rule())

    def test_an_external_one_that_names_no_network_is_in_the_default_one(self) -> None:
        default = ResourceName("networks", "default", "global", "p")
        listed = proxies(network=default, origin=LISTED)

        assert missing(rule(network=None), listed) == []
        (found,) = missing(rule(network=None), replace(listed, role="BACKUP"))
        assert found.message.startswith("network default has no active")

    def test_an_internal_one_may_have_it_from_its_subnetwork(self) -> None:
        assert why_not(rule(network=None, scheme=INTERNAL), VMS) == [
            "the network of google_compute_forwarding_rule.shop"
        ]


class TestWhatWasRead:
    """FO031: of a network that is not made here, other subnetworks may be made elsewhere."""

    NOT_READ = "the proxy-only subnetworks of network shared, which were not read"

    def test_of_a_network_that_is_made_here_something_has_to_be_read(self) -> None:
        other = proxies(network=Reference("google_compute_network.other"))

        assert why_not(rule(), other) == [
            "the proxy-only subnetworks of network google_compute_network.shop, which were not read"
        ]

    @pytest.mark.parametrize(
        "address", ["module.vpc.google_compute_network.this", 'google_compute_network.shop["eu"]']
    )
    def test_a_network_that_is_made_here(self, address: str) -> None:
        network = Reference(address)

        assert len(missing(rule(network=network), replace(VMS, network=network))) == 1

    @pytest.mark.parametrize(
        "address", ["data.google_compute_network.shop", "module.vpc.data.google_compute_network.shop"]
    )
    def test_one_that_is_looked_up(self, address: str) -> None:
        network = Reference(address)

        assert why_not(rule(network=network), replace(VMS, network=network)) == [
            f"the proxy-only subnetworks of network {address}, which were not read"
        ]

    def test_one_that_is_named(self) -> None:
        assert why_not(rule(network=NAMED), replace(VMS, network=NAMED)) == [self.NOT_READ]

    def test_one_whose_proxy_only_subnetworks_are_made_here(self) -> None:
        elsewhere = proxies(network=NAMED, region="us-east1")

        assert len(missing(rule(network=NAMED), elsewhere)) == 1

    def test_the_list_of_the_api_holds_all(self) -> None:
        listed = replace(VMS, network=NAMED, origin=LISTED)

        assert len(missing(rule(network=NAMED), listed)) == 1


class TestUndetermined:
    """FO031."""

    @pytest.mark.parametrize(
        ("front", "subnetwork", "cause"),
        [
            (rule(), proxies(role=ROLE), "var.role"),
            (rule(), proxies(purpose=CAUSE), "var.x"),
            (rule(), proxies(network=NETWORK), "var.network"),
            (rule(), proxies(region=REGION), "var.region"),
            (rule(), proxies(region=None), "a region that is not written"),
            (rule(), proxies(network=None), "google_compute_network.shop"),
            (rule(), proxies(network=NAMED), "google_compute_network.shop"),
            (rule(), proxies(role=None, origin=LISTED), "a role that is not written"),
            (
                rule(),
                proxies(purpose="INTERNAL_HTTPS_LOAD_BALANCER"),
                "which load balancers use a subnetwork with the former purpose INTERNAL_HTTPS_LOAD_BALANCER",
            ),
            (rule(network=NETWORK), VMS, "var.network"),
            (rule(network=NETWORK), proxies(), "var.network"),
            (rule(region=REGION), VMS, "var.region"),
            (rule(region=REGION), proxies(), "var.region"),
            (rule(region=None), VMS, "the region of google_compute_forwarding_rule.shop"),
            (rule(scheme=CAUSE, target=CAUSE), VMS, "var.x"),
        ],
    )
    def test_a_value(self, front: ForwardingRule, subnetwork: Subnetwork, cause: str) -> None:
        assert why_not(front, subnetwork) == [cause]

    def test_one_that_is_there_serves_whatever_else_may_be(self) -> None:
        assert missing(rule(), proxies(), proxies(role=ROLE)) == []
        assert missing(rule(scheme=CAUSE, target=CAUSE), proxies()) == []

    def test_either_of_two_kinds_needs_one(self) -> None:
        (found,) = missing(rule(scheme=CAUSE), VMS)

        kinds = f"{BalancerKind.REGIONAL_EXTERNAL} or {BalancerKind.REGIONAL_INTERNAL}"
        assert found.message.endswith(f"which a {kinds} needs")


STOCK = rule(
    name="stock",
    scheme=INTERNAL,
    ip_address="10.4.0.20",
    origin=Origin("google_compute_forwarding_rule.stock", "google_compute_forwarding_rule"),
)


def tight(subnetwork: Subnetwork, *rules: ForwardingRule) -> list[Finding]:
    return list(fo131.check(ProxySubnetwork(subnetwork, Deployment(resources=(subnetwork, *rules)))))


def why_not_tight(subnetwork: Subnetwork, *rules: ForwardingRule) -> list[str]:
    with pytest.raises(Undetermined) as raised:
        tight(subnetwork, *rules)
    return [unknown.because for unknown in raised.value.unknowns]


class TestTight:
    """FO131."""

    def test_two_that_share_64_addresses(self) -> None:
        assert tight(proxies(), rule(), STOCK) == [
            Finding(
                SUBNET.at("ip_cidr_range"),
                "2 load balancers share the 64 addresses for proxies of this subnetwork, the least there "
                "can be: a failover to one may leave the others short",
                "replace it by one with a larger range, such as a /23",
                (
                    Related(FRONT.at("target"), "a load balancer that shares it"),
                    Related(STOCK.origin.at("target"), "a load balancer that shares it"),
                ),
            )
        ]

    def test_fewer_are_refused(self) -> None:
        assert tight(proxies(ip_cidr_range="10.4.8.0/27")) == [
            Finding(
                SUBNET.at("ip_cidr_range"),
                "10.4.8.0/27 has 32 addresses, the API refuses a proxy-only subnetwork of fewer than 64",
                "use a larger range, such as a /23",
                severity=Severity.ERROR,
            )
        ]

    @pytest.mark.parametrize(
        ("subnetwork", "rules"),
        [
            pytest.param(proxies(ip_cidr_range="10.4.8.0/25"), (rule(), STOCK), id="more addresses"),
            pytest.param(proxies(), (rule(),), id="one load balancer"),
            pytest.param(proxies(), (), id="none"),
            pytest.param(proxies(), (rule(), rule(name="http")), id="two rules of one address"),
            pytest.param(proxies(role="BACKUP"), (rule(), STOCK), id="not active"),
            pytest.param(proxies(), (rule(), replace(STOCK, region="us-east1")), id="another region"),
            pytest.param(
                proxies(),
                (rule(), replace(STOCK, network=Reference("google_compute_network.b"))),
                id="network",
            ),
            pytest.param(
                proxies(ip_cidr_range="10.4.8.0/24", purpose=CAUSE),
                (rule(), STOCK),
                id="whatever its purpose",
            ),
            pytest.param(proxies(ip_cidr_range=CAUSE), (rule(),), id="whatever its range"),
        ],
    )
    def test_silent(self, subnetwork: Subnetwork, rules: tuple[ForwardingRule, ...]) -> None:
        assert tight(subnetwork, *rules) == []

    @pytest.mark.parametrize(
        ("subnetwork", "rules", "cause"),
        [
            (proxies(ip_cidr_range=CAUSE), (rule(), STOCK), "var.x"),
            (proxies(ip_cidr_range=None), (rule(), STOCK), "a range that is not written"),
            (proxies(ip_cidr_range="10.4.8"), (rule(), STOCK), "10.4.8, which is no range"),
            (proxies(purpose=CAUSE), (rule(), STOCK), "var.x"),
            (proxies(purpose=CAUSE, ip_cidr_range="10.4.8.0/27"), (), "var.x"),
            (proxies(role=ROLE), (rule(), STOCK), "var.role"),
            (proxies(network=NETWORK), (rule(), STOCK), "var.network"),
            (proxies(network=None), (rule(), STOCK), "the network of google_compute_subnetwork.proxies"),
            (proxies(region=None), (rule(), STOCK), "the region of google_compute_subnetwork.proxies"),
            (proxies(), (rule(), replace(STOCK, region=REGION)), "var.region"),
            (proxies(), (rule(), replace(STOCK, scheme=CAUSE)), "var.x"),
            (proxies(), (rule(), rule(ip_address=CAUSE)), "var.x"),
            (proxies(), (rule(), rule(ip_address=None)), "which of the forwarding rules have one address"),
        ],
    )
    def test_undetermined(
        self, subnetwork: Subnetwork, rules: tuple[ForwardingRule, ...], cause: str
    ) -> None:
        assert why_not_tight(subnetwork, *rules) == [cause]

    def test_only_proxy_only_subnetworks_are_judged(self) -> None:
        may_be = proxies(purpose=CAUSE)
        deployment = Deployment(resources=(VMS, proxies(), may_be, proxies(purpose="GLOBAL_MANAGED_PROXY")))

        subjects = list(ProxySubnetwork.views_of(deployment))
        assert [each.subnetwork for each in subjects] == [proxies(), may_be]
        assert subjects[0].origin == SUBNET


class TestBalancers:
    """How many load balancers share the proxies of a network and region."""

    @pytest.mark.parametrize(
        ("rules", "expected"),
        [
            ((), Size.exactly(0)),
            ((rule(), rule(ip_address="203.0.113.11"), STOCK), Size.exactly(3)),
            ((rule(ip_address=None), STOCK), Size.exactly(2)),
            ((rule(), rule(scheme=CAUSE)), Size(1, 2, CAUSE)),
        ],
    )
    def test_number(self, rules: tuple[ForwardingRule, ...], expected: Size) -> None:
        pool = ProxyPool(SHOP, "europe-west1", Deployment(resources=rules))

        assert pool.balancers == expected

    def test_either_of_two_such_kinds(self) -> None:
        """Its address may be that of any other."""
        either = rule(scheme=CAUSE, target=ResourceName("targetHttpsProxies", "x", "regions/europe-west1"))
        pool = ProxyPool(SHOP, "europe-west1", Deployment(resources=(either, STOCK)))

        assert pool.balancers == Size(1, 2, CAUSE)

    def test_the_name_of_a_network_that_is_not_known(self) -> None:
        assert ProxyPool(NETWORK, "europe-west1").name == "var.network"
