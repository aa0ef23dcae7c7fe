"""A forwarding rule lists more than five ports.

The list of ports of a passthrough load balancer's forwarding rule holds at most five, next to
each other or not. More are refused.

To fix it, use `all_ports = true` and let the firewall choose, or spread the ports over several
forwarding rules with one address.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.frontend import ForwardingRule

MOST = 5


def check(rule: ForwardingRule) -> Iterator[Finding]:
    """More than five different ports."""
    ports = decided(rule.ports) or ()
    different = {port for port in ports if isinstance(port, str)}
    if len(different) + sum(1 for port in ports if not isinstance(port, str)) <= MOST:
        return
    if len(different) <= MOST:  # what is not known may be one of them, for the ports are a set
        decided(*ports)
    yield Finding(
        at=rule.origin.at("ports"),
        message=f"{len(different)} ports: a forwarding rule takes at most {MOST}",
        hint="use all ports, or several forwarding rules with one address",
    )


RULE = Rule(
    code="LB005",
    name="too-many-ports",
    severity=Severity.ERROR,
    subject=ForwardingRule,
    check=check,
    since="0.1",
    summary="a forwarding rule with more than five ports",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, ForwardingRule.ports, 2026-11",),
)
