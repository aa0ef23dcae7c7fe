"""The rules about forwarding rules, and what they point at: LB004 to LB008."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import AnyRule, Finding, Related
from spillover.model.deployment import Deployment
from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link, ResourceName
from spillover.model.service import BackendService, LoadBalancingScheme, Protocol
from spillover.model.source import Maybe, Origin, Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover_rules import ALL

RULES = {rule.code: rule for rule in ALL}
lb004, lb005, lb006, lb007, lb008 = (RULES[f"LB00{number}"] for number in (4, 5, 6, 7, 8))

SERVICE = Origin("google_compute_region_backend_service.orders", "google_compute_region_backend_service")
RULE = Origin("google_compute_forwarding_rule.orders", "google_compute_forwarding_rule")
ORDERS = ResourceName("backendServices", "orders", "regions/us-east1", "demo-shop")
INTERNAL, EXTERNAL = LoadBalancingScheme.INTERNAL, LoadBalancingScheme.EXTERNAL
PASSTHROUGH, MANAGED = LoadBalancingScheme.EXTERNAL_PASSTHROUGH, LoadBalancingScheme.EXTERNAL_MANAGED
TCP, UDP = Protocol.TCP, Protocol.UDP
PROTOCOL, SCHEME, LINK, PORT, FLAG = (
    Unknown(f"var.{name}") for name in ("protocol", "scheme", "link", "port", "flag")
)


def rule(to: Maybe[Link] = ORDERS, origin: Origin = RULE, **values: Any) -> ForwardingRule:
    return ForwardingRule(region="us-east1", backend_service=to, origin=origin, **values)


def balancer(*rules: ForwardingRule, **values: Any) -> LoadBalancer:
    service = BackendService("orders", "us-east1", identity=ORDERS, origin=SERVICE, **values)
    return LoadBalancer(service, Deployment(resources=(service, *rules)))


def undetermined(checked: AnyRule, subject: object) -> list[Unknown]:
    with pytest.raises(Undetermined) as raised:
        list(checked.check(subject))
    return list(raised.value.unknowns)


class TestProtocolMismatch:
    """LB004."""

    @pytest.mark.parametrize(
        ("of_rule", "of_service", "told", "hint"),
        [
            pytest.param("UDP", TCP, "UDP before a backend service of protocol TCP", "UDP", id="differ"),
            pytest.param(
                "UDP", None, "UDP before a backend service of protocol TCP, the default", "UDP", id="default"
            ),
            pytest.param(None, UDP, "TCP before a backend service of protocol UDP", "TCP", id="the rule's"),
            pytest.param(
                "L3_DEFAULT",
                UDP,
                "L3_DEFAULT before a backend service of protocol UDP",
                "UNSPECIFIED",
                id="any packet",
            ),
        ],
    )
    def test_differ(self, of_rule: str | None, of_service: Protocol | None, told: str, hint: str) -> None:
        assert list(lb004.check(balancer(rule(ip_protocol=of_rule), protocol=of_service))) == [
            Finding(
                RULE.at("ip_protocol"),
                f"protocol {told}",
                f"set the protocol of the backend service to {hint}",
                (Related(SERVICE.at("protocol"), "the backend service is here"),),
            )
        ]

    def test_one_rule_of_several(self) -> None:
        other = Origin("google_compute_forwarding_rule.metrics", RULE.type)
        subject = balancer(rule(), rule(ip_protocol="UDP", origin=other), protocol=TCP)

        (found,) = lb004.check(subject)

        assert found.at == other.at("ip_protocol")
        assert found.hint == "set the protocol of the backend service to UNSPECIFIED"

    @pytest.mark.parametrize(
        ("of_other", "hint"), [("UDP", "UDP"), ("TCP", "UNSPECIFIED"), (PROTOCOL, "UNSPECIFIED")]
    )
    def test_the_hint_suits_every_rule(self, of_other: Maybe[str], hint: str) -> None:
        other = Origin("google_compute_forwarding_rule.metrics", RULE.type)
        subject = balancer(rule(ip_protocol="UDP"), rule(ip_protocol=of_other, origin=other), protocol=TCP)

        found = next(lb004.check(subject))

        assert found.hint == f"set the protocol of the backend service to {hint}"

    @pytest.mark.parametrize(
        ("of_rule", "values"),
        [
            pytest.param("UDP", {"protocol": UDP}, id="the same"),
            pytest.param(None, {}, id="both by default"),
            pytest.param(PROTOCOL, {"protocol": Protocol.UNSPECIFIED}, id="any goes with UNSPECIFIED"),
            pytest.param("UDP", {"protocol": Protocol.HTTP, "scheme": MANAGED}, id="a proxy"),
            pytest.param(None, {"protocol": TCP, "scheme": SCHEME}, id="the same, whatever the scheme"),
        ],
    )
    def test_near_miss(self, of_rule: Maybe[str], values: dict[str, Any]) -> None:
        assert list(lb004.check(balancer(rule(ip_protocol=of_rule), **values))) == []

    @pytest.mark.parametrize(
        ("of_rule", "values", "causes"),
        [
            pytest.param(PROTOCOL, {}, [PROTOCOL], id="the rule's"),
            pytest.param("UDP", {"protocol": PROTOCOL}, [PROTOCOL], id="the service's"),
            pytest.param("UDP", {"protocol": TCP, "scheme": SCHEME}, [SCHEME], id="the scheme"),
        ],
    )
    def test_undetermined(self, of_rule: Maybe[str], values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(lb004, balancer(rule(ip_protocol=of_rule), **values)) == causes

    def test_rule_that_may_point_at_it(self) -> None:
        assert undetermined(lb004, balancer(rule(LINK, ip_protocol="UDP"))) == [LINK]
        assert list(lb004.check(balancer(rule(LINK, ip_protocol="TCP")))) == []

    def test_no_rule_was_read(self) -> None:
        assert list(lb004.check(balancer())) == []


class TestTooManyPorts:
    """LB005."""

    FIVE = ("1", "2", "3", "4", "5")

    def test_six(self) -> None:
        assert list(lb005.check(rule(ports=(*self.FIVE, "6", PORT)))) == [
            Finding(
                RULE.at("ports"),
                "6 ports: a forwarding rule takes at most 5",
                "use all ports, or several forwarding rules with one address",
            )
        ]

    @pytest.mark.parametrize(
        "ports",
        [
            pytest.param(None, id="none"),
            pytest.param(FIVE, id="five"),
            pytest.param((*FIVE, "1"), id="one of them twice"),
            pytest.param((*FIVE[1:], PORT), id="five, whatever the last"),
        ],
    )
    def test_near_miss(self, ports: Maybe[tuple[str | Unknown, ...]]) -> None:
        assert list(lb005.check(rule(ports=ports))) == []

    @pytest.mark.parametrize("ports", [PORT, (*FIVE, PORT)], ids=["the list", "the sixth"])
    def test_undetermined(self, ports: Maybe[tuple[str | Unknown, ...]]) -> None:
        assert undetermined(lb005, rule(ports=ports)) == [PORT]


class TestWithoutPorts:
    """LB006."""

    @pytest.mark.parametrize("values", [{}, {"ports": (), "all_ports": False, "port_range": ""}])
    def test_neither(self, values: dict[str, Any]) -> None:
        assert list(lb006.check(rule(scheme=INTERNAL, **values))) == [
            Finding(
                RULE.at("ports"),
                "neither ports nor all ports on an internal passthrough load balancer",
                "name up to five ports, or use all ports",
            )
        ]

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"ports": (PORT,)}, id="a port, whichever"),
            pytest.param({"all_ports": True, "ports": PORT}, id="all ports"),
            pytest.param({"port_range": "80-90"}, id="a range, which is left to the API"),
            pytest.param({"scheme": EXTERNAL, "ports": PORT}, id="an external load balancer"),
            pytest.param({"to": None}, id="not before a backend service"),
            pytest.param({"port_range": "80", "scheme": SCHEME}, id="a range, whatever the scheme"),
        ],
    )
    def test_near_miss(self, values: dict[str, Any]) -> None:
        assert list(lb006.check(rule(**{"scheme": INTERNAL, **values}))) == []

    @pytest.mark.parametrize(
        ("values", "causes"),
        [
            pytest.param({"ports": PORT}, [PORT], id="the ports"),
            pytest.param({"all_ports": FLAG}, [FLAG], id="all ports"),
            pytest.param({"port_range": PORT}, [PORT], id="the range"),
            pytest.param({"scheme": SCHEME}, [SCHEME], id="the scheme"),
        ],
    )
    def test_undetermined(self, values: dict[str, Any], causes: list[Unknown]) -> None:
        assert undetermined(lb006, rule(**{"scheme": INTERNAL, **values})) == causes


class TestGlobalService:
    """LB007."""

    WEB = ResourceName("backendServices", "web", "global", "demo-shop")

    @pytest.mark.parametrize("scheme", [None, EXTERNAL, SCHEME])
    def test_regional_rule(self, scheme: Maybe[LoadBalancingScheme]) -> None:
        assert list(lb007.check(rule(self.WEB, scheme=scheme))) == [
            Finding(
                RULE.at("backend_service"),
                "a regional forwarding rule to a global backend service",
                "use a regional backend service, or a target proxy and a global forwarding rule",
            )
        ]

    @pytest.mark.parametrize(
        "subject",
        [
            pytest.param(rule(ORDERS), id="a regional service"),
            pytest.param(rule(None), id="a target proxy"),
            pytest.param(rule(WEB, is_global=True), id="a global rule"),
            pytest.param(rule(WEB, scheme=PASSTHROUGH), id="a global passthrough load balancer"),
        ],
    )
    def test_near_miss(self, subject: ForwardingRule) -> None:
        assert list(lb007.check(subject)) == []

    def test_undetermined(self) -> None:
        assert undetermined(lb007, rule(LINK)) == [LINK]


class TestSchemeMismatch:
    """LB008."""

    @pytest.mark.parametrize(
        ("of_rule", "of_service", "told"),
        [
            (None, None, "EXTERNAL, the default, before a backend service of scheme INTERNAL, the default"),
            (INTERNAL, EXTERNAL, "INTERNAL before a backend service of scheme EXTERNAL"),
            (EXTERNAL, MANAGED, "EXTERNAL before a backend service of scheme EXTERNAL_MANAGED"),
        ],
    )
    def test_differ(
        self, of_rule: LoadBalancingScheme | None, of_service: LoadBalancingScheme | None, told: str
    ) -> None:
        assert list(lb008.check(balancer(rule(scheme=of_rule), scheme=of_service))) == [
            Finding(
                RULE.at("scheme"),
                f"scheme {told}",
                "give both the same load balancing scheme",
                (Related(SERVICE.at("scheme"), "the backend service is here"),),
            )
        ]

    @pytest.mark.parametrize(
        ("values", "scheme"),
        [
            pytest.param({"scheme": INTERNAL}, None, id="INTERNAL by default"),
            pytest.param({}, EXTERNAL, id="EXTERNAL by default"),
            pytest.param({"scheme": MANAGED}, MANAGED, id="the same"),
            pytest.param({"origin": Origin("fr", "compute#forwardingRule")}, INTERNAL, id="not said"),
            pytest.param({"is_global": True, "scheme": SCHEME}, INTERNAL, id="a global rule"),
        ],
    )
    def test_near_miss(self, values: dict[str, Any], scheme: LoadBalancingScheme | None) -> None:
        assert list(lb008.check(balancer(rule(**values), scheme=scheme))) == []

    def test_a_global_service_is_for_others_to_judge(self) -> None:
        assert list(lb008.check(balancer(is_global=True))) == []

    @pytest.mark.parametrize(("of_rule", "of_service"), [(SCHEME, INTERNAL), (INTERNAL, SCHEME)])
    def test_undetermined(
        self, of_rule: Maybe[LoadBalancingScheme], of_service: Maybe[LoadBalancingScheme]
    ) -> None:
        assert undetermined(lb008, balancer(rule(scheme=of_rule), scheme=of_service)) == [SCHEME]
