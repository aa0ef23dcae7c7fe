"""Regular expressions: what Terraform 1.11.4 answers."""

from __future__ import annotations

import pytest

from spillover.read.cty.types import DYNAMIC, STRING, ListOf, ObjectOf, TupleOf, Type
from spillover.read.cty.value import (
    EvaluationError,
    LimitError,
    Value,
    list_of,
    null,
    object_of,
    pending,
    text,
    tuple_of,
)
from spillover.read.functions import regular
from spillover.read.functions.function import call
from spillover.read.functions.regular import FUNCTIONS, compiled, replace_matches

NAMED = {each.name: each for each in FUNCTIONS}


def ask(name: str, pattern: str | Value, string: str | Value) -> Value:
    return call(NAMED[name], [text(each) if isinstance(each, str) else each for each in (pattern, string)])


def every(pattern: str, string: str) -> list[str]:
    return [string[each.start : each.end] for each in compiled(pattern).matches(string)]


class TestResults:
    @pytest.mark.parametrize(
        ("pattern", "string", "expected"),
        [
            pytest.param("[a-z]+", "5345.aaabbb2", text("aaabbb"), id="no group"),
            pytest.param("", "abc", text(""), id="nothing"),
            pytest.param("(\\d+)-(x)?", "10-", tuple_of([text("10"), null(STRING)]), id="groups"),
            pytest.param(
                "(?P<b>\\d)(?<a>x)?", "1", object_of({"a": null(STRING), "b": text("1")}), id="names"
            ),
            pytest.param("(?P<a>x)(?P<a>y)", "xy", object_of({"a": text("y")}), id="the same name twice"),
            pytest.param("e\u0301", "xé", text("é"), id="text is normal"),
        ],
    )
    def test_regex(self, pattern: str, string: str, expected: Value) -> None:
        assert ask("regex", pattern, string) == expected

    @pytest.mark.parametrize(
        ("pattern", "string", "expected"),
        [
            pytest.param("[a-z]+", "1ab2c", list_of(STRING, [text("ab"), text("c")]), id="texts"),
            pytest.param("a", "b", list_of(STRING, []), id="none"),
            pytest.param(
                "(a)|b",
                "ab",
                list_of(TupleOf((STRING,)), [tuple_of([text("a")]), tuple_of([null(STRING)])]),
                id="groups",
            ),
            pytest.param("a*", "baac", list_of(STRING, map(text, ["", "aa", ""])), id="empty ones"),
        ],
    )
    def test_regexall(self, pattern: str, string: str, expected: Value) -> None:
        assert ask("regexall", pattern, string) == expected

    @pytest.mark.parametrize(
        ("pattern", "string", "message"),
        [
            ("a", "b", "regex: the pattern matches no part of the string"),
            ("(", "b", "regex: no regular expression: a group without end, at character 2"),
            (
                "(a)(?P<n>b)",
                "ab",
                "regex: a regular expression has groups with names, or without, but not both",
            ),
        ],
    )
    def test_refused(self, pattern: str, string: str, message: str) -> None:
        with pytest.raises(EvaluationError, match=f"^{message.replace('(', '[(]')}$"):
            ask("regex", pattern, string)

    @pytest.mark.parametrize(
        ("pattern", "expected"),
        [
            pytest.param("a", STRING, id="no group"),
            pytest.param("(a)(b)", TupleOf((STRING, STRING)), id="groups"),
            pytest.param("(?P<b>a)(?P<a>b)", ObjectOf((("a", STRING), ("b", STRING))), id="names"),
            pytest.param(pending(STRING, "x"), DYNAMIC, id="the pattern is not known"),
        ],
    )
    def test_a_known_pattern_tells_the_type(self, pattern: str | Value, expected: Type) -> None:
        one, several = (ask(name, pattern, pending(STRING, "x")) for name in ("regex", "regexall"))

        assert one.pending
        assert several.pending
        assert (one.type, several.type) == (expected, ListOf(expected))

    def test_a_known_pattern_may_be_none(self) -> None:
        with pytest.raises(EvaluationError, match=r"^regex: no regular expression"):
            ask("regex", "*", pending(STRING, "x"))


class TestMatches:
    @pytest.mark.parametrize(
        ("pattern", "string", "expected"),
        [
            ("a$", "a\na\n", []),
            ("(?m)a$", "a\na\n", ["a", "a"]),
            ("(?m)^.", "ab\ncd", ["a", "c"]),
            ("^.", "ab\ncd", ["a"]),
            ("\\Aa\\z", "a", ["a"]),
            ("a.b", "a\nb", []),
            ("(?s)a.b", "a\nb", ["a\nb"]),
            ("(?s:.)(?-s:.)", "\na", ["\na"]),
            ("\\d\\D\\s\\S\\w\\W", "1x\tyz!", ["1x\tyz!"]),
            ("\\d|\\w", "\u0663é", []),
            ("\\bé", " é", []),
            ("\\Ba", "ba a", ["a"]),
            ("a+?|b+", "aabb", ["a", "a", "bb"]),
            ("(?U)a+|b+?", "aabb", ["a", "a", "bb"]),
            ("(?i)STRASSE|ß", "strasse \u1e9e", ["strasse", "\u1e9e"]),
            ("(?i)i", "iI\u0131\u0130", ["i", "I"]),
            ("(?i)\u0131", "iI\u0131\u0130", ["\u0131"]),
            ("(?i)[i-k]", "iI\u0131\u0130kK\u212a", ["i", "I", "k", "K", "\u212a"]),
            ("(?i)[^i]", "iI\u0131\u0130", ["\u0131", "\u0130"]),
            ("(?i)[^\\x{0}-\\x{10ffff}]", "i", []),
            ("(?i)\\W", "sS\u017fkK\u212a!é", ["!", "é"]),
            ("(?i)[[:^lower:]]", "sS\u017fkK\u212a!é", ["!", "é"]),
            ("(?i)\\p{Greek}", "\u00b5a", ["\u00b5"]),
            ("a(?i)b(?-i)c", "aBc", ["aBc"]),
            ("(?:(?i)a)a", "AaAA", ["Aa"]),
            ("\\pL\\PL\\p{Lu}\\P{Lu}\\p{^Lu}", "a1Aaa", ["a1Aaa"]),
            ("\\p{Greek}[\\p{Latin}\\pN]", "\u03c3a", ["\u03c3a"]),
            ("[\\p{Any}][^\\P{Any}]", "ab", ["ab"]),
            ("\\pC\\PC", "\x00\u0378", ["\x00\u0378"]),
            ("[[:alpha:]][[:^alpha:]][[:punct:]]", "a1_", ["a1_"]),
            ("[]a][^]a][a-][-a][[a]", "]b-a[", ["]b-a["]),
            ("[[:a]b[^\\n]", ":b!", [":b!"]),
            ("[\\]\\-\\\\]+", "]-\\", ["]-\\"]),
            ("[a&&b]+[+--b]*", "a&b,", ["a&b,"]),
            ("\\x41\\x{e9}\\101\\07\\012\\t\\.\\_", "AéA\x07\n\t._", ["AéA\x07\n\t._"]),
            ("\\Qa.b*\\Ec\\Q.", "a.b*c.", ["a.b*c."]),
            ("a{2}b{1,}c{0,1}d{,2}", "aabbd{,2}", ["aabbd{,2}"]),
            ("a{x}{", "a{x}{", ["a{x}{"]),
            ("a{0}b", "ab", ["b"]),
            ("^*a", "aa", ["a", "a"]),
            ("a|ab", "ab", ["a"]),
            ("(|a)*", "aa", None),
            ("(?:|a)*", "aa", ["", "", ""]),
            ("(?:a{10}){100}", "a" * 1000, ["a" * 1000]),
        ],
    )
    def test_pattern(self, pattern: str, string: str, expected: list[str] | None) -> None:
        if expected is None:
            with pytest.raises(LimitError, match="repeats a group that may be empty"):
                every(pattern, string)
        else:
            assert every(pattern, string) == expected

    @pytest.mark.parametrize(
        ("pattern", "message"),
        [
            ("(?=a)", "an unknown kind of group, at character 1"),
            ("a(?<=a)", "an unknown kind of group, at character 2"),
            ("(?>a)", "an unknown kind of group, at character 1"),
            ("(?i-)a", "an unknown kind of group, at character 1"),
            ("(?P=n)", "an unknown kind of group, at character 1"),
            ("a)", "an end without a group, at character 2"),
            ("(a", "a group without end, at character 3"),
            ("*a", "nothing to repeat, at character 2"),
            ("a|+", "nothing to repeat, at character 4"),
            ("a**", "a repetition of a repetition, at character 4"),
            ("a*??", "a repetition of a repetition, at character 5"),
            ("a{1001}", "a bad number of repetitions, at character 2"),
            ("a{2,1}", "a bad number of repetitions, at character 2"),
            ("(a{100}){11}", "more than 1000 repetitions, at character 13"),
            ("\\1", "an unknown escape, at character 1"),
            ("\\Z", "an unknown escape, at character 1"),
            ("\\é", "an unknown escape, at character 1"),
            ("a\\", "an unknown escape, at character 2"),
            ("\\x{110000}", "no character, at character 1"),
            ("\\p{Grek}", "an unknown class of characters, at character 1"),
            ("\\p", "an unknown class of characters, at character 1"),
            ("[[:foo:]]", "an unknown class of characters, at character 2"),
            ("[a", "a set without end, at character 3"),
            ("[a-", "a set without end, at character 4"),
            ("[z-a]", "a range that ends before it begins, at character 5"),
            ("[\\b]", "an unknown escape, at character 2"),
        ],
    )
    def test_refused(self, pattern: str, message: str) -> None:
        with pytest.raises(EvaluationError) as refused:
            compiled(pattern)

        assert str(refused.value) == f"no regular expression: {message}"

    @pytest.mark.parametrize(
        ("pattern", "message"),
        [
            ("a" * 5000, "a regular expression of more than 4096 characters"),
            ("(" * 30, "a regular expression with more than 25 groups inside of each other"),
            ("(a*)+", "a regular expression that repeats a group that may be empty"),
        ],
    )
    def test_not_matched_here(self, pattern: str, message: str) -> None:
        with pytest.raises(LimitError, match=f"^{message}$"):
            compiled(pattern)

    def test_patience(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(regular, "PATIENCE", 0.01)

        with pytest.raises(LimitError, match=r"^a regular expression that takes too long$"):
            every("(x+x+)+y", "x" * 5000)

    def test_a_caller_who_is_deep_already(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def too_deep(source: str) -> None:
            raise RecursionError(source)

        monkeypatch.setattr(regular, "pattern", too_deep)

        with pytest.raises(LimitError, match=r"^a regular expression of too many levels$"):
            compiled("never seen before")


class TestReplace:
    @pytest.mark.parametrize(
        ("pattern", "string", "replacement", "expected"),
        [
            ("(b)(c)?", "abc", "<$1$2>", "a<bc>"),
            ("(b)(c)?", "ab", "<$1$2>", "a<b>"),
            ("(?P<n>b)", "abc", "${n}$n-$0", "abb-bc"),
            ("(b)", "abc", "$1x${1}x", "abxc"),
            ("(b)", "abc", "$$1", "a$1c"),
            ("(b)", "abc", "$ ${ $é $01 $2", "a$ ${   c"),
            ("a*", "baac", "x", "xbxcx"),
            ("", "ab", "-", "-a-b-"),
            ("z", "ab", "-", "ab"),
        ],
    )
    def test_references(self, pattern: str, string: str, replacement: str, expected: str) -> None:
        assert replace_matches(pattern, string, replacement) == expected

    def test_too_long(self) -> None:
        with pytest.raises(LimitError, match="a text of more than"):
            replace_matches("a", "a" * 2000, "b" * 1000)
