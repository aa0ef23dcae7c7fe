"""A group that primary and backup share may be scaled in while it waits for the traffic to come back.

In a failover the traffic of the primary stops before that of the backup begins. Where both share a
managed group, its autoscaler sees the load go and takes instances away, and the traffic comes back to a
group that is too small. Google's page asks for scale-in control: the autoscaler then looks back over a
time window and takes away no more than was allowed. The window has to outlast the downtime, which is
TTL + check interval by the page's section on shared backends, and TTL + check interval x unhealthy
threshold by its best practices; the longer one decides. A window that is shorter is a warning. In the
modes ONLY_SCALE_OUT and OFF no instance is taken away.

To fix it, set `scale_in_control` with a `time_window_sec` above the downtime.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import FailoverRecord
from spillover.model.outage import OutageBound
from spillover.model.sharing import ScaledGroup, scaled_groups
from spillover.model.source import Unknown
from spillover.model.views import JoinedRecordSet


def check(record: FailoverRecord) -> Iterator[Finding]:
    """An autoscaler of a shared group without scale-in control, or with a window that is too short."""
    yield from each(scaled_groups(record), partial(_judge, record))


def _judge(record: FailoverRecord, group: ScaledGroup) -> Iterator[Finding]:
    scaler = group.scaler
    if group.is_scaled is False or scaler.scales_in is False:
        return
    if scaler.scale_in_control is not None:
        yield from _too_short(record, group)
        return
    decided(group.is_scaled, scaler.scales_in)
    yield Finding(
        at=scaler.origin.at("scale_in_control"),
        message=f"nothing keeps {group}, which the primary and a backup of {record.name} share, "
        "from being scaled in before the backup has the traffic",
        hint="set scale_in_control with a time window above the downtime of a failover",
        related=(
            Related(group.primaries[0].backend.origin.at("group"), "behind the primary here"),
            Related(group.backups[0].backend.origin.at("group"), "behind a backup here"),
        ),
    )


def _too_short(record: FailoverRecord, group: ScaledGroup) -> Iterator[Finding]:
    """Known parts of the downtime may be enough to say it."""
    scaler = group.scaler
    written, at = scaler.scale_in_window_sec, scaler.origin.at("scale_in_window_sec")
    if written is None:
        written = Unknown("a time window that is not written", at=at)
    joined = JoinedRecordSet(record.record_set, record.deployment)
    _, window, health_check = decided(scaler.scale_in_control, written, joined.checked_by)
    if health_check is None:
        return  # nothing fails over without one, which is another mistake
    bound = OutageBound.of(record.record_set, health_check)
    if window >= bound.least:
        bound.complete()  # all known: it lasts no longer
        return
    decided(group.is_scaled, scaler.scales_in)
    at_least = "at least " if bound.unknowns else ""
    yield Finding(
        at=at,
        message=f"the scale-in control of {group} looks back {window} s, a failover of {record.name} "
        f"may take {at_least}{bound.least} s: {bound}",
        hint=f"set the time window to {at_least}{bound.least} s, or give the backup groups of its own",
        related=(
            Related(record.origin.at("ttl"), "the TTL"),
            Related(health_check.origin.at("check_interval_sec"), "the check interval"),
            Related(health_check.origin.at("unhealthy_threshold"), "the unhealthy threshold"),
        ),
        severity=Severity.WARNING,
    )


RULE = Rule(
    code="FO030",
    name="shared-backends-without-scale-in-control",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="an autoscaled group behind primary and backup of a DNS failover that may be scaled in too soon",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
