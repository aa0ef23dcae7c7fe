"""A group of primary backends is autoscaled, and the load balancer has failover backends.

Google's page on failover warns of autoscaled groups. New and removed backends change the share of
healthy primary ones; and while the load balancer is failed over the primary group has no load,
is scaled in, and gets all of it at once when it fails back. So it may fail over and back again and
again.

To fix it, keep groups of primary backends at a fixed size.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, some
from spillover.model.views import LoadBalancer
from spillover.plan.groups import autoscalers


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Failover backends, and a primary group whose size an autoscaler sets."""
    service = balancer.service
    backends = service.backends
    if service.is_internal_passthrough is False or not isinstance(backends, tuple):
        return
    if not any(each.is_failover is True for each in backends):
        return
    primary = (each for each in backends if each.is_failover is False)
    scaled = (
        (each, some(autoscalers(each, balancer.deployment), lambda scaler: scaler.is_on)) for each in primary
    )
    backend, scaler = next(((each, found) for each, found in scaled if found is not None), (None, None))
    if backend is None or scaler is None:
        return
    decided(service.is_internal_passthrough)
    yield Finding(
        at=backend.origin.at("group"),
        message="an autoscaler sets the size of this primary group: with failover backends, "
        "the load balancer may fail over and back repeatedly",
        hint="keep groups of primary backends at a fixed size",
        related=(Related(scaler.origin.at("target"), "the autoscaler"),),
    )


RULE = Rule(
    code="LB017",
    name="autoscaled-primary-with-failover",
    severity=Severity.NOTE,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="failover backends beside an autoscaled group of primary backends",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/failover-overview, 2026-05",),
)
