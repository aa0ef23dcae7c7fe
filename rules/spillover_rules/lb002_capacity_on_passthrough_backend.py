"""A backend of a passthrough load balancer has a target capacity, which only proxies know.

`capacity_scaler` and the `max_connections`, `max_rate` and `max_utilization` settings tell a proxy
how much a backend can take. A passthrough load balancer, internal or external, hashes connections
and knows no capacity: the provider refuses such a setting in the plan, and so does the API. 0 is
the same as not written.

To fix it, take the setting away. For backends that take no part, use a failover backend or drop it.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided, each
from spillover.model.service import Backend, BackendService, Capacity


def check(service: BackendService) -> Iterator[Finding]:
    """A setting of a target capacity other than 0 on a backend of a passthrough service."""
    if service.is_passthrough is False:
        return
    backends = decided(service.backends) or ()

    def judge(place: tuple[Backend, Capacity]) -> Iterator[Finding]:
        backend, capacity = place
        if capacity.value == 0:
            return
        value, _ = decided(capacity.value, service.is_passthrough)
        yield Finding(
            at=backend.origin.at(capacity.name),
            message=f"{capacity.name} {value} on a backend of a passthrough load balancer",
            hint="take it away: only proxies know a target capacity",
        )

    yield from each(((one, capacity) for one in backends for capacity in one.capacity), judge)


RULE = Rule(
    code="LB002",
    name="capacity-on-passthrough-backend",
    severity=Severity.ERROR,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="a target capacity on a backend of a passthrough load balancer",
    sources=(
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/compute_region_backend_service"
        ", 7.45 of 2026-08",
    ),
)
