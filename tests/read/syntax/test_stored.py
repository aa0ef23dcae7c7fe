"""Trees as JSON and back: nothing is lost, and what is no tree is never taken for one."""

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
from spillover.read.syntax.expression import NestedBlock
from spillover.read.syntax.parse_block import parse_block
from spillover.read.syntax.stored import OPERATORS, DamagedError, restored, stored

EXAMPLES = Path(__file__).parents[3] / "examples"


def block(text: str, base: int = 0) -> NestedBlock:
    """The tree of a block that stands somewhere in its file."""
    return parse_block(Lines("main.tf", " " * base + text), text, base)


def of_examples() -> Iterator[str]:
    for file in sorted(EXAMPLES.rglob("*.tf")):
        text = file.read_text("utf-8")
        yield from (each.source(text) for each in cut("main.tf", text).blocks)


def through_json(tree: NestedBlock, base: int) -> Any:
    return json.loads(json.dumps(stored(tree, base)))


def assert_comes_back(text: str, base: int = 0) -> None:
    tree = block(text, base)
    assert restored(through_json(tree, base), base, len(text)) == tree


class TestComesBack:
    def test_every_block_of_the_examples(self) -> None:
        for text in of_examples():
            assert_comes_back(text, base=7)

    @given(st.integers(0, 100_000), st.integers(0, 50))
    def test_random_expressions(self, seed: int, base: int) -> None:
        for expression in islice(random_expressions.expressions(seed), 5):
            try:
                assert_comes_back(f"a {{\n  x = {expression}\n}}", base)
            except InputError:
                continue

    @pytest.mark.parametrize(
        "expression",
        [
            "1.50",
            "-2",
            "true",
            "null",
            '"a${b}c"',
            "a[*].b[*][0].c",
            "a.*.b",
            "{ a = 1, (b) = 2 }",
            "f(a...)",
            "[for k, v in a : k => v]".replace("[", "{").replace("]", "}"),
            "{for k in a : k => k... if k}",
            "[for v in a : v if !v]",
            "a ? -b : c == d",
            '"%{ for a in b }${a}%{ endfor }%{ if a }x%{ endif }"',
        ],
    )
    def test_each_kind(self, expression: str) -> None:
        assert_comes_back(f'a "b" {{\n  x = {expression}\n  c {{}}\n}}', base=3)

    @pytest.mark.parametrize("operator", sorted(OPERATORS - {"!"}))
    def test_each_operator(self, operator: str) -> None:
        assert_comes_back(f"a {{ x = b {operator} c }}")

    def test_wherever_it_stands(self) -> None:
        text = 'a { b = "${c}" }'

        assert restored(through_json(block(text), 0), 40, len(text)) == block(text, 40)


TEXT = "a {\n  x = b ? [1.5, 2] : { c = -d.e[0] }\n}"
TAGS = st.sampled_from("ltvaisumocpqfj")
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from("ltvaisumocpqfj"),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=8,
)


def places(value: Any, way: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The ways to all that is in nested lists."""
    yield way
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from places(each, (*way, index))


def put(value: Any, way: tuple[int, ...], new: Any) -> Any:
    if not way:
        return new
    return [put(each, way[1:], new) if index == way[0] else each for index, each in enumerate(value)]


class TestDamage:
    @given(VALUES)
    def test_anything(self, value: Any) -> None:
        with pytest.raises(DamagedError):
            restored(value, 0, len(TEXT))

    @given(st.data())
    def test_a_tree_in_which_something_was_changed(self, data: st.DataObject) -> None:
        whole = through_json(block(TEXT), 0)
        changed = put(whole, data.draw(st.sampled_from(list(places(whole)))), data.draw(VALUES))
        try:
            tree = restored(changed, 0, len(TEXT))
        except DamagedError:
            return
        assert json.dumps(stored(tree, 0)) == json.dumps(changed)  # it is a tree, if another

    @pytest.mark.parametrize(
        ("expression", "changed"),
        [
            pytest.param("a", ["v", "a", 0, 999], id="beyond the block"),
            pytest.param("a", ["v", "a", -1, 1], id="before the block"),
            pytest.param("a", ["v", 1, 0, 1], id="a name that is no text"),
            pytest.param("a", ["l", 1.5, 0, 1], id="a float"),
            pytest.param("a", ["l", ["NaN"], 0, 1], id="no number"),
            pytest.param("a", ["l", ["x"], 0, 1], id="no number at all"),
            pytest.param("a", ["l", 10**1000, 0, 1], id="a number beyond all bounds"),
            pytest.param("a", ["p", "^", [["v", "a", 0, 1]], 0, 1], id="an operator that there is not"),
            pytest.param("a", ["p", "+", [], 0, 1], id="an operation on nothing"),
            pytest.param("a", ["y", [], []], id="a body as an expression"),
            pytest.param("a", ["o", [["v", "a", 0, 1]], 0, 1], id="a variable as an item"),
            pytest.param("a", ["v", "a", 0], id="without its end"),
            pytest.param("a", [], id="nothing"),
        ],
    )
    def test_of_an_expression(self, expression: str, changed: Any) -> None:
        text = f"a {{ x = {expression} }}"
        whole = through_json(block(text), 0)

        with pytest.raises(DamagedError):
            restored(put(whole, (3, 1, 0, 2), changed), 0, len(text))

    def test_of_a_body(self) -> None:
        tag, type_, labels, _, *place = through_json(block("a {}"), 0)

        with pytest.raises(DamagedError):
            restored([tag, type_, labels, ["z", [], []], *place], 0, 4)

    def test_nested_without_end(self) -> None:
        value: Any = ["v", "a", 0, 1]
        for _ in range(100_000):
            value = ["u", [value], 0, 1]

        with pytest.raises(DamagedError):
            restored(["b", "a", [], ["y", [["=", "x", value, 0, 1]], []], 0, 1, 1], 0, 1)
