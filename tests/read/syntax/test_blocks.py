"""Cutting a text into blocks: what is cut, what is an error and where."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spillover.model.source import Position, SourceSpan
from spillover.read.lines import Lines
from spillover.read.syntax.blocks import MAX_ERRORS, Attribute, Block, Comment, Cut, cut
from spillover.read.syntax.parse_block import parse_block


def read(text: str) -> Cut:
    """What is cut from a text without errors."""
    result = cut("main.tf", text)
    assert result.errors == ()
    return result


def only(text: str) -> Block:
    (block,) = read(text).blocks
    return block


def attributes(text: str) -> list[tuple[str, str]]:
    """Name and value of each attribute."""
    return [
        (found.name, found.source(text)[found.value_start - found.start :]) for found in read(text).attributes
    ]


def errors(text: str) -> list[tuple[int, int, str]]:
    return [(error.line, error.column, error.message) for error in cut("main.tf", text).errors]


def names(text: str) -> list[str]:
    """The blocks as in an address, ``type.label.label``."""
    return [".".join((block.type, *block.labels)) for block in cut("main.tf", text).blocks]


class TestHeader:
    def test_offsets(self) -> None:
        text = '\nresource "a" "b" {\n  x = 1\n}\n'

        assert only(text) == Block("resource", ("a", "b"), 1, 19, 29)
        assert Lines("main.tf", text).span(1, 29) == SourceSpan("main.tf", Position(2, 1), Position(4, 2))

    @pytest.mark.parametrize(
        ("header", "words"),
        [
            pytest.param("terraform {", ["terraform"], id="no label"),
            pytest.param('resource "a" "b" {', ["resource", "a", "b"], id="quoted labels"),
            pytest.param("resource a b{", ["resource", "a", "b"], id="bare labels"),
            pytest.param('resource"a""b"{', ["resource", "a", "b"], id="no spaces"),
            pytest.param('\tresource\t"a"\tb\t{', ["resource", "a", "b"], id="tabs"),
            pytest.param("größe-2 _x {", ["größe-2", "_x"], id="unicode identifier"),
            pytest.param('a "ü {}" {', ["a", "ü {}"], id="braces in a label"),
            pytest.param('a "" {', ["a", ""], id="empty label"),
            pytest.param(r'a "q\"b\\n\n\r\t" {', ["a", 'q"b\\n\n\r\t'], id="escapes"),
            pytest.param(r'a "\u00fc\U0001F600\U00000041" {', ["a", "ü😀A"], id="code points"),
            pytest.param('a "$5 %x $" {', ["a", "$5 %x $"], id="dollar and percent are text"),
            pytest.param('a "$${b} %%{c}" {', ["a", "${b} %{c}"], id="escaped templates"),
            pytest.param('a /* "x" { */ "b" /*\n*/ {', ["a", "b"], id="inline comments"),
            pytest.param('a "/* b */" {', ["a", "/* b */"], id="no comment in a label"),
        ],
    )
    def test_words(self, header: str, words: list[str]) -> None:
        block = only(header + "\n}\n")

        assert [block.type, *block.labels] == words
        assert block.header_end == len(header)

    def test_several(self) -> None:
        text = 'a {}\nb "c" {\n}\n# d {}\n\n  e {}'

        assert names(text) == ["a", "b.c", "e"]
        assert [text[block.start : block.end] for block in read(text).blocks] == [
            "a {}",
            'b "c" {\n}',
            "e {}",
        ]

    @pytest.mark.parametrize("text", ["", "\ufeff", " \n\t\r\n", "# only a comment"])
    def test_nothing(self, text: str) -> None:
        assert read(text) == Cut((), (), (), ())

    def test_byte_order_mark(self) -> None:
        assert only("\ufeffa {\n}\n") == Block("a", (), 1, 4, 6)


class TestComments:
    def test_only_those_with_the_marker(self) -> None:
        text = (
            "# spillover:ignore ZA001 because\na { // no\n"
            " x = [ /* spillover:\n*/ ] // spillover: x\r\n}\n# spill"
        )

        assert read(text).comments == (
            Comment(0, 32, "# spillover:ignore ZA001 because"),
            Comment(50, 66, "/* spillover:\n*/"),
            Comment(69, 84, "// spillover: x"),
        )

    def test_in_a_header(self) -> None:
        assert read("a /* spillover: */ {}").comments == (Comment(2, 18, "/* spillover: */"),)

    def test_not_in_text(self) -> None:
        assert read('a {\n x = "# spillover:"\n y = <<E\n# spillover:\nE\n}').comments == ()

    def test_above_a_block_after_a_broken_one(self) -> None:
        text = 'a {\n x = "\n}\n# spillover:lost\n\n# spillover:kept\n  // and this\nb {}\n'

        assert [comment.text for comment in cut("main.tf", text).comments] == ["# spillover:kept"]

    def test_once_though_read_twice(self) -> None:
        text = "a {\n# spillover:1\n\n# spillover:2\nb {\n# spillover:3\n}\n"

        result = cut("main.tf", text)
        assert [comment.text for comment in result.comments] == [
            "# spillover:1",
            "# spillover:2",
            "# spillover:3",
        ]


class TestAttributes:
    def test_offsets(self) -> None:
        text = "x = 1\nlong_name  =   [\n1 ] # c\n"

        assert read(text).attributes == (
            Attribute("x", 0, 4, 5),
            Attribute("long_name", 6, 21, 26),
        )

    @pytest.mark.parametrize(
        ("text", "name", "value"),
        [
            pytest.param("x=1", "x", "1", id="end of the text"),
            pytest.param("x = 1 \t\n", "x", "1", id="space at the end"),
            pytest.param("x = 1\r\n", "x", "1", id="CRLF"),
            pytest.param("x = 1 # c\n", "x", "1", id="hash comment"),
            pytest.param("x = 1 // c\n", "x", "1", id="slash comment"),
            pytest.param("x /* c */ = /* c */ 1 /* \n */ + 2\n", "x", "1 /* \n */ + 2", id="inline comments"),
            pytest.param("x = [\n1 # c\n]\n", "x", "[\n1 # c\n]", id="tuple"),
            pytest.param("x = {\n a = 1\n}\n", "x", "{\n a = 1\n}", id="object"),
            pytest.param('x = "${\n1}"\n', "x", '"${\n1}"', id="template"),
            pytest.param("x = <<E\n}\nE\n", "x", "<<E\n}\nE", id="heredoc"),
            pytest.param("x = <<E\r\n}\r\n E\r\n", "x", "<<E\r\n}\r\n E", id="heredoc with CRLF"),
            pytest.param("x = a == b\n", "x", "a == b", id="equals sign in the value"),
            pytest.param("x = 6 / 2\n", "x", "6 / 2", id="division"),
            pytest.param("x =\n", "x", "", id="no value"),
        ],
    )
    def test_value(self, text: str, name: str, value: str) -> None:
        assert attributes(text + "next = 0\n" if text.endswith("\n") else text)[:1] == [(name, value)]

    def test_beside_blocks(self) -> None:
        text = "x = 1\na {\n}\ny = 2\n"

        assert attributes(text) == [("x", "1"), ("y", "2")]
        assert names(text) == ["a"]


NOT_ON_ITS_LINE = "the string is not closed on its line"


class TestErrors:
    """One broken block is one error, where it helps, and the block after it is found."""

    @pytest.mark.parametrize(
        ("text", "line", "column", "message"),
        [
            pytest.param('a {\n x = "b\n}\n', 2, 6, NOT_ON_ITS_LINE, id="string over two lines"),
            pytest.param("a {\n x {\n}\n", 1, 1, "the block is not closed", id="block"),
            pytest.param("  a\t/* c */ {\n", 1, 3, "the block is not closed", id="block, its header"),
            pytest.param(
                "a {\n x = ]\n}\n", 2, 6, "`]` does not close the `{` of line 1", id="extra bracket"
            ),
            pytest.param("/* c\n", 1, 1, "the comment is not closed", id="comment"),
            pytest.param("a /* c\n", 1, 3, "the comment is not closed", id="comment in a header"),
            pytest.param("a {\n}}\n", 2, 2, "`}` closes nothing", id="extra brace after a block"),
            pytest.param(
                'a "b"\n{\n x = 1\n}\n',
                1,
                6,
                "the `{` of a block must be on the line of its type",
                id="brace",
            ),
            pytest.param(
                "a # c\n\n{\n}\n", 1, 3, "the `{` of a block must be on the line of its type", id="far brace"
            ),
            pytest.param('a "b {\n x = 1\n}\n', 1, 3, NOT_ON_ITS_LINE, id="label"),
            pytest.param('a "${b}" {\n}\n', 1, 3, "a label must be a plain string", id="template in a label"),
            pytest.param('a "\\q" {\n}\n', 1, 3, "a label must be a plain string", id="escape in a label"),
            pytest.param(
                'a "\\uD800" {\n}\n', 1, 3, "a label must be a plain string", id="surrogate in a label"
            ),
            pytest.param("\0\n", 1, 1, "unexpected text `\ufffd`", id="NUL at top level"),
            pytest.param("=======\r\n", 1, 1, "merge conflict marker", id="conflict at top level"),
            pytest.param("a\n", 1, 1, "unexpected text `a`", id="a word"),
            pytest.param('a "b"\n', 1, 1, 'unexpected text `a "b"`', id="a header without a body"),
            pytest.param("x == 1\n", 1, 1, "unexpected text `x == 1`", id="a comparison"),
            pytest.param('"x" = 1\n', 1, 1, 'unexpected text `"x" = 1`', id="a quoted name"),
            pytest.param(" {\n x = 1\n}\n", 1, 2, "unexpected text `{`", id="a body without a header"),
            pytest.param("a {\n} b\n", 2, 3, "unexpected text `b`", id="text after a block"),
            pytest.param("\ufeff?\n", 1, 1, "unexpected text `?`", id="after a byte order mark"),
            pytest.param("?" * 41, 1, 1, f"unexpected text `{'?' * 37}...`", id="a long line"),
        ],
    )
    def test_place(self, text: str, line: int, column: int, message: str) -> None:
        after = f"{text}\nnext {{\n}}\n"

        assert errors(after) == [(line, column, message)]
        assert names(after)[-1] == "next"
        assert errors(text) == [(line, column, message)]

    def test_path(self) -> None:
        (error,) = cut("net/main.tf", "?").errors

        assert str(error) == "net/main.tf:1:1: unexpected text `?`"

    def test_pasted_output_is_one_error(self) -> None:
        output = "╷\n│ Error: Error 400: Invalid value for field resource.x., invalid\n│ {}\n\n# c\n╵\n"
        text = f"a {{\n}}\n\n{output}b {{\n}}\n?\n"

        assert errors(text) == [(4, 1, "unexpected text `╷`"), (12, 1, "unexpected text `?`")]
        assert names(text) == ["a", "b"]

    def test_pasted_body_is_passed_over(self) -> None:
        text = '| one\n+ resource "a" "b" {\n  x = 1\n  y {\n}\n}\nb {\n}\n'

        assert errors(text) == [(1, 1, "unexpected text `| one`")]
        assert names(text) == ["b"]
        assert cut("main.tf", text).attributes == ()

    def test_pasted_last_line(self) -> None:
        assert errors("? {") == [(1, 1, "unexpected text `? {`")]

    def test_unclosed_block_ends_before_the_next_header(self) -> None:
        text = "a {\n x {\n}\nb {\n}\n\nc {\n x {\n}\nd {\n}\n"

        assert errors(text) == [(1, 1, "the block is not closed"), (7, 1, "the block is not closed")]
        assert names(text) == ["b", "d"]

    def test_broken_attribute_ends_before_the_next(self) -> None:
        text = "x = [\ny = 1\nz = )\nv == 2\nw = 2\n"

        assert errors(text) == [(3, 5, "`)` does not close the `[` of line 1")]
        assert [found.name for found in cut("v.tfvars", text).attributes] == ["w"]

    def test_unclosed_attribute_ends_before_the_next(self) -> None:
        text = "x = [\ny = 1\nw = {\nv = 2\n"

        assert errors(text) == [(1, 5, "the `[` is not closed"), (3, 5, "the `{` is not closed")]
        assert [found.name for found in cut("v.tfvars", text).attributes] == ["y", "v"]

    def test_conflict_around_blocks(self) -> None:
        text = "<<<<<<< HEAD\na {\n}\n=======\nb {\n}\n>>>>>>> main\n"

        assert errors(text) == [(line, 1, "merge conflict marker") for line in (1, 4, 7)]
        assert names(text) == ["a", "b"]

    def test_too_many(self) -> None:
        text = "a {\n x = ]\n}\n" * (MAX_ERRORS + 5)

        found = errors(text)
        assert len(found) == MAX_ERRORS + 1
        assert found[-1] == (MAX_ERRORS * 3 + 2, 6, "too many errors, the rest of the file was not read")
        assert len(errors("a {\n x = ]\n}\n" * MAX_ERRORS)) == MAX_ERRORS

    @pytest.mark.parametrize(
        "piece",
        [
            "a {\n",
            "a {",
            "a {\n x = [\n",
            "a = [\n",
            'a = "${\n',
            "a = <<E\n",
            "a = <<E\n${\nE\n",
            "/*",
            "a /*\n",
            "?\n",
        ],
    )
    def test_takes_linear_time(self, piece: str) -> None:
        """Quadratic time would be minutes here."""
        assert errors(piece * 10_000)


# --- laws ---------------------------------------------------------------------------------

IDENTIFIERS = st.from_regex(r"[a-z_][a-z0-9_-]{0,5}", fullmatch=True).map(lambda word: f"n{word}")
# What a line break and a gap between tokens can be, where newlines are ignored and where not.
COMMENTS = st.sampled_from(["# }\n", '// ] "\n', "#\n", "# spillover: \n"])
INLINE = st.sampled_from([" ", "", "\t", " /* } */ ", ' /* " \n { */ '])
ANYWHERE = INLINE | st.just("\n") | st.just("\n  \n") | COMMENTS.map(lambda comment: f" {comment}")
TEXT = st.text(st.sampled_from("ab {}[]()#/*é<=~'"), max_size=6)
ESCAPES = st.sampled_from([r"\"", r"\\", r"\n", r"\u00e9", "$${x}", "%%{x}", "$ ", "% ", ""])


def _template(expression: str, before: str, after: str, trim: tuple[str, str]) -> str:
    return f"${{{trim[0]}{before}{expression}{after}{trim[1]}}}"


def _strings(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    trims = st.tuples(st.sampled_from(["", "~"]), st.sampled_from(["", "~"]))
    templates = st.builds(_template, inner, ANYWHERE, ANYWHERE, trims)
    directives = inner.map(lambda expression: f"%{{if {expression}}}y%{{~ else }}}}%{{endif ~}}")
    return st.lists(TEXT | ESCAPES | templates | directives, max_size=3).map(
        lambda parts: f'"{"".join(parts)}"'
    )


def _several(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions that hold others."""
    spaced = st.builds("{}{}{}".format, ANYWHERE, inner, ANYWHERE)
    return st.one_of(
        _strings(inner),
        st.lists(spaced, max_size=3).map(lambda items: f"[{','.join(items)}]"),
        st.lists(spaced, max_size=3).map(lambda items: f"f({','.join(items)})"),
        spaced.map(lambda item: f"({item})"),
        st.builds("({}{}&& {})".format, inner, ANYWHERE, inner),
        st.builds("(nx{}.b)".format, ANYWHERE),
        st.builds("{} ? {} : {}".format, inner, inner, inner),
        st.builds("[for k,{}v in {} : v if {}]".format, ANYWHERE, inner, inner),
        st.builds("{{{}for k,{}v in {} : k{}=> {} }}".format, ANYWHERE, ANYWHERE, inner, ANYWHERE, inner),
        st.builds(
            _object, st.lists(st.tuples(IDENTIFIERS, inner, INLINE), max_size=3), COMMENTS | st.just("\n")
        ),
    )


def _object(items: list[tuple[str, str, str]], end: str) -> str:
    return "{" + end + "".join(f"{name} ={space}{value} {end}" for name, value, space in items) + "}"


EXPRESSIONS = st.recursive(
    st.sampled_from(["1", "2.5", "true", "null", "var.x", "nx[0].b", '""']), _several, max_leaves=8
)


def _heredoc(lines: list[str], mark: str, form: tuple[str, str]) -> str:
    body = "".join(f"{line}\n" for line in lines)
    return f"{form[0]}{mark}\n{body}{form[1]}{mark}"


HEREDOC_LINES = st.builds(
    "{}{}".format, TEXT, EXPRESSIONS.map(lambda expression: f"${{{expression}}}") | TEXT
)
HEREDOCS = st.builds(
    _heredoc,
    st.lists(HEREDOC_LINES, max_size=3),
    st.sampled_from(["EOT", "E-1", "END_OF"]),
    st.sampled_from([("<<", ""), ("<<-", "  "), ("<<", "\t")]),
)
VALUES = EXPRESSIONS | HEREDOCS | HEREDOCS.map(lambda heredoc: f"[{heredoc}\n,{heredoc}\n]")
ARGUMENTS = st.builds("{} ={}{}".format, IDENTIFIERS, INLINE, VALUES)
LABELS = st.lists(st.sampled_from(['"x"', '"{"', r'"q\""', "bare"]), max_size=2)


def _block(type_: str, labels: list[str], body: list[str], space: str) -> str:
    lines = "".join(f"  n{at}{line}\n" if line[0] == "n" else f"  {line}\n" for at, line in enumerate(body))
    return f"{' '.join([type_, *labels])}{space}{{\n{lines}}}"


BODIES = st.recursive(
    st.lists(ARGUMENTS | COMMENTS.map(str.strip), max_size=3),
    lambda inner: st.lists(ARGUMENTS | st.builds(_block, IDENTIFIERS, LABELS, inner, INLINE), max_size=3),
    max_leaves=3,
)
LABEL_VALUES = {'"x"': "x", '"{"': "{", r'"q\""': 'q"', "bare": "bare"}
HEADERS = st.tuples(IDENTIFIERS, LABELS)
GAPS = st.lists(COMMENTS | st.sampled_from(["\n", "  ", "/* } \n */", "\t\n"]), max_size=3).map("".join)


@st.composite
def files(draw: st.DrawFn) -> tuple[str, list[tuple[str, list[str], int, int]]]:
    """A valid text, and of each block in it the type, the labels, the start and the end."""
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    text = draw(st.sampled_from(["", "\ufeff"]))
    blocks = []
    for type_, labels in draw(st.lists(HEADERS, max_size=3)):
        text += draw(GAPS).replace("\n", newline)
        block = _block(type_, labels, draw(BODIES), draw(INLINE)).replace("\n", newline)
        blocks.append((type_, [LABEL_VALUES[label] for label in labels], len(text), len(text) + len(block)))
        text += block + newline
    return text + draw(GAPS).replace("\n", newline), blocks


def valid_texts() -> st.SearchStrategy[str]:
    return files().map(lambda made: made[0])


class TestLaws:
    @given(files())
    def test_cuts_what_was_put_together(
        self, made: tuple[str, list[tuple[str, list[str], int, int]]]
    ) -> None:
        text, blocks = made

        result = read(text)
        assert [(found.type, list(found.labels), found.start, found.end) for found in result.blocks] == blocks
        assert all(text[block.header_end - 1] == "{" for block in result.blocks)

    @settings(deadline=None, max_examples=50)  # the parser is slow
    @given(valid_texts())
    def test_parser_accepts_the_source(self, text: str) -> None:
        for block in read(text).blocks:
            parsed = parse_block(Lines("main.tf", text), block.source(text), block.start)
            assert (parsed.type, parsed.labels) == (block.type, block.labels)
            assert (parsed.start, parsed.header_end, parsed.end) == (block.start, block.header_end, block.end)

    @given(st.text(st.sampled_from('a={}[]()"$%~<E\n\r#/*\\-x \ufeff\0é>|'), max_size=60) | st.text())
    @example("<<<<<<< \n=======\n>>>>>>> ")
    def test_never_raises(self, text: str) -> None:
        check_in_order(text)

    @given(valid_texts(), st.data())
    def test_never_raises_on_nearly_valid_text(self, text: str, data: st.DataObject) -> None:
        for _ in range(data.draw(st.integers(1, 3))):
            at = data.draw(st.integers(0, len(text)))
            gone = data.draw(st.integers(0, 3))
            new = data.draw(
                st.sampled_from(
                    ["", '"', "{", "}", "${", "[", ")", "\n", "<<E\n", "/*", "#", "\0", "~", "=======\n"]
                )
            )
            text = text[:at] + new + text[at + gone :]
        check_in_order(text)


def check_in_order(text: str) -> None:
    """Everything lies within the text, in order, and nothing twice."""
    result = cut("main.tf", text)
    items: list[Block | Attribute] = [*result.blocks, *result.attributes]
    items.sort(key=lambda item: item.start)
    end = 0
    for item in items:
        assert end <= item.start < item.end <= len(text)
        end = item.end
    assert list(result.blocks) == sorted(result.blocks, key=lambda block: block.start)
    starts = [comment.start for comment in result.comments]
    assert starts == sorted(set(starts))
    places = [(error.line, error.column) for error in result.errors]
    assert places == sorted(places)
    assert all(line >= 1 and column >= 1 for line, column in places)
    assert all(len(error.message) < 120 for error in result.errors)
