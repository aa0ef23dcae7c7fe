"""A field is written that no allowed version of the provider knows.

Zonal affinity is in the google provider since 7.19.0 (its changelog names 7.13.0, too) and in
google-beta since 7.13.0; the source regions of a health check since 5.41.0 and 5.37.0; the health
check of a routing policy since 6.16.0 in both; and subsetting is in google-beta alone. A version
before that refuses the field. It is no finding where `required_providers` allows a newer one, for
Terraform takes the newest, or whatever the lock file says.

To fix it, allow a newer version and run `terraform init -upgrade`, or use `provider = google-beta`.
"""

from collections.abc import Iterator, Mapping

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet, RoutingPolicy
from spillover.model.health import HealthCheck
from spillover.model.provider import Version
from spillover.model.service import BackendService
from spillover.model.source import Maybe, Origin

ZONAL_AFFINITY = {"google": (7, 19, 0), "google-beta": (7, 13, 0)}
SUBSETTING = {"google": None}
SOURCE_REGIONS = {"google": (5, 41, 0), "google-beta": (5, 37, 0)}
POLICY_HEALTH_CHECK = {"google": (6, 16, 0), "google-beta": (6, 16, 0)}


def check(resource: object) -> Iterator[Finding]:
    """A field that is surely written, where all versions that are allowed are too old for it."""
    for origin, name, value, since in _fields(resource):
        if not value or origin.provider is None or origin.provider.name not in since:
            continue
        provider, first = origin.provider, since[origin.provider.name]
        if first is None:
            lack, hint = "exists in the google-beta provider only", "use provider = google-beta"
        elif provider.versions.before and provider.versions.since(first) is False:
            lack = (
                f"is in the {provider.name} provider since {_spelt(first)}, "
                f"and only versions before {_spelt(provider.versions.before)} are allowed"
            )
            hint = f"allow version {_spelt(first)} in required_providers"
        else:
            continue
        decided(value)
        at = origin.at(name)
        yield Finding(at, f"{at.path} {lack}", hint)


def _fields(resource: object) -> Iterator[tuple[Origin, str, Maybe[object], Mapping[str, Version | None]]]:
    """Fields that came late: model name, value, and first version by provider, None for never."""
    match resource:
        case BackendService(is_global=False, origin=origin):  # of a global one ZA001 speaks
            yield origin, "traffic_policy", resource.traffic_policy, ZONAL_AFFINITY
            yield origin, "subsetting", resource.subsetting, SUBSETTING
        case HealthCheck(source_regions=regions, origin=origin):
            yield origin, "source_regions", regions, SOURCE_REGIONS
        case RecordSet(routing_policy=RoutingPolicy(health_check=health_check), origin=origin):
            yield origin, "health_check", health_check, POLICY_HEALTH_CHECK


def _spelt(version: Version) -> str:
    return ".".join(map(str, version))


RULE = Rule(
    code="LB011",
    name="field-newer-than-provider",
    severity=Severity.WARNING,
    subject=object,
    check=check,
    since="0.1",
    summary="a field that no allowed version of the provider knows",
    sources=("github.com/hashicorp/terraform-provider-google/blob/main/CHANGELOG.md, 7.45.0 of 2026-08",),
)
