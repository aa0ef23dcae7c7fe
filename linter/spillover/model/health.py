"""Health checks."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from spillover.model.names import ResourceName
from spillover.model.source import Maybe, Origin, Unknown
from spillover.records import dataclass

DEFAULT_CHECK_INTERVAL_SEC = 5
"""What ``checkIntervalSec`` means when it is not written (discovery document compute v1)."""

DEFAULT_THRESHOLD = 2
"""What ``healthyThreshold`` and ``unhealthyThreshold`` mean when they are not written (the same)."""

DEFAULT_TIMEOUT_SEC = 5
"""What ``timeoutSec`` means when it is not written (same document)."""


class ProbeType(StrEnum):
    """``type`` of a health check."""

    HTTP = "HTTP"
    HTTPS = "HTTPS"
    HTTP2 = "HTTP2"
    TCP = "TCP"
    SSL = "SSL"
    GRPC = "GRPC"
    GRPC_WITH_TLS = "GRPC_WITH_TLS"


SOURCE_REGION_TYPES = (ProbeType.HTTP, ProbeType.HTTPS, ProbeType.TCP)
"""What probes from source regions can be (discovery document compute v1, ``sourceRegions``)."""

SOURCE_REGIONS = 3
"""How many source regions a health check for Cloud DNS has (the same document)."""


@dataclass(frozen=True)
class Probe:
    """How a backend is asked: one of the blocks or objects that a health check has for each type.

    ``request`` is what a TCP or SSL probe sends, ``request_path`` what one of HTTP, HTTPS or HTTP/2 asks
    for; ``proxy_header`` NONE means none, as does not written.
    """

    type: ProbeType
    port: Maybe[int] = None
    port_specification: Maybe[str] = None
    request: Maybe[str] = None
    proxy_header: Maybe[str] = None
    request_path: Maybe[str] = None
    origin: Origin = field(default=Origin("", "probe"), compare=False)


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
    probe: Maybe[Probe] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "health check"), compare=False)

    @property
    def interval(self) -> int | Unknown:
        """The check interval in force, in seconds."""
        return DEFAULT_CHECK_INTERVAL_SEC if self.check_interval_sec is None else self.check_interval_sec

    @property
    def timeout(self) -> int | Unknown:
        """The timeout of one probe in force, in seconds."""
        return DEFAULT_TIMEOUT_SEC if self.timeout_sec is None else self.timeout_sec

    @property
    def failures(self) -> int | Unknown:
        """The unhealthy threshold in force: how many probes must fail in a row."""
        return DEFAULT_THRESHOLD if self.unhealthy_threshold is None else self.unhealthy_threshold

    @property
    def successes(self) -> int | Unknown:
        """The healthy threshold in force: how many probes must succeed in a row."""
        return DEFAULT_THRESHOLD if self.healthy_threshold is None else self.healthy_threshold
