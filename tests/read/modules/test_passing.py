"""Which part of an expression its value is; :mod:`test_origins` follows it from name to name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spillover.read.cty.value import object_of, text
from spillover.read.evaluation.context import Context
from spillover.read.modules.passing import as_step, descended, passed_on
from spillover.read.syntax.expression import Expression

Parsed = Callable[[str], tuple[Expression, Context]]


@pytest.mark.parametrize(
    ("written", "steps", "part", "left"),
    [
        ("t.a", (), "t", ("a",)),
        ('t["a"][0].b', ("c",), "t", ("a", 0, "b", "c")),
        ("t[unknown]", (), "t[unknown]", ()),
        ("[1, list]", (1, 0), "list", (0,)),
        ("true ? list : set", (), "list", ()),
        ("flag ? list : set", (), "flag ? list : set", ()),
        ('"x-${map.k}"', (), "map", ("k",)),
        ('"${list[0]}-${list[1]}"', (), '"${list[0]}-${list[1]}"', ()),
        ('"%{ for x in list }${x}%{ endfor }"', (), "%{ for x in list }${x}%{ endfor }", ()),
        ("toset(list)", ("a",), "list", ("a",)),
        ("list[*]", (1,), "list", (1,)),
        ("object[*].a", (0,), "object", ("a",)),
        ("object[*][unknown]", (0,), "object[*][unknown]", (0,)),
        ("[for x in list : x]", (1,), "x", ()),
        ("{ for k, v in map : k => v }", ("k",), "v", ()),
        ("{ for k, v in map : k => object.a }", ("k",), "object", ("a",)),
        ("toset([for x in list : x])", ("b",), "x", ()),
        ("[for x in several : x]", (0,), "[for x in several : x]", (0,)),
        ("[for x in list : x if flag]", (0,), "[for x in list : x if flag]", (0,)),
        ("1 + 2", (), "1 + 2", ()),
    ],
)
def test_part(
    parsed: Parsed, written: str, steps: tuple[str | int, ...], part: str, left: tuple[str | int, ...]
) -> None:
    found, rest, context = passed_on(*parsed(written), steps)

    assert (context.lines.text[found.start : found.end], rest) == (part, left)


def test_in_a_loop_its_names_have_the_values_of_that_round(parsed: Parsed) -> None:
    found, _, context = passed_on(*parsed("[for x in list : x]"), (1,))

    assert context.value(found) == text("b")


def test_descended(parsed: Parsed) -> None:
    expression, context = parsed("{ a = [1, 2] }")
    found, rest = descended(expression, ("a", 1, "b"))

    assert (context.lines.text[found.start : found.end], rest) == ("2", ("b",))


def test_an_object_is_no_step() -> None:
    assert as_step(object_of({})) is None
    assert as_step(text("a")) == "a"
