"""Which block makes which element: a set is printed in another order than it is written in."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.model.source import Unknown
from spillover.read.plans.alignment import MOST_BLOCKS, aligned

PENDING = Unknown("pending")
OF_VAR: dict[str, Any] = {"references": ["var.x"]}


def constant(value: Any) -> dict[str, Any]:
    return {"constant_value": value}


def block(**written: Any) -> dict[str, Any]:
    return {name: each if isinstance(each, dict) else constant(each) for name, each in written.items()}


class TestSets:
    @pytest.mark.parametrize(
        ("elements", "blocks", "expected"),
        [
            pytest.param([{"a": 2}, {"a": 1}], [block(a=1), block(a=2)], {0: 1, 1: 0}, id="by a constant"),
            pytest.param(
                [{"a": 2, "b": 1}, {"a": 1, "b": 1}],
                [block(a=OF_VAR, b=1), block(a=2, b=1)],
                {0: 1, 1: 0},
                id="by what another one must be",
            ),
            pytest.param(
                [{"a": PENDING}, {"a": PENDING}], [block(a=OF_VAR), block(a=OF_VAR)], {0: 0, 1: 1}, id="alike"
            ),
            pytest.param(
                [{"a": PENDING}, {"a": 1}],
                [block(a=1), block(a=OF_VAR)],
                {0: 1, 1: 0},
                id="a constant is known",
            ),
            pytest.param([{"a": 1}, {"a": 2}], [block(a=OF_VAR), block(a=OF_VAR)], {}, id="no constants"),
            pytest.param([{"a": 80}], [block(a="80")], {0: 0}, id="converted by the schema"),
            pytest.param([{"a": True}], [block(a="true")], {0: 0}, id="a boolean in quotes"),
            pytest.param([{"a": None}], [block(a="")], {0: 0}, id="empty is null"),
            pytest.param([{"a": PENDING}], [block(a=None)], {0: 0}, id="null may be chosen by the provider"),
            pytest.param([{"a": ["x"]}], [block(a=["x"])], {0: 0}, id="a list"),
            pytest.param([{"a": ["x"]}], [block(a=["y"])], {}, id="another list"),
            pytest.param([{"a": 1}], [block(a=2)], {}, id="no block fits"),
            pytest.param(
                [{"a": 1, "b": [{"c": 3}]}],
                [{"a": constant(1), "b": [block(c=4)]}],
                {0: 0},
                id="inner blocks",
            ),
            pytest.param(
                [PENDING, {"a": 1}], [block(a=1), block(a=2)], {0: 1, 1: 0}, id="an element that is not known"
            ),
            pytest.param([{"a": 1}], ["no block"], {}, id="what is no block"),
            pytest.param([], [], {}, id="none"),
        ],
    )
    def test_each(self, elements: list[Any], blocks: list[Any], expected: dict[int, int]) -> None:
        assert aligned(elements, blocks, in_order=False) == expected

    def test_elements_that_are_alike_in_part_are_told_by_the_others(self) -> None:
        elements = [{"z": "c", "g": PENDING}, {"z": "b", "g": PENDING}, {"z": "b", "g": PENDING}]
        blocks = [block(z="b", g=OF_VAR), block(z="c", g=OF_VAR), block(z="b", g=OF_VAR)]

        assert aligned(elements, blocks, in_order=False) == {0: 1, 1: 0, 2: 2}

    def test_of_very_many_none_is_told(self) -> None:
        elements = [{"a": number} for number in range(MOST_BLOCKS + 1)]
        blocks = [block(a=number) for number in range(MOST_BLOCKS + 1)]

        assert aligned(elements, blocks, in_order=False) == {}
        assert len(aligned(elements[1:], blocks[1:], in_order=False)) == MOST_BLOCKS


class TestLists:
    def test_are_in_order(self) -> None:
        elements, blocks = [{"a": 1}, {"a": 2}], [block(a=OF_VAR), block(a=OF_VAR)]

        assert aligned(elements, blocks, in_order=True) == {0: 0, 1: 1}

    def test_unless_that_does_not_fit(self) -> None:
        elements, blocks = [{"a": 2}, {"a": 1}], [block(a=1), block(a=2)]

        assert aligned(elements, blocks, in_order=True) == {0: 1, 1: 0}


@given(st.permutations(range(5)), st.sets(st.integers(0, 4)))
def test_different_constants_always_tell(order: list[int], unknown: set[int]) -> None:
    blocks = [block(name=number, group=OF_VAR) for number in range(5)]
    elements = [{"name": each, "group": PENDING if each in unknown else "known"} for each in order]

    assert aligned(elements, blocks, in_order=False) == dict(enumerate(order))
