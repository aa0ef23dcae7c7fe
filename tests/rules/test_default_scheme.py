"""FO040: a global resource without a scheme, whose default changes with version 8 of the provider."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import Finding
from spillover.model.frontend import ForwardingRule
from spillover.model.names import ResourceName
from spillover.model.provider import Provider, Version, Versions
from spillover.model.service import BackendService, LoadBalancingScheme
from spillover.model.source import Origin, Undetermined, Unknown
from spillover_rules import ALL

RULE = next(rule for rule in ALL if rule.code == "FO040")
X = Unknown("var.x")
ANY, SEVEN, EIGHT, NINE = Versions(), (7, 0, 0), (8, 0, 0), (9, 0, 0)
PROXY = ResourceName("targetHttpsProxies", "shop", "global")
RULE_TYPE, SERVICE_TYPE = "google_compute_global_forwarding_rule", "google_compute_backend_service"


def origin(type_: str, versions: Versions = ANY, provider: str = "google") -> Origin:
    return Origin(f"{type_}.shop", type_, provider=Provider(provider, versions))


def rule(versions: Versions = ANY, **values: Any) -> ForwardingRule:
    return ForwardingRule(
        **{"is_global": True, "target": PROXY, "origin": origin(RULE_TYPE, versions), **values}
    )


def service(versions: Versions = ANY, **values: Any) -> BackendService:
    return BackendService(**{"is_global": True, "origin": origin(SERVICE_TYPE, versions), **values})


def found(resource: object) -> list[Finding]:
    return list(RULE.check(resource))


@pytest.mark.parametrize("resource", [rule(), service()])
def test_any_version(resource: Any) -> None:
    assert found(resource) == [
        Finding(
            resource.origin.at("scheme"),
            "no load balancing scheme: EXTERNAL up to version 7 of the google provider, "
            "EXTERNAL_MANAGED from 8 on, and both are allowed",
            "write the load_balancing_scheme that is in force now",
        )
    ]


@pytest.mark.parametrize("make", [rule, service])
@pytest.mark.parametrize(
    ("least", "before", "is_found"),
    [
        (SEVEN, None, True),
        (SEVEN, NINE, True),
        ((7, 99, 0), (8, 0, 1), True),
        (SEVEN, EIGHT, False),
        (EIGHT, None, False),
        (EIGHT, NINE, False),
        ((0, 0, 0), SEVEN, False),
        pytest.param(NINE, SEVEN, False, id="there is none"),
    ],
)
def test_versions(make: Any, least: Version, before: Version | None, is_found: bool) -> None:
    assert bool(found(make(Versions(least, before)))) is is_found


def test_google_beta() -> None:
    (finding,) = found(service(origin=origin(SERVICE_TYPE, provider="google-beta")))

    assert "version 7 of the google-beta provider" in finding.message


@pytest.mark.parametrize(
    "resource",
    [
        pytest.param(rule(scheme=LoadBalancingScheme.EXTERNAL), id="a scheme of a rule"),
        pytest.param(service(scheme=LoadBalancingScheme.EXTERNAL_MANAGED), id="a scheme of a service"),
        pytest.param(rule(target=ResourceName("", "all-apis")), id="Google's APIs"),
        pytest.param(rule(target=ResourceName("serviceAttachments", "db", "regions/r")), id="an endpoint"),
        pytest.param(rule(is_global=False, origin=origin("google_compute_forwarding_rule")), id="regional"),
        pytest.param(
            service(is_global=False, origin=origin("google_compute_region_backend_service")),
            id="a regional service",
        ),
        pytest.param(service(origin=Origin("s", "compute#backendService")), id="Google's JSON"),
        pytest.param(service(origin=origin(SERVICE_TYPE, provider="fork")), id="another provider"),
        pytest.param(service(Versions(EIGHT), scheme=X), id="new, written or not"),
        pytest.param(object(), id="something else"),
    ],
)
def test_near_miss(resource: object) -> None:
    assert found(resource) == []


@pytest.mark.parametrize("resource", [rule(scheme=X), service(scheme=X), rule(target=X)])
def test_undetermined(resource: object) -> None:
    with pytest.raises(Undetermined) as doubt:
        found(resource)

    assert doubt.value.unknowns == (X,)
