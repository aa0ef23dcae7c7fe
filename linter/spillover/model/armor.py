"""Cloud Armor: security policies and their rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from spillover.model.names import Link, ResourceName
from spillover.model.source import Maybe, Origin, Undetermined, Unknown, decided
from spillover.records import dataclass

LAST_PRIORITY = 2147483647
"""The priority of the default rule, which matches whatever no other rule matches."""

EVERYBODY = frozenset({"*", "0.0.0.0/0", "::/0"})
"""Ranges of sources that hold every address of their family."""


@dataclass(frozen=True)
class SecurityRule:
    """One rule of a policy; of two that match the one with the lower priority number decides.

    ``content`` is the same for rules that do the same: its action and all that it matches.
    ``source_ranges`` is None where it does not match by address; ``expression`` is one of CEL.
    ``policy`` is set for a rule that is a resource of its own.
    """

    priority: Maybe[int] = None
    action: Maybe[str] = None
    preview: Maybe[bool] = None
    source_ranges: Maybe[tuple[str | Unknown, ...]] = None
    expression: Maybe[str] = None
    content: str | Unknown = ""
    policy: Maybe[Link] = None
    origin: Origin = field(default=Origin("", "security policy rule"), compare=False)

    @property
    def denies(self) -> bool | Unknown:
        """Whether it refuses what it matches; one in preview only logs."""
        for each in (self.action, self.preview):
            if isinstance(each, Unknown):
                return each
        return bool(self.action) and str(self.action).startswith("deny") and not self.preview


@dataclass(frozen=True)
class SecurityPolicy:
    """A security policy, global or regional. A policy without a default rule of its own allows all.

    ``adaptive_protection`` tells whether its defence of layer 7 is on.
    """

    name: Maybe[str] = None
    region: Maybe[str] = None
    is_global: bool = False
    type: Maybe[str] = None
    rules: Maybe[tuple[SecurityRule, ...]] = None
    adaptive_protection: Maybe[bool] = None
    identity: ResourceName | None = None
    origin: Origin = field(default=Origin("", "security policy"), compare=False)


def first_for_everybody(rules: Iterable[SecurityRule]) -> SecurityRule | None:
    """The first rule that matches an address of which nothing is known.

    Raises:
        Undetermined: a rule before it may match for another reason.
    """
    for rule in sorted(rules, key=lambda rule: decided(rule.priority) or 0):
        preview, ranges = decided(rule.preview, rule.source_ranges)
        if preview:
            continue
        if EVERYBODY.intersection(each for each in ranges or () if isinstance(each, str)):
            return rule
        if decided(rule.expression) is not None and not decided(rule.denies):
            raise Undetermined(Unknown("what it matches", at=rule.origin.at("expression")))
        unknown = [each for each in ranges or () if isinstance(each, Unknown)]
        if unknown:
            raise Undetermined(*unknown)
    return None
