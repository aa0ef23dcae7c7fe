"""Scanning a block: where it ends, what is an error and where."""

import pytest

from spillover.read.syntax.blocks import cut
from spillover.read.syntax.tokens import DEEPEST


def errors(text: str) -> list[tuple[int, int, str]]:
    return [(error.line, error.column, error.message) for error in cut("main.tf", text).errors]


def names(text: str) -> list[str]:
    """The blocks as in an address, ``type.label.label``."""
    return [".".join((block.type, *block.labels)) for block in cut("main.tf", text).blocks]


class TestBody:
    """What looks like a closing brace, and is none."""

    @pytest.mark.parametrize(
        "body",
        [
            pytest.param("x { y { z = { a = 1 } } }", id="nested"),
            pytest.param('x = "}"', id="string"),
            pytest.param(r'x = "\"}"', id="escaped quote"),
            pytest.param(r'x = "\\" # }', id="escaped backslash"),
            pytest.param(r'x = "\${" # }', id="a backslash escapes a dollar too, as the scanner sees it"),
            pytest.param('x = "${y}"', id="template"),
            pytest.param('x = "${y["}"]}"', id="string in a template"),
            pytest.param('x = "${{ a = "}" }["a"]}"', id="object in a template"),
            pytest.param('x = "${"${"${"}"}"}"}"', id="strings in templates in strings"),
            pytest.param('x = "%{ if y }}%{ else }{%{ endif }"', id="directives"),
            pytest.param('x = "$${" # "', id="escaped interpolation"),
            pytest.param('x = "%%{" # "', id="escaped directive"),
            pytest.param('x = "$$${" # "', id="dollar and escaped interpolation"),
            pytest.param('x = "$${a${"}"}"', id="template after an escaped one"),
            pytest.param('x = "$" + "%" + "$$" + "{"', id="lone dollar and percent"),
            pytest.param("x = 1 # }", id="hash comment"),
            pytest.param("x = 1 // }", id="slash comment"),
            pytest.param("x = 1 /* } \n } */", id="inline comment"),
            pytest.param("x = 1 /* /* } **/", id="comments do not nest"),
            pytest.param("x = 4 / 2 * 3", id="division"),
            pytest.param("x = 1 << 2", id="two less-than signs"),
            pytest.param("x = a<b && c>=d", id="comparisons"),
            pytest.param('x = <<EOT\n}\n"\n# ${y["}"]}\nEOT', id="heredoc"),
        ],
    )
    def test_is_whole(self, body: str) -> None:
        text = f"a {{\n{body}\n}}\nb {{}}\n"

        first, second = cut("main.tf", text).blocks
        assert text[first.start : first.end] == f"a {{\n{body}\n}}"
        assert second.type == "b"


class TestHeredoc:
    @pytest.mark.parametrize(
        "heredoc",
        [
            pytest.param("<<EOT\n} text\nEOT\n", id="plain"),
            pytest.param("<<-EOT\n  } text\n  EOT\n", id="indented"),
            pytest.param("<<EOT\n} text\n \t EOT\n", id="space before the mark, in the plain form"),
            pytest.param("<<EOT\n} text\nEOT \t\n", id="space after the mark"),
            pytest.param("<<EOT\nEOT\n", id="empty"),
            pytest.param("<<EOT\n} EOT\nEOT }\nEOTX\n EO T\nEOT\n", id="nearly the mark"),
            pytest.param("<<_é-2\n}\n_é-2\n", id="unicode mark"),
            pytest.param("<<E\r\n}\r\nE\r\n", id="CRLF"),
            pytest.param('<<E\n${"}"} ${ { a = 1 }["a"] }\nE\n', id="template"),
            pytest.param("<<E\n$${ %%{ $ % $$\nE\n", id="escaped template"),
            pytest.param("<<E\n${[\nE\n]}\nE\n", id="the mark inside a template"),
            pytest.param("<<E\n${<<E\n}\nE\n}\nE\n", id="a heredoc with the same mark inside a template"),
            pytest.param("<<E\n${x}\n${<<F\n${y}\nF\n}\nE\n", id="a heredoc inside a template"),
        ],
    )
    def test_is_whole(self, heredoc: str) -> None:
        text = f"a {{\n x = {heredoc}}}\nb {{}}\n"

        first, second = cut("main.tf", text).blocks
        assert text[first.start : first.end] == f"a {{\n x = {heredoc}}}"
        assert second.type == "b"

    @pytest.mark.parametrize("opening", ["<<", "<< EOT", "<<EOT ", "<<2", "<<-", "<<--EOT", '<<"EOT"'])
    def test_is_none(self, opening: str) -> None:
        assert names(f"a {{\n x = {opening}\n}}\nb {{}}\n") == ["a", "b"]


NOT_ON_ITS_LINE = "the string is not closed on its line"


class TestErrors:
    """What is wrong inside a block or a value."""

    @pytest.mark.parametrize(
        ("text", "line", "column", "message"),
        [
            pytest.param('a {\n x = "b\\\n"\n}\n', 2, 6, NOT_ON_ITS_LINE, id="backslash before the newline"),
            pytest.param('a {\n x = "b\r\n"\n}\n', 2, 6, NOT_ON_ITS_LINE, id="string over two lines, CRLF"),
            pytest.param('a {\n x = "${1}\n"\n}\n', 2, 6, NOT_ON_ITS_LINE, id="newline after a template"),
            pytest.param('a {\n x = "${y"\n}\n', 2, 10, NOT_ON_ITS_LINE, id="string inside an open template"),
            pytest.param('a {\n x = "${y\n}\n', 2, 6, NOT_ON_ITS_LINE, id="template closed by a later brace"),
            pytest.param(
                'a {\n x = "${[y\n', 2, 6, "the string is not closed", id="template open at the end"
            ),
            pytest.param("a {\n x = [1)\n}\n", 2, 8, "`)` does not close the `[` of line 2", id="mismatch"),
            pytest.param("a {\n x = [1\n}\n", 3, 1, "`}` does not close the `[` of line 2", id="open tuple"),
            pytest.param(
                'a {\n x = "${\n)}"\n}\n', 3, 1, "`)` does not close the `${` of line 2", id="in template"
            ),
            pytest.param(
                'a {\n x = "%{)}"\n}\n', 2, 9, "`)` does not close the `%{` of line 2", id="in directive"
            ),
            pytest.param("a {\n x = <<E\n}\n", 2, 6, "the heredoc is not closed", id="heredoc"),
            pytest.param(
                "a {\n x = <<E\n${[\nE\n", 2, 6, "the heredoc is not closed", id="template in a heredoc"
            ),
            pytest.param(
                "a {\n x = <<E\n${[\nE\n]}\n", 2, 6, "the heredoc is not closed", id="mark in a template"
            ),
            pytest.param("a {\n x = 1 /* c\n}\n", 2, 8, "the comment is not closed", id="comment in a block"),
            pytest.param("x = 1 ]\n", 1, 7, "`]` closes nothing", id="extra bracket in an attribute"),
            pytest.param("x = [\n1\n", 1, 5, "the `[` is not closed", id="attribute"),
            pytest.param("a {\n x = \0\n}\n", 2, 6, "unexpected control character U+0000", id="NUL"),
            pytest.param(
                "a {\n x = 1\ry = 2\n}\n", 2, 7, "unexpected control character U+000D", id="carriage return"
            ),
            pytest.param("a {\n x = \x7f\n}\n", 2, 6, "unexpected control character U+007F", id="delete"),
            pytest.param("a {\n<<<<<<< HEAD\n}\n", 2, 1, "merge conflict marker", id="conflict, ours"),
            pytest.param("a {\n=======\n}\n", 2, 1, "merge conflict marker", id="conflict, middle"),
            pytest.param(
                "a {\n x = [\n>>>>>>> b\n]\n}\n", 3, 1, "merge conflict marker", id="conflict, theirs"
            ),
        ],
    )
    def test_place(self, text: str, line: int, column: int, message: str) -> None:
        after = f"{text}\nnext {{\n}}\n"

        assert errors(after) == [(line, column, message)]
        assert names(after)[-1] == "next"
        assert errors(text) == [(line, column, message)]

    @pytest.mark.parametrize(
        "body",
        [
            pytest.param("x = <<E\n<<<<<<< a\n=======\n>>>>>>> b\nE", id="heredoc"),
            pytest.param("/*\n<<<<<<< a\n=======\n>>>>>>> b\n*/", id="comment"),
            pytest.param(" =======", id="not at the beginning of the line"),
            pytest.param("x = a >= b\n#\n=======x", id="more on the line"),
        ],
    )
    def test_no_conflict(self, body: str) -> None:
        assert names(f"a {{\n{body}\n}}\n/*\n=======\n*/") == ["a"]


class TestDepth:
    """The parser's time grows with the depth, and nobody nests so deeply."""

    # The block's own brace is the first of them.
    INSIDE = DEEPEST - 1

    @pytest.mark.parametrize(
        ("opening", "middle", "closing"),
        [
            pytest.param("[", "", "]", id="lists"),
            pytest.param("(", "a", ")", id="parentheses"),
            pytest.param("{a=", "1", "}", id="objects"),
        ],
    )
    def test_of_brackets(self, opening: str, middle: str, closing: str) -> None:
        def nested(depth: int) -> str:
            return f"a {{\n  x = {opening * depth}{middle}{closing * depth}\n}}\nb {{}}\n"

        column = 7 + len(opening) * self.INSIDE
        assert errors(nested(self.INSIDE)) == []
        assert errors(nested(self.INSIDE + 1)) == [(2, column, "nested too deeply")]
        assert names(nested(self.INSIDE + 1)) == ["b"]

    def test_of_templates(self) -> None:
        text = "a {\n  x = " + '"${' * DEEPEST + "a" + '}"' * DEEPEST + "\n}\nb {}\n"

        assert [message for *_, message in errors(text)] == ["nested too deeply"]
        assert names(text) == ["b"]

    def test_of_blocks(self) -> None:
        text = "  b {\n" * DEEPEST * 2 + "  }\n" * DEEPEST * 2 + "c {}\n"

        assert errors(text)[0] == (DEEPEST + 1, 5, "nested too deeply")
        assert names(text) == ["c"]
