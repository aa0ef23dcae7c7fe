"""The name of a record set does not end in a dot.

Cloud DNS takes fully qualified names only. The google provider refuses a name without the dot
when it plans, and so does the API.

To fix it, end the name with a dot. The `dns_name` of a managed zone has one already, whatever it is, so
`"www.${google_dns_managed_zone.shop.dns_name}"` needs no other; and so has the name in the record of a
DNS authorization of Certificate Manager. If only the end of a name is known, the end decides.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity, decided
from spillover.model.dns import RecordSet
from spillover.model.source import Unknown


def check(record: RecordSet) -> Iterator[Finding]:
    """A name whose end is known and is no dot."""
    name = record.name
    end = name.ends_with if isinstance(name, Unknown) else name
    if not end:
        decided(name)
    elif not end.endswith("."):
        yield Finding(
            at=record.origin.at("name"),
            message=f'the record name ends in "{end.rpartition(".")[2]}", not in a dot',
            hint="end the name with a dot",
        )


RULE = Rule(
    code="FO041",
    name="name-without-trailing-dot",
    severity=Severity.ERROR,
    subject=RecordSet,
    check=check,
    since="0.1",
    summary="a record name that does not end in a dot",
    sources=(
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
        "dns.googleapis.com/$discovery/rest?version=v1, RRSetRoutingPolicy, 2026-10",
    ),
)
