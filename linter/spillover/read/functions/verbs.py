"""The verbs of ``format``: how one value is written.

Texts are padded by grapheme clusters, and numbers as Go's ``fmt`` does for its big ones.

Source: "format" of Terraform's documentation; cty's function/stdlib/format.go, Go's math/big
(intconv.go, ftoa.go) where it is silent, 2026-05.
"""

from __future__ import annotations

from fractions import Fraction

from spillover.read.cty.clusters import clusters
from spillover.read.cty.convert import convert
from spillover.read.cty.json_text import json_string, json_text
from spillover.read.cty.number import Number
from spillover.read.cty.types import BOOL, NUMBER, STRING
from spillover.read.cty.value import EvaluationError, LimitError, Value
from spillover.records import dataclass

FINEST = 2000
"""A number has no more digits than this that are not zero; more are not written."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb of a format: ``%``, flags, width, precision, a letter."""

    letter: str
    flags: str = ""
    width: int = 0
    precision: int | None = None

    def written(self, value: Value) -> str:
        """A value that is known as a whole, written as this verb says.

        Raises:
            EvaluationError: it cannot be, or there is no such verb.
            LimitError: it has too many digits.
        """
        if self.letter == "v":
            return self._padded(self._as_is(value))
        if value.is_null:
            raise EvaluationError("null cannot be formatted")
        match self.letter:
            case "t":
                return "true" if convert(value, BOOL).content else "false"
            case "s" | "q":
                return self._padded(self._text(convert(value, STRING).content))
            case "b" | "d" | "o" | "x" | "X":
                return self._integer(convert(value, NUMBER).content)
            case "e" | "E" | "f" | "g" | "G":
                return self._float(convert(value, NUMBER).content)
        raise EvaluationError("there is no such verb")

    def _as_is(self, value: Value) -> str:
        if "#" in self.flags or value.is_null or value.type not in (STRING, NUMBER):
            return json_text(value)
        if value.type is STRING:
            return str(value.content)
        number: Number = value.content
        return "-" * (number < 0) + _general(number, None)

    def _text(self, text: str) -> str:
        """A text, cut to so many clusters, except to none."""
        cut = "".join(clusters(text)[: self.precision]) if self.precision else text
        return json_string(cut) if self.letter == "q" else cut

    def _padded(self, text: str) -> str:
        if not self.width:
            return text
        padding = ("0" if "0" in self.flags else " ") * (self.width - len(clusters(text)))
        return text + padding if "-" in self.flags else padding + text

    def _sign(self, number: Number) -> str:
        return "-" if number < 0 else "+" if "+" in self.flags else " " if " " in self.flags else ""

    def _integer(self, number: Number) -> str:
        """Zeros come from the precision, or from the width if there is none and no "-"."""
        if not number.is_whole:
            raise EvaluationError("a whole number is required")
        if number == 0 and self.precision == 0:
            return ""
        digits = format(abs(number.numerator), self.letter)
        prefix = _PREFIXES.get(self.letter, "") if "#" in self.flags else ""
        start = self._sign(number) + prefix
        digits = digits.rjust(self.precision or 0, "0")
        if "-" in self.flags:
            return (start + digits).ljust(self.width)
        if "0" in self.flags and self.precision is None:
            return start + digits.rjust(self.width - len(start), "0")
        return (start + digits).rjust(self.width)

    def _float(self, number: Number) -> str:
        """Zeros win over "-", unlike in an integer."""
        if (self.precision or 0) > FINEST:
            raise LimitError(f"a number with more than {FINEST} digits")
        match self.letter:
            case "f":
                digits = _fixed(abs(Fraction(number)), 6 if self.precision is None else self.precision)
            case "e" | "E":
                digits = _scientific(*_rounded(number, 7 if self.precision is None else self.precision + 1))
            case _:
                digits = _general(number, self.precision)
        if self.letter in "EG":
            digits = digits.upper()
        sign = self._sign(number)
        if "0" in self.flags:
            return sign + digits.rjust(self.width - len(sign), "0")
        return (sign + digits).ljust(self.width) if "-" in self.flags else (sign + digits).rjust(self.width)


_PREFIXES = {"b": "0b", "o": "0", "x": "0x", "X": "0X"}


def _fixed(exact: Fraction, places: int) -> str:
    """A number with so many digits behind its point, of two equally near ones the even one."""
    digits = str(round(exact * 10**places)).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def _rounded(number: Fraction, count: int) -> tuple[str, int]:
    """So many significant digits, and the power of ten that the first of them counts."""
    exact = abs(Fraction(number))
    if not exact:
        return "0" * count, 0
    exponent = len(str(exact.numerator)) - len(str(exact.denominator))
    if Fraction(10) ** exponent > exact:
        exponent -= 1
    digits = str(round(exact * Fraction(10) ** (count - 1 - exponent)))
    return (digits, exponent) if len(digits) == count else (digits[:-1], exponent + 1)


def _scientific(digits: str, exponent: int) -> str:
    point = "." if len(digits) > 1 else ""
    return f"{digits[0]}{point}{digits[1:]}e{'-' if exponent < 0 else '+'}{abs(exponent):02}"


def _general(number: Number, precision: int | None) -> str:
    """The shorter of both ways; without a precision all digits that stand for the number alone."""
    digits, exponent = _digits(number) if precision is None else _rounded(number, precision or 1)
    digits = digits.rstrip("0") or "0"
    bound = 6 if precision is None else precision or 1
    if precision is not None and exponent < len(digits) < bound:
        bound = len(digits)
    if -4 <= exponent < bound:
        places = len(digits) - 1 - exponent
        return _fixed(Fraction(10) ** -places * int(digits), max(places, 0))
    return _scientific(digits, exponent)


def _digits(number: Number) -> tuple[str, int]:
    """The digits of the shortest decimal, and the power of ten that the first of them counts."""
    whole, _, places = str(number).lstrip("-").partition(".")
    if whole != "0":
        return whole + places, len(whole) - 1
    digits = places.lstrip("0")
    return digits, len(digits) - len(places) - 1 if digits else 0
