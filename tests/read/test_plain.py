"""Evaluated values as plain data."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from spillover.model.source import Reference, Unknown
from spillover.read.cty.number import Number
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, ListOf
from spillover.read.cty.value import (
    NULL,
    TRUE,
    Value,
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
from spillover.read.plain import HIDDEN, as_text, bracketed, plain, without_zeros


class TestPlain:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            (text("a"), "a"),
            (TRUE, True),
            (number(5), 5),
            (number("1.50", 512), Decimal("1.5")),
            (number("0.1", 512), Decimal("0.1")),
            (number("1e30", 512), 10**30),
            (NULL, None),
            (null(ListOf(STRING)), None),
            (tuple_of([number(1), text("a")]), [1, "a"]),
            (list_of(STRING, []), []),
            (set_of(STRING, [text("b"), text("a")]), ["a", "b"]),
            (map_of(NUMBER, {"b": number(1), "a": number(2)}), {"a": 2, "b": 1}),
            (object_of({"a": pending(DYNAMIC, "x")}), {"a": Unknown("x")}),
            (
                pending(STRING, "t.a.id", refers_to=Reference("t.a")),
                Unknown("t.a.id", Reference("t.a", "id")),
            ),
        ],
    )
    def test_value(self, value: Value, expected: Any) -> None:
        found = plain(value)

        assert (found, type(found)) == (expected, type(expected))

    def test_what_is_not_known_keeps_its_end(self) -> None:
        found = plain(pending(STRING, "x", suffix=".test."))

        assert isinstance(found, Unknown)
        assert found.ends_with == ".test."

    def test_a_third_is_the_decimal_that_terraform_prints(self) -> None:
        third = plain(number(Number(Fraction(1, 3), 512)))

        assert isinstance(third, Decimal)
        assert str(third).startswith("0.3333333333")


class TestText:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ("a", "a"),
            (True, "true"),
            (False, "false"),
            (5, "5"),
            (Decimal("1.50"), "1.5"),
            (Unknown("x"), Unknown("x")),
            (None, None),
            ([], None),
            ({}, None),
        ],
    )
    def test_as_text(self, value: Any, expected: Any) -> None:
        assert as_text(value) == expected

    @pytest.mark.parametrize(
        ("number", "expected"),
        [("1.50", "1.5"), ("100", "100"), ("1E+3", "1000"), ("0.0", "0"), ("1E-7", "0.0000001")],
    )
    def test_without_zeros(self, number: str, expected: str) -> None:
        assert without_zeros(Decimal(number)) == expected

    @pytest.mark.parametrize(
        ("key", "expected"),
        [(None, ""), (0, "[0]"), ("a", '["a"]'), ('q"', '["q\\""]'), ("ü", '["ü"]')],
    )
    def test_bracketed(self, key: str | int | None, expected: str) -> None:
        assert bracketed(key) == expected


def test_what_is_sensitive_can_be_hidden() -> None:
    secret = replace(text("s"), sensitive=True)
    value = object_of({"a": tuple_of([secret, text("t")]), "b": secret})

    assert plain(value) == {"a": ["s", "t"], "b": "s"}
    assert plain(value, hide=True) == {"a": [HIDDEN, "t"], "b": HIDDEN}
