"""The timeout of a health check is longer than its check interval.

The API refuses it: a probe has to be over before the next one begins. Both are 5 seconds where
they are not written, so a longer timeout alone is enough.

To fix it, lower `timeout_sec` or raise `check_interval_sec`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.health import HealthCheck


def check(health_check: HealthCheck) -> Iterator[Finding]:
    """A timeout in force that is longer than the interval in force."""
    if health_check.timeout_sec is None and health_check.check_interval_sec is None:
        return
    timeout, interval = decided(health_check.timeout, health_check.interval)
    if timeout > interval:
        written = "check_interval_sec" if health_check.timeout_sec is None else "timeout_sec"
        yield Finding(
            at=health_check.origin.at(written),
            message=f"timeout {timeout} s is longer than the check interval {interval} s",
            hint="lower the timeout or raise the interval",
        )


RULE = Rule(
    code="FO008",
    name="timeout-longer-than-interval",
    severity=Severity.ERROR,
    subject=HealthCheck,
    check=check,
    since="0.1",
    summary="a health check whose timeout is longer than its interval",
    sources=("compute.googleapis.com/$discovery/rest?version=v1, HealthCheck, 2026-11",),
)
