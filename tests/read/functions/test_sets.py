"""Functions of sets: what Terraform 1.11.4 answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.types import BOOL, DYNAMIC, NUMBER, STRING, ListOf, ObjectOf, SetOf, TupleOf, Type
from spillover.read.cty.value import (
    EvaluationError,
    LimitError,
    Value,
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
from spillover.read.functions.function import call

Ask = Callable[..., Value]


def names(*items: str | Value | None) -> Value:
    made = (
        each if isinstance(each, Value) else null(STRING) if each is None else text(each) for each in items
    )
    return set_of(STRING, made)


def numbers(*items: int) -> Value:
    return set_of(NUMBER, map(number, items))


def pairs(*items: tuple[Value, Value]) -> list[Value]:
    return [tuple_of(each) for each in items]


A, B, X = map(text, "abx")
ONE, TWO = number(1), number(2)
ID = pending(STRING, "service.a.id", not_null=True)
ANY = pending(DYNAMIC, "any")
UNKNOWN = pending(ListOf(STRING), "unknown")
UNKNOWN_PAIR = pending(TupleOf((STRING, NUMBER)), "unknown")
LETTERS = list_of(STRING, [A, B])


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("setintersection", (["a", 1], [1]), names("1")),
        ("setintersection", (["b", "a"],), names("a", "b")),
        ("setintersection", ([None], ["a", None]), names(None)),
        ("setintersection", (["a"], [True]), names()),
        ("setintersection", ([], [1]), numbers()),
        ("setintersection", ([], []), set_of(DYNAMIC, ())),
        ("setintersection", ([1, 2, 3], [3, 2], [2, 4]), numbers(2)),
        ("setsubtract", ([1, 2], ["1"]), names("2")),
        ("setsubtract", (names("b", "a"), []), names("a", "b")),
        ("setsubtract", ([{"a": 1}], [{"a": 1}]), set_of(ObjectOf((("a", NUMBER),)), ())),
        ("setunion", ([1, "1"], [1.0]), names("1")),
        ("setunion", ([1], [True], ["x"]), names("1", "true", "x")),
        ("setunion", (["b"], [None, "a"]), names("a", "b", None)),
        ("setunion", (["a"], [ID]), names("a", ID)),
        ("setunion", ([], []), set_of(DYNAMIC, ())),
        (
            "setunion",
            ([[1]], [[2, 3]]),
            set_of(ListOf(NUMBER), [list_of(NUMBER, [ONE]), list_of(NUMBER, [number(2), number(3)])]),
        ),
        ("setproduct", (LETTERS, [1]), list_of(TupleOf((STRING, NUMBER)), pairs((A, ONE), (B, ONE)))),
        ("setproduct", (["x"], names("b", "a")), set_of(TupleOf((STRING, STRING)), pairs((X, A), (X, B)))),
        (
            "setproduct",
            ([1, "a"], [True]),
            list_of(TupleOf((STRING, BOOL)), pairs((text("1"), Value(BOOL, True)), (A, Value(BOOL, True)))),
        ),
        ("setproduct", ([1], []), list_of(TupleOf((NUMBER, DYNAMIC)), ())),
        ("setproduct", (names(), UNKNOWN_PAIR), set_of(TupleOf((STRING, STRING)), ())),
        ("setproduct", ([ID], [1]), list_of(TupleOf((STRING, NUMBER)), pairs((ID, ONE)))),
        ("setproduct", (names(ID), [1]), set_of(TupleOf((STRING, NUMBER)), pairs((ID, ONE)))),
        (
            "setproduct",
            ([None, 1], ["a"]),
            list_of(TupleOf((NUMBER, STRING)), pairs((null(NUMBER), A), (ONE, A))),
        ),
    ],
)
def test_known(
    ask: Ask, made: Callable[[object], Value], name: str, arguments: tuple[object, ...], expected: object
) -> None:
    assert ask(name, *arguments) == made(expected)


@pytest.mark.parametrize(
    ("name", "arguments", "type_", "bounds"),
    [
        ("setintersection", (["a"], [ID]), SetOf(STRING), (None, None)),
        ("setintersection", (["a"], ["b"], UNKNOWN), SetOf(STRING), (None, None)),
        ("setintersection", (ANY, ANY), SetOf(DYNAMIC), (None, None)),
        ("setsubtract", ([], names("a", ID)), SetOf(STRING), (None, None)),
        ("setunion", ([1], UNKNOWN), SetOf(STRING), (None, None)),
        ("setunion", (UNKNOWN_PAIR,), SetOf(STRING), (None, None)),
        ("setproduct", (UNKNOWN, []), ListOf(TupleOf((STRING, DYNAMIC))), (None, None)),
        ("setproduct", (names("a", ID), []), SetOf(TupleOf((STRING, DYNAMIC))), (None, None)),
        ("setproduct", (UNKNOWN_PAIR, [1, 2]), ListOf(TupleOf((STRING, NUMBER))), (1, 4)),
        ("setproduct", (UNKNOWN_PAIR, numbers(1)), SetOf(TupleOf((STRING, NUMBER))), (1, 2)),
    ],
)
def test_unknown(
    ask: Ask, name: str, arguments: tuple[object, ...], type_: Type, bounds: tuple[int | None, int | None]
) -> None:
    found = ask(name, *arguments)

    assert found.pending

    assert found.content.not_null
    assert (found.type, (found.content.least, found.content.most)) == (type_, bounds)


def test_a_product_of_who_knows_what(ask: Ask) -> None:
    found = ask("setproduct", 5, ANY)

    assert (found.type, found.content.because, found.content.not_null) == (DYNAMIC, "any", False)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("setintersection", (), "at least 1"),
        ("setintersection", ([1], [{}]), "of one type"),
        ("setsubtract", (UNKNOWN, [[1]]), "of one type"),
        ("setsubtract", ([1], {}), "set of dynamic required"),
        ("setunion", ([1], [True]), "of one type"),
        ("setunion", (["a"], None), "null"),
        ("setproduct", ([1],), "at least two"),
        ("setproduct", ([1, []], [1]), "of one type"),
        ("setproduct", ({}, UNKNOWN), "this is object"),
        ("setproduct", (None, [1]), "null"),
    ],
)
def test_refused(ask: Ask, name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{name}.*{message}"):
        ask(name, *arguments)


def test_a_product_that_is_too_large_is_not_made(ask: Ask) -> None:
    with pytest.raises(LimitError, match="setproduct: more than"):
        ask("setproduct", *[list_of(NUMBER, [ONE] * 1000)] * 3)


def test_elements_of_several_types_have_an_order_too() -> None:
    items = [ANY, null(DYNAMIC), text("a"), Value(BOOL, True), ONE, tuple_of([ONE])]

    assert set_of(DYNAMIC, items).content == (items[5], items[3], ONE, A, items[1], ANY)


SECRET = replace(X, sensitive=True)


@pytest.mark.parametrize(
    ("name", "arguments", "whole", "inside"),
    [
        ("setintersection", ([SECRET], ["x"]), True, False),
        ("setunion", ([SECRET], ["a"]), True, False),
        ("setproduct", ([SECRET], [1]), False, True),
        ("setproduct", ([SECRET], numbers(1)), True, False),
        ("setproduct", (replace(LETTERS, sensitive=True), [1]), True, False),
        ("setproduct", (replace(UNKNOWN, sensitive=True), [1]), True, False),
    ],
)
def test_sensitive(ask: Ask, name: str, arguments: tuple[object, ...], whole: bool, inside: bool) -> None:
    found = ask(name, *arguments)

    assert (found.sensitive, any(each.is_sensitive() for each in found.parts())) == (whole, inside)


def test_what_a_set_reveals_in_its_elements() -> None:
    found = set_of(ObjectOf((("a", STRING),)), [object_of({"a": SECRET})])

    assert found.sensitive
    assert not any(part.sensitive for each in found.parts() for part in each.every())


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_laws(left: set[int], right: set[int]) -> None:
    def asked(name: str) -> Value:
        return call(FUNCTIONS[name], [numbers(*left), numbers(*right)])

    assert asked("setunion") == numbers(*left | right)
    assert asked("setintersection") == numbers(*left & right)
    assert asked("setsubtract") == numbers(*left - right)
    assert len(asked("setproduct").content) == len(left) * len(right)


def test_many_elements_take_little_time(ask: Ask) -> None:
    many = numbers(*range(50_000))

    assert ask("setintersection", ask("setunion", many, many), many) == many
    assert ask("setsubtract", many, many) == numbers()
