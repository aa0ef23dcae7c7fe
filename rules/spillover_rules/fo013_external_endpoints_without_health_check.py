"""A routing policy has external endpoints, but no health check.

External endpoints are health-checked by what `routing_policy.health_check` names; without it
nobody asks them, so a failover would never be triggered. Cloud DNS refuses such a policy.
Internal load balancers need none: Google knows their health.

To fix it, name a global health check with three source regions. Changing it later replaces the
record set in Terraform, so choose it before the name is in use.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet, RoutingPolicy


def check(record: RecordSet) -> Iterator[Finding]:
    """External endpoints, and a policy that names no health check."""
    policy = record.routing_policy
    if policy is None or (isinstance(policy, RoutingPolicy) and policy.has_health_check is True):
        return
    known, external = decided(policy, record.probes_external)
    if external and not decided(known.has_health_check):
        yield Finding(
            at=known.origin.at("health_check"),
            message="external endpoints without a health check: nobody probes them",
            hint="name a global health check with three source regions",
        )


RULE = Rule(
    code="FO013",
    name="external-endpoints-without-health-check",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="external endpoints in a routing policy that has no health check",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
    ),
)
