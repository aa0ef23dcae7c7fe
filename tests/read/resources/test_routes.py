"""The next hop of a route: a forwarding rule by name or reference, an address, or what is not known."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.names import Link, ResourceName
from spillover.model.routes import Route, RouteKind
from spillover.model.source import FieldPath, FieldRef, Maybe, Origin, Reference, Unknown
from spillover.read.terraform import read_resource

ORIGIN = Origin("x.this", "x")
RULE = Reference("module.fw.google_compute_forwarding_rule.this[0]", "ip_address")
ADDRESS = Reference("google_compute_address.fw", "address")


def route(type_: str, field: str, value: Any) -> Route:
    read = read_resource(type_, {"name": "r", field: value}, ORIGIN)
    assert read is not None
    assert isinstance(read.resource, Route)
    return read.resource


def unknown(because: str, refers_to: Reference | None, field: str) -> Unknown:
    return Unknown(because, refers_to, FieldRef(ORIGIN, FieldPath((field,))))


@pytest.mark.parametrize(
    ("type_", "field", "kind"),
    [
        ("google_compute_route", "next_hop_ilb", RouteKind.STATIC),
        ("google_network_connectivity_policy_based_route", "next_hop_ilb_ip", RouteKind.POLICY_BASED),
    ],
)
class TestNextHop:
    @pytest.mark.parametrize(
        ("written", "name", "address"),
        [
            pytest.param("10.0.0.9", None, "10.0.0.9", id="an address"),
            pytest.param("fd20::9", None, "fd20::9", id="an address of IPv6"),
            pytest.param("fr-fw", ResourceName("forwardingRules", "fr-fw"), None, id="a name"),
            pytest.param(
                "projects/p/regions/us-east1/forwardingRules/fr-fw",
                ResourceName("forwardingRules", "fr-fw", "regions/us-east1", "p"),
                None,
                id="a path",
            ),
            pytest.param(None, None, None, id="not written"),
            pytest.param("", None, None, id="empty"),
        ],
    )
    def test_known(
        self, type_: str, field: str, kind: RouteKind, written: Any, name: Maybe[Link], address: Maybe[str]
    ) -> None:
        assert route(type_, field, written) == Route(kind, "r", next_hop=name, next_hop_ip=address)

    def test_reference_to_a_forwarding_rule(self, type_: str, field: str, kind: RouteKind) -> None:
        assert route(type_, field, Unknown("fw", RULE)) == Route(kind, "r", next_hop=RULE)

    def test_reference_to_an_address(self, type_: str, field: str, kind: RouteKind) -> None:
        assert route(type_, field, Unknown("ip", ADDRESS)) == Route(
            kind, "r", next_hop_ip=unknown("ip", ADDRESS, field)
        )

    def test_not_known(self, type_: str, field: str, kind: RouteKind) -> None:
        assert route(type_, field, Unknown("var.hop")) == Route(
            kind, "r", next_hop=unknown("var.hop", None, field)
        )
