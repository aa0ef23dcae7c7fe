"""A forwarding rule has another protocol than the backend service behind it.

A passthrough load balancer forwards packets of one protocol, and rule and backend service must
agree on it; only a service with protocol UNSPECIFIED goes with any rule, and a rule with
L3_DEFAULT needs such a one. Each has its own default, TCP, so that a rule that is changed to UDP
leaves its service behind. The plan succeeds and the apply fails.

To fix it, give both the same protocol, or use UNSPECIFIED on the backend service, as it needs with rules
of several protocols.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.frontend import ForwardingRule
from spillover.model.service import Protocol
from spillover.model.views import LoadBalancer

ANY = Protocol.UNSPECIFIED


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """A rule that points at a passthrough service of another protocol."""
    service = balancer.service
    if service.is_passthrough is False or service.protocol_in_force is ANY:
        return

    def judge(rule: ForwardingRule) -> Iterator[Finding]:
        if rule.protocol_in_force == service.protocol_in_force:
            return
        values = rule.protocol_in_force, service.protocol_in_force, service.is_passthrough
        of_rule, of_service, _ = decided(*values)
        # A protocol that suits this rule alone would break the others.
        alike = all(each.protocol_in_force == of_rule for each in balancer.front_ends_read.items)
        wanted = of_rule if alike and of_rule != "L3_DEFAULT" else ANY
        default = ", the default" if service.protocol is None else ""
        yield Finding(
            at=rule.origin.at("ip_protocol"),
            message=f"protocol {of_rule} before a backend service of protocol {of_service}{default}",
            hint=f"set the protocol of the backend service to {wanted}",
            related=(Related(service.origin.at("protocol"), "the backend service is here"),),
        )

    yield from each(balancer.front_ends_read, judge)


RULE = Rule(
    code="LB004",
    name="forwarding-protocol-mismatch",
    severity=Severity.ERROR,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="a forwarding rule and its backend service with different protocols",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/features, 2026-04",
        "compute.googleapis.com/$discovery/rest?version=v1, BackendService.protocol, 2026-11",
    ),
)
