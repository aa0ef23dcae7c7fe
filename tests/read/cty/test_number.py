"""Numbers are rounded, printed and read as Go's big.Float does it for Terraform."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spillover.read.cty.number import COUNTED, MOST_DIGITS, BeyondBoundsError, Number, parse

DECIMALS = st.decimals(
    allow_nan=False, allow_infinity=False, min_value=-(10**80), max_value=10**80, places=30
)
RATIOS = st.fractions(max_denominator=10**9) | st.builds(Fraction, DECIMALS)
BITS = st.sampled_from([2, 8, 53, COUNTED, 512])

THIRD = f"0.{'3' * 154}5"


@pytest.mark.parametrize(
    ("value", "bits", "text"),
    [
        (0, 512, "0"),
        (-5, 512, "-5"),
        ("1.50", 512, "1.5"),
        ("1e3", 512, "1000"),
        (Decimal("1E-7"), 512, "0.0000001"),
        ("-0.25", 512, "-0.25"),
        (Fraction(1, 3), 512, THIRD),
        (Fraction(-2, 3), 64, "-0.6666666666666666667"),
        (Fraction(1, 3), 64, "0.33333333333333333334"),
        ("0.1", 53, "0.1"),
        (2**64 + 1, 64, "18446744073709551616"),
        (2**65 - 1, 64, "36893488147419103230"),
        (10**30 + 1, 64, "1000000000000000000000000000000"),
        (Fraction(2**64 + 1, 2), 64, "9223372036854775808"),
        (Fraction(2**64 + 3, 2), 64, "9223372036854775810"),
        ("9" * 200, 512, "1" + "0" * 200),
        ("1e399", 512, "1" + "0" * 399),
        ("1e-399", 512, "0." + "0" * 398 + "1"),
    ],
)
def test_printed(value: int | str | Decimal | Fraction, bits: int, text: str) -> None:
    assert str(Number(value, bits)) == text


@pytest.mark.parametrize(
    "value", ["1e401", "1e-401", f"0.3e{'4' * 60}", 10**500, Fraction(1, 10**500), "1" * 2000]
)
def test_beyond_all_bounds(value: int | str | Fraction) -> None:
    assert MOST_DIGITS == 400
    with pytest.raises(BeyondBoundsError, match="beyond all bounds"):
        Number(value)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("+1.50", Fraction(3, 2)),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("-1E+2", -100),
        ("", None),
        (".", None),
        (" 1", None),
        ("1_000", None),
        ("0x1f", None),
        ("1\n", None),
        ("٣", None),
        ("inf", None),
        ("NaN", None),
        ("1e", None),
    ],
)
def test_parsed(text: str, number: Fraction | None) -> None:
    found = parse(text)

    assert found == number
    assert found is None or found.bits == 512


def test_whole() -> None:
    assert Number(2).is_whole
    assert not Number("2.5").is_whole


@given(RATIOS, BITS)
def test_it_is_the_nearest_with_so_many_bits(exact: Fraction, bits: int) -> None:
    """Of two that are as near, the one whose mantissa is even."""
    rounded = Fraction(Number(exact, bits))

    assert exact.numerator == 0 or rounded.numerator != 0
    if exact:
        unit = _unit(abs(rounded), bits)
        error = abs(rounded - exact)
        assert (abs(rounded) / unit).denominator == 1
        assert error < unit / 2 or (error == unit / 2 and (abs(rounded) / unit).numerator % 2 == 0)


def _unit(value: Fraction, bits: int) -> Fraction:
    """What the last bit of a number is worth."""
    unit = Fraction(1)
    while value / unit >= 2**bits:
        unit *= 2
    while value / unit < 2 ** (bits - 1):
        unit /= 2
    return unit


@given(RATIOS, BITS)
def test_rounding_again_changes_nothing(exact: Fraction, bits: int) -> None:
    rounded = Number(exact, bits)

    assert Number(rounded, bits) == rounded == Number(rounded, 512)


@given(RATIOS, st.sampled_from([8, 53, COUNTED, 512]))
def test_its_text_reads_back_to_itself(exact: Fraction, bits: int) -> None:
    number = Number(exact, bits)
    assume(abs(number.numerator).bit_count() != 1)  # Go's text of a power of two may be too short

    assert Number(str(number), bits) == number


@given(DECIMALS)
def test_a_decimal_is_printed_as_written(value: Decimal) -> None:
    whole, _, fraction = format(value.copy_abs(), "f").partition(".")
    sign = "-" if value < 0 else ""

    assert str(Number(value)) == sign + f"{whole}.{fraction}".rstrip("0").rstrip(".")


def test_in_a_message_it_is_what_terraform_prints() -> None:
    assert f"{Number('1.5')} {Number('0.5'):>5}" == "1.5   0.5"
