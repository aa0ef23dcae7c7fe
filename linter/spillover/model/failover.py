"""A record set with a failover policy, and the load balancers that its addresses belong to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import partial

from spillover.model.alb import BackendBucket, ReservedAddress
from spillover.model.deployment import Deployment, Joined
from spillover.model.dns import GeoItem, PrimaryBackup, RecordSet, RoutingPolicy
from spillover.model.frontend import ForwardingRule
from spillover.model.graph import AddressBook, Attached, Reached, attached_to, backing_of, is_at
from spillover.model.kind import EXTERNAL_KINDS, INTERNAL_KINDS, kinds_of
from spillover.model.network import same_network
from spillover.model.service import BackendService
from spillover.model.source import FieldRef, Maybe, Origin, Undetermined, Unknown
from spillover.model.targets import Address, InternalTarget, Targets, same_address
from spillover.records import dataclass


@dataclass(frozen=True)
class Answer:
    """One address that a failover policy answers: of the primary, or of a backup item.

    ``internal`` is set for an internal load balancer, which is looked for in its network alone.
    """

    address: str | Unknown
    at: FieldRef
    backup: GeoItem | None = None
    internal: InternalTarget | None = None

    @property
    def is_private(self) -> bool:
        """Whether it is a number that the internet cannot reach."""
        return Address(self.address, self.at).private_kind is not None

    def __str__(self) -> str:
        return str(Address(self.address, self.at))


@dataclass(frozen=True)
class FailoverRecord:
    """A record set whose routing policy fails over, or may do so, in its deployment."""

    record_set: RecordSet
    deployment: Deployment = field(default_factory=Deployment, repr=False)
    book: AddressBook | None = field(default=None, repr=False, compare=False)

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[FailoverRecord]:
        """Every record set that has, or may have, a failover policy; they share one address book."""
        book = AddressBook(deployment)
        return (
            cls(each, deployment, book) for each in deployment.own(RecordSet) if each.failover is not None
        )

    @property
    def origin(self) -> Origin:
        """The record set's."""
        return self.record_set.origin

    @property
    def name(self) -> str:
        """What it is called in a message: by its name, or by its address where that is not known."""
        return self.origin.called(self.record_set.name)

    @property
    def primary(self) -> tuple[Answer, ...]:
        """The addresses of the primary."""
        policy = self.record_set.failover
        targets = policy.primary if isinstance(policy, PrimaryBackup) else policy
        return tuple(_answers(targets, self._at, None))

    @property
    def backups(self) -> tuple[Answer, ...]:
        """The addresses of the backup items, checked or not."""
        policy = self.record_set.failover
        items = policy.backup if isinstance(policy, PrimaryBackup) else policy
        if not isinstance(items, tuple):
            return tuple(_answers(items, self._at, None))
        return tuple(answer for item in items for answer in _answers(item.targets, self._at, item))

    @property
    def external_primary(self) -> tuple[Answer, ...]:
        """The addresses of the primary that are, or may be, addresses of the internet."""
        return self._external(self.primary)

    @property
    def external_backups(self) -> tuple[Answer, ...]:
        """The addresses of the backup items that are, or may be, addresses of the internet."""
        return self._external(self.backups)

    def _external(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """Those of no internal load balancer; where none is probed from the internet, none is of it.

        A number that the internet cannot reach is a mistake of its own (FO054).
        """
        if self.record_set.probes_external is False:
            return ()
        return tuple(each for each in answers if each.internal is None and not each.is_private)

    def repeats_primary(self, backup: Answer) -> bool:
        """Whether an address of the backup surely is one of the primary too, a mistake of its own (FO045)."""
        ours = Address(backup.address, backup.at)
        return any(same_address(Address(each.address, each.at), ours) is True for each in self.primary)

    @property
    def _at(self) -> FieldRef:
        return self.origin.at("routing_policy")

    def owners(self, answer: Answer) -> Joined[ForwardingRule]:
        """The forwarding rules that have, or may have, an address.

        Raises:
            NotCovered: no forwarding rule was read.
            Undetermined: nothing is known of the address, or none of those that were read has it.
        """
        fits = (
            partial(_is_in_network, self.deployment, answer.internal)
            if answer.internal
            else _is_of_the_internet
        )
        joined = (self.book or AddressBook(self.deployment)).rules_at(answer.address, fits)
        if not joined.items and not joined.possible:
            raise Undetermined(
                Unknown(f"the forwarding rule that has {answer}, which was not read", at=answer.at)
            )
        return joined

    def owner(self, answer: Answer) -> ForwardingRule:
        """The forwarding rule that surely has an address; of several the first, for they are of one place.

        Raises:
            NotCovered, Undetermined: as :meth:`owners`, and where it is not sure.
        """
        joined = self.owners(answer)
        if not joined.items:
            raise Undetermined(*(doubt for _, doubt in joined.possible))
        return joined.items[0]

    def groups(self, answer: Answer) -> Reached[Attached]:
        """The groups of backends behind an address.

        Raises:
            NotCovered, Undetermined: as :meth:`owners`.
        """
        return self.backing(answer).then(lambda service: attached_to(self.deployment, service))

    def backing(self, answer: Answer) -> Reached[BackendService | BackendBucket]:
        """The backend services and buckets behind an address, behind all of its forwarding rules.

        Raises:
            NotCovered, Undetermined: as :meth:`owners`.
        """
        owners = self.owners(answer)
        doubts = tuple(doubt for _, doubt in owners.possible)
        return Reached(owners.items, doubts).then(lambda rule: backing_of(self.deployment, rule))

    def unused(self, answer: Answer) -> Maybe[ReservedAddress]:
        """The reserved address that an answer is, if it is listed as not in use and no rule may have it.

        An answer of which nothing is known may be any that is listed so.
        """
        listed = [each for each in self.deployment.every(ReservedAddress) if each.status == "RESERVED"]
        if isinstance(answer.address, Unknown):
            return answer.address if listed and answer.address.refers_to is None else None
        for reserved in listed:
            if is_at(self.deployment, answer.address, reserved) is True:
                rules = self.deployment.every(ForwardingRule)
                used = (is_at(self.deployment, answer.address, rule) for rule in rules)
                return reserved if all(each is False for each in used) else None
        return None


@dataclass(frozen=True)
class SteeredRecord:
    """A record set whose routing policy may answer clients with an address of another region than theirs.

    A failover does, and so do a geographic policy whose nearest item is not healthy, unless it is fenced,
    and a weighted one, which does not ask where clients are.
    """

    record: FailoverRecord

    @classmethod
    def views_of(cls, deployment: Deployment) -> Iterator[SteeredRecord]:
        """Every record set that has, or may have, a routing policy; they share one address book."""
        book = AddressBook(deployment)
        records = (each for each in deployment.own(RecordSet) if each.routing_policy is not None)
        return (cls(FailoverRecord(each, deployment, book)) for each in records)

    @property
    def origin(self) -> Origin:
        """The record set's."""
        return self.record.origin

    @property
    def is_weighted(self) -> bool:
        """Whether answers go by weight, to clients anywhere."""
        policy = self.record.record_set.routing_policy
        return isinstance(policy, RoutingPolicy) and policy.geo_items is None and policy.weighted is not None

    @property
    def is_fenced(self) -> Maybe[bool]:
        """Whether clients are kept with the nearest item; of a failover only the backups can be."""
        policy = self.record.record_set.routing_policy
        is_geographic = isinstance(policy, RoutingPolicy) and policy.primary_backup is None
        return policy.fencing if isinstance(policy, RoutingPolicy) and is_geographic else False

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The addresses of all items."""
        if self.record.record_set.failover is not None:
            return (*self.record.primary, *self.record.backups)
        at = self.origin.at("routing_policy")
        return tuple(
            answer for targets in self.record.record_set.targets for answer in _answers(targets, at, None)
        )


def _answers(targets: Maybe[Targets], at: FieldRef, item: GeoItem | None) -> Iterator[Answer]:
    """The addresses of one item; a list that is not known is one address that is not."""
    if targets is None or isinstance(targets, Unknown):
        yield from () if targets is None else (Answer(targets, targets.at or at, item),)
        return
    for name, addresses in (("external", targets.probed), ("unchecked", targets.unchecked)):
        if isinstance(addresses, Unknown):
            yield Answer(addresses, targets.origin.at(name), item)
        else:
            for index, address in enumerate(addresses or ()):
                yield Answer(address, targets.origin.at(name, index), item)
    if isinstance(targets.internal, Unknown):
        yield Answer(targets.internal, targets.origin.at("internal"), item)
        return
    for internal in targets.internal or ():
        if internal.ip_address is not None:
            yield Answer(internal.ip_address, internal.origin.at("ip_address"), item, internal)


def _is_of_the_internet(rule: ForwardingRule) -> bool:
    return kinds_of(rule).within(EXTERNAL_KINDS) is not False


def _is_in_network(deployment: Deployment, internal: InternalTarget, rule: ForwardingRule) -> bool | Unknown:
    """Whether a rule is of the network and region in which an internal address is one."""
    if kinds_of(rule).within(INTERNAL_KINDS) is False:
        return False
    if isinstance(rule.region, str) and isinstance(internal.region, str) and rule.region != internal.region:
        return False
    if rule.network is None or internal.network is None:
        return Unknown(f"the network of {rule.origin.address}", at=rule.origin.at("network"))
    return same_network(deployment, rule.network, internal.network, rule.origin.at("network"))
