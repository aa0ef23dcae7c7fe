"""The routing policy of a record set as it is decided on: items, and in each the targets to be answered."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, WeightedItem
from spillover.model.source import Maybe, Origin, Undetermined, Unknown, decided
from spillover.model.targets import Address, Targets
from spillover.records import dataclass


@dataclass(frozen=True)
class Target:
    """An address, or what gives it one. An ``internal`` load balancer reports its health itself.

    Of what is not ``checked`` Cloud DNS knows no health.
    """

    name: str
    checked: bool = True
    internal: bool = False


@dataclass(frozen=True)
class Item:
    """The targets of the primary or of one item, with the item's location or weight."""

    targets: tuple[Target, ...] | Unknown
    location: Maybe[str] = None
    weight: Fraction | Unknown = Fraction(0)

    @property
    def known(self) -> tuple[Target, ...]:
        """Its targets, as far as they are known."""
        return () if isinstance(self.targets, Unknown) else self.targets


@dataclass(frozen=True)
class Failover:
    """A failover policy. ``trickle`` is the share of answers that carry the backup, in [0, 1]."""

    primary: Item
    backup: tuple[Item, ...] | Unknown
    trickle: Fraction | Unknown = Fraction(0)
    fencing: bool | Unknown = False

    @property
    def items(self) -> tuple[Item, ...] | Unknown:
        """The items of the backup."""
        return self.backup


@dataclass(frozen=True)
class Geographic:
    """A geographic policy on its own."""

    items: tuple[Item, ...] | Unknown
    fencing: bool | Unknown = False


@dataclass(frozen=True)
class Weighted:
    """A weighted policy."""

    items: tuple[Item, ...] | Unknown


Policy: TypeAlias = Failover | Geographic | Weighted


def policy_of(record_set: RecordSet) -> Policy:
    """The one routing policy of a record set (semantics 5.2: policies are not combined).

    Raises:
        Undetermined: it is not known which it has, or it has none, or several.
    """
    policy = decided(record_set.routing_policy)
    written = [] if policy is None else [policy.primary_backup, policy.geo, policy.weighted]
    if policy is None or len([each for each in written if each is not None]) != 1:
        at = record_set.origin.at("routing_policy")
        raise Undetermined(Unknown("which routing policy it has, for the API takes one", at=at))
    if policy.primary_backup is not None:
        return _failover(decided(policy.primary_backup))
    if policy.geo is not None:
        return Geographic(_items(policy.geo), policy.fencing or False)
    return Weighted(_items(policy.weighted))


def targets_of(policy: Policy) -> Iterator[Target]:
    """Every target of a policy that is known, the primary's first."""
    if isinstance(policy, Failover):
        yield from policy.primary.known
    for item in () if isinstance(policy.items, Unknown) else policy.items:
        yield from item.known


def _failover(policy: PrimaryBackup | None) -> Failover:
    assert policy is not None
    primary = _item(policy.primary)
    if primary.targets == ():
        primary = Item(Unknown("the primary, which has no address", at=policy.origin.at("primary")))
    return Failover(primary, _items(policy.backup), _trickle(policy), policy.fencing or False)


def _trickle(policy: PrimaryBackup) -> Fraction | Unknown:
    """Not written is 0; what the API refuses is no share of anything (FO012)."""
    ratio = policy.trickle_ratio
    if isinstance(ratio, Unknown):
        return ratio
    share = Fraction(ratio or 0)
    at = policy.origin.at("trickle_ratio")
    return share if 0 <= share <= 1 else Unknown(f"a trickle ratio of {ratio}, outside of [0, 1]", at=at)


def _items(items: Maybe[tuple[GeoItem | WeightedItem, ...]]) -> tuple[Item, ...] | Unknown:
    if isinstance(items, Unknown):
        return items
    return tuple(
        _item(each.targets, each.location)
        if isinstance(each, GeoItem)
        else _item(each.targets, weight=_weight(each.weight, each.origin))
        for each in items or ()
    )


def _weight(weight: Maybe[Decimal], origin: Origin) -> Fraction | Unknown:
    at = origin.at("weight")
    if weight is None or isinstance(weight, Unknown):
        return weight or Unknown("a weight that is not written", at=at)
    return Fraction(weight) if weight >= 0 else Unknown(f"a weight of {weight}, below 0", at=at)


def _item(
    targets: Maybe[Targets], location: Maybe[str] = None, weight: Fraction | Unknown = Fraction(0)
) -> Item:
    if targets is None or isinstance(targets, Unknown):
        return Item(targets or (), location, weight)
    lists = (targets.probed, targets.internal, targets.unchecked)
    unknown = next((each for each in lists if isinstance(each, Unknown)), None)
    return Item(unknown or tuple(_targets(targets)), location, weight)


def _targets(targets: Targets) -> Iterator[Target]:
    """Those of external endpoints, of internal load balancers, and of addresses that nobody checks."""
    for index, each in enumerate(_known(targets.probed)):
        yield Target(str(Address(each, targets.origin.at("external", index))))
    for internal in targets.internal if isinstance(targets.internal, tuple) else ():
        if internal.ip_address is not None:
            yield Target(str(Address(internal.ip_address, internal.origin.at("ip_address"))), internal=True)
    for index, each in enumerate(_known(targets.unchecked)):
        yield Target(str(Address(each, targets.origin.at("unchecked", index))), checked=False)


def _known(addresses: Maybe[tuple[str | Unknown, ...]]) -> tuple[str | Unknown, ...]:
    return addresses if isinstance(addresses, tuple) else ()
