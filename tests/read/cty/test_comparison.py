"""Comparisons with what is not known: what Terraform 1.11.4 answers."""

from __future__ import annotations

import pytest

from spillover.read.cty.operate import operate
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, ListOf, ObjectOf, TupleOf
from spillover.read.cty.value import NULL, Value, list_of, null, number, object_of, pending, text, tuple_of

ID = pending(STRING, "id", not_null=True, prefix="id-")
TEXT = pending(STRING, "text")
COUNT = pending(NUMBER, "count")
SOME = pending(NUMBER, "some", not_null=True, least=1, most=2)
MANY = pending(NUMBER, "many", not_null=True, least=3)
ANY = pending(DYNAMIC, "any")
LIST = pending(ListOf(STRING), "list")
A, B = text("a"), text("b")


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (COUNT, A, False),
        (A, COUNT, False),
        (COUNT, TEXT, None),
        (COUNT, NULL, None),
        (TEXT, A, None),
        (ID, A, False),
        (ANY, number(5), None),
        (LIST, tuple_of([A]), False),
        (LIST, list_of(NUMBER, [number(1)]), False),
        (LIST, list_of(STRING, [A]), None),
        (LIST, TEXT, None),
        (pending(TupleOf((NUMBER,)), "x"), tuple_of([A]), False),
        (pending(ObjectOf((("a", NUMBER),)), "x"), object_of({"a": number(1)}), None),
        (tuple_of([A, B]), tuple_of([TEXT, text("c")]), None),
        (tuple_of([A, TEXT]), tuple_of([B, TEXT]), False),
        (object_of({"a": TEXT, "b": A}), object_of({"a": A, "b": B}), False),
        (object_of({"a": TEXT}), object_of({"a": A}), None),
        (tuple_of([ANY]), tuple_of([A]), None),
        (tuple_of([NULL]), tuple_of([null(STRING)]), False),
        (tuple_of([NULL]), tuple_of([NULL]), True),
        (SOME, number(3), False),
        (SOME, number(1), None),
    ],
)
def test_equality(left: Value, right: Value, equal: bool | None) -> None:
    found = operate("==", left, right)

    assert (None if found.pending else found.content) is equal


@pytest.mark.parametrize(
    ("operator", "left", "right", "expected"),
    [
        ("<", SOME, number(3), True),
        ("<", SOME, number(2), None),
        ("<=", SOME, number(2), None),
        ("<=", SOME, number(0), False),
        (">", SOME, number(0), True),
        (">=", SOME, number(1), None),
        (">=", MANY, number(2), True),
        ("<", MANY, number(3), None),
        ("<", SOME, MANY, True),
        (">", SOME, MANY, False),
        ("<", MANY, number(9), None),
    ],
)
def test_bounds(operator: str, left: Value, right: Value, expected: bool | None) -> None:
    found = operate(operator, left, right)

    assert (None if found.pending else found.content) is expected
