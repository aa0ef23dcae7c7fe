"""Conversions, and what is sensitive: what Terraform 1.11.4 answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from spillover.model.source import Reference
from spillover.read.cty.convert import convert
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
from spillover.read.cty.value import (
    FALSE,
    NULL,
    TRUE,
    EvaluationError,
    Value,
    list_of,
    map_of,
    null,
    number,
    pending,
    set_of,
    text,
    tuple_of,
)

Ask = Callable[..., Value]


def strings(*items: str | Value | None) -> Value:
    made = (
        each if isinstance(each, Value) else null(STRING) if each is None else text(each) for each in items
    )
    return list_of(STRING, made)


REFERENCE = Reference("service.a", "id")
ID = pending(STRING, "service.a.id", refers_to=REFERENCE, not_null=True, prefix="p")
ANY = pending(DYNAMIC, "any")
COUNT = pending(NUMBER, "count")
UNKNOWN = pending(ListOf(STRING), "unknown")
UNKNOWN_PAIR = pending(TupleOf((STRING, NUMBER)), "unknown")
OBJECT = ObjectOf((("a", STRING), ("b", NUMBER)))


@pytest.mark.parametrize(
    ("name", "argument", "expected"),
    [
        ("tobool", "1", True),
        ("tobool", "false", False),
        ("tobool", None, null(BOOL)),
        ("tolist", ["a", 1, None], strings("a", "1", None)),
        ("tolist", [], list_of(DYNAMIC, ())),
        ("tolist", [None], list_of(DYNAMIC, [NULL])),
        ("tolist", set_of(STRING, map(text, "ba")), strings("a", "b")),
        ("tolist", null(ListOf(STRING)), null(ListOf(STRING))),
        ("tolist", [[1], ["a", "b"]], list_of(ListOf(STRING), [strings("1"), strings("a", "b")])),
        ("tolist", None, null(ListOf(DYNAMIC))),
        ("tolist", [ANY, {}], list_of(DYNAMIC, [ANY, Value(ObjectOf(), {})])),
        ("tomap", {"a": 1, "b": "x"}, map_of(STRING, {"a": text("1"), "b": text("x")})),
        ("tomap", {}, map_of(DYNAMIC, {})),
        ("tomap", null(OBJECT), null(MapOf(STRING))),
        ("tomap", null(MapOf(NUMBER)), null(MapOf(NUMBER))),
        (
            "tomap",
            {"a": None, "b": {}},
            map_of(ObjectOf(), {"a": null(ObjectOf()), "b": Value(ObjectOf(), {})}),
        ),
        ("tonumber", "1e3", 1000),
        ("tonumber", null(STRING), null(NUMBER)),
        ("toset", ["b", "a", "b"], set_of(STRING, map(text, "ab"))),
        ("toset", null(TupleOf((STRING,))), null(SetOf(STRING))),
        ("toset", null(ListOf(NUMBER)), null(SetOf(NUMBER))),
        ("tostring", 1.5, "1.5"),
        ("tostring", True, "true"),
    ],
)
def test_known(
    ask: Ask, made: Callable[[object], Value], name: str, argument: object, expected: object
) -> None:
    assert ask(name, argument) == made(expected)


@pytest.mark.parametrize(
    ("name", "argument", "type_"),
    [
        ("tobool", ID, BOOL),
        ("tolist", UNKNOWN, ListOf(DYNAMIC)),
        ("tolist", set_of(STRING, [text("a"), ID]), ListOf(STRING)),
        ("tolist", UNKNOWN_PAIR, ListOf(DYNAMIC)),
        ("tomap", ANY, MapOf(DYNAMIC)),
        ("tonumber", ID, NUMBER),
        ("toset", UNKNOWN, SetOf(DYNAMIC)),
        ("tostring", ID, STRING),
    ],
)
def test_unknown(ask: Ask, name: str, argument: object, type_: Type) -> None:
    found = ask(name, argument)

    assert found.pending
    assert (found.type, found.content.not_null, found.content.prefix) == (type_, False, "")


@pytest.mark.parametrize(
    ("name", "argument", "message"),
    [
        ("tobool", 1, "required"),
        ("tobool", COUNT, "bool required, but this is number"),
        ("tolist", "a", "list of dynamic required"),
        ("tolist", null(STRING), "list of dynamic required"),
        ("tolist", [1, True], "one type"),
        ("tolist", [None, {}], "one type"),
        ("tolist", [None, UNKNOWN], "one type"),
        ("tolist", [["a"], [{}]], "one type"),
        ("tomap", [], "map of dynamic required"),
        ("tomap", {"a": {}, "b": "s", "c": None}, "one type"),
        ("tonumber", "0x10", "spells none"),
        ("tonumber", "1e1000", "beyond all bounds"),
        ("tonumber", f"0.3e{'4' * 60}", "beyond all bounds"),
        ("toset", {}, "set of dynamic required"),
        ("tostring", UNKNOWN, "string required"),
    ],
)
def test_refused(ask: Ask, name: str, argument: object, message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{name}.*{message}"):
        ask(name, argument)


@pytest.mark.parametrize("name", ["tolist", "toset", "tomap"])
def test_the_same_resources_are_meant(ask: Ask, name: str) -> None:
    resources = pending(DYNAMIC, "service.a", inside=lambda _: ID)

    assert ask(name, resources).content.inside(number(0)) is ID


def test_the_same_attribute_is_meant(ask: Ask) -> None:
    assert ask("tostring", ID).content.refers_to == REFERENCE


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        (UNKNOWN, ListOf(DYNAMIC), ListOf(STRING)),
        (pending(SetOf(STRING), "x"), ListOf(DYNAMIC), ListOf(STRING)),
        (pending(TupleOf((STRING, NUMBER)), "x"), SetOf(DYNAMIC), SetOf(STRING)),
        (pending(MapOf(ListOf(STRING)), "x"), MapOf(ListOf(DYNAMIC)), MapOf(ListOf(STRING))),
        (pending(OBJECT, "x"), MapOf(DYNAMIC), MapOf(STRING)),
        (pending(OBJECT, "x"), MapOf(STRING), MapOf(STRING)),
        (null(ListOf(DYNAMIC)), ListOf(STRING), ListOf(STRING)),
    ],
)
def test_what_becomes_a_collection_of_anything_keeps_its_type(
    value: Value, wanted: Type, expected: Type
) -> None:
    converted = convert(value, wanted)

    assert (converted.type, converted.is_null) == (expected, value.is_null)


def test_elements_that_are_lists_of_anything() -> None:
    converted = convert(tuple_of([strings("a"), list_of(NUMBER, [number(1)])]), ListOf(ListOf(DYNAMIC)))

    assert converted.type == ListOf(ListOf(STRING))


def test_what_is_not_known_cannot_become_everything() -> None:
    with pytest.raises(EvaluationError, match="number required, but this is list of string"):
        convert(UNKNOWN, NUMBER)


def test_of_an_unknown_tuple_the_length_is_known() -> None:
    converted = convert(pending(TupleOf((STRING, NUMBER)), "unknown", not_null=True), ListOf(STRING))
    meant = convert(pending(TupleOf((STRING,)), "x", not_null=True, inside=lambda _: ID), ListOf(STRING))

    assert [(each.type, each.content.because) for each in converted.parts()] == [(STRING, "unknown")] * 2
    assert meant == strings(ID)


SECRET = replace(text("s"), sensitive=True)


class TestSensitive:
    """Marks, which only these functions see as they are."""

    @pytest.mark.parametrize(
        ("value", "expected"),
        [(text("a"), FALSE), (SECRET, TRUE), (tuple_of([SECRET]), FALSE), (NULL, FALSE)],
    )
    def test_issensitive(self, ask: Ask, value: Value, expected: Value) -> None:
        assert ask("issensitive", value) == expected

    def test_what_is_not_known_may_become_sensitive(self, ask: Ask) -> None:
        found = ask("issensitive", ID)

        assert (found.type, found.content.because, found.content.not_null) == (BOOL, "service.a.id", False)
        assert ask("issensitive", ask("sensitive", ID)) == TRUE

    def test_nonsensitive_only_reveals_the_whole(self, ask: Ask) -> None:
        found = ask("nonsensitive", replace(tuple_of([SECRET]), sensitive=True))

        assert (found.sensitive, found.content[0].sensitive) == (False, True)

    @pytest.mark.parametrize("value", [text("a"), NULL, ID, SECRET])
    def test_nothing_is_ephemeral(self, ask: Ask, value: Value) -> None:
        assert ask("ephemeralasnull", value) is value

    def test_conversions_keep_marks(self, ask: Ask) -> None:
        converted = ask("tolist", tuple_of([SECRET, number(1)]))

        assert (converted.sensitive, [each.sensitive for each in converted.parts()]) == (False, [True, False])
        assert ask("toset", tuple_of([SECRET])).sensitive
        assert ask("tobool", replace(ID, sensitive=True)).sensitive
