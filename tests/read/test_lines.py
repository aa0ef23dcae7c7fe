"""Lines and columns."""

import pytest

from spillover.errors import InputError
from spillover.model.source import Position, SourceSpan
from spillover.read.lines import Lines


@pytest.mark.parametrize(
    ("text", "offset", "line", "column"),
    [
        pytest.param("", 0, 1, 1, id="empty text"),
        pytest.param("ab\ncd", 0, 1, 1, id="beginning"),
        pytest.param("ab\ncd", 2, 1, 3, id="the newline is the last column of its line"),
        pytest.param("ab\ncd", 3, 2, 1, id="after the newline"),
        pytest.param("ab\ncd", 5, 2, 3, id="end of the text"),
        pytest.param("ab\n", 3, 2, 1, id="after the last newline"),
        pytest.param("ab\r\ncd", 4, 2, 1, id="CRLF is one end"),
        pytest.param("ab\rcd", 3, 1, 4, id="a lone carriage return is none"),
        pytest.param("ü𝄞x", 2, 1, 3, id="code points"),
        pytest.param("\ufeffab\ncd", 0, 1, 1, id="byte order mark"),
        pytest.param("\ufeffab\ncd", 1, 1, 1, id="after the byte order mark"),
        pytest.param("\ufeffab\ncd", 2, 1, 2, id="first line with byte order mark"),
        pytest.param("\ufeffab\ncd", 5, 2, 2, id="second line with byte order mark"),
        pytest.param("a\n\ufeffb", 3, 2, 2, id="a byte order mark elsewhere is a column"),
    ],
)
def test_position(text: str, offset: int, line: int, column: int) -> None:
    assert Lines("main.tf", text).position(offset) == Position(line, column)


def test_span() -> None:
    lines = Lines("net/main.tf", "ab\ncd\n")

    assert lines.span(1, 4) == SourceSpan("net/main.tf", Position(1, 2), Position(2, 2))


class TestJoined:
    """The text of several files, in which an offset still says which one it is in."""

    ONE, TWO = Lines("one.tf", "ab\ncd"), Lines("two.tf", "\ufeffef\n")
    BOTH = Lines.joined(ONE, TWO)

    def test_text(self) -> None:
        assert (self.BOTH.path, self.BOTH.text) == ("one.tf", "ab\ncd\n\ufeffef\n")

    def test_shift(self) -> None:
        assert [self.BOTH.shift(each) for each in (self.ONE, self.TWO)] == [0, 6]

    @pytest.mark.parametrize(
        ("start", "end", "path", "first", "last"),
        [
            pytest.param(0, 5, "one.tf", (1, 1), (2, 3), id="all of the first"),
            pytest.param(5, 5, "one.tf", (2, 3), (2, 3), id="its end"),
            pytest.param(6, 10, "two.tf", (1, 1), (2, 1), id="all of the second"),
            pytest.param(7, 8, "two.tf", (1, 1), (1, 2), id="behind its byte order mark"),
        ],
    )
    def test_span(
        self, start: int, end: int, path: str, first: tuple[int, int], last: tuple[int, int]
    ) -> None:
        assert self.BOTH.span(start, end) == SourceSpan(path, Position(*first), Position(*last))
        assert self.BOTH.position(start) == Position(*first)
        assert self.BOTH.error(start, "wrong") == InputError(path, *first, "wrong")
