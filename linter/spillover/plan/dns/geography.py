"""The nearest of several locations (semantics 5.2: "the region nearest the client's source").

Cloud DNS calls the match the nearest and does not document how it measures (routing-policies-overview,
2026-10): here it is the great circle between the places of the regions. So that the outcome is the same on
every machine, sines are summed up in decimals, and of locations at one distance the first by name is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from decimal import Decimal, localcontext

from spillover.model.options import Options
from spillover.model.source import Maybe, Undetermined, Unknown
from spillover.plan.dns.regions import REGIONS, Coordinates
from spillover.records import dataclass

PI = Decimal("3.14159265358979323846264338327950288419717")
DIGITS = 40
SAME = Decimal("1e-15")
"""Cosines that differ by less are one distance: that of points some centimetres apart."""


@dataclass(frozen=True)
class Geography:
    """Where regions are; ``own`` are the locations that an operator gives, which win over the published."""

    own: Mapping[str, Coordinates] = field(default_factory=dict)

    @classmethod
    def of(cls, options: Options) -> Geography:
        """That of a deployment with these options."""
        return cls({region: Coordinates(*at) for region, at in options.region_locations.items()})

    def nearest(self, client: str | None, locations: Sequence[Maybe[str]]) -> int:
        """The index of the location that is nearest to a client's region. One alone is the nearest.

        Raises:
            Undetermined: a location is not known, or not where it is; an exact match needs no place.
        """
        if len(locations) == 1:
            return 0
        if client in locations and client is not None:
            return locations.index(client)
        here, *there = self._located((client or Unknown("the region of the clients"), *locations))
        order = [(-_nearness(here[1], at), name, index) for index, (name, at) in enumerate(there)]
        return min(order)[-1]

    def _located(self, regions: Sequence[Maybe[str]]) -> list[tuple[str, Coordinates]]:
        located = list(self._placed(regions))
        unknowns = tuple(each for each in located if isinstance(each, Unknown))
        if unknowns:
            raise Undetermined(*dict.fromkeys(unknowns))
        return [each for each in located if not isinstance(each, Unknown)]

    def _placed(self, regions: Sequence[Maybe[str]]) -> Iterator[tuple[str, Coordinates] | Unknown]:
        for region in regions:
            if region is None or isinstance(region, Unknown):
                yield region or Unknown("a location that is not written")
            elif region in self.own:
                yield region, self.own[region]
            elif region in REGIONS:
                yield region, REGIONS[region].at
            else:
                yield Unknown(f"where {region} is (region_locations in the options can tell)")


def _nearness(one: Coordinates, other: Coordinates) -> Decimal:
    """The cosine of the angle between two points as seen from the centre of the globe."""
    with localcontext() as context:
        context.prec = DIGITS
        first, second = _radians(one.latitude), _radians(other.latitude)
        turned = _cosine(_radians(one.longitude - other.longitude))
        cosine = _sine(first) * _sine(second) + _cosine(first) * _cosine(second) * turned
        return cosine.quantize(SAME)


def _radians(degrees: Decimal) -> Decimal:
    return degrees * PI / 180


def _sine(angle: Decimal) -> Decimal:
    return _series(angle, angle, 1)


def _cosine(angle: Decimal) -> Decimal:
    return _series(Decimal(1), angle, 0)


def _series(term: Decimal, angle: Decimal, power: int) -> Decimal:
    """The sum of a term, and of all that follow it in Taylor's series of sine or cosine."""
    total = Decimal(0)
    while total + term != total:
        total += term
        power += 2
        term *= -angle * angle / (power * (power - 1))
    return total
