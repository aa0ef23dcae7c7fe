"""What the names of regions tell."""

from __future__ import annotations

import pytest

from spillover.model.places import continent_of


@pytest.mark.parametrize(
    ("region", "continent"),
    [
        ("us-east1", "North America"),
        ("northamerica-northeast1", "North America"),
        ("southamerica-east1", "South America"),
        ("europe-west1", "Europe"),
        ("asia-southeast1", "Asia"),
        ("me-central1", "the Middle East"),
    ],
)
def test_continent(region: str, continent: str) -> None:
    assert continent_of(region) == continent
