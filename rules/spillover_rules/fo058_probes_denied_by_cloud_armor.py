"""A security policy of the primary denies everybody that it does not know, and so the probes.

Probes of a health check with source regions come from points of presence on the internet near these
regions; their addresses are not published, so no range of sources can let them in. Where the last
rule denies all that is left, and no other rule allows everybody, every HTTP probe is answered with
the policy's denial and the primary never counts as healthy. An allowing rule with an expression may
let them in, for example by their path: then this is undetermined. TCP probes never reach Cloud
Armor.

To fix it, allow what the health check asks for by its path, at a priority before the denial.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Certainty, Finding, Related, Rule, Severity, decided, each
from spillover.model.alb import BackendBucket
from spillover.model.armor import SecurityPolicy, SecurityRule, first_for_everybody
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.health import ProbeType
from spillover.model.names import unread
from spillover.model.service import BackendService
from spillover.model.source import Undetermined, Unknown
from spillover.model.views import JoinedRecordSet


def check(record: FailoverRecord) -> Iterator[Finding]:
    """An HTTP(S) health check, and a primary all of whose services deny everybody they do not know."""
    joined = JoinedRecordSet(record.record_set, record.deployment)
    health_check = decided(joined.checked_by)
    probe = decided(health_check.probe) if health_check else None
    if probe is None or probe.type not in (ProbeType.HTTP, ProbeType.HTTPS):
        return
    yield from each(record.external_primary, partial(_judge, record))


def _judge(record: FailoverRecord, primary: Answer) -> Iterator[Finding]:
    backing = record.backing(primary)
    denials = [_denial(record, service) for service in backing.items]
    first = next((denial for denial in denials if denial is not None), None)
    if first is None:
        return  # a service that was not read may deny, but one that lets them in is enough
    if None in denials:
        raise Undetermined(Unknown("which service answers the health check", at=primary.at))
    backing.complete()
    service, rule = first
    yield Finding(
        at=service.origin.at("security_policy"),
        message="this policy denies all that it does not know, so the health check's probes too: "
        "their addresses are not published",
        hint="allow the path of the health check at a priority before the denial",
        related=(Related(rule.origin.at("action"), "the denial"),),
        certainty=Certainty.LIKELY,
    )


def _denial(
    record: FailoverRecord, backing: BackendService | BackendBucket
) -> tuple[BackendService, SecurityRule] | None:
    """The rule of a service's policy that denies the probes; None where nothing does."""
    link = None if isinstance(backing, BackendBucket) else decided(backing.security_policy)
    if link is None or isinstance(backing, BackendBucket):
        return None
    policy = record.deployment.find(link, (SecurityPolicy,))
    if policy is None:
        raise Undetermined(unread(link, backing.origin.at("security_policy")))
    rule = first_for_everybody(record.deployment.security_rules(policy))
    return (backing, rule) if rule is not None and decided(rule.denies) else None


RULE = Rule(
    code="FO058",
    name="probes-denied-by-cloud-armor",
    severity=Severity.WARNING,
    subject=FailoverRecord,
    check=check,
    since="0.1",
    summary="a primary whose security policies deny the probes of its health check",
    sources=(
        "docs.cloud.google.com/load-balancing/docs/https/applb-failover-overview, 2026-04",
        "docs.cloud.google.com/armor/docs/security-policy-overview, 2026-11",
    ),
)
