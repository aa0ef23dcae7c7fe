"""What a ratio works like with n backends: the share of healthy ones is one of 1/n, 2/n, ... 1.

Source: semantics of "Nonzero spillover ratio" in docs.cloud.google.com/load-balancing/docs/internal/
zonal-affinity, 2026-05. Of a size within bounds it is told what holds for every number within them; None
where the numbers differ.
"""

from __future__ import annotations

from fractions import Fraction

from spillover.model.capacity import Size


def is_like_one(ratio: Fraction, size: Size) -> bool | None:
    """Whether one unhealthy backend of several is too many: the fewer there are, the more does one count."""
    if (size.most is not None and size.most < 2) or not _one_is_too_many(ratio, max(size.least, 2)):
        return False
    if size.least > 1 and size.most is not None and _one_is_too_many(ratio, size.most):
        return True
    return None


def _one_is_too_many(ratio: Fraction, number: int) -> bool:
    return ratio * number > number - 1


def is_like_zero(ratio: Fraction, size: Size) -> bool | None:
    """Whether one healthy backend is enough."""
    if size.most is not None and ratio * size.most <= 1:
        return True
    return False if ratio * size.least > 1 else None


def is_met(ratio: Fraction, size: Size) -> bool | None:
    """Whether some number of healthy backends is exactly that share; of no backends there is none."""
    if size.most is None:
        return None
    met = {(ratio * number).denominator == 1 for number in range(max(size.least, 1), size.most + 1)}
    return None if len(met) > 1 else True in met
