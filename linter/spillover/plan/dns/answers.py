"""What is answered: from a routing policy, the health of its targets and a client's region to addresses.

Source: semantics 5.1 and 5.2, after docs.cloud.google.com/dns/docs/routing-policies-overview and
configure-routing-policies (2026-10) and the texts of the API (dns v1, RRSetRoutingPolicy).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction

from spillover.model.source import Undetermined, Unknown, decided
from spillover.plan.dns.geography import Geography
from spillover.plan.dns.policy import Failover, Geographic, Item, Policy, Weighted
from spillover.records import dataclass

FAILING_SOURCE_REGIONS = 2
"""From so many of the three source regions on a target is unhealthy (semantics 5.1)."""

UNDOCUMENTED_TRICKLE = Unknown("what is answered while no backup is healthy, which Google does not document")
UNDOCUMENTED_WEIGHTS = Unknown(
    "what is answered while no item with a weight above 0 is healthy, which Google does not document"
)


class Reason(StrEnum):
    """Why these addresses are answered (contract, a closed list).

    In a policy without a primary its place is taken by the item that is asked first: the nearest of a
    geographic policy, and each item of a weighted one.
    """

    PRIMARY_HEALTHY = "primary-healthy"
    SOME_PRIMARY_HEALTHY = "some-primary-healthy"
    TRICKLE = "trickle"
    PRIMARY_UNHEALTHY = "primary-unhealthy"
    NEXT_GEOGRAPHY = "next-geography"
    FENCED = "fenced"
    UNCHECKED_ONLY = "unchecked-only"
    ALL_UNHEALTHY = "all-unhealthy"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True)
class Response:
    """The addresses of one kind of answer, and its share of all answers; None where they are not known.

    ``location`` is that of the geographic item that they are of.
    """

    addresses: tuple[str, ...] | None
    reason: Reason
    share: Fraction = Fraction(1)
    location: str | None = None
    undetermined: tuple[Unknown, ...] = ()


@dataclass(frozen=True)
class Bucket:
    """An item in a state of health: all of its addresses, and those that it serves.

    "Unhealthy endpoints are omitted" (API); what nobody checks is never unhealthy.
    """

    addresses: tuple[str, ...]
    serving: tuple[str, ...]
    only_unchecked: bool

    @classmethod
    def of(cls, item: Item, unhealthy: AbstractSet[str]) -> Bucket:
        """That of an item.

        Raises:
            Undetermined: its targets are not known.
        """
        targets = decided(item.targets)
        serving = [each for each in targets if not each.checked or each.name not in unhealthy]
        checked = [each for each in targets if each.checked]
        return cls(
            tuple(each.name for each in targets),
            tuple(each.name for each in serving),
            bool(checked) and not any(each.checked for each in serving),
        )

    def answer(self, first: Reason, some: Reason) -> Response:
        """What it serves. Where every checked address fails, the others are answered (semantics 5.2, D12)."""
        if self.only_unchecked:
            return Response(self.serving, Reason.UNCHECKED_ONLY)
        return Response(self.serving, first if self.serving == self.addresses else some)


def is_unhealthy(failing_source_regions: int) -> bool:
    """Whether an external endpoint is unhealthy, by the number of source regions whose checks fail."""
    return failing_source_regions >= FAILING_SOURCE_REGIONS


def responses(
    policy: Policy, unhealthy: AbstractSet[str], client: str | None, geography: Geography
) -> tuple[Response, ...]:
    """What clients near a region are answered, while the targets of these names are unhealthy."""
    try:
        if isinstance(policy, Failover):
            return _failover(policy, unhealthy, client, geography)
        if isinstance(policy, Geographic):
            return (_geographic(policy, unhealthy, client, geography),)
        return _weighted(policy, unhealthy)
    except Undetermined as error:
        return (Response(None, Reason.UNDETERMINED, undetermined=error.unknowns),)


def _failover(
    policy: Failover, unhealthy: AbstractSet[str], client: str | None, geography: Geography
) -> tuple[Response, ...]:
    """Healthy primaries, all of them; the backup when every primary is unhealthy."""
    primary = Bucket.of(policy.primary, unhealthy)
    if primary.serving:
        return _with_trickle(policy, primary, unhealthy, client, geography)
    items = decided(policy.backup)
    if _none_serves(items, unhealthy):
        # "as if all endpoints are healthy": by the usual reading the primary; the set is not documented.
        return (Response(primary.addresses, Reason.ALL_UNHEALTHY),)
    return (_nearest(items, policy.fencing, unhealthy, client, geography, Reason.PRIMARY_UNHEALTHY),)


def _with_trickle(
    policy: Failover, primary: Bucket, unhealthy: AbstractSet[str], client: str | None, geography: Geography
) -> tuple[Response, ...]:
    """A share of the answers carries the backup, "regardless of the health check status of the primary"."""
    trickle = decided(policy.trickle)
    served = primary.answer(Reason.PRIMARY_HEALTHY, Reason.SOME_PRIMARY_HEALTHY)
    shares = [replace(served, share=1 - trickle)] if trickle < 1 else []
    if trickle > 0:
        shares.append(replace(_trickled(policy, unhealthy, client, geography), share=trickle))
    return tuple(shares)


def _trickled(
    policy: Failover, unhealthy: AbstractSet[str], client: str | None, geography: Geography
) -> Response:
    try:
        items = decided(policy.backup)
        if _none_serves(items, unhealthy):
            raise Undetermined(UNDOCUMENTED_TRICKLE)
        backup = _nearest(items, policy.fencing, unhealthy, client, geography, Reason.TRICKLE)
    except Undetermined as error:
        return Response(None, Reason.UNDETERMINED, undetermined=error.unknowns)
    return replace(backup, reason=Reason.TRICKLE)


def _geographic(
    policy: Geographic, unhealthy: AbstractSet[str], client: str | None, geography: Geography
) -> Response:
    items = decided(policy.items)
    if not items:
        raise Undetermined(Unknown("its items, of which there is none"))
    return _nearest(items, policy.fencing, unhealthy, client, geography, Reason.PRIMARY_HEALTHY)


def _nearest(
    items: Sequence[Item],
    fencing: bool | Unknown,
    unhealthy: AbstractSet[str],
    client: str | None,
    geography: Geography,
    first: Reason,
) -> Response:
    """The nearest item; if it is wholly unhealthy, the nearest of those that serve, unless it is fenced.

    With fencing "we return all the items in the current bucket even when all targets are unhealthy" (API).
    """
    nearest = items[geography.nearest(client, [each.location for each in items])]
    bucket = Bucket.of(nearest, unhealthy)
    some = Reason.SOME_PRIMARY_HEALTHY if first is Reason.PRIMARY_HEALTHY else first
    if bucket.serving:
        return _at(nearest, bucket.answer(first, some))
    if decided(fencing):
        return _at(nearest, Response(bucket.addresses, Reason.FENCED))
    others = [each for each in items if Bucket.of(each, unhealthy).serving]
    if not others:
        return _at(nearest, Response(bucket.addresses, Reason.ALL_UNHEALTHY))
    following = others[geography.nearest(client, [each.location for each in others])]
    return _at(following, Response(Bucket.of(following, unhealthy).serving, Reason.NEXT_GEOGRAPHY))


def _at(item: Item, response: Response) -> Response:
    location = None if isinstance(item.location, Unknown) else item.location
    return replace(response, location=location)


def _none_serves(items: Iterable[Item], unhealthy: AbstractSet[str]) -> bool:
    """Whether all items are wholly unhealthy; one that serves decides, whatever the others are.

    Raises:
        Undetermined: the targets of an item are not known, and no other item serves.
    """
    known = [each for each in items if not isinstance(each.targets, Unknown)]
    if any(Bucket.of(each, unhealthy).serving for each in known):
        return False
    return not any(Bucket.of(each, unhealthy).serving for each in items)


def _weighted(policy: Weighted, unhealthy: AbstractSet[str]) -> tuple[Response, ...]:
    """Each item by its weight; the share of an unhealthy one goes to the others, by their weights."""
    items = decided(policy.items)
    buckets = [(Bucket.of(each, unhealthy), decided(each.weight)) for each in items]
    serving = [(each, weight) for each, weight in buckets if each.serving]
    total = sum((weight for _, weight in serving or buckets), Fraction(0))
    if not total:
        raise Undetermined(UNDOCUMENTED_WEIGHTS)
    if not serving:
        return tuple(
            Response(each.addresses, Reason.ALL_UNHEALTHY, weight / total)
            for each, weight in buckets
            if weight
        )
    return tuple(
        replace(each.answer(Reason.PRIMARY_HEALTHY, Reason.SOME_PRIMARY_HEALTHY), share=weight / total)
        for each, weight in serving
        if weight
    )
