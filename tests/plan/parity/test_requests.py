"""What both URL maps do with the same requests."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from spillover.model.alb import BackendBucket
from spillover.model.names import ResourceName
from spillover.model.service import BackendService
from spillover.model.settings import Headers, Setting
from spillover.model.source import Unknown
from spillover.model.url_map import Action, Destination, HostRule, PathMatcher, RequestRule
from spillover.plan.parity.features import ACTION
from spillover.plan.parity.requests import STAND_IN

Unlike = Callable[..., list[str]]
CAUSE = Unknown("var.x")
GLOBAL, REGIONAL = "global", "regions/europe-west1"


def to(scope: str, name: str = "shop", collection: str = "backendServices", **values: Any) -> Destination:
    return Destination(ResourceName(collection, name, scope), **values)


def of(default: Action, *rules: Any, **values: Any) -> dict[str, Any]:
    """A side whose URL map has these rules for the record's name."""
    if not rules:
        return {"url_map": {"default": default}, **values}
    matcher = PathMatcher("shop", default, rules)
    hosts = (HostRule(("shop.example.test",), "shop"),)
    return {"url_map": {"default": default, "host_rules": hosts, "path_matchers": (matcher,)}, **values}


def served(scope: str, *rules: Any, **values: Any) -> dict[str, Any]:
    return of(Action((to(scope),)), *rules, **values)


def api(scope: str, path: Any = "/api/*", **values: Any) -> RequestRule:
    return RequestRule((path,), Action((to(scope, "api"),), **values))


def service(scope: str, name: str = "api", **values: Any) -> BackendService:
    is_global = scope == GLOBAL
    return BackendService(
        name, is_global=is_global, identity=ResourceName("backendServices", name, scope), **values
    )


def bucket(scope: str, name: str = "files") -> BackendBucket:
    is_global = scope == GLOBAL
    return BackendBucket(name, is_global=is_global, identity=ResourceName("backendBuckets", name, scope))


APIS = (service(GLOBAL), service(REGIONAL))


class TestRules:
    def test_both_have_it(self, unlike: Unlike) -> None:
        assert unlike(served(GLOBAL, api(GLOBAL)), served(REGIONAL, api(REGIONAL)), others=APIS) == []

    def test_the_backup_has_it_not(self, unlike: Unlike) -> None:
        assert unlike(served(GLOBAL, api(GLOBAL)), served(REGIONAL), others=APIS) == [
            "requests for /api/*, rule of the URL map: none on this backup, service api on the primary"
        ]

    def test_what_the_backup_has_beyond_the_primary_is_no_difference(self, unlike: Unlike) -> None:
        assert unlike(served(GLOBAL), served(REGIONAL, api(REGIONAL)), others=APIS) == []

    def test_a_rule_that_does_what_the_default_does_is_needed_by_nobody(self, unlike: Unlike) -> None:
        rule = RequestRule(("/same",), Action((to(GLOBAL),)))

        assert unlike(served(GLOBAL, rule), served(REGIONAL)) == []

    def test_a_redirect_that_is_missing(self, unlike: Unlike) -> None:
        rule = RequestRule(("/old",), Action((), (Setting("redirect", "path_redirect = /new"),)))

        assert unlike(served(GLOBAL, rule), served(REGIONAL)) == [
            "requests for /old, rule of the URL map: none on this backup, redirect on the primary"
        ]

    def test_some_paths_of_a_rule(self, unlike: Unlike) -> None:
        rule = RequestRule(("/a", "/b"), Action((to(GLOBAL, "api"),)))
        found = unlike(served(GLOBAL, rule), served(REGIONAL, api(REGIONAL, "/a")), others=APIS)

        assert found == [
            "requests for /b, rule of the URL map: none on this backup, service api on the primary"
        ]

    @pytest.mark.parametrize("doubt", [CAUSE, RequestRule(CAUSE), RequestRule((CAUSE,))])
    def test_a_rule_of_the_backup_that_is_not_known_may_be_it(self, unlike: Unlike, doubt: Any) -> None:
        found = unlike(served(GLOBAL, api(GLOBAL)), served(REGIONAL, doubt), others=APIS)

        assert found == ["? rule of the URL map: var.x"]

    def test_a_rule_of_the_primary_that_is_not_known(self, unlike: Unlike) -> None:
        assert unlike(served(GLOBAL, CAUSE), served(REGIONAL)) == ["? var.x"]

    def test_rules_for_other_hosts_do_not_matter(self, unlike: Unlike) -> None:
        primary = served(GLOBAL, api(GLOBAL))
        primary["url_map"]["host_rules"] = (HostRule(("www.example.test",), "shop"),)

        assert unlike(primary, served(REGIONAL), others=APIS) == []

    def test_a_path_matcher_that_is_not_known(self, unlike: Unlike) -> None:
        primary = served(GLOBAL, api(GLOBAL))
        primary["url_map"]["host_rules"] = (CAUSE,)

        assert unlike(primary, served(REGIONAL), others=APIS) == ["? var.x"]


class TestActions:
    @pytest.mark.parametrize("each", ACTION, ids=lambda each: each.setting)
    def test_each_setting_is_compared(self, unlike: Unlike, each: Any) -> None:
        primary = of(Action((to(GLOBAL),), (Setting(each.setting, "x = 1"),)))

        assert unlike(primary, served(REGIONAL)) == [
            f"all requests, {each.called}: none on this backup, x = 1 on the primary"
        ]

    def test_of_a_rule(self, unlike: Unlike) -> None:
        rule = api(GLOBAL, settings=(Setting("cors", CAUSE),))

        assert unlike(served(GLOBAL, rule), served(REGIONAL, api(REGIONAL)), others=APIS) == [
            "? CORS policy: var.x"
        ]

    def test_mirroring(self, unlike: Unlike) -> None:
        mirrored = of(Action((to(GLOBAL), to(GLOBAL, "copy", is_mirror=True))))

        assert unlike(mirrored, served(REGIONAL)) == [
            "all requests, request mirroring: none on this backup, on on the primary"
        ]

    def test_services_are_counterparts(self, unlike: Unlike) -> None:
        others = (service(GLOBAL, settings=(Setting("timeout", "60"),)), service(REGIONAL))

        assert unlike(served(GLOBAL, api(GLOBAL)), served(REGIONAL, api(REGIONAL)), others=others) == [
            "service api, timeout: 30 s on this backup, 60 s on the primary"
        ]

    def test_a_service_that_was_not_read(self, unlike: Unlike) -> None:
        assert unlike(of(Action((to(GLOBAL, "api"),))), served(REGIONAL)) == ["? api, which was not read"]

    def test_a_service_that_is_not_known(self, unlike: Unlike) -> None:
        assert unlike(of(Action((Destination(CAUSE),))), served(REGIONAL)) == ["? var.x"]


class TestWeights:
    @staticmethod
    def split(scope: str, first: Any, second: Any) -> dict[str, Any]:
        return of(Action((to(scope, weight=first), to(scope, "api", weight=second))))

    def test_are_compared(self, unlike: Unlike) -> None:
        primary = self.split(GLOBAL, Decimal(90), Decimal(10))

        assert unlike(primary, self.split(REGIONAL, Decimal(90), Decimal(10)), others=APIS) == []
        assert unlike(primary, self.split(REGIONAL, Decimal(50), Decimal(50)), others=APIS) == [
            "all requests, weighted services: 50 : 50 on this backup, 90 : 10 on the primary"
        ]
        assert unlike(primary, served(REGIONAL), others=APIS) == [
            "all requests, weighted services: 100 on this backup, 90 : 10 on the primary"
        ]

    def test_the_greatest_comes_first(self, unlike: Unlike) -> None:
        primary = of(Action((to(GLOBAL, "api", weight=Decimal(10)), to(GLOBAL, weight=Decimal(90)))))
        others = (service(GLOBAL, iap=True), service(REGIONAL, iap=True))

        assert unlike(primary, self.split(REGIONAL, Decimal(90), Decimal(10)), others=others) == []

    def test_one_that_is_not_known(self, unlike: Unlike) -> None:
        found = unlike(self.split(GLOBAL, CAUSE, Decimal(1)), served(REGIONAL), others=APIS)

        assert "? weighted services: var.x" in found


class TestHeaders:
    def test_are_the_same_wherever_they_are_added(self, unlike: Unlike) -> None:
        """A service of a global load balancer adds them itself, a regional one by its URL map."""
        primary = served(GLOBAL, service={"headers": Headers(("x-a", "x-b"), ("x-c",))})
        backup = of(Action((to(REGIONAL),), headers=Headers(("x-b", "x-a"), ("x-c", "x-d"))))

        assert unlike(primary, backup) == []

    def test_some_are_missing(self, unlike: Unlike) -> None:
        primary = served(GLOBAL, service={"headers": Headers(("x-a", "x-b"), ("x-c",))})
        backup = of(Action((to(REGIONAL),), headers=Headers(("x-b",))))

        assert unlike(primary, backup) == [
            "all requests, request headers: x-b on this backup, x-a, x-b on the primary",
            "all requests, response headers: none on this backup, x-c on the primary",
        ]

    def test_of_the_map_and_the_path_matcher_are_for_each_rule(self, unlike: Unlike) -> None:
        default = Action((to(REGIONAL),), headers=Headers(("x-a",)))
        primary = served(GLOBAL, api(GLOBAL, headers=Headers(("x-a",))))

        assert unlike(primary, of(default, api(REGIONAL)), others=APIS) == []

    def test_one_of_the_primary_that_is_not_known(self, unlike: Unlike) -> None:
        primary = served(GLOBAL, service={"headers": Headers((CAUSE,))})

        assert unlike(primary, served(REGIONAL)) == ["? request headers: var.x"]

    def test_one_of_the_backup_matters_where_one_is_missing(self, unlike: Unlike) -> None:
        primary = served(GLOBAL, service={"headers": Headers(("x-a",))})
        doubt = served(REGIONAL, service={"headers": Headers(CAUSE)})

        assert unlike(primary, doubt) == ["? request headers: var.x"]
        assert unlike(served(GLOBAL), doubt) == []


class TestBuckets:
    FILES = RequestRule(("/files/*",), Action((to(GLOBAL, "files", "backendBuckets"),)))

    def test_no_rule_of_the_backup(self, unlike: Unlike) -> None:
        assert unlike(served(GLOBAL, self.FILES), served(REGIONAL), others=(bucket(GLOBAL),)) == [
            "requests for /files/*, backend bucket: none on this backup, backend bucket files on the primary"
        ]

    @pytest.mark.parametrize(
        ("destination", "shown"),
        [
            (to(REGIONAL, "files", "backendBuckets"), "backend bucket files"),
            (to(GLOBAL, "files", "backendBuckets"), "backend bucket files"),
            (to(REGIONAL), "service shop"),
        ],
    )
    def test_a_rule_of_the_backup(self, unlike: Unlike, destination: Destination, shown: str) -> None:
        rule = RequestRule(("/files/*",), Action((destination,)))
        others = (bucket(GLOBAL), bucket(REGIONAL))

        feature = STAND_IN if shown == "service shop" else "backend bucket"
        assert unlike(served(GLOBAL, self.FILES), served(REGIONAL, rule), others=others) == [
            f"requests for /files/*, {feature}: {shown} on this backup, backend bucket files on the primary"
        ]

    def test_of_the_backup_alone(self, unlike: Unlike) -> None:
        backup = of(Action((to(REGIONAL, "files", "backendBuckets"),)))

        assert unlike(served(GLOBAL), backup, others=(bucket(REGIONAL),)) == [
            "all requests, backend bucket: backend bucket files on this backup, service shop on the primary"
        ]
