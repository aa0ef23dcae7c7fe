"""Cloud Armor on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from spillover.model.armor import LAST_PRIORITY, SecurityPolicy, SecurityRule
from spillover.model.names import ResourceName
from spillover.model.source import Reference, Unknown

Unlike = Callable[..., list[str]]
CAUSE = Unknown("var.x")
GLOBAL = ResourceName("securityPolicies", "shop", "global", "p")
REGIONAL = ResourceName("securityPolicies", "eu", "regions/europe-west1", "p")
SQL = SecurityRule(priority=1000, action="deny(403)", content="deny(403) sql")
RATE = SecurityRule(priority=2000, action="throttle", content="throttle 100")
ALLOW = SecurityRule(priority=LAST_PRIORITY, action="allow", content="allow *")


def with_policy(link: Any = GLOBAL) -> dict[str, Any]:
    return {"service": {"security_policy": link}}


def policies(primary: Any, backup: Any, **values: Any) -> tuple[SecurityPolicy, SecurityPolicy]:
    return (
        SecurityPolicy("shop", is_global=True, rules=primary, identity=GLOBAL, **values),
        SecurityPolicy("eu", rules=backup, identity=REGIONAL),
    )


def difference(unlike: Unlike, primary: Any, backup: Any, **values: Any) -> list[str]:
    read = policies(primary, backup, **values)
    return unlike(with_policy(), with_policy(REGIONAL), others=read)


class TestPolicies:
    def test_neither_has_one(self, unlike: Unlike) -> None:
        assert unlike({}, {}) == []

    def test_what_the_backup_has_beyond_the_primary_is_its_own_affair(self, unlike: Unlike) -> None:
        assert unlike({}, with_policy(REGIONAL)) == []

    def test_the_backup_has_none(self, unlike: Unlike) -> None:
        assert unlike(with_policy(), {}) == [
            "service shop, security policy: none on this backup, shop on the primary"
        ]

    def test_the_backup_has_a_global_one(self, unlike: Unlike) -> None:
        assert unlike(with_policy(), with_policy(GLOBAL)) == [
            "service shop, security policy: shop, which is global on this backup, shop on the primary"
        ]

    def test_a_reference_tells_by_its_type(self, unlike: Unlike) -> None:
        link = Reference("google_compute_security_policy.shop")

        assert "which is global" in unlike(with_policy(link), with_policy(link))[0]

    @pytest.mark.parametrize("sides", [(CAUSE, None), (CAUSE, REGIONAL), (GLOBAL, CAUSE)])
    def test_one_that_is_not_known(self, unlike: Unlike, sides: tuple[Any, Any]) -> None:
        assert unlike(*map(with_policy, sides)) == ["? security policy: var.x"]

    def test_none_on_the_primary_decides_whatever_the_backup_has(self, unlike: Unlike) -> None:
        assert unlike({}, with_policy(CAUSE)) == []

    def test_policies_that_were_not_read(self, unlike: Unlike) -> None:
        assert unlike(with_policy(), with_policy(REGIONAL)) == [
            "? rules of the security policy: shop, which was not read"
        ]


class TestEdgePolicies:
    def test_are_for_global_services(self, unlike: Unlike) -> None:
        assert unlike({"service": {"edge_security_policy": GLOBAL}}, {}) == [
            "service shop, edge security policy: none on this backup, shop on the primary"
        ]

    def test_one_that_is_not_known(self, unlike: Unlike) -> None:
        assert unlike({"service": {"edge_security_policy": CAUSE}}, {}) == ["? edge security policy: var.x"]


class TestRules:
    @pytest.mark.parametrize(
        ("primary", "backup"),
        [
            ((SQL, RATE), (RATE, SQL)),
            ((SQL,), (replace(SQL, priority=5),)),
            ((SQL,), (SQL, RATE)),
            ((SQL, ALLOW), (SQL,)),
            ((SQL, replace(RATE, preview=True)), (SQL,)),
            (None, None),
        ],
    )
    def test_the_backup_has_them_all(self, unlike: Unlike, primary: Any, backup: Any) -> None:
        assert difference(unlike, primary, backup) == []

    def test_one_is_missing(self, unlike: Unlike) -> None:
        assert difference(unlike, (SQL, RATE), (RATE,)) == [
            "service shop, rules of the security policy: 1 rule, without deny(403) at 1000 on this backup, "
            "2 rules on the primary"
        ]

    def test_one_that_is_there_twice_is_missing_once(self, unlike: Unlike) -> None:
        assert len(difference(unlike, (SQL, SQL), (SQL,))) == 1

    def test_a_default_that_denies_is_one(self, unlike: Unlike) -> None:
        last = replace(ALLOW, action="deny(404)", content="deny(404) *")

        assert "without deny(404) at 2147483647" in difference(unlike, (last,), (ALLOW,))[0]

    @pytest.mark.parametrize(
        "rule",
        [replace(SQL, content=CAUSE), replace(SQL, preview=CAUSE), replace(SQL, priority=CAUSE)],
    )
    def test_one_that_is_not_known(self, unlike: Unlike, rule: SecurityRule) -> None:
        assert difference(unlike, (rule,), ()) == ["? rules of the security policy: var.x"]
        assert difference(unlike, (), (rule,)) == ["? rules of the security policy: var.x"]

    def test_a_list_that_is_not_known(self, unlike: Unlike) -> None:
        assert difference(unlike, CAUSE, ()) == ["? rules of the security policy: var.x"]

    def test_those_that_are_resources_belong_to_their_policy(self, unlike: Unlike) -> None:
        apart = (replace(SQL, policy=GLOBAL), replace(SQL, policy=REGIONAL), replace(RATE, policy=GLOBAL))
        found = unlike(with_policy(), with_policy(REGIONAL), others=(*policies(None, None), *apart))

        assert found == [
            "service shop, rules of the security policy: 1 rule, without throttle at 2000 on this backup, "
            "2 rules on the primary"
        ]

    def test_one_of_which_it_is_not_known_whose_it_is(self, unlike: Unlike) -> None:
        others = (*policies(None, None), replace(SQL, policy=CAUSE))

        assert unlike(with_policy(), with_policy(REGIONAL), others=others) == [
            "? rules of the security policy: var.x"
        ]


class TestAdaptiveProtection:
    @pytest.mark.parametrize(("on", "expected"), [(None, []), (False, []), (CAUSE, ["var.x"])])
    def test_is_off_or_not_known(self, unlike: Unlike, on: Any, expected: list[str]) -> None:
        found = difference(unlike, (), (), adaptive_protection=on)

        assert found == [f"? Adaptive Protection: {each}" for each in expected]

    def test_is_on(self, unlike: Unlike) -> None:
        assert difference(unlike, (), (), adaptive_protection=True) == [
            "service shop, Adaptive Protection: off on this backup, on on the primary"
        ]
