"""The whole numbers that Terraform's functions count with.

Source: cty's gocty/out.go, 2026-05.
"""

from __future__ import annotations

from spillover.read.cty.number import Number
from spillover.read.cty.value import EvaluationError

_LARGEST = (1 << 63) - 1


def whole(number: Number) -> int:
    """A number as an integer of 64 bits, which an offset, a length or a base has to be.

    Raises:
        EvaluationError: it has a fraction, or is too large.
    """
    if not number.is_whole or not -_LARGEST - 1 <= number.numerator <= _LARGEST:
        raise EvaluationError(f"a whole number is required, between {-_LARGEST - 1} and {_LARGEST}")
    return number.numerator
