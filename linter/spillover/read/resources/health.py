"""Health checks."""

from __future__ import annotations

from spillover.model.health import HealthCheck
from spillover.read.body import Body, Fields
from spillover.read.resources.naming import PLACE, identity_of, is_global, project_of

HEALTH_CHECK = Fields.table(
    **PLACE,
    source_regions="source_regions",
    check_interval_sec="check_interval_sec",
    timeout_sec="timeout_sec",
    healthy_threshold="healthy_threshold",
    unhealthy_threshold="unhealthy_threshold",
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
        identity=identity_of(body, "healthChecks"),
        origin=body.named(),
    )
