"""Tables in text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.report.style import Style
from spillover.report.tables import LINE, cut, packed, paragraph, table, wrapped


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


class TestLines:
    """A long cell or paragraph goes on in the next line; a name is never broken."""

    def test_of_a_cell(self) -> None:
        assert wrapped("no primary backend in this zone", 26) == "no primary backend in this\nzone"
        assert wrapped("of google_x.a-very-long-name", 8) == "of\ngoogle_x.a-very-long-name"

    def test_of_a_paragraph(self) -> None:
        assert paragraph("  " + "word " * 20) == "  " + "word " * 18 + "word\n    word"
        assert paragraph("short") == "short"

    def test_of_a_set(self) -> None:
        assert packed([], 9) == ""
        assert packed(["b 5", "c 5"], 9) == "b 5, c 5"
        assert packed(["b 5", "c 5", "d 5"], 9) == "b 5, c 5,\nd 5"
        assert packed(["b 5", "zone-c 5"], 5) == "b 5,\nzone-c 5"

    @given(st.lists(st.text("abc", min_size=1, max_size=9)), st.integers(1, 30))
    def test_of_a_set_lose_nothing_and_fit(self, parts: list[str], width: int) -> None:
        lines = packed(parts, width).split("\n")

        assert [part for part in " ".join(lines).split(", ") if part] == parts
        assert all(len(line) <= width or line.rstrip(",") in parts or line in parts for line in lines)

    @given(st.lists(st.text("abc", min_size=1, max_size=40), min_size=1))
    def test_of_a_paragraph_fit_and_lose_nothing(self, words: list[str]) -> None:
        lines = paragraph(" ".join(words)).split("\n")

        assert " ".join(lines).split() == words
        assert all(len(line) <= LINE for line in lines)
