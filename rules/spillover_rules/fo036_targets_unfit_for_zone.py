"""A routing policy has external endpoints in a private zone, or internal load balancers in a public one.

External endpoints are probed from the internet and belong into public zones. Internal load
balancers are seen from chosen networks only and belong into private zones: in a public one the
API says `internalLoadBalancerDisallowedInPublicZone`. A zone whose `visibility` is not written
is public. Where one item holds both kinds, FO043 speaks instead.

To fix it, move the record to a zone of the other visibility, or use the other kind of targets.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.targets import Targets
from spillover.model.views import JoinedRecordSet


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """The kind of targets that the zone of the record does not take."""
    record = subject.record_set
    if record.probes_external is False and record.has_internal is False:
        return
    zone = decided(subject.zone)
    private = decided(zone.is_private)
    if not decided(record.probes_external if private else record.has_internal):
        return
    kind, other = ("external", "internal") if private else ("internal", "external")
    visibility = "private" if private else "public"
    for targets in record.targets:
        if isinstance(targets, Targets) and getattr(targets, kind) and not getattr(targets, other):
            called = "external endpoints" if private else "internal load balancers"
            yield Finding(
                at=targets.origin.at(kind),
                message=f"{called} in a {visibility} zone",
                hint="use internal_load_balancers, or a public zone" if private else "use a private zone",
                related=(Related(zone.origin.at("visibility"), f"its zone is {visibility}"),),
            )
            return


RULE = Rule(
    code="FO036",
    name="targets-unfit-for-zone",
    severity=Severity.ERROR,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="external endpoints in a private zone, or internal load balancers in a public one",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
    ),
)
