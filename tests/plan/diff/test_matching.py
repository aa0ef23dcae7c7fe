"""Which thing of before is which one of after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.plan.diff.matching import Key, matched

Thing = tuple[str | None, str | None]
"""An address and a name."""

Pair = tuple[Thing | None, Thing | None]


def address(thing: Thing) -> str | None:
    return thing[0]


def name(thing: Thing) -> str | None:
    return thing[1]


KEYS: tuple[Key[Thing], ...] = (address, name)


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        pytest.param([], [], [], id="nothing"),
        pytest.param([("a", "x")], [("a", "y")], [(("a", "x"), ("a", "y"))], id="by the first key"),
        pytest.param([("a", "x")], [("b", "x")], [(("a", "x"), ("b", "x"))], id="by the second key"),
        pytest.param([("a", "x")], [("b", "y")], [(None, ("b", "y")), (("a", "x"), None)], id="by none"),
        pytest.param(
            [("a", "x"), ("b", "y")],
            [("b", "x"), ("a", "y")],
            [(("b", "y"), ("b", "x")), (("a", "x"), ("a", "y"))],
            id="the first key beats the second",
        ),
        pytest.param(
            [("a", "x"), ("a", "y")],
            [("a", "y")],
            [(("a", "y"), ("a", "y")), (("a", "x"), None)],
            id="a key that two have tells nothing",
        ),
        pytest.param(
            [(None, None)], [(None, None)], [(None, (None, None)), ((None, None), None)], id="no key"
        ),
    ],
)
def test_pairs(
    before: list[Thing], after: list[Thing], pairs: list[tuple[Thing | None, Thing | None]]
) -> None:
    found = matched(before, after, KEYS)

    assert list(found) == pairs


things = st.lists(st.tuples(st.sampled_from("abc") | st.none(), st.sampled_from("xyz") | st.none()))


@given(things, things)
def test_each_thing_is_in_one_pair(before: list[Thing], after: list[Thing]) -> None:
    found = matched(before, after, KEYS)
    pairs = list(found)

    assert sorted((old for old, _ in pairs if old is not None), key=str) == sorted(before, key=str)
    assert [new for _, new in pairs if new is not None] == after


@given(things)
def test_a_pair_exchanged_is_the_pair_of_the_sides_exchanged(before: list[Thing]) -> None:
    after = [(each[1], each[0]) for each in before]
    there = {(str(old), str(new)) for old, new in matched(before, after, KEYS) if old and new}
    back = {(str(old), str(new)) for new, old in matched(after, before, KEYS) if old and new}

    assert there == back
