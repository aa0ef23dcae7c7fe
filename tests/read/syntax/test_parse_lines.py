"""Blocks line by line, beside the masker and the parser: what is read so is the same tree, place by place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import random_expressions
from hypothesis import given
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax.blocks import cut
from spillover.read.syntax.expression import NestedBlock
from spillover.read.syntax.hcl import parse_expression, parse_settings
from spillover.read.syntax.parse_block import parse_block
from spillover.read.syntax.parse_lines import DEEPEST_BLOCK, MOST_ATTRIBUTES, LineParser, OtherFormError

EXAMPLES = Path(__file__).parents[3] / "examples"
BASE = 7


def by_lines(source: str) -> NestedBlock | None:
    """The block line by line; None where it is left to others."""
    lines = Lines("main.tf", " " * BASE + source)
    try:
        return LineParser(source, BASE, partial(parse_expression, lines)).block()
    except (OtherFormError, InputError):
        return None


def by_tokens(source: str) -> NestedBlock | None:
    """The block as the masker and the parser read it; None where it is none, or more than one."""
    try:
        body = parse_settings(Lines("main.tf", " " * BASE + source), source, BASE)
    except InputError:
        return None
    return body.blocks[0] if len(body.blocks) == 1 and not body.settings else None


def blocks() -> Iterator[str]:
    """Every block of every example."""
    for file in sorted(EXAMPLES.rglob("*.tf")):
        text = file.read_text("utf-8")
        yield from (block.source(text) for block in cut("main.tf", text).blocks)


def within(*lines: str) -> str:
    return "\n".join(('a "b" {', *lines, "}"))


READ = {
    "texts": within('a = "é # } x"', 'b=""', '\tc  =\t"x"\t'),
    "numbers": within("a = 0", "b = 007", "c = 12.50", "d = 0.30000000000000000000000000000000001"),
    "names": within("a = b", "a-b = c.d-e._f", "_ = true", "n = null", "f = false"),
    "lists": within('a = ["x", b.c, 1, true]', "b = []", "c = [ a, ]", 'd = ["],"] # x'),
    "other values": within('a = "${b}-c"', "d = e[0].f", "g = [for h in i : h]", "j = -1", "k = 1 + 2 // x"),
    "values over several lines": within("a = [", "  1,", "  # x", '  "}",', "]", "b = {", "  c = 1", "}"),
    "comments": within("# } x", "a = 1 # y", "// z", "b = 2// é"),
    "blocks": within('b "c" "d" { # x', "  e {", "  }", "}", "f {", "}"),
    "blank lines": within("", "  ", "a = 1", "\t"),
    "words of templates as names": within("for = 1", "in = 2", "if = 3", "true = 4", "for {", "}"),
    "heredocs": within("a = <<E", "}", "E", "b = <<-E", "  ${c}", "  E", "d = 1"),
    "escapes": within('a = "\\n"', 'b = "$${c} %%{d}"'),
    "directives": within('a = "%{ if b }c%{ endif }"'),
    "a label without a space": 'a"b"{\n}',
}
LEFT = {
    "a block on one line": "a { b = 1 }",
    "an empty block on one line": within("b {}"),
    "carriage returns": "a {\r\n  b = 1\r\n}",
    "a comment between": within("a = /* x */ 1"),
    "a comment of several lines behind": within("a = [1] /* x", "*/"),
    "a label that is a name": "a b {\n}",
    "names beyond ASCII": within("é = 1"),
    "attributes of a literal": within("a = true.b"),
    "a word of templates as a value": within("a = for"),
    "a setting twice": within("a = 1", "a = 2"),
    "two values": within("a = 1 2"),
    "two settings on a line": within("a = 1, b = 2"),
    "a value on the next line": within("a =", "1"),
    "a brace on the next line": "a\n{\n}",
    "a list without commas": within("a = [1 2]"),
    "a list with a comma alone": within("a = [,]"),
    "no end": "a {\n  b = 1\n",
    "more than one": "a {\n}\nb {\n}",
    "something behind it": "a {\n} b",
    "a setting": "a = 1",
    "nothing": "",
    "digits without end": within(f"a = {'9' * 500}"),
}


@pytest.mark.parametrize("source", READ.values(), ids=READ)
def test_is_read(source: str) -> None:
    found = by_lines(source)
    assert found is not None
    assert found == by_tokens(source)


@pytest.mark.parametrize("source", LEFT.values(), ids=LEFT)
def test_is_left_to_others(source: str) -> None:
    assert by_lines(source) is None


def test_nearly_all_blocks_of_the_examples() -> None:
    sources = list(blocks())
    found = [by_lines(source) for source in sources]

    assert sum(each is not None for each in found) > 0.9 * len(sources)
    for mine, source in zip(found, sources, strict=True):
        assert mine is None or mine == by_tokens(source)


@pytest.mark.parametrize("seed", range(3))
def test_any_value(seed: int) -> None:
    read = 0
    for value, _ in zip(random_expressions.expressions(seed), range(150), strict=False):
        source = within(f"a = {value}")
        mine = by_lines(source)
        assert mine is None or mine == by_tokens(source), value
        read += mine is not None
    assert read


LINES = st.sampled_from(
    [
        *(
            "a = 1",
            'b = "x"',
            "c = d.e",
            "f = [g, 1]",
            "h {",
            "}",
            "",
            "# i",
            "j = {",
            "k = [",
            "]",
            ")",
            "l = m(",
        ),
        *(
            'n = "${o}"',
            "p = 1 #",
            "q",
            "r =",
            's "t" {',
            "u = -1",
            "v = w[0]",
            "x = <<E",
            "E",
            "y = 1,",
            "z {}",
        ),
        *(
            "\tä = 1",
            'a = "\x00"',
            "b = 1 }",
            "{",
            "= 1",
            '"a" = 1',
            "a = b ?",
            "c : d",
            "a.b = 1",
            "e = 1\r",
            "\ufeff",
        ),
    ]
)


@given(st.lists(LINES, max_size=12))
def test_whatever_the_lines_are(lines: list[str]) -> None:
    source = within(*lines)
    mine = by_lines(source)
    assert mine is None or mine == by_tokens(source)


@given(st.text(st.sampled_from('ab1."${}[](),=#/ \n\\%<-é'), max_size=30))
def test_whatever_is_in_the_block(text: str) -> None:
    source = within(text)
    mine = by_lines(source)
    assert mine is None or mine == by_tokens(source)


def test_limits_are_left_to_others() -> None:
    deep = DEEPEST_BLOCK
    assert by_lines("a {\n" * deep + "}\n" * deep) is not None
    assert by_lines("a {\n" * (deep + 1) + "}\n" * (deep + 1)) is None
    assert by_lines(within(f"a = b{'.c' * MOST_ATTRIBUTES}")) is not None
    assert by_lines(within(f"a = b{'.c' * (MOST_ATTRIBUTES + 1)}")) is None


def test_values_of_other_forms_are_no_limit() -> None:
    source = within(*(f'a{number} = "${{b}}-c"' for number in range(500)))
    assert by_lines(source) is not None


class Kept:
    """Trees of an earlier run, which notes what it is asked for."""

    def __init__(self, **trees: NestedBlock) -> None:
        self.trees = trees
        self.asked: list[str] = []

    def find(self, text: str, base: int) -> NestedBlock | None:
        self.asked.append(text)
        return self.trees.get(text) if base == BASE else None

    def add(self, text: str, base: int, tree: NestedBlock) -> None:
        assert base == BASE
        self.trees[text] = tree


def test_what_is_read_line_by_line_is_not_kept() -> None:
    kept = Kept()
    source = within("a = 1")
    assert parse_block(Lines("main.tf", " " * BASE + source), source, BASE, kept) == by_lines(source)
    assert kept.asked == []
    assert kept.trees == {}


def test_other_blocks_are_kept() -> None:
    kept, source = Kept(), "a { b = 1 }"
    lines = Lines("main.tf", " " * BASE + source)
    first = parse_block(lines, source, BASE, kept)
    assert kept.trees == {source: first}
    assert parse_block(lines, source, BASE, kept) is first
    assert kept.asked == [source, source]
