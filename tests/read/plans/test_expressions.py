"""What the configuration writes at each place of a resource's values."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from spillover.model.source import Unknown
from spillover.read.plans.alignment import MOST_BLOCKS
from spillover.read.plans.expressions import (
    DYNAMIC,
    UNTOLD,
    NotWritten,
    OneOf,
    Part,
    expressions_in,
    written_inside,
    written_of_each,
)

OF_VAR: dict[str, Any] = {"references": ["var.x"]}
ONE: dict[str, Any] = {"constant_value": 1}
PENDING = Unknown("pending")


class TestInside:
    BLOCK: ClassVar[dict[str, Any]] = {
        "name": OF_VAR,
        "port": {"constant_value": None},
        "description": {},
        "backend": [{"group": OF_VAR}],
    }

    @pytest.mark.parametrize(
        ("name", "written"),
        [
            ("name", OF_VAR),
            pytest.param("port", {"constant_value": None}, id="null is written"),
            ("backend", [{"group": OF_VAR}]),
            pytest.param("description", {"references": []}, id="functions alone"),
            pytest.param("session_affinity", NotWritten(), id="an argument that is not written"),
            pytest.param("network", NotWritten(), id="an argument that has the name of a block"),
            pytest.param("failover_policy", DYNAMIC, id="a block that is not there"),
        ],
    )
    def test_a_block(self, name: str, written: Any) -> None:
        assert written_inside(self.BLOCK, name) == written

    @pytest.mark.parametrize("around", [NotWritten(), PENDING, Part(OF_VAR, is_only=True)])
    def test_what_holds_for_all_of_it(self, around: Any) -> None:
        assert written_inside(around, "name") == around

    @pytest.mark.parametrize(
        ("name", "written"),
        [
            pytest.param("group", UNTOLD, id="they differ"),
            pytest.param("zone", OF_VAR, id="they say the same"),
            pytest.param("failover", NotWritten(), id="none writes it"),
            pytest.param("description", UNTOLD, id="one writes it"),
        ],
    )
    def test_one_of_several_blocks(self, name: str, written: Any) -> None:
        blocks = [{"group": OF_VAR, "zone": OF_VAR}, {"group": ONE, "zone": OF_VAR, "description": ONE}]

        assert written_inside(OneOf(blocks), name) == written

    @pytest.mark.parametrize("around", [None, 5, "text", [OF_VAR], OF_VAR])
    def test_what_has_another_shape(self, around: Any) -> None:
        assert written_inside(around, "name") == UNTOLD


class TestEach:
    def test_by_constants(self) -> None:
        blocks: list[Any] = [{"a": ONE, "g": OF_VAR}, {"a": {"constant_value": 2}, "g": ONE}]

        assert written_of_each(blocks, "backend", [{"a": 2}, {"a": 1}]) == [blocks[1], blocks[0]]

    @pytest.mark.parametrize(
        "elements",
        [pytest.param([{}, {}, {}], id="more"), pytest.param([{}], id="fewer"), pytest.param([], id="none")],
    )
    def test_another_number_is_that_of_dynamic_blocks(self, elements: list[Any]) -> None:
        assert written_of_each([{"g": OF_VAR}, {"g": OF_VAR}], "backend", elements) == [DYNAMIC] * len(
            elements
        )

    def test_of_a_set_any_may_be_any(self) -> None:
        two = {"z": {"constant_value": 2}, "g": OF_VAR}
        blocks = [{"z": ONE}, two, two]
        elements = [{"z": 1}, {"z": 2, "g": 1}, {"z": 2, "g": PENDING}]

        one, *others = written_of_each(blocks, "backend", elements)

        assert (one, others) == (blocks[0], [OneOf(blocks[1:])] * 2)

    def test_of_very_many_none_is_told(self) -> None:
        blocks = [{"z": ONE}] * (MOST_BLOCKS + 1)

        assert written_of_each(blocks, "backend", [{"z": 1}] * len(blocks)) == [UNTOLD] * len(blocks)

    def test_a_list_is_in_order(self) -> None:
        blocks = [{"location": OF_VAR}, {"location": {"references": ["var.y"]}}]

        assert written_of_each(blocks, "geo", [{"location": "b"}, {"location": "a"}]) == blocks

    @pytest.mark.parametrize("around", [NotWritten(), PENDING, Part(OF_VAR, is_only=False)])
    def test_what_holds_for_all_of_them(self, around: Any) -> None:
        assert written_of_each(around, "backend", [{}, {}]) == [around, around]

    @pytest.mark.parametrize("around", [None, 5, {"references": []}])
    def test_what_has_another_shape(self, around: Any) -> None:
        assert written_of_each(around, "backend", [{}]) == [UNTOLD]


def test_all_expressions() -> None:
    assert list(expressions_in([{"a": ONE, "b": [{"c": OF_VAR}, 5]}, None])) == [ONE, OF_VAR]
