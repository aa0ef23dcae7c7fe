"""A record set that fails over is destroyed and created again, which leaves a gap.

Terraform's provider cannot change the name, type or zone of a record set, nor the health check
of its routing policy: it destroys the record and makes another one. Until that is there the name
is not answered, and resolvers keep the negative answer as long as the zone's SOA record says.

To fix it, keep the record's health check and change its settings in place, or have the
new health check in place of the old one in a step of its own, at a time when a gap is bearable.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.change import Change
from spillover.model.dns import RecordSet, RoutingPolicy
from spillover.model.names import Link, same_resource
from spillover.model.source import Maybe, Unknown


def check(change: Change) -> Iterator[Finding]:
    """A plan replaces it, or one of the fields changes that the provider cannot change."""
    before, after = change.before, change.after
    if not isinstance(before, RecordSet) or not isinstance(after, RecordSet):
        return
    if after.routing_policy is None or change.is_replaced is False:
        return
    field = next((name for name, same in _fields(before, after) if same is False), "")
    if change.is_replaced is None:
        if after.origin.type != "google_dns_record_set":
            return
        if not field:
            decided(*(same for _, same in _fields(before, after)))
            return
    words = f"its {field.replace('_', ' ')} changes, so " if field else ""
    yield Finding(
        at=after.origin.at(field or "name"),
        message=f"{words}the record set is destroyed and created again: meanwhile its name is not answered",
        hint="change the settings of what it names in place, or apply it when a gap is bearable",
        related=(Related(before.origin.at(field), "it is this one so far"),) if field else (),
    )


def _fields(before: RecordSet, after: RecordSet) -> Iterator[tuple[str, bool | Unknown]]:
    """The fields that the provider cannot change (google 7.45, resource_dns_record_set.go)."""
    for name, one, other in (("name", before.name, after.name), ("type", before.type, after.type)):
        unknown = next((each for each in (one, other) if isinstance(each, Unknown)), None)
        yield name, one == other if unknown is None else unknown
    yield "zone", _same(before.zone, after.zone)
    yield "health_check", _same(_health_check(before), _health_check(after))


def _health_check(record_set: RecordSet) -> Maybe[Link]:
    policy = record_set.routing_policy
    return policy.health_check if isinstance(policy, RoutingPolicy) else policy


def _same(one: Maybe[Link], other: Maybe[Link]) -> bool | Unknown:
    return one is other if one is None or other is None else same_resource(one, other)


RULE = Rule(
    code="FO038",
    name="record-set-replaced",
    severity=Severity.WARNING,
    subject=Change,
    check=check,
    since="0.1",
    summary="a record set with a routing policy that is destroyed and created again",
    sources=(
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-11",
    ),
)
