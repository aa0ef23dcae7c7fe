"""The expressions that an expression is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from spillover.read.syntax.expression import Expression

_EXPRESSIONS = get_args(Expression)


def parts(expression: Expression) -> Iterator[Expression]:
    """Those directly in it; what only groups them, as the item of an object does, is seen through."""
    for each in fields(expression):
        yield from _found(getattr(expression, each.name))


def _found(value: Any) -> Iterator[Expression]:
    if isinstance(value, _EXPRESSIONS):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _found(each)
    elif is_dataclass(value):
        for member in fields(value):
            yield from _found(getattr(value, member.name))
