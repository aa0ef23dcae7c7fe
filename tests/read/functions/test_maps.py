"""Functions of maps and objects: what Terraform 1.11.4 answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Reference
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, ListOf, MapOf, ObjectOf, TupleOf, Type
from spillover.read.cty.value import (
    EvaluationError,
    Value,
    list_of,
    map_of,
    null,
    number,
    pending,
    set_of,
    text,
)
from spillover.read.functions import FUNCTIONS
from spillover.read.functions.function import call

Ask = Callable[..., Value]


def strings(*items: str | Value) -> Value:
    return list_of(STRING, (each if isinstance(each, Value) else text(each) for each in items))


def mapped(**items: str | Value) -> Value:
    return map_of(
        STRING, {key: each if isinstance(each, Value) else text(each) for key, each in items.items()}
    )


REFERENCE = Reference("service.a", "id")
ID = pending(STRING, "service.a.id", refers_to=REFERENCE, not_null=True)
ANY = pending(DYNAMIC, "any")
KEY = pending(STRING, "key")
NUMBERS = map_of(NUMBER, {"n": number(1)})
UNKNOWN_MAP = pending(MapOf(STRING), "unknown")
UNKNOWN_LIST = pending(ListOf(STRING), "unknown")
UNKNOWN_PAIR = pending(TupleOf((STRING, NUMBER)), "unknown")
OBJECT = ObjectOf((("a", NUMBER), ("b", STRING)))
UNKNOWN_OBJECT = pending(OBJECT, "unknown")
RESOURCES = pending(DYNAMIC, "service.a", inside=lambda _: ID)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("keys", ({"b": 1, "a": ID},), ["a", "b"]),
        ("keys", ({},), []),
        ("keys", (mapped(b="x", a=ID),), strings("a", "b")),
        ("keys", (UNKNOWN_OBJECT,), ["a", "b"]),
        ("merge", (), {}),
        ("merge", (None, None), {}),
        ("merge", ({"a": 1}, None, {"a": "x", "b": ID}), {"a": "x", "b": ID}),
        ("merge", (mapped(a="x"), mapped(b="y")), mapped(a="x", b="y")),
        ("merge", (mapped(a="x"), NUMBERS), {"a": "x", "n": 1}),
        ("merge", (mapped(a="x"), {"a": [1]}), {"a": [1]}),
        ("merge", (null(MapOf(STRING)), null(MapOf(STRING))), map_of(STRING, {})),
        ("merge", (null(OBJECT), {"c": 1}), {"c": 1}),
        ("merge", (null(OBJECT), null(MapOf(STRING))), {}),
        (
            "transpose",
            ({"b": ["x"], "a": ["x", 1]},),
            map_of(ListOf(STRING), {"1": strings("a"), "x": strings("a", "b")}),
        ),
        ("transpose", ({"a": ["b", "b"]},), map_of(ListOf(STRING), {"b": strings("a", "a")})),
        ("transpose", ({"a": []},), map_of(ListOf(STRING), {})),
        ("values", ({"b": 1, "a": ID},), [ID, 1]),
        ("values", (mapped(b="x", a="y"),), strings("y", "x")),
        ("values", (map_of(DYNAMIC, {}),), list_of(DYNAMIC, ())),
        ("zipmap", (["b", "a"], [1, ID]), {"a": ID, "b": 1}),
        ("zipmap", (["a", "a"], [1, "x"]), {"a": "x"}),
        ("zipmap", ([1, True], strings("x", "y")), map_of(STRING, {"1": text("x"), "true": text("y")})),
        ("zipmap", ([], []), {}),
        ("zipmap", (set_of(STRING, map(text, "ba")), [1, 2]), {"a": 1, "b": 2}),
    ],
)
def test_known(
    ask: Ask, made: Callable[[object], Value], name: str, arguments: tuple[object, ...], expected: object
) -> None:
    assert ask(name, *arguments) == made(expected)


@pytest.mark.parametrize(
    ("name", "arguments", "type_", "not_null"),
    [
        ("keys", (UNKNOWN_MAP,), ListOf(STRING), True),
        ("keys", (ANY,), DYNAMIC, False),
        ("merge", (UNKNOWN_MAP, mapped(a="x")), MapOf(STRING), True),
        ("merge", (UNKNOWN_MAP, NUMBERS), DYNAMIC, False),
        ("merge", (UNKNOWN_MAP, {"a": 1}), DYNAMIC, False),
        ("merge", (None, UNKNOWN_OBJECT), DYNAMIC, False),
        ("merge", (UNKNOWN_OBJECT, {"a": "x"}), ObjectOf((("a", STRING), ("b", STRING))), True),
        ("merge", (UNKNOWN_OBJECT, UNKNOWN_OBJECT), OBJECT, True),
        ("merge", (ANY, 5), DYNAMIC, False),
        ("transpose", ({"a": [ID]},), MapOf(ListOf(STRING)), True),
        ("transpose", (ANY,), MapOf(ListOf(STRING)), True),
        ("values", (UNKNOWN_OBJECT,), TupleOf((NUMBER, STRING)), True),
        ("values", (UNKNOWN_MAP,), ListOf(STRING), True),
        ("values", (ANY,), DYNAMIC, False),
        ("zipmap", (strings("a", KEY), UNKNOWN_LIST), MapOf(STRING), True),
        ("zipmap", (["a", KEY], [1]), DYNAMIC, False),
        ("zipmap", (["a", "b"], UNKNOWN_PAIR), ObjectOf((("a", STRING), ("b", NUMBER))), True),
        ("zipmap", (["a"], UNKNOWN_LIST), MapOf(STRING), True),
        ("zipmap", (["a"], ANY), DYNAMIC, False),
        ("zipmap", (UNKNOWN_LIST, ["a"]), DYNAMIC, False),
    ],
)
def test_unknown(ask: Ask, name: str, arguments: tuple[object, ...], type_: Type, not_null: bool) -> None:
    found = ask(name, *arguments)

    assert found.pending
    assert (found.type, found.content.not_null) == (type_, not_null)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("keys", ([],), "this is tuple"),
        ("keys", (None,), "null"),
        ("merge", ({}, [1]), "this is tuple"),
        ("merge", (5, ANY), "this is number"),
        ("merge", (None, [1]), "required"),
        ("merge", (null(OBJECT), null(OBJECT)), "all objects are null"),
        ("transpose", ({"a": [None]},), "null"),
        ("transpose", ({"a": null(ListOf(STRING))},), "null"),
        ("transpose", ({"a": "x"},), "list of string required"),
        ("values", (strings(),), "this is list of string"),
        ("zipmap", (["a"], []), "not as many keys"),
        ("zipmap", (["a"], strings()), "not as many keys"),
        ("zipmap", (["a"], UNKNOWN_PAIR), "not as many keys"),
        ("zipmap", ([None], [1]), "key is null"),
        ("zipmap", ([None], strings("a")), "key is null"),
        ("zipmap", (UNKNOWN_LIST, 5), "this is number"),
    ],
)
def test_refused(ask: Ask, name: str, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{name}.*{message}"):
        ask(name, *arguments)


class TestWhatIsMeant:
    """A resource is found through what a call makes of it."""

    def test_values(self, ask: Ask) -> None:
        assert ask("values", RESOURCES).content.inside(number(0)) is ID

    @pytest.mark.parametrize("step", ["id", text("id")])
    def test_merge(self, ask: Ask, step: Value | str) -> None:
        inside = ask("merge", {"id": "old"}, RESOURCES, None, {"name": "x"}).content.inside

        assert inside(step).content.refers_to == REFERENCE
        assert inside("name") == text("x")

    def test_merge_of_who_knows_what(self, ask: Ask) -> None:
        inside = ask("merge", ANY, {"name": "x"}).content.inside

        assert [inside(step).content.because for step in ("id", KEY)] == ["any", "key"]

    def test_merge_without_that_attribute(self, ask: Ask) -> None:
        inside = ask("merge", {"name": ID}, UNKNOWN_OBJECT).content.inside

        assert inside("name").content.because == "unknown"

    def test_zipmap(self, ask: Ask) -> None:
        numbered = pending(DYNAMIC, "x", inside=lambda key: pending(STRING, f"x[{key.content}]"))
        inside = ask("zipmap", ["a", "b"], numbered).content.inside

        assert [inside(step).content.because for step in ("b", text("a"))] == ["x[1]", "x[0]"]
        assert ask("zipmap", ["a", "b"], RESOURCES).content.inside("c") is ID
        assert ask("zipmap", ["a", KEY], RESOURCES).content.inside("a") is ID
        assert ask("zipmap", ["a"], ANY).content.inside is None


SECRET = replace(text("s"), sensitive=True)
SECRETS = replace(mapped(a="x"), sensitive=True)


@pytest.mark.parametrize(
    ("name", "arguments", "whole", "parts"),
    [
        ("keys", ({"a": SECRET},), False, [False]),
        ("keys", (SECRETS,), True, [False]),
        ("merge", ({"a": SECRET}, {"b": 1}), False, [True, False]),
        ("merge", (SECRETS, {"b": 1}), True, [False, False]),
        ("merge", (replace(null(DYNAMIC), sensitive=True), {"b": 1}), False, [False]),
        ("values", ({"a": SECRET, "b": 1},), False, [True, False]),
        ("values", (SECRETS,), True, [False]),
        ("zipmap", (["a"], [SECRET]), False, [True]),
        ("zipmap", ([SECRET], [1]), True, [False]),
        ("transpose", ({"a": [SECRET]},), True, [False]),
    ],
)
def test_sensitive(
    ask: Ask, name: str, arguments: tuple[object, ...], whole: bool, parts: list[bool]
) -> None:
    found = ask(name, *arguments)

    assert (found.sensitive, [each.sensitive for each in found.parts()]) == (whole, parts)


@given(st.dictionaries(st.text(max_size=3), st.text(max_size=3)))
def test_a_map_is_its_keys_and_values(items: dict[str, str]) -> None:
    values = map_of(STRING, {text(key).content: text(each) for key, each in items.items()})
    keys, elements = (call(FUNCTIONS[name], [values]) for name in ("keys", "values"))

    assert call(FUNCTIONS["zipmap"], [keys, elements]) == values
    assert call(FUNCTIONS["merge"], [values, values]) == values
