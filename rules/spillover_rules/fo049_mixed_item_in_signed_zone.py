"""An item of a policy has both plain and health-checked addresses, and its zone is signed with DNSSEC.

In a signed zone an item may have `rrdatas` or `health_checked_targets`, not both: its answer is
signed beforehand, and cannot be put together from what happens to be healthy.

To fix it, move the plain addresses to an item of their own, or have them checked too.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.source import Unknown
from spillover.model.targets import Targets
from spillover.model.views import JoinedRecordSet


def check(subject: JoinedRecordSet) -> Iterator[Finding]:
    """An item with addresses of both sorts, and DNSSEC."""
    items = subject.record_set.targets
    if all(not isinstance(item, Unknown) and item.is_mixed is False for item in items):
        return
    zone = decided(subject.zone)
    if not decided(zone.is_signed):
        return

    def judge(targets: Targets) -> Iterator[Finding]:
        if decided(targets.is_mixed):
            yield Finding(
                at=targets.origin.at("unchecked"),
                message="plain and health-checked addresses in one item of a zone with DNSSEC",
                hint="move the plain addresses to an item of their own, or have them checked",
                related=(Related(zone.origin.at("dnssec"), "DNSSEC is on"),),
            )

    yield from each(items, judge)


RULE = Rule(
    code="FO049",
    name="mixed-item-in-signed-zone",
    severity=Severity.ERROR,
    subject=JoinedRecordSet,
    check=check,
    since="0.1",
    summary="addresses with and without health checks in one item of a zone with DNSSEC",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
    ),
)
