"""The nearest location, by the published places of regions and those that an operator gives."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.options import Options
from spillover.model.places import is_region
from spillover.model.source import Maybe, Undetermined, Unknown
from spillover.plan.dns.geography import Geography
from spillover.plan.dns.regions import REGIONS, Coordinates

LOCATION = Unknown("var.location")
PUBLISHED = Geography()

regions = st.sampled_from(sorted(REGIONS))
some = st.lists(regions, min_size=1, max_size=6, unique=True)


def kilometres(one: str, other: str) -> float:
    """The great circle by the haversine formula, as another way to the same order."""
    first, second = REGIONS[one].at, REGIONS[other].at
    south, north = math.radians(first.latitude), math.radians(second.latitude)
    turned = math.radians(second.longitude - first.longitude)
    chord = math.sin((north - south) / 2) ** 2 + math.cos(south) * math.cos(north) * math.sin(turned / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(chord))


def undetermined(geography: Geography, client: str | None, *locations: Maybe[str]) -> list[str]:
    with pytest.raises(Undetermined) as raised:
        geography.nearest(client, locations)
    return [each.because for each in raised.value.unknowns]


class TestTable:
    def test_names_are_those_of_regions_in_order(self) -> None:
        assert all(is_region(name) for name in REGIONS)
        assert list(REGIONS) == sorted(REGIONS)

    def test_places_are_on_the_globe_and_two_are_never_one(self) -> None:
        places = [each.at for each in REGIONS.values()]

        assert all(abs(at.latitude) <= 90 and abs(at.longitude) <= 180 for at in places)
        assert len(set(places)) == len(places)


class TestNearest:
    @pytest.mark.parametrize(
        ("client", "locations", "nearest"),
        [
            ("us-east4", ("europe-west1", "us-east1", "us-west1"), "us-east1"),
            ("southamerica-east1", ("europe-west1", "us-east1"), "us-east1"),
            ("asia-southeast1", ("europe-west1", "us-east1"), "europe-west1"),
            ("europe-west3", ("europe-west4", "europe-west1", "europe-west6"), "europe-west6"),
            pytest.param(
                "asia-northeast1", ("us-west1", "europe-west1"), "us-west1", id="over the date line"
            ),
        ],
    )
    def test_of_several(self, client: str, locations: tuple[str, ...], nearest: str) -> None:
        assert locations[PUBLISHED.nearest(client, locations)] == nearest

    @pytest.mark.parametrize("client", [None, "us-east1", "nowhere-at1"])
    def test_one_alone_is_the_nearest_of_every_client(self, client: str | None) -> None:
        assert PUBLISHED.nearest(client, (LOCATION,)) == 0

    def test_the_region_itself_needs_no_place(self) -> None:
        assert PUBLISHED.nearest("nowhere-at1", ("us-east1", "nowhere-at1", LOCATION)) == 1

    def test_of_equally_near_ones_the_first_by_name(self) -> None:
        here, west, east = (Coordinates(Decimal(0), Decimal(each)) for each in (0, -10, 10))
        geography = Geography({"x-here1": here, "x-b1": west, "x-a1": east})

        assert geography.nearest("x-here1", ("x-b1", "x-a1")) == 1

    def test_of_one_location_twice_the_first(self) -> None:
        assert PUBLISHED.nearest("us-east1", ("us-west1", "us-east4", "us-east4")) == 1

    @pytest.mark.parametrize(
        ("client", "locations", "because"),
        [
            (None, ("us-east1", "us-west1"), ["the region of the clients"]),
            ("us-east1", ("us-west1", LOCATION), ["var.location"]),
            ("us-east1", ("us-west1", None), ["a location that is not written"]),
            (
                "nowhere-at1",
                ("us-west1", "nowhere-at2"),
                [
                    "where nowhere-at1 is (region_locations in the options can tell)",
                    "where nowhere-at2 is (region_locations in the options can tell)",
                ],
            ),
        ],
    )
    def test_undetermined(
        self, client: str | None, locations: tuple[Maybe[str], ...], because: list[str]
    ) -> None:
        assert undetermined(PUBLISHED, client, *locations) == because

    def test_an_operators_own_locations_win(self) -> None:
        options = Options(region_locations={"us-west1": (Decimal("33.2"), Decimal(-80))})

        assert PUBLISHED.nearest("us-east1", ("us-west1", "us-east4")) == 1
        assert Geography.of(options).nearest("us-east1", ("us-west1", "us-east4")) == 0

    @given(regions, some)
    def test_none_is_nearer_by_the_haversine_formula(self, client: str, locations: list[str]) -> None:
        nearest = locations[PUBLISHED.nearest(client, locations)]

        assert kilometres(client, nearest) <= min(kilometres(client, each) for each in locations) + 1e-6

    @given(regions, some)
    def test_the_order_of_the_items_does_not_matter(self, client: str, locations: list[str]) -> None:
        backwards = locations[::-1]

        assert (
            locations[PUBLISHED.nearest(client, locations)]
            == (backwards[PUBLISHED.nearest(client, backwards)])
        )
