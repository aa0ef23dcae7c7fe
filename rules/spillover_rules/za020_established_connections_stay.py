"""A change of zonal affinity, of which those who wait for an effect should know when it comes.

Zonal affinity decides where a new connection goes. One that is established stays on its
backend as long as that is healthy, so after a change traffic moves as fast as clients
reconnect, which for pools of long connections may take days.

There is nothing to fix. To move connections at once, drain the backends that they are on.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.change import Change
from spillover.model.service import BackendService, ZonalAffinity


def check(change: Change) -> Iterator[Finding]:
    """The option differs, or the ratio where it is read."""
    before, after = change.before, change.after
    if not isinstance(before, BackendService) or not isinstance(after, BackendService):
        return
    if after.is_internal_passthrough is False or change.is_replaced:
        return
    earlier, later = decided(before.affinity, after.affinity)
    if earlier is later and (later is not ZonalAffinity.SPILL_CROSS_ZONE or _has_same_ratio(before, after)):
        return
    yield Finding(
        at=after.origin.at("zonal_affinity"),
        message="zonal affinity changes: established connections stay where they are, new ones follow it",
    )


def _has_same_ratio(before: BackendService, after: BackendService) -> bool:
    earlier, later = decided(before.spillover_ratio, after.spillover_ratio)
    return (earlier or 0) == (later or 0)


RULE = Rule(
    code="ZA020",
    name="established-connections-stay",
    severity=Severity.NOTE,
    subject=Change,
    check=check,
    since="0.1",
    summary="a change of zonal affinity, which moves no established connection",
    sources=("docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, introduction, 2026-05",),
)
