"""A group that primary and backup share is not balanced by UTILIZATION on both sides.

Where the primary and a backup of a DNS failover share a managed group and an autoscaler sets its size,
the backend services of both sides have to use the balancing mode UTILIZATION alone. It is the one that
sees what the other side sends. RATE counts the requests of one load balancer: while answers of both are
in use during a failover, the instances may get twice the traffic. Where no mode is written, the google
provider sends UTILIZATION, on a regional backend service since version 6.

To fix it, set `balancing_mode` to UTILIZATION on both sides, or give the backup groups of its own.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import FailoverRecord
from spillover.model.graph import Attached
from spillover.model.service import BalancingMode
from spillover.model.sharing import ScaledGroup, mode_in_force, scaled_groups
from spillover.model.source import Unknown


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A shared and autoscaled group with another balancing mode on either side."""
    yield from each(scaled_groups(record), partial(_judge, record))


def _judge(record: FailoverRecord, group: ScaledGroup) -> Iterator[Finding]:
    if group.is_scaled is False:
        return
    yield from each(group.backups, partial(_compare, record, group, group.primaries[0], "primary"))
    yield from each(group.primaries, partial(_compare, record, group, group.backups[0], "backup"))


def _compare(
    record: FailoverRecord, group: ScaledGroup, other: Attached, side: str, attached: Attached
) -> Iterator[Finding]:
    at, mode = attached.backend.origin.at("balancing_mode"), mode_in_force(attached)
    if mode is BalancingMode.UTILIZATION:
        return
    if mode is None:
        mode = Unknown("a balancing mode that is not written", at=at)
    mode, _ = decided(mode, group.is_scaled)
    twice = ": in a failover its instances may get twice the traffic" if mode is BalancingMode.RATE else ""
    yield Finding(
        at=at,
        message=f"balancing mode {mode} of {group}, which is autoscaled and shared by primary and backup "
        f"of {record.name}{twice}",
        hint="set the balancing mode to UTILIZATION on both sides",
        related=(
            Related(other.backend.origin.at("group"), f"behind the {side} here"),
            Related(group.scaler.origin.at("target"), "the autoscaler"),
        ),
    )


RULE = Rule(
    code="FO029",
    name="shared-backends-without-utilization",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="an autoscaled group behind primary and backup of a DNS failover that is not balanced "
    "by UTILIZATION",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
