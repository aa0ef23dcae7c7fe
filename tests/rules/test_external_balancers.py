"""The rules about external load balancers themselves: tiers (LB009) and health checks (LB010)."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import Certainty, Finding, Related
from spillover.model.alb import BackendBucket, ProxyProtocol, TargetProxy
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import FrontEnd
from spillover.model.health import HealthCheck
from spillover.model.names import Link, ResourceName
from spillover.model.provider import Provider
from spillover.model.service import Backend, BackendService, LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Reference, Undetermined, Unknown
from spillover.model.url_map import Action, Destination, UrlMap
from spillover.model.views import LoadBalancer
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
TIER, CAUSE, REGION, SCHEME = (Unknown(f"var.{name}") for name in ("tier", "x", "region", "scheme"))
SERVICE = ResourceName("backendServices", "shop", "global")
RULE = Origin("google_compute_forwarding_rule.shop", "google_compute_forwarding_rule")


def causes(code: str, subject: object) -> list[str]:
    with pytest.raises(Undetermined) as raised:
        list(RULES[code].check(subject))
    return [unknown.because for unknown in raised.value.unknowns]


class TestStandardTier:
    """LB009."""

    HERE = ResourceName("instanceGroups", "here", "zones/us-east1-b")
    THERE = ResourceName("instanceGroups", "there", "zones/europe-west1-b")
    SOMEWHERE = ResourceName("instanceGroups", "somewhere")

    def front(self, *groups: Maybe[Link], **values: Any) -> FrontEnd:
        backends = tuple(Backend(group, origin=Origin(f"backend {group}", "backend")) for group in groups)
        written = {"network_tier": "STANDARD", "region": "us-east1", "backend_service": SERVICE}
        rule = ForwardingRule(**{**written, "origin": RULE, **values})
        return FrontEnd(
            rule, Deployment(resources=(rule, BackendService(backends=backends, identity=SERVICE)))
        )

    def test_a_group_in_another_region(self) -> None:
        assert list(RULES["LB009"].check(self.front(self.HERE, self.THERE, self.SOMEWHERE))) == [
            Finding(
                RULE.at("network_tier"),
                "STANDARD tier in us-east1, but there is in europe-west1",
                "use PREMIUM with a global forwarding rule, or backends in the same region",
                (Related(Origin(f"backend {self.THERE}", "backend").at("group"), "a backend elsewhere"),),
            )
        ]

    @pytest.mark.parametrize(
        ("group", "values"),
        [
            pytest.param(HERE, {}, id="all are here"),
            pytest.param(HERE, {"network_tier": TIER}, id="all are here, whatever the tier"),
            pytest.param(
                ResourceName("networkEndpointGroups", "cdn", "global"), {}, id="a group of no region"
            ),
            pytest.param(THERE, {"network_tier": "PREMIUM"}, id="Premium Tier"),
            pytest.param(THERE, {"network_tier": "FIXED_STANDARD"}, id="another tier"),
            pytest.param(THERE, {"network_tier": None}, id="the tier is that of the project"),
            pytest.param(THERE, {"is_global": True}, id="a global rule"),
            pytest.param(THERE, {"region": None}, id="a region that nobody writes"),
        ],
    )
    def test_anything_else(self, group: ResourceName, values: dict[str, Any]) -> None:
        assert list(RULES["LB009"].check(self.front(group, **values))) == []

    @pytest.mark.parametrize(
        ("group", "values", "cause"),
        [
            (THERE, {"network_tier": TIER}, "var.tier"),
            (THERE, {"region": REGION}, "var.region"),
            (CAUSE, {}, "var.x"),
            (SOMEWHERE, {}, "the region of somewhere"),
        ],
    )
    def test_undetermined(self, group: Maybe[Link], values: dict[str, Any], cause: str) -> None:
        assert causes("LB009", self.front(group, **values)) == [cause]


class TestSchemes:
    """LB108."""

    GLOBAL_RULE, GLOBAL_SERVICE = (
        Origin(f"{type_}.shop", type_)
        for type_ in ("google_compute_global_forwarding_rule", "google_compute_backend_service")
    )

    def front(
        self, of_rule: Maybe[LoadBalancingScheme], *of_services: Maybe[LoadBalancingScheme], **values: Any
    ) -> FrontEnd:
        at = ResourceName("targetTcpProxies", "shop", "global")
        written = {"target": at, "is_global": True, "origin": self.GLOBAL_RULE}
        rule = ForwardingRule(**{**written, **values}, scheme=of_rule)
        links = [
            ResourceName("backendServices", f"s{number}", "global") for number in range(len(of_services))
        ]
        services = [
            BackendService(scheme=scheme, is_global=True, identity=link, origin=self.GLOBAL_SERVICE)
            for scheme, link in zip(of_services, links, strict=True)
        ]
        maps = ResourceName("urlMaps", "shop", "global")
        url_map = UrlMap(identity=maps, default=Action(tuple(map(Destination, links))))
        proxy = TargetProxy(ProxyProtocol.HTTP, identity=at, url_map=maps)
        bucket = BackendBucket(identity=ResourceName("backendBuckets", "s0", "global"))
        return FrontEnd(rule, Deployment(resources=(rule, proxy, url_map, bucket, *services)))

    S = LoadBalancingScheme

    def test_of_a_service_that_cannot_be_used(self) -> None:
        front = self.front(self.S.EXTERNAL_MANAGED, self.S.EXTERNAL, self.S.EXTERNAL_MANAGED)

        assert list(RULES["LB108"].check(front)) == [
            Finding(
                self.GLOBAL_RULE.at("scheme"),
                "scheme EXTERNAL_MANAGED before a backend service of scheme EXTERNAL",
                "give both the same load balancing scheme",
                (Related(self.GLOBAL_SERVICE.at("scheme"), "the backend service is here"),),
            )
        ]

    def test_neither_default_will_do(self) -> None:
        (wrong,) = RULES["LB108"].check(self.front(None, self.S.INTERNAL_MANAGED))

        assert wrong.message == (
            "scheme EXTERNAL or EXTERNAL_MANAGED before a backend service of scheme INTERNAL_MANAGED"
        )

    @pytest.mark.parametrize(
        ("of_rule", "of_service", "values"),
        [
            (S.EXTERNAL_MANAGED, S.EXTERNAL_MANAGED, {}),
            pytest.param(S.EXTERNAL, S.EXTERNAL_MANAGED, {}, id="on the way to a global load balancer"),
            pytest.param(None, None, {}, id="one default for both"),
            pytest.param(None, S.EXTERNAL_MANAGED, {}, id="either default will do"),
            pytest.param(S.INTERNAL, S.EXTERNAL, {"target": None}, id="nothing behind a proxy"),
        ],
    )
    def test_anything_else(
        self,
        of_rule: Maybe[LoadBalancingScheme],
        of_service: Maybe[LoadBalancingScheme],
        values: dict[str, Any],
    ) -> None:
        assert list(RULES["LB108"].check(self.front(of_rule, of_service, **values))) == []

    @pytest.mark.parametrize(
        ("of_rule", "of_service", "cause"),
        [
            (SCHEME, S.EXTERNAL, "var.scheme"),
            (S.EXTERNAL_MANAGED, SCHEME, "var.scheme"),
            (S.EXTERNAL_MANAGED, None, Provider("google").left_open),
            (None, S.EXTERNAL, Provider("google").left_open),
        ],
    )
    def test_undetermined(
        self, of_rule: Maybe[LoadBalancingScheme], of_service: Maybe[LoadBalancingScheme], cause: str
    ) -> None:
        assert causes("LB108", self.front(of_rule, of_service)) == [cause]

    def test_undetermined_behind_a_target_that_is_not_known(self) -> None:
        assert causes("LB108", self.front(self.S.EXTERNAL, target=CAUSE)) == ["var.x"]


class TestCloudCdn:
    """FO116."""

    ORIGIN = Origin("google_compute_region_backend_service.shop", "google_compute_region_backend_service")

    def test_on_a_regional_service(self) -> None:
        assert list(RULES["FO116"].check(BackendService(enable_cdn=True, origin=self.ORIGIN))) == [
            Finding(
                self.ORIGIN.at("enable_cdn"),
                "Cloud CDN on a regional backend service, which does not support it",
                "drop it, or use a global load balancer",
            )
        ]

    @pytest.mark.parametrize(
        "service",
        [BackendService(enable_cdn=False), BackendService(), BackendService(enable_cdn=True, is_global=True)],
    )
    def test_anything_else(self, service: BackendService) -> None:
        assert list(RULES["FO116"].check(service)) == []

    def test_undetermined(self) -> None:
        assert causes("FO116", BackendService(enable_cdn=CAUSE)) == ["var.x"]


class TestGlobalHealthCheck:
    """LB010."""

    ORIGIN = Origin("google_compute_region_backend_service.shop", "google_compute_region_backend_service")
    EVERYWHERE = Reference("google_compute_health_check.shop")
    EAST = Reference("google_compute_region_health_check.shop")
    CHECKS = tuple(
        HealthCheck(is_global=is_global, origin=Origin(each.address, each.address.partition(".")[0]))
        for each, is_global in ((EVERYWHERE, True), (EAST, False))
    )

    def balancer(self, *links: Link | Unknown, **values: Any) -> LoadBalancer:
        written = {"scheme": LoadBalancingScheme.EXTERNAL_MANAGED, "health_checks": links}
        service = BackendService(**{**written, "origin": self.ORIGIN, **values})
        return LoadBalancer(service, Deployment(resources=(service, *self.CHECKS)))

    @pytest.mark.parametrize("link", [EVERYWHERE, ResourceName("healthChecks", "shop", "global")])
    def test_of_a_regional_load_balancer(self, link: Link) -> None:
        assert list(RULES["LB010"].check(self.balancer(link))) == [
            Finding(
                self.ORIGIN.at("health_checks", 0),
                "a global health check, but the load balancer is regional and EXTERNAL_MANAGED",
                "use a health check of the same region",
                certainty=Certainty.LIKELY,
            )
        ]

    @pytest.mark.parametrize(
        ("link", "values"),
        [
            pytest.param(EAST, {}, id="a regional one"),
            pytest.param(EAST, {"scheme": SCHEME}, id="a regional one, whatever the scheme"),
            pytest.param(ResourceName("healthChecks", "shop", "regions/us-east1"), {}, id="by name"),
            pytest.param(EVERYWHERE, {"is_global": True}, id="a global load balancer"),
            pytest.param(EVERYWHERE, {"scheme": LoadBalancingScheme.INTERNAL}, id="internal passthrough"),
            pytest.param(EVERYWHERE, {"scheme": None}, id="the default of a regional service is INTERNAL"),
            pytest.param(EVERYWHERE, {"health_checks": None}, id="none"),
        ],
    )
    def test_anything_else(self, link: Link, values: dict[str, Any]) -> None:
        assert list(RULES["LB010"].check(self.balancer(link, **values))) == []

    @pytest.mark.parametrize(
        ("link", "values", "cause"),
        [
            (EVERYWHERE, {"scheme": SCHEME}, "var.scheme"),
            (EVERYWHERE, {"health_checks": CAUSE}, "var.x"),
            (CAUSE, {}, "var.x"),
            (ResourceName("healthChecks", "gone"), {}, "gone, which was not read"),
        ],
    )
    def test_undetermined(self, link: Link | Unknown, values: dict[str, Any], cause: str) -> None:
        assert causes("LB010", self.balancer(link, **values)) == [cause]
