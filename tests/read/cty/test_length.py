"""How many elements a value has."""

from __future__ import annotations

import pytest

from spillover.model.source import Reference
from spillover.read.cty.length import LARGEST_COUNT, are_apart, length
from spillover.read.cty.types import NUMBER, STRING, ListOf, ObjectOf, TupleOf
from spillover.read.cty.value import (
    Value,
    list_of,
    map_of,
    number,
    object_of,
    pending,
    set_of,
    text,
    tuple_of,
)

ID = pending(STRING, "id")


def link(name: str, attribute: str = "id", *, not_null: bool = True) -> Value:
    return pending(STRING, name, refers_to=Reference(f"t.{name}", attribute), not_null=not_null)


def group(link: Value, **others: Value) -> Value:
    return object_of({"group": link, **others})


@pytest.mark.parametrize(
    ("values", "apart"),
    [
        ([link("a"), link("b")], True),
        ([link("a"), link("a", "self_link")], True),
        ([link("a"), link("a")], False),
        ([link("a", "name"), link("b", "name")], False),
        ([link("a", not_null=False), link("b", not_null=False)], False),
        ([link("a"), text("b")], False),
        ([group(link("a")), group(link("b"))], True),
        ([group(link("a"), zone=ID), group(link("b"), zone=ID)], True),
        ([group(link("a"), zone=text("x")), group(link("a"), zone=text("y"))], True),
        ([group(link("a"), zone=text("x")), group(link("a"), zone=ID)], False),
        ([group(ID, zone=text("x")), group(ID, zone=text("x"))], False),
        ([tuple_of([ID, link("a")]), tuple_of([ID, link("b")])], True),
        ([ID], True),
        ([], True),
    ],
)
def test_apart(values: list[Value], apart: bool) -> None:
    assert are_apart(values) is apart


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (tuple_of([ID, ID]), 2),
        (object_of({"a": ID}), 1),
        (pending(TupleOf((STRING,)), "x"), 1),
        (pending(ObjectOf(), "x"), 0),
        (list_of(STRING, [ID, ID]), 2),
        (map_of(STRING, {"a": ID}), 1),
        (set_of(STRING, map(text, "ab")), 2),
        (set_of(STRING, [ID]), 1),
    ],
)
def test_known(value: Value, expected: int) -> None:
    assert length(value) == number(expected)


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        (pending(ListOf(STRING), "x"), 0, LARGEST_COUNT),
        (pending(ListOf(STRING), "x", least=1, most=2), 1, 2),
        (set_of(STRING, [text("a"), text("b"), ID]), 1, 3),
    ],
)
def test_unknown(value: Value, least: int, most: int) -> None:
    found = length(value)

    assert found.pending

    assert found.content.not_null
    assert (found.type, found.content.least, found.content.most) == (NUMBER, least, most)
