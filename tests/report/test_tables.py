"""Tables in text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.report.style import Style
from spillover.report.tables import LINE, cut, fitting, packed, paragraph, squeezed, table, wrapped


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

    def test_of_a_cell_that_has_no_room_for_a_name(self) -> None:
        assert squeezed("the certificate google_x.a-very-long-name", 15) == "the certificate\ngoogle...g-name"

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


class TestFitting:
    """A table is as wide as its line allows, and its columns as narrow as they may be where it does not."""

    @staticmethod
    def draw(width: int, *, colours: bool = False) -> str:
        cell = Style(colours).bad(wrapped(("word " * 40).strip(), width))
        return table([(cell, cell)], ("one", "two"))

    def test_one_that_fits_is_drawn_once(self) -> None:
        widths: list[int] = []

        def draw(width: int) -> str:
            widths.append(width)
            return "short"

        assert fitting(draw, 30, 20) == "short"
        assert widths == [30]

    @given(most=st.integers(20, 90), columns=st.sampled_from([1, 2]), colours=st.booleans())
    def test_a_wide_one_is_made_narrower(self, most: int, columns: int, *, colours: bool) -> None:
        def widest(text: str) -> int:
            return max(map(len, text.split("\n")))

        text = fitting(lambda width: self.draw(width, colours=colours), most, 10, columns)

        drawn = {self.draw(width, colours=colours): self.draw(width) for width in range(10, most + 1)}
        assert widest(drawn[text]) <= LINE
        assert drawn[text] == self.draw(most) or widest(self.draw(most)) > LINE

    def test_never_narrower_than_the_least(self) -> None:
        assert fitting(lambda width: "x" * (width + 100), 30, 20) == "x" * 120
