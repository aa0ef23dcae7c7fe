"""Our parser beside python-hcl2, its reference: what it takes it makes the same tree of, place by place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import random_expressions
from hypothesis import given
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax.blocks import cut
from spillover.read.syntax.expression import Object
from spillover.read.syntax.hcl import BODY, EXPRESSION, TEMPLATE, Form, parse_expression, parsed_by_hcl2
from spillover.read.syntax.mask import Masked
from spillover.read.syntax.parser import Parser, RefusedError

PROJECT = Path(__file__).parents[3]
ANSWERS = PROJECT / "tests" / "read" / "data_terraform"


def ours(source: str, form: Form[Any], masked: Masked) -> Any:
    """The tree that our parser makes; None where it refuses."""
    try:
        return form.parse(Parser(Lines("main.tf", source), source, 0, masked))
    except (RefusedError, InputError):
        return None


def theirs(source: str, form: Form[Any], masked: Masked) -> Any:
    """The tree that python-hcl2 makes; None where it finds a mistake."""
    try:
        return parsed_by_hcl2(Lines("main.tf", source), source, 0, form, masked)
    except InputError:
        return None


def both(source: str, form: Form[Any]) -> tuple[Any, Any]:
    """What each of the parsers makes of a source; None twice where it cannot even be masked."""
    try:
        masked = form.mask(Lines("main.tf", source), source, 0)
    except InputError:
        return None, None
    return ours(source, form, masked), theirs(source, form, masked)


def blocks() -> Iterator[str]:
    """Every block of every example."""
    for file in sorted((PROJECT / "examples").rglob("*.tf")):
        text = file.read_text("utf-8")
        yield from (block.source(text) for block in cut("main.tf", text).blocks)


def asked() -> Iterator[str]:
    """The expressions that Terraform was asked about."""
    for file in sorted(ANSWERS.glob("*.jsonl")):
        for line in file.read_text("utf-8").rstrip("\n").split("\n"):
            yield json.loads(line).get("e", "null")


class TestTakesAllThatIsRight:
    def test_blocks_of_the_examples(self) -> None:
        pairs = [both(source, BODY) for source in blocks()]

        assert len(pairs) > 500
        assert [mine for mine, _ in pairs] == [reference for _, reference in pairs]
        assert None not in (mine for mine, _ in pairs)

    @pytest.mark.parametrize("seed", range(5))
    def test_random_expressions(self, seed: int) -> None:
        for source in islice(random_expressions.expressions(seed), 100):
            mine, reference = both(source, EXPRESSION)
            assert mine == reference, source

    @pytest.mark.parametrize(
        "source", ["a.*[0].b", "a[*].b[*][0].*", "(a[*])[*]", "a[*].*.b", "-(a.b)[0]", "f(a,)"]
    )
    def test_steps(self, source: str) -> None:
        mine, reference = both(source, EXPRESSION)

        assert mine == reference

    def test_what_terraform_was_asked(self) -> None:
        pairs = [both(source, EXPRESSION) for source in islice(asked(), 0, None, 20)]

        assert len(pairs) > 100
        assert [mine for mine, _ in pairs] == [reference for _, reference in pairs]


TOKENS = st.sampled_from(
    [
        *[
            "a",
            "b",
            "for",
            "in",
            "if",
            "true",
            "null",
            "1",
            "2.5",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "=",
            "=>",
            "==",
            "&&",
            "||",
            "+",
            "-",
            "*",
            "/",
            "!",
            "?",
            "<",
            ".",
            ".0",
            "[0]",
            "[*]",
            ".*",
            "...",
        ],
        *['"s"', '"x${', '}"', '"', "${", "~", "f(", "é", "::", "/*c*/"],
        *("\n", "%{ if a }", "%{ endif }"),
    ]
)
FORMS = st.sampled_from([EXPRESSION, TEMPLATE, BODY])


class TestNeverTakesAnythingElse:
    @given(
        st.lists(TOKENS, max_size=9),
        st.sampled_from(["", " "]),
        FORMS,
    )
    def test_anything(self, tokens: list[str], between: str, form: Form[Any]) -> None:
        source = ("x = " if form is BODY else "") + between.join(tokens)
        mine, reference = both(source, form)

        assert mine is None or mine == reference

    @given(
        st.integers(0, 10_000),
        st.integers(0, 200),
        st.integers(0, 4),
        st.lists(TOKENS, max_size=2),
    )
    def test_what_is_nearly_right(self, seed: int, at: int, left_out: int, put_in: list[str]) -> None:
        whole = next(random_expressions.expressions(seed))
        source = whole[:at] + " ".join(put_in) + whole[at + left_out :]
        mine, reference = both(source, EXPRESSION)

        assert mine is None or mine == reference

    @pytest.mark.parametrize(
        ("source", "form"),
        [
            pytest.param("a = 1\na = 2", BODY, id="a setting twice"),
            pytest.param('a "\\q" {\n}', BODY, id="a label that escapes nothing"),
            pytest.param("true(a)", EXPRESSION, id="a literal that is called"),
            pytest.param("f(a : b)", EXPRESSION, id="arguments without a comma"),
            pytest.param("f(a..., b)", EXPRESSION, id="an argument behind a list of them"),
            pytest.param("(a = b)", EXPRESSION, id="an equals sign in an expression"),
            pytest.param("a.*.b.*.c", EXPRESSION, id="a splat in a splat"),
            pytest.param("{ a }", EXPRESSION, id="a key alone"),
            pytest.param("[for a in b]", EXPRESSION, id="a broken loop"),
            pytest.param("1" * 500, EXPRESSION, id="a number beyond all bounds"),
            pytest.param("a" + " + a" * 300, EXPRESSION, id="a long chain of operations"),
            pytest.param("a" + "[0]" * 300, EXPRESSION, id="a long chain of steps"),
            pytest.param("a.*" + "[0]" * 300, EXPRESSION, id="a long chain behind a splat"),
            pytest.param("{ -a = 1 }", EXPRESSION, id="an operator before a bare key"),
            pytest.param("%{ if a }b", TEMPLATE, id="a directive without an end"),
        ],
    )
    def test_refused(self, source: str, form: Form[Any]) -> None:
        lines = Lines("main.tf", source)

        assert ours(source, form, form.mask(lines, source, 0)) is None

    def test_a_masked_text_that_is_none(self) -> None:
        assert ours("a ^ b", EXPRESSION, Masked("a ^ b", {}, {})) is None


class TestPythonHcl2HasTheLastWord:
    @pytest.mark.parametrize(
        ("source", "message"),
        [
            pytest.param("a.*.b.*.c", "1:6: a splat within the splat of attributes before it", id="splats"),
            pytest.param("(a = b)", "1:3: unexpected '='", id="what is no expression"),
            pytest.param("9" * 500, "1:1: a number beyond all bounds", id="a number"),
        ],
    )
    def test_about_what_is_refused(self, source: str, message: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_expression(Lines("main.tf", source), source, 0)

        assert str(caught.value) == f"main.tf:{message}"

    def test_an_operator_before_a_bare_key(self) -> None:
        source = "{ -a = 1 }"

        assert isinstance(parse_expression(Lines("main.tf", source), source, 0), Object)
