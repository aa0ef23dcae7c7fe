"""Functions that choose among values: what Terraform 1.11.4 answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from spillover.model.source import Reference
from spillover.read.cty.number import COUNTED
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
    NULL,
    EvaluationError,
    LimitError,
    Value,
    list_of,
    map_of,
    null,
    number,
    object_of,
    pending,
    set_of,
    text,
)

Ask = Callable[..., Value]
Made = Callable[[object], Value]


def strings(*items: str | Value) -> Value:
    return list_of(STRING, (each if isinstance(each, Value) else text(each) for each in items))


def mapped(**items: Value) -> Value:
    return map_of(next(iter(items.values())).type, items)


REFERENCE = Reference("service.a", "id")
ID = pending(STRING, "service.a.id", refers_to=REFERENCE, not_null=True, prefix="projects/")
LINK = pending(STRING, "service.a.name", refers_to=REFERENCE, not_null=True, not_empty=True)
NULLABLE = pending(STRING, "service.a.note", refers_to=REFERENCE, prefix="x")
ANY = pending(DYNAMIC, "any")
COUNT = pending(NUMBER, "count")
KEY = pending(STRING, "key")
UNKNOWN = pending(ListOf(STRING), "unknown")
UNKNOWN_MAP = pending(MapOf(STRING), "unknown")
UNKNOWN_PAIR = pending(TupleOf((STRING, NUMBER)), "unknown")
UNKNOWN_OBJECT = pending(ObjectOf((("a", NUMBER), ("b", STRING))), "unknown")
PARTLY_SET = set_of(STRING, [text("a"), ID])
RESOURCES = pending(DYNAMIC, "service.a", inside=lambda _: ID)
ONE = map_of(NUMBER, {"one": number(1), "two": number(2)})


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("coalesce", ("", None, "c", 1), "c"),
        ("coalesce", (5, "b"), "5"),
        ("coalesce", (None, 5), 5),
        ("coalesce", (null(STRING), 5), "5"),
        ("coalesce", ([], ["a"]), strings()),
        ("coalesce", (["a"], strings("b")), strings("a")),
        ("coalesce", ({"a": 1}, {"a": "x"}), {"a": "1"}),
        ("coalesce", ({"a": 1}, {"b": "x"}), mapped(a=text("1"))),
        ("coalesce", (1, 2, ANY), 1),
        ("coalesce", ("b", NULLABLE), "b"),
        ("coalesce", ("", ID), ID),
        ("coalesce", (LINK, "a"), LINK),
        ("coalesce", (map_of(DYNAMIC, {}), {"a": 1, "b": []}), {"a": 1, "b": []}),
        ("coalescelist", ([], ["a", 2], ["b"]), ["a", 2]),
        ("coalescelist", (null(ListOf(STRING)), strings("a")), strings("a")),
        ("coalescelist", ([], ["a"], UNKNOWN), ["a"]),
        ("coalescelist", ([ID], UNKNOWN), [ID]),
        ("element", (["a", 2, None], 1), 2),
        ("element", (["a", "b", "c"], "5"), "c"),
        ("element", (["a", "b"], -4), "a"),
        ("element", (strings("a", "b"), -1), "b"),
        ("element", (strings("a", "b"), 10**11), "a"),
        ("element", (["a", ID], 3), ID),
        ("lookup", ({"a": "x"}, "a"), "x"),
        ("lookup", ({"a": "x", "b": ID}, "b", "d"), ID),
        ("lookup", ({"a": "x"}, "b", [1]), [1]),
        ("lookup", ({"a": "x"}, "b", None), None),
        ("lookup", ({"a": "x"}, "a", ANY), "x"),
        ("lookup", (ONE, "one", None), 1),
        ("lookup", (ONE, "z", "5"), 5),
        ("lookup", (ONE, "z", None), null(NUMBER)),
        ("lookup", (map_of(DYNAMIC, {}), "z", 1), 1),
        ("lookup", (mapped(**{"1": text("x")}), 1, "d"), "x"),
        ("matchkeys", ([1, 2, 3], ["a", "b", "a"], ["a", "a"]), list_of(NUMBER, [number(1), number(3)])),
        ("matchkeys", (["a", "b"], [1, 2], ["1"]), strings("a")),
        ("matchkeys", (["a", "b"], ["x", None], [None]), strings("b")),
        ("matchkeys", (strings(ID), ["a"], []), strings()),
        ("matchkeys", ([], [], []), list_of(DYNAMIC, ())),
        ("matchkeys", ([1, 2], ["a", "b"], ["a", KEY]), list_of(NUMBER, ())),
        ("matchkeys", ([1, 2], ["a", "b"], ["a", "b", KEY]), list_of(NUMBER, [number(1), number(2)])),
        ("matchkeys", ([1, 2], ["a", "z"], [ID, "z"]), list_of(NUMBER, [number(2)])),
        ("one", (["a"],), "a"),
        ("one", ([],), None),
        ("one", (strings(ID),), ID),
        ("one", (set_of(STRING, [ID]),), ID),
        ("one", (list_of(NUMBER, ()),), null(NUMBER)),
    ],
)
def test_known(ask: Ask, made: Made, name: str, arguments: tuple[object, ...], expected: object) -> None:
    assert ask(name, *arguments) == made(expected)


@pytest.mark.parametrize(
    ("name", "arguments", "type_", "not_null"),
    [
        ("coalesce", ("", COUNT, "c"), STRING, True),
        ("coalesce", (ANY, "c"), STRING, True),
        ("coalesce", (None, ANY), DYNAMIC, False),
        ("coalesce", (UNKNOWN, ["x"]), ListOf(STRING), True),
        ("coalescelist", (UNKNOWN, UNKNOWN), DYNAMIC, False),
        ("coalescelist", (ANY, 5), DYNAMIC, False),
        ("element", (["a", "b"], COUNT), DYNAMIC, False),
        ("element", (strings("a"), COUNT), STRING, False),
        ("element", (UNKNOWN, "1.5"), STRING, False),
        ("element", (UNKNOWN_PAIR, 3), NUMBER, False),
        ("element", (ANY, 1), DYNAMIC, False),
        ("lookup", (ANY, "a", "d"), DYNAMIC, False),
        ("lookup", (UNKNOWN_MAP, "a", None), STRING, False),
        ("lookup", (ONE, KEY, 3), NUMBER, False),
        ("lookup", (ONE, "z", ANY), NUMBER, False),
        ("lookup", (UNKNOWN_OBJECT, "a", "d"), NUMBER, False),
        ("lookup", (UNKNOWN_OBJECT, "c", True), BOOL, False),
        ("lookup", ({"a": 1}, KEY, 3), DYNAMIC, False),
        ("matchkeys", (UNKNOWN, ["a"], []), ListOf(STRING), True),
        ("matchkeys", (["a"], strings(KEY), ["b"]), ListOf(STRING), True),
        ("one", (UNKNOWN,), STRING, False),
        ("one", (ANY,), DYNAMIC, False),
        ("one", (PARTLY_SET,), STRING, False),
        ("one", (pending(TupleOf((NUMBER,)), "x"),), NUMBER, False),
    ],
)
def test_unknown(ask: Ask, name: str, arguments: tuple[object, ...], type_: Type, not_null: bool) -> None:
    found = ask(name, *arguments)

    assert found.pending
    assert (found.type, found.content.not_null) == (type_, not_null)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("coalesce", (), "of one type"),
        ("coalesce", (True, 1), "of one type"),
        ("coalesce", ({}, [], None), "of one type"),
        ("coalesce", (None, ""), "null or empty"),
        ("coalescelist", (), "at least one"),
        ("coalescelist", ([], []), "null or empty"),
        ("coalescelist", (["a"], 5), "this is number"),
        ("coalescelist", (5, ANY), "this is number"),
        ("element", ({}, 0), "this is object"),
        ("element", ([], 0), "the tuple is empty"),
        ("element", (["a", "b"], -1), "negative index"),
        ("element", (strings(), 0), "the list is empty"),
        ("element", (strings("a"), 1.5), "whole number"),
        ("element", (["a"], 10**30), "whole number"),
        ("lookup", (ONE, "z"), "no element 'z'"),
        ("lookup", (UNKNOWN_OBJECT, "c"), "no attribute 'c'"),
        ("lookup", (ONE, "one", "x"), "spells none"),
        ("lookup", (ONE, "one", 1, 2), "two or three"),
        ("lookup", ([], 0, 1), "this is tuple"),
        ("lookup", (ONE, None, 1), "key is null"),
        ("matchkeys", ([1], ["x", "y"], []), "as many keys"),
        ("matchkeys", ([1], ["x"], [[1]]), "of one type"),
        ("matchkeys", (UNKNOWN, ["x"], [[1]]), "of one type"),
        ("one", (["a", "b"],), "more than one"),
        ("one", (strings("a", "b"),), "more than one"),
        ("one", ({},), "this is object"),
    ],
)
def test_refused(ask: Ask, name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{name}.*{message}"):
        ask(name, *arguments)


def test_what_may_be_null_may_be_meant(ask: Ask) -> None:
    found = ask("coalesce", NULLABLE, "default").content

    assert (found.refers_to, found.because, found.prefix) == (REFERENCE, "service.a.note", "")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("lookup", (RESOURCES, "id", "d")), ("lookup", (RESOURCES, KEY, "d")), ("one", (RESOURCES,))],
)
def test_what_a_value_would_be_unless_it_were_another_one(
    ask: Ask, name: str, arguments: tuple[object, ...]
) -> None:
    found = ask(name, *arguments).content

    assert (found.refers_to, found.not_null, found.prefix) == (REFERENCE, False, "")


def test_an_element_of_something_is_it(ask: Ask) -> None:
    assert ask("element", RESOURCES, 1) is ID
    assert ask("element", RESOURCES, COUNT) is ID


def test_the_elements_of_what_may_be_meant(ask: Ask) -> None:
    found = ask("coalescelist", RESOURCES, [""]).content

    assert found.inside(number(0)).content.refers_to == REFERENCE


class TestInsideOfWhatIsKnown:
    """One round of a loop over who knows how many things is known, and yet perhaps not meant."""

    made = pending(DYNAMIC, "for", inside=lambda _: object_of({"id": ID, "n": number(1), "none": NULL}))

    def test_attributes(self, ask: Ask) -> None:
        found = ask("one", self.made).content

        assert found.inside("id").content.refers_to == REFERENCE
        assert found.inside(text("id")).content.refers_to == REFERENCE
        assert found.inside("n").content.inside is None
        assert found.inside("none").content.inside is None

    def test_an_attribute_that_only_the_default_has(self, ask: Ask) -> None:
        found = ask("lookup", self.made, "a", {}).content

        assert found.inside("more").content.because == "for"

    def test_a_limit_stays_a_limit(self, ask: Ask) -> None:
        def too_deep(_: object) -> Value:
            raise LimitError("too deep")

        found = ask("coalesce", pending(DYNAMIC, "x", inside=too_deep), [1]).content
        with pytest.raises(LimitError):
            found.inside("a")


def test_a_limit_is_no_null(ask: Ask) -> None:
    long_as_text = list_of(NUMBER, [number(10**300)] * 30_000)

    with pytest.raises(LimitError):
        ask("coalesce", long_as_text, strings("a"))


SECRET = replace(text("s"), sensitive=True)


@pytest.mark.parametrize(
    ("name", "arguments", "sensitive"),
    [
        ("coalesce", ("b", SECRET), True),
        ("coalescelist", (["a"], [SECRET]), True),
        ("element", (["a", SECRET], 0), False),
        ("element", (["a", SECRET], 1), True),
        ("element", (replace(strings("a"), sensitive=True), 0), True),
        ("element", (["a"], replace(number(0), sensitive=True)), True),
        ("element", (replace(UNKNOWN, sensitive=True), 0), False),
        ("lookup", ({"a": SECRET, "b": 1}, "b", 2), False),
        ("lookup", ({"a": SECRET, "b": 1}, "a", 2), True),
        ("lookup", ({"a": 1}, "b", SECRET), True),
        ("lookup", ({"a": 1}, "a", SECRET), False),
        ("lookup", ({"s": 1}, SECRET), True),
        ("one", ([SECRET],), True),
        ("one", (replace(strings(), sensitive=True),), True),
    ],
)
def test_sensitive(ask: Ask, name: str, arguments: tuple[object, ...], sensitive: bool) -> None:
    assert ask(name, *arguments).sensitive is sensitive


def test_many_keys_take_little_time(ask: Ask) -> None:
    many = list_of(NUMBER, map(number, range(50_000)))

    assert ask("matchkeys", many, many, many) == many


def test_too_many_keys_that_are_not_known(ask: Ask) -> None:
    doubtful = list_of(STRING, (pending(STRING, "x", prefix="x") for _ in range(3000)))
    keys = list_of(STRING, map(text, map(str, range(3000))))

    with pytest.raises(LimitError, match="keys to compare"):
        ask("matchkeys", keys, keys, doubtful)


def test_an_index_of_a_count_has_its_bits(ask: Ask) -> None:
    assert ask("element", list_of(NUMBER, [number(1)]), 0).content.bits == COUNTED
    assert ask("one", set_of(SetOf(STRING), [PARTLY_SET])) == PARTLY_SET
