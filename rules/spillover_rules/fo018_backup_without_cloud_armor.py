"""Cloud Armor protects the primary, and the backup has no such protection, or less of it.

While a backup is answered its services take the same traffic as the primary's, attacks included,
and whoever knows a backup's address can reach it at any time. A regional backend service takes
regional security policies alone. Without any policy this is an error; a global policy, fewer rules,
and features that regional policies lack, such as edge policies and Adaptive Protection, are
warnings. Rules in preview are not compared, nor is an allowing default rule; what a backup has
beyond the primary is no difference.

To fix it, give the backup's service a regional security policy (in Terraform a
`google_compute_region_security_policy`) with the same rules.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, each
from spillover.model.failover import FailoverRecord
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import Parity, parities


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A service of the primary that Cloud Armor protects better than its counterpart."""
    yield from each(parities(record), _judge)


def _judge(parity: Parity) -> Iterator[Finding]:
    for row in parity.differences(Topic.CLOUD_ARMOR):
        yield Finding(
            at=row.backup.at,
            message=str(row),
            hint="give the backup a regional security policy with the same rules",
            related=(Related(row.primary.at, "on the primary"),),
            severity=Severity.ERROR if row.lacking else Severity.WARNING,
        )


RULE = Rule(
    code="FO018",
    name="backup-without-cloud-armor",
    severity=Severity.ERROR,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a service behind a DNS failover backup with less Cloud Armor than the primary's",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "compute.googleapis.com/$discovery/rest?version=v1, regionBackendServices, 2026-11",
    ),
)
