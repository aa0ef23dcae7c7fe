"""A health check of external endpoints asks for /afhealthz, the path for private ones.

Google's page on failover gives the request path `/afhealthz` for an endpoint that is private, which
it calls uncommon for the address of an external forwarding rule. External endpoints are probed from the
internet. Nothing is documented that answers `/afhealthz` there, so it is a path like any other: if
the application does not answer it with 200, the endpoint is unhealthy from the beginning.

To fix it, ask for a path that the application answers when it is well; without one the path is `/`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.health import ProbeType
from spillover.model.views import ProbedHealthCheck

PRIVATE_PATH = "/afhealthz"
WITH_PATH = (ProbeType.HTTP, ProbeType.HTTPS)


def check(probed: ProbedHealthCheck) -> Iterator[Finding]:
    """The path of a private endpoint in a probe that comes from the internet."""
    if probed.health_check.probe is None or probed.serves_dns is False:
        return
    probe = decided(probed.health_check.probe)
    if probe.type not in WITH_PATH or probe.request_path is None:
        return
    path = decided(probe.request_path)
    if path != PRIVATE_PATH:
        return
    decided(probed.serves_dns)
    yield Finding(
        at=probe.origin.at("request_path"),
        message=f"{PRIVATE_PATH} is the path for private endpoints, and this probe is of external ones",
        hint="ask for a path that the application answers",
    )


RULE = Rule(
    code="FO015",
    name="private-probe-path-on-external-endpoint",
    severity=Severity.NOTE,
    subject=ProbedHealthCheck,
    check=check,
    since="0.1",
    summary="the request path /afhealthz in a health check of external endpoints",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
