"""A health check for Cloud DNS does not say which port it asks.

An external endpoint is a bare address. `USE_SERVING_PORT` means the port of a backend service,
of which there is none here; what becomes of it is not documented. Without any port Cloud DNS
asks port 80, which an HTTPS service does not answer.

To fix it, write the port, such as `port = 443`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.health import SOURCE_REGION_TYPES, ProbeType
from spillover.model.views import ProbedHealthCheck


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """The serving port, or an HTTPS probe on the default port."""
    if probed.health_check.probe is None or probed.serves_dns is False:
        return
    probe = decided(probed.health_check.probe)
    if probe.type not in SOURCE_REGION_TYPES or probe.port_specification == "USE_FIXED_PORT":
        return
    if probe.port_specification is None and (
        isinstance(probe.port, int) or probe.type is not ProbeType.HTTPS
    ):
        return
    specification, _ = decided(probe.port_specification, probed.serves_dns)
    if specification == "USE_SERVING_PORT":
        message = "USE_SERVING_PORT: an external endpoint is a bare address and has no serving port"
        yield Finding(probe.origin.at("port_specification"), message, "write the port")
    elif specification is None and decided(probe.port) is None:
        yield Finding(
            probe.origin.at("port"), "an HTTPS probe without a port: Cloud DNS asks port 80", "write the port"
        )


RULE = Rule(
    code="FO057",
    name="probe-without-fixed-port",
    severity=Severity.NOTE,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="a health check for Cloud DNS that does not say which port it asks",
    sources=(
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
        "compute.googleapis.com/$discovery/rest?version=v1, HealthCheck, 2026-11",
    ),
)
