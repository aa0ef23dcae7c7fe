"""What a ratio works like with n backends."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spillover.model.capacity import Size
from spillover.plan.steps import is_like_one, is_like_zero, is_met

BOUNDS = [Size(least, most) for least in range(6) for most in range(least, 9)]
RATIOS = [Fraction(text) for text in ("0.1", "0.2", "0.25", "0.3", "1/3", "0.5", "0.6", "0.75", "0.8", "0.9")]


def over(verdicts: set[bool]) -> bool | None:
    return None if len(verdicts) > 1 else True in verdicts


@pytest.mark.parametrize("ratio", RATIOS, ids=str)
@pytest.mark.parametrize("size", BOUNDS, ids=str)
def test_by_every_number_within_the_bounds(ratio: Fraction, size: Size) -> None:
    """By the definition: which of the shares k/n are at or above the ratio. No backends have no share."""
    assert size.most is not None
    numbers = range(size.least, size.most + 1)
    one = {n > 1 and not any(Fraction(k, n) >= ratio for k in range(n)) for n in numbers}
    zero = {n == 0 or Fraction(1, n) >= ratio for n in numbers}
    met = {any(Fraction(k, n) == ratio for k in range(n + 1)) for n in numbers if n > 0}

    assert is_like_one(ratio, size) is over(one)
    assert is_like_zero(ratio, size) is over(zero)
    assert is_met(ratio, size) is over(met)


@pytest.mark.parametrize(
    ("ratio", "least", "like_one", "like_zero"),
    [
        ("0.9", 2, None, False),
        ("0.9", 10, False, False),
        ("0.5", 2, False, None),
        ("0.5", 3, False, False),
        ("0.3", 0, False, None),
    ],
)
def test_without_an_upper_bound(
    ratio: str, least: int, like_one: bool | None, like_zero: bool | None
) -> None:
    size = Size(least, None)

    assert is_like_one(Fraction(ratio), size) is like_one
    assert is_like_zero(Fraction(ratio), size) is like_zero
    assert is_met(Fraction(ratio), size) is None
