"""A pool holds more than 250 backends without subsetting, and zonal affinity is on.

Without subsetting an internal passthrough load balancer takes up to 250 backends of each pool,
the primary and the failover one: some of the others are never eligible, and which is not told. So
neither the backends of a zone nor the spillover ratio are what the configuration says, and
`spillover plan` cannot be exact. Subsetting, which takes 2,000, excludes zonal affinity.

To fix it, use fewer and larger backends, spread them over several load balancers, or leave zonal
affinity off and use subsetting. A group of which no size is known counts as none here, for else
nothing could be said of most load balancers.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import Subsetting
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.membership import MOST_BACKENDS, known_groups, pools, set_apart
from spillover.plan.scenario import Scenario


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force, and a pool that surely has more than 250 backends, or may be scaled to that."""
    service = balancer.service
    if service.is_without_affinity:
        return
    if service.subsetting is Subsetting.CONSISTENT_HASH_SUBSETTING:
        return  # ZA002 speaks
    groups, _ = known_groups(service, balancer.deployment, Scenario())
    known = pools(set_apart(groups))
    doubts: list[Unknown] = []
    for role, pool in (("primary", known.primary), ("failover", known.failover)):
        least = pool.size.least
        most = sum(each.size.least if each.size.most is None else each.size.most for each in pool)
        if least > MOST_BACKENDS:
            decided(service.affinity, service.is_internal_passthrough, service.subsetting)
            yield Finding(
                at=service.origin.at("backends"),
                message=f"{least} {role} backends with zonal affinity: "
                f"above {MOST_BACKENDS} some are never eligible",
                hint="use fewer backends, or subsetting without zonal affinity",
            )
        elif most > MOST_BACKENDS:
            doubts += (each.size.because for each in pool if each.size.because and each.size.most)
    if doubts:
        raise Undetermined(*doubts)


RULE = Rule(
    code="ZA027",
    name="too-many-backends-with-zonal-affinity",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="more than 250 backends in a pool with zonal affinity",
    sources=("docs.cloud.google.com/load-balancing/docs/quotas, 2026-04",),
)
