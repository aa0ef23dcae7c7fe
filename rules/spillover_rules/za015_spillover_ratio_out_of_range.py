"""The spillover ratio lies outside of [0, 1], which the API refuses.

The ratio is a share: healthy backends of the client's zone over all of its backends. 0.8, not
80, keeps clients in their zone while at least 80 % of its backends are healthy. Terraform
checks no range, so a plan succeeds and the apply fails.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.service import BackendService


def check(service: BackendService) -> Iterator[Finding]:
    """A ratio that is written and is no share."""
    ratio = decided(service.spillover_ratio)
    if ratio is None or 0 <= ratio <= 1:
        return
    yield Finding(
        at=service.origin.at("spillover_ratio"),
        message=f"spillover ratio {ratio} is outside of [0, 1]",
        hint=f"write {ratio / 100} for {ratio} %" if 2 <= ratio <= 100 else "write a share, such as 0.8",
    )


RULE = Rule(
    code="ZA015",
    name="spillover-ratio-out-of-range",
    severity=Severity.ERROR,
    subject=BackendService,
    check=check,
    since="0.1",
    summary="a spillover ratio outside of [0, 1]",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",),
)
