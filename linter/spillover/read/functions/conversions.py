"""Functions that change the type of a value, or whether it is sensitive.

Source: "Type Conversion Functions" of Terraform's documentation; Terraform's internal/lang/funcs
where it is silent, 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spillover.read.cty.convert import convert
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    SetOf,
    Type,
    can_convert,
    spelled_type,
)
from spillover.read.cty.value import FALSE, TRUE, EvaluationError, Value, pending
from spillover.read.functions.function import Function, Parameter


def _to(name: str, wanted: Type) -> Function:
    """A function that converts to a type.

    Of what is not known, Terraform forgets all but that. Its elements stay what they are, and it
    goes on to refer to what it refers to.
    """

    def compute(value: Value) -> Value:
        known = value.pending
        if known is None:
            return convert(value, wanted)
        if not can_convert(value.type, wanted):
            raise EvaluationError(f"{spelled_type(wanted)} required, but this is {spelled_type(value.type)}")
        return pending(wanted, known, refers_to=known.refers_to, inside=known.inside).marked(value)

    return _open(name, compute)


def _open(name: str, compute: Callable[[Value], Value]) -> Function:
    """A function of anything, which sees whether it is sensitive."""
    return Function(
        name, (Parameter("value", takes_null=True, takes_unknown=True),), compute, keeps_marks=True
    )


def _sensitive(value: Value) -> Value:
    return replace(value, sensitive=True)


def _nonsensitive(value: Value) -> Value:
    """What is inside of it stays sensitive."""
    return replace(value, sensitive=False)


def _issensitive(value: Value) -> Value:
    """Of what is not known, only that it is sensitive is certain."""
    if value.sensitive:
        return TRUE
    return pending(BOOL, value.pending) if value.pending else FALSE


def _ephemeralasnull(value: Value) -> Value:
    """Nothing that is read here is ephemeral."""
    return value


FUNCTIONS: tuple[Function, ...] = (
    _open("ephemeralasnull", _ephemeralasnull),
    _open("issensitive", _issensitive),
    _open("nonsensitive", _nonsensitive),
    _open("sensitive", _sensitive),
    _to("tobool", BOOL),
    _to("tolist", ListOf(DYNAMIC)),
    _to("tomap", MapOf(DYNAMIC)),
    _to("tonumber", NUMBER),
    _to("toset", SetOf(DYNAMIC)),
    _to("tostring", STRING),
)
