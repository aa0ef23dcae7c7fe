"""Load balancers whose backends inspect packets: collectors of mirrored ones, and security deployments.

Zonal affinity is documented as incompatible with both (rules.md ZA03 and ZA04), whatever else is right.
"""

from __future__ import annotations

from spillover.model.frontend import PacketMirroring, SecurityDeployment
from spillover.model.views import LoadBalancer


def is_inspecting(balancer: LoadBalancer) -> bool:
    """Whether it surely is one of them; what was not read makes none."""
    deployment, rules = balancer.deployment, balancer.front_ends_read.items
    users = (
        *(each.collector for each in deployment.every(PacketMirroring)),
        *(each.forwarding_rule for each in deployment.every(SecurityDeployment)),
    )
    return any(
        rule.is_mirroring_collector is True or any(deployment.points_at(user, rule) is True for user in users)
        for rule in rules
    )
