"""A health check for Cloud DNS does not have exactly three source regions.

Failover of an external load balancer through Cloud DNS is decided by probes from exactly three
source regions: a target is unhealthy when at least two of them fail. With another number the
API refuses the health check; with none it refuses to use it for external endpoints. One region
named twice does not make three. Only a global health check takes source regions: of a regional
one FO004 and FO104 say so.

To fix it, name three regions that are near your clients in `source_regions`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.health import SOURCE_REGIONS
from spillover.model.source import Unknown
from spillover.model.views import ProbedHealthCheck


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """Another number than three, or none although a record set probes external endpoints with it."""
    health_check = probed.health_check
    if not health_check.is_global:
        return  # FO004 and FO104 speak
    regions = decided(health_check.source_regions)
    if regions:
        yield from _wrong_number(probed, regions)
        return
    if not decided(probed.probes_external):
        return
    users = (record for record in probed.record_sets.items if record.probes_external is True)
    yield Finding(
        at=health_check.origin.at("source_regions"),
        message=f"no source regions: probing external endpoints needs exactly {SOURCE_REGIONS}",
        hint="name three regions that are near your clients",
        related=tuple(Related(record.origin.at("health_check"), "it is used here") for record in users),
    )


def _wrong_number(probed: ProbedHealthCheck, regions: tuple[str | Unknown, ...]) -> Iterator[Finding]:
    twice = [region for region in regions if isinstance(region, str) and regions.count(region) > 1]
    if len(regions) != SOURCE_REGIONS:
        wrong = f"{len(regions)} source region{'s' if len(regions) > 1 else ''}"
    elif twice:
        wrong = f"the same source region more than once, {twice[0]}"
    else:
        return
    yield Finding(
        at=probed.health_check.origin.at("source_regions"),
        message=f"{wrong}: Cloud DNS needs exactly {SOURCE_REGIONS}",
        hint="name three regions that are near your clients",
    )


RULE = Rule(
    code="FO003",
    name="wrong-number-of-source-regions",
    severity=Severity.ERROR,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="a health check for Cloud DNS without exactly three source regions",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
    ),
)
