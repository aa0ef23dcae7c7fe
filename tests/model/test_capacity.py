"""Sizes, exact and within bounds."""

from __future__ import annotations

import pytest

from spillover.model.capacity import Autoscaler, Size
from spillover.model.source import Maybe, Unknown

A, B = Unknown("var.a"), Unknown("var.b")


class TestSize:
    @pytest.mark.parametrize(
        ("size", "exact"),
        [
            pytest.param(Size.exactly(0), 0, id="zero is a number"),
            pytest.param(Size.exactly(3), 3, id="a number"),
            pytest.param(Size(3, 4), None, id="bounds"),
            pytest.param(Size(3, None), None, id="no upper bound"),
        ],
    )
    def test_exact(self, size: Size, exact: int | None) -> None:
        assert size.exact == exact

    @pytest.mark.parametrize(
        ("size", "words"),
        [
            (Size.exactly(3), "3"),
            (Size(0, 4), "0 to 4"),
            (Size(3, None), "3 or more"),
            (Size(0, None), "?"),
        ],
    )
    def test_in_words(self, size: Size, words: str) -> None:
        assert str(size) == words

    @pytest.mark.parametrize(
        ("one", "other", "total"),
        [
            pytest.param(Size.exactly(2), Size.exactly(3), Size.exactly(5), id="numbers"),
            pytest.param(Size(1, 2, A), Size.exactly(3), Size(4, 5, A), id="bounds and a number"),
            pytest.param(
                Size.exactly(3), Size(0, None, B), Size(3, None, B), id="a number and no upper bound"
            ),
            pytest.param(Size(0, None, A), Size(1, 2, B), Size(1, None, A), id="the first cause is told"),
        ],
    )
    def test_addition(self, one: Size, other: Size, total: Size) -> None:
        assert one + other == total
        assert Size.total([one, other]) == total

    def test_the_total_of_none(self) -> None:
        assert Size.total([]) == Size.exactly(0)


class TestAutoscaler:
    @pytest.mark.parametrize(
        ("mode", "is_on", "scales_in"),
        [
            (None, True, True),
            ("ON", True, True),
            ("ONLY_SCALE_OUT", True, False),
            ("ONLY_UP", True, False),
            ("OFF", False, False),
            (A, A, A),
        ],
    )
    def test_mode(self, mode: Maybe[str], is_on: bool | Unknown, scales_in: bool | Unknown) -> None:
        scaler = Autoscaler(mode=mode)

        assert (scaler.is_on, scaler.scales_in) == (is_on, scales_in)
