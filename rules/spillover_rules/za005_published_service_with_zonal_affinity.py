"""Zonal affinity is on, and the load balancer is published through Private Service Connect.

Google's texts disagree by date. The newest (2026-05) supports it: a VM that sends to the
endpoint is served by its zone like any other client. The older ones, up to April 2026, list
published services as not supported. Under the newest text this is a note; with
`--spec 2025-07` it is an error.

There is nothing to fix under the newest text. Whoever goes by the older ones publishes a
backend service without zonal affinity.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, Spec, decided, some
from spillover.model.frontend import ServiceAttachment
from spillover.model.views import LoadBalancer


def check(balancer: LoadBalancer) -> Iterator[Finding]:
    """Affinity in force, and a service attachment that targets one of the forwarding rules."""
    service = balancer.service
    if service.is_without_affinity:
        return
    attachments = balancer.users_of_front_ends(
        ServiceAttachment, "service attachments", lambda each: each.target_service
    )
    attachment = some(attachments)
    if attachment is None:
        return
    # Other load balancers are published too: with an unknown scheme it may be one of those.
    option, _ = decided(service.affinity, service.is_internal_passthrough)
    yield Finding(
        at=service.origin.at("zonal_affinity"),
        message=f"{option.value} on a service published through Private Service Connect: "
        "Google's texts before 2026-05 do not support it",
        hint="nothing to do: the text of 2026-05 supports it",
        related=(Related(attachment.origin.at("target_service"), "published here"),),
    )


RULE = Rule(
    code="ZA005",
    name="published-service-with-zonal-affinity",
    severity=Severity.NOTE,
    severity_by_spec={Spec.R2025_07: Severity.ERROR},
    hint_by_spec={Spec.R2025_07: "turn zonal affinity off, or publish a backend service without it"},
    subject=LoadBalancer,
    check=check,
    since="0.1",
    summary="zonal affinity on a Private Service Connect published service",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2026-05",
        "docs.cloud.google.com/load-balancing/docs/internal/zonal-affinity, 2025-07 to 2026-04",
    ),
)
