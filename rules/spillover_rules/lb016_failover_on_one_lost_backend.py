"""A failover ratio is so high that one lost backend of several makes the load balancer fail over.

The load balancer fails over when the share of healthy primary backends is less than the ratio.
With n primary backends and a ratio above (n-1)/n one unhealthy backend is enough: the n-1 that
are still healthy get no new connections. The ratio 1 on a pair of single appliances, one primary
and one failover backend, is deliberate and no finding.

To fix it, lower the ratio to the share of healthy primary backends that can still carry the
load. Without a ratio it fails over when no primary backend is healthy.
"""

from collections.abc import Iterator
from fractions import Fraction

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.capacity import Size
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.in_force import failover_of
from spillover.plan.spread import spread


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """A failover ratio above (n-1)/n, with n > 1 primary backends and some failover backend."""
    service = balancer.service
    written = service.failover_policy.failover_ratio
    if written in (None, 0) or service.is_internal_passthrough is False:
        return
    roles = spread(service, balancer.deployment)
    if roles.failover.is_empty:
        return
    ratio, _ = decided(failover_of(service).ratio, service.is_internal_passthrough)
    if not roles.failover.has_some:
        raise Undetermined(*roles.failover.unknown)
    if not one_lost_is_enough(ratio, roles.primary.size):
        return
    yield Finding(
        at=service.origin.at("failover_ratio"),
        message=f"failover ratio {written}: one unhealthy backend of {_many(roles.primary.size)} "
        "moves all new connections to the failover backends",
        hint="lower it to the share of healthy primary backends that can still carry the load",
    )


def one_lost_is_enough(ratio: Fraction, size: Size) -> bool:
    """Whether one lost backend of several fails over, by every size that it can be.

    Raises:
        Undetermined: it does by some sizes and does not by others.
    """

    def is_enough(number: int) -> bool:
        return number - 1 < ratio * number  # the more there are, the less does one count

    if (size.most is not None and size.most < 2) or not is_enough(max(size.least, 2)):
        return False
    if size.least > 1 and (ratio == 1 or (size.most is not None and is_enough(size.most))):
        return True
    raise Undetermined(size.because or Unknown("the number of primary backends"))


def _many(size: Size) -> str:
    return str(size.exact) if size.exact is not None else f"{size.least} or more"


RULE = Rule(
    code="LB016",
    name="failover-on-one-lost-backend",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="a failover ratio at which one lost backend of several fails the service over",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/failover-overview, 2026-05",),
)
