"""Sets of backends, the quantity that the decision core computes with.

The unit is the VM or endpoint (semantics 4). Those of one group, zone and state of health
behave alike, so they stand in one :class:`Members`; a set of backends is a set of those.
Where a size is only known within bounds, a question about it is answered if every size
within the bounds gives the same answer, and is :class:`~spillover.model.source.Undetermined`
if not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from spillover.model.capacity import Size
from spillover.model.source import Undetermined, Unknown
from spillover.records import dataclass


@dataclass(frozen=True, slots=True)
class Members:
    """The VMs or endpoints of one group in one zone that are in the same state of health."""

    group: str
    zone: str
    healthy: bool
    size: Size
    names: tuple[str, ...] = ()

    def __hash__(self) -> int:  # what tells them apart in a set; sizes and names take longer to hash
        return hash((self.group, self.zone, self.healthy))


@dataclass(frozen=True)
class BackendSet:
    """A set of backends; it never holds :class:`Members` that are known to be none.

    What is asked of one set again and again, such as its size, it works out once.
    """

    members: frozenset[Members] = frozenset()

    @classmethod
    def of(cls, members: Iterable[Members]) -> BackendSet:
        """The set of all these backends."""
        return cls(frozenset(each for each in members if each.size.exact != 0))

    def __iter__(self) -> Iterator[Members]:
        return iter(sorted(self.members, key=lambda each: (each.zone, each.group, each.healthy, each.names)))

    def __and__(self, other: BackendSet) -> BackendSet:
        return BackendSet(self.members & other.members)

    def __or__(self, other: BackendSet) -> BackendSet:
        return BackendSet(self.members | other.members)

    def __le__(self, other: BackendSet) -> bool:
        return self.members <= other.members

    @cached_property
    def healthy(self) -> BackendSet:
        """The healthy ones among them."""
        return BackendSet(frozenset(each for each in self.members if each.healthy))

    def in_zone(self, zone: str | None) -> BackendSet:
        """Those in a zone; none, for a client that has no zone."""
        return BackendSet(frozenset(each for each in self.members if each.zone == zone))

    @cached_property
    def size(self) -> Size:
        """How many VMs or endpoints there are."""
        sizes = [each.size for each in self.members]
        if all(size.because is None for size in sizes):
            return Size.total(sizes)
        return Size.total(each.size for each in self)  # in order: the first cause is that of the sum

    def zones(self) -> Mapping[str, Size]:
        """The size in each zone that holds any, sorted by zone."""
        return self._zones

    @cached_property
    def _zones(self) -> Mapping[str, Size]:
        sizes: dict[str, Size] = {}
        for each in self:
            sizes[each.zone] = sizes[each.zone] + each.size if each.zone in sizes else each.size
        return sizes

    def is_empty(self) -> bool:
        """Whether there is no backend in it.

        Raises:
            Undetermined: there may be none, and there may be some.
        """
        size = self.size
        if size.least > 0:
            return False
        if not self.members:
            return True
        raise Undetermined(size.because or Unknown("the number of backends"))


@dataclass(frozen=True, slots=True)
class Share:
    """A ratio of two numbers of backends, in [0, 1], exact or within bounds.

    ``reached`` is false where ``most`` is a bound that no size attains.
    """

    least: Fraction
    most: Fraction
    reached: bool = True
    because: Unknown | None = None

    @property
    def exact(self) -> Fraction | None:
        """The ratio, where there is only one that it can be."""
        return self.least if self.least == self.most else None

    def at_least(self, threshold: Fraction) -> bool:
        """Whether the ratio is greater than or equal to the threshold.

        Raises:
            Undetermined: the threshold lies between the bounds.
        """
        if self.least >= threshold:
            return True
        if self.most < threshold or (self.most == threshold and not self.reached):
            return False
        raise Undetermined(self.because or Unknown("the number of backends"))


def share(part: BackendSet, whole: BackendSet) -> Share:
    """count(part) / count(whole), for a part of a set that holds one backend at least.

    With ``rest = whole - part`` the ratio is part / (part + rest): it grows with the part and
    falls with the rest, so the bounds of the two sizes give its bounds exactly.
    """
    if part == whole:
        return Share(Fraction(1), Fraction(1))
    kept, rest = part.size, BackendSet(whole.members - part.members).size
    least = Fraction(0) if rest.most is None else Fraction(kept.least, kept.least + rest.most)
    because = kept.because or rest.because
    if kept.most is None:
        return Share(least, Fraction(1), reached=rest.least == 0, because=because)
    return Share(least, Fraction(kept.most, kept.most + rest.least), because=because)
