"""Lines and columns."""

import pytest

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
