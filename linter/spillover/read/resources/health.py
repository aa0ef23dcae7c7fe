"""Health checks."""

from __future__ import annotations

from spillover.model.health import HealthCheck, Probe, ProbeType
from spillover.model.source import Maybe, Unknown
from spillover.read.body import Body, Fields
from spillover.read.resources.naming import PLACE, identity_of, is_global, project_of

_PROBES: dict[str, ProbeType] = {
    "http_health_check": ProbeType.HTTP,
    "https_health_check": ProbeType.HTTPS,
    "http2_health_check": ProbeType.HTTP2,
    "tcp_health_check": ProbeType.TCP,
    "ssl_health_check": ProbeType.SSL,
    "grpc_health_check": ProbeType.GRPC,
    "grpc_tls_health_check": ProbeType.GRPC_WITH_TLS,
}
HEALTH_CHECK = Fields.table(
    **PLACE,
    source_regions="source_regions",
    check_interval_sec="check_interval_sec",
    timeout_sec="timeout_sec",
    healthy_threshold="healthy_threshold",
    unhealthy_threshold="unhealthy_threshold",
    **{name: name for name in _PROBES},
)
PROBE = Fields.table(
    port="port",
    port_specification="port_specification",
    request="request",
    proxy_header="proxy_header",
    request_path="request_path",
)


def health_check(body: Body) -> HealthCheck:
    """``google_compute_(region_)health_check``; ``compute#healthCheck``."""
    return HealthCheck(
        name=body.text("name"),
        project=project_of(body),
        is_global=is_global(body, "healthChecks"),
        source_regions=body.texts("source_regions"),
        check_interval_sec=body.integer("check_interval_sec"),
        timeout_sec=body.integer("timeout_sec"),
        healthy_threshold=body.integer("healthy_threshold"),
        unhealthy_threshold=body.integer("unhealthy_threshold"),
        probe=_probe(body),
        identity=identity_of(body, "healthChecks"),
        origin=body.named(),
    )


def _probe(body: Body) -> Maybe[Probe]:
    """The one that is written: exactly one may be, and its name is its type."""
    doubt: Unknown | None = None
    for name, type_ in _PROBES.items():
        inner = body.inside(name, PROBE)
        if isinstance(inner, Body):
            return Probe(
                type_,
                port=inner.integer("port"),
                port_specification=inner.text("port_specification"),
                request=inner.text("request"),
                proxy_header=inner.text("proxy_header"),
                request_path=inner.text("request_path"),
                origin=inner.named(),
            )
        doubt = doubt or inner
    return doubt
