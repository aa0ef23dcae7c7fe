"""Functions of lists: what Terraform 1.11.4 answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference
from spillover.read.cty.number import WRITTEN
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, ListOf, MapOf, SetOf, TupleOf, Type
from spillover.read.cty.value import (
    EvaluationError,
    Value,
    list_of,
    number,
    pending,
    set_of,
    text,
    tuple_of,
)
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import call

Ask = Callable[..., Value]


def strings(*items: str | Value | None) -> Value:
    made = (
        each if isinstance(each, Value) else Value(STRING, None) if each is None else text(each)
        for each in items
    )
    return list_of(STRING, made)


def numbers(*items: int) -> Value:
    return list_of(NUMBER, map(number, items))


def names(*items: str) -> Value:
    return set_of(STRING, map(text, items))


def in_chunks(*chunks: Value) -> Value:
    return list_of(chunks[0].type, chunks)


REFERENCE = Reference("service.a", "id")
ID = pending(STRING, "service.a.id", refers_to=REFERENCE, not_null=True)
LINK = pending(STRING, "service.a.name", refers_to=REFERENCE, not_null=True, not_empty=True)
ANY = pending(DYNAMIC, "any")
COUNT = pending(NUMBER, "count")
UNKNOWN = pending(ListOf(STRING), "unknown")
UNKNOWN_SET = pending(SetOf(STRING), "unknown")
UNKNOWN_PAIR = pending(TupleOf((STRING, NUMBER)), "unknown")
PARTLY = strings("a", ID)
PARTLY_SET = set_of(STRING, [text("a"), ID])
RESOURCES = pending(
    DYNAMIC,
    "service.a",
    inside=lambda key: pending(STRING, f"service.a[{key}]", refers_to=REFERENCE, prefix="x"),
)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("chunklist", (["a", 2, None], 2), in_chunks(strings("a", "2"), strings(None))),
        ("chunklist", (["a"], 0), in_chunks(strings("a"))),
        ("chunklist", (["a", "b"], "5"), in_chunks(strings("a", "b"))),
        ("chunklist", ([], 2), list_of(ListOf(DYNAMIC), ())),
        ("chunklist", (numbers(1, 2, 3), 2), in_chunks(numbers(1, 2), numbers(3))),
        (
            "chunklist",
            ([["a"], ["b"]], 1),
            in_chunks(*(list_of(TupleOf((STRING,)), [tuple_of([text(each)])]) for each in "ab")),
        ),
        ("chunklist", (PARTLY, 1), in_chunks(strings("a"), strings(ID))),
        ("compact", (["a", "", 2, None, " "],), strings("a", "2", " ")),
        ("compact", ([],), strings()),
        ("compact", (names("y", "x"),), strings("x", "y")),
        ("compact", (["", LINK, None, "a"],), list_of(STRING, [LINK, text("a")])),
        ("concat", (["a"],), ["a"]),
        ("concat", (["a", 2, None], ["b"]), ["a", 2, None, "b"]),
        ("concat", ([], strings("a")), ["a"]),
        ("concat", (strings("a"), [1]), ["a", 1]),
        ("concat", (strings("a"), numbers(1)), strings("a", "1")),
        ("concat", (list_of(DYNAMIC, ()), numbers(1)), numbers(1)),
        ("concat", (list_of(DYNAMIC, ()), list_of(DYNAMIC, ())), list_of(DYNAMIC, ())),
        ("concat", (list_of(SetOf(STRING), [names("a")]), strings("b")), [names("a"), "b"]),
        ("concat", (PARTLY, [1]), ["a", ID, 1]),
        ("distinct", ([1, "1", True, "true"],), strings("1", "true")),
        ("distinct", ([None, None],), list_of(DYNAMIC, [Value(DYNAMIC, None)])),
        ("distinct", ([],), list_of(DYNAMIC, ())),
        ("distinct", (numbers(2, 1, 2),), numbers(2, 1)),
        ("range", (3,), numbers(0, 1, 2)),
        ("range", (0,), numbers()),
        ("range", ("-2.5",), numbers(0, -1, -2)),
        ("range", (1, 4), numbers(1, 2, 3)),
        ("range", (3, 1), numbers(3, 2)),
        ("range", (1, 8, 3), numbers(1, 4, 7)),
        ("range", (3, 0, -2), numbers(3, 1)),
        ("range", (2, 2, 0), numbers()),
        ("range", (1024,), numbers(*range(1024))),
        ("reverse", ([1, None, "a"],), ["a", None, 1]),
        ("reverse", (strings("a", "b"),), strings("b", "a")),
        ("reverse", (names("x", "y"),), strings("y", "x")),
        ("reverse", (PARTLY_SET,), strings(ID, "a")),
        ("slice", (["a", 2, None], 1, 3), [2, None]),
        ("slice", (["a"], 1, 1), []),
        ("slice", (strings("a", "b"), 0, "1"), strings("a")),
        ("slice", (PARTLY, 1, 2), strings(ID)),
        ("sort", (["b", 10, 2],), strings("10", "2", "b")),
        ("sort", (["\U0001f600", "\uffff", "Z", "a", "é"],), strings("Z", "a", "é", "\uffff", "\U0001f600")),
        ("sort", (strings(ID),), strings(ID)),
    ],
)
def test_known(
    ask: Ask, made: Callable[[object], Value], name: str, arguments: tuple[object, ...], expected: object
) -> None:
    assert ask(name, *arguments) == made(expected)


@pytest.mark.parametrize(
    ("name", "arguments", "type_", "not_null"),
    [
        ("chunklist", (UNKNOWN, -1), ListOf(ListOf(STRING)), True),
        ("chunklist", (ANY, 1), ListOf(ListOf(DYNAMIC)), True),
        ("chunklist", (PARTLY_SET, 1), ListOf(ListOf(STRING)), True),
        ("chunklist", (["a"], COUNT), ListOf(ListOf(STRING)), True),
        ("compact", (PARTLY,), ListOf(STRING), True),
        ("compact", (UNKNOWN_PAIR,), ListOf(STRING), True),
        ("concat", (strings("a"), UNKNOWN), ListOf(STRING), True),
        ("concat", (["a"], UNKNOWN), DYNAMIC, False),
        ("concat", (UNKNOWN_PAIR, ["a"]), TupleOf((STRING, NUMBER, STRING)), True),
        ("concat", (5, ANY), DYNAMIC, False),
        ("distinct", (PARTLY,), ListOf(STRING), True),
        ("distinct", (PARTLY_SET,), ListOf(STRING), True),
        ("distinct", (UNKNOWN_PAIR,), ListOf(STRING), True),
        ("range", (1, COUNT), ListOf(NUMBER), True),
        ("reverse", (UNKNOWN_SET,), ListOf(STRING), True),
        ("reverse", (UNKNOWN_PAIR,), TupleOf((NUMBER, STRING)), True),
        ("reverse", (ANY,), DYNAMIC, False),
        ("slice", (UNKNOWN, 1, 2), ListOf(STRING), True),
        ("slice", (UNKNOWN, COUNT, 2), ListOf(STRING), True),
        ("slice", (["a"], 0, COUNT), DYNAMIC, False),
        ("slice", (UNKNOWN_PAIR, 1, 2), TupleOf((NUMBER,)), True),
        ("slice", (ANY, -1, 0), DYNAMIC, False),
        ("sort", (UNKNOWN,), ListOf(STRING), True),
    ],
)
def test_unknown(ask: Ask, name: str, arguments: tuple[object, ...], type_: Type, not_null: bool) -> None:
    found = ask(name, *arguments)

    assert found.pending
    assert (found.type, found.content.not_null) == (type_, not_null)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("chunklist", (["a"], -1), "negative"),
        ("chunklist", ([], 1.5), "whole number"),
        ("chunklist", ([1, []], 1), "one type"),
        ("chunklist", ([None, {}], 1), "one type"),
        ("chunklist", (None, 1), "list is null"),
        ("compact", ([["a"]],), "string required"),
        ("concat", (), "at least one"),
        ("concat", (["a"], names("b")), "lists and tuples are required, but this is set"),
        ("concat", (["a"], None), "null"),
        ("distinct", ({},), "list of dynamic required"),
        ("range", (), "one, two or three"),
        ("range", (0, 1, 2, 3), "one, two or three"),
        ("range", (0, 3, -1), "other side"),
        ("range", (3, 0, 1), "other side"),
        ("range", (0, 3, 0), "more than 1024"),
        ("range", (1025,), "more than 1024"),
        ("reverse", ("ab",), "this is string"),
        ("slice", (["a"], 0, 2), "greater than the length"),
        ("slice", (UNKNOWN, -1, 2), "negative"),
        ("slice", (strings("a"), COUNT, 9), "greater than the length"),
        ("slice", (["a", "b"], 2, 1), "greater than the end"),
        ("slice", (["a"], 0.5, 1), "whole number"),
        ("slice", (names("a"), 0, 1), "this is set of string"),
        ("sort", ([None, "a"],), "null"),
    ],
)
def test_refused(ask: Ask, name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{name}.*{message}"):
        ask(name, *arguments)


def test_the_order_of_what_is_not_known_is_not_known(ask: Ask) -> None:
    found = ask("sort", PARTLY)

    assert [each.content.because for each in found.parts()] == ["service.a.id"] * 2


def test_a_range_is_as_exact_as_its_numbers(ask: Ask) -> None:
    counted, written = ask("range", number(2)), ask("range", 0, 1, "0.1")

    assert [each.content.bits for each in counted.parts()] == [64, 64]
    assert [str(each.content) for each in written.parts()][3:5] == ["0.3", "0.4"]
    assert written.content[3].content.bits == WRITTEN


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("compact", (["", ID],)),
        ("compact", (RESOURCES,)),
        ("concat", (RESOURCES, ["default"])),
        ("concat", ([], RESOURCES)),
        ("distinct", ([ID, "b"],)),
        ("reverse", (RESOURCES,)),
        ("slice", (RESOURCES, 1, 2)),
        ("sort", (RESOURCES,)),
    ],
)
def test_a_resource_is_meant_through_a_call(ask: Ask, name: str, arguments: tuple[object, ...]) -> None:
    found = ask(name, *arguments)

    assert found.pending

    assert found.content.inside
    element = found.content.inside(number(0))
    assert element.pending
    assert element.content.refers_to == REFERENCE


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("concat", (["a"], RESOURCES)),
        ("concat", (RESOURCES, RESOURCES)),
        ("concat", (UNKNOWN, ["a"])),
        ("reverse", (UNKNOWN,)),
        ("slice", (UNKNOWN, 0, 1)),
    ],
)
def test_no_resource_is_meant(ask: Ask, name: str, arguments: tuple[object, ...]) -> None:
    found = ask(name, *arguments)

    assert found.pending

    assert found.content.inside is None


def test_a_slice_goes_on_from_its_start(ask: Ask) -> None:
    named = pending(DYNAMIC, "service.a", inside=lambda key: pending(STRING, f"service.a[{key.content}]"))
    inside = ask("slice", named, 2, 4).content.inside

    assert [inside(step).content.because for step in (number(1), "1")] == ["service.a[3]"] * 2


SECRET = replace(text("s"), sensitive=True)
SECRETS = replace(strings("a"), sensitive=True)


@pytest.mark.parametrize(
    ("name", "arguments", "whole", "parts"),
    [
        ("chunklist", (["a", SECRET], 1), False, [False, False]),
        ("chunklist", (SECRETS, 1), True, [False]),
        ("compact", (["a", SECRET],), True, [False, True]),
        ("concat", (["a", SECRET], ["b"]), False, [False, True, False]),
        ("concat", (SECRETS, strings("b")), True, [False, False]),
        ("reverse", (["a", SECRET],), False, [True, False]),
        ("slice", (["a", SECRET], 1, 2), False, [True]),
        ("slice", (SECRETS, 0, 1), True, [False]),
    ],
)
def test_sensitive(
    ask: Ask, name: str, arguments: tuple[object, ...], whole: bool, parts: list[bool]
) -> None:
    found = ask(name, *arguments)

    assert (found.sensitive, [each.sensitive for each in found.parts()]) == (whole, parts)


@given(st.lists(st.text(max_size=3)))
def test_laws(items: list[str]) -> None:
    def asked(name: str, value: Value) -> Value:
        return call(FUNCTIONS[name], [value])

    given_ = strings(*items)

    assert asked("reverse", asked("reverse", given_)) == given_
    assert asked("distinct", asked("distinct", given_)) == asked("distinct", given_)
    assert asked("sort", asked("reverse", given_)) == asked("sort", given_)


def test_many_elements_take_little_time(ask: Ask) -> None:
    many = numbers(*range(100_000))

    assert ask("distinct", ask("concat", many, many)) == many


def test_maps_of_several_types_become_one(ask: Ask) -> None:
    chunks = ask("chunklist", [{"a": 1}, {"b": 2}], 2)

    assert chunks.type == ListOf(ListOf(MapOf(NUMBER)))
