"""Functions of numbers: what Terraform 1.11.4 answers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.number import Number
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, ListOf, Type
from spillover.read.cty.value import EvaluationError, LimitError, Value, null, number, pending, text
from spillover.read.functions.float64 import log, power
from spillover.read.functions.function import call
from spillover.read.functions.numeric import FUNCTIONS

NAMED = {each.name: each for each in FUNCTIONS}


def value(plain: object) -> Value:
    if isinstance(plain, Value):
        return plain
    return text(plain) if isinstance(plain, str) else number(Number(str(plain)))


def ask(name: str, *arguments: object) -> Value:
    return call(NAMED[name], [value(each) for each in arguments])


@pytest.mark.parametrize(
    ("name", "arguments", "expected", "bits"),
    [
        ("abs", (-1.5,), "1.5", 512),
        ("abs", ("5",), "5", 512),
        ("abs", (number(-3),), "3", 64),
        ("ceil", (1.2,), "2", 512),
        ("ceil", (-1.5,), "-1", 512),
        ("ceil", ("1000000000000000000000000000000.5",), "1000000000000000000000000000001", 512),
        ("floor", (1.8,), "1", 512),
        ("floor", (-0.5,), "-1", 512),
        ("log", (16, 2), "4", 53),
        ("log", (16, 5), "1.7227062322935722", 53),
        ("log", ("1e300", 10), "299.99999999999994", 53),
        ("log", (0.5, 0), "0", 53),
        ("log", (2, 0), "0", 53),
        ("max", (5, 12, 9), "12", 512),
        ("max", (number(5), 5, -1.5), "5", 64),
        ("min", (5, "-1.5", 9), "-1.5", 512),
        ("parseint", ("ff", 16), "255", 64),
        ("parseint", ("-FF", "16"), "-255", 64),
        ("parseint", ("+0", 10), "0", 64),
        ("parseint", ("Zz", 36), "1295", 64),
        ("parseint", ("aZ", 62), "681", 64),
        ("parseint", ("9" * 44, 10), "9" * 44, 147),
        ("pow", (3, 2), "9", 53),
        ("pow", (3, -1.5), "0.19245008972987526", 53),
        ("pow", (2, 64), "18446744073709550000", 53),
        ("pow", (2, 0.1), "1.0717734625362931", 53),
        ("pow", (0, 0), "1", 53),
        ("signum", (-13,), "-1", 64),
        ("signum", (0,), "0", 64),
        ("signum", ("3",), "1", 64),
    ],
)
def test_known(name: str, arguments: tuple[object, ...], expected: str, bits: int) -> None:
    result = ask(name, *arguments)

    assert (str(result.content), result.content.bits) == (expected, bits)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("abs", (null(NUMBER),), "abs: num is null"),
        ("log", (-1.5, 2), "log: the result is no number"),
        ("log", (16, -1.5), "log: the result is no number"),
        ("log", (1, 1), "log: the result is no number"),
        ("log", ("1e400", 2), "log: a number is required that a float of 64 bits can hold"),
        ("max", (), "max: at least one number is required"),
        ("parseint", (5, 16), "parseint: number: a string is required, but this is number"),
        (
            "parseint",
            (pending(ListOf(STRING), "x"), 16),
            "parseint: number: a string is required, but this is list",
        ),
        ("parseint", ("ff", 5), "parseint: this is no integer of base 5"),
        ("parseint", ("", 10), "parseint: this is no integer of base 10"),
        ("parseint", ("1_0", 10), "parseint: this is no integer of base 10"),
        ("parseint", ("\u0130", 36), "parseint: this is no integer of base 36"),
        ("parseint", ("1", 63), "parseint: a base lies between 2 and 62"),
        ("parseint", ("1", 2.5), "parseint: a whole number is required"),
        ("pow", (-8, 0.5), "pow: the result is no number"),
        ("signum", (-1.5,), "signum: a whole number is required"),
    ],
)
def test_refused(name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError) as refused:
        ask(name, *arguments)

    assert str(refused.value).startswith(message)
    assert not isinstance(refused.value, LimitError)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("log", (0, 10), "log: the result is infinite"),
        ("log", (10, 1), "log: the result is infinite"),
        ("pow", (0, -1), "pow: the result is infinite"),
        ("pow", (10, 400), "pow: the result is infinite"),
        ("parseint", ("1" * 1500, 2), "parseint: a number beyond all bounds"),
        ("parseint", ("1" * 2000, 2), "parseint: a number beyond all bounds"),
    ],
)
def test_not_computed_here(name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(LimitError) as refused:
        ask(name, *arguments)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("name", "arguments", "type_", "not_null"),
    [
        ("abs", (pending(STRING, "x"),), NUMBER, True),
        ("max", (1, pending(NUMBER, "x")), NUMBER, True),
        ("parseint", (pending(STRING, "x"), 99), NUMBER, True),
        ("parseint", ("ff", pending(NUMBER, "x")), NUMBER, True),
        ("parseint", (pending(DYNAMIC, "x"), 16), DYNAMIC, False),
    ],
)
def test_unknown(name: str, arguments: tuple[object, ...], type_: Type, not_null: bool) -> None:
    result = ask(name, *arguments)

    assert result.pending
    assert (result.type, result.pending.because, result.pending.not_null) == (type_, "x", not_null)


def test_the_largest_is_the_argument_itself() -> None:
    first = number(7)

    assert ask("max", 1, first, number(7, 512)).content is first.content


class TestFloats:
    @pytest.mark.parametrize(
        ("x", "y", "expected"),
        [
            pytest.param(-1.0, 2.0**63, 1.0, id="minus one, to an even power"),
            pytest.param(0.5, 1e30, 0.0, id="vanishes"),
            pytest.param(2.0, -1e30, 0.0, id="vanishes, inverted"),
            pytest.param(0.5, -1e30, math.inf, id="grows"),
            pytest.param(2.0, 9000.0, math.inf, id="grows, bit by bit"),
            pytest.param(2.0, -9000.0, 0.0, id="vanishes, bit by bit"),
            pytest.param(0.0, 2.0, 0.0, id="of zero"),
            pytest.param(2.0, 0.5, 1.4142135623730951, id="root"),
            pytest.param(7.0, -0.5, 0.3779644730092272, id="inverse root"),
            pytest.param(1e30, 0.3, 999999999.9999993, id="as Go rounds"),
            pytest.param(1e-30, -2.7, 1.0000000000000111e81, id="as Go rounds, inverted"),
            pytest.param(1.5, 1.75, 2.0331045081221508, id="more than half a fraction"),
        ],
    )
    def test_power(self, x: float, y: float, expected: float) -> None:
        assert power(x, y) == expected

    @given(st.floats(1e-300, 1e300))
    def test_logarithm(self, x: float) -> None:
        assert math.isclose(log(x), math.log(x), rel_tol=1e-15, abs_tol=1e-16)

    @given(st.floats(0.01, 100), st.floats(-50, 50))
    def test_near_the_true_power(self, x: float, y: float) -> None:
        assert math.isclose(power(x, y), math.pow(x, y), rel_tol=1e-13)
