"""The one type that several can become, as Terraform 1.11.4 finds it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    can_convert,
    has_dynamic,
    is_collection,
    spelled_type,
    unify,
)


def obj(**attributes: Type) -> ObjectOf:
    return ObjectOf(tuple(sorted(attributes.items())))


def tup(*elements: Type) -> TupleOf:
    return TupleOf(elements)


NAMES = st.sampled_from(["a", "b"])
TYPES: st.SearchStrategy[Type] = st.recursive(
    st.sampled_from([STRING, NUMBER, BOOL]),
    lambda inner: (
        st.builds(ListOf, inner)
        | st.builds(SetOf, inner)
        | st.builds(MapOf, inner)
        | st.lists(inner, max_size=3).map(lambda each: tup(*each))
        | st.dictionaries(NAMES, inner).map(lambda each: obj(**each))
    ),
    max_leaves=5,
)


@pytest.mark.parametrize(
    ("types", "unified"),
    [
        ([], DYNAMIC),
        ([NUMBER], NUMBER),
        ([NUMBER, NUMBER], NUMBER),
        ([NUMBER, STRING], STRING),
        ([NUMBER, BOOL], None),
        ([NUMBER, BOOL, STRING], STRING),
        ([NUMBER, DYNAMIC], NUMBER),
        ([DYNAMIC, DYNAMIC], DYNAMIC),
        ([DYNAMIC, NUMBER, STRING], STRING),
        ([DYNAMIC, STRING, tup(NUMBER)], DYNAMIC),
        ([tup(NUMBER), tup(STRING)], tup(STRING)),
        ([tup(), tup(STRING)], ListOf(STRING)),
        ([tup(NUMBER), tup(STRING, BOOL)], ListOf(STRING)),
        ([tup(NUMBER), tup(BOOL)], None),
        ([tup(NUMBER), tup(BOOL, BOOL)], None),
        ([tup(NUMBER), DYNAMIC], DYNAMIC),
        ([tup(tup(NUMBER)), tup(tup())], tup(ListOf(NUMBER))),
        ([ListOf(NUMBER), ListOf(STRING)], ListOf(STRING)),
        ([ListOf(NUMBER), ListOf(BOOL)], None),
        ([ListOf(NUMBER), DYNAMIC], DYNAMIC),
        ([ListOf(NUMBER), tup(STRING, NUMBER)], ListOf(STRING)),
        ([ListOf(NUMBER), tup(STRING), DYNAMIC], DYNAMIC),
        ([ListOf(NUMBER), tup(obj())], None),
        ([ListOf(NUMBER), SetOf(STRING)], ListOf(NUMBER)),
        ([SetOf(NUMBER), SetOf(STRING)], SetOf(STRING)),
        ([SetOf(STRING), tup(NUMBER)], SetOf(STRING)),
        ([MapOf(NUMBER), MapOf(STRING)], MapOf(STRING)),
        ([MapOf(NUMBER), obj(b=STRING)], MapOf(STRING)),
        ([MapOf(NUMBER), obj(b=tup())], None),
        ([MapOf(NUMBER), DYNAMIC, obj(b=STRING)], DYNAMIC),
        ([obj(a=NUMBER), obj(a=STRING)], obj(a=STRING)),
        ([obj(a=NUMBER), obj(a=BOOL)], None),
        ([obj(a=NUMBER), obj(b=STRING)], MapOf(STRING)),
        ([obj(a=NUMBER), obj()], MapOf(NUMBER)),
        ([obj(a=NUMBER), obj(b=tup())], None),
        ([obj(a=NUMBER), DYNAMIC], DYNAMIC),
        ([obj(), tup()], None),
        ([obj(), tup(), DYNAMIC], None),
        ([obj(), NUMBER], None),
        ([ListOf(NUMBER), MapOf(NUMBER)], None),
    ],
)
def test_unified(types: list[Type], unified: Type | None) -> None:
    assert unify(types) == unified


@given(st.lists(TYPES, min_size=1, max_size=3))
def test_all_can_become_what_they_are_unified_to(types: list[Type]) -> None:
    unified = unify(types)

    assert unified is None or all(can_convert(each, unified) for each in types)


@given(TYPES, TYPES)
def test_unification_is_symmetric(a: Type, b: Type) -> None:
    assert unify([a, b]) == unify([b, a])


@given(TYPES)
def test_a_type_is_unified_with_itself(type_: Type) -> None:
    assert unify([type_, type_]) == type_
    assert can_convert(type_, type_)
    assert not has_dynamic(type_)


@pytest.mark.parametrize(
    ("found", "wanted", "possible"),
    [
        (NUMBER, DYNAMIC, True),
        (DYNAMIC, NUMBER, True),
        (BOOL, NUMBER, False),
        (ListOf(NUMBER), SetOf(STRING), True),
        (SetOf(tup()), ListOf(NUMBER), False),
        (MapOf(NUMBER), MapOf(BOOL), False),
        (MapOf(NUMBER), obj(a=STRING), True),
        (MapOf(NUMBER), obj(a=tup()), False),
        (MapOf(NUMBER), ObjectOf((("a", tup()),), frozenset("a")), True),
        (tup(NUMBER, STRING), ListOf(DYNAMIC), True),
        (tup(NUMBER, BOOL), SetOf(DYNAMIC), False),
        (tup(NUMBER, BOOL), SetOf(STRING), True),
        (tup(NUMBER), tup(STRING), True),
        (tup(NUMBER), tup(), False),
        (obj(a=NUMBER), MapOf(STRING), True),
        (obj(a=NUMBER, b=BOOL), MapOf(DYNAMIC), False),
        (obj(a=NUMBER, b=BOOL), obj(a=STRING), True),
        (obj(b=BOOL), obj(a=STRING), False),
        (obj(b=BOOL), ObjectOf((("a", STRING), ("b", BOOL)), frozenset("a")), True),
        (obj(a=tup()), obj(a=STRING), False),
        (obj(), tup(), False),
        (STRING, ListOf(STRING), False),
    ],
)
def test_convertible(found: Type, wanted: Type, possible: bool) -> None:
    assert can_convert(found, wanted) is possible


@pytest.mark.parametrize(
    ("type_", "words", "dynamic", "collection"),
    [
        (STRING, "string", False, False),
        (DYNAMIC, "dynamic", True, False),
        (ListOf(SetOf(MapOf(DYNAMIC))), "list of set of map of dynamic", True, True),
        (SetOf(STRING), "set of string", False, True),
        (MapOf(STRING), "map of string", False, True),
        (tup(DYNAMIC), "tuple", True, False),
        (obj(a=ListOf(DYNAMIC)), "object", True, False),
        (obj(a=NUMBER), "object", False, False),
    ],
)
def test_looks(type_: Type, words: str, dynamic: bool, collection: bool) -> None:
    assert (spelled_type(type_), has_dynamic(type_), is_collection(type_)) == (words, dynamic, collection)


def test_attributes() -> None:
    type_ = obj(b=NUMBER, a=STRING)

    assert type_.names == ("a", "b")
    assert (type_.get("b"), type_.get("c")) == (NUMBER, None)
