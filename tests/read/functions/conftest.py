"""Calls of Terraform's functions with plain Python values."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from spillover.read.cty.value import NULL, Value, boolean, number, object_of, text, tuple_of
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import call


def _made(plain: object) -> Value:
    """A list as a tuple, a dict as an object; a value is one already."""
    match plain:
        case Value():
            return plain
        case None:
            return NULL
        case bool():
            return boolean(plain)
        case str():
            return text(plain)
        case list():
            return tuple_of(map(_made, plain))
        case dict():
            return object_of({key: _made(each) for key, each in plain.items()})
    return number(Decimal(str(plain)), 512)


@pytest.fixture
def made() -> Callable[[object], Value]:
    """What makes a value of a plain one."""
    return _made


@pytest.fixture
def ask() -> Callable[..., Value]:
    """What calls a function, by its name, with plain values."""
    return lambda name, *arguments: call(FUNCTIONS[name], [_made(each) for each in arguments])
