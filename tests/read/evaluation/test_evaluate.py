"""Expressions -> values: what is known, and what an unknown value says of its cause."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference, Unknown
from spillover.read.evaluation.evaluate import (
    LONGEST_CAUSE,
    LONGEST_TEXT,
    Key,
    Names,
    Step,
    Value,
    as_text,
    bracketed,
    descend,
    evaluate,
    plain,
    spelled,
    whole,
)
from spillover.read.modules.folder import Folder, SourceFile

LINK = Unknown("service.a.id", Reference("service.a", "id"))


NAMES: dict[str, Value] = {
    "var": {
        "text": "t",
        "number": 2,
        "decimal": Decimal("1.50"),
        "yes": True,
        "nothing": None,
        "list": ["p", "q"],
        "map": {"k": {"n": [1]}, "a.b": 5, "0": "zero", "2": "two"},
        "big": "b" * LONGEST_TEXT,
    },
    "service": {"a": {"id": LINK}},
}


class Known:
    """A scope with a few names, which calls all others unknown."""

    def resolve(self, root: str, steps: tuple[Step, ...]) -> Value:
        if root in NAMES:
            return descend(NAMES[root], steps, root)
        return Unknown(spelled(root, steps))


def value(text: str) -> Any:
    folder = Folder(".", (SourceFile.of("main.tf", f"a {{\n  x = {text}\n}}\n"),))
    (declared,) = folder.blocks()
    block = folder.parse(declared)
    assert block, folder.errors
    return evaluate(block.body.settings["x"].expression, Known(), declared.file.lines)


class TestKnown:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param('"a"', "a", id="text"),
            pytest.param("3", 3, id="number"),
            pytest.param("-3", -3, id="negative number"),
            pytest.param("0.30", Decimal("0.30"), id="decimal, as written"),
            pytest.param("true", True, id="boolean"),
            pytest.param("null", None, id="null"),
            pytest.param("[1, [var.text], null]", [1, ["t"], None], id="list"),
            pytest.param("{ a = 1, b = { c = var.text } }", {"a": 1, "b": {"c": "t"}}, id="object"),
            pytest.param("{ a = 1, a = 2 }", {"a": 2}, id="the last of two equal keys wins"),
            pytest.param(
                '{ (var.text) = 1, "x${var.number}" = 2, 5 = 3, (var.yes) = 4, (var.decimal) = 5 }',
                {"t": 1, "x2": 2, "5": 3, "true": 4, "1.5": 5},
                id="keys are text",
            ),
            pytest.param(
                '"${var.text}-${var.number}-${var.yes}-${var.decimal}"', "t-2-true-1.5", id="template"
            ),
            pytest.param('"${var.list}"', ["p", "q"], id="template of one part"),
            pytest.param('"${null}"', None, id="template of null alone"),
            pytest.param("var.map.k.n[0]", 1, id="traversal"),
            pytest.param('var.map["k"]["n"].0', 1, id="traversal by keys"),
            pytest.param('var.map["a.b"]', 5, id="a key is one step"),
            pytest.param("var.map[0]", "zero", id="a number as key of an object"),
            pytest.param("var.map[var.number]", "two", id="a known key"),
            pytest.param('var.list["1"]', "q", id="text as index of a list"),
            pytest.param("var.list[1.0]", "q", id="decimal as index"),
            pytest.param('["a", "b"][1]', "b", id="element of a written list"),
            pytest.param("{ a = { b = 1 } }.a.b", 1, id="attribute of a written object"),
            pytest.param("(var.yes ? var.map : null).k.n", [1], id="attribute of a conditional"),
            pytest.param("var.yes ? 1 : 2", 1, id="conditional"),
            pytest.param("false ? nowhere.a : 2", 2, id="only one branch is evaluated"),
            pytest.param('"true" ? 1 : 2', 1, id="text as condition"),
            pytest.param('"false" ? 1 : 2', 2, id="text that is false"),
        ],
    )
    def test_values(self, text: str, expected: Any) -> None:
        assert value(text) == expected
        assert type(value(text)) is type(expected)


class TestUnknown:
    @pytest.mark.parametrize(
        ("text", "cause"),
        [
            pytest.param("f(1,\n  var.text)", "f(1, var.text)", id="call"),
            pytest.param("var.number + 1", "var.number + 1", id="operator"),
            pytest.param("!var.yes", "!var.yes", id="not"),
            pytest.param("[for v in var.list : v]", "[for v in var.list : v]", id="for"),
            pytest.param("var.list[*]", "var.list[*]", id="splat"),
            pytest.param("service.b.id", "service.b", id="a name that is not there"),
            pytest.param("nowhere.a[0].b", "nowhere.a[0].b", id="a root that is not there"),
            pytest.param('nowhere.a["k"].b', 'nowhere.a["k"].b', id="with a key"),
            pytest.param("var.text.more", "var.text.more", id="inside of text"),
            pytest.param("var.nothing.more", "var.nothing.more", id="inside of null"),
            pytest.param("var.list[2]", "var.list[2]", id="index out of range"),
            pytest.param("var.list[-1]", "var.list[-1]", id="negative index"),
            pytest.param("var.list[1.5]", "var.list[1.5]", id="index that is not whole"),
            pytest.param("var.list[true]", "var.list[true]", id="index that is no number"),
            pytest.param("var.list[null]", "var.list[null]", id="null as index"),
            pytest.param(
                f'var.list["{"9" * 5000}"]', f'var.list["{"9" * 5000}"]', id="index beyond any list"
            ),
            pytest.param("var.list.first", "var.list.first", id="attribute of a list"),
            pytest.param('var.map["z"].n', 'var.map["z"]', id="key that is not there"),
            pytest.param('["a"][1]', '["a"][1]', id="in a written list"),
            pytest.param("{ a = 1 }.b", "{ a = 1 }.b", id="in a written object"),
            pytest.param("var.list[nowhere.i]", "nowhere.i", id="unknown index"),
            pytest.param("[1][nowhere.i]", "nowhere.i", id="unknown index of a written list"),
            pytest.param("{ (nowhere.k) = 1 }", "nowhere.k", id="unknown key"),
            pytest.param("{ (var.nothing) = 1 }", "var.nothing", id="null as key"),
            pytest.param("{ (var.list) = 1 }", "var.list", id="list as key"),
            pytest.param('"a${nowhere.t}"', "nowhere.t", id="unknown part of a template"),
            pytest.param('"a${var.nothing}"', '"a${var.nothing}"', id="null in a template"),
            pytest.param('"a${var.map}"', '"a${var.map}"', id="object in a template"),
            pytest.param(
                '"${var.big}${var.text}"', f"a text of more than {LONGEST_TEXT} characters", id="too long"
            ),
            pytest.param("nowhere.c ? 1 : 2", "nowhere.c", id="unknown condition"),
            pytest.param("null ? 1 : 2", "null ? 1 : 2", id="null as condition"),
            pytest.param('"yes" ? 1 : 2', '"yes" ? 1 : 2', id="other text as condition"),
            pytest.param("1 ? 1 : 2", "1 ? 1 : 2", id="number as condition"),
            pytest.param("[] ? 1 : 2", "[] ? 1 : 2", id="list as condition"),
        ],
    )
    def test_causes(self, text: str, cause: str) -> None:
        assert value(text) == Unknown(cause)

    def test_inside_of_known_values(self) -> None:
        assert value("[1, f(2), { a = nowhere.b }]") == [1, Unknown("f(2)"), {"a": Unknown("nowhere.b")}]

    def test_a_long_cause_is_cut(self) -> None:
        found = value(f"f({'x' * 100})")

        assert found == Unknown("f(" + "x" * (LONGEST_CAUSE - 5) + "...")
        assert len(found.because) == LONGEST_CAUSE

    def test_a_long_enough_one_is_not(self) -> None:
        assert value(f"f({'x' * (LONGEST_CAUSE - 3)})") == Unknown(f"f({'x' * (LONGEST_CAUSE - 3)})")


class TestReferences:
    """An attribute of a resource names the resource; what is made of it no longer does."""

    @pytest.mark.parametrize(
        "text", ["service.a.id", "service.a.id.more", '"${service.a.id}"', "true ? service.a.id : null"]
    )
    def test_survive(self, text: str) -> None:
        assert value(text) == LINK

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param('"x${service.a.id}"', id="part of a text"),
            pytest.param("service.a.id ? 1 : 2", id="condition"),
            pytest.param("var.map[service.a.id]", id="key"),
            pytest.param("[1, 2][service.a.id]", id="index of a written list"),
            pytest.param("{ (service.a.id) = 1 }", id="key of an object"),
        ],
    )
    def test_do_not(self, text: str) -> None:
        assert value(text) == Unknown("service.a.id")

    def test_survive_in_written_lists(self) -> None:
        assert value("[service.a.id][0]") == LINK
        assert value("{ a = [service.a.id] }.a") == [LINK]

    def test_of_one_instance_or_another(self) -> None:
        """Which instance is not known, but that it is one of this resource is."""
        assert value("service.a[nowhere.k].id") == Unknown("nowhere.k", LINK.refers_to)
        assert value("service.a[nowhere.k].name") == Unknown("nowhere.k")


class TestNames:
    def test_come_before_the_outer_ones(self) -> None:
        names = Names({"var": {"a": 1}}, Known())

        assert names.resolve("var", ("a",)) == 1
        assert names.resolve("var", ("text",)) == Unknown("var.text")
        assert names.resolve("var", ()) == {"a": 1}
        assert names.resolve("service", ("a", "id")) == LINK

    def test_nest(self) -> None:
        names = Names({"it": {"key": 1}}, Names({"it": {"key": 2}, "each": {"value": 3}}, Known()))

        assert names.resolve("it", ("key",)) == 1
        assert names.resolve("each", ("value",)) == 3


class TestSpelling:
    @pytest.mark.parametrize(
        ("steps", "expected"),
        [
            ((), "x"),
            (("a", "b"), "x.a.b"),
            ((Key("a"), "b"), 'x["a"].b'),
            ((0, "b", 1), "x[0].b[1]"),
            ((Key('a."b"\\é'),), r'x["a.\"b\"\\é"]'),
        ],
    )
    def test_of_traversals(self, steps: tuple[Step, ...], expected: str) -> None:
        assert spelled("x", steps) == expected

    @pytest.mark.parametrize(
        ("key", "expected"), [(None, ""), (0, "[0]"), ("a", '["a"]'), (Key("a"), '["a"]')]
    )
    def test_of_instance_keys(self, key: Step | None, expected: str) -> None:
        assert bracketed(key) == expected


class TestConversions:
    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ("a", "a"),
            (True, "true"),
            (False, "false"),
            (12, "12"),
            (Decimal("1.50"), "1.5"),
            (Decimal("100"), "100"),
            (Decimal("1E+3"), "1000"),
            (Decimal("0.000001"), "0.000001"),
            (Decimal("-0.0"), "-0"),
            (None, None),
            ([], None),
            ({}, None),
            (Unknown("x"), Unknown("x")),
        ],
    )
    def test_to_text(self, given: Value, expected: Value) -> None:
        assert as_text(given) == expected

    @given(st.decimals(allow_nan=False, allow_infinity=False, places=9))
    def test_plain_decimals_keep_their_value(self, number: Decimal) -> None:
        text = plain(number)

        assert Decimal(text) == number
        assert "E" not in text
        assert not ("." in text and text.endswith("0"))

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            (3, 3),
            ("3", 3),
            ("03", 3),
            (Decimal("3.0"), 3),
            (Decimal("1e3"), 1000),
            (Decimal("3.5"), None),
            ("3.5", None),
            ("", None),
            ("-3", None),
            ("٣", None),
            ("9" * 5000, None),
            (True, None),
            (None, None),
            ([3], None),
            (Unknown("x"), None),
        ],
    )
    def test_to_a_whole_number(self, given: Value, expected: int | None) -> None:
        assert whole(given) == expected
