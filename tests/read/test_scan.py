"""Scanning a block: where it ends, what is blanked in it, what is an error and where."""

import hcl2
import pytest

from spillover.read.blocks import Block, cut
from spillover.read.scan import DEEPEST


def only(text: str) -> Block:
    """The only block of a text without errors."""
    result = cut("main.tf", text)
    assert result.errors == ()
    (block,) = result.blocks
    return block


def source(text: str) -> str:
    """The source of the only block, which the parser must accept."""
    blanked = only(text).source(text)
    hcl2.parses_to_tree(blanked)
    return blanked


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

    def test_text_stays_and_its_templates_are_blanked(self) -> None:
        text = "a {\n x = <<E\n # no comment\r\n ( ${~ y # comment\n ~}\nE\n}"

        assert source(text) == "a {\n x = <<E\n # no comment\r\n ( ${  y             }\nE\n}"
        assert only(text).trims == (text.index("~ y"), text.index("~}"))

    def test_its_newline_stays_inside_brackets(self) -> None:
        text = "a {\n x = [<<E\ntext\nE\n, <<F\nF\n]\n}"

        assert source(text) == text


class TestBlanking:
    """The parser gets what it needs, at the offsets where it was."""

    @pytest.mark.parametrize(
        ("body", "blanked"),
        [
            pytest.param("x = 1 # c", "x = 1    ", id="hash comment"),
            pytest.param("x = 1 // c", "x = 1     ", id="slash comment"),
            pytest.param("x = /* c\n */ 1", "x =          1", id="inline comment"),
            pytest.param("x = (\n1\n+ 2)", "x = ( 1 + 2)", id="newlines in parentheses"),
            pytest.param("x = [\n\n\t1,\n]", "x = [   1, ]", id="newlines and indentation in brackets"),
            pytest.param("x = (y\n  .z)", "x = (y   .z)", id="newline before a dot"),
            pytest.param('x = "${\ny\n}"', 'x = "${ y }"', id="newlines in an interpolation"),
            pytest.param(
                'x = "%{\nif y\n}z%{endif}"', 'x = "%{ if y }z%{endif}"', id="newlines in a directive"
            ),
            pytest.param("x = {\ny = 1\n}", "x = {\ny = 1\n}", id="newlines in an object stay"),
            pytest.param("x = [{\ny = 1\n},\n]", "x = [{\ny = 1\n}, ]", id="also in an object in brackets"),
            pytest.param(
                "x = [for k,\nv in y : v]", "x = [for k, v in y : v]", id="newline in a for expression"
            ),
            pytest.param("x = [ # c\n1]", "x = [     1]", id="comment in brackets"),
            pytest.param('x = "# ( // [ /* */"', 'x = "# ( // [ /* */"', id="no comment in a string"),
            pytest.param("x = 1\r\ny = [\r\n]", "x = 1 \ny = [  ]", id="carriage returns"),
            pytest.param("x = 1 # c\r", "x = 1     ", id="carriage return after a comment"),
            pytest.param(
                'x = "%{~ if y ~}z%{~ endif ~}"', 'x = "%{~ if y ~}z%{~ endif ~}"', id="directives keep ~"
            ),
        ],
    )
    def test_body(self, body: str, blanked: str) -> None:
        assert source(f"a {{\n{body}\n}}") == f"a {{\n{blanked}\n}}"

    def test_strip_markers_are_remembered(self) -> None:
        text = '\n\na {\n x = "p ${~ y ~} q ${z ~} r ${~ y["~}"]}"\n}'

        assert source(text) == 'a {\n x = "p ${  y  } q ${z  } r ${  y["~}"]}"\n}'
        assert only(text).trims == (14, 18, 27, 34)

    def test_other_tildes_stay(self) -> None:
        text = "a {\n x = ~ y\n z = {~}\n}"

        assert only(text).source(text) == text

    def test_offsets_are_the_files(self) -> None:
        block = only("\n\na {\n # c\n}")

        assert block.blanks == ((7, 10),)


class TestForExpression:
    """In the brace of a ``for`` expression newlines mean nothing, in any other they do."""

    @pytest.mark.parametrize(
        ("value", "blanked"),
        [
            pytest.param("{for k,\nv in y : k => v}", "{for k, v in y : k => v}", id="between the names"),
            pytest.param("{\n  for k in y :\n  k => v\n}", "{   for k in y :   k => v }", id="usual lines"),
            pytest.param(
                "{for k in y : k\n=>\nv\n...\nif\nz\n}", "{for k in y : k => v ... if z }", id="end"
            ),
            pytest.param("{for\nk\n,\nv\nin\ny\n:k=>v}", "{for k , v in y :k=>v}", id="everywhere"),
            pytest.param("{for k,v in y:\nk=>v}", "{for k,v in y: k=>v}", id="no spaces"),
            pytest.param(
                "{for\tin in y :\r\n1 => 2}", "{for\tin in y :  1 => 2}", id="tab, CRLF, keyword as name"
            ),
            pytest.param(
                "{ # c\n /* {\n*/ for /**/ k // c\n in y : k\n=> v}",
                "{              for      k       in y : k => v}",
                id="comments",
            ),
            pytest.param(
                "{for k in\n{\na = 1\n} : k => {\nb = 2\n}\n}",
                "{for k in {\na = 1\n} : k => {\nb = 2\n} }",
                id="objects inside keep theirs",
            ),
            pytest.param(
                "{\nz = {for k in y : k\n=> {for l in k : l\n=> 1}}\n}",
                "{\nz = {for k in y : k => {for l in k : l => 1}}\n}",
                id="inside an object and inside another",
            ),
            pytest.param(
                "[y ? {for k in y : k\n=> 1} : z]", "[y ? {for k in y : k => 1} : z]", id="inside brackets"
            ),
            pytest.param(
                'f("${{for k in y : k\n=> 1}}")', 'f("${{for k in y : k => 1}}")', id="inside a template"
            ),
            pytest.param(
                "[for j in {for k in y : k\n=> 1} : j]",
                "[for j in {for k in y : k => 1} : j]",
                id="after the word in",
            ),
        ],
    )
    def test_newlines_are_blanked(self, value: str, blanked: str) -> None:
        assert source(f"a {{\nx = {value}\n}}") == f"a {{\nx = {blanked}\n}}"

    def test_with_a_name_that_the_parser_does_not_know(self) -> None:
        text = "a {\nx = {for é_1-x\nin y : 1 => 2}\n}"

        assert only(text).source(text) == "a {\nx = {for é_1-x in y : 1 => 2}\n}"

    @pytest.mark.parametrize(
        "body",
        [
            pytest.param("x = { for = 1\ny = 2 }", id="key"),
            pytest.param("x = {\nfor = 1\ny = 2\n}", id="key on its line"),
            pytest.param("x = { for : 1\ny = 2 }", id="key before a colon"),
            pytest.param('x = { "for" = 1\ny = 2 }', id="quoted key"),
            pytest.param("x = { for_each = 1\ny = 2 }", id="longer key"),
            pytest.param("x = { forx = 1\nin = 2 }", id="longer key, then in"),
            pytest.param("for = 1\nin = 2", id="attribute"),
            pytest.param("for x {\ny = 1\n}", id="block type"),
            pytest.param("for x inn {\ny = 1\n}", id="block type with two labels"),
            pytest.param("b {\nfor x in {\ny = 1\n}\n}", id="block type with the labels of an expression"),
            pytest.param('b "c" {\nfor x in {\ny = 1\n}\n}', id="the same after a quoted label"),
            pytest.param("for x in {\ny = 1\n}", id="the same in the block itself"),
        ],
    )
    def test_newlines_stay(self, body: str) -> None:
        text = f"a {{\n{body}\n}}"

        assert source(text) == text

    def test_its_value_may_span_lines(self) -> None:
        text = "x = {for k,\nv in y : k\n=> v}\nz = 1\n"

        first, second = cut("v.tfvars", text).attributes
        assert first.source(text) == "x = {for k, v in y : k => v}"
        assert second.name == "z"

    def test_takes_linear_time(self) -> None:
        assert errors("a {" + "{for k in { # for\n" * 20_000)
        assert errors("a {" + "{ /* for */" * 20_000)
        assert errors("a {" + "{ #" * 20_000)


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
