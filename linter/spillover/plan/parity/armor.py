"""Cloud Armor on both sides: whether there is a policy, of the right scope, and with the same rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from spillover.model.armor import LAST_PRIORITY, SecurityPolicy, SecurityRule
from spillover.model.deployment import Deployment
from spillover.model.names import Link, is_global, unread
from spillover.model.service import BackendService
from spillover.model.source import Maybe, Undetermined, Unknown, decided
from spillover.plan.parity.compared import Compared, Comparison, Side, linked
from spillover.plan.parity.features import Topic

ARMOR = Topic.CLOUD_ARMOR
RULES = "rules of the security policy"


def compare_policies(
    deployment: Deployment, part: str, primary: BackendService, backup: BackendService
) -> Comparison:
    """The security policies of two services; what the backup has beyond the primary is its own affair."""
    yield _edge(part, primary, backup)
    ours, theirs = (
        Side(_called(deployment, each.security_policy), each.origin.at("security_policy"))
        for each in (primary, backup)
    )
    link, other = primary.security_policy, backup.security_policy
    if link is None or isinstance(link, Unknown) or isinstance(other, Unknown):
        doubt = next((each for each in (link, other) if isinstance(each, Unknown)), None)
        same: bool | Unknown = True if link is None else doubt or True
        yield Compared(part, "security policy", ours, theirs, same, ARMOR)
    elif other is None:
        yield Compared(part, "security policy", ours, theirs, same=False, topic=ARMOR, lacking=True)
    elif is_global(other) and not backup.is_global:
        theirs = Side(f"{theirs}, which is global", theirs.at)
        yield Compared(part, "security policy", ours, theirs, same=False, topic=ARMOR)
    else:
        yield Compared(part, "security policy", ours, theirs, same=True, topic=ARMOR)
        yield from _compare_rules(deployment, part, link, other, theirs)


def _called(deployment: Deployment, link: Maybe[Link]) -> str | Unknown:
    """A policy by its name, as far as that is known."""
    found = None if link is None or isinstance(link, Unknown) else deployment.find(link, (SecurityPolicy,))
    return found.name if found is not None and isinstance(found.name, str) else linked(link)


def _edge(part: str, primary: BackendService, backup: BackendService) -> Compared:
    """An edge policy, which is for global services alone."""
    link = primary.edge_security_policy
    ours = Side(linked(link), primary.origin.at("edge_security_policy"))
    theirs = Side(linked(backup.edge_security_policy), backup.origin.at("security_policy"))
    same = link if isinstance(link, Unknown) else link is None
    return Compared(part, "edge security policy", ours, theirs, same, ARMOR)


def _compare_rules(deployment: Deployment, part: str, ours: Link, theirs: Link, at: Side) -> Comparison:
    primary, backup = (deployment.find(each, (SecurityPolicy,)) for each in (ours, theirs))
    if primary is None or backup is None:
        yield _unknown(part, unread(ours if primary is None else theirs, at.at), at)
        return
    yield _adaptive(part, primary, backup)
    try:
        wanted, found = (tuple(_acting(policy, deployment)) for policy in (primary, backup))
    except Undetermined as undetermined:
        yield from (_unknown(part, each, at) for each in undetermined.unknowns)
        return
    left = Counter(rule.content for rule in found)
    missing: list[SecurityRule] = []
    for rule in wanted:
        if left[rule.content] > 0:
            left[rule.content] -= 1
        else:
            missing.append(rule)
    yield Compared(
        part,
        RULES,
        Side(_number(wanted), primary.origin.at("rules")),
        Side(_without(found, missing), backup.origin.at("rules")),
        same=not missing,
        topic=ARMOR,
    )


def _unknown(part: str, doubt: Unknown, at: Side) -> Compared:
    side = Side(doubt, doubt.at or at.at)
    return Compared(part, RULES, side, side, doubt, ARMOR)


def _number(rules: tuple[SecurityRule, ...]) -> str:
    return "1 rule" if len(rules) == 1 else f"{len(rules)} rules"


def _without(rules: tuple[SecurityRule, ...], missing: list[SecurityRule]) -> str:
    """How many rules there are, and which of the other policy's are not among them."""
    lost = ", ".join(f"{rule.action} at {rule.priority}" for rule in missing)
    return f"{_number(rules)}, without {lost}" if lost else _number(rules)


def _adaptive(part: str, primary: SecurityPolicy, backup: SecurityPolicy) -> Compared:
    ours, theirs = (
        Side(
            _on(policy.adaptive_protection),
            policy.origin.at("adaptive_protection"),
            is_written=policy.adaptive_protection is not None,
        )
        for policy in (primary, backup)
    )
    doubt = next((each.value for each in (ours, theirs) if isinstance(each.value, Unknown)), None)
    same = True if ours.value == "off" or theirs.value == "on" else doubt or False
    return Compared(part, "Adaptive Protection", ours, theirs, same, ARMOR)


def _on(flag: Maybe[bool]) -> str | Unknown:
    return flag if isinstance(flag, Unknown) else "on" if flag else "off"


def _acting(policy: SecurityPolicy, deployment: Deployment) -> Iterator[SecurityRule]:
    """The rules of a policy that do more than log, or than allow what is left.

    Raises:
        Undetermined: a rule is not known, or may be of this policy.
    """
    for rule in deployment.security_rules(policy):
        _, preview, priority = decided(rule.content, rule.preview, rule.priority)
        if not preview and not (priority == LAST_PRIORITY and rule.action == "allow"):
            yield rule
