"""What python-hcl2 is given instead of a text: as long, and without what it stumbles over."""

from __future__ import annotations

import hcl2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax.mask import Masked, masked_body, masked_expression, masked_template
from spillover.read.syntax.templates import Sequence, Text
from spillover.read.syntax.tokens import DEEPEST


def masked(text: str) -> Masked:
    """A masked expression, which python-hcl2 takes."""
    result = masked_expression(Lines("main.tf", text), text, 0)
    hcl2.parses_to_tree(f"x=({result.text})\n")
    return result


def error(text: str) -> str:
    with pytest.raises(InputError) as caught:
        masked_body(Lines("main.tf", text), text, 0)
    return str(caught.value)


class TestExpressions:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("a # c\n+ /* d\n*/ b // e", "a     +         b     ", id="comments and newlines"),
            pytest.param("[\r\n\ta\r\n]", "[   a  ]", id="carriage returns and tabs"),
            pytest.param("{\na = [\n]\r\n}", "{\na = [ ] \n}", id="newlines of an object stay"),
            pytest.param("[{\na = 1\n}\n]", "[{\na = 0\n} ]", id="even in a list"),
            pytest.param("a - -b", "a +  b", id="minus"),
            pytest.param("!!a && !b", "  a &&  b", id="not"),
            pytest.param("12 * 1.5e-3", "00 * 000000", id="numbers"),
            pytest.param("{ -a = 1, !b = 2 }", "{  a = 0,  b = 0 }", id="before the keys of an object"),
            pytest.param("ü.öä-b", "_.____", id="names that are not ASCII"),
            pytest.param("in + if.for + true.null", "__ + __.___ + true.____", id="keywords"),
            pytest.param("core :: max(a)", "___________(a)", id="namespace"),
            pytest.param("a[ * ].b . *", "a[*]  .b  .*", id="gaps in splats"),
            pytest.param("a[for]", "a[___]", id="no loop in an index"),
            pytest.param('"a"', "[ ]", id="text"),
            pytest.param('"a${b}c${~ "d" ~}"', "[  (b) ,(  [ ]  )]", id="interpolations"),
            pytest.param(
                '"%{ if a }b%{ else }${c}%{ endif }"', "[ (    a )          ,(c)          ]", id="if"
            ),
            pytest.param('"%{~ for a, b in c ~}%{endfor}"', "[ (              c  )         ]", id="for"),
            pytest.param("<<E\na $${\n ${b}\nE\n", "[           (b) ] ", id="heredoc"),
            pytest.param('<<-_é\n"\n  _é\n', "[          ] ", id="mark with an underscore"),
            pytest.param(
                "[ # c\nfor a, in\nin b : a if in]",
                "[     for a, __ in b : a if __]",
                id="loop over a list",
            ),
            pytest.param(
                "{\nfor a in b :\na => {\nc = 1\n}...\n}",
                "{ for a in b : a => {\nc = 0\n}... }",
                id="loop over an object",
            ),
        ],
    )
    def test_are_masked(self, text: str, expected: str) -> None:
        assert masked(text).text == expected
        assert len(expected) == len(text)

    def test_unary_operators_are_known_by_their_term(self) -> None:
        assert masked("!-a + -(!b)").prefixes == {2: (0, 1), 7: (6,), 9: (8,)}

    def test_templates_are_known_by_their_beginning(self) -> None:
        assert masked('["a${b ~}", <<E\nc\nE\n]').templates == {
            1: (Text("a", 2, 3), Sequence("insert", 3, 9, False, True)),
            12: (Text("c\n", 16, 18),),
        }

    def test_a_whole_template(self) -> None:
        text = "a\n%{ for b in c }"

        found = masked_template(Lines("main.tf", text), text, 5)
        assert found.text == "   (          c )"
        assert found.templates == {
            -1: (Text("a\n", 5, 7), Sequence("for_each", 7, 22, names=("b",))),
        }


class TestBodies:
    def test_are_masked(self) -> None:
        text = 'in "é\\"" b { # c\n  for = -1\n\n  if {}\n  null { x = [\n] }\n}'

        found = masked_body(Lines("main.tf", text), text, 0).text
        assert found == '__ "____" b {    \n  ___ =  0\n\n  __ {}\n  ____ { x = [ ] }\n}'.replace(
            '"____"', '"___"'
        )
        hcl2.parses_to_tree(f"{found}\n")

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("a { b {} }\n", "1:7: a nested block must be on a line of its own", id="one line"),
            pytest.param("a { b = 1\n}\n", "1:10: unexpected end of line", id="one line that is two"),
            pytest.param(
                "a {\n b = 1 }\n", "2:8: a newline is missing before this", id="brace behind a setting"
            ),
            pytest.param("a {\n b }\n", "2:4: unexpected '}'", id="brace behind a name"),
            pytest.param("a { b =", "1:3: the `{` is not closed", id="open block"),
            pytest.param("a =", "1:4: unexpected end of line", id="no value at the end"),
            pytest.param("a", "1:2: unexpected end of line", id="a name alone"),
            pytest.param("a = b.", "1:7: unexpected end of line", id="nothing behind a point"),
            pytest.param("a = 1, 2", "1:6: unexpected ','", id="comma"),
            pytest.param("a = ]", "1:5: `]` closes nothing", id="nothing to close"),
            pytest.param("a = [b.]", "1:8: unexpected ']'", id="bracket behind a point"),
            pytest.param("a = (]", "1:6: `]` does not close the `(` of line 1", id="another bracket"),
            pytest.param("a = (~}", "1:6: `~}` does not close the `(` of line 1", id="strip marker"),
            pytest.param("a = {~}", "1:6: `~}` does not close the `{` of line 1", id="of an object"),
            pytest.param('a = "${b', "1:6: the `${` is not closed", id="open interpolation"),
            pytest.param('a = "b', "1:5: the string is not closed on its line", id="open string"),
            pytest.param("a = <<E\nb", "1:5: the heredoc is not closed", id="open heredoc"),
            pytest.param("a = <<E\n${b", "1:5: the heredoc is not closed", id="open in a heredoc"),
            pytest.param('a "b', "1:3: the string is not closed on its line", id="open label"),
            pytest.param('a = "%{ else if }"', "1:6: not a template directive", id="no directive"),
            pytest.param('a = "%{ for b }"', "1:9: unexpected 'for'", id="half a loop"),
            pytest.param(
                "a = p\n::f()", "1:6: unexpected end of line", id="newline before a namespace's end"
            ),
            pytest.param("a = p::\nf()", "1:8: unexpected end of line", id="newline in a namespace"),
            pytest.param("a = &b", "1:5: unexpected '&'", id="no token"),
            pytest.param("a = " + "!" * (DEEPEST + 1) + "b", f"1:{DEEPEST + 5}: nested too deeply", id="not"),
            pytest.param("a = " + "(" * DEEPEST, f"1:{DEEPEST + 4}: nested too deeply", id="brackets"),
        ],
    )
    def test_errors(self, text: str, expected: str) -> None:
        assert error(text) == f"main.tf:{expected}"


PIECES = [
    "a",
    "1.5",
    '"',
    "${",
    "%{ if ",
    "%{ endif }",
    "}",
    "~}",
    "<<E\n",
    "\nE\n",
    "\n",
    " ",
    "[",
    "]",
    "(",
    ")",
]
PIECES += [
    "{",
    "-",
    "!",
    "==",
    "=",
    ",",
    ".",
    "*",
    "...",
    "=>",
    "for ",
    " in ",
    ":",
    "?",
    "#",
    "/*",
    "*/",
    "é",
    "::",
]


class TestLaws:
    @given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
    @settings(deadline=None)
    def test_any_text_keeps_its_length_or_is_an_error_inside(self, text: str) -> None:
        for mask in (masked_body, masked_expression, masked_template):
            try:
                assert len(mask(Lines("main.tf", text), text, 0).text) == len(text)
            except InputError as error:
                lines = text.split("\n")
                assert 1 <= error.column <= len(lines[error.line - 1]) + 1  # noqa: PT017

    @pytest.mark.parametrize(
        "piece",
        ["a::", "[/**/", "/**/ a ", "{for a in b : ", "${", '"${a', "<<E\n${", "- ", "a /*c*/\n", "1."],
    )
    def test_takes_linear_time(self, piece: str) -> None:
        """Quadratic time would be minutes here."""
        text = piece * 20_000
        for mask in (masked_expression, masked_template):
            with pytest.raises(InputError):
                mask(Lines("main.tf", text), text + "%{", 0)
