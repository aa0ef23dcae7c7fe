"""Conversions, as Terraform 1.11.4 makes them where a variable has a type."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference
from spillover.read.cty.convert import convert, settled, without_optional
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
    can_convert,
    unify,
)
from spillover.read.cty.value import (
    NULL,
    TRUE,
    EvaluationError,
    LimitError,
    Value,
    boolean,
    list_of,
    map_of,
    null,
    number,
    object_of,
    pending,
    set_of,
    text,
    tuple_of,
)

A, B, ONE = text("a"), text("b"), number("1", 512)
ANY = pending(DYNAMIC, "any")
PAIR = TupleOf((NUMBER, STRING))


def obj(**attributes: Type) -> ObjectOf:
    return ObjectOf(tuple(sorted(attributes.items())))


def strings(*items: str) -> Value:
    return list_of(STRING, map(text, items))


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        (ONE, STRING, text("1")),
        (number("1.50", 512), STRING, text("1.5")),
        (TRUE, STRING, text("true")),
        (boolean(False), STRING, text("false")),
        (text("-2.50"), NUMBER, number("-2.5", 512)),
        (text("true"), BOOL, TRUE),
        (text("1"), BOOL, TRUE),
        (text("0"), BOOL, boolean(False)),
        (A, DYNAMIC, A),
        (NULL, STRING, null(STRING)),
        (NULL, ListOf(DYNAMIC), null(ListOf(DYNAMIC))),
        (null(TupleOf((NUMBER, STRING))), ListOf(DYNAMIC), null(ListOf(STRING))),
        (null(obj(a=NUMBER)), MapOf(DYNAMIC), null(MapOf(NUMBER))),
        (tuple_of([ONE, A]), ListOf(DYNAMIC), strings("1", "a")),
        (tuple_of([ONE, NULL]), ListOf(NUMBER), list_of(NUMBER, [ONE, null(NUMBER)])),
        (tuple_of([]), ListOf(DYNAMIC), list_of(DYNAMIC, [])),
        (tuple_of([]), SetOf(STRING), set_of(STRING, [])),
        (tuple_of([A, A]), SetOf(DYNAMIC), set_of(STRING, [A])),
        (strings("b", "a"), SetOf(DYNAMIC), set_of(STRING, [A, B])),
        (set_of(STRING, [B, A]), ListOf(DYNAMIC), strings("a", "b")),
        (set_of(NUMBER, [ONE]), ListOf(STRING), strings("1")),
        (tuple_of([ONE, A]), TupleOf((STRING, STRING)), tuple_of([text("1"), A])),
        (object_of({"a": ONE}), MapOf(STRING), map_of(STRING, {"a": text("1")})),
        (object_of({"a": ONE, "b": A}), MapOf(DYNAMIC), map_of(STRING, {"a": text("1"), "b": A})),
        (object_of({"a": NULL, "b": tuple_of([ONE])}), MapOf(DYNAMIC), None),
        (map_of(NUMBER, {"a": ONE}), MapOf(DYNAMIC), map_of(NUMBER, {"a": ONE})),
        (map_of(NUMBER, {"a": ONE, "z": ONE}), obj(a=STRING), object_of({"a": text("1")})),
        (object_of({"a": ONE, "z": A}), obj(a=STRING), object_of({"a": text("1")})),
        (
            tuple_of([tuple_of([ONE]), tuple_of([A, A])]),
            ListOf(ListOf(DYNAMIC)),
            list_of(ListOf(STRING), [strings("1"), strings("a", "a")]),
        ),
        (
            object_of({}),
            ObjectOf((("a", ObjectOf((("b", STRING),), frozenset("b"))),), frozenset("a")),
            object_of({"a": null(obj(b=STRING))}),
        ),
        (tuple_of([ANY, ONE]), ListOf(STRING), None),
        (tuple_of([ANY, object_of({})]), ListOf(DYNAMIC), None),
    ],
)
def test_converted(value: Value, wanted: Type, expected: Value | None) -> None:
    """Where nothing is expected: what is null or not known takes the type of its neighbours, or none."""
    converted = convert(value, wanted)

    if expected is not None:
        assert converted == expected
    else:
        assert len(converted.content) == 2
        assert converted == convert(converted, wanted)


def test_null_among_others_has_their_type() -> None:
    converted = convert(object_of({"a": NULL, "b": tuple_of([ONE])}), MapOf(DYNAMIC))

    assert converted.content["a"] == null(TupleOf((NUMBER,)))


@pytest.mark.parametrize(
    ("value", "wanted", "message"),
    [
        (A, NUMBER, "a number is required, and this string spells none"),
        (text("1e999"), NUMBER, "a number beyond all bounds"),
        (text("yes"), BOOL, "a bool is required, and only the strings true and false are one"),
        (ONE, BOOL, "bool required, but this is number"),
        (tuple_of([]), STRING, "string required, but this is tuple"),
        (null(NUMBER), BOOL, "bool required, but this is number"),
        (pending(NUMBER, "x"), BOOL, "bool required, but this is number"),
        (A, ListOf(STRING), "list of string required, but this is string"),
        (object_of({}), SetOf(STRING), "set of string required, but this is object"),
        (strings(), MapOf(STRING), "map of string required, but this is list of string"),
        (strings(), obj(), "object required, but this is list of string"),
        (object_of({}), TupleOf(), "tuple required, but this is object"),
        (strings("a"), TupleOf((STRING,)), "tuple required, but this is list of string"),
        (tuple_of([A]), TupleOf(), "a tuple of 0 elements is required, but this has 1"),
        (object_of({}), obj(a=STRING, b=STRING), 'attribute "a", "b" is required'),
        (tuple_of([ONE, A]), ListOf(NUMBER), "element 1: a number is required, and this string spells none"),
        (
            object_of({"k": tuple_of([ONE, A])}),
            obj(k=ListOf(NUMBER)),
            '"k": element 1: a number is required, and this string spells none',
        ),
        (tuple_of([ONE, TRUE]), ListOf(DYNAMIC), "all elements of a list must be of one type"),
        (tuple_of([ONE, TRUE]), SetOf(DYNAMIC), "all elements of a set must be of one type"),
        (tuple_of([NULL, tuple_of([])]), ListOf(DYNAMIC), "all elements of a list must be of one type"),
        (object_of({"a": ONE, "b": TRUE}), MapOf(DYNAMIC), "all elements of a map must be of one type"),
        (
            object_of({"a": NULL, "b": tuple_of([ONE]), "c": tuple_of([TRUE])}),
            MapOf(DYNAMIC),
            "all elements of a list must be of one type",
        ),
        (
            tuple_of([tuple_of([ONE]), tuple_of([TRUE])]),
            ListOf(ListOf(DYNAMIC)),
            "all elements of a list must be of one type",
        ),
    ],
)
def test_refused(value: Value, wanted: Type, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        convert(value, wanted)

    assert caught.value.message == message


def test_a_limit_stays_one() -> None:
    long = list_of(NUMBER, [number(10**300, 2000)] * 40_000)

    with pytest.raises(LimitError, match=r'^"k": a value of more than \d+ characters'):
        convert(object_of({"k": long}), obj(k=ListOf(STRING)))


class TestUnknown:
    @pytest.mark.parametrize(
        ("found", "wanted", "type_"),
        [
            (STRING, NUMBER, NUMBER),
            (DYNAMIC, ListOf(DYNAMIC), ListOf(DYNAMIC)),
            (SetOf(STRING), ListOf(DYNAMIC), ListOf(STRING)),
            (ListOf(NUMBER), SetOf(DYNAMIC), SetOf(NUMBER)),
            (obj(a=NUMBER, b=STRING), MapOf(DYNAMIC), MapOf(STRING)),
            (TupleOf((ListOf(STRING),)), TupleOf((SetOf(DYNAMIC),)), TupleOf((SetOf(STRING),))),
            (obj(a=ListOf(STRING)), obj(a=SetOf(DYNAMIC)), obj(a=SetOf(STRING))),
            (obj(), ObjectOf((("a", DYNAMIC),), frozenset("a")), obj(a=DYNAMIC)),
            (MapOf(STRING), obj(a=STRING), obj(a=STRING)),
        ],
    )
    def test_types(self, found: Type, wanted: Type, type_: Type) -> None:
        converted = convert(pending(found, "x"), wanted)

        assert (converted.type, converted.content.because) == (type_, "x")

    @pytest.mark.parametrize(
        ("value", "wanted", "known"),
        [
            (pending(STRING, "x", not_null=True, prefix="1"), NUMBER, (True, "", None, None)),
            (pending(NUMBER, "x", least=1, most=5), STRING, (False, "", None, None)),
            (pending(ListOf(STRING), "x", least=2, most=5), ListOf(NUMBER), (False, "", 2, 5)),
            (pending(ListOf(STRING), "x", least=2, most=5), SetOf(STRING), (False, "", 1, 5)),
            (pending(ListOf(STRING), "x", least=0), SetOf(STRING), (False, "", 0, None)),
            (pending(PAIR, "x"), SetOf(STRING), (False, "", 1, 2)),
            (pending(PAIR, "x"), ListOf(STRING), (False, "", 2, 2)),
            (pending(obj(a=STRING), "x", not_null=True), MapOf(STRING), (True, "", 1, 1)),
        ],
    )
    def test_what_is_certain(self, value: Value, wanted: Type, known: tuple[Any, ...]) -> None:
        content = convert(value, wanted).content

        assert (content.not_null, content.prefix, content.least, content.most) == known

    def test_a_tuple_that_is_not_null_has_its_elements(self) -> None:
        converted = convert(pending(PAIR, "x", not_null=True), ListOf(STRING))
        given = pending(TupleOf((STRING,)), "x", not_null=True, inside=lambda _: ONE)

        assert [(each.type, each.content.because) for each in converted.parts()] == [(STRING, "x")] * 2
        assert convert(given, ListOf(STRING)) == strings("1")

    def test_it_goes_on_to_refer_to_a_resource(self) -> None:
        link = pending(DYNAMIC, "x", refers_to=Reference("t.a", "id"), inside=lambda _: ONE)

        assert convert(link, STRING).content.refers_to == Reference("t.a", "id")
        assert convert(link, STRING).content.inside is None

    @pytest.mark.parametrize(
        ("wanted", "step", "element"),
        [
            (ListOf(STRING), number(0), text("1")),
            (SetOf(STRING), text("a"), text("1")),
            (MapOf(STRING), "a", text("1")),
            (obj(a=STRING), "a", text("1")),
            (obj(a=STRING), text("a"), text("1")),
            (obj(a=STRING), "b", ONE),
            (obj(a=STRING), pending(STRING, "k"), ONE),
            (TupleOf((STRING,)), number(0), ONE),
        ],
    )
    def test_the_way_inside(self, wanted: Type, step: Value | str, element: Value) -> None:
        """What is there is converted too, where it is certain to what."""
        converted = convert(pending(DYNAMIC, "x", inside=lambda _: ONE), wanted)

        assert converted.content.inside(step) == element


class TestSettled:
    @pytest.mark.parametrize(
        ("element", "parts", "type_"),
        [
            (STRING, [], STRING),
            (DYNAMIC, [NULL], DYNAMIC),
            (DYNAMIC, [ANY, A], DYNAMIC),
            (DYNAMIC, [NULL, A], STRING),
            (DYNAMIC, [ONE, A], STRING),
            (DYNAMIC, [tuple_of([ANY]), tuple_of([tuple_of([])])], DYNAMIC),
        ],
    )
    def test_the_type_of_all(self, element: Type, parts: list[Value], type_: Type) -> None:
        found, made = settled(element, parts)

        assert found == type_
        assert len(made) == len(parts)
        assert found is DYNAMIC or all(each.type == found for each in made)


def test_marks_stay() -> None:
    secret = replace(tuple_of([replace(ONE, sensitive=True)]), sensitive=True)
    converted = convert(secret, ListOf(STRING))

    assert (converted.sensitive, [each.sensitive for each in converted.parts()]) == (True, [True])


def test_no_value_has_optional_attributes() -> None:
    inner = ObjectOf((("a", STRING),), frozenset("a"))
    wanted = TupleOf((ListOf(inner), SetOf(inner), MapOf(inner)))
    plain = obj(a=STRING)

    assert without_optional(wanted) == TupleOf((ListOf(plain), SetOf(plain), MapOf(plain)))


LEAVES = (
    st.sampled_from(["a", "1", "true"]).map(text) | st.integers(0, 3).map(number) | st.booleans().map(boolean)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple_of)
        | st.dictionaries(st.sampled_from("ab"), inner).map(object_of)
        | st.lists(LEAVES.map(lambda each: convert(each, STRING)), max_size=3).map(
            lambda x: list_of(STRING, x)
        )
        | st.lists(LEAVES.map(lambda each: convert(each, STRING)), max_size=3).map(
            lambda x: set_of(STRING, x)
        )
    ),
    max_leaves=5,
)


class TestLaws:
    @given(VALUES, VALUES)
    def test_it_has_the_type_that_was_asked_for_and_converting_again_changes_nothing(
        self, value: Value, other: Value
    ) -> None:
        try:
            converted = convert(value, other.type)
        except EvaluationError:
            return

        assert converted.type == other.type
        assert can_convert(value.type, other.type)
        assert convert(converted, other.type) == converted

    @given(LEAVES)
    def test_through_text_and_back(self, value: Value) -> None:
        assert convert(convert(value, STRING), value.type) == value

    @given(VALUES, VALUES)
    def test_both_can_become_what_their_types_are_unified_to(self, a: Value, b: Value) -> None:
        unified = unify([a.type, b.type])

        if unified == STRING or a.type == b.type:
            assert unified is not None
            assert convert(a, unified).type == convert(b, unified).type == unified

    @given(VALUES, VALUES)
    def test_what_is_not_known_can_become_what_it_could_if_it_were(self, value: Value, other: Value) -> None:
        unknown = pending(value.type, "x")
        try:
            known = convert(value, other.type)
        except EvaluationError:
            return

        converted = convert(unknown, other.type)
        assert (converted.type, converted.content.because) == (known.type, "x")
