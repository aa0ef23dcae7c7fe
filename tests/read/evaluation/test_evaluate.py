"""Expressions -> values: Terraform 1.11.4's answers, and what of an unknown value is certain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference
from spillover.read.cty.types import DYNAMIC, Type
from spillover.read.cty.value import FALSE, TRUE, EvaluationError, LimitError, Value, number, pending
from spillover.read.evaluation.context import Context, Names
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.lines import Lines
from spillover.read.syntax.expression import (
    Attribute,
    Call,
    Conditional,
    Expression,
    For,
    Index,
    Item,
    Literal,
    Object,
    Operation,
    Splat,
    Template,
    Tuple,
    Variable,
)
from spillover.read.syntax.hcl import parse_expression

Found = Callable[[str], Value]
Shown = Callable[[Value], Any]
Spelled = Callable[[Type], str]

KNOWN = [
    ('"a"', "a", "string"),
    ("3", 3, "number"),
    ("-0.30", "-0.3", "number"),
    ("true", True, "bool"),
    ("null", None, "dynamic"),
    ('["a", 1, null]', ["a", 1, None], "[string, number, dynamic]"),
    ("{ b = 1, a = [] }", {"a": [], "b": 1}, "{a=[], b=number}"),
    ("{ a = 1, a = 2 }", {"a": 2}, "{a=number}"),
    (
        '{ (1) = 1, "x${2}" = 2, (true) = 3 }',
        {"1": 1, "true": 3, "x2": 2},
        "{1=number, true=number, x2=number}",
    ),
    ("object.a", "x", "string"),
    ('object["a"]', "x", "string"),
    ("object[0]", "zero", "string"),
    ("object[true]", "yes", "string"),
    ("map.k", "v", "string"),
    ('list["1"]', "b", "string"),
    ("[1, true][1]", True, "bool"),
    ("1 + 2 * 3", 7, "number"),
    ('"1" + 1', 2, "number"),
    ("!false && 1 < 2", True, "bool"),
    ('true ? 1 : "a"', "1", "string"),
    ("true ? 1 : null", 1, "number"),
    ("false ? 1 : null", None, "number"),
    ("true ? null : 1", None, "number"),
    ("true ? null : null", None, "dynamic"),
    ('"true" ? 1 : 2', 1, "number"),
    ("true ? [1, 2] : list", ["1", "2"], "list(string)"),
    ("true ? { a = 1 } : map", {"a": "1"}, "map(string)"),
    ("true ? { a = 1 } : {}", {"a": 1}, "map(number)"),
    ("true ? [1] : any", [1], "[number]"),
    ("false ? nowhere : 2", 2, "number"),
]

REFUSED_BRANCHES = [
    ('true ? 1 : "a" + 1', 1, "number"),
    ('true ? "1" : -"a"', "1", "string"),
    ('true ? 1 : "a${[]}"', "1", "string"),
    ("true ? 1 : [1][7]", 1, "number"),
    ('true ? [] : ["a", [][0]]', [], "list(string)"),
    ('true ? { a = 1 } : { a = "x${[]}" }', {"a": "1"}, "{a=string}"),
    ("true ? { a = 1 } : { ([][0]) = 2 }", {"a": 1}, "{a=number}"),
    ('flag ? 1 : "a" + 1', "<flag>", "number"),
    ("flag ? 1 : object.b", "<flag>", "dynamic"),
]

UNKNOWN = [
    ("[1, unknown]", [1, "<unknown>"], "[number, string]"),
    ("{ a = any }", {"a": "<any>"}, "{a=dynamic}"),
    ("{ (unknown) = 1, (any) = 2 }", "<unknown>", "dynamic"),
    ("{ a = 1, (any) = 2 }", "<any>", "dynamic"),
    ("any.a.b[0]", "<any>", "dynamic"),
    ("list[any]", "<any>", "dynamic"),
    ("list[count]", "<count>", "string"),
    ("[1, 2][count]", "<count>", "dynamic"),
    ("map[unknown]", "<unknown>", "string"),
    ("object[unknown]", "<unknown>", "dynamic"),
    ("some[-1]", "<some>", "string"),
    ("pair[1]", "<pair>", "string"),
    ("labels.x", "<labels>", "string"),
    ('labels["x"]', "<labels>", "string"),
    ("thing.a", "<thing>", "number"),
    ('thing["a"]', "<thing>", "dynamic"),
    ("count + 1", "<count>", "number"),
    ("flag || true", "<flag>", "bool"),
    ("flag ? 1 : 2", "<flag>", "number"),
    ("flag ? 1 : 1", 1, "number"),
    ("flag ? null : null", None, "dynamic"),
    ("flag ? list : list", ["<flag>", "<flag>"], "list(string)"),
    ("flag ? list : []", "<flag>", "list(string)"),
    ("flag ? any : 1", "<flag>", "dynamic"),
    ("some ? 1 : 2", "<some>", "number"),
    ("(flag ? 1 : 2) < 3", True, "bool"),
    ("(flag ? 1 : 2) == 3", False, "bool"),
    ("(flag ? 1 : 2) >= 2", "<flag>", "bool"),
    ("(flag ? 1 : null) < 3", "<flag>", "bool"),
    ("(flag ? list : tolist([])) == tolist(null)", False, "bool"),
    ('(flag ? "a" : "b") != null', True, "bool"),
]

REFUSED = [
    ('{ "a" = 1, (null) = 2 }', 12, "a key is null"),
    ("{ (list) = 1 }", 3, "string required, but this is list of string"),
    ("{ (some) = 1 }", 3, "string required, but this is list of string"),
    ("[list[5]]", 1, "there is no element 5, the list has 2"),
    ("1 + [1][1]", 4, "there is no element 1, the tuple has 1"),
    ("pair[2]", 0, "there is no element 2, the tuple has 2"),
    ("list[-1]", 0, "-1 is not the index of an element"),
    ("list[0.5]", 0, "0.5 is not the index of an element"),
    ("list[null]", 0, "the index is null"),
    ('list["x"]', 0, "a number is required, and this string spells none"),
    ("set[0]", 0, "the elements of a set have no index"),
    ("several[0]", 0, "the elements of a set have no index"),
    ('"a"[0]', 0, "a string has no elements"),
    ("null[0]", 0, "an element of a null value"),
    ("object.b", 0, "there is no attribute b"),
    ("thing.c", 0, "there is no attribute c"),
    ('map["x"]', 0, "there is no element 'x'"),
    ("map.x", 0, "there is no attribute x"),
    ("list.x", 0, "a list of string has no attribute x"),
    ("no_object.x", 0, "attribute x of a null value"),
    ("true ? 1 : []", 0, "the two results of a conditional are of different types"),
    ("flag ? 1 : []", 0, "the two results of a conditional are of different types"),
    ("true ? { a = [], b = {} } : {}", 0, "the two results of a conditional are of different types"),
    ("null ? 1 : 2", 0, "the condition is null"),
    ('1 + ("x" ? 1 : 2)', 5, "a bool is required, and only the strings true and false are one"),
    ("[] ? 1 : 2", 0, "bool required, but this is tuple"),
    ("true ? [][0] : 1", 7, "there is no element 0, the tuple has 0"),
    ("1 / 0", 0, "division by zero"),
    ("1 + null", 0, "an operand of + is null"),
    ("nothing(1)", 0, "there is no function nothing"),
]


@pytest.mark.parametrize(("written", "expected", "type_"), [*KNOWN, *REFUSED_BRANCHES, *UNKNOWN])
def test_values(
    found: Found, shown: Shown, spelled: Spelled, written: str, expected: object, type_: str
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
        ("true ? secret : 1", True),
        ("false ? secret : 1", True),
        ("flag ? secret : secret", True),
        ("true ? [secret] : [1]", False),
        ("{ (secret) = 1 }", True),
        ("{ a = secret }", False),
        ("{ a = secret }.a", True),
        ("secrets[0]", True),
        ("list[secret == null ? 0 : 1]", True),
        ("[secret] == [1]", True),
    ],
)
def test_marks(found: Found, written: str, sensitive: bool) -> None:
    assert found(written).sensitive is sensitive


@pytest.mark.parametrize(
    ("written", "attribute"),
    [
        ("link", "id"),
        ("t.id", "id"),
        ('t["id"]', "id"),
        ("[t.id][0]", "id"),
        ("{ a = t.id }.a", "id"),
        ("true ? t.id : null", "id"),
        ('"x${t.id}"', None),
        ("flag ? t.id : null", None),
        ("list[t.id]", None),
        ("t.id[0]", None),
    ],
)
def test_references(found: Found, written: str, attribute: str | None) -> None:
    known = found(written).pending

    assert known
    assert known.refers_to == (attribute and Reference("t.a", attribute))


def test_what_is_known_of_a_resource(found: Found, shown: Shown) -> None:
    assert shown(found("t.name")) == "web"


TWO = ("key of an object", "index", "attribute", "splat", "value of a for", "collection of a for")
"""Each of these is more than one expression in another."""

NESTED: dict[str, Callable[[Expression], Expression]] = {
    "tuple": lambda e: Tuple((e,)),
    "object": lambda e: Object((Item(Literal("a"), e),)),
    "key of an object": lambda e: Index(Object((Item(Literal("a"), e),)), Literal("a")),
    "operator": lambda e: Operation("==", (e, Literal(True))),
    "condition": lambda e: Conditional(e, Literal(True), Literal(False)),
    "branch": lambda e: Conditional(Literal(True), e, Literal(None)),
    "template": lambda e: Template((Literal(""), e)),
    "index": lambda e: Index(Tuple((e,)), Literal(0)),
    "attribute": lambda e: Attribute(Object((Item(Literal("a"), e),)), "a"),
    "call": lambda e: Call("tostring", (e,)),
    "try": lambda e: Call("try", (e,)),
    "splat": lambda e: Index(Splat(Tuple((e,)), (), full=True), Literal(0)),
    "value of a for": lambda e: Index(For(("x",), Tuple((Literal(1),)), e), Literal(0)),
    "collection of a for": lambda e: For(("x",), Tuple((e,)), Variable("x")),
}


def nested(kind: str, levels: int) -> Expression:
    expression: Expression = Literal(True, start=5)
    for _ in range(levels):
        expression = NESTED[kind](expression)
    return expression


class Nothing:
    def name(self, name: str) -> Value:
        return pending(DYNAMIC, name)


class TestNesting:
    @pytest.mark.parametrize("kind", NESTED)
    def test_that_somebody_may_write(self, kind: str) -> None:
        context = Context(Nothing(), Lines("main.tf", ""), evaluate)

        assert context.value(nested(kind, 100 if kind in TWO else 200))

    @pytest.mark.parametrize("kind", NESTED)
    def test_that_nobody_does(self, kind: str) -> None:
        context = Context(Nothing(), Lines("main.tf", " " * 9), evaluate)

        with pytest.raises(LimitError, match="nested too deeply") as caught:
            context.value(Call("try", (nested(kind, 2000), Literal(1))))

        assert caught.value.at is not None


class TestReplacingALeaf:
    """What is known stays so, or becomes unknown, when one name is no longer known."""

    values: Mapping[str, Value] = {"a": number(1), "b": number(2), "p": TRUE, "q": FALSE}

    @given(st.data())
    def test_never_changes_what_is_known(self, data: st.DataObject) -> None:
        written = data.draw(_EXPRESSIONS)
        known = _outcome(written, self.values)

        for names in [*combinations(self.values, 1), *combinations(self.values, 2)]:
            hidden = {each: pending(self.values[each].type, each) for each in names}
            _assert_no_contradiction(_outcome(written, {**self.values, **hidden}), known)


def _outcome(written: str, values: Mapping[str, Value]) -> Value | None:
    lines = Lines("main.tf", written)
    context = Context(Names(values, Nothing()), lines, evaluate)
    try:
        return context.value(parse_expression(lines, written, 0))
    except EvaluationError:
        return None


def _assert_no_contradiction(vague: Value | None, known: Value | None) -> None:
    if vague is None or known is None or vague.pending:
        return  # what may yet be an error is one of the many things that are not known
    assert vague.type == known.type or any(each.type is DYNAMIC for each in vague.every())
    if isinstance(vague.content, tuple | dict):
        assert len(vague.content) == len(known.content)
        for one, other in zip(vague.parts(), known.parts(), strict=True):
            _assert_no_contradiction(one, other)
    else:
        assert vague.content == known.content


_NUMBERS: st.SearchStrategy[str] = st.deferred(
    lambda: (
        st.sampled_from(["a", "b", "0", "1", "2.5"])
        | st.builds("({} {} {})".format, _NUMBERS, st.sampled_from("+-*"), _NUMBERS)
        | st.builds("({} ? {} : {})".format, _BOOLS, _NUMBERS, _NUMBERS)
        | st.builds("[{}, {}][{}]".format, _NUMBERS, _NUMBERS, st.sampled_from("01"))
    )
)
_BOOLS: st.SearchStrategy[str] = st.deferred(
    lambda: (
        st.sampled_from(["p", "q", "true"])
        | st.builds(
            "({} {} {})".format, _NUMBERS, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), _NUMBERS
        )
        | st.builds("({} {} {})".format, _BOOLS, st.sampled_from(["&&", "||", "==", "!="]), _BOOLS)
        | st.builds("!{}".format, _BOOLS)
        | st.builds("(({}) == ({}))".format, _EXPRESSIONS, _EXPRESSIONS)
        | st.builds("can([0, 1][{}])".format, _NUMBERS)
    )
)
_EXPRESSIONS: st.SearchStrategy[str] = st.deferred(
    lambda: (
        _NUMBERS
        | _BOOLS
        | st.builds('"x${{{}}}"'.format, _NUMBERS)
        | st.builds("[{}, {}]".format, _EXPRESSIONS, _EXPRESSIONS)
        | st.builds("{{ k = {}, l = {} }}".format, _EXPRESSIONS, _EXPRESSIONS)
        | st.builds("[for x in [{}, {}] : x if {}]".format, _EXPRESSIONS, _EXPRESSIONS, _BOOLS)
        | st.builds('{{ for i, x in [{}, {}] : "k${{i}}" => x }}'.format, _EXPRESSIONS, _EXPRESSIONS)
        | st.builds("[{}][*]".format, _EXPRESSIONS)
    )
)


def test_the_bits_of_numbers(found: Found) -> None:
    """A number that is written has 512 bits, one that is counted 64."""
    assert found("1 / 3").content.bits == 512
    assert number(1).content.bits == 64
