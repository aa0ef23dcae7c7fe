"""Zonal affinity is on, and Network Security Integration deploys to the load balancer: packets are dropped.

The page of zonal affinity (2026-04 and later) says that using it with Network Security
Integration, in-band or out-of-band, leads to packet drops. Another page of Google's disagrees
for in-band integration: its release note of 2026-05-04 lets intercept deployments use zonal
affinity. So a finding on an intercept deployment is likely, one on a mirroring deployment
certain.

To fix it, turn zonal affinity off on the backend service behind the deployment's forwarding
rule.
"""

from collections.abc import Iterator

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, decided, some
from spillover.model.frontend import Integration, SecurityDeployment
from spillover.model.views import LoadBalancer


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force, and a deployment that names one of the forwarding rules."""
    service = balancer.service
    if service.is_without_affinity:
        return
    deployments = balancer.users_of_front_ends(
        SecurityDeployment, "intercept or mirroring deployments", lambda each: each.forwarding_rule
    )
    if some(deployments) is None:
        return
    option = decided(service.affinity)
    in_band = all(each.integration is Integration.IN_BAND for each in deployments.items)
    how = Integration.IN_BAND if in_band else Integration.OUT_OF_BAND
    doubt = "; a release note of 2026-05-04 allows it in-band" if in_band else ""
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} with {how} Network Security Integration drops packets{doubt}",
        hint="turn zonal affinity off behind this deployment",
        related=tuple(
            Related(each.origin.at("forwarding_rule"), "deployed to this load balancer here")
            for each in deployments.items
        ),
        certainty=Certainty.LIKELY if in_band else Certainty.CERTAIN,
    )


RULE = Rule(
    code="ZA004",
    name="security-deployment-with-zonal-affinity",
    severity=Severity.ERROR,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity behind a deployment of Network Security Integration",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",
        "docs.cloud.google.com/network-security-integration/docs/in-band/in-band-integration-overview"
        "#zonal-affinity, release note of 2026-05-04",
    ),
)
