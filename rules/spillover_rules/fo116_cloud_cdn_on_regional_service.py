"""Cloud CDN is on for a regional backend service.

Cloud CDN is a feature of global external Application Load Balancers; the regional ones, which back
them up in a failover through Cloud DNS, do not support it. Terraform takes `enable_cdn` on a
regional backend service and plans well.

To fix it, drop `enable_cdn`, or use a global load balancer.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import BackendService


def check(service: BackendService) -> Iterator[Finding]:
    """A regional service with Cloud CDN on."""
    if service.is_global or not decided(service.enable_cdn):
        return
    yield Finding(
        at=service.origin.at("enable_cdn"),
        message="Cloud CDN on a regional backend service, which does not support it",
        hint="drop it, or use a global load balancer",
    )


RULE = Rule(
    code="FO116",
    name="cloud-cdn-on-regional-service",
    severity=Severity.ERROR,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="a regional backend service with Cloud CDN",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "compute.googleapis.com/$discovery/rest?version=v1, BackendService.enableCDN, 2026-11",
    ),
)
