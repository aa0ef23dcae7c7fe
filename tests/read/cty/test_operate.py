"""Operators, equality, indexes and attributes, as Terraform 1.11.4 has them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference
from spillover.read.cty.number import Number
from spillover.read.cty.operate import attribute, equals, index, operate, result_type
from spillover.read.cty.types import BOOL, DYNAMIC, NUMBER, STRING, ListOf, MapOf, ObjectOf, SetOf, Type
from spillover.read.cty.value import (
    FALSE,
    NULL,
    TRUE,
    EvaluationError,
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

A, B = text("a"), text("b")
ANY = pending(DYNAMIC, "any")
COUNT = pending(NUMBER, "count")
FLAG = pending(BOOL, "flag")


def num(value: str | int, bits: int = 512) -> Value:
    return number(value, bits)


@pytest.mark.parametrize(
    ("operator", "operands", "expected"),
    [
        ("+", [num("1.5"), text("2")], "3.5"),
        ("-", [num(1), num("0.1")], "0.9"),
        ("*", [num("0.1"), num(3)], "0.3"),
        ("/", [num(1), num(8)], "0.125"),
        ("/", [num(1), num(3, 64)], "0." + "3" * 154 + "5"),
        ("/", [num(1, 64), num(3, 64)], "0.33333333333333333334"),
        ("/", [num(2, 64), num(3, 64)], "0.6666666666666666667"),
        ("*", [num(2**64 - 1, 64), num(2, 64)], "36893488147419103230"),
        ("*", [num(10**15, 64), num(10**15, 64)], "1" + "0" * 30),
        ("*", [num(0), num(5)], "0"),
        ("%", [num(7), num(3)], "1"),
        ("%", [num(-7), num(3)], "-1"),
        ("%", [num(7), num(-3)], "1"),
        ("%", [num("-7.5"), num(2)], "-1.5"),
        ("%", [num("7.5"), num("2.2")], "0.8" + "9" * 152 + "5"),
        ("%", [num(10**100), num(7)], "4"),
        ("%", [num("1e200"), num(3)], "0"),
        ("%", [num(7), num(0)], "7"),
        ("-", [num("2.5")], "-2.5"),
    ],
)
def test_arithmetic(operator: str, operands: list[Value], expected: str) -> None:
    assert str(operate(operator, *operands).content) == expected


RATIOS = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**6)


@given(RATIOS, RATIOS, st.sampled_from([53, 64, 512]), st.sampled_from([64, 512]))
def test_arithmetic_is_exact_and_then_rounded(a: Fraction, b: Fraction, bits: int, other: int) -> None:
    one, two = Number(a, bits), Number(b, other)
    most = max(bits, other)

    def found(operator: str) -> Number:
        made: Number = operate(operator, number(one), number(two)).content
        return made

    assert found("+") == Number(Fraction(one) + two, most)
    assert found("-") == Number(Fraction(one) - two, most)
    assert found("*") == Number(Fraction(one) * two)
    if two:
        assert found("/") == Number(Fraction(one) / two, most)
        assert found("/").bits == most
    for operator, expected in (("<", one < two), ("<=", one <= two), (">", one > two), (">=", one >= two)):
        assert operate(operator, number(one), number(two)) == boolean(expected)


@pytest.mark.parametrize(
    ("operator", "operands", "expected"),
    [
        ("&&", [TRUE, text("false")], FALSE),
        ("||", [FALSE, TRUE], TRUE),
        ("!", [text("true")], FALSE),
        ("==", [A, A], TRUE),
        ("!=", [A, B], TRUE),
        ("<", [text("5"), num(10)], TRUE),
    ],
)
def test_logic(operator: str, operands: list[Value], expected: Value) -> None:
    assert operate(operator, *operands) == expected


@pytest.mark.parametrize(
    ("operator", "operands", "message"),
    [
        ("+", [num(1), NULL], "an operand of + is null"),
        ("!", [null(BOOL)], "an operand of ! is null"),
        ("+", [num(1), A], "a number is required, and this string spells none"),
        ("&&", [TRUE, num(1)], "bool required, but this is number"),
        ("-", [tuple_of([])], "number required, but this is tuple"),
        ("/", [num(1), num(0)], "division by zero"),
        ("*", [num("1e300"), num("1e300")], "a number beyond all bounds"),
        ("<", [pending(STRING, "x"), NULL], "an operand of < is null"),
    ],
)
def test_refused(operator: str, operands: list[Value], message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        operate(operator, *operands)

    assert (caught.value.message, caught.value.at) == (message, None)


@pytest.mark.parametrize(
    ("operator", "operands", "type_", "because"),
    [
        ("+", [num(1), COUNT], NUMBER, "count"),
        ("-", [pending(STRING, "x")], NUMBER, "x"),
        ("||", [TRUE, FLAG], BOOL, "flag"),
        ("&&", [ANY, FLAG], BOOL, "any"),
        ("<", [COUNT, num(1)], BOOL, "count"),
        ("!=", [ANY, A], BOOL, "any"),
    ],
)
def test_unknown(operator: str, operands: list[Value], type_: Type, because: str) -> None:
    found = operate(operator, *operands)

    assert (found.type, found.content.because, found.content.not_null) == (type_, because, True)
    assert result_type(operator, len(operands)) == type_


def test_marks() -> None:
    secret = replace(num(1), sensitive=True)

    assert operate("+", num(1), secret).sensitive
    assert operate("<", secret, COUNT).sensitive
    assert operate("==", tuple_of([secret]), NULL).sensitive
    assert operate("!=", tuple_of([secret]), tuple_of([secret])).sensitive


VALUES = st.recursive(
    st.sampled_from([A, B, num(0), num(1), TRUE, NULL, null(STRING)]),
    lambda inner: (
        st.lists(inner, max_size=2).map(tuple_of)
        | st.dictionaries(st.sampled_from("ab"), inner).map(object_of)
    ),
    max_leaves=4,
)


class TestEquality:
    @pytest.mark.parametrize(
        ("a", "b", "equal"),
        [
            (A, A, TRUE),
            (A, num(1), FALSE),
            (num(1), num(1, 64), TRUE),
            (NULL, null(STRING), TRUE),
            (NULL, A, FALSE),
            (tuple_of([NULL]), tuple_of([null(STRING)]), FALSE),
            (tuple_of([A]), list_of(STRING, [A]), FALSE),
            (tuple_of([A]), tuple_of([A, B]), FALSE),
            (list_of(STRING, [A]), list_of(STRING, [A, B]), FALSE),
            (list_of(STRING, [A]), list_of(STRING, [A]), TRUE),
            (list_of(STRING, []), list_of(NUMBER, []), FALSE),
            (map_of(STRING, {"a": A}), map_of(STRING, {"b": A}), FALSE),
            (map_of(STRING, {"a": A}), map_of(STRING, {"a": A}), TRUE),
            (object_of({"a": A}), object_of({"b": A}), FALSE),
            (set_of(STRING, [A, B]), set_of(STRING, [B, A]), TRUE),
            (set_of(STRING, [A]), set_of(STRING, [B]), FALSE),
        ],
    )
    def test_of_known_values(self, a: Value, b: Value, equal: Value) -> None:
        assert equals(a, b) == equals(b, a) == equal

    @pytest.mark.parametrize(
        ("a", "b"),
        [
            (ANY, ANY),
            (ANY, NULL),
            (set_of(STRING, [A, pending(STRING, "any")]), set_of(STRING, [A])),
            (tuple_of([A, ANY]), tuple_of([A, B])),
            (tuple_of([ANY, A]), tuple_of([B, ANY])),
            (tuple_of([pending(ListOf(DYNAMIC), "any")]), tuple_of([list_of(STRING, [])])),
        ],
    )
    def test_that_nobody_knows(self, a: Value, b: Value) -> None:
        for found in (equals(a, b), equals(b, a)):
            assert (found.type, found.content.because, found.content.not_null) == (BOOL, "any", True)

    def test_what_is_not_known_ends_the_comparison_of_lists(self) -> None:
        assert equals(tuple_of([ANY, A]), tuple_of([A, B])).pending
        assert equals(tuple_of([A, ANY]), tuple_of([B, A])) == FALSE

    def test_one_attribute_that_differs_is_enough(self) -> None:
        """Here Terraform says that it is not known, if it meets the unknown pair first."""
        assert equals(object_of({"a": ANY, "b": A}), object_of({"a": A, "b": B})) == FALSE

    @given(VALUES)
    def test_is_reflexive(self, value: Value) -> None:
        assert equals(value, value) == TRUE

    @given(VALUES, VALUES)
    def test_is_symmetric(self, a: Value, b: Value) -> None:
        assert equals(a, b) == equals(b, a)
        assert equals(a, b) == boolean(a == b or (a.is_null and b.is_null))


LINK = pending(
    DYNAMIC, "t.a", inside=lambda step: pending(STRING, "id", refers_to=Reference("t.a", str(step)))
)


class TestInside:
    def test_of_a_resource(self) -> None:
        assert attribute(LINK, "id").content.refers_to == Reference("t.a", "id")
        assert index(LINK, A).content.because == "id"
        assert index(replace(LINK, type=ListOf(STRING)), num(0)).content.because == "id"
        assert attribute(replace(LINK, sensitive=True), "id").sensitive

    @pytest.mark.parametrize(
        ("value", "key", "type_", "because"),
        [
            (ANY, num(0), DYNAMIC, "any"),
            (list_of(STRING, [A]), ANY, DYNAMIC, "any"),
            (list_of(STRING, [A]), COUNT, STRING, "count"),
            (pending(ListOf(STRING), "some"), num(-1), STRING, "some"),
            (tuple_of([A]), COUNT, DYNAMIC, "count"),
            (pending(tuple_of([A, num(1)]).type, "pair"), num(1), NUMBER, "pair"),
            (map_of(STRING, {}), pending(STRING, "key"), STRING, "key"),
            (pending(MapOf(STRING), "map"), A, STRING, "map"),
            (object_of({"a": A}), pending(STRING, "key"), DYNAMIC, "key"),
            (pending(ObjectOf((("a", STRING),)), "object"), A, DYNAMIC, "object"),
        ],
    )
    def test_unknown_elements(self, value: Value, key: Value, type_: Type, because: str) -> None:
        found = index(value, key)

        assert (found.type, found.content.because) == (type_, because)

    @pytest.mark.parametrize(
        ("value", "type_"),
        [
            (ANY, DYNAMIC),
            (pending(MapOf(STRING), "any"), STRING),
            (pending(ObjectOf((("a", NUMBER),)), "any"), NUMBER),
        ],
    )
    def test_unknown_attributes(self, value: Value, type_: Type) -> None:
        found = attribute(value, "a")

        assert (found.type, found.content.because) == (type_, "any")

    def test_of_a_set_there_is_nothing(self) -> None:
        with pytest.raises(EvaluationError, match="the elements of a set have no index"):
            index(pending(SetOf(STRING), "x", inside=lambda _: A), num(0))

    def test_marks(self) -> None:
        secret = replace(num(0), sensitive=True)

        assert index(tuple_of([A]), secret).sensitive
        assert index(replace(tuple_of([A]), sensitive=True), num(0)).sensitive
        assert not index(tuple_of([secret, A]), num(1)).sensitive
