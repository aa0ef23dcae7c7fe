"""What happens around the call of a function."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice, product

import pytest

from spillover.read.cty.number import BeyondBoundsError
from spillover.read.cty.types import BOOL, DYNAMIC, NUMBER, STRING, ListOf
from spillover.read.cty.value import (
    EvaluationError,
    LimitError,
    Value,
    boolean,
    list_of,
    null,
    number,
    object_of,
    pending,
    set_of,
    text,
    tuple_of,
)
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import Function, Parameter, call, simple

ANY = pending(DYNAMIC, "any", not_null=True)
ID = pending(STRING, "id", not_null=True)
PAIR = Function("pair", (Parameter("a"), Parameter("b", NUMBER)), lambda a, b: tuple_of([a, b]), STRING)
COUNTED = Function(
    "counted", (Parameter("list", ListOf(DYNAMIC)),), lambda each: number(len(each.content)), NUMBER
)


def test_functions_are_named_once() -> None:
    assert all(name == each.name for name, each in FUNCTIONS.items())


ODD = [
    null(DYNAMIC),
    ANY,
    pending(DYNAMIC, "x", inside=lambda _: ID),
    text("a"),
    number("-0.5"),
    tuple_of([null(DYNAMIC), ANY, boolean(True), number(1)]),
    object_of({"a": ID, "b": tuple_of([])}),
    set_of(STRING, [text("a"), ID]),
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nothing_but_a_refusal_is_raised(name: str) -> None:
    function = FUNCTIONS[name]
    count = len(function.parameters) + (2 if function.variadic else 0)

    for arguments in islice(product(ODD, repeat=count), 600):
        with suppress(EvaluationError):
            assert isinstance(call(function, arguments), Value)


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (simple("twice", lambda each: each + each, STRING, text=STRING), ["a"], text("aa")),
        (simple("same", lambda a, b: a == b, BOOL, a=STRING, b=NUMBER), ["a", 1], boolean(False)),
        (simple("half", lambda each: each / 2, NUMBER, number=NUMBER), ["3"], number("1.5")),
    ],
)
def test_simple(function: Function, arguments: list[str | int], expected: Value) -> None:
    given = [text(each) if isinstance(each, str) else number(each) for each in arguments]

    assert call(function, given) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "pair takes 2 arguments, and 0 are given"),
        ([text("a")] * 3, "pair takes 2 arguments, and 3 are given"),
        ([text("a"), text("b")], "pair: b: a number is required"),
        ([text("a"), null(NUMBER)], "pair: b is null"),
    ],
)
def test_refused(arguments: list[Value], message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{message}"):
        call(PAIR, arguments)


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (EvaluationError("no"), EvaluationError),
        (LimitError("no"), LimitError),
        (BeyondBoundsError(), EvaluationError),
    ],
)
def test_errors_name_the_function(raised: Exception, expected: type[Exception]) -> None:
    def fail() -> Value:
        raise raised

    with pytest.raises(expected, match=f"^fails: {raised}") as caught:
        call(Function("fails", (), fail), [])
    assert caught.type is expected


@pytest.mark.parametrize(
    ("arguments", "type_", "not_null"),
    [
        ([ID, number(1)], STRING, True),
        ([text("a"), pending(NUMBER, "n")], STRING, True),
        ([text("a"), ANY], STRING, True),
        ([ANY, number(1)], DYNAMIC, False),
    ],
)
def test_unknown(arguments: list[Value], type_: object, not_null: bool) -> None:
    found = call(PAIR, arguments)

    assert found.pending
    assert (found.type, found.content.not_null) == (type_, not_null)


def test_a_result_of_no_type_may_be_null() -> None:
    found = call(replace(PAIR, result=lambda _: DYNAMIC), [ID, number(1)])

    assert found.pending

    assert not found.content.not_null


@pytest.mark.parametrize(
    ("elements", "count"), [([text("a"), text("b")], 2), ([ID], 1), ([text("a"), ID], None)]
)
def test_a_set_as_a_list(elements: list[Value], count: int | None) -> None:
    found = call(COUNTED, [set_of(STRING, elements)])

    assert (found.pending is None and found.content) == (count or False)


def test_a_set_that_is_not_known_as_a_list() -> None:
    assert call(COUNTED, [pending(set_of(STRING, ()).type, "set")]).pending


@pytest.mark.parametrize(
    ("function", "sensitive"), [(COUNTED, True), (replace(COUNTED, keeps_marks=True), False)]
)
def test_marks(function: Function, sensitive: bool) -> None:
    secret = list_of(STRING, [replace(text("s"), sensitive=True)])

    assert call(function, [secret]).sensitive is sensitive
