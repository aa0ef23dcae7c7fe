"""FO020: whether GKE's Ingress controller made the primary of a failover record."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import Certainty, Finding, Related
from spillover.model.alb import ProxyProtocol, TargetProxy
from spillover.model.deployment import Deployment, NotCovered
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.failover import FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link, ResourceName
from spillover.model.service import LoadBalancingScheme as Scheme
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.targets import Targets
from spillover.model.url_map import UrlMap
from spillover_rules import ALL

(RULE,) = (rule for rule in ALL if rule.code == "FO020")
X = Unknown("var.x")
PRIMARY = Origin("google_dns_record_set.shop", "primary")
SHOP = ResourceName("urlMaps", "shop", "global")
DESCRIBED = '{"kubernetes.io/ingress-name": "shop/shop"}'


def front(name: Maybe[str] = "shop", **values: Any) -> ForwardingRule:
    written = {
        "is_global": True,
        "scheme": Scheme.EXTERNAL,
        "ip_address": "198.51.100.5",
        "target": ResourceName("targetHttpsProxies", "shop", "global"),
        "origin": Origin(f"rule.{name}", "google_compute_global_forwarding_rule"),
    }
    return ForwardingRule(name, **{**written, **values})


def proxy(url_map: Maybe[Link] = SHOP) -> TargetProxy:
    return TargetProxy(
        ProxyProtocol.HTTPS,
        is_global=True,
        url_map=url_map,
        identity=ResourceName("targetHttpsProxies", "shop", "global"),
        origin=Origin("proxy.shop", "google_compute_target_https_proxy"),
    )


def url_map(name: Maybe[str]) -> UrlMap:
    return UrlMap(name, is_global=True, origin=Origin("map.shop", "google_compute_url_map"))


def record(*resources: Any) -> FailoverRecord:
    backup = GeoItem("us-east1", Targets(external=("203.0.113.20",)))
    policy = PrimaryBackup(Targets(external=("198.51.100.5",), origin=PRIMARY), (backup,))
    shop = RecordSet("shop.example.test.", routing_policy=RoutingPolicy(None, policy))
    return FailoverRecord(shop, Deployment(resources=(shop, *resources)))


def found(*resources: Any) -> list[Finding]:
    return list(RULE.check(record(*resources)))


def causes(*resources: Any) -> list[str]:
    with pytest.raises(Undetermined) as raised:
        found(*resources)
    return [unknown.because for unknown in raised.value.unknowns]


class TestForwardingRule:
    @pytest.mark.parametrize(
        "name",
        [
            "k8s-fw-shop-shop--4f1b",
            "k8s-fws-shop-shop--4f1b",
            "k8s2-fr-4v0d8x2k-shop-shop-7q3m9c1z",
            "k8s2-fs-4v0d8x2k-shop-shop-7q3m9c1z",
        ],
    )
    def test_name(self, name: str) -> None:
        rule = front(name)

        assert found(rule) == [
            Finding(
                PRIMARY.at("external", 0),
                "primary 198.51.100.5 is a classic load balancer that GKE's Ingress controller made",
                "deploy primary and backup with GKE Gateway",
                (Related(rule.origin.at("name"), "the mark of the Ingress controller"),),
                certainty=Certainty.LIKELY,
            )
        ]

    def test_a_description_is_certain(self) -> None:
        rule = front("k8s2-fs-4v0d8x2k-shop-shop-7q3m9c1z", description=DESCRIBED)

        (finding,) = found(rule)

        assert finding.certainty is Certainty.CERTAIN
        assert finding.related[0].at == rule.origin.at("description")

    @pytest.mark.parametrize(
        "name",
        [
            "shop",
            "gkegw1-4v0d-shop-shop-7q3m9c1zk2ab",
            "k8s2-tcp-4v0d8x2k-shop-shop-7q3m9c1z",
            "k8s2-4v0d8x2k-shop-shop-7q3m9c1z",
            "my-k8s2-fr-shop",
            "a1b2c3d4e5f60718293a4b5c6d7e8f90",
            None,
            X,
        ],
    )
    def test_another_name(self, name: Maybe[str]) -> None:
        assert found(front(name), proxy()) == []

    @pytest.mark.parametrize("description", ["the shop", '{"kubernetes.io/service-name":"shop/shop"}', X])
    def test_another_description(self, description: Maybe[str]) -> None:
        assert found(front(description=description), proxy()) == []

    def test_one_finding_for_http_and_https(self) -> None:
        assert len(found(front("k8s2-fr-a"), front("k8s2-fs-a"))) == 1

    def test_beside_one_that_cannot_be_judged(self) -> None:
        assert len(found(front(target=X), front("k8s2-fs-a"))) == 1

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"scheme": Scheme.EXTERNAL_MANAGED}, id="a global one that has been migrated"),
            pytest.param(
                {
                    "scheme": Scheme.EXTERNAL_MANAGED,
                    "is_global": False,
                    "target": ResourceName("targetHttpsProxies", "shop", "regions/us-east1"),
                },
                id="a regional one",
            ),
            pytest.param(
                {"scheme": Scheme.EXTERNAL, "is_global": False, "target": None, "backend_service": X},
                id="a passthrough one",
            ),
        ],
    )
    def test_of_another_kind(self, values: dict[str, Any]) -> None:
        assert found(front("k8s2-fs-a", description=DESCRIBED, **values)) == []

    def test_whose_scheme_is_not_known(self) -> None:
        assert causes(front("k8s2-fs-a", scheme=X)) == ["var.x"]
        assert found(front("shop", scheme=X), proxy()) == []

    def test_that_may_have_another_address(self) -> None:
        assert causes(front("k8s2-fs-a", ip_address=X)) == ["var.x"]


class TestUrlMap:
    @pytest.mark.parametrize("name", ["k8s-um-shop", "k8s-rm-shop", "k8s2-um-a-shop-b", "k8s2-rm-a-shop-b"])
    def test_name(self, name: str) -> None:
        behind = proxy(ResourceName("urlMaps", name, "global"))

        (finding,) = found(front(), behind)

        assert finding.certainty is Certainty.LIKELY
        assert finding.related[0].at == behind.origin.at("url_map")

    def test_of_one_that_is_referred_to(self) -> None:
        mapped = url_map("k8s2-um-a-shop-b")

        (finding,) = found(front(), proxy(Reference("map.shop")), mapped)

        assert finding.related[0].at == mapped.origin.at("name")

    @pytest.mark.parametrize("name", ["shop", "gkegw1-4v0d-shop", "k8s-be-30000", X])
    def test_another_name(self, name: Maybe[str]) -> None:
        assert found(front(), proxy(Reference("map.shop")), url_map(name)) == []

    def test_of_none(self) -> None:
        assert found(front(target=None)) == []
        assert found(front(), proxy(None)) == []

    @pytest.mark.parametrize(
        ("rule", "behind", "cause"),
        [
            (front(target=X), proxy(), "var.x"),
            (front(), proxy(X), "var.x"),
            (front(), proxy(Reference("map.other")), "map.other, which was not read"),
            (
                front(target=ResourceName("targetHttpsProxies", "cart", "global")),
                proxy(),
                "cart, which was not read",
            ),
            (front(target=Reference("proxy.other")), proxy(), "proxy.other, which was not read"),
        ],
    )
    def test_undetermined(self, rule: ForwardingRule, behind: TargetProxy, cause: str) -> None:
        assert causes(rule, behind) == [cause]

    def test_without_any_target_proxy_nothing_can_be_said(self) -> None:
        with pytest.raises(NotCovered, match="target proxies"):
            found(front())
