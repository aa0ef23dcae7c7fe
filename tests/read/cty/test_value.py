"""Values: equality, the order of sets, what is unknown or sensitive inside of them, and their bounds."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference, Unknown
from spillover.read.cty import value as values
from spillover.read.cty.number import COUNTED, BeyondBoundsError
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    TupleOf,
    Type,
    spelled_type,
)
from spillover.read.cty.value import (
    LONGEST_TEXT,
    NULL,
    TRUE,
    EvaluationError,
    LimitError,
    Pending,
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

ID = pending(STRING, "id", refers_to=Reference("t.a", "id"))
SECRET = replace(text("s"), sensitive=True)


def strings(*content: str) -> Value:
    return list_of(STRING, map(text, content))


LEAVES = (
    st.text(max_size=3).map(text)
    | st.integers(-5, 5).map(number)
    | st.booleans().map(boolean)
    | st.sampled_from([NULL, null(STRING)])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple_of)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3).map(object_of)
    ),
    max_leaves=6,
)


class TestEquality:
    @given(VALUES, VALUES, VALUES)
    def test_is_an_equivalence(self, a: Value, b: Value, c: Value) -> None:
        assert a == replace(a, sensitive=True)
        assert hash(a) == hash(replace(a, sensitive=True))
        assert (a == b) is (b == a)
        assert not (a == b and b == c) or a == c
        assert a != b or hash(a) == hash(b)

    @pytest.mark.parametrize(
        ("a", "b"),
        [
            (text("1"), number(1)),
            (NULL, null(STRING)),
            (strings("a"), tuple_of([text("a")])),
            (TRUE, number(1)),
        ],
    )
    def test_takes_types_seriously(self, a: Value, b: Value) -> None:
        assert a != b

    def test_of_anything_else(self) -> None:
        assert text("a") != "a"


class TestSets:
    """The order is that of cty: by what is compared of two elements, with null and the unknown last."""

    @pytest.mark.parametrize(
        ("element", "items", "content"),
        [
            (STRING, ["b", "a", "b"], ["a", "b"]),
            (STRING, ["\U00010000", "\uffff"], ["\uffff", "\U00010000"]),
            (NUMBER, [10, 9, -1], [-1, 9, 10]),
            (BOOL, [True, False], [False, True]),
        ],
    )
    def test_of_primitives(self, element: Type, items: list[Any], content: list[Any]) -> None:
        make: Any = {"string": text, "number": number, "bool": boolean}[spelled_type(element)]

        assert [each.content for each in set_of(element, map(make, items)).parts()] == content

    def test_of_what_has_parts(self) -> None:
        """Numbers are compared by their digits there."""
        parts: list[Value] = [
            *(list_of(NUMBER, [number(each)]) for each in (10, 9)),
            list_of(NUMBER, [null(NUMBER)]),
            list_of(NUMBER, [pending(NUMBER, "n")]),
            list_of(NUMBER, []),
        ]
        expected = [parts[2 - 2], parts[1], parts[3], parts[4], parts[2]]

        for order in permutations(parts):
            assert list(set_of(ListOf(NUMBER), order).parts()) == expected

    @pytest.mark.parametrize(
        ("low", "high"),
        [
            (tuple_of([text("a"), TRUE]), tuple_of([text("b"), TRUE])),
            (tuple_of([text("a"), boolean(False)]), tuple_of([text("a"), TRUE])),
            (map_of(STRING, {"a": text("z")}), map_of(STRING, {"b": text("a")})),
            (map_of(STRING, {"a": text("y")}), map_of(STRING, {"a": text("z")})),
            (object_of({"a": number("1.5")}), object_of({"a": number("1.6")})),
        ],
    )
    def test_of_pairs(self, low: Value, high: Value) -> None:
        assert list(set_of(low.type, [high, low]).parts()) == [low, high]

    def test_null_and_unknown_elements_come_last(self) -> None:
        made = set_of(STRING, [pending(STRING, "x"), null(STRING), text("z"), pending(STRING, "x")])

        assert list(made.parts())[:2] == [text("z"), null(STRING)]
        assert [each.is_known for each in made.parts()] == [True, True, False, False]

    def test_the_same_attribute_is_the_same_element(self) -> None:
        assert list(set_of(STRING, [ID, text("a"), replace(ID)]).parts()) == [text("a"), ID]

    def test_all_of_it_is_sensitive_if_one_element_is(self) -> None:
        made = set_of(STRING, [SECRET, text("a")])

        assert (made.sensitive, [each.sensitive for each in made.parts()]) == (True, [False, False])

    @given(
        st.lists(
            st.lists(st.integers(0, 2).map(number), max_size=2).map(lambda x: list_of(NUMBER, x)), max_size=5
        )
    )
    def test_the_order_of_what_is_given_does_not_matter(self, items: list[Value]) -> None:
        made = set_of(ListOf(NUMBER), items)

        assert made == set_of(ListOf(NUMBER), reversed(items))
        assert len(made.content) == len(set(items))


class TestParts:
    VALUE = tuple_of([text("a"), object_of({"k": ID, "l": tuple_of([SECRET])})])

    def test_every_one_in_order(self) -> None:
        assert [
            each.content for each in self.VALUE.every() if not each.content or not list(each.parts())
        ] == [
            "a",
            ID.content,
            "s",
        ]

    def test_the_first_that_is_not_known(self) -> None:
        assert self.VALUE.unsettled() is ID.content
        assert tuple_of([ID, pending(STRING, "x")]).unsettled() is ID.content
        assert text("a").unsettled() is None

    def test_marks(self) -> None:
        assert self.VALUE.is_sensitive()
        assert not self.VALUE.sensitive
        assert not self.VALUE.revealed().is_sensitive()
        assert self.VALUE.revealed() == self.VALUE
        assert self.VALUE.marked(SECRET).sensitive
        assert self.VALUE.marked(text("a")) is self.VALUE
        assert SECRET.marked(SECRET) is SECRET

    def test_what_a_value_is(self) -> None:
        assert (ID.is_known, ID.is_null, NULL.is_known, NULL.is_null) == (False, False, True, True)
        assert ID.pending
        assert (ID.pending.cause().because, ID.pending.cause().refers_to) == ("id", None)
        assert (NULL.pending, list(NULL.parts())) == (None, [])


class TestMade:
    def test_text_is_in_normal_form(self) -> None:
        assert text("e\u0301") == text("\u00e9")

    def test_keys_are_sorted_by_code_points(self) -> None:
        keys = ["\U00010000", "\uffff", "a"]

        assert list(object_of(dict.fromkeys(keys, TRUE)).content) == sorted(keys)
        assert list(map_of(BOOL, dict.fromkeys(keys, TRUE)).content) == sorted(keys)

    @pytest.mark.parametrize(
        ("made", "type_", "size"),
        [
            (text("abc"), STRING, 4),
            (number(1), NUMBER, 1),
            (tuple_of([text("a"), TRUE]), TupleOf((STRING, BOOL)), 4),
            (strings("a", "b"), ListOf(STRING), 5),
            (map_of(STRING, {"key": text("a")}), MapOf(STRING), 6),
            (object_of({"key": text("a")}), ObjectOf((("key", STRING),)), 6),
        ],
    )
    def test_types_and_sizes(self, made: Value, type_: Type, size: int) -> None:
        assert (made.type, made.size) == (type_, size)

    def test_bits(self) -> None:
        assert number(5).content.bits == COUNTED
        assert number(number("0.5", 512).content).content.bits == 512

    @pytest.mark.parametrize(
        "because", ["x", Pending("x", not_null=True), Unknown("x", Reference("t.a", "id"))]
    )
    def test_causes(self, because: str | Pending | Unknown) -> None:
        made = pending(DYNAMIC, because, least=1).content

        assert (made.because, made.refers_to, made.not_null, made.least) == ("x", None, False, 1)
        assert made != replace(made)


class TestLimits:
    def test_of_texts(self) -> None:
        assert text("a" * LONGEST_TEXT).size == LONGEST_TEXT + 1
        with pytest.raises(LimitError, match=f"a text of more than {LONGEST_TEXT} characters"):
            text("a" * (LONGEST_TEXT + 1))

    def test_of_values(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(values, "LARGEST", 10)

        assert tuple_of([text("abc"), text("abcd")]).size == 10
        with pytest.raises(LimitError, match="a value of more than 10 characters and elements"):
            tuple_of([text("abc"), text("abcde")])

    def test_of_numbers(self) -> None:
        with pytest.raises(BeyondBoundsError):
            number(10**1000)

    def test_a_limit_is_an_error_with_a_place(self) -> None:
        error = LimitError("too much", 7)

        assert isinstance(error, EvaluationError)
        assert (error.message, error.at, EvaluationError("x").at) == ("too much", 7, None)
