"""Numbers as Terraform computes them: binary, with a mantissa of so many bits, rounded to even.

A number that is written has 512 bits, one that Terraform makes of a count has 64. Either is far
more than any ratio needs, and yet ``1/3`` is what Terraform prints, digit by digit.

Sources: Go's ``math/big`` (Float, ToNearestEven), cty's ``Number``, 2026-05.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache
from typing import Self

WRITTEN = 512
"""The bits of a number that is written, or that was read from a text."""

COUNTED = 64
"""The bits of a number that Terraform made of an integer of its own, such as a length."""

MOST_DIGITS = 400
"""A number with more digits than this before or after its point is not one that anyone means."""


class BeyondBoundsError(ValueError):
    """A number that is too large or too small to be meant."""

    def __init__(self) -> None:
        super().__init__("a number beyond all bounds")


class Number(Fraction):
    """A number and its precision in bits. It equals any number of the same value.

    Raises:
        BeyondBoundsError: it has more than ``MOST_DIGITS`` digits before or after its point.
    """

    __slots__ = ("bits",)
    bits: int

    def __new__(cls, value: int | str | Decimal | Fraction = 0, bits: int = WRITTEN) -> Self:
        """Round a value to so many bits."""
        exact = value if isinstance(value, int | Fraction) else _parsed(value)
        numerator, denominator = exact.numerator, exact.denominator
        if abs(numerator.bit_length() - denominator.bit_length()) > _MOST_BITS:
            raise BeyondBoundsError
        self = super().__new__(cls, *_rounded(numerator, denominator, bits))
        self.bits = bits
        return self

    @property
    def is_whole(self) -> bool:
        """Whether it has no fraction."""
        return self.denominator == 1

    def __str__(self) -> str:
        """The shortest decimal that stands for this number alone, without an exponent."""
        if self.is_whole and abs(self.numerator).bit_length() <= self.bits:
            return str(self.numerator)
        return _shortest(self.numerator, self.denominator, self.bits)

    def __format__(self, form: str) -> str:
        """As its text is, and not as a fraction is since Python 3.12."""
        return format(str(self), form)


_MOST_BITS = int(MOST_DIGITS * 3.33)
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\Z")


def parse(text: str) -> Number | None:
    """The number that a text spells, as Terraform converts it; None where it spells none.

    Raises:
        BeyondBoundsError: it has too many digits.
    """
    return Number(text) if _NUMBER.match(text) else None


def _parsed(value: str | Decimal) -> Fraction:
    try:
        number = Decimal(value)
    except InvalidOperation:  # its exponent alone has too many digits
        raise BeyondBoundsError from None
    if abs(number.adjusted()) > MOST_DIGITS or len(number.as_tuple().digits) > 4 * MOST_DIGITS:
        raise BeyondBoundsError
    return Fraction(number)


def _rounded(numerator: int, denominator: int, bits: int) -> tuple[int, int]:
    """The nearest number with so many bits, as a fraction; of two, the even one."""
    if denominator == 1 and abs(numerator).bit_length() <= bits:
        return numerator, 1
    shift = bits - numerator.bit_length() + denominator.bit_length()
    mantissa = _quotient(numerator, denominator, shift)
    if abs(mantissa).bit_length() > bits:  # the first guess was one bit too long
        shift -= 1
        mantissa = _quotient(numerator, denominator, shift)
    return (mantissa, 1 << shift) if shift >= 0 else (mantissa << -shift, 1)


def _quotient(numerator: int, denominator: int, shift: int) -> int:
    """``numerator * 2**shift / denominator``, rounded to even."""
    if shift >= 0:
        numerator <<= shift
    else:
        denominator <<= -shift
    quotient, rest = divmod(abs(numerator), denominator)
    quotient += 2 * rest > denominator or (2 * rest == denominator and quotient & 1)
    return -quotient if numerator < 0 else quotient


@lru_cache(maxsize=1000)  # a configuration has few fractions, and each of them many times
def _shortest(numerator: int, denominator: int, bits: int) -> str:
    """Digit after digit of the exact value, until what is left lies within half a last bit.

    Go's ``roundShortest``: the interval's ends belong to the number if its mantissa is even. It takes
    the interval below a power of two for as long as the one above, which floats do not.
    """
    number = Fraction(numerator, denominator)
    exact = abs(number)
    mantissa, unit = _mantissa(exact, bits)
    lower, upper = exact - unit / 2, exact + unit / 2
    closed = mantissa % 2 == 0
    exponent = len(str(exact.numerator)) - len(str(exact.denominator))
    if Fraction(10) ** exponent > exact:
        exponent -= 1
    scale = Fraction(10) ** exponent  # of the first digit
    digits, value = "", Fraction(0)
    while True:
        digit = int((exact - value) / scale)
        down = value + digit * scale
        up = down + scale
        may_down = down > lower or (closed and down == lower)
        may_up = up < upper or (closed and up == upper)
        if down == exact or (may_down and not may_up):
            return _placed(number, digits + str(digit), exponent)
        if may_down or may_up:
            nearer_up = not may_down or up - exact < exact - down
            nearer_up = nearer_up or (up - exact == exact - down and digit % 2 == 1)
            whole = int(digits + str(digit)) + nearer_up
            carried = len(str(whole)) - len(digits) - 1
            return _placed(number, str(whole), exponent + carried)
        digits, value, scale = digits + str(digit), down, scale / 10


def _mantissa(exact: Fraction, bits: int) -> tuple[int, Fraction]:
    """The mantissa with all its bits, and what its last one is worth; the denominator is a power of two."""
    shift = bits - exact.numerator.bit_length() + exact.denominator.bit_length() - 1
    unit = Fraction(1, 1 << shift) if shift >= 0 else Fraction(1 << -shift)
    return int(exact / unit), unit


def _placed(number: Fraction, digits: str, exponent: int) -> str:
    """Digits with their point, where the first one is worth ``10**exponent``."""
    digits = digits.rstrip("0") or "0"
    sign = "-" if number < 0 else ""
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    if len(digits) <= exponent + 1:
        return sign + digits.ljust(exponent + 1, "0")
    return f"{sign}{digits[: exponent + 1]}.{digits[exponent + 1 :]}"
