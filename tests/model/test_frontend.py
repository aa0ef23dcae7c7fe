"""What a forwarding rule says where it says nothing."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.frontend import ForwardingRule
from spillover.model.names import Link, ResourceName
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Maybe, Origin, Reference, Unknown

VARIABLE = Unknown("var.x")
INTERNAL, EXTERNAL = LoadBalancingScheme.INTERNAL, LoadBalancingScheme.EXTERNAL
SERVICE = ResourceName("backendServices", "orders", "regions/us-east1")


class TestInternalPassthrough:
    @pytest.mark.parametrize(
        ("scheme", "verdict"),
        [(INTERNAL, True), (EXTERNAL, False), (None, False), (VARIABLE, VARIABLE)],
    )
    def test_regional(self, scheme: Maybe[LoadBalancingScheme], verdict: bool | Unknown) -> None:
        assert ForwardingRule(scheme=scheme, backend_service=SERVICE).is_internal_passthrough == verdict

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param({"backend_service": SERVICE, "is_global": True}, id="global"),
            pytest.param({}, id="in front of something else"),
        ],
    )
    def test_neither(self, values: dict[str, Any]) -> None:
        assert ForwardingRule(scheme=VARIABLE, **values).is_internal_passthrough is False


class TestScheme:
    @pytest.mark.parametrize("scheme", [INTERNAL, VARIABLE])
    def test_written(self, scheme: Maybe[LoadBalancingScheme]) -> None:
        assert ForwardingRule(scheme=scheme).scheme_in_force == scheme

    @pytest.mark.parametrize(
        ("type_", "scheme"),
        [
            ("google_compute_forwarding_rule", EXTERNAL),
            ("google_compute_global_forwarding_rule", None),
            ("compute#forwardingRule", None),
        ],
    )
    def test_not_written(self, type_: str, scheme: LoadBalancingScheme | None) -> None:
        assert ForwardingRule(origin=Origin("fr", type_)).scheme_in_force is scheme


@pytest.mark.parametrize(("written", "in_force"), [(None, "TCP"), ("UDP", "UDP"), (VARIABLE, VARIABLE)])
def test_protocol(written: Maybe[str], in_force: str | Unknown) -> None:
    assert ForwardingRule(ip_protocol=written).protocol_in_force == in_force


@pytest.mark.parametrize(
    ("link", "verdict"),
    [
        pytest.param(None, False, id="not written"),
        pytest.param(VARIABLE, VARIABLE, id="not known"),
        pytest.param(SERVICE, False, id="of a region"),
        pytest.param(ResourceName("backendServices", "web", "global"), True, id="of none"),
        pytest.param(ResourceName("backendServices", "web"), False, id="a name alone"),
        pytest.param(Reference("google_compute_backend_service.web"), True, id="a global resource"),
        pytest.param(Reference('module.a["x"].google_compute_backend_service.w[0]'), True, id="in a module"),
        pytest.param(Reference("data.google_compute_backend_service.web"), True, id="a data source"),
        pytest.param(Reference("google_compute_region_backend_service.web"), False, id="a regional one"),
    ],
)
def test_global_service(link: Maybe[Link], verdict: bool | Unknown) -> None:
    assert ForwardingRule(backend_service=link).serves_global == verdict
