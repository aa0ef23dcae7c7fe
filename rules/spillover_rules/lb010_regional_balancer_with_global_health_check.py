"""A regional external load balancer uses a global health check.

A regional backend service with the scheme EXTERNAL_MANAGED is that of a regional external
Application Load Balancer, or of a regional external proxy Network Load Balancer. Google's guide
lists regional health checks for both, and global ones for neither. What a global one leads to is
not described, hence a warning.

To fix it, use a regional health check of the same region: in Terraform a
`google_compute_region_health_check`.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Certainty, Finding, Rule, Severity, decided, each
from spillover.model.health import HealthCheck
from spillover.model.names import Link
from spillover.model.service import LoadBalancingScheme
from spillover.model.source import Unknown
from spillover.model.views import LoadBalancer

MANAGED = LoadBalancingScheme.EXTERNAL_MANAGED


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Regional, scheme EXTERNAL_MANAGED, and a global health check."""
    service = balancer.service
    if service.is_global or (not isinstance(service.scheme, Unknown) and service.scheme is not MANAGED):
        return
    links = decided(service.health_checks)
    yield from each(enumerate(links or ()), partial(_judge, balancer))


def _judge(balancer: LoadBalancer, numbered: tuple[int, Link | Unknown]) -> Iterator[Finding]:
    service, (number, link) = balancer.service, numbered
    at = service.origin.at("health_checks", number)
    is_global = link if isinstance(link, Unknown) else balancer.deployment.is_global(link, HealthCheck, at)
    if is_global is False:
        return
    decided(is_global, service.scheme)
    yield Finding(
        at=at,
        message=f"a global health check, but the load balancer is regional and {MANAGED}",
        hint="use a health check of the same region",
        certainty=Certainty.LIKELY,
    )


RULE = Rule(
    code="LB010",
    name="regional-balancer-with-global-health-check",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="a regional external load balancer with a global health check",
    sources=(
        'docs.cloud.google.com/load-balancing/docs/health-check-concepts, 2026-11, "Load balancer guide"',
    ),
)
