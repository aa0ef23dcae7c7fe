"""A group that primary and backup share is scaled by something else than CPU utilization.

Where the primary and a backup of a DNS failover share a managed group and an autoscaler sets its size,
Google's page asks for autoscaling by CPU utilization alone, and says that scaling by load balancing
utilization is not supported: that signal is what one load balancer sends, and in a failover it drops to
nothing on one side before the other side takes over. A custom metric is no CPU signal either. A schedule
changes the size beside the CPU signal, which is a risk and no more. An autoscaler without any signal
scales by CPU utilization of 0.6.

To fix it, leave `cpu_utilization` as the only signal, or give the backup groups of its own.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import FailoverRecord
from spillover.model.sharing import ScaledGroup, scaled_groups
from spillover.model.source import Maybe


class Signal(NamedTuple):
    """Something else than CPU utilization that an autoscaler may follow: its field, and what it is called."""

    field: str
    written: Maybe[bool]
    called: str
    severity: Severity = Severity.ERROR


def check(record: FailoverRecord) -> Iterator[Finding]:
    """An autoscaler of a shared group that follows another signal."""
    yield from each(scaled_groups(record), partial(_judge, record))


def _judge(record: FailoverRecord, group: ScaledGroup) -> Iterator[Finding]:
    scaler = group.scaler
    if group.is_scaled is False:
        return
    signals = (
        Signal("load_balancing", scaler.load_balancing, "load balancing utilization, which is not supported"),
        Signal("metrics", scaler.metrics, "a custom metric"),
        Signal("schedules", scaler.schedules, "a schedule", Severity.WARNING),
    )
    yield from each(signals, partial(_other_than_cpu, record, group))


def _other_than_cpu(record: FailoverRecord, group: ScaledGroup, signal: Signal) -> Iterator[Finding]:
    if signal.written is None:
        return
    decided(signal.written, group.is_scaled)
    yield Finding(
        at=group.scaler.origin.at(signal.field),
        message=f"{group}, which the primary and a backup of {record.name} share, "
        f"is scaled by {signal.called}",
        hint="scale a shared group by CPU utilization alone",
        related=(
            Related(group.primaries[0].backend.origin.at("group"), "behind the primary here"),
            Related(group.backups[0].backend.origin.at("group"), "behind a backup here"),
        ),
        severity=signal.severity,
    )


RULE = Rule(
    code="FO028",
    name="shared-backends-scaled-beyond-cpu",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a group behind primary and backup of a DNS failover that is scaled by more than CPU",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
