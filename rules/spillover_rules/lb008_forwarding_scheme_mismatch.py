"""A forwarding rule has another load balancing scheme than the backend service behind it.

A backend service that is made for one type of load balancer cannot be used with another. In
Terraform the defaults differ: `google_compute_forwarding_rule` is EXTERNAL and
`google_compute_region_backend_service` is INTERNAL where nothing is written, so that the two
never fit each other unless one of them says so. The plan succeeds and the apply fails.

To fix it, write the same `load_balancing_scheme` on both.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.frontend import ForwardingRule
from spillover.model.service import LoadBalancingScheme
from spillover.model.views import LoadBalancer


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """A regional rule that points at a regional service of another scheme."""
    service = balancer.service
    if service.is_global:
        return
    in_force = LoadBalancingScheme.INTERNAL if service.scheme is None else service.scheme

    def judge(rule: ForwardingRule) -> Iterator[Finding]:
        if rule.is_global or rule.scheme_in_force in (None, in_force):
            return
        of_rule, of_service = decided(rule.scheme_in_force, in_force)
        default = ", the default," if rule.scheme is None else ""
        of_default = ", the default" if service.scheme is None else ""
        yield Finding(
            at=rule.origin.at("scheme"),
            message=f"scheme {of_rule}{default} before a backend service of scheme {of_service}{of_default}",
            hint="give both the same load balancing scheme",
            related=(Related(service.origin.at("scheme"), "the backend service is here"),),
        )

    yield from each(balancer.front_ends_read, judge)


RULE = Rule(
    code="LB008",
    name="forwarding-scheme-mismatch",
    severity=Severity.ERROR,
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="a forwarding rule and its backend service with different schemes",
    sources=(
        "compute.googleapis.com/$discovery/rest?version=v1, BackendService.loadBalancingScheme, 2026-11",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/compute_forwarding_rule"
        ", 7.45 of 2026-08",
    ),
)
