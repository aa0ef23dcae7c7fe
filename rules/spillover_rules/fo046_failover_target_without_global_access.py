"""An internal load balancer is answered across regions, but takes no clients of other regions.

A regional internal load balancer is reached from its own region alone, unless its forwarding rule
allows global access. Where a routing policy holds internal targets of several regions, clients get the
address in another region than theirs: by a failover, by a geographic policy whose nearest item is not
healthy, or by a weighted one, which does not ask where they are. Without global access the answer is
right and their packets are dropped. Geo fencing keeps clients with the nearest item, healthy or not.

To fix it, set `allow_global_access = true` on the forwarding rule.
"""

from collections.abc import Iterator
from functools import partial

from spillover.check.rule import Finding, Related, Rule, Severity, decided, each
from spillover.model.failover import Answer, SteeredRecord
from spillover.model.source import Unknown


def check(steered: SteeredRecord) -> Iterator[Finding]:
    """An internal target, with others in another region, whose forwarding rule lacks global access."""
    if steered.is_fenced is True:
        return
    answers = steered.answers
    yield from each(answers, partial(_judge, steered, answers))


def _judge(steered: SteeredRecord, answers: tuple[Answer, ...], answer: Answer) -> Iterator[Finding]:
    if answer.internal is None:
        return
    rule = steered.record.owner(answer)
    if rule.is_global or rule.allow_global_access is True:
        return
    here = decided(rule.region or answer.internal.region)
    elsewhere = [each.internal.region for each in answers if each.internal and each.internal.region != here]
    known = sorted(region for region in elsewhere if isinstance(region, str))
    if here is None or not known:
        every_region = (*elsewhere, *(each.address for each in answers if each.internal is None))
        decided(next((region for region in every_region if isinstance(region, Unknown)), None))
        return
    decided(rule.allow_global_access, steered.is_fenced)
    does = "sends clients of any region to" if steered.is_weighted else "fails over between"
    yield Finding(
        at=rule.origin.at("allow_global_access"),
        message=f"{steered.record.name} {does} {here} and {known[0]}, "
        "but this forwarding rule has no global access",
        hint="set allow_global_access to true",
        related=(Related(answer.at, "a target of its policy here"),),
    )


RULE = Rule(
    code="FO046",
    name="failover-target-without-global-access",
    severity=Severity.WARNING,
    subject=SteeredRecord,
    check=check,
    since="0.1",
    summary="a cross-region internal target of a routing policy without global access",
    sources=("docs.cloud.google.com/dns/docs/routing-policies-overview, 2026-10",),
)
