"""The balancing mode of a backend is not CONNECTION, the only one of an internal passthrough load balancer.

Packets that are passed through carry neither requests nor utilization to balance by, so the API
takes no other mode for a backend service with scheme INTERNAL. Where nothing is written, the
google provider sends UTILIZATION since version 6.0.0, and CONNECTION before: code that worked
fails at apply after an upgrade. Which versions are allowed is read from `required_providers`.

To fix it, write `balancing_mode = "CONNECTION"` in every backend.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided, each
from spillover.model.service import Backend, BackendService, BalancingMode


def check(service: BackendService) -> Iterator[Finding]:
    """A backend of an internal passthrough service whose mode in force is another one."""
    if service.is_internal_passthrough is False or service.backends is None:
        return

    def judge(backend: Backend) -> Iterator[Finding]:
        if backend.mode_in_force in (None, BalancingMode.CONNECTION):
            return
        mode, _ = decided(backend.mode_in_force, service.is_internal_passthrough)
        provider = backend.origin.provider
        default = f", the default of the {provider.name} provider since 6.0.0" if provider else ""
        yield Finding(
            at=backend.origin.at("balancing_mode"),
            message=f"balancing mode {mode}{default if backend.balancing_mode is None else ''}: "
            f"an internal passthrough load balancer takes only {BalancingMode.CONNECTION}",
            hint=f"set the balancing mode to {BalancingMode.CONNECTION}",
        )

    yield from each(decided(service.backends), judge)


RULE = Rule(
    code="LB001",
    name="balancing-mode-not-connection",
    severity=Severity.ERROR,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="another balancing mode than CONNECTION on an internal passthrough load balancer",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/backend-service, 2026-04",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/guides/version_6_upgrade, 2024-08",
    ),
)
