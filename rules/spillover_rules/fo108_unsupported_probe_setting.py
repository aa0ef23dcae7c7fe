"""A health check for Cloud DNS sends a TCP request or a proxy header.

With source regions, which Cloud DNS needs, the API takes neither a `request` of a TCP probe nor
a `proxy_header` of an HTTP, HTTPS or TCP one. `NONE` is as good as no proxy header.

To fix it, leave the setting out. What a TCP request told may be asked with HTTP.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.health import SOURCE_REGION_TYPES
from spillover.model.views import ProbedHealthCheck


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """A probe that says more than probes from source regions can."""
    if probed.health_check.probe is None or probed.serves_dns is False:
        return
    probe = decided(probed.health_check.probe)
    if probe.type not in SOURCE_REGION_TYPES:
        return  # FO005 speaks
    for name, value, called in (
        ("request", probe.request, "a request"),
        ("proxy_header", probe.proxy_header, "a proxy header"),
    ):
        if value not in (None, "", "NONE"):
            decided(value, probed.serves_dns)
            yield Finding(
                at=probe.origin.at(name),
                message=f"{called} in a probe of type {probe.type}: with source regions none is sent",
                hint=f"leave the {called.removeprefix('a ')} out",
            )


RULE = Rule(
    code="FO108",
    name="unsupported-probe-setting",
    severity=Severity.ERROR,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="a TCP request or a proxy header in a health check for Cloud DNS",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, HealthCheck.sourceRegions, 2026-11",),
)
