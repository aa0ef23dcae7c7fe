"""Functions that tell one thing of a collection: what Terraform 1.11.4 answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.number import COUNTED, WRITTEN
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    SetOf,
    TupleOf,
    Type,
)
from spillover.read.cty.value import EvaluationError, Value, list_of, map_of, number, pending, set_of, text
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import call

Ask = Callable[..., Value]
MOST = (1 << 63) - 1


def names(*items: Value | str) -> Value:
    return set_of(STRING, (each if isinstance(each, Value) else text(each) for each in items))


ID = pending(STRING, "service.a.id", not_null=True, prefix="id-")
ANY = pending(DYNAMIC, "any")
FLAG = pending(BOOL, "flag")
COUNT = pending(NUMBER, "count")
UNKNOWN = pending(ListOf(STRING), "unknown")
UNKNOWN_PAIR = pending(TupleOf((STRING, NUMBER)), "unknown")
UNKNOWN_OBJECT = pending(ObjectOf((("a", NUMBER),)), "unknown")
SOME_STRING = pending(STRING, "string")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("alltrue", ([],), True),
        ("alltrue", (["true", "1"],), True),
        ("alltrue", ([True, None],), False),
        ("alltrue", ([False, FLAG],), False),
        ("alltrue", ([None, FLAG],), False),
        ("anytrue", ([],), False),
        ("anytrue", ([None, False],), False),
        ("anytrue", ([FLAG, "true"],), True),
        ("contains", (["a", 2, None], 2), True),
        ("contains", ([1], "1"), False),
        ("contains", ([["a"]], ["a"]), True),
        ("contains", (names("a"), "a"), True),
        ("contains", ([{"a": 1}], {"a": "1"}), False),
        ("contains", ([None], ""), False),
        ("contains", ([COUNT], "x"), False),
        ("contains", ([COUNT, ID, "x"], "x"), True),
        ("contains", ([ID], "x"), False),
        ("contains", ([], {}), False),
        ("index", (["a", None, 2, 2], 2), 2),
        ("index", ([ID, "x"], "x"), 1),
        ("index", (["a", ID], "a"), 0),
        ("length", ([1, None],), 2),
        ("length", ("",), 0),
        ("length", ("Zu\u0308rich \U0001f468\u200d\U0001f469\u200d\U0001f467",), 8),
        ("length", ({"a": ID},), 1),
        ("length", (map_of(STRING, {"a": ID}),), 1),
        ("length", (names("a", "b"),), 2),
        ("length", (names(ID),), 1),
        ("length", (UNKNOWN_PAIR,), 2),
        ("length", (UNKNOWN_OBJECT,), 1),
        ("sum", ([1, "0.5", 2],), "3.5"),
        ("sum", (set_of(NUMBER, map(number, [1, 2])),), 3),
        ("sum", ([1e300, -1e300],), 0),
    ],
)
def test_known(
    ask: Ask, made: Callable[[object], Value], name: str, arguments: tuple[object, ...], expected: object
) -> None:
    found = ask(name, *arguments)

    assert found == (made(expected) if isinstance(expected, bool) else number(expected, WRITTEN))


@pytest.mark.parametrize(
    ("name", "arguments", "type_", "bounds"),
    [
        ("alltrue", ([True, FLAG, False],), BOOL, None),
        ("alltrue", (ANY,), BOOL, None),
        ("alltrue", (set_of(BOOL, [FLAG, pending(BOOL, "other")]),), BOOL, None),
        ("anytrue", ([False, FLAG],), BOOL, None),
        ("contains", ([SOME_STRING, "a"], "x"), BOOL, None),
        ("contains", ([], SOME_STRING), BOOL, None),
        ("contains", (names("a", ID), "id-x"), BOOL, None),
        ("contains", (pending(MapOf(STRING), "x"), "x"), BOOL, None),
        ("index", ([SOME_STRING, "x"], "x"), NUMBER, None),
        ("index", ({}, SOME_STRING), NUMBER, None),
        ("length", (UNKNOWN,), NUMBER, (0, MOST)),
        ("length", (pending(SetOf(STRING), "x", least=1, most=3),), NUMBER, (1, 3)),
        ("length", (names("a", ID),), NUMBER, (1, 2)),
        ("length", (ID,), NUMBER, (3, None)),
        ("length", (SOME_STRING,), NUMBER, None),
        ("length", (ANY,), NUMBER, None),
        ("sum", (UNKNOWN,), NUMBER, None),
        ("sum", ([COUNT, "a"],), NUMBER, None),
    ],
)
def test_unknown(
    ask: Ask,
    name: str,
    arguments: tuple[object, ...],
    type_: Type,
    bounds: tuple[int | None, int | None] | None,
) -> None:
    found = ask(name, *arguments)

    assert found.pending

    assert found.content.not_null
    assert (found.type, found.content.least, found.content.most) == (type_, *(bounds or (None, None)))


@pytest.mark.parametrize("arguments", [(ANY, "a"), (["a"], ANY)])
def test_what_is_of_no_type_may_be_null(ask: Ask, arguments: tuple[object, ...]) -> None:
    found = ask("contains", *arguments)

    assert found.pending

    assert not found.content.not_null
    assert found.type is DYNAMIC


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("alltrue", ([1],), "bool required"),
        ("anytrue", (["x"],), "bool is required"),
        ("contains", ({}, "a"), "this is object"),
        ("contains", (["a"], None), "value is null"),
        ("index", ([], "a"), "no such element"),
        ("index", (["1"], 1), "no such element"),
        ("index", (names("a"), "a"), "this is set of string"),
        ("length", (5,), "this is number"),
        ("length", (FLAG,), "this is bool"),
        ("length", (None,), "null"),
        ("sum", ([],), "not empty"),
        ("sum", (5,), "not empty"),
        ("sum", ({"a": 1},), "this is object"),
        ("sum", ([1, None],), "null"),
        ("sum", ([True],), "number required"),
    ],
)
def test_refused(ask: Ask, name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{name}.*{message}"):
        ask(name, *arguments)


@pytest.mark.parametrize(
    ("name", "value", "sensitive"),
    [
        ("length", list_of(STRING, [replace(text("a"), sensitive=True)]), False),
        ("length", replace(list_of(STRING, []), sensitive=True), True),
        ("length", names(replace(text("a"), sensitive=True)), True),
        ("sum", list_of(NUMBER, [number(1), replace(number(2), sensitive=True)]), True),
    ],
)
def test_sensitive(ask: Ask, name: str, value: Value, sensitive: bool) -> None:
    assert ask(name, value).sensitive is sensitive


@pytest.mark.parametrize(
    ("name", "arguments", "bits"),
    [
        ("index", (["a"], "a"), COUNTED),
        ("length", ("a",), COUNTED),
        ("sum", ([number(1), number(2)],), COUNTED),
        ("sum", ([number(1), 2],), WRITTEN),
    ],
)
def test_precision(ask: Ask, name: str, arguments: tuple[object, ...], bits: int) -> None:
    assert ask(name, *arguments).content.bits == bits


@given(st.lists(st.integers(0, 9), min_size=1), st.integers(0, 9))
def test_laws(items: list[int], wanted: int) -> None:
    values = list_of(NUMBER, map(number, items))

    assert call(FUNCTIONS["sum"], [values]).content == sum(items)
    assert call(FUNCTIONS["length"], [values]).content == len(items)
    assert call(FUNCTIONS["contains"], [values, number(wanted)]).content is (wanted in items)
