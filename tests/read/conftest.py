"""Expressions, evaluated where a few names have values that are known, unknown or sensitive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from spillover.model.source import Reference
from spillover.read.cty.number import Number
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    Primitive,
    SetOf,
    TupleOf,
    Type,
)
from spillover.read.cty.value import Value, list_of, map_of, null, object_of, pending, set_of, text, tuple_of
from spillover.read.evaluation.context import Context
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.lines import Lines
from spillover.read.syntax.expression import Expression
from spillover.read.syntax.hcl import parse_expression


def attribute(step: Value | str) -> Value:
    """An attribute of the resource ``t.a``: its name is known."""
    name = step if isinstance(step, str) else str(step.content)
    if name == "name":
        return text("web")
    return pending(DYNAMIC, f"t.a.{name}", refers_to=Reference("t.a", name), inside=lambda _: NAMES["any"])


NAMES = {
    "unknown": pending(STRING, "unknown", not_null=True),
    "maybe": pending(STRING, "maybe"),
    "any": pending(DYNAMIC, "any"),
    "flag": pending(BOOL, "flag"),
    "count": pending(NUMBER, "count"),
    "some": pending(ListOf(STRING), "some"),
    "several": pending(SetOf(STRING), "several"),
    "labels": pending(MapOf(STRING), "labels"),
    "pair": pending(TupleOf((NUMBER, STRING)), "pair"),
    "thing": pending(ObjectOf((("a", NUMBER), ("b", STRING))), "thing"),
    "t": pending(DYNAMIC, "t.a", not_null=True, inside=attribute),
    "link": attribute("id"),
    "list": list_of(STRING, map(text, "ab")),
    "set": set_of(STRING, map(text, "ba")),
    "map": map_of(STRING, {"k": text("v")}),
    "object": object_of({"a": text("x"), "0": text("zero"), "true": text("yes")}),
    "no_list": null(ListOf(STRING)),
    "no_string": null(STRING),
    "no_object": null(ObjectOf()),
    "secret": replace(text("s"), sensitive=True),
    "secrets": replace(tuple_of(map(text, "ab")), sensitive=True),
    "empty": list_of(ObjectOf((("a", NUMBER),)), ()),
}


class Elsewhere:
    """A scope with those names; all others are not known."""

    def name(self, name: str) -> Value:
        """The value of a name."""
        return NAMES.get(name) or pending(DYNAMIC, name)


Parsed: TypeAlias = Callable[[str], tuple[Expression, Context]]


@pytest.fixture
def parsed() -> Parsed:
    """What gives the expression that a text is, and where it stands."""

    def parse(written: str) -> tuple[Expression, Context]:
        lines = Lines("main.tf", written)
        return parse_expression(lines, written, 0), Context(Elsewhere(), lines, evaluate)

    return parse


@pytest.fixture
def found(parsed: Parsed) -> Callable[[str], Value]:
    """What gives the value of the expression that a text is."""

    def value(written: str) -> Value:
        expression, context = parsed(written)
        return context.value(expression)

    return value


def _shown(value: Value) -> Any:
    """A value in Python's own ones; what is not known is its cause between angle brackets."""
    match value.content:
        case tuple(parts):
            return [_shown(part) for part in parts]
        case dict(parts):
            return {key: _shown(part) for key, part in parts.items()}
        case Number():
            return int(value.content) if value.content.is_whole else str(value.content)
    return f"<{value.pending.because}>" if value.pending else value.content


def _spelled(type_: Type) -> str:
    """A type as Terraform writes it."""
    match type_:
        case Primitive():
            return type_.value
        case ListOf(element):
            return f"list({_spelled(element)})"
        case SetOf(element):
            return f"set({_spelled(element)})"
        case MapOf(element):
            return f"map({_spelled(element)})"
        case TupleOf(elements):
            return f"[{', '.join(map(_spelled, elements))}]"
        case ObjectOf(attributes):
            return f"{{{', '.join(f'{name}={_spelled(each)}' for name, each in attributes)}}}"


@pytest.fixture
def shown() -> Callable[[Value], Any]:
    """What shows a value in Python's own ones."""
    return _shown


@pytest.fixture
def spelled() -> Callable[[Type], str]:
    """What writes a type as Terraform does."""
    return _spelled
