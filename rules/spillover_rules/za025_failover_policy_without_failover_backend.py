"""A failover policy is set, and no backend is marked as failover.

The API's text wants at least one failover backend for a failover policy. Without one all backends
are primary: a group that was meant to stand by takes its share of the connections, and the
failover ratio is never compared. Dropping traffic still applies, once all backends are unhealthy.
A failover backend without a policy is fine, for then the default policy is in force.

To fix it, set `failover = true` on the backend that stands by, or take the policy away.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import BackendService
from spillover.model.source import Unknown


def check(service: BackendService) -> Iterator[Finding]:
    """A setting of the policy that is not its default, and backends that are all primary."""
    policy = service.failover_policy
    settings = {
        "failover_ratio": policy.failover_ratio,
        "drop_traffic_if_unhealthy": policy.drop_traffic_if_unhealthy,
        "disable_connection_drain_on_failover": policy.disable_connection_drain_on_failover,
    }
    written = {name: value for name, value in settings.items() if value}
    if not written or not service.backends or service.is_passthrough is False:
        return
    backends = decided(service.backends)
    roles = [backend.is_failover for backend in backends]
    if True in roles:
        return
    decided(service.is_passthrough, *roles)
    known = [name for name, value in written.items() if not isinstance(value, Unknown)]
    if not known:
        decided(*written.values())
    ratio = f"; ratio {written['failover_ratio']} is never used" if "failover_ratio" in known else ""
    who = "the only backend is" if len(backends) == 1 else f"all {len(backends)} backends are"
    yield Finding(
        at=service.origin.at(known[0]),
        message=f"a failover policy without a failover backend: {who} primary{ratio}",
        hint="mark the backend that stands by as failover, or take the policy away",
    )


RULE = Rule(
    code="ZA025",
    name="failover-policy-without-failover-backend",
    severity=Severity.WARNING,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="a failover policy while all backends are primary",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, BackendService.failoverPolicy, 2026-11",),
)
