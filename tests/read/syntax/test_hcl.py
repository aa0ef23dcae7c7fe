"""From a block's text to our expression tree: what becomes of it, where it stands, what is an error."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import hcl2
import hcl2.parser
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax.blocks import cut
from spillover.read.syntax.expression import (
    Attribute,
    Call,
    Conditional,
    Each,
    Expression,
    For,
    Index,
    Item,
    Join,
    Literal,
    NestedBlock,
    Object,
    Operation,
    Splat,
    Template,
    Tuple,
    Variable,
)
from spillover.read.syntax.hcl import parse_expression, parse_settings, parse_template
from spillover.read.syntax.hcl_expression import ExpressionReader
from spillover.read.syntax.mask import masked_body
from spillover.read.syntax.parse_block import parse_block
from spillover.read.syntax.shapes import MOST_DIGITS
from spillover.read.syntax.tokens import DEEPEST


def block(text: str) -> NestedBlock:
    """The only block of a text, without anything wrong at its top level."""
    found = cut("main.tf", text)
    assert found.errors == ()
    (only,) = found.blocks
    return parse_block(Lines("main.tf", text), only.source(text), only.start)


def around(text: str) -> str:
    return f"a {{\n  x = {text}\n}}\n"


def expression(text: str) -> Expression:
    return block(around(text)).body.settings["x"].expression


def error(text: str) -> tuple[int, int, str]:
    """Line, column and message of the error in the only block of a text."""
    with pytest.raises(InputError) as caught:
        block(text)
    assert caught.value.path == "main.tf"
    return caught.value.line, caught.value.column, caught.value.message


def bare(node: Any) -> Any:
    """A tree without its places."""
    if isinstance(node, tuple):
        return tuple(bare(each) for each in node)
    if not dataclasses.is_dataclass(node):
        return node
    places: dict[str, Any] = {"start": 0, "end": 0}
    fields = {field.name for field in dataclasses.fields(node)} - set(places)
    return dataclasses.replace(node, **places, **{name: bare(getattr(node, name)) for name in fields})  # type: ignore[type-var]


def tree(text: str) -> Any:
    return bare(expression(text))


def nodes(node: Any) -> Iterator[Any]:
    """A node and all that is inside of it, each before what it holds."""
    if isinstance(node, tuple):
        for each in node:
            yield from nodes(each)
    elif dataclasses.is_dataclass(node):
        yield node
        for field in dataclasses.fields(node):
            yield from nodes(getattr(node, field.name))


def slices(text: str) -> list[str]:
    """The text of each node of an expression."""
    return [around(text)[node.start : node.end] for node in nodes(expression(text))]


A, B, C, D = (Variable(name) for name in "abcd")

EVERYTHING = """resource "type" name {
  literal = [true, null, 1, 1.5e3, "text", "a${b}c%{if d}e%{else}f%{endif}%{for g in h}i%{endfor}"]
  heredoc = <<E
text
E
  flush   = <<-E
    text
  E
  object  = { key = 1, (k) : 2, in = 3
    other = 4
  }
  steps   = a.b[c].d.0.true
  splats  = [a[*].b[0], a.*.b]
  call    = f(1, g(x...), p::q::r())
  one     = -!a - 1.5
  two     = a || b && c == d < e + f * g
  three   = a ? b : (c)
  list    = [for v in c : v if v]
  map     = { for k, v in c : k => v... if k }
  nested "a" b {
  }
}
"""

KNOWN = {
    "arguments",
    "attr_splat",
    "attribute",
    "binary_operator",
    "binary_term",
    "block",
    "body",
    "braces_index",
    "expr_term",
    "for_cond",
    "for_intro",
    "full_splat",
    "get_attr",
    "new_line_or_comment",
    "object_elem",
    "object_elem_key",
    "short_index",
    "start",
    "string",
    "string_part",
} | set(ExpressionReader._READERS)
"""All rules that we know by name."""


class TestPythonHcl2:
    """What we rely on in python-hcl2. An upgrade that breaks us fails here first."""

    def test_a_text_with_everything_has_the_rules_that_we_know(self) -> None:
        masked = masked_body(Lines("main.tf", EVERYTHING), EVERYTHING, 0).text
        found = {str(each.data) for each in hcl2.parses_to_tree(masked).iter_subtrees()}

        assert found == KNOWN

    def test_they_are_rules_of_the_grammar(self) -> None:
        grammar = {rule.alias or str(rule.origin.name) for rule in hcl2.parser.parser().rules}

        assert grammar >= KNOWN

    def test_the_root_holds_one_body(self) -> None:
        (body,) = hcl2.parses_to_tree("a {}\n").children

        assert isinstance(body, Tree)
        assert body.data == "body"

    def test_tokens_know_their_offsets(self) -> None:
        masked = masked_body(Lines("main.tf", EVERYTHING), EVERYTHING, 0).text
        tokens = list(hcl2.parses_to_tree(masked).scan_values(lambda each: isinstance(each, Token)))

        assert len(tokens) > 150
        text = masked + "\n"  # python-hcl2 adds one
        assert [text[each.start_pos : each.end_pos] for each in tokens] == tokens

    @pytest.mark.parametrize("text", ["x = = 1\n", "x = ?\n", "x = \u00fc\n"])
    def test_errors_know_their_offset(self, text: str) -> None:
        with pytest.raises(UnexpectedInput) as caught:
            hcl2.parses_to_tree(text)

        assert text[caught.value.pos_in_stream :][0] in "=?\u00fc "

    def test_deep_nesting_survives(self) -> None:
        assert hcl2.parses_to_tree("x = " + "[" * 1000 + "]" * 1000 + "\n").data == "start"

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("x = !!a", id="two unary operators"),
            pytest.param("x = 2 -1.5", id="a decimal right after a minus"),
            pytest.param("x = (a\n.b)", id="a newline before a point"),
            pytest.param("x = ü", id="a name that is not ASCII"),
            pytest.param("x = core::max()", id="a namespace of one name"),
            pytest.param("x = <<_E\na\n_E", id="a heredoc's mark that begins with an underscore"),
        ],
    )
    def test_it_stumbles_over(self, text: str) -> None:
        """Where this fails, the masker has less to do."""
        with pytest.raises(UnexpectedInput):
            hcl2.parses_to_tree(f"{text}\n")


class TestExpressions:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("true", Literal(True), id="true"),
            pytest.param("false", Literal(False), id="false"),
            pytest.param("null", Literal(None), id="null"),
            pytest.param("12", Literal(12), id="whole number"),
            pytest.param('""', Literal(""), id="empty text"),
            pytest.param('"a b"', Literal("a b"), id="text"),
            pytest.param('"  a "', Literal("  a "), id="text with space around"),
            pytest.param('"# // /* a */"', Literal("# // /* a */"), id="no comment in text"),
            pytest.param("a", A, id="name"),
            pytest.param("(a)", A, id="parentheses"),
            pytest.param("((\n a\n))", A, id="parentheses over several lines"),
            pytest.param("a-1", Variable("a-1"), id="a name may hold a hyphen"),
            pytest.param("a.b", Attribute(A, "b"), id="attribute"),
            pytest.param("a.true", Attribute(A, "true"), id="attribute with a reserved name"),
            pytest.param("a.for_each", Attribute(A, "for_each"), id="attribute named as a keyword"),
            pytest.param("a[b]", Index(A, B), id="index"),
            pytest.param('a["b"].c', Attribute(Index(A, Literal("b")), "c"), id="attribute of an element"),
            pytest.param("a.0.b", Attribute(Index(A, Literal(0)), "b"), id="index after a point"),
            pytest.param(
                "a.0.b.1", Index(Attribute(Index(A, Literal(0)), "b"), Literal(1)), id="two of them"
            ),
            pytest.param("(a).b", Attribute(A, "b"), id="attribute of parentheses"),
            pytest.param("a[*]", Splat(A, (), True), id="splat alone"),
            pytest.param("a[*].b[0]", Splat(A, ("b", Literal(0)), True), id="full splat"),
            pytest.param("a.*.b.0", Splat(A, ("b", Literal(0)), False), id="attribute splat"),
            pytest.param("[]", Tuple(()), id="empty list"),
            pytest.param("[a, b,]", Tuple((A, B)), id="list with a comma at its end"),
            pytest.param("[\n a,\n b\n]", Tuple((A, B)), id="list over several lines"),
            pytest.param("f()", Call("f", ()), id="call without arguments"),
            pytest.param("f(a, b)", Call("f", (A, B)), id="call"),
            pytest.param("f(\n a,\n b,\n)", Call("f", (A, B)), id="call over several lines"),
            pytest.param("f(a, b...)", Call("f", (A, B), True), id="call with a list of arguments"),
            pytest.param("p::q::f(a)", Call("p::q::f", (A,)), id="call of a provider's function"),
            pytest.param("core :: /* c */f(a)", Call("core::f", (A,)), id="call of a function of Terraform"),
            pytest.param("in.for", Attribute(Variable("in"), "for"), id="keywords as names"),
            pytest.param("größe.ä-1", Attribute(Variable("größe"), "ä-1"), id="names that are not ASCII"),
            pytest.param('"${a}"', A, id="an interpolation alone"),
            pytest.param('"${"${a}"}"', A, id="an interpolation in another"),
            pytest.param('"${a}${b}"', Template((A, B)), id="two interpolations"),
            pytest.param("!a", Operation("!", (A,)), id="not"),
            pytest.param("-a", Operation("-", (A,)), id="minus"),
            pytest.param("-true", Operation("-", (Literal(True),)), id="minus of no number"),
            pytest.param('-"1"', Operation("-", (Literal("1"),)), id="minus of text"),
            pytest.param("a ? b : c", Conditional(A, B, C), id="conditional"),
            pytest.param("a ? b : c ? d : a", Conditional(A, B, Conditional(C, D, A)), id="conditionals"),
            pytest.param("(\n a\n ? b\n : c\n)", Conditional(A, B, C), id="conditional over several lines"),
            pytest.param("[for v in c : v]", For(("v",), C, Variable("v")), id="for"),
            pytest.param(
                "[for i, v in c : v if i]",
                For(("i", "v"), C, Variable("v"), condition=Variable("i")),
                id="for with index and condition",
            ),
            pytest.param(
                "{for k, v in c : k => v}",
                For(("k", "v"), C, Variable("v"), Variable("k")),
                id="for of an object",
            ),
            pytest.param(
                "{for k, v in c : k => v... if d}",
                For(("k", "v"), C, Variable("v"), Variable("k"), True, D),
                id="for that groups",
            ),
            pytest.param(
                "{\n for k,\n v in c : k =>\n v\n}",
                For(("k", "v"), C, Variable("v"), Variable("k")),
                id="for over several lines",
            ),
        ],
    )
    def test_each_kind(self, text: str, expected: Expression) -> None:
        assert tree(text) == expected

    def test_a_comment_is_a_space(self) -> None:
        assert tree("[ # one\n a, // two\n /* three\n */ b ]") == Tuple((A, B))
        assert tree("/* before */ a") == A


class TestSplats:
    """hcl/hclsyntax/parser.go, parseExpressionTraversals: which steps belong to which splat."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("a[*].b[c].0", Splat(A, ("b", C, Literal(0)), True), id="all after brackets"),
            pytest.param("a.*.b.0.c", Splat(A, ("b", Literal(0), "c"), False), id="names and numbers"),
            pytest.param(
                "a.*.b[0].c", Attribute(Index(Splat(A, ("b",), False), Literal(0)), "c"), id="then an index"
            ),
            pytest.param("a.*[0]", Index(Splat(A, (), False), Literal(0)), id="an index at once"),
            pytest.param(
                "a[*].b[*].c", Splat(A, ("b", Each(("c",), True)), True), id="a splat of every element"
            ),
            pytest.param(
                "a[*][*].b[*].c",
                Splat(A, (Each(("b", Each(("c",), True)), True),), True),
                id="and another of its elements",
            ),
            pytest.param(
                "a[*].b.*.c[0].d",
                Splat(A, ("b", Each(("c",), False), Literal(0), "d"), True),
                id="its result is indexed in every element",
            ),
            pytest.param(
                "a[*].b.*.c[*].d",
                Splat(A, ("b", Each(("c",), False), Each(("d",), True)), True),
                id="and is an element itself",
            ),
            pytest.param("a.*.b[*].c", Splat(Splat(A, ("b",), False), ("c",), True), id="of the result"),
            pytest.param("(a[*].b)[*].c", Splat(Splat(A, ("b",), True), ("c",), True), id="in parentheses"),
            pytest.param("(a.*.b).*.c", Splat(Splat(A, ("b",), False), ("c",), False), id="of attributes"),
            pytest.param(
                "a.*.b[0].*.c",
                Splat(Index(Splat(A, ("b",), False), Literal(0)), ("c",), False),
                id="after an index",
            ),
            pytest.param("-a[*].b", Operation("-", (Splat(A, ("b",), True),)), id="with a sign before it"),
        ],
    )
    def test_own_their_steps(self, text: str, expected: Expression) -> None:
        assert tree(text) == expected


EMPTY = Literal("")


class TestDirectives:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("%{ if a }b%{ endif }", (Conditional(A, Literal("b"), EMPTY),), id="if"),
            pytest.param(
                "%{if a}b%{else}c%{endif}", (Conditional(A, Literal("b"), Literal("c")),), id="else"
            ),
            pytest.param("%{if a}%{else}%{endif}", (Conditional(A, EMPTY, EMPTY),), id="nothing in it"),
            pytest.param(
                "%{if a}${b}%{else}c${d}%{endif}",
                (Conditional(A, Template((B,)), Template((Literal("c"), D))),),
                id="an interpolation alone is text here",
            ),
            pytest.param(
                '%{if a}${"b"}%{endif}',
                (Conditional(A, Template((Literal("b"),)), EMPTY),),
                id="even one of text",
            ),
            pytest.param("%{for b in c}${b}%{endfor}", (Join(For(("b",), C, Template((B,)))),), id="for"),
            pytest.param("%{for a, b in c}%{endfor}", (Join(For(("a", "b"), C, EMPTY)),), id="two names"),
            pytest.param(
                "%{for b in c}%{if b}a%{endif}%{endfor}",
                (Join(For(("b",), C, Template((Conditional(B, Literal("a"), EMPTY),)))),),
                id="if in for",
            ),
            pytest.param(
                "%{if a}%{if b}c%{else}d%{endif}%{else}b%{endif}",
                (Conditional(A, Template((Conditional(B, Literal("c"), Literal("d")),)), Literal("b")),),
                id="if in if",
            ),
            pytest.param(
                "a %{~ if a ~} b %{~ else ~} c %{~ endif ~} d",
                (Literal("a"), Conditional(A, Literal("b"), Literal("c")), Literal("d")),
                id="strip markers",
            ),
            pytest.param(
                "%{ /* a */ for\tin in(for) ~} b%{\n endfor # c\n}",
                (Join(For(("in",), Variable("for"), Literal("b"))),),
                id="names and comments",
            ),
            pytest.param(
                "$${%%{%{if a}}%{endif}", (Literal("${%{"), Conditional(A, Literal("}"), EMPTY)), id="text"
            ),
        ],
    )
    def test_are_conditionals_and_loops(self, text: str, expected: tuple[Expression, ...]) -> None:
        assert tree(f'"{text}"') == Template(expected)
        assert tree(f"<<E\n{text}\nE") == Template((*expected[:-1], *_with_newline(expected[-1])))
        assert bare(parse_template(Lines("a.tftpl", text), text, 0)) == Template(expected)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("a%{ if b }", (1, 2, "the directive `if` is not closed"), id="open if"),
            pytest.param("a\n%{ for b in c }", (2, 1, "the directive `for` is not closed"), id="open for"),
            pytest.param("%{ endif }", (1, 1, "the directive `endif` belongs to nothing"), id="endif alone"),
            pytest.param("%{ else }", (1, 1, "the directive `else` belongs to nothing"), id="else alone"),
            pytest.param(
                "%{ if a }%{ endfor }", (1, 10, "the directive `endfor` belongs to nothing"), id="if, endfor"
            ),
            pytest.param(
                "%{ for a in b }%{ endif }",
                (1, 16, "the directive `endif` belongs to nothing"),
                id="for, endif",
            ),
            pytest.param(
                "%{ for a in b }%{ else }", (1, 16, "the directive `else` belongs to nothing"), id="for, else"
            ),
            pytest.param(
                "%{if a}%{else}%{else}%{endif}",
                (1, 15, "the directive `else` belongs to nothing"),
                id="else twice",
            ),
            pytest.param("%{if a}" * 300, (1, 1401, "nested too deeply"), id="too deep"),
        ],
    )
    def test_that_do_not_match(self, text: str, expected: tuple[int, int, str]) -> None:
        assert template_error(text) == expected


def _with_newline(last: Expression) -> tuple[Expression, ...]:
    if isinstance(last, Literal):
        return (Literal(f"{last.value}\n"),)
    return (last, Literal("\n"))


def template_error(text: str) -> tuple[int, int, str]:
    with pytest.raises(InputError) as caught:
        parse_template(Lines("a.tftpl", text), text, 0)
    return caught.value.line, caught.value.column, caught.value.message


class TestWholeTexts:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("", EMPTY, id="empty"),
            pytest.param("a", Literal("a"), id="text"),
            pytest.param('a\\n"$${"\n', Literal('a\\n"${"\n'), id="backslashes and quotes are text"),
            pytest.param("${a}", A, id="an interpolation alone is its value"),
            pytest.param("${~ -1 ~}", Literal(-1), id="with strip markers"),
            pytest.param("${a}\n", Template((A, Literal("\n"))), id="with a newline it is text"),
            pytest.param("<<-E\n  a", Literal("<<-E\n  a"), id="no heredoc"),
            pytest.param("a\n ${~ b ~} \n c", Template((Literal("a\n"), B, Literal(" c"))), id="trims"),
            pytest.param("]${[a, ]}[", Template((Literal("]"), Tuple((A,)), Literal("["))), id="brackets"),
            pytest.param("$", Literal("$"), id="a dollar at the end"),
            pytest.param("\ufeff${a}", A, id="a byte order mark is none of it"),
        ],
    )
    def test_are_templates(self, text: str, expected: Expression) -> None:
        assert bare(parse_template(Lines("a.tftpl", text), text, 0)) == expected

    def test_places_count_from_the_base(self) -> None:
        file = 'x: "a${ b }%{ if c }%{ endif }"'
        found = parse_template(Lines("a.json", file), file[4:-1], 4)

        assert [file[each.start : each.end] for each in nodes(found)] == [
            "a${ b }%{ if c }%{ endif }",
            "a",
            "b",
            "%{ if c }%{ endif }",
            "c",
            "",
            "",
        ]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a\n${b c}", (2, 5, "unexpected 'c'")),
            ("a ${", (1, 3, "the `${` is not closed")),
            ("a ${}", (1, 5, "unexpected '}'")),
            ("${f(}", (1, 5, "`}` does not close the `(` of line 1")),
            ("${'a'}", (1, 3, 'unexpected "\'"')),
        ],
    )
    def test_errors(self, text: str, expected: tuple[int, int, str]) -> None:
        assert template_error(text) == expected


class TestExpressionAlone:
    def test_may_have_several_lines(self) -> None:
        text = "v = a\n + b"
        found = parse_expression(Lines("f", text), text[4:], 4)

        assert bare(found) == Operation("+", (A, B))
        assert [text[each.start : each.end] for each in nodes(found)] == ["a\n + b", "a", "b"]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", "f:1:1: unexpected end of line"),
            ("a b", "f:1:3: unexpected 'b'"),
            ("a) + (b", "f:1:2: `)` closes nothing"),
            ("a\nb = 1", "f:2:1: unexpected 'b'"),
            ("-", "f:1:2: unexpected end of line"),
            ("a +", "f:1:4: unexpected end of line"),
        ],
    )
    def test_errors(self, text: str, expected: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_expression(Lines("f", text), text, 0)

        assert str(caught.value) == expected


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("0", "0"),
            ("007", "7"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("0.1", "0.1"),
            ("1.50", "1.50"),
            ("0.10000000000000000000000000000000001", "0.10000000000000000000000000000000001"),
            ("1e3", "1E+3"),
            ("2.5E-2", "0.025"),
            ("1.e3", "1E+3"),
            ("- -3", "3"),
            ("-3", "-3"),
            ("- 3", "-3"),
            ("- 0.50", "-0.50"),
            ("-(3)", "-3"),
            ("-0.10000000000000000000000000000000001", "-0.10000000000000000000000000000000001"),
        ],
    )
    def test_is_exactly_what_is_written(self, text: str, expected: str) -> None:
        assert str(expression(text).value) == expected  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        ("text", "kind"), [("3", int), ("-3", int), ("3.0", Decimal), ("-3.0", Decimal), ("3e0", Decimal)]
    )
    def test_is_whole_only_where_it_is_written_so(self, text: str, kind: type) -> None:
        assert type(expression(text).value) is kind  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("9" * (MOST_DIGITS + 1), id="too many digits"),
            pytest.param("0." + "1" * MOST_DIGITS, id="too many decimals"),
            pytest.param("1e401", id="too great"),
            pytest.param("1e-401", id="too small"),
            pytest.param("1e99999999999999999999", id="an exponent beyond any number"),
        ],
    )
    def test_has_bounds(self, text: str) -> None:
        assert error(around(text)) == (2, 7, "a number beyond all bounds")

    def test_a_short_index_has_bounds_too(self) -> None:
        assert error(around("a." + "9" * 5000)) == (2, 9, "a number beyond all bounds")

    def test_within_bounds(self) -> None:
        assert expression("9" * MOST_DIGITS).value == 10**MOST_DIGITS - 1  # type: ignore[union-attr]
        assert expression("1e400").value == Decimal("1e400")  # type: ignore[union-attr]

    @given(st.decimals(allow_nan=False, allow_infinity=False, min_value=0, max_value=10**9, places=6))
    @settings(max_examples=20, deadline=None)
    def test_any_decimal_survives(self, number: Decimal) -> None:
        assert str(expression(str(number)).value) == str(number)  # type: ignore[union-attr]


class TestOperators:
    @pytest.mark.parametrize(
        ("text", "meaning"),
        [
            ("a || b && c", "a || (b && c)"),
            ("a && b == c", "a && (b == c)"),
            ("a == b < c", "a == (b < c)"),
            ("a != b >= c", "a != (b >= c)"),
            ("a > b + c", "a > (b + c)"),
            ("a <= b - c", "a <= (b - c)"),
            ("a + b * c", "a + (b * c)"),
            ("a - b / c % d", "a - ((b / c) % d)"),
            ("a * -b", "a * (-b)"),
            ("!a == b", "(!a) == b"),
            ("-a.b", "-(a.b)"),
            ("a - b - c", "(a - b) - c"),
            ("a / b / c", "(a / b) / c"),
            ("a || b || c", "(a || b) || c"),
            ("a || b ? c : d", "(a || b) ? c : d"),
            ("a ? b : c || d", "a ? b : (c || d)"),
            ("2-1", "2 - (1)"),
            ("2 -1", "2 - (1)"),
            ("2 - 1.5", "2 - (1.5)"),
            ("2 -1.5", "2 - (1.5)"),
            ("2-12.5", "2 - (12.5)"),
            ("!!a && b", "(!(!a)) && b"),
            ("!a.b", "!(a.b)"),
            ("-a[0] * b", "(-(a[0])) * b"),
            ("- -a - -b", "(-(-a)) - (-b)"),
            ("!-a ? -b : !c", "(!(-a)) ? (-b) : (!c)"),
            ("-f(a) + -(b + c).d", "(-(f(a))) + (-((b + c).d))"),
            ("a ? b ? c : d : a", "a ? (b ? c : d) : a"),
            ("a == b ? c + d : c - d", "(a == b) ? (c + d) : (c - d)"),
        ],
    )
    def test_precedence(self, text: str, meaning: str) -> None:
        assert tree(text) == tree(meaning)

    @pytest.mark.parametrize(
        "operator", ["||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"]
    )
    def test_each(self, operator: str) -> None:
        assert tree(f"a {operator} b") == Operation(operator, (A, B))
        assert tree(f"(a\n    {operator} b)") == Operation(operator, (A, B))
        assert tree(f"(a {operator}\n    b)") == Operation(operator, (A, B))


class TestObjectKeys:
    @pytest.mark.parametrize(
        ("key", "expected"),
        [
            pytest.param("b", Literal("b"), id="a bare name is text"),
            pytest.param("b-c", Literal("b-c"), id="with a hyphen"),
            pytest.param('"b c"', Literal("b c"), id="quoted"),
            pytest.param('"b${c}"', Template((Literal("b"), C)), id="template"),
            pytest.param("(b)", B, id="in parentheses it is an expression"),
            pytest.param("b.c", Attribute(B, "c"), id="attribute"),
            pytest.param("(b.c)", Attribute(B, "c"), id="in parentheses"),
            pytest.param("(b).c", Attribute(B, "c"), id="also where it only begins with them"),
            pytest.param("b[c]", Index(B, C), id="an index that is not written out"),
            pytest.param('"${b}"', B, id="an interpolation alone"),
            pytest.param('"${b.c}"', Attribute(B, "c"), id="one with points"),
            pytest.param("f(b)", Call("f", (B,)), id="call"),
            pytest.param("b + c", Operation("+", (B, C)), id="operation"),
            pytest.param("-5", Literal("-5"), id="negative number"),
            pytest.param("5", Literal("5"), id="number"),
            pytest.param("007", Literal("7"), id="number with zeros"),
            pytest.param("1.5", Literal(Decimal("1.5")), id="decimal"),
            pytest.param("true", Literal("true"), id="reserved name"),
            pytest.param("null", Literal("null"), id="null is text"),
            pytest.param("in", Literal("in"), id="keyword"),
        ],
    )
    @pytest.mark.parametrize("equals", [" = ", " : ", "=", ":"])
    def test_kinds(self, key: str, expected: Expression, equals: str) -> None:
        assert tree(f"{{ {key}{equals}a }}") == Object((Item(expected, A),))

    @pytest.mark.parametrize(
        "text",
        [
            "{ a = 1, b = 2 }",
            "{ a = 1, b = 2, }",
            "{a=1,b=2}",
            "{\n a = 1\n b = 2\n}",
            "{\n a = 1,\n b = 2,\n}",
            "{ # one\n a = 1 # two\n\n // three\n b = 2 }",
        ],
    )
    def test_separators(self, text: str) -> None:
        assert tree(text) == Object((Item(Literal("a"), Literal(1)), Item(Literal("b"), Literal(2))))

    def test_a_key_that_is_written_twice_is_kept_twice(self) -> None:
        assert tree("{ a = 1, a = 2 }") == Object(
            (Item(Literal("a"), Literal(1)), Item(Literal("a"), Literal(2)))
        )


class TestSpans:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("  true  # no", ["true"]),
            ('"a b"', ['"a b"']),
            ("-1", ["-1"]),
            ("a.b.c", ["a.b.c", "a.b", "a"]),
            ('a["b"][0].1', ['a["b"][0].1', 'a["b"][0]', 'a["b"]', "a", '"b"', "0", "1"]),
            ("(a).b", ["(a).b", "a"]),
            ("(\n  a\n)", ["a"]),
            ("(a + b) * c", ["(a + b) * c", "a + b", "a", "b", "c"]),
            ("!a", ["!a", "a"]),
            ("a ? b : c", ["a ? b : c", "a", "b", "c"]),
            ("[a, 1,\n  b ]", ["[a, 1,\n  b ]", "a", "1", "b"]),
            (
                "{ a = 1\n  (b) : c }",
                ["{ a = 1\n  (b) : c }", "a = 1", "a", "1", "(b) : c", "b", "c"],
            ),
            ("f( a, b... )", ["f( a, b... )", "a", "b"]),
            ("a[*].b[0]", ["a[*].b[0]", "a", "0"]),
            (
                "[ for v in c : v if d ]",
                ["[ for v in c : v if d ]", "c", "v", "d"],
            ),
            ('"a${ b }c"', ['"a${ b }c"', "a", "b", "c"]),
            ('"$${a}${~ b ~} c"', ['"$${a}${~ b ~} c"', "$${a}", "b", " c"]),
            (
                '"%{ if a }b%{ endif }c"',
                ['"%{ if a }b%{ endif }c"', "%{ if a }b%{ endif }", "a", "b", "", "c"],
            ),
            (
                '"%{ if a }${b}%{ else }c${d}%{ endif }"',
                [
                    '"%{ if a }${b}%{ else }c${d}%{ endif }"',
                    "%{ if a }${b}%{ else }c${d}%{ endif }",
                    "a",
                    "${b}",
                    "b",
                    "c${d}",
                    "c",
                    "d",
                ],
            ),
            (
                '"%{ for a, b in c }%{ endfor }"',
                ['"%{ for a, b in c }%{ endfor }"', *["%{ for a, b in c }%{ endfor }"] * 2, "c", ""],
            ),
            ("<<E\na\n  ${b}\nE", ["<<E\na\n  ${b}\nE", "a\n  ", "b", "\n"]),
            (
                "<<-E\n  %{ if a ~}\n  b\n  %{ endif ~}\n  E",
                [
                    "<<-E\n  %{ if a ~}\n  b\n  %{ endif ~}\n  E",
                    "  ",
                    "%{ if a ~}\n  b\n  %{ endif ~}",
                    "a",
                    "\n  b\n  ",
                    "",
                    "\n",
                ],
            ),
            ("!-a[*].b", ["!-a[*].b", "-a[*].b", "a[*].b", "a"]),
            ("-(a + b).c", ["-(a + b).c", "(a + b).c", "a + b", "a", "b"]),
            ("a - -b", ["a - -b", "a", "-b", "b"]),
            ("a[*].b[*].c.*.d[0]", ["a[*].b[*].c.*.d[0]", "a", "[*].c.*.d[0]", ".*.d", "0"]),
            ("a.*.b[0].c", ["a.*.b[0].c", "a.*.b[0]", "a.*.b", "a", "0"]),
            ("a.*", ["a.*", "a"]),
            ("p :: f(a)", ["p :: f(a)", "a"]),
            ("\u00fc.\u00f6", ["\u00fc.\u00f6", "\u00fc"]),
        ],
    )
    def test_are_the_text_of_each_node(self, text: str, expected: list[str]) -> None:
        assert slices(text) == expected

    def test_count_from_the_beginning_of_the_file(self) -> None:
        text = "\ufeff# a comment\n\n" + around('"b${b}"')
        found = block(text)
        setting = found.body.settings["x"]

        assert text[found.start : found.header_end] == "a {"
        assert text[found.start : found.end] == 'a {\n  x = "b${b}"\n}'
        assert text[setting.start : setting.end] == 'x = "b${b}"'
        inside = [text[each.start : each.end] for each in nodes(setting.expression)]
        assert inside == ['"b${b}"', "b", "b"]


# Texts with the trees that they mean.
Pair = tuple[str, Any]
_LEAVES: st.SearchStrategy[Pair] = st.sampled_from(
    [
        ("a", A),
        ("b", B),
        ("1", Literal(1)),
        ("2.50", Literal(Decimal("2.50"))),
        ("true", Literal(True)),
        ("null", Literal(None)),
        ('"t"', Literal("t")),
        ('"$${t}"', Literal("${t}")),
    ]
)


def _grown(inner: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    several = st.lists(inner, max_size=3)
    return st.one_of(
        st.builds(lambda pairs: _list("[", "]", pairs, Tuple), several),
        st.builds(lambda pairs: _list("f(", ")", pairs, lambda trees: Call("f", trees)), several),
        st.builds(
            lambda pairs: (
                "{\n" + "\n".join(f"k = {text}" for text, _ in pairs) + "\n}",
                Object(tuple(Item(Literal("k"), each) for _, each in pairs)),
            ),
            several,
        ),
        st.builds(lambda one: (f"({one[0]}).b", Attribute(one[1], "b")), inner),
        st.builds(lambda key: (f"a[{key[0]}]", Index(A, key[1])), inner),
        st.builds(lambda one: (f'"t${{{one[0]}}}"', Template((Literal("t"), one[1]))), inner),
        st.builds(_heredoc, inner),
        st.builds(lambda one: (f"!({one[0]})", Operation("!", (one[1],))), inner),
        st.builds(lambda one: (f"(\n{one[0]}\n)[*].b", Splat(one[1], ("b",), True)), inner),
        st.builds(
            lambda one, two: (f"[for\nv in {one[0]} : {two[0]}]", For(("v",), one[1], two[1])), inner, inner
        ),
        st.builds(_directives, inner, inner, inner),
        st.builds(
            lambda one, two: (f"({one[0]}) == ({two[0]})", Operation("==", (one[1], two[1]))), inner, inner
        ),
        st.builds(
            lambda one, two, three: (
                f"({one[0]}) ? ({two[0]}) : ({three[0]})",
                Conditional(one[1], two[1], three[1]),
            ),
            inner,
            inner,
            inner,
        ),
    )


def _list(before: str, after: str, pairs: list[Pair], kind: Any) -> Pair:
    return before + ", ".join(text for text, _ in pairs) + after, kind(tuple(each for _, each in pairs))


def _directives(one: Pair, two: Pair, three: Pair) -> Pair:
    text = (
        f'"%{{ if {one[0]} ~}} ${{{two[0]}}}%{{ else }}%{{ for v in {three[0]} }}t%{{ endfor }}%{{ endif }}"'
    )
    loop = Join(For(("v",), three[1], Literal("t")))
    then = Template((Literal(""), two[1]))
    return text, Template((Conditional(one[1], then, Template((loop,))),))


def _heredoc(inside: Pair) -> Pair:
    text, meaning = inside
    mark = f"E{len(text)}"  # one of its own, for the one inside must not end the one around
    return f"<<{mark}\nt ${{ {text} }}\n{mark}\n", Template((Literal("t "), meaning, Literal("\n")))


EXPRESSIONS = st.recursive(_LEAVES, _grown, max_leaves=6)


class TestAnyExpression:
    @given(EXPRESSIONS)
    @settings(max_examples=60, deadline=None)
    def test_is_read_as_it_was_meant_to_be(self, pair: Pair) -> None:
        text, expected = pair

        assert tree(text) == expected

    @given(EXPRESSIONS)
    @settings(max_examples=30, deadline=None)
    def test_every_node_stands_inside_of_the_one_around_it(self, pair: Pair) -> None:
        found = expression(pair[0])

        for node in nodes(found):
            assert found.start <= node.start < node.end <= found.end
            for inside in nodes(node):
                assert node.start <= inside.start <= inside.end <= node.end


class TestBodies:
    def test_settings_and_blocks(self) -> None:
        found = block('a "b" c {\n  x = 1\n  d {\n    y = 2\n  }\n  d "e" {\n  }\n  z = 3\n}')

        assert (found.type, found.labels) == ("a", ("b", "c"))
        assert {name: bare(each.expression) for name, each in found.body.settings.items()} == {
            "x": Literal(1),
            "z": Literal(3),
        }
        assert [(each.type, each.labels, list(each.body.settings)) for each in found.body.blocks] == [
            ("d", (), ["y"]),
            ("d", ("e",), []),
        ]

    def test_places_of_nested_blocks(self) -> None:
        text = 'a {\n  d "e"  { # no\n    y = 2\n  }\n}\n'
        (found,) = block(text).body.blocks

        assert text[found.start : found.header_end] == 'd "e"  {'
        assert text[found.start : found.end] == 'd "e"  { # no\n    y = 2\n  }'

    @pytest.mark.parametrize("name", ["x", "in", "for", "for_each", "true", "null", "x-y_z1"])
    def test_names_of_settings_and_blocks(self, name: str) -> None:
        found = block(f"a {{\n  {name} = 1\n  {name} {{\n  }}\n}}\n")

        assert list(found.body.settings) == [name]
        assert [each.type for each in found.body.blocks] == [name]

    @pytest.mark.parametrize(
        "text", ["a {}", "a {\n}", "a { x = 1 }", "a {\n\n  x = 1\n\n}", "a {\r\n  x = 1\r\n}\r\n"]
    )
    def test_short_forms(self, text: str) -> None:
        found = block(text)

        assert (found.start, text[: found.end]) == (0, text.rstrip())
        assert len(found.body.settings) == text.count("=")

    @pytest.mark.parametrize(
        "value", ["<<E\nt\nE", "(a\n)", "[\n]", "f(\n)", "{\n}", "a + (b\n)", '"${\na\n}"']
    )
    def test_a_setting_may_follow_one_of_several_lines(self, value: str) -> None:
        found = block(f"a {{\n  x = {value}\n  y = 1\n}}\n")

        assert list(found.body.settings) == ["x", "y"]

    def test_an_escape_of_a_label_that_is_none(self) -> None:
        assert error('a {\n  b "c\\q" {\n  }\n}\n') == (2, 7, "not an escape sequence")

    def test_labels_know_escapes(self) -> None:
        (found,) = block('a {\n  b "q\\"$${r}\\u00fc" {\n  }\n}\n').body.blocks

        assert found.labels == ('q"${r}ü',)


class TestErrors:
    """Where they are, and that they quote a word at most."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param(
                "a {\n  x = 1 y = 2\n}\n", (2, 9, "a newline is missing before this"), id="one line"
            ),
            pytest.param(
                "a {\n  x = 1 b {\n  }\n}\n", (2, 9, "a newline is missing before this"), id="then a block"
            ),
            pytest.param(
                "a {\n  b {\n  } x = 1\n}\n", (3, 5, "a newline is missing before this"), id="after a block"
            ),
            pytest.param("a {\n  x = 1\n  x = 2\n}\n", (3, 3, "x is set twice"), id="set twice"),
            pytest.param("a {\n  b {\n    x = 1\n    x = 1\n  }\n}\n", (4, 5, "x is set twice"), id="nested"),
            pytest.param(
                'a {\n  b "c"\n  {\n  }\n}\n',
                (2, 8, "a block's opening brace must be on the line of its type"),
                id="brace below",
            ),
            pytest.param(
                "a {\n  b\n  {\n  }\n}\n",
                (2, 4, "a block's opening brace must be on the line of its type"),
                id="brace below a bare type",
            ),
            pytest.param(
                'a {\n  b "${c}" {\n  }\n}\n', (2, 5, "a label cannot hold an interpolation"), id="label"
            ),
            pytest.param("a {\n  x = = 1\n}\n", (2, 7, "unexpected '='"), id="two equals signs"),
            pytest.param("a {\n  x = [1 2]\n}\n", (2, 10, "unexpected '2'"), id="no comma"),
            pytest.param("a {\n  x = [1,, 2]\n}\n", (2, 10, "unexpected ','"), id="two commas"),
            pytest.param("a {\n  x = 1 +\n}\n", (2, 10, "unexpected end of line"), id="no operand"),
            pytest.param("a {\n  x =\n}\n", (2, 6, "unexpected end of line"), id="no value"),
            pytest.param('a {\n  "x" = 1\n}\n', (2, 3, "unexpected '\"'"), id="quoted name"),
            pytest.param("a {\n  x : 1\n}\n", (2, 5, "unexpected ':'"), id="colon"),
            pytest.param(
                "a {\n  x = 1.\n}\n", (2, 9, "unexpected end of line"), id="nothing after the point"
            ),
            pytest.param('a {\n  x = "${}"\n}\n', (2, 10, "unexpected '}'"), id="empty interpolation"),
            pytest.param('a {\n  x = "${a b}"\n}\n', (2, 12, "unexpected 'b'"), id="in an interpolation"),
            pytest.param("a {\n  x = <<E\n  ${a b}\nE\n}\n", (3, 7, "unexpected 'b'"), id="in a heredoc"),
            pytest.param("a {\n  x = <<E\n  ${a +}\nE\n}\n", (3, 8, "unexpected '}'"), id="no operand there"),
            pytest.param('a {\n  x = "b\\qc"\n}\n', (2, 9, "not an escape sequence"), id="no escape"),
            pytest.param(
                "a {\n  x = [for k, v in c : k => v]\n}\n", (2, 26, "unexpected '='"), id="list of pairs"
            ),
            pytest.param('a {\n  x = [\\"b\\", "\\""]\n}\n', (2, 8, "unexpected '\\\\'"), id="escaped quote"),
        ],
    )
    def test_places(self, text: str, expected: tuple[int, int, str]) -> None:
        assert error(text) == expected

    def test_quote_no_secret(self) -> None:
        secret = "hunter2" * 20
        _, _, message = error(f'a {{\n  x = [1 {secret}]\n  password = "{secret}"\n}}\n')

        assert message == f"unexpected '{secret[:30]}'"

    def test_show_no_control_character(self) -> None:
        assert error("a {\n  x = \u202eb\n}\n") == (2, 7, "unexpected '\\u202e'")

    @pytest.mark.parametrize(
        "value",
        [
            pytest.param("a" + " + a" * 500, id="operators"),
            pytest.param("a" + ".b" * 500, id="attributes"),
        ],
    )
    def test_chains_have_bounds(self, value: str) -> None:
        assert error("\n" + around(value)) == (2, 1, "nested too deeply")

    @pytest.mark.parametrize("opening", ["[", "(", "{a=", '"x${', "f(", "!(", "[for a in "])
    def test_nesting_has_bounds(self, opening: str) -> None:
        closing = {"{": "}", '"': '}"', "[": "]"}.get(opening[0], ")")
        closing = " : a]" if opening.startswith("[for") else closing
        for depth in (DEEPEST - 5, 300):
            text = opening * depth + "a" + closing * depth
            try:
                parse_expression(Lines("main.tf", text), text, 0)
            except InputError as error:
                assert error.message == "nested too deeply"  # noqa: PT017  the lower one may fit
            else:
                assert depth < DEEPEST

    def test_reasonable_nesting(self) -> None:
        assert slices("[" * 50 + "]" * 50) == ["[" * depth + "]" * depth for depth in range(50, 0, -1)]


class TestTrapsOfPythonHcl2:
    """What its grammar rejects or misreads, and what becomes of it here."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("(a\n.b)", Attribute(A, "b"), id="newline before a point"),
            pytest.param("[a\n&& b]", Tuple((Operation("&&", (A, B)),)), id="newline before an operator"),
            pytest.param('"${\na}"', A, id="newline after an opening"),
            pytest.param(
                "[for k,\nv in c : v]", For(("k", "v"), C, Variable("v")), id="newline after a comma of for"
            ),
            pytest.param("/* c */ a", A, id="comment after the equals sign"),
            pytest.param('"${~ a ~}"', A, id="strip markers"),
            pytest.param(
                '"$${a${b}}"', Template((Literal("${a"), B, Literal("}"))), id="inside an escaped one"
            ),
            pytest.param(
                '"%%{a${b}}"', Template((Literal("%{a"), B, Literal("}"))), id="inside an escaped directive"
            ),
            pytest.param('["$${", "}"]', Tuple((Literal("${"), Literal("}"))), id="escaped, without an end"),
            pytest.param(
                '["%%{", "}"]', Tuple((Literal("%{"), Literal("}"))), id="directive, without an end"
            ),
            pytest.param(
                "[<<E\na\nE  \n, <<E\nb\nE\n]",
                Tuple((Literal("a\n"), Literal("b\n"))),
                id="space after an end mark",
            ),
        ],
    )
    def test_is_read(self, text: str, expected: Expression) -> None:
        assert tree(text) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("a\n  .b", (3, 3, "unexpected '.'"), id="newline before a point"),
            pytest.param("a\n  + b", (3, 3, "unexpected '+'"), id="newline before an operator"),
            pytest.param("a\n  ? b : c", (3, 3, "unexpected '?'"), id="newline before a question mark"),
            pytest.param("a ?\n b : c", (2, 10, "unexpected end of line"), id="newline after one"),
            pytest.param("a +\n  b", (2, 10, "unexpected end of line"), id="newline after an operator"),
            pytest.param("!\n  b", (2, 8, "unexpected end of line"), id="newline after a unary operator"),
            pytest.param("{\n a\n = 1\n}", (4, 2, "unexpected '='"), id="newline after a key"),
            pytest.param("{ a = 1\n, b = 2 }", (3, 1, "unexpected ','"), id="newline before a comma"),
            pytest.param(
                "{ a = 1 b = 2 }",
                (2, 15, "a comma or a newline is missing before this"),
                id="no comma between items",
            ),
            pytest.param("{ for = 1 }", (2, 9, "unexpected 'for'"), id="a loop without names"),
            pytest.param(
                "a.0.1",
                (2, 9, "two indexes after points in a row; they are written in brackets"),
                id="two indexes after points",
            ),
            pytest.param(
                "a.*.b.*.c",
                (2, 12, "a splat within the splat of attributes before it"),
                id="splat in a splat",
            ),
            pytest.param("1.2.3", (2, 7, "not a number"), id="number with two points"),
            pytest.param("[a, -]", (2, 12, "unexpected ']'"), id="a unary operator alone"),
            pytest.param("a ! b", (2, 9, "unexpected '!'"), id="no operator for two"),
            pytest.param("p::q", (2, 9, "unexpected ':'"), id="a namespace without a call"),
        ],
    )
    def test_is_refused_as_in_terraform(self, text: str, expected: tuple[int, int, str]) -> None:
        assert error(around(text)) == expected


class TestSettings:
    def test_of_a_variable_file(self) -> None:
        text = "\n\nx = <<E\n  a\nE\n"
        found = parse_settings(Lines("t.tfvars", text), text[2:-1], 2)

        assert {name: bare(each.expression) for name, each in found.settings.items()} == {
            "x": Literal("  a\n")
        }
        assert (found.settings["x"].start, found.settings["x"].end) == (2, len(text) - 1)

    def test_error(self) -> None:
        text = "\n\nx = [1\n"
        with pytest.raises(InputError) as caught:
            parse_settings(Lines("t.tfvars", text), text[2:-1], 2)

        assert str(caught.value) == "t.tfvars:3:5: the `[` is not closed"
