"""Zonal affinity is on, and all backends are in one zone.

Affinity chooses among zones, and here is nothing to choose: clients of that zone are served there
with or without it, and clients of any other zone find no backend in theirs, so that it is ignored
for them. Often a group of another zone is missing, or was meant to be. With `minimum_zones` in the
configuration file the rule speaks too where there are more zones than one, but fewer than that: then
affinity works, and the outage of a zone takes more of the backends than their owner wants. It is
silent where zonal affinity is wrong anyway, on collectors of mirrored packets and security deployments.

To fix it, add backends in the zones of the clients, or leave zonal affinity off.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import LoadBalancer
from spillover.plan.inspection import is_inspecting
from spillover.plan.membership import known_groups
from spillover.plan.scenario import Scenario


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force, and groups that have one zone among them, or fewer than are expected.

    A zonal group has one zone, whichever it is.
    """
    service = balancer.service
    if service.is_without_affinity or is_inspecting(balancer):
        return  # where packets are inspected, ZA003 or ZA004 speaks
    groups, unknowns = known_groups(service, balancer.deployment, Scenario())
    zones = {zone for group in groups for zone in group.zones}
    minimum = balancer.deployment.options.minimum_zones
    if len(zones) >= minimum:
        return
    unplaced = [group.unplaced for group in groups if group.unplaced]
    most = len(zones) + len({each.zone for each in unplaced})
    if isinstance(service.backends, Unknown) or not all(group.known or group.unplaced for group in groups):
        raise Undetermined(*unknowns)
    if not most:
        return
    if most >= minimum:
        raise Undetermined(*(each.because for each in unplaced))
    option, _ = decided(service.affinity, service.is_internal_passthrough)
    where, hint = ", ".join(sorted(zones)) or "one zone", "add backends in the zones of the clients"
    if unplaced:
        message = f"backends in at most {most} zones: at least {minimum} are expected"
    else:
        message = f"backends in {most} zones, {where}: at least {minimum} are expected"
    if most == 1:
        message = f"{option.value} has no use: all backends are in {where}"
        hint += ", or leave zonal affinity off"
    yield Finding(at=service.origin.at("zonal_affinity"), message=message, hint=hint)


RULE = Rule(
    code="LB012",
    name="zonal-affinity-in-single-zone",
    severity=Severity.WARNING,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity with all backends in one zone, or in fewer than were set",
    options=("minimum_zones",),
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05, "
        '"Zonal match conditions"',
    ),
)
