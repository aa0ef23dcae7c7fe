"""What is certain of values that are not known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.ranges import (
    Bounds,
    bounded,
    bounds,
    common_end,
    compared,
    either,
    excludes,
    is_filled,
    is_open,
    may_be_equal,
    not_null,
    present,
)
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
    Pending,
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

CAUSE = Pending("x")


@pytest.mark.parametrize(
    ("value", "filled"),
    [
        (text("a"), True),
        (text(""), False),
        (null(STRING), False),
        (pending(STRING, "x", not_null=True), False),
        (pending(STRING, "x", not_empty=True), False),
        (pending(STRING, "x", not_null=True, not_empty=True), True),
        (pending(STRING, "x", not_null=True, prefix="a"), True),
        (pending(STRING, "x", not_null=True, suffix="."), True),
    ],
)
def test_neither_null_nor_empty(value: Value, filled: bool) -> None:
    assert is_filled(value) is filled
    assert excludes(value, text("")) is (filled and value.pending is not None)


@pytest.mark.parametrize(
    ("a", "b", "end"),
    [
        (text("www.a.com."), text("b.com."), ".com."),
        (text("a."), pending(STRING, "x", suffix="b.com."), "."),
        (pending(STRING, "x", suffix="."), pending(STRING, "y", suffix="."), "."),
        (pending(STRING, "x", suffix="."), pending(STRING, "y"), ""),
        (text("a"), null(STRING), ""),
        (number(1), number(1), ""),
    ],
)
def test_common_end(a: Value, b: Value, end: str) -> None:
    assert common_end(a, b) == common_end(b, a) == end


def test_what_is_present_is_not_null() -> None:
    assert not_null(present(pending(STRING, "x", prefix="a")))
    assert present(text("a")) == text("a")


def within(least: int | None, most: int | None) -> Value:
    return pending(NUMBER, "x", least=least, most=most)


@pytest.mark.parametrize(
    ("value", "certain", "open_"),
    [
        (text("a"), True, False),
        (NULL, False, False),
        (pending(STRING, "x"), False, False),
        (pending(DYNAMIC, "x", not_null=True), True, True),
        (tuple_of([pending(ListOf(DYNAMIC), "x")]), True, True),
        (tuple_of([NULL]), True, False),
    ],
)
def test_looks(value: Value, certain: bool, open_: bool) -> None:
    assert (not_null(value), is_open(value)) == (certain, open_)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (number(3), (3, 3)),
        (within(1, None), (1, None)),
        (text("a"), (None, None)),
        (null(ListOf(STRING)), (None, None)),
        (list_of(STRING, [text("a"), pending(STRING, "x")]), (2, 2)),
        (set_of(STRING, [text("a"), pending(STRING, "x")]), (1, 2)),
        (set_of(STRING, [text("a"), text("b")]), (2, 2)),
        (map_of(STRING, {}), (0, 0)),
        (tuple_of([]), (None, None)),
    ],
)
def test_bounds(value: Value, expected: Bounds) -> None:
    assert bounds(value) == expected


@pytest.mark.parametrize(
    ("type_", "least_most", "certain", "elements"),
    [
        (ListOf(STRING), (2, 2), True, 2),
        (SetOf(STRING), (1, 1), True, 1),
        (SetOf(STRING), (0, 0), True, 0),
        (MapOf(STRING), (0, 0), True, 0),
        (ListOf(STRING), (2, 2), False, None),
        (ListOf(STRING), (2, 3), True, None),
        (SetOf(STRING), (2, 2), True, None),
        (MapOf(STRING), (1, 1), True, None),
        (ListOf(STRING), (None, None), True, None),
    ],
)
def test_where_bounds_meet(type_: Type, least_most: Bounds, certain: bool, elements: int | None) -> None:
    found = bounded(type_, CAUSE, least_most, certain)

    assert found.type == type_
    if elements is None:
        assert (found.content.because, found.content.not_null, bounds(found)) == ("x", certain, least_most)
    else:
        assert [each.content.because for each in found.parts()] == ["x"] * elements


def test_a_number_between_equal_bounds_is_known() -> None:
    assert bounded(NUMBER, CAUSE, (5, 5), certain=True) == number(5)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [((1, 2), (0, 5), (0, 5)), ((1, 2), (None, 5), (None, 5)), ((1, None), (3, 5), (1, None))],
)
def test_one_or_the_other(a: Bounds, b: Bounds, expected: Bounds) -> None:
    assert either(a, b) == either(b, a) == expected


@pytest.mark.parametrize(
    ("operator", "a", "b", "expected"),
    [
        ("<", within(1, 2), number(3), True),
        ("<=", number(3), within(1, 2), False),
        (">", within(4, None), number(3), True),
        (">=", within(None, 2), number(3), False),
        ("<=", within(1, 3), number(3), None),
        ("<", within(3, None), number(3), None),
        ("<", within(None, None), number(3), None),
    ],
)
def test_compared(operator: str, a: Value, b: Value, expected: bool | None) -> None:
    assert compared(operator, a, b) is expected


OPTIONAL = st.none() | st.integers(-3, 3)


@given(OPTIONAL, OPTIONAL, st.integers(-3, 3), st.integers(-3, 3), st.sampled_from(["<", "<=", ">", ">="]))
def test_a_comparison_holds_for_all_between_the_bounds(
    least: int | None, most: int | None, value: int, other: int, operator: str
) -> None:
    if (least is None or least <= value) and (most is None or value <= most):
        really = {"<": value < other, "<=": value <= other, ">": value > other, ">=": value >= other}[
            operator
        ]

        assert compared(operator, within(least, most), number(other)) in (None, really)


@pytest.mark.parametrize(
    ("unknown", "value", "expected"),
    [
        (pending(STRING, "x", prefix="ab"), text("abc"), False),
        (pending(STRING, "x", prefix="ab"), text("a"), True),
        (pending(STRING, "x"), number(1), True),
        (pending(STRING, "x"), NULL, False),
        (pending(STRING, "x"), pending(NUMBER, "y"), False),
        (text("a"), text("b"), False),
        (within(1, 2), number(3), True),
        (within(1, 2), number(0), True),
        (within(1, 2), number(1), False),
        (pending(ListOf(STRING), "x", least=1), list_of(STRING, []), True),
        (pending(DYNAMIC, "x"), text("a"), False),
        (pending(ListOf(DYNAMIC), "x"), list_of(STRING, []), False),
    ],
)
def test_excluded(unknown: Value, value: Value, expected: bool) -> None:
    assert excludes(unknown, value) is expected


def obj(**attributes: Type) -> ObjectOf:
    return ObjectOf(tuple(sorted(attributes.items())))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (STRING, STRING, True),
        (STRING, BOOL, False),
        (DYNAMIC, obj(), True),
        (ListOf(DYNAMIC), ListOf(STRING), True),
        (SetOf(BOOL), SetOf(STRING), False),
        (MapOf(SetOf(DYNAMIC)), MapOf(SetOf(STRING)), True),
        (ListOf(STRING), SetOf(STRING), False),
        (TupleOf((DYNAMIC, STRING)), TupleOf((BOOL, DYNAMIC)), True),
        (TupleOf((DYNAMIC,)), TupleOf(), False),
        (obj(a=DYNAMIC), obj(a=BOOL), True),
        (obj(a=DYNAMIC), obj(b=DYNAMIC), False),
        (obj(a=DYNAMIC, b=BOOL), obj(a=BOOL, b=STRING), False),
    ],
)
def test_types_that_may_be_equal(a: Type, b: Type, expected: bool) -> None:
    assert may_be_equal(a, b) is may_be_equal(b, a) is expected
