"""A regional forwarding rule points at a global backend service.

A regional forwarding rule sends packets straight to a backend service of its own region: it is
the front end of a passthrough load balancer. A global backend service belongs to a proxy, which
a forwarding rule reaches through a target proxy. The plan succeeds and the apply fails.

To fix it, use `google_compute_region_backend_service`; for a proxy, a target proxy and
`google_compute_global_forwarding_rule`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.frontend import ForwardingRule
from spillover.model.service import LoadBalancingScheme


def check(rule: ForwardingRule) -> Iterator[Finding]:
    """A rule of a region whose backend service is of none."""
    # Of rules for global passthrough load balancers too little is documented.
    if rule.is_global or rule.scheme is LoadBalancingScheme.EXTERNAL_PASSTHROUGH:
        return
    if decided(rule.serves_global):
        yield Finding(
            at=rule.origin.at("backend_service"),
            message="a regional forwarding rule to a global backend service",
            hint="use a regional backend service, or a target proxy and a global forwarding rule",
        )


RULE = Rule(
    code="LB007",
    name="regional-rule-to-global-service",
    severity=Severity.ERROR,
    subject=ForwardingRule,
    check=check,
    since="0.1",
    summary="a regional forwarding rule that points at a global backend service",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, ForwardingRule.backendService, 2026-11",),
)
