"""Values as the machine formats print them: numbers that are exact, text that is safe."""

from __future__ import annotations

import io
import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.capacity import Size
from spillover.model.source import Maybe, Unknown
from spillover.report.style import clean
from spillover.report.values import fraction, plain, sizes, threshold, write_document

ASCII = st.text(st.characters(max_codepoint=126))


def written(document: dict[str, Any]) -> str:
    stream = io.StringIO()
    write_document(document, stream)
    return stream.getvalue()


class TestDocument:
    def test_indented_and_ended(self) -> None:
        assert written({"a": [1, "é"]}) == '{\n "a": [\n  1,\n  "é"\n ]\n}\n'

    def test_what_a_terminal_obeys_is_escaped(self) -> None:
        assert (
            written({"name": "\x1b[31m\x9b\u202e\x7f\n"})
            == '{\n "name": "\\u001b[31m\\u009b\\u202e\\u007f\\n"\n}\n'
        )

    def test_half_a_character_stays_as_it_is(self) -> None:
        assert written({"name": "\ud800"}) == '{\n "name": "\ud800"\n}\n'

    @given(st.dictionaries(ASCII, st.recursive(ASCII | st.none() | st.integers(), st.lists)))
    def test_is_indented_as_python_does(self, document: dict[str, Any]) -> None:
        lines = json.dumps(document, indent=1).split("\n")
        assert written(document) == "\n".join((*map(clean, lines), ""))

    @given(st.dictionaries(st.text(), st.lists(st.text()) | st.none() | st.integers()))
    def test_reads_back_as_it_was(self, document: dict[str, Any]) -> None:
        assert json.loads(written(document)) == document


class TestPlain:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            pytest.param({"a": [{"b": "x"}, None]}, {"a": [{"b": "x"}, None]}, id="plain already"),
            pytest.param((1, "a"), [1, "a"], id="tuple"),
            pytest.param(Decimal("0.8"), 0.8, id="a number that a float spells"),
            pytest.param(
                Decimal("0.123456789012345678901"), "0.123456789012345678901", id="one that it does not"
            ),
            pytest.param(Decimal("1E+400"), "1E+400", id="one that is too large"),
            pytest.param({"a": (Decimal("0.5"),)}, {"a": [0.5]}, id="inside"),
            pytest.param(True, True, id="boolean"),
            pytest.param(5, 5, id="integer"),
        ],
    )
    def test_examples(self, value: object, expected: object) -> None:
        assert json.dumps(plain(value)) == json.dumps(expected)

    @given(st.decimals(allow_nan=False, allow_infinity=False))
    def test_no_decimal_loses_a_digit(self, value: Decimal) -> None:
        assert Decimal(str(plain(value))) == value


class TestThreshold:
    @pytest.mark.parametrize(
        ("ratio", "shown"),
        [
            pytest.param(Decimal("0.8"), "0.8", id="as written"),
            pytest.param(Decimal("0.50"), "0.5", id="trailing zero"),
            pytest.param(Decimal("1.0"), "1", id="no fraction"),
            pytest.param(Decimal("1"), "1", id="integer"),
            pytest.param(Decimal("10"), "10", id="a zero that counts"),
            pytest.param(Decimal("1E+1"), "10", id="with an exponent"),
            pytest.param(Decimal("1E-7"), "0.0000001", id="very small"),
            pytest.param(Decimal("0.00"), "0", id="zero"),
            pytest.param(Decimal("-0.0"), "0", id="negative zero"),
            pytest.param(Decimal("-0.50"), "-0.5", id="negative"),
            pytest.param(None, "0", id="unset"),
            pytest.param(Unknown("var.x"), None, id="unknown"),
        ],
    )
    def test_examples(self, ratio: Maybe[Decimal], shown: str | None) -> None:
        assert threshold(ratio) == shown

    @given(st.decimals(0, 1, places=6))
    def test_is_the_number_itself_without_trailing_zeros(self, ratio: Decimal) -> None:
        shown = threshold(ratio)

        assert shown is not None
        assert Decimal(shown) == ratio
        assert "." not in shown or not shown.endswith(("0", "."))


class TestFraction:
    @pytest.mark.parametrize(
        ("number", "shown"),
        [(Fraction(6, 10), "3/5"), (Fraction(5, 5), "1"), (Fraction(0), "0"), (None, None)],
    )
    def test_reduced(self, number: Fraction | None, shown: str | None) -> None:
        assert fraction(number) == shown


def test_sizes_that_are_not_exact_are_null() -> None:
    assert sizes({"b": Size.exactly(5), "c": Size(1, 3), "d": Size(2, None)}) == {
        "b": 5,
        "c": None,
        "d": None,
    }
