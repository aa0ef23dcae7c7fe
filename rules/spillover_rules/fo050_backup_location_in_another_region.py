"""The location of a backup item is not the region of the load balancer whose address it answers.

While the primary is unhealthy, Cloud DNS answers the item whose location is nearest to the client.
If the location is not where the load balancer is, clients are sent to a distant region although a
nearer backup may stand ready, and a plan of who takes whose load goes wrong.

To fix it, write the region of the forwarding rule as the location.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.places import is_region


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A backup item at another place than the regional forwarding rule that has its address."""
    internal = (each for each in record.backups if each.internal is not None)
    yield from each((*record.external_backups, *internal), partial(_judge, record))


def _judge(record: FailoverRecord, answer: Answer) -> Iterator[Finding]:
    rule = record.owner(answer)
    if answer.backup is None or rule.is_global:
        return
    location, region = decided(answer.backup.location, rule.region)
    if location is None or region in (None, location) or not is_region(location):
        return  # what is no region at all is another mistake
    yield Finding(
        at=answer.backup.origin.at("location"),
        message=f"location {location}, but {answer} is a load balancer in {region}",
        hint=f"set the location to {region}",
        related=(Related(rule.origin.at("region"), "the forwarding rule with this address"),),
    )


RULE = Rule(
    code="FO050",
    name="backup-location-in-another-region",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover backup whose location is not its load balancer's region",
    sources=(
        "docs.cloud.google.com/dns/docs/configure-routing-policies, 2026-10",
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
    ),
)
