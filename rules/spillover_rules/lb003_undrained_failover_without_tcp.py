"""Connections are not drained on failover, with a protocol of which Google's texts do not agree.

With `disable_connection_drain_on_failover` established connections end at once on failover or
failback, instead of staying for up to ten minutes. Terraform's text, and the API's until 2025,
allow it with protocol TCP only, and UDP was refused with status 400. The API's text of 2026
allows TCP, UDP and UNSPECIFIED.

To be safe, leave it out for services that are not TCP.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import BackendService, Protocol


def check(service: BackendService) -> Iterator[Finding]:
    """The setting is true on a passthrough service whose protocol is not TCP."""
    undrained = service.failover_policy.disable_connection_drain_on_failover
    if not undrained or service.is_passthrough is False or service.protocol_in_force is Protocol.TCP:
        return
    _, protocol, _ = decided(undrained, service.protocol_in_force, service.is_passthrough)
    yield Finding(
        at=service.origin.at("disable_connection_drain_on_failover"),
        message=f"no draining on failover with protocol {protocol}: "
        "allowed by the API's text of 2026, with TCP only by Terraform's and older ones",
        hint="leave it out unless the protocol is TCP",
    )


RULE = Rule(
    code="LB003",
    name="undrained-failover-without-tcp",
    severity=Severity.WARNING,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="draining on failover is off with another protocol than TCP",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, "
        "BackendServiceFailoverPolicy.disableConnectionDrainOnFailover, 2026-11",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/compute_region_backend_service"
        ", 7.45 of 2026-08",
    ),
)
