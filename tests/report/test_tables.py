"""Tables in text."""

from __future__ import annotations

import pytest

from spillover.report.style import Style
from spillover.report.tables import cut, table


def test_columns_are_aligned_and_indented_without_space_at_the_end() -> None:
    assert table([("!", "b", "5 of 5"), ("", "other zone", "-")], ("", "clients in", "healthy")) == (
        "      clients in    healthy\n  !   b             5 of 5\n      other zone    -"
    )


def test_cells_stay_text_whatever_they_look_like() -> None:
    assert table([("007", "1e3"), ("1.50", "")], ("ratio", "x")) == "  ratio    x\n  007      1e3\n  1.50"


def test_colours_take_no_space() -> None:
    coloured = Style(colours=True).bad("!!")

    shown = table([(coloured, "b"), ("", "c")], ("", "zone"))

    assert shown.replace(coloured, "!!") == "      zone\n  !!  b\n      c"


def test_without_rows_there_are_the_headers() -> None:
    assert table([], ("code", "name")) == "  code    name"


@pytest.mark.parametrize(
    ("width", "shown"),
    [(12, "shop.address"), (11, "shop...ress"), (10, "shop...ess"), (9, "sho...ess")],
)
def test_of_a_long_text_the_middle_is_left_out(width: int, shown: str) -> None:
    assert cut("shop.address", width) == shown
