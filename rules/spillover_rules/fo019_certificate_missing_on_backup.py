"""No certificate of the backup is for the name that fails over to it.

While a backup is answered clients ask it for the same name, and it has to prove that it serves it:
with no certificate for the name every client refuses the connection. Only Google-managed
certificates say what they are for in a configuration; a self-managed one, and a certificate map,
are taken to be right.

To fix it, add a certificate for the name: of Certificate Manager in the backup's region, or a
self-managed regional one.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, each
from spillover.model.failover import FailoverRecord
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import Parity, parities


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A backup whose certificates are known, and none is for the record's name."""
    yield from each(parities(record), _judge)


def _judge(parity: Parity) -> Iterator[Finding]:
    for row in parity.differences(Topic.CERTIFICATE):
        yield Finding(
            at=row.backup.at,
            message=str(row),
            hint="add a certificate for this name to the backup",
            related=(Related(row.primary.at, "the primary's certificates"),),
        )


RULE = Rule(
    code="FO019",
    name="certificate-missing-on-backup",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a DNS failover backup without a certificate for the record's name",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
