"""The primary serves from Cloud CDN, which its backups cannot do.

Regional external Application Load Balancers, the backups of a failover through Cloud DNS, do not
support Cloud CDN. While a backup is answered, whatever relies on Cloud CDN is affected, and the
backends take the requests that the cache took. Google's text suggests a CDN of a third party to
fall back on.

To fix it, size the backups for the traffic without a cache, or put a CDN of a third party in front.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Rule, Severity, decided, each
from spillover.model.alb import BackendBucket
from spillover.model.deployment import Joined
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.service import BackendService


def check(record: FailoverRecord) -> Iterator[Finding]:
    """A global backend service or bucket of the primary that has Cloud CDN on."""
    yield from each(record.external_primary, partial(_judge, record))


def _judge(record: FailoverRecord, primary: Answer) -> Iterator[Finding]:
    backing = record.backing(primary)
    yield from each(Joined(backing.items), _look)
    backing.complete()


def _look(backing: BackendService | BackendBucket) -> Iterator[Finding]:
    if backing.is_global and decided(backing.enable_cdn):
        yield Finding(
            at=backing.origin.at("enable_cdn"),
            message="Cloud CDN behind the primary of a DNS failover, whose backups have none",
            hint="size the backups for the traffic without a cache, or use a third party's CDN",
        )


RULE = Rule(
    code="FO016",
    name="primary-with-cloud-cdn",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a primary of a DNS failover that serves from Cloud CDN, as no backup can",
    sources=("docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",),
)
