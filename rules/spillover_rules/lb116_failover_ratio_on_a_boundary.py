"""A failover ratio equals a share of healthy backends that can occur, and Google's texts disagree on it.

The API fails over when the share of healthy primary backends is less than the ratio; Google's
guide has an example that says the same. The help of `gcloud` and of Terraform says at or below
it. With four primary backends and the ratio 0.5 the two differ when exactly two are healthy:
by the API all connections stay on those two, by the other texts they move. `spillover plan`
follows the API.

To fix it, choose a ratio between two shares, a bit above or below, which means the same by
both texts.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.source import Undetermined
from spillover.model.views import LoadBalancer
from spillover.plan.in_force import failover_of
from spillover.plan.spread import spread, undecided
from spillover.plan.steps import is_met


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """A failover ratio below 1 that is k/n for n primary backends, with some failover backend."""
    service = balancer.service
    written = service.failover_policy.failover_ratio
    if written in (None, 0, 1) or service.is_internal_passthrough is False:
        return
    roles = spread(service, balancer.deployment)
    size = roles.primary.size
    if roles.failover.is_empty or (size.most is not None and size.most < 2):
        return
    ratio, _ = decided(failover_of(service).ratio, service.is_internal_passthrough)
    if not roles.failover.has_some:
        raise Undetermined(*roles.failover.unknown)
    met = is_met(ratio, size)
    if met is None:
        undecided(roles.primary.sizes, roles.primary.missing)
    if met:
        many = max(size.least, 1)
        yield Finding(
            at=service.origin.at("failover_ratio"),
            message=f"failover ratio {written} is met exactly by {ratio * many} healthy of {many} primary "
            "backends: the API keeps them, the help of gcloud and Terraform says it fails over",
            hint="choose a ratio between two shares that can occur",
        )


RULE = Rule(
    code="LB116",
    name="failover-ratio-on-a-boundary",
    severity=Severity.NOTE,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="a failover ratio on which Google's texts disagree, for it can be met exactly",
    sources=(
        "docs.cloud.google.com/compute/docs/reference/rest/v1/regionBackendServices, failoverRatio, 2026-05",
        "docs.cloud.google.com/sdk/gcloud/reference/compute/backend-services/update, 2026-05",
    ),
)
