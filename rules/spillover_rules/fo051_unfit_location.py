"""A location of a geographic policy, or of the backup, is no region, or stands twice.

Each item is for the clients near one region of Google Cloud, such as `europe-west1`; a zone, a
country or a continent is none. Cloud DNS refuses two items with one location.

To fix it, name the region, and put all addresses for it into one item.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided, each
from spillover.model.dns import GeoItem, RecordSet, RoutingPolicy
from spillover.model.places import is_region


def check(record: RecordSet) -> Iterator[Finding]:
    """A location that cannot be a region, or that an item before it has."""
    policy = record.routing_policy
    items = decided(policy.geo_items if isinstance(policy, RoutingPolicy) else policy)
    seen: set[str] = set()

    def judge(item: GeoItem) -> Iterator[Finding]:
        location, at = decided(item.location), item.origin.at("location")
        if location is None:
            return
        if not is_region(location):
            hint = "name a region, such as europe-west1"
            yield Finding(at, f'the location "{location}" is not a region', hint)
        elif location in seen:
            yield Finding(at, f"two items for the location {location}", "put all its targets into one item")
        seen.add(location)

    yield from each(items or (), judge)


RULE = Rule(
    code="FO051",
    name="unfit-location",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="a location of a geographic item that is not a region, or stands twice",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
    ),
)
