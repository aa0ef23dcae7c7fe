"""``for`` and splats: Terraform 1.11.4's answers, and one round of a loop over what is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spillover.model.source import Reference
from spillover.read.cty.types import DYNAMIC, Type
from spillover.read.cty.value import EvaluationError, Value, number, text

Found = Callable[[str], Value]
Shown = Callable[[Value], Any]
Spelled = Callable[[Type], str]

TUPLES = [
    ("[for x in list : x]", ["a", "b"], "[string, string]"),
    ("[for i, x in list : i]", [0, 1], "[number, number]"),
    ("[for k, x in set : k]", ["a", "b"], "[string, string]"),
    ('[for k, x in map : "${k}=${x}"]', ["k=v"], "[string]"),
    ("[for k, x in { b = 1, a = true } : x]", [True, 1], "[bool, number]"),
    ("[for x in [] : x.y.z]", [], "[]"),
    ("[for i, x in list : x if i > 0]", ["b"], "[string]"),
    ('[for x in list : x if "true"]', ["a", "b"], "[string, string]"),
    ("[for x in [[1], [2, 3]] : [for x in x : x + 1]]", [[2], [3, 4]], "[[number], [number, number]]"),
    ("[for x in [unknown] : [x]]", [["<unknown>"]], "[[string]]"),
    ("[for x in list : x if flag]", "<flag>", "dynamic"),
    ("[for x in any : x]", "<any>", "dynamic"),
    ("[for x in some : x]", "<some>", "dynamic"),
    ("[for x in several : 1 / 0]", "<several>", "dynamic"),
    ("[for x in pair : x if true]", "<pair>", "dynamic"),
]

OBJECTS = [
    ("{ for x in list : x => 1 }", {"a": 1, "b": 1}, "{a=number, b=number}"),
    ("{ for i, x in list : i => x }", {"0": "a", "1": "b"}, "{0=string, 1=string}"),
    ("{ for x in [2, 1, 2] : x => x... }", {"1": [1], "2": [2, 2]}, "{1=[number], 2=[number, number]}"),
    ("{ for x in list : x => x if x != list[0] }", {"b": "b"}, "{b=string}"),
    ("{ for x in [unknown, 1] : x => 1 }", "<unknown>", "dynamic"),
    ("{ for x in [unknown, {}] : x => 1 }", "<unknown>", "dynamic"),
    ('{ for x in [unknown, {}] : x => "${x}-" }', "<unknown>", "dynamic"),
    ("{ for x in [1, some] : x => 1 }", "<some>", "dynamic"),
    ("{ for x in [1] : x => x if flag }", "<flag>", "dynamic"),
    ("{ for x in labels : x => x }", "<labels>", "dynamic"),
    ("{ for x in [1] : x => any }", {"1": "<any>"}, "{1=dynamic}"),
]

SPLATS = [
    ("[{ a = 1 }, { a = true }][*].a", [1, True], "[number, bool]"),
    ("tolist([{ a = 1 }])[*].a", [1], "list(number)"),
    ("set[*]", ["a", "b"], "list(string)"),
    ("empty[*].a", [], "list(number)"),
    ("empty.*.a", [], "list(number)"),
    ("[[1, 2]][*][0]", [1], "[number]"),
    ("[[1, 2]].*[0]", [1, 2], "[number, number]"),
    ("object[*].a", ["x"], "[string]"),
    ("map[*].k", ["v"], "[string]"),
    ("1[*]", [1], "[number]"),
    ("null[*]", [], "[]"),
    ("no_string[*]", [], "[]"),
    ("[{ a = [{ b = 1 }] }][*].a[*].b", [[1]], "[[number]]"),
    ("[{ a = null }][*].a[*].b", [[]], "[[]]"),
    ("[any][*].a", ["<any>"], "[dynamic]"),
    ("any[*].a", "<any>", "dynamic"),
    ("some[*]", "<some>", "list(string)"),
    ("several[*]", "<several>", "list(string)"),
    ("pair[*]", "<pair>", "[number, string]"),
    ("unknown[*]", ["<unknown>"], "[string]"),
    ("maybe[*]", "<maybe>", "dynamic"),
    ("thing[*].a", "<thing>", "dynamic"),
    ("(flag ? list : list)[*]", ["<flag>", "<flag>"], "list(string)"),
]

REFUSED = [
    ("[for x in null : x]", 10, "a for over null"),
    ("[for x in no_list : x]", 10, "a for over null"),
    ("[for x in 5 : x]", 10, "a for over a value that has no elements"),
    ("[for x in count : x]", 10, "a for over a value that has no elements"),
    ("[for x in list : x if null]", 22, "the condition is null"),
    ("[for x in list : x if x]", 22, "a bool is required, and only the strings true and false are one"),
    ("[for x in [] : x if 1]", 20, "bool required, but this is number"),
    ("[for x in [] : x if null]", 20, "the condition is null"),
    ("[for x in [1] : -{}]", 16, "number required, but this is object"),
    ("[for x in [flag, {}] : -x if x]", 29, "bool required, but this is object"),
    ("{ for x in [1] : null => x }", 17, "a key is null"),
    ("{ for x in [1] : list => x }", 17, "string required, but this is list of string"),
    ("{ for x in [1, 1] : x => x }", 20, "the key '1' is given twice"),
    ("{ for x in [1] : x => -{} }", 22, "number required, but this is object"),
    ("no_list[*]", 0, "a splat of a null list"),
    ("object[*].b", 0, "there is no attribute b"),
    ("list[*].a", 0, "a string has no attribute a"),
    ("empty[*].b", 0, "there is no attribute b"),
    ("some[*].b", 0, "a string has no attribute b"),
    ("thing[*].c", 0, "there is no attribute c"),
]


@pytest.mark.parametrize(("written", "expected", "type_"), [*TUPLES, *OBJECTS, *SPLATS])
def test_values(
    found: Found, shown: Shown, spelled: Spelled, written: str, expected: Any, type_: str
) -> None:
    value = found(written)

    assert (shown(value), spelled(value.type)) == (expected, type_)


@pytest.mark.parametrize(("written", "at", "message"), REFUSED)
def test_refused(found: Found, written: str, at: int, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        found(written)

    assert (caught.value.at, caught.value.message) == (at, message)


@pytest.mark.parametrize(
    ("written", "sensitive"),
    [
        ("[for x in secrets : 1]", True),
        ("{ for x in secrets : x => 1 }", True),
        ("[for x in [secret] : x]", False),
        ('[for x in [1] : x if secret == "s"]', True),
        ('[for x in [1] : x if secret != "s"]', True),
        ("{ for x in [secret] : x => 1 }", True),
        ("{ for x in [secret] : 1 => x }", False),
        ('{ for x in [1] : 1 => x if secret == "s" }', True),
        ("secrets[*]", True),
        ("[secret][*]", False),
        ("secret[*]", True),
    ],
)
def test_marks(found: Found, written: str, sensitive: bool) -> None:
    assert found(written).sensitive is sensitive


class TestOneOfWhatIsNotKnown:
    """What is at a key of the result is what the expression gives for the element at that key."""

    @pytest.mark.parametrize(
        ("written", "step"),
        [
            ("[for x in t : x]", number(0)),
            ("[for i, x in t : x.link]", number(0)),
            ("{ for k, x in t : k => x }", text("id")),
            ("{ for k, x in t : k => x }", "id"),
            ("t[*].x", number(0)),
            ("t[*]", "id"),
        ],
    )
    def test_leads_on(self, found: Found, written: str, step: Value | str) -> None:
        value = found(written)

        assert value.content.inside is not None
        assert value.content.inside(step).pending

    def test_to_a_reference(self, found: Found) -> None:
        assert found("{ for k, x in t : k => x }.id").content.refers_to == Reference("t.a", "id")
        assert found("{ for k, x in t : k => [x] }.id").content[0].content.refers_to == Reference("t.a", "id")

    @pytest.mark.parametrize(
        "written",
        [
            "{ for k, x in t : x => x }",
            '{ for k, x in t : "${k}-" => x }',
            "{ for k, x in t : k => x... }",
            "[for x in t : x if true]",
            "[for x in any : x]",
            "{ for x in any : x => x }",
        ],
    )
    def test_or_does_not(self, found: Found, written: str) -> None:
        value = found(written)

        assert (value.type, value.content.inside, value.content.not_null) == (DYNAMIC, None, False)
