"""What Terraform 1.11.4 flattens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from spillover.model.source import Reference
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, ListOf
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

Ask = Callable[..., Value]


def strings(*items: str) -> Value:
    return list_of(STRING, map(text, items))


def names(*items: str) -> Value:
    return set_of(STRING, map(text, items))


REFERENCE = Reference("service.a", "id")
ID = pending(STRING, "service.a.id", refers_to=REFERENCE, not_null=True)
ANY = pending(DYNAMIC, "any")
UNKNOWN = pending(ListOf(STRING), "unknown")
PARTLY_SET = set_of(STRING, [text("a"), ID])
RESOURCES = pending(DYNAMIC, "service.a", inside=lambda _: ID)
SECRET = replace(text("s"), sensitive=True)
SECRETS = replace(strings("a"), sensitive=True)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (([["a", ["b", ["c"]]], "d", []],), ["a", "b", "c", "d"]),
        (([],), []),
        (([names("b", "a"), strings("c"), {"k": [1]}],), ["a", "b", "c", {"k": [1]}]),
        (([null(ListOf(STRING)), None, [ID]],), [null(ListOf(STRING)), None, ID]),
        (({"a": ID, "b": ["x"]},), [ID, "x"]),
        ((map_of(STRING, {"a": ID}),), [ID]),
        (([set_of(STRING, [ID])],), [ID]),
    ],
)
def test_known(ask: Ask, made: Callable[[object], Value], arguments: tuple[object], expected: object) -> None:
    assert ask("flatten", *arguments) == made(expected)


@pytest.mark.parametrize(
    "arguments",
    [
        (pending(NUMBER, "x"),),
        ([UNKNOWN],),
        ([["a"], ANY],),
        ([PARTLY_SET],),
        (PARTLY_SET,),
    ],
)
def test_unknown(ask: Ask, arguments: tuple[object]) -> None:
    found = ask("flatten", *arguments)

    assert found.pending
    assert (found.type, found.content.not_null) == (DYNAMIC, False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a",), "this is string"),
        (({"a": [1]},), "this is object"),
        ((None,), "null"),
    ],
)
def test_refused(ask: Ask, arguments: tuple[object], message: str) -> None:
    with pytest.raises(EvaluationError, match=f"^flatten.*{message}"):
        ask("flatten", *arguments)


@pytest.mark.parametrize("argument", [RESOURCES, [RESOURCES, ["b"]]])
def test_a_resource_is_meant_through_a_call(ask: Ask, argument: object) -> None:
    found = ask("flatten", argument)

    assert found.pending

    assert found.content.inside
    element = found.content.inside(number(0))
    assert element.pending
    assert element.content.refers_to == REFERENCE


@pytest.mark.parametrize("argument", [UNKNOWN, ["a", RESOURCES]])
def test_no_resource_is_meant(ask: Ask, argument: object) -> None:
    found = ask("flatten", argument)

    assert found.pending

    assert found.content.inside is None


def test_what_flatten_would_open_is_no_element_of_its_result(ask: Ask) -> None:
    lists = pending(DYNAMIC, "service.a", inside=lambda _: strings("a"))
    inside = ask("flatten", lists).content.inside

    assert inside(number(0)).content.refers_to is None


@pytest.mark.parametrize(
    ("arguments", "whole", "parts"),
    [
        (([["a", SECRET], "b"],), False, [False, True, False]),
        (([SECRETS, "b"],), True, [False, False]),
        (([replace(UNKNOWN, sensitive=True)],), True, []),
    ],
)
def test_sensitive(ask: Ask, arguments: tuple[object], whole: bool, parts: list[bool]) -> None:
    found = ask("flatten", *arguments)

    assert (found.sensitive, [each.sensitive for each in found.parts()]) == (whole, parts)
