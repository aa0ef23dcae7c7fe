"""Calls, and the functions that get their arguments as expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spillover.model.source import Reference
from spillover.read.cty.types import Type
from spillover.read.cty.value import EvaluationError, LimitError, Value, text
from spillover.read.evaluation.context import MOST_STEPS, Context
from spillover.read.syntax.expression import Expression

Found = Callable[[str], Value]
Parsed = Callable[[str], tuple[Expression, Context]]
Shown = Callable[[Value], Any]
Spelled = Callable[[Type], str]


@pytest.mark.parametrize(
    ("written", "expected", "type_"),
    [
        ("max(1, 2)", 2, "number"),
        ("core::max(1, 2)", 2, "number"),
        ("max([1, 2]...)", 2, "number"),
        ("max(3, tolist([1])...)", 3, "number"),
        ("max(any...)", "<any>", "dynamic"),
        ("max(1, some...)", "<some>", "dynamic"),
        ("provider::google::name(1)", "<provider::google::name(1)>", "dynamic"),
        ("try(1, 2)", 1, "number"),
        ("try(object.b, [][0], 2)", 2, "number"),
        ("try([1]...)", 1, "number"),
        ("try([][0], [2]...)", 2, "number"),
        ("try(any...)", "<any>", "dynamic"),
        ("try(unknown, 1)", "<unknown>", "string"),
        ("try(any, 1)", "<any>", "dynamic"),
        ("try(list[0], 1)", "a", "string"),
        ("try({ a = any }.a, 1)", "<any>", "dynamic"),
        ("try(any.b, 1)", "<any>", "dynamic"),
        ("try(t.b, 1)", "<t.a.b>", "dynamic"),
        ("try([any], 1)", "<any>", "dynamic"),
        ("try(-count, 1)", "<count>", "dynamic"),
        ("can(1)", True, "bool"),
        ("can([][0])", False, "bool"),
        ("can([1]...)", True, "bool"),
        ("can(some...)", "<some>", "dynamic"),
        ("can(unknown)", True, "bool"),
        ("can(any.b.c)", "<any>", "bool"),
        ("can(list[count])", "<count>", "bool"),
        ("can(-count)", "<count>", "bool"),
        ("core::can(1)", True, "bool"),
    ],
)
def test_values(
    found: Found, shown: Shown, spelled: Spelled, written: str, expected: Any, type_: str
) -> None:
    """Terraform itself gives up on ``try(unknown, 1)``; but what is declared here is no error."""
    value = found(written)

    assert (shown(value), spelled(value.type)) == (expected, type_)


@pytest.mark.parametrize(
    ("written", "at", "message"),
    [
        ("1 + nothing(2)", 4, "there is no function nothing"),
        ("abs(-null)", 4, "an operand of - is null"),
        ("1 + abs([])", 4, "abs: num: number required, but this is tuple"),
        ("max(1, null...)", 7, "the arguments after ... are null"),
        ("max(1...)", 4, "... wants a list"),
        ("max(count...)", 4, "... wants a list"),
        ("try(1...)", 4, "... wants a list"),
        ("can(1, null...)", 7, "the arguments after ... are null"),
        ("try([][0]...)", 4, "there is no element 0, the tuple has 0"),
        ("try()", 0, "try of nothing"),
        (
            "[try(object.b, [][0])]",
            1,
            "no argument of try succeeds: there is no attribute b; there is no element 0, the tuple has 0",
        ),
        ("can()", 0, "can takes one argument"),
        ("can(1, 2)", 0, "can takes one argument"),
        ("can([]...)", 0, "can takes one argument"),
    ],
)
def test_refused(found: Found, written: str, at: int, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        found(written)

    assert (caught.value.at, caught.value.message) == (at, message)


@pytest.mark.parametrize(
    ("written", "attribute"),
    [
        ("try(link, 1)", "id"),
        ("try(t.id, 1)", "id"),
        ('try(t["id"], 1)', "id"),
        ("try([][0], t.id)", "id"),
        ("try([t.id][0], 1)", "id"),
        ("try(t.id[0], 1)", None),
    ],
)
def test_references_go_through_try(found: Found, written: str, attribute: str | None) -> None:
    assert found(written).content.refers_to == (attribute and Reference("t.a", attribute))


def test_what_is_inside_goes_through_try(found: Found) -> None:
    assert found("try(t[secret], 1).id").content.because == "any"


@pytest.mark.parametrize(
    ("written", "sensitive"),
    [
        ("upper(secret)", True),
        ("try(secret, 1)", True),
        ("can(secret)", False),
        ('format("%s%s", secrets...)', True),
    ],
)
def test_marks(found: Found, written: str, sensitive: bool) -> None:
    assert found(written).sensitive is sensitive


def test_large_arguments_cost_more_steps(parsed: Parsed) -> None:
    expression, context = parsed("upper(x)")
    context.within({"x": text("a" * 2047)}).value(expression)

    assert MOST_STEPS - context.budget.left == 2 + 2 * (2048 >> 6)

    context.budget.left = 3
    with pytest.raises(LimitError):
        context.within({"x": text("a" * 2047)}).value(expression)
