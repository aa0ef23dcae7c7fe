"""Backend subsetting and zonal affinity are on together, which Google documents as incompatible.

Every revision of the page lists backend subsetting among the features that zonal affinity
does not support. In Terraform `subsetting` exists in the google-beta provider only, so a plan
made with the other provider can hide it.

To fix it, drop one of the two: subsetting is for pools of more than 250 backends, zonal
affinity keeps connections in the client's zone.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.service import BackendService, Subsetting, ZonalAffinity


def check(service: BackendService) -> Iterator[Finding]:
    """Affinity in force, and a subsetting policy other than NONE."""
    if service.affinity is ZonalAffinity.DISABLED or service.subsetting in (None, Subsetting.NONE):
        return
    if service.is_internal_passthrough is False:
        return  # ZA001 speaks
    option, policy = decided(service.affinity, service.subsetting)
    yield Finding(
        at=service.origin.at("subsetting"),
        message=f"{policy} cannot be combined with {option.value}",
        hint="drop the subsetting or the zonal affinity",
        related=(Related(service.origin.at("zonal_affinity"), "zonal affinity is turned on here"),),
    )


RULE = Rule(
    code="ZA002",
    name="subsetting-with-zonal-affinity",
    severity=Severity.ERROR,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="backend subsetting together with zonal affinity",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",),
)
