"""A forwarding rule of an internal passthrough load balancer says nothing of its ports.

Such a rule needs one of two: a list of up to five `ports`, or `all_ports = true`. Without either
the API refuses it, which no plan tells: to the provider all of them are optional.

To fix it, name the ports that the service listens on, or use `all_ports = true`, which a rule with
protocol L3_DEFAULT always needs.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.frontend import ForwardingRule


def check(rule: ForwardingRule) -> Iterator[Finding]:
    """Neither ports nor all of them; a port range is for other load balancers, and is left to the API."""
    if rule.is_internal_passthrough is False or rule.all_ports is True:
        return
    if isinstance(rule.ports, tuple) and rule.ports:
        return
    ports, _, port_range = decided(rule.ports, rule.all_ports, rule.port_range)
    if not ports and not port_range and decided(rule.is_internal_passthrough):
        yield Finding(
            at=rule.origin.at("ports"),
            message="neither ports nor all ports on an internal passthrough load balancer",
            hint="name up to five ports, or use all ports",
        )


RULE = Rule(
    code="LB006",
    name="forwarding-rule-without-ports",
    severity=Severity.ERROR,
    subject=ForwardingRule,
    check=check,
    since="0.1",
    summary="a forwarding rule of an internal passthrough load balancer without ports",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, ForwardingRule.allPorts, 2026-11",),
)
