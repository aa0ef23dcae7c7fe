"""Type constraints and optional attributes: every expected value is what Terraform 1.11.4 makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    SetOf,
    TupleOf,
    Type,
)
from spillover.read.cty.value import EvaluationError, Value, pending
from spillover.read.evaluation.context import Context
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.lines import Lines
from spillover.read.modules.constraints import Constraint, constraint, default_at
from spillover.read.plain import plain
from spillover.read.syntax.expression import Expression
from spillover.read.syntax.hcl import parse_settings


class Unset:
    """A scope in which every name is unknown."""

    def name(self, name: str) -> Value:
        return pending(DYNAMIC, name)


def parsed(text: str) -> tuple[Expression, Context]:
    lines = Lines("main.tf", f"x = {text}")
    return parse_settings(lines, lines.text, 0).settings["x"].expression, Context(Unset(), lines, evaluate)


def read(text: str) -> Constraint:
    return constraint(*parsed(text))


def applied(type_: str, given: str) -> Any:
    expression, context = parsed(given)
    return plain(read(type_).applied(context.value(expression)))


class TestTypes:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("string", STRING),
            ("number", NUMBER),
            ("bool", BOOL),
            ("any", DYNAMIC),
            ('"string"', STRING),
            ('"list"', ListOf(DYNAMIC)),
            ("map", MapOf(DYNAMIC)),
            ("set", SetOf(DYNAMIC)),
            ("list(string)", ListOf(STRING)),
            ("set(list(any))", SetOf(ListOf(DYNAMIC))),
            ("map(map(bool))", MapOf(MapOf(BOOL))),
            ("tuple([string, list(number)])", TupleOf((STRING, ListOf(NUMBER)))),
            ("tuple([])", TupleOf()),
            ("object({})", ObjectOf()),
            ("object({ b = string, a = number })", ObjectOf((("a", NUMBER), ("b", STRING)))),
            ('object({ "a" = bool })', ObjectOf((("a", BOOL),))),
            ("object({ a = optional(string) })", ObjectOf((("a", STRING),), frozenset("a"))),
            ("object({ a = optional(string, null) })", ObjectOf((("a", STRING),), frozenset("a"))),
            (
                "map(object({ a = optional(object({ b = optional(bool, true) })) }))",
                MapOf(
                    ObjectOf((("a", ObjectOf((("b", BOOL),), frozenset("b"))),), frozenset("a")),
                ),
            ),
        ],
    )
    def test_read(self, text: str, expected: Type) -> None:
        assert read(text).type == expected

    @pytest.mark.parametrize(
        ("text", "offset", "message"),
        [
            ("strng", 4, "this is no type"),
            ("5", 4, "this is no type"),
            ('"strng"', 4, "this is no type"),
            ("list()", 4, "this is no type"),
            ("list(string, string)", 4, "this is no type"),
            ("list(strng)", 9, "this is no type"),
            ("tuple(string)", 4, "this is no type"),
            ("tuple([strng])", 11, "this is no type"),
            ("object([])", 4, "this is no type"),
            ("object({ a = strng })", 17, "this is no type"),
            ("object({ (var.a) = string })", 14, "an attribute's name is wanted"),
            ("optional(string)", 4, "this is no type"),
            ("object({ a = optional() })", 17, "optional takes a type and a default"),
            ("object({ a = optional(bool, 1, 2) })", 17, "optional takes a type and a default"),
            ("object({ a = optional(strng) })", 26, "this is no type"),
            ("object({ a = optional(list(bool), true) })", 38, "list of bool required, but this is bool"),
        ],
    )
    def test_wrong(self, text: str, offset: int, message: str) -> None:
        with pytest.raises(EvaluationError) as caught:
            read(text)

        assert (caught.value.at, caught.value.message) == (offset, message)


class TestOptionalDefaults:
    @pytest.mark.parametrize(
        ("type_", "given", "expected"),
        [
            pytest.param('object({ a = optional(string, "x") })', "{}", {"a": "x"}, id="missing"),
            pytest.param('object({ a = optional(string, "x") })', "{ a = null }", {"a": "x"}, id="null"),
            pytest.param('object({ a = optional(string, "x") })', "{ a = 1 }", {"a": "1"}, id="given"),
            pytest.param('object({ a = optional(string, "x") })', "null", None, id="null as a whole"),
            pytest.param("object({ a = optional(string, 5) })", "{}", {"a": "5"}, id="converted"),
            pytest.param("object({ a = optional(string) })", "{}", {"a": None}, id="without a default"),
            pytest.param(
                'map(object({ a = optional(string, "x"), n = number }))',
                '{ k = { n = "1" }, l = { a = null, n = 2 } }',
                {"k": {"a": "x", "n": 1}, "l": {"a": "x", "n": 2}},
                id="in a map",
            ),
            pytest.param(
                'list(object({ a = optional(string, "x") }))',
                '[{}, { a = "y", extra = 1 }]',
                [{"a": "x"}, {"a": "y"}],
                id="in a list",
            ),
            pytest.param(
                'set(object({ a = optional(string, "x") }))',
                '[{}, { a = "x" }, { a = "y" }]',
                [{"a": "x"}, {"a": "y"}],
                id="in a set",
            ),
            pytest.param(
                "tuple([object({ a = optional(bool, true) }), string])",
                "[{}, 5]",
                [{"a": True}, "5"],
                id="in a tuple",
            ),
            pytest.param(
                'object({ b = optional(object({ c = optional(number, "3"), d = optional(list(string), [])'
                " }), {}) })",
                "{}",
                {"b": {"c": 3, "d": []}},
                id="in a default",
            ),
            pytest.param(
                "object({ b = optional(object({ c = optional(number, 3) }), {}) })",
                "{ b = null }",
                {"b": {"c": 3}},
                id="in the default of what is null",
            ),
            pytest.param(
                "object({ b = optional(object({ c = optional(number, 3) })) })",
                "{}",
                {"b": None},
                id="in what is missing there is nothing",
            ),
            pytest.param(
                "object({ b = optional(object({ c = optional(number, 3) }), null) })",
                "{}",
                {"b": None},
                id="in a null default there is nothing",
            ),
            pytest.param(
                "object({ b = object({ c = optional(number, 3) }) })",
                "{ b = {} }",
                {"b": {"c": 3}},
                id="in an attribute",
            ),
            pytest.param("list(object({ a = optional(number, 1) }))", "[]", [], id="of nothing"),
            pytest.param("map(object({ a = optional(number, 1) }))", "{}", {}, id="of an empty map"),
        ],
    )
    def test_are_filled_in_at_every_depth(self, type_: str, given: str, expected: Any) -> None:
        assert applied(type_, given) == expected

    def test_not_in_what_is_unknown(self) -> None:
        expression, context = parsed("[v]")
        found = read("list(object({ a = optional(number, 1) }))").applied(context.value(expression))

        assert (found.type, found.content[0].pending.because) == (ListOf(ObjectOf((("a", NUMBER),))), "v")

    def test_of_another_type_are_left_to_the_conversion(self) -> None:
        with pytest.raises(EvaluationError, match="object required, but this is string"):
            applied("object({ a = optional(number, 1) })", '"x"')

    def test_what_is_sensitive_stays_so(self) -> None:
        expression, context = parsed("{}")
        value = Value(ObjectOf(), context.value(expression).content, sensitive=True)

        assert read("object({ a = optional(number, 1) })").applied(value).sensitive


class TestWhereDefaultsAreWritten:
    TYPE = """object({
        a = optional(number, 1)
        b = optional(list(object({ c = optional(string, "x") })), [{}])
        d = tuple([object({ e = optional(bool, true) })])
        f = optional(string, [][0])
        g = optional(string)
    })"""

    @pytest.mark.parametrize(
        ("given", "steps", "default", "depth"),
        [
            ("{}", ("a",), "1", 1),
            ("{ a = null }", ("a",), "1", 1),
            ("{ a = 2 }", ("a",), None, 0),
            ("{}", ("b",), "[{}]", 1),
            ("{}", ("b", 0, "c"), '"x"', 3),
            ("{ b = [{}, {}] }", ("b", 1, "c"), '"x"', 3),
            ('{ b = [{ c = "y" }] }', ("b", 0, "c"), None, 0),
            ("{ d = [{}] }", ("d", 0, "e"), "true", 3),
            ("{ d = [{}] }", ("d", 1), None, 0),
            ("{}", ("f", "x"), "[][0]", 1),
            ("{}", ("g",), None, 0),
            ("{}", ("z",), None, 0),
            ("unknown", ("a",), None, 0),
            ("{}", (), None, 0),
        ],
    )
    def test_place(self, given: str, steps: tuple[str | int, ...], default: str | None, depth: int) -> None:
        type_, context = parsed(self.TYPE)
        written, around = parsed(given)
        found = default_at(type_, around.value(written), steps, context)

        shown = (context.lines.text[found[0].start : found[0].end], found[1]) if found else (None, 0)
        assert shown == (default, depth)
