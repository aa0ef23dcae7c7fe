"""Text for people: what a terminal would obey is written out, and colours are marks around words."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.report.style import Style, clean


class TestClean:
    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            pytest.param("ilb-orders", "ilb-orders", id="plain"),
            pytest.param("café 東京 🚀", "café 東京 🚀", id="not ASCII"),
            pytest.param("\x1b[31mred", "\\u001b[31mred", id="escape sequence"),
            pytest.param("\x9b31m", "\\u009b31m", id="escape sequence of one byte"),
            pytest.param("a\x07\x08\x7f", "a\\u0007\\u0008\\u007f", id="bell, backspace, delete"),
            pytest.param("a\r\nb\tc", "a\\u000d\\u000ab\\u0009c", id="line ends and tabs"),
            pytest.param("a\u2028b\u2029c", "a\\u2028b\\u2029c", id="line ends of Unicode"),
            pytest.param("\u202egnp.exe\u2066", "\\u202egnp.exe\\u2066", id="direction"),
            pytest.param("x##[stop-commands]y", "x\\u0023#[stop-commands]y", id="command of a runner"),
            pytest.param("a ## b #[c] ###[d]", "a ## b #[c] #\\u0023#[d]", id="and what is none"),
            pytest.param("a\xadb\u200bc\ufeff", "a\\u00adb\\u200bc\\ufeff", id="without width"),
            pytest.param("a\U000e0041", "a\\udb40\\udc41", id="hidden letters"),
            pytest.param("a ##[stop-commands]x", "a \\u0023#[stop-commands]x", id="command of GitHub's"),
            pytest.param("###vso[a]b", "#\\u0023#vso[a]b", id="command of Azure's"),
            pytest.param("## a [b] #[c] ##", "## a [b] #[c] ##", id="no command"),
            pytest.param("::error::x", "\\u003a:error::x", id="command at the beginning"),
            pytest.param("a \xa0::error::x", "a \xa0\\u003a:error::x", id="command after a space"),
            pytest.param(
                "::1 2001:db8::beef ::/0 a::error", "::1 2001:db8::beef ::/0 a::error", id="address"
            ),
            pytest.param("\u200ea\u200fb\u061cc", "\\u200ea\\u200fb\\u061cc", id="direction marks"),
        ],
    )
    def test_examples(self, text: str, shown: str) -> None:
        assert clean(text) == shown

    @given(st.text())
    def test_nothing_is_left_that_a_terminal_obeys(self, text: str) -> None:
        cleaned = clean(text)

        assert len(cleaned.splitlines()) <= 1
        assert not [char for char in cleaned if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")]
        overrides = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
        assert not [char for char in cleaned if unicodedata.bidirectional(char) in overrides]

    @given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="#:")))
    def test_printable_ascii_stays(self, text: str) -> None:
        assert clean(text) == text

    @given(st.text("#[]a"))
    def test_no_command_is_left(self, text: str) -> None:
        assert "##[" not in clean(text)
        assert clean(text).replace("\\u0023", "#") == text

    def test_whatever_python_knows_to_be_unseen_is_written_out(self) -> None:
        unseen = [
            char
            for char in map(chr, range(0x110000))
            if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")
        ]

        assert [char for char in unseen if clean(char) == char] == []

    @given(st.text(), st.text())
    def test_json_reads_back_what_was_written_out(self, before: str, text: str) -> None:
        written = clean(json.dumps(f"{before}##[{text}", ensure_ascii=False))

        assert json.loads(written) == f"{before}##[{text}"

    @given(st.text())
    def test_cleaning_twice_is_cleaning_once(self, text: str) -> None:
        assert clean(clean(text)) == clean(text)


class TestStyle:
    MARKS = ("bad", "risky", "quiet", "strong")

    def test_colours(self) -> None:
        style = Style(colours=True)

        assert [getattr(style, mark)("x") for mark in self.MARKS] == [
            "\x1b[1;31mx\x1b[0m",
            "\x1b[33mx\x1b[0m",
            "\x1b[2mx\x1b[0m",
            "\x1b[1mx\x1b[0m",
        ]

    def test_without_colours(self) -> None:
        assert [getattr(Style(), mark)("x") for mark in self.MARKS] == ["x"] * 4

    def test_nothing_is_marked_where_there_is_no_text(self) -> None:
        assert Style(colours=True).bad("") == ""

    def test_each_line_is_marked_by_itself(self) -> None:
        assert Style(colours=True).quiet("a\nb") == "\x1b[2ma\x1b[0m\n\x1b[2mb\x1b[0m"
