"""A forwarding rule is in Standard Tier, and backends of it are in another region.

In Standard Tier traffic enters Google's network in the region of the forwarding rule and is served
there: every backend has to be in that region. With backends elsewhere the API refuses the
forwarding rule.

To fix it, use Premium Tier with a global forwarding rule, or backends in the rule's region.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Related, Rule, Severity, decided
from spillover.model.graph import FrontEnd
from spillover.model.source import Undetermined, Unknown


def check(front: FrontEnd) -> Iterator[Finding]:
    """A regional rule with STANDARD written, and a group of another region behind it."""
    rule = front.rule
    if rule.is_global or rule.network_tier in (None, "PREMIUM"):
        return
    here = decided(rule.region)
    elsewhere = [group for group in front.groups.items if group.region not in (here, None)]
    known = [group for group in elsewhere if isinstance(group.region, str)]
    doubts = (*front.groups.doubts, *(each.region for each in elsewhere if isinstance(each.region, Unknown)))
    if here is None or not (known or doubts) or decided(rule.network_tier) != "STANDARD":
        return
    if not known:
        raise Undetermined(*doubts)
    yield Finding(
        at=rule.origin.at("network_tier"),
        message=f"STANDARD tier in {here}, but {known[0]} is in {known[0].region}",
        hint="use PREMIUM with a global forwarding rule, or backends in the same region",
        related=tuple(Related(each.backend.origin.at("group"), "a backend elsewhere") for each in known),
    )


RULE = Rule(
    code="LB009",
    name="standard-tier-with-distant-backends",
    severity=Severity.ERROR,
    subject=FrontEnd,
    check=check,
    since="0.1",
    summary="a Standard Tier forwarding rule with backends in another region",
    sources=("github.com/terraform-google-modules/terraform-docs-samples/issues/170, 2026-11",),
)
