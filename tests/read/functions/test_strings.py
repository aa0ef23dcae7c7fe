"""Functions of text: what Terraform 1.11.4 answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference
from spillover.read.cty.number import Number
from spillover.read.cty.types import BOOL, NUMBER, STRING, ListOf
from spillover.read.cty.value import (
    LONGEST_TEXT,
    EvaluationError,
    LimitError,
    Value,
    boolean,
    list_of,
    null,
    number,
    pending,
    text,
)
from spillover.read.functions.function import call
from spillover.read.functions.strings import FUNCTIONS

NAMED = {each.name: each for each in FUNCTIONS}


def value(plain: object) -> Value:
    match plain:
        case Value():
            return plain
        case str():
            return text(plain)
        case bool():
            return boolean(plain)
        case list():
            return list_of(STRING, map(value, plain))
    return number(Number(str(plain)))


def ask(name: str, *arguments: object) -> Value:
    return call(NAMED[name], [value(each) for each in arguments])


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("chomp", ("hello\n",), "hello"),
        ("chomp", ("a\n\r\n\r\r",), "a"),
        ("chomp", ("\na b \n",), "\na b "),
        ("chomp", (-1.5,), "-1.5"),
        ("chomp", (True,), "true"),
        ("endswith", ("hello", "lo"), True),
        ("endswith", ("hello", "he"), False),
        ("endswith", ("hello", ""), True),
        ("indent", (2, "a\nb\n"), "a\n  b\n  "),
        ("indent", ("5", "a\nb"), "a\n     b"),
        ("indent", (0, "a\nb"), "a\nb"),
        ("join", ("-", ["a", "b"]), "a-b"),
        ("join", (5, ["a", "b"], ["c"]), "a5b5c"),
        ("join", ("-", ["a"], []), "a"),
        ("join", ("-", []), ""),
        ("lower", ("HELLO",), "hello"),
        ("lower", ("ß\u0149\u1fbc\u0130I\u017f\u0391\u03a3\u1e9e",), "ß\u0149\u1fb3ii\u017f\u03b1\u03c3ß"),
        ("replace", ("1 + 2 + 3", "+", "-"), "1 - 2 - 3"),
        ("replace", ("1 + 2", "", "-"), "-1- -+- -2-"),
        ("replace", ("a/b", "/", "-"), "a-b"),
        ("replace", ("a//b", "//", "-"), "-a-/-/-b-"),
        ("replace", ("hello", "/l+/", "L"), "heLo"),
        ("split", (",", "a,b,c"), ["a", "b", "c"]),
        ("split", (",", ""), [""]),
        ("split", ("", "aé"), ["a", "é"]),
        ("split", ("", ""), []),
        ("startswith", ("hello", "he"), True),
        ("startswith", ("hello", "lo"), False),
        ("strcontains", ("hello", "ell"), True),
        ("strcontains", ("hello", "elo"), False),
        ("strrev", ("hello",), "olleh"),
        ("strrev", ("x🇩🇪🇫🇷\r\né",), "é\r\n🇫🇷🇩🇪x"),
        ("substr", ("hello world", 1, 4), "ello"),
        ("substr", ("hello", "3", 4), "lo"),
        ("substr", ("hello", 5, 2), ""),
        ("substr", ("hello", 6, 2), ""),
        ("substr", ("hello", 1, 0), ""),
        ("substr", ("hello", 1, -5), "ello"),
        ("substr", ("hello", -3, 2), "ll"),
        ("substr", ("hello", -9, 2), "he"),
        ("substr", ("hello", -3, 0), "llo"),
        ("substr", ("e\u0301x🇩🇪🇫🇷", 1, 2), "x🇩🇪"),
        ("title", ("hello wORLD",), "Hello WORLD"),
        ("title", ("ßx \u0149a \u01c6x-ab\u2013cd_ef \u1f80",), "ßx \u0149a \u01c5x-Ab\u2013cd_ef \u1f88"),
        ("title", ("a\u2003b",), "A\u2003B"),
        ("trim", ("?!hello?!", "!?"), "hello"),
        ("trim", ("??", "!?"), ""),
        ("trim", ("hello", ""), "hello"),
        ("trimprefix", ("helloworld", "hello"), "world"),
        ("trimprefix", ("hellohello", "hello"), "hello"),
        ("trimspace", ("\v\u00a0 a b\u2003\n",), "a b"),
        ("trimspace", ("\x1ca\u200b",), "\x1ca\u200b"),
        ("trimsuffix", ("helloworld", "world"), "hello"),
        ("upper", ("hello",), "HELLO"),
        ("upper", ("ß\u0149\u1fb3\u1fb4\u1f80\u0131\u017f\ufb01",), "ß\u0149\u1fbc\u1fb4\u1f88IS\ufb01"),
    ],
)
def test_known(name: str, arguments: tuple[object, ...], expected: object) -> None:
    assert ask(name, *arguments) == value(expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("chomp", (null(STRING),), "chomp: str is null"),
        ("chomp", (["a"],), "chomp: str: string required, but this is list of string"),
        ("chomp", (), "chomp takes 1 arguments, and 0 are given"),
        ("indent", (-1, "a"), "indent: a number of spaces is not negative"),
        ("indent", (1.5, "a"), "indent: a whole number is required, between -9223372036854775808 and"),
        ("substr", ("a", 2**63, 1), "substr: a whole number is required, between -9223372036854775808 and"),
        ("join", ("-",), "join: at least one list is required"),
        ("join", ("-", list_of(STRING, [null(STRING)])), "join: an element is null"),
        ("join", ("-", "a"), "join: lists: list of string required, but this is string"),
        ("replace", ("a", "/(/", "b"), "replace: no regular expression: a group without end, at character 2"),
    ],
)
def test_refused(name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError) as refused:
        ask(name, *arguments)

    assert str(refused.value).startswith(message)


LONG = "a" * LONGEST_TEXT


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("indent", (2**40, "a")),
        ("indent", (LONGEST_TEXT // 2, "a\nb\nc")),
        ("join", (LONG, ["a", "b"])),
        ("replace", (LONG, "a", "bb")),
    ],
)
def test_too_long(name: str, arguments: tuple[object, ...]) -> None:
    with pytest.raises(LimitError, match=f"{name}: a text of more than {LONGEST_TEXT} characters"):
        ask(name, *arguments)


class TestJoin:
    """One element is the result, and none is "", whatever separates."""

    @pytest.mark.parametrize("separator", ["", ", ", pending(STRING, "x")])
    def test_of_one_element_is_that_element(self, separator: object) -> None:
        refers_to = Reference("t.a", "id")
        element = pending(STRING, "t.a.id", refers_to=refers_to, suffix=".")
        result = ask("join", separator, list_of(STRING, [element]), [])

        assert result.pending
        assert (result.pending.because, result.pending.refers_to) == ("t.a.id", refers_to)
        assert (result.pending.suffix, result.pending.not_null) == (".", True)

    def test_of_none(self) -> None:
        assert ask("join", pending(STRING, "x"), []) == text("")

    def test_keeps_how_the_last_element_ends(self) -> None:
        zone = pending(STRING, "t.a.dns_name", suffix=".")

        for first, last, end in ((text("www"), zone, "."), (zone, text("x"), "x"), (zone, null(STRING), "")):
            result = ask("join", "-", list_of(STRING, [first, last]))
            assert result.pending
            assert result.pending.suffix == end

    @pytest.mark.parametrize(
        ("separator", "is_any", "expected"), [("", True, True), ("-", True, False), ("", False, False)]
    )
    def test_of_instances_of_an_unknown_number(self, separator: str, is_any: bool, expected: bool) -> None:
        """Only without a separator it is meant for one instance or none."""
        one = pending(STRING, "t.a.id", refers_to=Reference("t.a", "id", is_any))
        result = ask("join", separator, pending(ListOf(STRING), "var.n", inside=lambda _: one))

        assert result.pending
        assert result.pending.because == "var.n"
        assert (result.pending.refers_to is not None) is expected


class TestUnknown:
    @pytest.mark.parametrize(
        ("name", "arguments"),
        [
            ("chomp", (pending(STRING, "x"),)),
            ("upper", (pending(NUMBER, "x"),)),
            ("join", ("-", pending(ListOf(STRING), "x"))),
            ("join", ("-", list_of(STRING, [null(STRING)]), list_of(STRING, [pending(STRING, "x")]))),
            ("replace", ("a", "b", pending(STRING, "x"))),
        ],
    )
    def test_text(self, name: str, arguments: tuple[object, ...]) -> None:
        result = ask(name, *arguments)

        assert result.pending
        assert (result.type, result.pending.because, result.pending.not_null) == (STRING, "x", True)

    @pytest.mark.parametrize(
        ("prefix", "wanted", "expected"),
        [
            ("", "", True),
            ("", "a", None),
            ("https://", "https", True),
            ("https://", "http:", False),
            ("web-", "web-a", None),
            ("web-", "ftp-long", None),
            ("é-", "abc", False),
        ],
    )
    def test_beginning(self, prefix: str, wanted: str, expected: bool | None) -> None:
        result = ask("startswith", pending(STRING, "x", prefix=prefix), wanted)

        if expected is not None:
            assert result == boolean(expected)
        else:
            assert result.pending
            assert (result.type, result.pending.because, result.pending.not_null) == (BOOL, "x", True)

    def test_strcontains_may_be_null_for_all_terraform_says(self) -> None:
        result = ask("strcontains", pending(STRING, "x"), "a")

        assert result.pending
        assert not result.pending.not_null


class TestLaws:
    @given(st.text())
    def test_one_character_for_one(self, string: str) -> None:
        normal = text(string).content

        for name in ("upper", "lower", "title"):
            assert len(NAMED[name].compute(Value(STRING, "x" + normal)).content) <= len(normal) + 1

    @given(st.text(alphabet="ab-"), st.sampled_from("ab-"))
    def test_join_is_the_inverse_of_split(self, string: str, separator: str) -> None:
        assert ask("join", separator, ask("split", separator, string)) == text(string)

    @given(st.text(alphabet="aé🇩🇪\r\n"))
    def test_strrev_is_its_own_inverse_but_for_flags(self, string: str) -> None:
        if "🇩" not in string and "🇪" not in string and "\r" not in string:
            assert ask("strrev", ask("strrev", string)) == text(string)

    @given(st.text(alphabet="abc"), st.integers(0, 9), st.integers(0, 9))
    def test_substr_is_a_slice(self, string: str, offset: int, length: int) -> None:
        assert ask("substr", string, offset, length) == text(string[offset : offset + length])
