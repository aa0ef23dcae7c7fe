"""An external endpoint has an address that the internet cannot reach.

Health checks of external endpoints come from the internet. To a private address (RFC 1918,
100.64.0.0/10, fc00::/7), a loopback or a link-local one they never get through, so the
endpoint is unhealthy from the beginning, and clients outside could not reach it either. An address
that is not known yet is judged by its resource: a reserved address of type INTERNAL is a private one.

To fix it, give the address of an external forwarding rule. Internal load balancers are written
as `internal_load_balancers`, in a private zone; Google knows their health without probes.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Rule, Severity, decided, each
from spillover.model.targets import Address
from spillover.model.views import JoinedRecordSet


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """An external endpoint in one of the networks that are not of the internet."""
    judge = partial(_judge, subject)
    yield from each(subject.record_set.targets, lambda targets: each(targets.external_addresses(), judge))


def _judge(subject: JoinedRecordSet, address: Address) -> Iterator[Finding]:
    kind = decided(subject.private_kind(address))
    if kind is not None:
        yield Finding(
            at=address.at,
            message=f"{address} is a {kind} address: probes from the internet do not reach it",
            hint="give the address of an external forwarding rule, or use internal_load_balancers",
        )


RULE = Rule(
    code="FO054",
    name="private-address-as-external-endpoint",
    severity=Severity.ERROR,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="an external endpoint whose address the internet cannot reach",
    sources=(
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
    ),
)
