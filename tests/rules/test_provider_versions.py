"""LB011: a field that no allowed version of the provider knows."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.check.rule import Finding
from spillover.model.dns import RecordSet, RoutingPolicy
from spillover.model.health import HealthCheck
from spillover.model.names import ResourceName
from spillover.model.provider import Provider, Version, Versions
from spillover.model.service import BackendService, Subsetting
from spillover.model.source import FieldPath, Origin, Undetermined, Unknown
from spillover_rules import ALL

RULE = next(rule for rule in ALL if rule.code == "LB011")
WRITTEN = Unknown("var.written")
REGIONS = ("us-east1", "us-west1", "europe-west1")
PROBE = ResourceName("healthChecks", "probe", "global")
HASHED = Subsetting.CONSISTENT_HASH_SUBSETTING


def origin(provider: str | None, before: Version | None = None) -> Origin:
    versions = Versions(before=before)
    path = FieldPath.parse("network_pass_through_lb_traffic_policy")
    return Origin(
        "a.b",
        "a",
        fields={"traffic_policy": path},
        provider=Provider(provider, versions) if provider else None,
    )


def service(provider: str | None, before: Version | None = None, **values: Any) -> BackendService:
    return BackendService(origin=origin(provider, before), **values)


def record(provider: str, before: Version | None, health_check: Any = PROBE) -> RecordSet:
    return RecordSet(routing_policy=RoutingPolicy(health_check), origin=origin(provider, before))


def probe(provider: str, before: Version | None, regions: Any = REGIONS) -> HealthCheck:
    return HealthCheck(source_regions=regions, origin=origin(provider, before))


@pytest.mark.parametrize(
    ("resource", "field", "told", "allow"),
    [
        pytest.param(
            service("google", (7, 0, 0), traffic_policy=True),
            "traffic_policy",
            "network_pass_through_lb_traffic_policy is in the google provider since 7.19.0, "
            "and only versions before 7.0.0 are allowed",
            "7.19.0",
            id="zonal affinity",
        ),
        pytest.param(
            service("google-beta", (7, 13, 0), traffic_policy=True),
            "traffic_policy",
            "network_pass_through_lb_traffic_policy is in the google-beta provider since 7.13.0, "
            "and only versions before 7.13.0 are allowed",
            "7.13.0",
            id="zonal affinity, beta",
        ),
        pytest.param(
            probe("google", (5, 41, 0)),
            "source_regions",
            "source_regions is in the google provider since 5.41.0, "
            "and only versions before 5.41.0 are allowed",
            "5.41.0",
            id="source regions",
        ),
        pytest.param(
            record("google", (6, 0, 0)),
            "health_check",
            "health_check is in the google provider since 6.16.0, and only versions before 6.0.0 are allowed",
            "6.16.0",
            id="a policy's health check",
        ),
    ],
)
def test_too_old(resource: Any, field: str, told: str, allow: str) -> None:
    assert list(RULE.check(resource)) == [
        Finding(resource.origin.at(field), told, f"allow version {allow} in required_providers")
    ]


def test_never_in_this_provider() -> None:
    resource = service("google", subsetting=HASHED)

    assert list(RULE.check(resource)) == [
        Finding(
            resource.origin.at("subsetting"),
            "subsetting exists in the google-beta provider only",
            "use provider = google-beta",
        )
    ]


@pytest.mark.parametrize(
    "resource",
    [
        pytest.param(service("google", (7, 19, 1), traffic_policy=True), id="one is new enough"),
        pytest.param(service("google", traffic_policy=True), id="any version"),
        pytest.param(service("google", (7, 0, 0)), id="not written"),
        pytest.param(service("google-beta", (7, 0, 0), subsetting=HASHED), id="subsetting in google-beta"),
        pytest.param(service("fork", (1, 0, 0), traffic_policy=True), id="another provider"),
        pytest.param(service(None, traffic_policy=True, subsetting=HASHED), id="Google's JSON"),
        pytest.param(service("google", (7, 0, 0), traffic_policy=True, is_global=True), id="ZA001 speaks"),
        pytest.param(service("google", (8, 0, 0), traffic_policy=WRITTEN), id="new, written or not"),
        pytest.param(probe("google", (5, 0, 0), None), id="no source regions"),
        pytest.param(record("google", (5, 0, 0), None), id="no health check"),
        pytest.param(RecordSet(origin=origin("google", (5, 0, 0))), id="no policy"),
        pytest.param(object(), id="something else"),
    ],
)
def test_near_miss(resource: object) -> None:
    assert list(RULE.check(resource)) == []


@pytest.mark.parametrize(
    "resource",
    [
        service("google", (7, 0, 0), traffic_policy=WRITTEN),
        service("google", subsetting=WRITTEN),
        probe("google", (5, 0, 0), WRITTEN),
        record("google", (6, 0, 0), WRITTEN),
    ],
)
def test_undetermined(resource: object) -> None:
    with pytest.raises(Undetermined) as doubt:
        list(RULE.check(resource))

    assert doubt.value.unknowns == (WRITTEN,)
