"""Zonal affinity is on, and the load balancer is a collector of Packet Mirroring.

Google documents collector destinations of Packet Mirroring as incompatible with zonal
affinity. A load balancer is one if a forwarding rule of it says so, or if a packet mirroring
policy names that rule; one rule of several is enough. A policy that is off, or may be, makes it likely:
the incompatibility shows when it is turned on. Where the collector serves a mirroring deployment of
Network Security Integration, ZA004 speaks instead.

To fix it, give the mirrored traffic a backend service of its own, without zonal affinity.
"""

from collections.abc import Iterator

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, decided, some
from spillover.model.deployment import NotCovered
from spillover.model.frontend import Integration, PacketMirroring, SecurityDeployment
from spillover.model.views import LoadBalancer

MADE = "made a collector here"


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force, and a forwarding rule that collects mirrored packets."""
    service = balancer.service
    if service.is_without_affinity:
        return
    evidence = _collector(balancer)
    if not evidence or _serves_a_deployment(balancer):
        return
    _, *doubts = evidence
    option = decided(service.affinity)
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} on a load balancer that collects mirrored packets",
        hint="use a separate backend service for the mirroring collector",
        related=evidence,
        certainty=Certainty.LIKELY if doubts else Certainty.CERTAIN,
    )


def _collector(balancer: LoadBalancer) -> tuple[Related, ...]:
    """Where the load balancer is made a collector, if it surely is one, and what makes that only likely."""
    rules = balancer.front_ends
    try:
        policies = balancer.users_of_front_ends(
            PacketMirroring, "packet mirroring policies", lambda each: each.collector
        ).items
    except NotCovered:
        policies = ()
    if policies:
        policy = next((each for each in policies if each.is_enabled is True), policies[0])
        made = Related(policy.origin.at("collector"), MADE)
        if policy.is_enabled is True:
            return (made,)
        off = "is off" if policy.is_enabled is False else "may be off"
        return (made, Related(policy.origin.at("enable"), f"the policy {off}"))
    # A policy that may name the rule is no doubt: a collector's rule must say that it is one.
    rule = some(rules, lambda each: each.is_mirroring_collector)
    return () if rule is None else (Related(rule.origin.at("is_mirroring_collector"), MADE),)


def _serves_a_deployment(balancer: LoadBalancer) -> bool:
    try:
        deployments = balancer.users_of_front_ends(
            SecurityDeployment, "mirroring deployments", lambda each: each.forwarding_rule
        )
    except NotCovered:
        return False
    return any(each.integration is Integration.OUT_OF_BAND for each in deployments.items)


RULE = Rule(
    code="ZA003",
    name="mirroring-collector-with-zonal-affinity",
    severity=Severity.ERROR,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity on a collector of Packet Mirroring",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",),
)
