"""The kind of load balancer behind a forwarding rule: decided by as much as is known."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.frontend import ForwardingRule
from spillover.model.kind import EXTERNAL_KINDS, INTERNAL_KINDS, BalancerKind, kinds_of
from spillover.model.names import Link, ResourceName
from spillover.model.provider import Provider, Versions
from spillover.model.service import LoadBalancingScheme as Scheme
from spillover.model.source import Origin, Reference, Unknown

K = BalancerKind
SCHEME, TARGET = Unknown("var.scheme"), Unknown("var.target")
REGIONAL_TYPE, GLOBAL_TYPE = "google_compute_forwarding_rule", "google_compute_global_forwarding_rule"


def target(collection: str, scope: str | None = "global") -> ResourceName:
    return ResourceName(collection, "web", scope)


def rule(type_: str = "compute#forwardingRule", **values: Any) -> ForwardingRule:
    return ForwardingRule(**{"is_global": True, "origin": Origin(f"{type_}.web", type_), **values})


def regional(type_: str = "compute#forwardingRule", **values: Any) -> ForwardingRule:
    return rule(type_, is_global=False, region="us-east1", **values)


REGION = "regions/us-east1"
SERVICE = ResourceName("backendServices", "web", REGION)


class TestKnown:
    """The table of schemas.md 2.5, and the other kinds of load balancers."""

    @pytest.mark.parametrize(
        ("of", "kind"),
        [
            (rule(scheme=Scheme.EXTERNAL_MANAGED, target=target("targetHttpsProxies")), K.GLOBAL_EXTERNAL),
            (rule(scheme=Scheme.EXTERNAL_MANAGED, target=target("targetHttpProxies")), K.GLOBAL_EXTERNAL),
            (rule(scheme=Scheme.EXTERNAL, target=target("targetHttpProxies")), K.CLASSIC),
            pytest.param(
                regional(scheme=Scheme.EXTERNAL, target=target("targetHttpProxies")),
                K.CLASSIC,
                id="classic in Standard Tier",
            ),
            (
                regional(scheme=Scheme.EXTERNAL_MANAGED, target=target("targetHttpsProxies", REGION)),
                K.REGIONAL_EXTERNAL,
            ),
            (
                rule(scheme=Scheme.EXTERNAL_MANAGED, target=target("targetTcpProxies")),
                K.GLOBAL_EXTERNAL_PROXY,
            ),
            (rule(scheme=Scheme.EXTERNAL, target=target("targetSslProxies")), K.CLASSIC_PROXY),
            (
                regional(scheme=Scheme.EXTERNAL_MANAGED, target=target("targetTcpProxies", REGION)),
                K.REGIONAL_EXTERNAL_PROXY,
            ),
            (regional(scheme=Scheme.EXTERNAL, backend_service=SERVICE), K.EXTERNAL_PASSTHROUGH),
            (regional(scheme=Scheme.EXTERNAL, target=target("targetPools", REGION)), K.EXTERNAL_PASSTHROUGH),
            (rule(scheme=Scheme.EXTERNAL_PASSTHROUGH, backend_service=SERVICE), K.EXTERNAL_PASSTHROUGH),
            (regional(scheme=Scheme.INTERNAL, backend_service=TARGET), K.INTERNAL_PASSTHROUGH),
            (
                rule(scheme=Scheme.INTERNAL_MANAGED, target=target("targetHttpProxies")),
                K.CROSS_REGION_INTERNAL,
            ),
            (
                rule(scheme=Scheme.INTERNAL_MANAGED, target=target("targetTcpProxies")),
                K.CROSS_REGION_INTERNAL_PROXY,
            ),
            (
                regional(scheme=Scheme.INTERNAL_MANAGED, target=target("targetHttpProxies", REGION)),
                K.REGIONAL_INTERNAL,
            ),
            (
                regional(scheme=Scheme.INTERNAL_MANAGED, target=target("targetTcpProxies", REGION)),
                K.REGIONAL_INTERNAL_PROXY,
            ),
            (rule(scheme=Scheme.INTERNAL_SELF_MANAGED, target=target("targetGrpcProxies")), K.MESH),
            (regional(target=target("serviceAttachments", REGION)), K.ENDPOINT),
            (rule(target=ResourceName("", "all-apis")), K.ENDPOINT),
            pytest.param(
                regional(REGIONAL_TYPE, backend_service=SERVICE),
                K.EXTERNAL_PASSTHROUGH,
                id="EXTERNAL is Terraform's default of a regional rule",
            ),
        ],
    )
    def test_kind(self, of: ForwardingRule, kind: BalancerKind) -> None:
        kinds = kinds_of(of)

        assert kinds.possible == {kind}
        assert str(kinds) == kind
        assert kinds.within(frozenset({kind})) is True
        assert kinds.within(frozenset(K) - {kind}) is False

    @pytest.mark.parametrize(
        ("address", "kind"),
        [
            ("google_compute_target_https_proxy.web", K.GLOBAL_EXTERNAL),
            ('module.lb["a.b"].google_compute_target_http_proxy.web["x.y"]', K.GLOBAL_EXTERNAL),
            ("module.lb[0].google_compute_target_tcp_proxy.web[1]", K.GLOBAL_EXTERNAL_PROXY),
        ],
    )
    def test_a_target_that_has_no_name_yet(self, address: str, kind: BalancerKind) -> None:
        assert kinds_of(rule(scheme=Scheme.EXTERNAL_MANAGED, target=Reference(address))).possible == {kind}

    def test_a_regional_target_that_has_no_name_yet(self) -> None:
        proxy = Reference("google_compute_region_target_https_proxy.web")

        assert kinds_of(regional(scheme=Scheme.EXTERNAL_MANAGED, target=proxy)).possible == {
            K.REGIONAL_EXTERNAL
        }


class TestNotKnown:
    def test_the_default_of_a_global_rule_depends_on_the_provider(self) -> None:
        of = rule(GLOBAL_TYPE, target=target("targetHttpProxies"))
        kinds = kinds_of(of)

        because = Unknown(Provider("google").left_open, at=of.origin.at("scheme"))
        assert kinds.possible == {K.GLOBAL_EXTERNAL, K.CLASSIC}
        assert str(kinds) == f"{K.GLOBAL_EXTERNAL} or {K.CLASSIC}"
        assert kinds.within(frozenset({K.GLOBAL_EXTERNAL})) == because
        assert kinds.within(frozenset({K.GLOBAL_EXTERNAL, K.CLASSIC})) is True
        assert kinds.within(frozenset({K.REGIONAL_EXTERNAL})) is False

    @pytest.mark.parametrize(
        ("versions", "possible"),
        [
            (Versions((7, 0, 0), (8, 0, 0)), {K.CLASSIC}),
            (Versions((8, 0, 0)), {K.GLOBAL_EXTERNAL}),
            (Versions((7, 0, 0)), {K.GLOBAL_EXTERNAL, K.CLASSIC}),
        ],
    )
    def test_which_required_providers_may_tell(self, versions: Versions, possible: set[K]) -> None:
        origin = Origin("x.web", GLOBAL_TYPE, provider=Provider("google", versions))
        of = rule(target=target("targetHttpProxies"), origin=origin)

        assert kinds_of(of).possible == possible

    @pytest.mark.parametrize(
        ("of", "possible", "cause"),
        [
            (
                rule(scheme=SCHEME, target=target("targetHttpProxies")),
                {K.GLOBAL_EXTERNAL, K.CLASSIC, K.CROSS_REGION_INTERNAL, K.MESH},
                "var.scheme",
            ),
            (
                regional(scheme=Scheme.EXTERNAL_MANAGED, target=TARGET),
                {K.REGIONAL_EXTERNAL, K.REGIONAL_EXTERNAL_PROXY},
                "var.target",
            ),
            (
                regional(scheme=Scheme.EXTERNAL, target=target("targetHttpProxies", None)),
                {K.CLASSIC},
                "the kind of load balancer",
            ),
            (
                rule(target=target("targetSslProxies")),
                {K.GLOBAL_EXTERNAL_PROXY, K.CLASSIC_PROXY, K.CROSS_REGION_INTERNAL_PROXY, K.MESH},
                "a default of the API",
            ),
            pytest.param(
                regional(scheme=Scheme.EXTERNAL_MANAGED),
                {K.REGIONAL_EXTERNAL, K.REGIONAL_EXTERNAL_PROXY},
                "the kind of load balancer",
                id="nothing behind it is written",
            ),
        ],
    )
    def test_several(self, of: ForwardingRule, possible: set[BalancerKind], cause: str) -> None:
        kinds = kinds_of(of)

        assert kinds.possible == possible
        assert kinds.because.because == cause

    @pytest.mark.parametrize(
        "link",
        [
            target("targetVpnGateways", REGION),
            target("targetHttpProxies", REGION),
            Reference("google_compute_vpn_gateway.web"),
            Reference("other_thing.web"),
        ],
        ids=str,
    )
    def test_what_is_none_of_them_is_never_guessed(self, link: Link) -> None:
        kinds = kinds_of(regional(scheme=Scheme.EXTERNAL, target=link))

        assert kinds.possible == frozenset()
        assert kinds.within(frozenset(K)) == kinds.because


def test_every_kind_is_of_the_internet_or_internal_or_neither() -> None:
    assert not EXTERNAL_KINDS & INTERNAL_KINDS
    assert frozenset(K) - EXTERNAL_KINDS - INTERNAL_KINDS == {K.MESH, K.ENDPOINT}
