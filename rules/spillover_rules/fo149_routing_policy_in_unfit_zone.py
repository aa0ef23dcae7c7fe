"""A record set has a routing policy, but its zone is not one that may hold one.

Forwarding, peering, managed reverse lookup and Service Directory zones take no routing
policies: their answers come from elsewhere.

To fix it, move the record to an ordinary public or private zone.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.views import JoinedRecordSet


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """A policy, and a zone whose answers come from elsewhere."""
    record = subject.record_set
    if record.routing_policy is None:
        return
    zone = decided(subject.zone)
    purposes = (
        ("forwarding", zone.forwarding, "a forwarding zone"),
        ("peering", zone.peering, "a peering zone"),
        ("reverse_lookup", zone.reverse_lookup, "a managed reverse lookup zone"),
        ("service_directory", zone.service_directory, "a Service Directory zone"),
    )
    for name, written, called in purposes:
        if written is True:
            decided(record.routing_policy)
            yield Finding(
                at=record.origin.at("routing_policy"),
                message=f"a routing policy in {called}",
                hint="use an ordinary public or private zone",
                related=(Related(zone.origin.at(name), "its zone is made one here"),),
            )
            return
    for _, written, _ in purposes:
        decided(written)


RULE = Rule(
    code="FO149",
    name="routing-policy-in-unfit-zone",
    severity=Severity.ERROR,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="a routing policy in a forwarding, peering, reverse lookup or Service Directory zone",
    sources=("docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",),
)
