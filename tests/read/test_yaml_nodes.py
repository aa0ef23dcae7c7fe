"""YAML: the core schema of 1.2, spans in all styles, and inputs that must not hang or crash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TypeAlias

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.model.source import FieldPath
from spillover.read import yaml_nodes
from spillover.read.documents import Document, JsonValue, read_documents
from spillover.read.json_places import TOO_DEEP

Steps: TypeAlias = tuple[str | int, ...]


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def parser(request: pytest.FixtureRequest) -> Iterator[str]:
    """Both parsers of PyYAML: a wheel has libyaml, some installations do not."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "python":
            patch.setattr(yaml, "__with_libyaml__", False)
        yield request.param


def read(text: str) -> Document:
    (document,) = read_documents("a.yaml", text, "yaml")
    return document


def fault(text: str) -> tuple[int, int, str]:
    with pytest.raises(InputError) as caught:
        read_documents("a.yaml", text, "yaml")
    error = caught.value
    assert error.path == "a.yaml"
    assert len(error.message) < 100
    return error.line, error.column, error.message


def place(document: Document, path: str) -> str:
    """The span as ``line:column-line:column``."""
    span = document.span(FieldPath.parse(path))
    assert span.path == document.path
    return f"{span.start.line}:{span.start.column}-{span.end.line}:{span.end.column}"


def written(document: Document, *steps: str | int) -> str:
    """The text inside the span, cut out by line and column."""
    span = document.span(FieldPath(steps))
    lines = document.text.removeprefix("\ufeff").split("\n")[span.start.line - 1 : span.end.line]
    lines[-1] = lines[-1][: span.end.column - 1]
    lines[0] = lines[0][span.start.column - 1 :]
    return "\n".join(lines)


class TestCoreSchema:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            *((word, True) for word in ("true", "True", "TRUE")),
            *((word, False) for word in ("false", "False", "FALSE")),
            *((word, word) for word in ("on", "off", "yes", "no", "Yes", "y", "tRUE", "nULL", "=", "<<")),
            ("[null, Null, NULL, ~, '']", [None, None, None, None, ""]),
            ("12", 12),
            ("-012", -12),
            ("+7", 7),
            ("0o17", 15),
            ("0xfF", 255),
            ("-0x1", "-0x1"),
            ("1_000", "1_000"),
            ("1:30", "1:30"),
            ("10.0.0.1", "10.0.0.1"),
            ("2024-05-01T12:00:00Z", "2024-05-01T12:00:00Z"),
            ("1.2.3", "1.2.3"),
            ("'true'", "true"),
            ('"12"', "12"),
            ("|\n  12", "12"),
            (">\n  null\n", "null\n"),
            ("! 12", "12"),
            ("!!str 12", "12"),
            ("!!str", ""),
            ("!!int '12'", 12),
            ("!!int 0x10", 16),
            ("!!bool 'true'", True),
            ("[!!null '']", [None]),
            ("!!seq [!!map {}]", [{}]),
            ("! [! {}]", [{}]),
            ("", None),
        ],
    )
    def test_values(self, text: str, value: JsonValue) -> None:
        read_value = read(f"a: {text}").value

        assert read_value == {"a": value}
        assert isinstance(read_value, dict)
        assert type(read_value["a"]) is type(value)

    @pytest.mark.parametrize("text", ["0.1", "1.10", ".5", "5.", "1e3", "-1.5E-2", "+.5e+1", "1e400"])
    def test_other_numbers_are_exactly_as_written(self, text: str) -> None:
        value = read(text).value

        assert isinstance(value, Decimal)
        assert value.as_tuple() == Decimal(text).as_tuple()

    def test_a_float_tag_makes_a_decimal_of_an_integer(self) -> None:
        assert isinstance(read("!!float 1").value, Decimal)

    def test_keys_are_the_text_that_is_written(self) -> None:
        text = "{1: a, true: b, ~: c, 0x10: d, 'x y': e, !!int 3: f, 1.50: g}"

        assert read(text).value == {
            "1": "a", "true": "b", "~": "c", "0x10": "d", "x y": "e", "3": "f", "1.50": "g"
        }  # fmt: skip

    def test_the_last_of_equal_keys_counts(self) -> None:
        document = read("a: 1\nb: 2\na: 3\n")

        assert document.value == {"a": 3, "b": 2}
        assert place(document, "a") == "3:1-3:5"


class TestDocuments:
    def test_several_documents_have_their_own_places(self) -> None:
        text = "a: 1\n---\n# nothing\n---\n- b\n- {c: d}\n...\n---\n~\n--- e\n"

        first, second, third = read_documents("a.yaml", text, "yaml")

        assert [(d.index, d.value) for d in (first, second, third)] == [
            (0, {"a": 1}), (2, ["b", {"c": "d"}]), (4, "e")
        ]  # fmt: skip
        assert place(first, "a") == "1:1-1:5"
        assert place(second, "[1].c") == "6:4-6:8"
        assert place(second, "") == "5:1-6:9"
        assert place(third, "") == "10:5-10:6"

    @pytest.mark.parametrize("text", ["", " \n", "# only a comment", "---\n", "null", "\ufeff"])
    def test_empty_documents_are_left_out(self, text: str) -> None:
        assert read_documents("a.yaml", text, "yaml") == ()

    def test_anchors_end_with_their_document(self) -> None:
        assert fault("a: &x 1\n---\nb: *x\n") == (3, 4, "unknown anchor x")

    def test_a_document_can_be_made_by_hand(self) -> None:
        assert place(Document("a.yaml", "- 1\n- 2", "yaml", 0, [1, 2]), "[1]") == "2:3-2:4"


class TestSpans:
    @pytest.mark.parametrize(
        ("text", "path", "excerpt"),
        [
            pytest.param(
                "a:\n  b: 1 # c\n\n# d\ne: 2\n", "a", "a:\n  b: 1", id="block mapping, comments after"
            ),
            pytest.param("a:\n  b: 1 # c\n", "a.b", "b: 1", id="member"),
            pytest.param("a:\n  b: 1 # c\n", "", "a:\n  b: 1", id="root"),
            pytest.param(
                "a:\n- 1\n- x: 2\n  y: 3\nb: 4", "a", "a:\n- 1\n- x: 2\n  y: 3", id="block sequence"
            ),
            pytest.param("a:\n- 1\n- x: 2\n  y: 3\nb: 4", "a[1]", "x: 2\n  y: 3", id="mapping in a sequence"),
            pytest.param("- - 1\n  - 2\n- 3", "[0]", "- 1\n  - 2", id="sequence in a sequence"),
            pytest.param("a: [1, {b: 'x' }] # c", "a", "a: [1, {b: 'x' }]", id="flow"),
            pytest.param("a: [1, {b: 'x' }] # c", "a[1].b", "b: 'x'", id="member in flow"),
            pytest.param("a: [\n  1, # c\n  2\n]\n", "a", "a: [\n  1, # c\n  2\n]", id="flow over lines"),
            pytest.param("[a: 1 ]", "[0]", "a: 1", id="pair without braces"),
            pytest.param("[a: [1] ]", "[0]", "a: [1]", id="pair that ends with a bracket"),
            pytest.param("a: |\n  x # y\n\n  z\n\n# c\nb: 1", "a", "a: |\n  x # y\n\n  z", id="literal"),
            pytest.param("a: >-\n  x\n  y\n\n", "a", "a: >-\n  x\n  y", id="folded"),
            pytest.param("a: |\nb: 1", "a", "a: |", id="empty literal"),
            pytest.param("a: x\n  y\n\n  z # c\nb: 1", "a", "a: x\n  y\n\n  z", id="plain over lines"),
            pytest.param('a: "x\n  # y"\n', "a", 'a: "x\n  # y"', id="quoted over lines"),
            pytest.param("'a\\b': 'it''s' \n", "a\\b", "'a\\b': 'it''s'", id="quoted key"),
            pytest.param('"\\x61": 1', "a", '"\\x61": 1', id="escape in a key"),
            pytest.param("a:\n\nb: 1", "a", "a:", id="no value"),
            pytest.param("a:\n  - \n  -\nb: 1", "a", "a:\n  - \n  -", id="no elements"),
            pytest.param("{a , b: 1}", "a", "a", id="no colon in flow"),
            pytest.param("? a\n# c\n\n? b\n", "a", "a", id="no colon in block"),
            pytest.param("? a\n: 1\nb: 2", "a", "a\n: 1", id="explicit key"),
            pytest.param("a: !!str 1", "a", "a: !!str 1", id="tag"),
            pytest.param("- !!str 1\n- 2", "[0]", "!!str 1", id="tagged element"),
            pytest.param("a: 1\r\nb:\r\n  - x\r\n  - y\r\nc: 2\r\n", "b", "b:\r\n  - x\r\n  - y", id="CRLF"),
            pytest.param("a: 'é\x85😀'\nb: 1", "b", "b: 1", id="NEL is no line end"),
            pytest.param("{a: '\t', b: 2}", "b", "b: 2", id="tab in quotes"),
            pytest.param("\ufeffa: 1\nb: 2", "a", "a: 1", id="byte order mark"),
            pytest.param("a: {}\nb: []", "a.x", "a: {}", id="no such key"),
            pytest.param("a: {}\nb: []", "b[0]", "b: []", id="no such index"),
            pytest.param("a: {}\nb: []", "b.x", "b: []", id="key of a sequence"),
            pytest.param("a: {}\nb: []", "a[0]", "a: {}", id="index of a mapping"),
        ],
    )
    def test_excerpt(self, text: str, path: str, excerpt: str) -> None:
        document = read(text)

        assert written(document, *FieldPath.parse(path)) == excerpt

    def test_lines_and_columns(self) -> None:
        document = read("\ufeff😀: {é: [1,\r\n  two]}\r\nb: 3\r\n")

        assert place(document, "") == "1:1-3:5"
        assert place(document, "😀") == "1:1-2:8"
        assert place(document, "😀.é[0]") == "1:9-1:10"
        assert place(document, "😀.é[1]") == "2:3-2:6"
        assert place(document, "b") == "3:1-3:5"

    def test_a_tab_is_one_column(self, parser: str) -> None:
        if parser == "python":
            assert fault("{a: 1,\tb: 2}") == (1, 7, "YAML allows no tab here")
        else:
            assert place(read("{a:\t1,\tb:\t2}"), "b") == "1:8-1:12"

    def test_a_negative_index_does_not_exist(self) -> None:
        assert written(read("[1, 2]"), -1) == "[1, 2]"


class TestAliasesAndMergeKeys:
    def test_an_alias_has_its_own_place_and_its_content_that_of_the_anchor(self) -> None:
        document = read("a: &x\n  b: [1, 2]\nc: *x # same\nd: [*x , 3]\n*y : 1\n".replace("*y", "'*y'"))

        assert document.value == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}, "d": [{"b": [1, 2]}, 3], "*y": 1}
        assert written(document, "a") == "a: &x\n  b: [1, 2]"
        assert written(document, "c") == "c: *x"
        assert written(document, "d", 0) == "*x"
        assert place(document, "c.b[1]") == "2:10-2:11"

    def test_an_alias_can_be_a_key(self) -> None:
        document = read("a: &x b\n*x : 1\n")

        assert document.value == {"a": "b", "b": 1}
        assert written(document, "b") == "*x : 1"

    def test_an_anchor_can_be_set_again(self) -> None:
        assert read("[&x 1, *x, &x 2, *x]").value == [1, 1, 2, 2]

    def test_a_merge_key_adds_what_is_not_there(self) -> None:
        document = read("base: &x {a: 1, b: 2}\nmore:\n  <<: *x\n  b: 3\n")

        assert document.value == {"base": {"a": 1, "b": 2}, "more": {"a": 1, "b": 3}}
        assert place(document, "more.a") == "1:11-1:15"
        assert place(document, "more.b") == "4:3-4:7"

    def test_the_first_of_several_merged_mappings_wins(self) -> None:
        text = "[&x {a: 1, b: 1}, &y {<<: *x, a: 2, c: 2}, {<<: [*y, *x], d: 3}, {<<: {e: 4}}, {<<: []}]"

        assert read(text).value == [
            {"a": 1, "b": 1},
            {"a": 2, "b": 1, "c": 2},
            {"a": 2, "b": 1, "c": 2, "d": 3},
            {"e": 4},
            {},
        ]

    @pytest.mark.parametrize("text", ["'<<': 1", "!!str <<: 1", "? |-\n  <<\n: 1", "{&x <<: {}, *x : 1}"])
    def test_only_a_plain_key_merges(self, text: str) -> None:
        assert read(text).value == {"<<": 1}

    @pytest.mark.parametrize("value", ["1", "[{}, 1]", "[[]]", "", "x"])
    def test_only_mappings_are_merged(self, value: str) -> None:
        line, column, message = fault(f"a:\n  <<: {value}".rstrip())

        assert (line, message) == (2, "a merge key needs a mapping or a list of mappings")
        assert column == (7 if value else 6)


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "line", "column", "message"),
        [
            pytest.param("a:\n\t- b", 2, 1, "YAML allows no tab here", id="tab"),
            pytest.param("a: [1, 2", 1, 9, "not valid YAML: ", id="unclosed flow"),
            pytest.param("a: {b: 1\n\n", 3, 1, "not valid YAML: ", id="unclosed braces"),
            pytest.param('a: "b', 1, 6, "not valid YAML: ", id="unclosed quotes"),
            pytest.param("a: 1\n b: 2", 2, 3, "not valid YAML: mapping values are not allowed", id="indent"),
            pytest.param("a: 1\n- b", 2, 1, "not valid YAML: ", id="sequence after mapping"),
            pytest.param("a: @b", 1, 4, "not valid YAML: found character", id="reserved character"),
            pytest.param("😀: é\nb: [*x]", 2, 5, "unknown anchor x", id="undefined alias"),
            pytest.param("a: &x [1, *x]", 1, 11, "alias inside its own anchor x", id="recursive alias"),
            pytest.param("&x a: {b: *y}", 1, 11, "unknown anchor y", id="other anchor"),
            pytest.param("a: &x {b: &x 1, c: *x}\nd: *z", 2, 4, "unknown anchor z", id="inner anchor"),
            pytest.param("a: !foo b", 1, 4, "unknown tag !foo", id="tag"),
            pytest.param("a: !!timestamp 1", 1, 4, "unknown tag tag:yaml.org,2002:timestamp", id="1.1 tag"),
            pytest.param("a: !!set {x}", 1, 4, "unknown tag tag:yaml.org,2002:set", id="tagged set"),
            pytest.param("- !!map [x]", 1, 3, "unknown tag tag:yaml.org,2002:map", id="wrong collection"),
            pytest.param("- !!seq x", 1, 3, "unknown tag tag:yaml.org,2002:seq", id="no collection"),
            pytest.param("- !null x", 1, 3, "unknown tag !null", id="local tag with a core name"),
            pytest.param("- !<int> 1", 1, 3, "unknown tag int", id="bare tag"),
            pytest.param(f"- !{'x' * 90} 1", 1, 3, f"unknown tag !{'x' * 39}", id="long tag"),
            pytest.param("- !!int 1.5", 1, 3, "not a value of the tag !!int", id="int"),
            pytest.param("- !!int x", 1, 3, "not a value of the tag !!int", id="no int"),
            pytest.param("- !!bool yes", 1, 3, "not a value of the tag !!bool", id="bool"),
            pytest.param("- !!float 0x1", 1, 3, "not a value of the tag !!float", id="float"),
            pytest.param("- !!null x", 1, 3, "not a value of the tag !!null", id="null"),
            pytest.param("a:\n  [b]: 1", 2, 3, "a mapping key must be a scalar", id="key"),
            pytest.param("a: .nan", 1, 4, ".nan is not a number", id="nan"),
            pytest.param("a: -.INF", 1, 4, "-.INF is not a number", id="infinity"),
            pytest.param("a: 1e999999", 1, 4, "a number with an exponent beyond 400", id="exponent"),
            pytest.param(f"a: {'1' * 5000}", 1, 4, "a number of more than 400 digits", id="digits"),
            pytest.param(f"a: 0x{'f' * 401}", 1, 4, "a number of more than 400 digits", id="hex digits"),
            pytest.param("a:\n- 'b\0'", 2, 5, "YAML allows no character U+0000", id="NUL"),
            pytest.param("é: \ud800", 1, 4, "YAML allows no character U+D800", id="half of a pair"),
            pytest.param("\ufeffa: \x7f", 1, 4, "YAML allows no character U+007F", id="byte order mark"),
            pytest.param("- " * 201, 1, 401, "nested deeper than 200 levels", id="deep block"),
            pytest.param("[\n" * 5000, 201, 1, "nested deeper than 200 levels", id="deep flow"),
        ],
    )
    def test_place_and_message(self, text: str, line: int, column: int, message: str) -> None:
        found = fault(text)

        assert found[:2] == (line, column)
        assert found[2].startswith(message)

    def test_deep_flow_on_one_line(self, parser: str) -> None:
        # libyaml looks ahead to find out whether the bracket is a key; a newer one stops at its own limit.
        columns = (201, 1001) if parser == "libyaml" else (201,)
        assert fault("[" * 100_000) in [(1, column, TOO_DEEP) for column in columns]

    def test_200_levels_are_read(self) -> None:
        assert place(read("[" * 200 + "]" * 200), "[0][0]") == "1:3-1:399"

    def test_aliases_cannot_nest_deeper_either(self) -> None:
        deep = "[" * 150 + "]" * 150

        assert fault(f"a: &x {deep}\nb: [ {'[' * 50} *x")[:2] == (2, 57)
        assert read(f"a: &x {'[' * 100}{']' * 100}\nb: {'[' * 99} *x{']' * 99}").value

    @pytest.mark.parametrize("escape", ["\\ud800", "\\U00110000"])
    def test_impossible_escapes(self, escape: str) -> None:
        line, _, _ = fault(f'a:\n- "x {escape}"')

        assert line == 2

    def test_impossible_version(self) -> None:
        assert fault(f"%YAML 1.{'9' * 5000}\n--- a")[0] == 1


class TestBillionLaughs:
    def test_lists(self) -> None:
        lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]

        # a1 to a5 copy 1.2 million values, and the first alias in a6 another 1.1 million.
        assert fault("\n".join(lines)) == (7, 10, "aliases copy more than 2000000 values")

    def test_merge_keys(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(yaml_nodes, "MAX_COPIED_NODES", 10)

        assert read("a: &x {b: 1, c: 2}\nd: {<<: *x}\ne: {<<: *x}").value
        assert fault("a: &x {b: 1, c: 2}\nd: {<<: *x}\ne: {<<: [ *x, *x]}")[:2] == (3, 15)

    def test_what_is_really_written_is_not_limited(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(yaml_nodes, "MAX_COPIED_NODES", 2)

        assert read("[&x 1, *x, 2, 3, 4, 5, *x]").value == [1, 1, 2, 3, 4, 5, 1]


class TestComments:
    def test_with_the_marker(self) -> None:
        text = (
            "\ufeff# spillover: first\r\n"
            "a: 1  # spillover: ignore[x] # why\r\n"
            "b: 'no#spillover: comment'\n"
            "spillover: 2 # another\n"
            "---\n"
            " #spillover: last \n"
        )
        first, _ = read_documents("a.yaml", text + "c: 1", "yaml")

        assert first.comments_with("spillover:") == (
            (1, "# spillover: first"),
            (2, "# spillover: ignore[x] # why"),
            (6, "#spillover: last"),
        )

    def test_the_marker_is_no_pattern(self) -> None:
        assert read("a: 1 # x").comments_with(".") == ()


# --- Laws ------------------------------------------------------------------------------------

both_parsers = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

# PyYAML writes as YAML 1.1, where these are strings and need no quotes.
only_in_1_2 = re.compile(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?|0o[0-7]+")
# It also writes the line ends of 1.1 without quotes, and cannot read them again itself.
characters = st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029")
texts = st.text(characters, max_size=12).filter(lambda text: not only_in_1_2.fullmatch(text))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts | st.text(" \n#:-x'", max_size=20),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(texts, children, max_size=4),
    max_leaves=20,
)


def paths(value: JsonValue, before: Steps = ()) -> list[tuple[Steps, JsonValue]]:
    found: list[tuple[Steps, JsonValue]] = [(before, value)]
    if isinstance(value, dict):
        for key, member in value.items():
            found += paths(member, (*before, key))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            found += paths(element, (*before, index))
    return found


@both_parsers
@given(values, st.sampled_from([None, True, False]), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_what_pyyaml_writes_reads_back(
    value: JsonValue, flow: bool | None, newline: str, allow_unicode: bool
) -> None:
    text = yaml.safe_dump(
        value, default_flow_style=flow, line_break=newline, allow_unicode=allow_unicode, sort_keys=False
    )

    documents = read_documents("a.yaml", text, "yaml")

    assert [document.value for document in documents] == ([] if value is None else [value])
    for document in documents:
        for steps, member in paths(value):
            excerpt = written(document, *steps)
            assert excerpt == excerpt.strip(" \r\n")
            expected = {steps[-1]: member} if steps and isinstance(steps[-1], str) else member
            column = document.span(FieldPath(steps)).start.column - 1
            assert any(read_alone(text) == expected for text in standing_alone(excerpt, column))


def standing_alone(excerpt: str, column: int) -> Iterator[str]:
    """The excerpt as a document of its own, at the column it had; the last two for a key after ``?``."""
    yield "---\n" + " " * column + excerpt
    yield "---\n" + " " * (column - 2) + "? " + excerpt
    yield "{? " + excerpt + "}"


def read_alone(text: str) -> JsonValue | InputError:
    try:
        return next((document.value for document in read_documents("a.yaml", text, "yaml")), None)
    except InputError as error:
        return error


def assert_inside(text: str, error: InputError) -> None:
    lines = text.removeprefix("\ufeff").split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@both_parsers
@given(st.text() | st.text("ab01:,-[]{}&*!|>'\"#%?<~ \n\t\\xu", max_size=40))
def test_any_text_is_read_or_has_a_place_for_its_fault(text: str) -> None:
    try:
        documents = read_documents("a", text, "yaml")
    except InputError as error:
        assert_inside(text, error)
    else:
        for document in documents:
            for steps, _ in paths(document.value):
                span = document.span(FieldPath(steps))
                assert span.start <= span.end
