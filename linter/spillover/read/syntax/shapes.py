"""What both readers of an expression make of its parts: numbers, unary operators, steps of a splat."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from spillover.read.syntax.expression import Each, Expression, Literal, Operation

MOST_DIGITS = 400
"""A number with more digits than this before or after its point is not one that anyone means."""

Steps = tuple[str | Expression | Each, ...]


def exact_number(text: str) -> int | Decimal | None:
    """The number that is written; None if it is beyond all bounds."""
    if len(text) <= MOST_DIGITS:
        if text.isdigit():
            return int(text)
        with suppress(InvalidOperation):  # its exponent alone has too many digits
            number = Decimal(text)
            if is_bounded(number):
                return number
    return None


def is_bounded(number: int | Decimal) -> bool:
    """Whether a number is one that somebody may mean."""
    if isinstance(number, int):
        return number.bit_length() <= 4 * MOST_DIGITS
    return number.is_finite() and abs(number.adjusted()) <= MOST_DIGITS


def with_operator(operator: str, operand: Expression, start: int, end: int) -> Expression:
    """An operator before a term; a minus before a number is part of it."""
    if operator == "-" and isinstance(operand, Literal):
        match operand.value:
            case int(number) if not isinstance(number, bool):
                return Literal(-number, start, end)
            case Decimal() as number:
                return Literal(number.copy_negate(), start, end)  # minus would round it
    return Operation(operator, (operand,), start, end)


def appended(steps: Steps, more: Steps, end: int) -> Steps:
    """What follows ``[*]`` belongs to its elements, and so does what follows a further one there."""
    if steps and isinstance(last := steps[-1], Each) and last.full:
        return (*steps[:-1], replace(last, steps=appended(last.steps, more, end), end=end))
    return (*steps, *more)
