"""``format`` and ``formatlist``: what Terraform 1.11.4 answers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.json_text import json_text
from spillover.read.cty.number import Number
from spillover.read.cty.types import DYNAMIC, STRING, ListOf, SetOf, TupleOf
from spillover.read.cty.value import (
    NULL,
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
from spillover.read.functions import formatting
from spillover.read.functions.formatting import FUNCTIONS
from spillover.read.functions.function import call

NAMED = {each.name: each for each in FUNCTIONS}
UNKNOWN = pending(STRING, "x", not_null=True)
THIRD = Number(Fraction(1, 3))
THIRDS = "0." + "3" * 154 + "5"


def value(plain: object) -> Value:
    match plain:
        case Value():
            return plain
        case str():
            return text(plain)
        case bool():
            return boolean(plain)
        case list():
            return tuple_of(map(value, plain))
        case Number():
            return number(plain)
    return number(Number(str(plain)))


def ask(name: str, *arguments: object) -> Value:
    return call(NAMED[name], [value(each) for each in arguments])


@pytest.mark.parametrize(
    ("template", "values", "expected"),
    [
        ("%s-%d", ("a", 3), "a-3"),
        ("%%|%s%%", ("a",), "%|a%"),
        ("é%sü", ("ñ",), "éñü"),
        ("%s%s", ("e", "\u0301"), "é"),
        ("%[2]s %[1]s %s", ("a", "b"), "b a b"),
        ("%[2]s", ("a", "b"), "b"),
        ("%5[1]s|%.2[1]s", ("abc",), "  abc|ab"),
        ("", (), ""),
        # as it is
        ("%v|%v|%v|%v", ("a", 1.5, True, null(STRING)), "a|1.5|true|null"),
        ("%#v|%#v|%#v", ('a"<é', 1.5, null(STRING)), '"a\\"\\u003cé"|1.5|null'),
        ("%v %v %v", (Number("1e21"), 123456789, 100000), "1e+21 1.23456789e+08 100000"),
        ("%v %v %v", (Number("1e-5"), 0.0001, 0), "1e-05 0.0001 0"),
        ("%v", (THIRD,), THIRDS),
        ("%v", (Number(Fraction(2**0.5), 53),), "1.4142135623730951"),
        ("%5v|%-5v|%05v|%05v|%+v", (1, 2, 3, -4, 1), "    1|2    |00003|000-4|1"),
        ("%5v|%-5v|%.1v", ([1], [1], "abc"), "  [1]|[1]  |abc"),
        # booleans and texts
        ("%t %5t|", ("true", False), "true false|"),
        ("%s|%5s|%-5s|%05s|%-05s", ("a", "a", "a", "a", "a"), "a|    a|a    |0000a|a0000"),
        ("%.2s|%.0s|%.s|%5.3s", ("abc", "abc", "abc", "abcdef"), "ab|abc|abc|  abc"),
        ("%5s|%.1s", ("é", "🇩🇪x"), "    é|🇩🇪"),
        ("%s %s %s", (1.5, True, "1e100"), "1.5 true 1e100"),
        ("%q|%5q|%.1q|%-5q|%05q", ('a"b', "a", "abc", "a", "a"), '"a\\"b"|  "a"|"a"|"a"  |00"a"'),
        ("%q", ("<>&\u2028\u0001\n\b\x7f",), '"\\u003c\\u003e\\u0026\\u2028\\u0001\\n\\b\x7f"'),
        # integers
        ("%b %d %o %x %X", (10, "10", 10, 255, -255), "1010 10 12 ff -FF"),
        ("%#b %#d %#o %#x %#X", (10, 10, 10, 255, 255), "0b1010 10 012 0xff 0XFF"),
        ("%+d|% d|% +d|%+x", (1, 1, 1, 255), "+1| 1|+1|+ff"),
        ("%5d|%-5d|%05d|%+05d|%-05d|%005d", (1, 1, 1, 1, 1, 1), "    1|1    |00001|+0001|1    |00001"),
        ("%.3d|%8.3d|%-8.3d|%08.3d|%.02d", (5, 5, 5, 5, 5), "005|     005|005     |     005|05"),
        ("%.0d|%5.d|%+.0d", (0, 0, 0), "||"),
        ("%#.4x|%#08x|%-#8x|%+#x", (255, 255, 5, 255), "0x00ff|0x0000ff|0x5     |+0xff"),
        ("%d", ("1e30",), "1" + "0" * 30),
        # floats
        (
            "%e|%E|%f|%g|%G",
            (12345.678, 12345.678, 12345.678, 12345.678, "1e30"),
            "1.234568e+04|1.234568E+04|12345.678000|12345.678|1E+30",
        ),
        (
            "%.2f|%8.2f|%-8.2f|%08.2f|%+.1f|% .1f",
            (1.005, 1.5, 1.5, -1.5, 1.25, 1.35),
            "1.00|    1.50|1.50    |-0001.50|+1.2| 1.4",
        ),
        ("%.0f|%.0f|%.0f|%.f|%.3f|%.1f", (0.5, 1.5, 2.5, 1.5, 0.0005, 0.05), "0|2|2|2|0.000|0.1"),
        (
            "%010.3f|%+010.3f|%-010.3f|%0-10.3f",
            (3.14159, 3.14159, 3.14159, 3.14159),
            "000003.142|+00003.142|000003.142|000003.142",
        ),
        ("%e|%f|%.0e|%.3e", (0, -0.0000001, 9.5, 9.9996), "0.000000e+00|-0.000000|1e+01|1.000e+01"),
        (
            "%.3g|%.10g|%.5g|%.2g|%.0g|%.1g",
            (1234567, 1234567, 1000000, 99.6, 15, 0.000025),
            "1.23e+06|1234567|1e+06|1e+02|2e+01|2e-05",
        ),
        ("%.17g|%.10g|%.3g|%g", (0.1, 100000, 0.00012345, 0), "0.1|100000|0.000123|0"),
        ("%#g|%#.3g|%#e|%#f", (1, 1, 1, 1), "1|1|1.000000e+00|1.000000"),
        ("%e", (THIRD,), "3.333333e-01"),
    ],
)
def test_format(template: str, values: tuple[object, ...], expected: str) -> None:
    assert ask("format", template, *values) == text(expected)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (tuple_of([]), "[]"),
        (object_of({}), "{}"),
        (set_of(STRING, [text("b"), text("a")]), '["a","b"]'),
        (map_of(STRING, {"b": text("1"), "a": null(STRING)}), '{"a":null,"b":"1"}'),
        (object_of({"x": tuple_of([boolean(True), boolean(False), NULL, number(Number("1e30"))])}), None),
    ],
)
def test_json(made: Value, expected: str | None) -> None:
    assert json_text(made) == (expected or '{"x":[true,false,null,1000000000000000000000000000000]}')


@pytest.mark.parametrize(
    ("template", "values", "message"),
    [
        ("%", (), "no verb begins at character 1"),
        ("abc%é", (1,), "no verb begins at character 4"),
        ("%-%", (1,), "no verb begins at character 1"),
        ("%[0]s", ("a",), "no verb begins at character 1"),
        ("%[1]5s", ("a",), "no verb begins at character 1"),
        ("%*d", (5, 1), "no verb begins at character 1"),
        ("%z", (1,), "%z: there is no such verb"),
        ("%F", (1,), "%F: there is no such verb"),
        ("%s", (null(STRING),), "%s: null cannot be formatted"),
        ("%s", ([1],), "%s: string required, but this is tuple"),
        ("%d", (True,), "%d: number required, but this is bool"),
        ("%5d", (1.5,), "%5d: a whole number is required"),
        ("%t", ("yes",), "%t: a bool is required, and only the strings true and false are one"),
        ("%s", (), "%s wants value 1, and 0 are given"),
        ("%[3]s", ("a", "b"), "%[3]s wants value 3, and 2 are given"),
        ("%[99999999999]s", ("a",), "%[99999999999]s wants value 999999999, and 1 are given"),
        ("%s", ("a", "b"), "2 values are given, and 1 are used"),
        ("a", ("b",), "1 values are given, and 0 are used"),
    ],
)
def test_refused(template: str, values: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError) as refused:
        ask("format", template, *values)

    assert str(refused.value) == f"format: {message}"


@pytest.mark.parametrize(
    ("template", "values", "message"),
    [
        ("%1000001s", ("a",), "format: a width or precision of more than 1000000"),
        ("%.99999999s", ("a",), "format: a width or precision of more than 1000000"),
        ("%.2001f", (1,), "format: %.2001f: a number with more than 2000 digits"),
        ("%999999s%999999s", ("a", "a"), "format: a text of more than 1048576 characters"),
    ],
)
def test_too_long(template: str, values: tuple[object, ...], message: str) -> None:
    with pytest.raises(LimitError) as refused:
        ask("format", template, *values)

    assert str(refused.value) == message


class TestUnknown:
    @pytest.mark.parametrize(
        ("template", "values", "prefix"),
        [
            ("web-%s", (UNKNOWN,), "web-"),
            ("web%v", ([UNKNOWN],), "we"),
            ("%z", (UNKNOWN,), ""),
            ("web", (UNKNOWN,), ""),
            (UNKNOWN, ("a",), ""),
        ],
    )
    def test_format(self, template: object, values: tuple[object, ...], prefix: str) -> None:
        result = ask("format", template, *values)

        assert result.pending
        assert (result.type, result.pending.because, result.pending.not_null) == (STRING, "x", True)
        assert result.pending.prefix == prefix

    @pytest.mark.parametrize("name", ["format", "formatlist"])
    @pytest.mark.parametrize("template", ["%s", UNKNOWN])
    @pytest.mark.parametrize(("of_no_type", "because"), [(NULL, "null"), (pending(DYNAMIC, "y"), "y")])
    def test_no_type(self, name: str, template: object, of_no_type: Value, because: str) -> None:
        result = ask(name, template, of_no_type)

        assert result.pending
        assert result.type is DYNAMIC
        assert result.pending.because == ("x" if template is UNKNOWN else because)


class TestList:
    @pytest.mark.parametrize(
        ("template", "values", "expected"),
        [
            ("%s=%s", (["a", "b"], "c"), ["a=c", "b=c"]),
            ("%s=%s", (["a"], set_of(STRING, [text("b")])), ["a=b"]),
            ("%s-%v", (["a", "b"], object_of({"k": number(1)})), ['a-{"k":1}', 'b-{"k":1}']),
            ("%s", ("a",), ["a"]),
            ("%s%s", ([], "a"), []),
            ("a", (), ["a"]),
            ("%v", (null(ListOf(STRING)),), ["null"]),
        ],
    )
    def test_known(self, template: str, values: tuple[object, ...], expected: list[str]) -> None:
        assert ask("formatlist", template, *values) == list_of(STRING, map(text, expected))

    def test_what_is_unknown_in_one_row(self) -> None:
        result = ask("formatlist", "%s-%s", ["a", UNKNOWN, "c"], "d")

        first, second, third = result.content
        assert (first, third) == (text("a-d"), text("c-d"))
        assert second.pending.because == "x"
        assert second.pending.not_null

    @pytest.mark.parametrize(
        "values",
        [
            pytest.param((pending(ListOf(STRING), "x"), ["a"]), id="list"),
            pytest.param((["a", "b"], set_of(STRING, [text("a"), UNKNOWN])), id="a set that may be smaller"),
            pytest.param((pending(SetOf(STRING), "x"),), id="set"),
            pytest.param((pending(TupleOf((STRING,)), "x"), ["a"]), id="tuple"),
        ],
    )
    def test_unknown(self, values: tuple[object, ...]) -> None:
        result = ask("formatlist", "%s", *values)

        assert result.pending
        assert (result.type, result.pending.because, result.pending.not_null) == (ListOf(STRING), "x", True)

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ((["a"], ["b", "c"]), "lists of different lengths, 1 and 2"),
            ((["a", "b"], pending(TupleOf((STRING,)), "x")), "lists of different lengths, 1 and 2"),
            ((["a", "b"], []), "lists of different lengths, 0 and 2"),
            ((["a", null(STRING)],), "%s: null cannot be formatted"),
        ],
    )
    def test_refused(self, values: tuple[object, ...], message: str) -> None:
        with pytest.raises(EvaluationError, match=f"^formatlist: {message}$"):
            ask("formatlist", "%s", *values)

    def test_too_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(formatting, "LARGEST", 100)

        with pytest.raises(LimitError, match="a value of more than 100 characters and elements"):
            ask("formatlist", "%s%s", ["a"] * 20, "b" * 10)


class TestLaws:
    @given(
        st.integers(-(10**20), 10**20),
        st.sampled_from("doxX"),
        st.integers(1, 30),
        st.sampled_from(["", "0", "+", " ", "+0"]),
    )
    def test_integers_as_in_c(self, integer: int, letter: str, width: int, flags: str) -> None:
        verb = f"%{flags}{width}{letter}"

        assert ask("format", verb, integer).content == verb % integer

    @given(
        st.floats(-1e15, 1e15),
        st.sampled_from("ef"),
        st.integers(0, 12),
        st.sampled_from(["", "+", " ", "012", "12"]),
    )
    def test_floats_as_in_c(self, given: float, letter: str, precision: int, flags: str) -> None:
        verb = f"%{flags}.{precision}{letter}"
        exact = number(Fraction(given), 53)

        assert ask("format", verb, exact).content == verb % (given + 0.0)
