"""A failover record: each primary load balancer beside each of its backups.

Only the requests for the record's own name, and for names that are aliases of it, reach the backup: so of
two URL maps that is compared which serves these hosts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from spillover.model.dns import RecordSet
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import proxy_of
from spillover.model.kind import BalancerKind, kinds_of
from spillover.model.source import Undetermined, Unknown
from spillover.plan.parity.compared import Compared, Comparison, Side
from spillover.plan.parity.features import Topic
from spillover.plan.parity.proxies import Names, compare_proxies
from spillover.records import dataclass

PRIMARIES = frozenset({BalancerKind.GLOBAL_EXTERNAL, BalancerKind.REGIONAL_EXTERNAL, BalancerKind.CLASSIC})
BACKUPS = frozenset({BalancerKind.REGIONAL_EXTERNAL})
FRONT_END = "front end"


@dataclass(frozen=True)
class Parity:
    """A primary and one of its backups."""

    record: FailoverRecord
    primary: Answer
    backup: Answer

    @cached_property
    def comparison(self) -> tuple[Compared | Unknown, ...]:
        """What is compared, and what could not be, each once.

        Raises:
            NotCovered: nothing of a kind on the way was read.
            Undetermined: it is not known which forwarding rules have an address.
        """
        return tuple(dict.fromkeys(_compare(self.record, self.primary, self.backup)))

    def differences(self, topic: Topic) -> Iterator[Compared]:
        """What the backup has otherwise than the primary, of one topic.

        Raises:
            NotCovered: as :attr:`comparison`.
            Undetermined: at the end, with all that could not be compared.
        """
        doubts: list[Unknown] = []
        for each in self.comparison:
            if isinstance(each, Unknown):
                doubts.append(each)
            elif each.topic is topic and isinstance(each.same, Unknown):
                doubts.append(each.same)
            elif each.topic is topic and not each.same:
                yield each
        if doubts:
            raise Undetermined(*doubts)


def parities(record: FailoverRecord) -> Iterator[Parity]:
    """Every pair of a primary and a backup that are not one and the same address."""
    for backup in record.external_backups:
        if not record.repeats_primary(backup):
            yield from (Parity(record, primary, backup) for primary in record.external_primary)


def _compare(record: FailoverRecord, primary: Answer, backup: Answer) -> Comparison:
    ours, theirs = record.owners(primary), record.owners(backup)
    yield from (doubt for _, doubt in (*ours.possible, *theirs.possible))
    if not (_may_be(PRIMARIES, ours.items) and _may_be(BACKUPS, theirs.items)):
        return  # a load balancer of another kind is another mistake
    names = tuple(_names(record))
    for rule in ours.items:
        yield from _compare_front_ends(record, names, rule, theirs.items)


def _may_be(kinds: frozenset[BalancerKind], rules: tuple[ForwardingRule, ...]) -> bool:
    return bool(rules) and all(kinds_of(rule).within(kinds) is not False for rule in rules)


def _compare_front_ends(
    record: FailoverRecord, names: Names, rule: ForwardingRule, others: tuple[ForwardingRule, ...]
) -> Comparison:
    """One front end of the primary and the backup's front end of the same port."""
    ports = ports_of(rule)
    if isinstance(ports, Unknown):
        yield ports
        return
    listening = [(other, ports_of(other)) for other in others]
    doubt = next((port for _, port in listening if isinstance(port, Unknown)), None)
    for port in ports:
        partner = next((each for each, has in listening if isinstance(has, tuple) and port in has), None)
        feature, ours = f"port {port}", Side("open", rule.origin.at("port_range"))
        if partner is None:
            theirs = Side("closed", others[0].origin.at("port_range"))
            yield Compared(FRONT_END, feature, ours, theirs, doubt or False, lacking=True)
            continue
        theirs = Side("open", partner.origin.at("port_range"))
        yield Compared(FRONT_END, feature, ours, theirs, same=True)
        yield _tiers(rule, partner)
        yield from _compare_behind(record, feature, names, rule, partner)


def _tiers(rule: ForwardingRule, other: ForwardingRule) -> Compared:
    """Google advises Standard Tier for a backup where latency comes second: a choice, and no mistake."""
    ours, theirs = (
        Side(each.network_tier or "PREMIUM", each.origin.at("network_tier")) for each in (rule, other)
    )
    return Compared(FRONT_END, "network tier", ours, theirs, True, Topic.TIER)


def _compare_behind(
    record: FailoverRecord, part: str, names: Names, rule: ForwardingRule, other: ForwardingRule
) -> Comparison:
    proxies, others = (proxy_of(record.deployment, each) for each in (rule, other))
    yield from (*proxies.doubts, *others.doubts)
    for proxy in proxies.items:
        for partner in others.items:
            yield from compare_proxies(record.deployment, part, names, proxy, partner)


def ports_of(rule: ForwardingRule) -> tuple[str, ...] | Unknown:
    """The ports of a proxy's forwarding rule, which has one; as a range it begins and ends with it."""
    if isinstance(rule.port_range, Unknown) or isinstance(rule.ports, Unknown):
        return rule.port_range if isinstance(rule.port_range, Unknown) else rule.ports  # type: ignore[return-value]
    doubt = next((port for port in rule.ports or () if isinstance(port, Unknown)), None)
    ports = tuple(port for port in rule.ports or () if isinstance(port, str))
    first, _, last = (rule.port_range or "").partition("-")
    ranged = (first if last in ("", first) else f"{first}-{last}",) if first else ()
    return doubt or (*ranged, *ports)


def _names(record: FailoverRecord) -> Iterator[str | Unknown]:
    """The names that clients ask for: the record's, and those of aliases of it, without the last dot."""
    name = record.record_set.name
    if name is None or isinstance(name, Unknown):
        yield name or Unknown(f"the name of {record.origin.address}", at=record.origin.at("name"))
        return
    yield _host(name)
    for each in record.deployment.every(RecordSet):
        to = each.data if each.type == "CNAME" and isinstance(each.data, tuple) else ()
        if isinstance(each.name, str) and _host(name) in (_host(to_) for to_ in to if isinstance(to_, str)):
            yield _host(each.name)


def _host(name: str) -> str:
    return name.rstrip(".").lower()
