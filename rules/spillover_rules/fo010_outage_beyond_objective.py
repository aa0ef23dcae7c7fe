"""By Google's formula an outage may last longer than the objective that was set.

The documented bound of an outage is TTL + check interval x unhealthy threshold: so long may it
take until the health check has failed often enough and resolvers have let go of the dead address.
It is a bound by the documentation, not a guarantee: timeouts of probes, and resolvers that keep
an answer longer, are not in it. The rule is silent until `outage_objective_s` is set, and where
the record has no TTL of its own, which another rule tells.

To fix it, lower the TTL, the check interval (30 seconds is the least that Cloud DNS takes) or the
unhealthy threshold, or raise the objective.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.outage import OutageBound
from spillover.model.views import JoinedRecordSet


def check(joined: JoinedRecordSet) -> Iterator[Finding]:
    """A health-checked failover record whose bound is above the objective; known parts may be enough."""
    objective = joined.deployment.options.outage_objective_s
    record = joined.record_set
    if objective is None or record.failover is None or record.ttl is None:
        return
    _, health_check = decided(record.failover, joined.checked_by)
    if health_check is None:
        return
    bound = OutageBound.of(record, health_check)
    if bound.least <= objective:
        bound.complete()  # all known: it is no more
        return
    at_least = "at least " if bound.unknowns else ""
    yield Finding(
        at=record.origin.at("ttl"),
        message=f"an outage may last {at_least}{bound.least} s, the objective is {objective} s: {bound}",
        hint="lower the TTL, the check interval or the unhealthy threshold",
        related=(
            Related(health_check.origin.at("check_interval_sec"), "the check interval"),
            Related(health_check.origin.at("unhealthy_threshold"), "the unhealthy threshold"),
        ),
    )


RULE = Rule(
    code="FO010",
    name="outage-beyond-objective",
    severity=Severity.WARNING,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="a failover record whose documented outage bound is above the objective that was set",
    options=("outage_objective_s",),
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
