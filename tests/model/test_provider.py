"""The versions of a provider that may be used, as bounds."""

from __future__ import annotations

import pytest

from spillover.model.provider import Version, Versions

SIX = (6, 0, 0)


@pytest.mark.parametrize(
    ("versions", "since"),
    [
        pytest.param(Versions(), None, id="any"),
        pytest.param(Versions(SIX), True, id="from it on"),
        pytest.param(Versions((7, 1, 0), (8, 0, 0)), True, id="later ones"),
        pytest.param(Versions(before=SIX), False, id="before it"),
        pytest.param(Versions((5, 0, 0), (5, 45, 0)), False, id="earlier ones"),
        pytest.param(Versions((5, 0, 0), (7, 0, 0)), None, id="some of them"),
        pytest.param(Versions((7, 0, 0), (6, 0, 0)), None, id="there is none"),
    ],
)
def test_since(versions: Versions, since: bool | None) -> None:
    assert versions.since(SIX) is since


@pytest.mark.parametrize(
    ("versions", "straddle"),
    [
        pytest.param(Versions(), True, id="any"),
        pytest.param(Versions((5, 0, 0)), True, id="from an earlier one on"),
        pytest.param(Versions((5, 0, 0), (6, 0, 1)), True, id="up to it"),
        pytest.param(Versions((5, 0, 0), SIX), False, id="before it"),
        pytest.param(Versions(SIX), False, id="from it on"),
        pytest.param(Versions((7, 0, 0), (6, 0, 0)), False, id="there is none"),
        pytest.param(Versions((5, 5, 0), (5, 0, 0)), False, id="nor here"),
    ],
)
def test_straddle(versions: Versions, straddle: bool) -> None:
    assert versions.straddle(SIX) is straddle


@pytest.mark.parametrize(
    ("least", "before", "expected"),
    [
        ((5, 0, 0), None, Versions((5, 5, 0), (7, 0, 0))),
        ((6, 0, 0), (6, 1, 0), Versions((6, 0, 0), (6, 1, 0))),
        ((6, 0, 0), (8, 0, 0), Versions((6, 0, 0), (7, 0, 0))),
    ],
)
def test_both(least: Version, before: Version | None, expected: Versions) -> None:
    one, other = Versions((5, 5, 0), (7, 0, 0)), Versions(least, before)

    assert one & other == other & one == expected
    assert Versions() & Versions() == Versions()
