"""The value of a variable: every expected value here is what Terraform 1.11.4 makes of it."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.source import Unknown
from spillover.read.cty.types import BOOL, DYNAMIC, NUMBER, STRING, ListOf, MapOf, ObjectOf, SetOf, Type
from spillover.read.cty.value import Value
from spillover.read.evaluation.context import Written
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile, parse_values
from spillover.read.modules.module import Module
from spillover.read.plain import plain


def variable(lines: tuple[str, ...], given: str | None = None) -> tuple[Value, list[str]]:
    """The value of a variable with these settings, and what is wrong with it."""
    text = "\n".join(('variable "v" {', *(f"  {line}" for line in lines), "}", ""))
    folder = Folder(".", (SourceFile.of("main.tf", text),))
    configuration = Configuration(".", lambda _: None)
    inputs: dict[str, Written] = {}
    if given is not None:
        body, values = parse_values("v.tfvars", f"v = {given}\n")
        context = configuration.context(Module(folder, {}, configuration).names, values)
        inputs["v"] = Written(body.settings["v"].expression, context)
    found = Module(folder, inputs, configuration).names.name("var")
    assert found.pending
    assert found.pending.inside
    value = found.pending.inside("v")
    assert folder.errors == []
    return value, [str(error) for error in configuration.errors]


class TestWithoutAValue:
    @pytest.mark.parametrize(
        ("lines", "type_", "not_null"),
        [
            ((), DYNAMIC, False),
            (("type = string",), STRING, False),
            (("type = list(number)", "nullable = false"), ListOf(NUMBER), True),
            (("type = object({ a = optional(string) })",), ObjectOf((("a", STRING),)), False),
            (("nullable = true",), DYNAMIC, False),
        ],
    )
    def test_its_type_is_known(self, lines: tuple[str, ...], type_: Type, not_null: bool) -> None:
        value, errors = variable(lines)

        assert value.pending
        assert (value.type, value.pending.because, value.pending.not_null) == (type_, "var.v", not_null)
        assert errors == []


class TestConversion:
    @pytest.mark.parametrize(
        ("type_", "given", "expected", "converted"),
        [
            ("string", "5", "5", STRING),
            ("string", "true", "true", STRING),
            ("number", '"5"', 5, NUMBER),
            ("bool", '"true"', True, BOOL),
            ("any", '"5"', "5", STRING),
            ("list(any)", '[1, "a", true]', ["1", "a", "true"], ListOf(STRING)),
            ("map(any)", '{ a = 1, b = "2" }', {"a": "1", "b": "2"}, MapOf(STRING)),
            ("set(string)", '["b", "a", "b", 1]', ["1", "a", "b"], SetOf(STRING)),
            ("object({ a = string })", "{ a = 1, b = 2 }", {"a": "1"}, ObjectOf((("a", STRING),))),
            ("list(number)", "[]", [], ListOf(NUMBER)),
            ("list(string)", "null", None, ListOf(STRING)),
        ],
    )
    def test_of_what_is_given_and_of_the_default(
        self, type_: str, given: str, expected: Any, converted: Type
    ) -> None:
        for value, errors in (
            variable((f"type = {type_}",), given),
            variable((f"type = {type_}", f"default = {given}")),
        ):
            assert (plain(value), value.type, errors) == (expected, converted, [])

    def test_what_is_unknown_inside_stays_so(self) -> None:
        value, errors = variable(("type = list(string)",), "[var.x, 1]")

        assert (plain(value), value.type, errors) == ([Unknown("var.x"), "1"], ListOf(STRING), [])


class TestNull:
    @pytest.mark.parametrize(
        ("given", "lines", "expected"),
        [
            ("null", (), None),
            ("null", ("nullable = true",), None),
            ("null", ("nullable = false",), "d"),
            ('"g"', ("nullable = false",), "g"),
        ],
    )
    def test_stands_for_the_default_only_where_it_is_not_allowed(
        self, given: str, lines: tuple[str, ...], expected: str | None
    ) -> None:
        value, errors = variable(('default = "d"', *lines), given)

        assert (plain(value), errors) == (expected, [])

    @pytest.mark.parametrize(
        ("lines", "given", "error"),
        [
            pytest.param(("nullable = false",), "null", "v.tfvars:1:5", id="without a default"),
            pytest.param(("nullable = false", "default = null"), None, "main.tf:3:13", id="as the default"),
            pytest.param(("nullable = false", "default = null"), "null", "main.tf:3:13", id="as both"),
        ],
    )
    def test_that_is_not_allowed(self, lines: tuple[str, ...], given: str | None, error: str) -> None:
        value, errors = variable(lines, given)

        assert (plain(value), errors) == (Unknown("null"), [f"{error}: var.v is not nullable"])


class TestErrors:
    @pytest.mark.parametrize(
        ("lines", "given", "error"),
        [
            pytest.param(
                ("type = number", 'default = "a"'),
                None,
                "main.tf:3:13: var.v: a number is required, and this string spells none",
                id="default of another type",
            ),
            pytest.param(
                ("type = map(number)", "default = {}"),
                "{\n  a = 1\n  b = []\n}",
                'v.tfvars:1:5: var.v: "b": number required, but this is tuple',
                id="what is given is of another type",
            ),
            pytest.param(
                ("type = object({ a = string, b = string, c = optional(string) })",),
                "{}",
                'v.tfvars:1:5: var.v: attribute "a", "b" is required',
                id="attributes are missing",
            ),
            pytest.param(
                (),
                "1 + null",
                "v.tfvars:1:5: an operand of + is null",
                id="what is given cannot be evaluated",
            ),
            pytest.param(
                ("default = [1 + null]",),
                None,
                "main.tf:2:14: an operand of + is null",
                id="the default cannot be evaluated",
            ),
            pytest.param(
                ("type = strng", "default = 5"),
                None,
                "main.tf:2:10: this is no type",
                id="no type",
            ),
            pytest.param(
                ('type = list(object({ a = optional(number, "x") }))', "default = []"),
                None,
                "main.tf:2:45: a number is required, and this string spells none",
                id="default of an attribute",
            ),
        ],
    )
    def test_have_their_place(self, lines: tuple[str, ...], given: str | None, error: str) -> None:
        _, errors = variable(lines, given)

        assert errors == [error]

    def test_a_wrong_value_is_unknown(self) -> None:
        assert plain(variable(("type = number",), '"a"')[0]) == Unknown('"a"')

    def test_a_wrong_type_is_any(self) -> None:
        assert plain(variable(("type = strng",), "[5]")[0]) == [5]


class TestSensitive:
    @pytest.mark.parametrize(
        ("lines", "expected"),
        [((), False), (("sensitive = false",), False), (("sensitive = true",), True)],
    )
    def test_marks_the_value(self, lines: tuple[str, ...], expected: bool) -> None:
        assert variable(lines, "[1]")[0].sensitive is expected
        assert variable(lines)[0].sensitive is expected
