"""An item of a routing policy has several health-checked addresses, and its zone is signed with DNSSEC.

Each answer of a signed zone is signed beforehand, so it cannot be put together from the
addresses that happen to be healthy. Cloud DNS takes one health-checked address an item there:
one primary, and one in each item of a geographic or weighted policy or of the backup.

To fix it, keep one address in each item, or make further items; or switch DNSSEC off.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.source import Unknown
from spillover.model.targets import Targets
from spillover.model.views import JoinedRecordSet


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """More than one external endpoint in an item, and DNSSEC."""
    items = subject.record_set.targets
    lists = [item if isinstance(item, Unknown) else item.external for item in items]
    if all(not isinstance(external, Unknown) and len(external or ()) <= 1 for external in lists):
        return
    zone = decided(subject.zone)
    if not decided(zone.is_signed):
        return

    def judge(targets: Targets) -> Iterator[Finding]:
        external = decided(targets.external)
        if len(external or ()) > 1:
            yield Finding(
                at=targets.origin.at("external"),
                message=f"{len(external or ())} health-checked addresses in one item of a zone with DNSSEC",
                hint="keep one address in each item",
                related=(Related(zone.origin.at("dnssec"), "DNSSEC is on"),),
            )

    yield from each(items, judge)


RULE = Rule(
    code="FO136",
    name="several-checked-addresses-in-signed-zone",
    severity=Severity.ERROR,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="an item with several health-checked addresses in a zone with DNSSEC",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
    ),
)
