"""Quoted strings and heredocs: every expected value here is what Terraform itself makes of the text."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spillover.model.source import Unknown
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.module import Module
from spillover.read.plain import plain
from spillover.read.syntax.expression import Conditional, Join, Literal, Template, Variable
from spillover.read.syntax.templates import EscapeError, unescape

DEFINITIONS = {"x": '"X"', "five": "5", "dot": "1.50", "no": "false", "list": "[1]"}


def settled(text: str) -> tuple[Any, list[str]]:
    """What an expression stands for, among some locals, and what is wrong with it."""
    lines = [f"  {name} = {each}\n" for name, each in {**DEFINITIONS, "it": text}.items()]
    folder = Folder(".", (SourceFile.of("main.tf", "locals {\n" + "".join(lines) + "}\n"),))
    module = Module(folder, {}, Configuration(".", lambda _: None))
    local = module.names.name("local").pending
    assert local
    assert local.inside
    found = plain(local.inside("it"))
    return found, [str(error) for error in (*folder.errors, *module.configuration.errors)]


def value(text: str) -> Any:
    """What an expression stands for in which nothing is wrong."""
    found, errors = settled(text)
    assert errors == []
    return found


def heredoc(*lines: str, mark: str = "<<-E", ending: str = "\n") -> str:
    return ending.join((mark, *lines, "E", ""))


def errors(text: str) -> list[tuple[int, int, str]]:
    folder = Folder(".", (SourceFile.of("main.tf", f"a {{\n  x = {text}\n}}\n"),))
    for declared in folder.blocks():
        folder.parse(declared)
    return [(error.line, error.column, error.message) for error in folder.errors]


class TestEscapes:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("plain", "plain"),
            (r"\n\r\t", "\n\r\t"),
            (r"\"\\", '"\\'),
            (r"\\n", r"\n"),
            (r"\u00fc\U0001F600", "ü😀"),
            (r"\u0041\U00000042", "AB"),
            ("$${a} %%{b}", "${a} %{b}"),
            ("$$${a}", "$${a}"),
            ("$ % $$ %% $a", "$ % $$ %% $a"),
            ("é\t\u2028", "é\t\u2028"),
        ],
    )
    def test_stand_for(self, text: str, expected: str) -> None:
        assert unescape(text) == expected

    @pytest.mark.parametrize(
        ("text", "offset"),
        [
            pytest.param(r"a\q", 1, id="unknown letter"),
            pytest.param(r"\\\u12", 2, id="too few digits"),
            pytest.param(r"\ud800", 0, id="half of a surrogate pair"),
            pytest.param(r"\u0041\U0000dfff", 6, id="the other half, long form"),
            pytest.param(r"\U00110000", 0, id="beyond all characters"),
        ],
    )
    def test_that_are_none(self, text: str, offset: int) -> None:
        with pytest.raises(EscapeError) as caught:
            unescape(text)

        assert (caught.value.offset, str(caught.value)) == (offset, "not an escape sequence")

    @given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
    def test_any_text_can_be_written(self, text: str) -> None:
        written = text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

        assert unescape(written.replace("${", "$${").replace("%{", "%%{")) == text


class TestQuoted:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param('"a${local.x}b"', "aXb", id="text around"),
            pytest.param('"${local.x}${local.x}"', "XX", id="nothing between"),
            pytest.param('"${ local.x }"', "X", id="space inside"),
            pytest.param('"a ${local.five} b"', "a 5 b", id="number"),
            pytest.param('"n${local.dot}"', "n1.5", id="number without its last zeros"),
            pytest.param('"n${1e3}"', "n1000", id="number without exponent"),
            pytest.param('"a${local.no}"', "afalse", id="boolean"),
            pytest.param('"a${true}"', "atrue", id="written boolean"),
            pytest.param('"${5}"', 5, id="alone, a number stays one"),
            pytest.param('"${true}"', True, id="alone, a boolean stays one"),
            pytest.param('"${local.list}"', [1], id="alone, a list stays one"),
            pytest.param('"${"${"a"}"}"', "a", id="templates in templates"),
            pytest.param('"a${"b${local.x}"}c"', "abXc", id="text in them"),
            pytest.param('"a${"}"}b"', "a}b", id="brace in a string inside"),
            pytest.param('"a${"\\""}b"', 'a"b', id="quote in a string inside"),
            pytest.param('"$${local.x}"', "${local.x}", id="escaped"),
            pytest.param('"$$${local.x}"', "$${local.x}", id="a dollar before an escaped one"),
            pytest.param('"%%{a${local.x}}"', "%{aX}", id="inside an escaped directive"),
            pytest.param('"$${"', "${", id="escaped without an end"),
            pytest.param('"a\\n${local.x}\\t"', "a\nX\t", id="escapes around"),
        ],
    )
    def test_values(self, text: str, expected: Any) -> None:
        assert value(text) == expected
        assert type(value(text)) is type(expected)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param('"a ${~ local.x ~} \\n b"', "aXb", id="both sides"),
            pytest.param('"a ${~ local.x } b"', "aX b", id="before"),
            pytest.param('"a ${ local.x ~} b"', "a Xb", id="after"),
            pytest.param('"${local.x ~}  ${~ local.x}"', "XX", id="from both sides"),
            pytest.param('"${" a "}${~ "b" ~} c"', " a bc", id="no interpolation is trimmed"),
            pytest.param('"${5 ~} "', "5", id="what is left empty still makes it text"),
            pytest.param('"a~${local.x}~b"', "a~X~b", id="outside, a tilde is text"),
        ],
    )
    def test_strip_markers(self, text: str, expected: str) -> None:
        assert value(text) == expected


class TestHeredocs:
    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            pytest.param((), "", id="empty"),
            pytest.param(("",), "\n", id="one empty line"),
            pytest.param(("a", "  b"), "a\n  b\n", id="indentation stays"),
            pytest.param(("  \\n \\u0041 \\",), "  \\n \\u0041 \\\n", id="no backslash escapes"),
            pytest.param(
                ('"quotes" # no comment',), '"quotes" # no comment\n', id="quotes and comments are text"
            ),
            pytest.param(("$${z} %%{q} $$ %",), "${z} %{q} $$ %\n", id="escaped templates"),
            pytest.param(("a ${local.x} b",), "a X b\n", id="interpolation"),
            pytest.param(("${local.five}",), "5\n", id="an interpolation alone makes text"),
            pytest.param(('${"${~ local.x ~}"}',), "X\n", id="strip markers in a string inside"),
            pytest.param(
                (
                    "${[local.x, # }",
                    ' "b"][1]}',
                ),
                "b\n",
                id="comment and newline inside",
            ),
            pytest.param(
                (
                    "${ {a=1",
                    " b=2}.b }",
                ),
                "2\n",
                id="object over two lines inside",
            ),
            pytest.param(('a ${"q\\"}"} b',), 'a q"} b\n', id="quote and brace in a string inside"),
            pytest.param(('${"a${"{"}b"}',), "a{b\n", id="string in a string inside"),
            pytest.param(("${<<F", "a", "F", "}b"), "a\nb\n", id="heredoc inside"),
            pytest.param(("${<<F", "{", "F", "}"), "{\n\n", id="half an expression as text"),
            pytest.param(("${<<E", "}", "E", "}", "x"), "}\n\nx\n", id="the same mark inside"),
            pytest.param(("FAKE_E_HERE", "Ea", "E b"), "FAKE_E_HERE\nEa\nE b\n", id="no end mark"),
        ],
    )
    def test_plain(self, lines: tuple[str, ...], expected: str) -> None:
        assert value(heredoc(*lines, mark="<<E")) == expected

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            pytest.param(("  a", "    b", "  c"), "a\n  b\nc\n", id="common indentation"),
            pytest.param(("  a", "b"), "  a\nb\n", id="nothing in common"),
            pytest.param(("\t\ta", "  b", " \t\tc"), "a\nb\n\tc\n", id="a tab counts as one space"),
            pytest.param(("      a", "        ", "      b"), "a\n        \nb\n", id="lines of spaces stay"),
            pytest.param(("  a", "", "  b"), "a\n\nb\n", id="empty lines do not count"),
            pytest.param(("  ${local.x} a", "    b"), "X a\n  b\n", id="interpolation at the beginning"),
            pytest.param(("${local.x}", "  a"), "X\n  a\n", id="interpolation without indentation"),
            pytest.param(("  a ${local.x}  b", "  c"), "a X  b\nc\n", id="space within a line stays"),
            pytest.param(("", ""), "\n\n", id="empty lines alone"),
        ],
    )
    def test_flush(self, lines: tuple[str, ...], expected: str) -> None:
        assert value(heredoc(*lines)) == expected

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            pytest.param(("a ${local.x ~}   ", "   b"), "a X   b\n", id="to the end of the line, no further"),
            pytest.param(("a", "   ${~ local.x }"), "a\nX\n", id="to the beginning of the line, no further"),
            pytest.param(("${local.x ~}", "${~ local.x}"), "XX\n", id="an end of line from both sides"),
        ],
    )
    def test_strip_markers_reach(self, lines: tuple[str, ...], expected: str) -> None:
        assert value(heredoc(*lines, mark="<<E")) == expected

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            pytest.param(("    a", "    ${~ local.x}"), "    a\nX\n", id="a trimmed line has no indentation"),
            pytest.param(
                ("    ${true ~}", "      x", "    y ${~ local.x}"),
                "true      x\nyX\n",
                id="a line that goes on in the next one",
            ),
            pytest.param(
                (
                    "      a ${local.x ~}   ",
                    "        b",
                    "",
                    "   ",
                    "      ${~ local.x }",
                    "\t\ttab",
                ),
                "      a X        b\n\n   \nX\n\t\ttab\n",
                id="all of it",
            ),
        ],
    )
    def test_strip_markers_come_before_indentation(self, lines: tuple[str, ...], expected: str) -> None:
        assert value(heredoc(*lines)) == expected

    @pytest.mark.parametrize(
        ("mark", "expected"),
        [("<<E", "  a\r\n\r\n    X\r\n"), ("<<-E", "a\r\n\r\n  X\r\n")],
    )
    def test_carriage_returns_stay(self, mark: str, expected: str) -> None:
        assert value(heredoc("  a", "", "    ${local.x}", mark=mark, ending="\r\n")) == expected

    @pytest.mark.parametrize("end", ["E", "  E", "\tE", "E  ", "  E \t"])
    @pytest.mark.parametrize("mark", ["<<E", "<<-E"])
    def test_space_around_the_end_mark(self, mark: str, end: str) -> None:
        text = f"[{mark}\na\n{end}\n, {mark}\nb\nE\n]"

        assert value(text) == ["a\n", "b\n"]

    @given(
        st.lists(
            st.text(
                st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters="$%"), max_size=8
            ).filter(lambda line: line.strip() != "E"),
            max_size=4,
        )
    )
    @settings(max_examples=40, deadline=None)
    def test_any_lines_are_their_own_text(self, lines: list[str]) -> None:
        """In the normal form in which Terraform holds all text (NFC)."""
        text = "".join(f"{line}\n" for line in lines)

        assert value(heredoc(*lines, mark="<<E")) == normalize("NFC", text)


class TestTrees:
    """What is literal, and what is a template."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('"a$${b}"', [Literal]),
            ("<<E\na\nb\nE\n", [Literal]),
            ('"a${b}c"', [Literal, Variable, Literal]),
            ("<<E\na\nb ${c}\nd\nE\n", [Literal, Variable, Literal]),
            ('"%{ if a ~} b %{ endif }"', [Conditional]),
            ("<<E\n%{ for a in b ~}\n${a}\n%{ endfor ~}\nE\n", [Join, Literal]),
            ("<<E\n%{ for a in b }${a}%{ endfor ~}\nE\n", [Join, Literal]),
        ],
    )
    def test_parts(self, text: str, expected: list[type]) -> None:
        folder = Folder(".", (SourceFile.of("main.tf", f"a {{\n  x = {text}\n}}\n"),))
        (declared,) = folder.blocks()
        parsed = folder.parse(declared)
        assert parsed
        found = parsed.body.settings["x"].expression

        assert [type(each) for each in (found.parts if isinstance(found, Template) else [found])] == expected

    @pytest.mark.parametrize(
        ("text", "cause"),
        [
            ("<<E\n%{~ for a in b ~}\nc\n%{ endfor ~}\nE\n", "b"),
            ('"a${local.y}${local.x}"', "local.y"),
        ],
    )
    def test_what_is_made_of_the_unknown_is_unknown(self, text: str, cause: str) -> None:
        assert value(text) == Unknown(cause)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('"a${null}"', "main.tf:7:12: null in a template"),
            ("<<E\n${local.list}\nE\n", "main.tf:8:3: in a template: string required, but this is tuple"),
        ],
    )
    def test_what_has_no_text_is_an_error(self, text: str, message: str) -> None:
        found, errors = settled(text)

        assert isinstance(found, Unknown)
        assert errors == [message]
