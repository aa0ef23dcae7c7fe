"""Health checks."""

from __future__ import annotations

from dataclasses import dataclass, field

from spillover.model.names import ResourceName
from spillover.model.source import Maybe, Origin, Unknown

DEFAULT_CHECK_INTERVAL_SEC = 5
"""What ``checkIntervalSec`` means when it is not written (discovery document compute v1)."""


@dataclass(frozen=True)
class HealthCheck:
    """A health check; with ``source_regions`` it is probed from outside, for Cloud DNS. Times in seconds."""

    name: Maybe[str] = None
    project: Maybe[str] = None
    is_global: bool = True
    source_regions: Maybe[tuple[str | Unknown, ...]] = None
    check_interval_sec: Maybe[int] = None
    timeout_sec: Maybe[int] = None
    healthy_threshold: Maybe[int] = None
    unhealthy_threshold: Maybe[int] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "health check"), compare=False)

    @property
    def interval(self) -> int | Unknown:
        """The check interval in force, in seconds."""
        return DEFAULT_CHECK_INTERVAL_SEC if self.check_interval_sec is None else self.check_interval_sec
