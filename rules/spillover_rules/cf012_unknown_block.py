"""A block stands where the google provider has none of that name.

Terraform refuses the whole configuration ("Unsupported block type"), and what the block was meant
to say is not read. Only blocks of objects that are known whole are judged: the routing policy of a
DNS record set, and everything inside of it.

To fix it, see how the block is called: the backup of a failover policy is `backup_geo`, and the
targets of one of its items are in `health_checked_targets`.
"""

from collections.abc import Iterator

from spillover.check.rule import Finding, Rule, Severity
from spillover.model.source import WrongValue


def check(wrong: WrongValue) -> Iterator[Finding]:
    """A block that the provider does not have."""
    if wrong.is_block:
        yield Finding(wrong.at, wrong.message)


RULE = Rule(
    code="CF012",
    name="unknown-block",
    severity=Severity.ERROR,
    subject=WrongValue,
    check=check,
    since="0.1",
    summary="a block that the google provider does not have",
    sources=(
        "registry.terraform.io/providers/hashicorp/google/latest/docs/resources/dns_record_set, 2026-08",
    ),
)
