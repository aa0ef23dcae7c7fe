"""Terraform's functions of numbers.

Most keep the precision of what they are given; ``log`` and ``pow`` compute with floats, of 53 bits.

Source: "Numeric Functions" of Terraform's documentation; cty's function/stdlib/number.go and
Terraform's internal/lang/funcs/number.go where it is silent, 2026-05.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from string import ascii_lowercase, ascii_uppercase, digits

from spillover.read.cty.number import COUNTED, MOST_DIGITS, BeyondBoundsError, Number
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, spelled_type
from spillover.read.cty.value import EvaluationError, LimitError, Value, number, pending
from spillover.read.functions.float64 import log, power
from spillover.read.functions.function import Function, Parameter, simple
from spillover.read.functions.whole import whole

_FLOAT = 53


def _exact(function: Callable[[Fraction], Fraction | int]) -> Callable[[Number], Number]:
    """A function of exact numbers, whose result has the precision of its argument."""
    return lambda given: Number(Fraction(function(Fraction(given))), given.bits)


def _float(given: Number) -> float:
    try:
        return float(Fraction(given))
    except OverflowError:
        raise EvaluationError("a number is required that a float of 64 bits can hold") from None


def _number(result: float) -> Value:
    """A result. Terraform knows infinite ones, which nobody means."""
    if math.isnan(result):
        raise EvaluationError("the result is no number")
    if math.isinf(result):
        raise LimitError("the result is infinite")
    return number(Fraction(result), _FLOAT)


def _log(given: Value, base: Value) -> Value:
    """The quotient of two logarithms, where a number divided by zero is infinite."""
    above, below = log(_float(given.content)), log(_float(base.content))
    if below == 0:
        return _number(above * math.inf)
    return _number(above / below)


def _pow(given: Value, exponent: Value) -> Value:
    return _number(power(_float(given.content), _float(exponent.content)))


def _extreme(choose: Callable[..., Value]) -> Callable[..., Value]:
    """The first of the largest or smallest arguments, itself."""

    def compute(*numbers: Value) -> Value:
        if not numbers:
            raise EvaluationError("at least one number is required")
        return choose(numbers, key=lambda each: each.content)

    return compute


def _signum(given: Number) -> int:
    integer = whole(given)
    return (integer > 0) - (integer < 0)


def _parseint(given: Value, base: Value) -> Value:
    if given.pending and given.type is DYNAMIC:
        return pending(DYNAMIC, given.pending)
    if given.type is not STRING:
        raise EvaluationError(f"number: a string is required, but this is {spelled_type(given.type)}")
    unknown = given.pending or base.pending
    if unknown:
        return pending(NUMBER, unknown, not_null=True)
    radix = whole(base.content)
    if not 2 <= radix <= 62:
        raise EvaluationError("a base lies between 2 and 62")
    return _parsed(given.content, radix)


def _parsed(string: str, radix: int) -> Value:
    """An integer in digits and letters; up to base 36 capitals are as good, beyond they are more."""
    alphabet = (digits + ascii_lowercase + ascii_uppercase)[:radix]
    if radix <= 36:
        string = string.lower()
    unsigned = string[1:] if string.startswith(("+", "-")) else string
    if not unsigned or not set(unsigned) <= set(alphabet):
        raise EvaluationError(f"this is no integer of base {radix}")
    significant = unsigned.lstrip("0")
    if len(significant) > 4 * MOST_DIGITS:
        raise LimitError(str(BeyondBoundsError()))
    integer = 0
    for digit in significant:
        integer = integer * radix + alphabet.index(digit)
    signed = -integer if string.startswith("-") else integer
    try:
        return number(signed, max(COUNTED, integer.bit_length()))
    except BeyondBoundsError as error:
        raise LimitError(str(error)) from None


FUNCTIONS: tuple[Function, ...] = (
    simple("abs", _exact(abs), NUMBER, num=NUMBER),
    simple("ceil", _exact(math.ceil), NUMBER, num=NUMBER),
    simple("floor", _exact(math.floor), NUMBER, num=NUMBER),
    Function("log", (Parameter("num", NUMBER), Parameter("base", NUMBER)), _log, NUMBER),
    Function("max", (), _extreme(max), NUMBER, variadic=Parameter("numbers", NUMBER)),
    Function("min", (), _extreme(min), NUMBER, variadic=Parameter("numbers", NUMBER)),
    Function(
        "parseint",
        (Parameter("number", DYNAMIC, takes_unknown=True), Parameter("base", NUMBER, takes_unknown=True)),
        _parseint,
        NUMBER,
    ),
    Function("pow", (Parameter("num", NUMBER), Parameter("power", NUMBER)), _pow, NUMBER),
    simple("signum", _signum, NUMBER, num=NUMBER),
)
