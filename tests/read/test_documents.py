"""What both syntaxes share, and JSON: values, spans, the places of errors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from decimal import Decimal
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.model.source import FieldPath, Position
from spillover.read.documents import Document, JsonValue, Syntax, read_documents, read_text, sniff

Steps: TypeAlias = tuple[str | int, ...]


def read(text: str) -> Document:
    (document,) = read_documents("a.json", text, "json")
    return document


def fault(text: str, syntax: Syntax = "json") -> InputError:
    with pytest.raises(InputError) as caught:
        read_documents("folder/a.json", text, syntax)
    assert caught.value.path == "folder/a.json"
    assert len(caught.value.message) < 90
    return caught.value


def place(document: Document, path: str) -> str:
    """The span as ``line:column-line:column``."""
    span = document.span(FieldPath.parse(path))
    assert span.path == document.path
    return f"{span.start.line}:{span.start.column}-{span.end.line}:{span.end.column}"


def written(document: Document, steps: Steps) -> str:
    """The text inside the span, cut out by line and column."""
    span = document.span(FieldPath(steps))
    lines = document.text.removeprefix("\ufeff").split("\n")[span.start.line - 1 : span.end.line]
    lines[-1] = lines[-1][: span.end.column - 1]
    lines[0] = lines[0][span.start.column - 1 :]
    return "\n".join(lines)


class TestSyntax:
    @pytest.mark.parametrize(
        ("text", "syntax"),
        [
            ("{}", "json"),
            ("[]", "json"),
            (" \r\n\t [", "json"),
            ("\ufeff{", "json"),
            ("\ufeff\n{", "json"),
            ("a: {}", "yaml"),
            ("# {", "yaml"),
            ('"text"', "yaml"),
            ("", "yaml"),
        ],
    )
    def test_sniff(self, text: str, syntax: str) -> None:
        assert sniff(text) == syntax

    @pytest.mark.parametrize(
        ("path", "text", "syntax"),
        [
            ("a.yaml", "{a: b}", "yaml"),
            ("a.YML", "{a: b}", "yaml"),
            ("a.json", '{"a": "b"}', "json"),
            ("a.json", "a: b", "yaml"),
            ("a", '\ufeff{"a": "b"}', "json"),
        ],
    )
    def test_a_yaml_name_decides_and_else_the_text(self, path: str, text: str, syntax: str) -> None:
        (document,) = read_text(path, text)

        assert document == Document(path, text, syntax, 0, {"a": "b"})  # type: ignore[arg-type]

    def test_reading_json_never_imports_yaml(self) -> None:
        program = (
            "import sys; from spillover.read.documents import read_text, FieldPath;"
            'read_text("a", "[1]")[0].span(FieldPath((0,)));'
            'sys.exit("yaml" in sys.modules)'
        )

        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run([sys.executable, "-c", program], check=True, env=environment)


class TestValues:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("{}", {}),
            (" [ ] \n", []),
            ('{"a": [true, false, null, "x"]}', {"a": [True, False, None, "x"]}),
            ('{"a": 1, "a": 2}', {"a": 2}),
            ('"\\u0061\\ud83d\\ude00\\n"', "a😀\n"),
            ('"\\u0000"', "\0"),
            ('"\\\\ud800"', "\\ud800"),
            ("9007199254740993", 9007199254740993),
            ("-0", 0),
            ("1" * 400, int("1" * 400)),
            ("\ufeff1", 1),
        ],
    )
    def test_json(self, text: str, value: JsonValue) -> None:
        assert read(text).value == value

    @pytest.mark.parametrize("text", ["0.1", "1.10", "1e2", "-2.5E-3", "1e400", "0." + "3" * 399])
    def test_other_numbers_are_exactly_as_written(self, text: str) -> None:
        value = read(text).value

        assert isinstance(value, Decimal)
        assert value.as_tuple() == Decimal(text).as_tuple()

    def test_integers_are_no_decimals(self) -> None:
        assert type(read("3").value) is int

    def test_a_document_can_be_hashed_and_made_by_hand(self) -> None:
        document = Document("a.json", '{"a": [1]}', "json", 0, {"a": [1]})

        assert document == read('{"a": [1]}')
        assert hash(document) == hash(read('{"a": [1]}'))
        assert place(document, "a[0]") == "1:8-1:9"

    def test_json_has_no_comments(self) -> None:
        assert read('["# ignore"]').comments_with("ignore") == ()


class TestSpans:
    TEXT = '{\n  "name": "be",\n\t"ports" : [ 80,\r\n  [443, {"a": {}}]\r\n ],\n  "name": 7\n}\n'

    @pytest.mark.parametrize(
        ("path", "span"),
        [
            pytest.param("", "1:1-7:2", id="root"),
            pytest.param("ports", "3:2-5:3", id="member from its key, a tab is one column"),
            pytest.param("ports[0]", "3:14-3:16", id="element"),
            pytest.param("ports[1]", "4:3-4:19", id="nested array"),
            pytest.param("ports[1][0]", "4:4-4:7", id="element of a nested array"),
            pytest.param("ports[1][1]", "4:9-4:18", id="object in an array"),
            pytest.param("ports[1][1].a", "4:10-4:17", id="member in an array"),
            pytest.param("name", "6:3-6:12", id="the last of equal keys"),
            pytest.param("absent", "1:1-7:2", id="no such key"),
            pytest.param("name.deeper", "6:3-6:12", id="inside a scalar"),
            pytest.param("name[0]", "6:3-6:12", id="index into a scalar"),
            pytest.param("ports[2]", "3:2-5:3", id="no such index"),
            pytest.param("ports.a", "3:2-5:3", id="key of an array"),
            pytest.param("[0]", "1:1-7:2", id="index of an object"),
            pytest.param("ports[1][1].a[0].b", "4:10-4:17", id="far beyond what exists"),
        ],
    )
    def test_lines_and_columns(self, path: str, span: str) -> None:
        assert place(read(self.TEXT), path) == span

    def test_a_byte_order_mark_takes_no_column(self) -> None:
        document = read('\ufeff {"a": 1,\n"b": 2}')

        assert place(document, "") == "1:2-2:8"
        assert place(document, "a") == "1:3-1:9"
        assert place(document, "b") == "2:1-2:7"

    def test_columns_count_code_points(self) -> None:
        assert place(read('{"😀é": "😀", "b": 1}'), "b") == "1:13-1:19"

    def test_keys_are_compared_without_their_escapes(self) -> None:
        assert place(read(r'{"x": 1, "\u0061": 2}'), "a") == "1:10-1:21"

    def test_brackets_and_quotes_in_strings_do_not_matter(self) -> None:
        assert place(read(r'["]", "\"[", 1]'), "[2]") == "1:14-1:15"

    def test_a_negative_index_does_not_exist(self) -> None:
        assert read("[1, 2]").span(FieldPath((-1,))).end == Position(1, 7)

    def test_empty_containers_hold_nothing(self) -> None:
        document = read("[ {} , [ ] ]")

        assert place(document, "[0].a") == "1:3-1:5"
        assert place(document, "[1][0]") == "1:8-1:11"

    def test_elements_may_be_asked_for_in_any_order(self) -> None:
        document = read("[10, 20, 30, 40]")

        places = [place(document, f"[{index}]") for index in (2, 0, 3, 9, 2)]

        assert places == ["1:10-1:12", "1:2-1:4", "1:14-1:16", "1:1-1:17", "1:10-1:12"]


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "line", "column", "message"),
        [
            pytest.param("", 1, 1, "the text ends too early", id="empty"),
            pytest.param('{"a": [1,\n  ', 2, 3, "the text ends too early", id="truncated"),
            pytest.param('{"a"', 1, 5, "the text ends too early", id="truncated after a key"),
            pytest.param('{"a": tr', 1, 9, "the text ends too early", id="truncated word"),
            pytest.param("[1.", 1, 4, "the text ends too early", id="truncated number"),
            pytest.param('["ab', 1, 5, "the text ends inside a string", id="truncated string"),
            pytest.param('["ab\\', 1, 6, "the text ends inside a string", id="truncated escape"),
            pytest.param('["ab\\u12', 1, 9, "the text ends inside a string", id="truncated code"),
            pytest.param("[1,\n2 ,\n]", 2, 3, "trailing comma", id="trailing comma in an array"),
            pytest.param('{"a": 1,}', 1, 8, "trailing comma", id="trailing comma in an object"),
            pytest.param("[1, , 2]", 1, 5, "expected a value", id="no value"),
            pytest.param("[1, x]", 1, 5, "expected a value", id="no such word"),
            pytest.param("[]]", 1, 3, "unexpected text after the value", id="garbage after"),
            pytest.param("{}\r\n {}", 2, 2, "unexpected text after the value", id="second value"),
            pytest.param("{1: 2}", 1, 2, "expected a key in double quotes", id="number as key"),
            pytest.param('{"a" 1}', 1, 6, "expected ':' after the key", id="no colon"),
            pytest.param('{"a": 1 "b": 2}', 1, 9, "expected ',' or a closing bracket", id="no comma"),
            pytest.param("[1}", 1, 3, "expected ',' or a closing bracket", id="wrong bracket"),
            pytest.param('["a\tb"]', 1, 4, "control character in a string", id="raw tab"),
            pytest.param('["a\n', 1, 4, "control character in a string", id="newline in a string"),
            pytest.param('["\\\\ \\x"]', 1, 6, "invalid escape in a string", id="bad escape"),
            pytest.param('["\\u12g4"]', 1, 3, "invalid escape in a string", id="bad code"),
            pytest.param('["\\ud83d\\u12"]', 1, 9, "invalid escape in a string", id="bad second half"),
            pytest.param('["NaN", NaN]', 1, 9, "NaN is not a number", id="NaN"),
            pytest.param("[1,\n-Infinity]", 2, 1, "-Infinity is not a number", id="infinity"),
            pytest.param(
                '["1e999999", 1e999999]', 1, 14, "a number with an exponent beyond 400", id="huge number"
            ),
            pytest.param("[1E-401]", 1, 2, "a number with an exponent beyond 400", id="tiny number"),
            pytest.param(f"[1, {'1' * 401}]", 1, 5, "a number of more than 400 digits", id="digits"),
            pytest.param(f"[{'1' * 5000}]", 1, 2, "a number of more than 400 digits", id="Python's limit"),
            pytest.param(f"[0.{'1' * 400}]", 1, 2, "a number of more than 400 digits", id="decimals"),
            pytest.param('["\\\\", "\\ud83d"]', 1, 9, "half of a surrogate pair", id="escaped half"),
            pytest.param('["\\ud83d\\ud83d\\ude00"]', 1, 3, "half of a surrogate pair", id="half and pair"),
            pytest.param('["\ud83d"]', 1, 3, "half of a surrogate pair", id="raw half"),
            pytest.param('["\0"]', 1, 3, "control character in a string", id="NUL in a string"),
            pytest.param("[\0]", 1, 2, "expected a value", id="NUL"),
            pytest.param("[" * 100_000, 1, 201, "nested deeper than 200 levels", id="never closed"),
            pytest.param(
                '[[], "[[", ' + '{"a":' * 300 + "1" + "}" * 300 + "]",
                1,
                1007,
                "nested deeper than 200 levels",
                id="closed",
            ),
            pytest.param('\ufeff{"a" 1}', 1, 6, "expected ':' after the key", id="byte order mark"),
        ],
    )
    def test_json(self, text: str, line: int, column: int, message: str) -> None:
        assert fault(text) == InputError("folder/a.json", line, column, message)

    def test_200_levels_are_read(self) -> None:
        assert place(read("[" * 200 + "]" * 200), "[0][0]") == "1:3-1:399"

    @pytest.mark.skipif(sys.version_info >= (3, 12), reason="the decoder has a stack of its own since 3.12")
    def test_where_the_stack_ends_first_the_deepest_bracket_is_named(self) -> None:
        def read_far_down(levels: int) -> InputError:
            return read_far_down(levels - 1) if levels else fault("[ " * 150 + "]" * 150)

        depth = 0
        frame = sys._getframe()
        while frame.f_back:
            depth, frame = depth + 1, frame.f_back

        error = read_far_down(sys.getrecursionlimit() - depth - 100)

        assert (error.column, error.message) == (299, "nested deeper than 200 levels")

    def test_an_unknown_complaint_of_a_later_python(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Later:
            def raw_decode(self, text: str, _: int) -> None:
                raise json.JSONDecodeError("Something new", text, 1)

        monkeypatch.setattr("spillover.read.json_places._READ", Later())

        assert fault("[12]") == InputError("folder/a.json", 1, 2, "not valid JSON")

    def test_python_3_13_names_the_trailing_comma_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Later:
            def raw_decode(self, text: str, _: int) -> None:
                raise json.JSONDecodeError("Illegal trailing comma before end of array", text, 2)

        monkeypatch.setattr("spillover.read.json_places._READ", Later())

        assert fault("[1, ]") == InputError("folder/a.json", 1, 3, "trailing comma")


# --- Laws ------------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    scalars | st.decimals(-1000, 1000, places=2),
    lambda children: (
        st.lists(children, max_size=5) | st.dictionaries(st.text(max_size=3), children, max_size=5)
    ),
    max_leaves=20,
)


@st.composite
def spaced(draw: st.DrawFn) -> tuple[str, JsonValue]:
    """A value, and a JSON text of it with any space between the tokens."""
    space = st.text(" \t\r\n", max_size=3)

    def dump(value: JsonValue) -> str:
        if isinstance(value, dict):
            members = (f"{dump(key)}{draw(space)}:{dump(member)}" for key, member in value.items())
            inner = "{" + (",".join(draw(space) + member for member in members) or draw(space)) + "}"
        elif isinstance(value, list):
            inner = "[" + (",".join(map(dump, value)) or draw(space)) + "]"
        elif isinstance(value, Decimal):
            inner = str(value)
        else:
            inner = json.dumps(value, ensure_ascii=draw(st.booleans()))
        return inner if isinstance(value, str) else draw(space) + inner + draw(space)

    value: JsonValue = draw(values)
    return draw(st.sampled_from(["", "\ufeff"])) + dump(value), value


def paths(value: JsonValue, before: Steps = ()) -> list[tuple[Steps, JsonValue]]:
    found: list[tuple[Steps, JsonValue]] = [(before, value)]
    if isinstance(value, dict):
        for key, member in value.items():
            found += paths(member, (*before, key))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            found += paths(element, (*before, index))
    return found


@given(spaced())
def test_every_span_holds_what_was_read(dumped: tuple[str, JsonValue]) -> None:
    text, value = dumped
    document = read(text)

    assert document.value == value
    for steps, member in paths(value):
        excerpt = written(document, steps)
        if steps and isinstance(steps[-1], str):
            assert json.loads("{" + excerpt + "}", parse_float=Decimal) == {steps[-1]: member}
        else:
            assert json.loads(excerpt, parse_float=Decimal) == member
        assert excerpt == excerpt.strip(" \t\r\n")


def assert_inside(text: str, error: InputError) -> None:
    lines = text.removeprefix("\ufeff").split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@given(st.text() | st.text('[]{}",:\\u0d8eE+-.1NaInfity \n') | st.binary().map(lambda b: b.decode("latin-1")))
def test_any_text_is_read_or_has_a_place_for_its_fault(text: str) -> None:
    for syntax in ("json", "yaml"):
        try:
            documents = read_documents("a", text, syntax)
        except InputError as error:
            assert_inside(text, error)
        else:
            for document in documents:
                assert "\ud800" not in json.dumps(document.value, default=str, ensure_ascii=False)
                document.span(FieldPath())
