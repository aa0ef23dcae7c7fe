"""Routes, and the forwarding rules that are their next hops."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.deployment import Deployment, Joined, NotCovered, subjects
from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link, ResourceName, same_resource
from spillover.model.next_hop import leads_to
from spillover.model.routes import Route, RouteKind, ip_of
from spillover.model.service import BackendService, LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Reference, Unknown
from spillover.model.views import LoadBalancer, NextHop

CORE = ResourceName("networks", "core", "global", "demo")
EDGE = ResourceName("networks", "edge", "global", "demo")
OF_CORE = Reference("google_compute_network.core")
SERVICE = ResourceName("backendServices", "fw", "regions/us-east1", "demo")
RULE = ResourceName("forwardingRules", "fw", "regions/us-east1", "demo")
ORIGIN = Origin("google_compute_forwarding_rule.fw", "google_compute_forwarding_rule")
VAR, NETWORK = Unknown("var.ip"), Unknown("var.network")
RESERVED = Unknown("google_compute_address.fw.address", Reference("google_compute_address.fw", "address"))
SAME = Unknown("google_compute_address.fw.id", Reference("google_compute_address.fw"))
OTHER = Unknown("google_compute_address.nat.address", Reference("google_compute_address.nat", "address"))


def rule(**values: Any) -> ForwardingRule:
    given: dict[str, Any] = {
        "backend_service": SERVICE,
        "network": CORE,
        "ip_address": "10.0.0.9",
        "identity": RULE,
        "origin": ORIGIN,
    }
    return ForwardingRule(**given | values)


def by_address(ip: Maybe[str] = "10.0.0.9", network: Maybe[Link] = CORE) -> Route:
    return Route(RouteKind.POLICY_BASED, "via-fw", network, next_hop_ip=ip)


def by_name(link: Maybe[Link] = RULE) -> Route:
    return Route(RouteKind.STATIC, "via-fw", CORE, next_hop=link)


class TestByAddress:
    @pytest.mark.parametrize(
        ("route", "values", "expected"),
        [
            pytest.param(by_address(), {}, True, id="the same"),
            pytest.param(by_address("10.0.0.8"), {}, False, id="another"),
            pytest.param(by_address(network=EDGE), {}, False, id="the same in another network"),
            pytest.param(by_address("fd20::9"), {"ip_address": "fd20:0::9/96"}, True, id="one notation"),
            pytest.param(by_address(RESERVED), {"ip_address": RESERVED}, True, id="one reserved address"),
            pytest.param(by_address(RESERVED), {"ip_address": SAME}, True, id="by another attribute"),
            pytest.param(by_address(RESERVED), {"ip_address": OTHER}, False, id="two reserved addresses"),
            pytest.param(by_address(VAR), {}, VAR, id="the route's is not known"),
            pytest.param(by_address(VAR), {"network": EDGE}, False, id="not known, in another network"),
            pytest.param(by_address(), {"ip_address": VAR}, VAR, id="the rule's is not known"),
            pytest.param(by_address(RESERVED), {}, RESERVED, id="a reserved one may be any"),
            pytest.param(
                by_address(RESERVED, EDGE),
                {"ip_address": RESERVED},
                True,
                id="a reference to its address, from a network that is peered",
            ),
            pytest.param(
                by_address(RESERVED, NETWORK),
                {"ip_address": RESERVED},
                True,
                id="whatever the route's network",
            ),
            pytest.param(
                by_address(network=Reference("nat")), {"network": OF_CORE}, False, id="two networks"
            ),
            pytest.param(
                by_address(network=NETWORK),
                {},
                Unknown(
                    "whether var.network is the network core of project demo",
                    at=Origin("", "route").at("network"),
                ),
                id="the network is not known",
            ),
            pytest.param(by_address("10.0.0.8", NETWORK), {}, False, id="whatever the network"),
            pytest.param(by_address(network=OF_CORE), {"network": OF_CORE}, True, id="one network's address"),
            pytest.param(
                by_address(network=OF_CORE),
                {},
                Unknown(
                    "whether google_compute_network.core is the network core of project demo",
                    at=Origin("", "route").at("network"),
                ),
                id="name and address of a network that was not read",
            ),
            pytest.param(
                by_address(),
                {"network": None},
                Unknown(f"the network of {ORIGIN.address}, which is not written", at=ORIGIN.at("network")),
                id="the rule has only a subnetwork",
            ),
            pytest.param(
                by_address(),
                {"ip_address": None},
                Unknown(f"the address of {ORIGIN.address}, which is not written", at=ORIGIN.at("ip_address")),
                id="the rule gets an address when it is made",
            ),
            pytest.param(
                by_address(),
                {"ip_address": "projects/demo/regions/us-east1/addresses/fw"},
                Unknown(
                    "the address that projects/demo/regions/us-east1/addresses/fw names",
                    at=ORIGIN.at("ip_address"),
                ),
                id="an address by its name",
            ),
            pytest.param(by_address(), {"scheme": LoadBalancingScheme.INTERNAL}, True, id="INTERNAL"),
            pytest.param(by_address(), {"scheme": Unknown("var.scheme")}, True, id="a scheme not known"),
            pytest.param(by_address(), {"scheme": LoadBalancingScheme.INTERNAL_MANAGED}, False, id="a proxy"),
            pytest.param(by_address(), {"backend_service": None}, False, id="of a proxy"),
            pytest.param(by_address(), {"is_global": True}, False, id="global"),
            pytest.param(by_address(None), {}, False, id="the next hop is no load balancer"),
        ],
    )
    def test_leads_to(self, route: Route, values: dict[str, Any], expected: bool | Unknown) -> None:
        assert leads_to(Deployment(), route, rule(**values)) == expected

    @pytest.mark.parametrize(
        ("text", "ip"),
        [
            ("10.0.0.9", "10.0.0.9"),
            ("10.0.0.9/32", "10.0.0.9"),
            ("FD20::0:9", "fd20::9"),
            ("fw", None),
            ("", None),
        ],
    )
    def test_ip_of(self, text: str, ip: str | None) -> None:
        assert ip_of(text) == ip


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (CORE, ResourceName("networks", "core"), True),
        (CORE, EDGE, False),
        (OF_CORE, OF_CORE, True),
        (OF_CORE, Reference("google_compute_network.edge"), False),
        (OF_CORE, CORE, Unknown("google_compute_network.core")),
        (CORE, NETWORK, NETWORK),
        (None, CORE, Unknown("a resource that is not written")),
    ],
)
def test_same_resource(one: Maybe[Link], other: Maybe[Link], expected: bool | Unknown) -> None:
    assert same_resource(one, other) == expected


class TestNextHop:
    def test_by_name_by_reference_and_unknown(self) -> None:
        mine, other = rule(), rule(identity=ResourceName("forwardingRules", "nat"), origin=Origin("nat", ""))
        deployment = Deployment(resources=(mine, other))

        def leads(link: Maybe[Link]) -> Joined[ForwardingRule]:
            return NextHop(by_name(link), deployment).forwarding_rules

        assert leads(RULE) == Joined((mine,))
        assert leads(Reference(ORIGIN.address)) == Joined((mine,))
        assert leads(VAR) == Joined((), ((mine, VAR), (other, VAR)))
        assert leads(None) == Joined()

    def test_each_route_is_a_subject(self) -> None:
        route = by_name()
        deployment = Deployment(resources=(route, rule()))

        assert list(subjects(deployment, NextHop)) == [NextHop(route, deployment)]
        assert NextHop(route, deployment).origin == route.origin


class TestRoutesOfALoadBalancer:
    def routes(self, *others: object) -> Joined[Route]:
        service = BackendService("fw", "us-east1", identity=SERVICE)
        return LoadBalancer(service, Deployment(resources=(service, *others))).routes

    def test_by_name_and_by_address(self) -> None:
        named, addressed, gateway = by_name(), by_address(), by_name(None)

        assert self.routes(rule(), named, addressed, gateway) == Joined((named, addressed))

    def test_a_doubt_of_the_rule_is_one_of_the_route(self) -> None:
        link = Unknown("var.service")
        route = by_name()

        assert self.routes(rule(backend_service=link), route) == Joined((), ((route, link),))

    def test_a_doubt_of_the_route(self) -> None:
        route = by_name(VAR)

        assert self.routes(rule(), route) == Joined((), ((route, VAR),))

    def test_without_a_route_no_forwarding_rule_is_needed(self) -> None:
        assert self.routes() == Joined()
        assert self.routes(by_name(None)) == Joined()

    def test_without_a_forwarding_rule(self) -> None:
        with pytest.raises(NotCovered) as raised:
            self.routes(by_name())

        assert raised.value.kind == "forwarding rules"
