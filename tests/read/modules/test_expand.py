"""Resource blocks, evaluated: nested blocks, dynamic blocks, and where each value is written."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.source import FieldPath, Reference, SourceSpan, Unknown
from spillover.read.cty.types import DYNAMIC, STRING, ListOf, SetOf
from spillover.read.cty.value import (
    Value,
    list_of,
    null,
    number,
    object_of,
    pending,
    set_of,
    text,
    tuple_of,
)
from spillover.read.evaluation.context import Context
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.lines import Lines
from spillover.read.modules.expand import META_ARGUMENTS, EvaluatedBlock, HclPlaces, evaluate_block
from spillover.read.modules.folder import Folder, SourceFile


def link(address: str, attribute: str) -> Value:
    refers_to = Reference(address, attribute)
    return pending(STRING, f"{address}.{attribute}", refers_to=refers_to, not_null=True)


def backend(address: str, attribute: str) -> Value:
    return object_of({"group": link(address, attribute), "n": number(1), "zone": pending(STRING, "var.z")})


def sized(size: int) -> Value:
    return object_of({"n": number(size)})


VAR = object_of(
    {
        "zones": tuple_of([text("a"), text("b")]),
        "map": object_of({"q": sized(2), "p": sized(1)}),
        "set": set_of(STRING, [text("b"), text("a")]),
        "holed": set_of(STRING, [text("a"), pending(STRING, "var.x")]),
        "groups": set_of(STRING, [link("m.b", "instance_group"), link("m.a", "instance_group")]),
        "backends": set_of(
            backend("m.a", "id").type, [backend("m.b", "instance_group"), backend("m.a", "self_link")]
        ),
        "alike": set_of(backend("m.a", "id").type, [backend("m.b", "name"), backend("m.a", "name")]),
        "same": set_of(STRING, [link("m.a", "id"), link("m.a", "id")]),
        "names": set_of(STRING, [link("m.a", "name"), link("m.b", "name")]),
        "mixed": set_of(STRING, [link("m.a", "id"), text("a")]),
        "text": text("t"),
        "none": list_of(STRING, []),
        "null": null(ListOf(STRING)),
        "unset": pending(SetOf(STRING), "var.unset"),
        "n": pending(DYNAMIC, "var.n"),
        "flag": pending(STRING, "var.flag"),
    }
)


class Known:
    """A scope with a few names."""

    def name(self, name: str) -> Value:
        return VAR if name == "var" else pending(DYNAMIC, name)


def evaluated(text: str, *, top: bool = True) -> tuple[EvaluatedBlock, Lines]:
    file = SourceFile.of("main.tf", text)
    folder = Folder(".", (file,))
    (declared,) = folder.blocks()
    block = folder.parse(declared)
    assert block, folder.errors
    return evaluate_block(block, Context(Known(), file.lines, evaluate), top=top), file.lines


def values(body: str) -> dict[str, Any]:
    """The values of a block in which nothing is wrong."""
    block, _ = evaluated(f'resource "t" "n" {{\n{body}\n}}\n')
    assert block.context.errors == []
    return block.values()


class TestValues:
    def test_settings(self) -> None:
        assert values("a = 1\nb = var.text\nc = null\nd = var.n") == {
            "a": 1,
            "b": "t",
            "c": None,
            "d": Unknown("var.n"),
        }

    def test_blocks_are_lists_of_objects_in_the_order_of_the_text(self) -> None:
        assert values("b {\n x = 1\n}\nc {\n d {\n y = 3\n }\n}\nb {\n x = 2\n}") == {
            "b": [{"x": 1}, {"x": 2}],
            "c": [{"d": [{"y": 3}]}],
        }

    def test_an_empty_block_is_there(self) -> None:
        assert values("b {}") == {"b": [{}]}

    def test_what_terraform_itself_reads_is_no_value(self) -> None:
        settings = "\n".join(f"{name} = 1" for name in META_ARGUMENTS)
        blocks = "\n".join(f"{name} {{\n x = 1\n}}" for name in META_ARGUMENTS)

        assert values(f"{settings}\na = 1") == {"a": 1}
        assert values(f"{blocks}\na = 1") == {"a": 1}

    def test_inside_of_other_blocks_these_are_names_as_any(self) -> None:
        assert values("b {\n count = 1\n connection {\n x = 2\n }\n}") == {
            "b": [{"count": 1, "connection": [{"x": 2}]}]
        }

    def test_only_at_the_top(self) -> None:
        block, _ = evaluated('resource "t" "n" {\n count = 1\n}\n', top=False)

        assert block.values() == {"count": 1}


class TestDynamicBlocks:
    @pytest.mark.parametrize(
        ("collection", "expected"),
        [
            pytest.param("var.zones", [(0, "a"), (1, "b")], id="list"),
            pytest.param("var.map", [("p", {"n": 1}), ("q", {"n": 2})], id="map, in the order of its keys"),
            pytest.param("{ z = 1, y = 2 }", [("y", 2), ("z", 1)], id="object"),
            pytest.param('[""]', [(0, "")], id="one"),
            pytest.param("var.none", [], id="none"),
            pytest.param("[var.n, 2]", [(0, Unknown("var.n")), (1, 2)], id="known keys with unknown values"),
            pytest.param("{ a = var.n }", [("a", Unknown("var.n"))], id="map with an unknown value"),
            pytest.param("var.set", [("a", "a"), ("b", "b")], id="set"),
            pytest.param(
                "var.groups",
                [
                    (Unknown(f"m.{name}.instance_group", Reference(f"m.{name}", "instance_group")),) * 2
                    for name in ("b", "a")
                ],
                id="set of different resources",
            ),
            pytest.param(
                "var.same",
                [(Unknown("m.a.id", Reference("m.a", "id")),) * 2],
                id="set of one resource, named twice",
            ),
        ],
    )
    def test_have_an_instance_for_each(self, collection: str, expected: list[tuple[Any, Any]]) -> None:
        found = values(
            f'dynamic "b" {{\n for_each = {collection}\n content {{\n k = b.key\n v = b.value\n }}\n}}'
        )

        assert found == {"b": [{"k": key, "v": value} for key, value in expected]}

    def test_of_a_set_of_objects_with_different_resources(self) -> None:
        content = "content {\n g = b.value.group\n z = b.value.zone\n }"
        found = values(f'dynamic "b" {{\n for_each = var.backends\n {content}\n}}')

        groups = [
            Unknown("m.b.instance_group", Reference("m.b", "instance_group")),
            Unknown("m.a.self_link", Reference("m.a", "self_link")),
        ]
        assert found == {"b": [{"g": group, "z": Unknown("var.z")} for group in groups]}

    @pytest.mark.parametrize(
        ("collection", "cause"),
        [
            pytest.param("var.n", "var.n", id="unknown"),
            pytest.param("var.unset", "var.unset", id="unknown set"),
            pytest.param("var.holed", "var.x", id="set with an unknown element"),
            pytest.param("var.mixed", "m.a.id", id="set of a resource, and of what may be the same"),
            pytest.param("var.names", "m.a.name", id="set of names, which may be the same"),
            pytest.param("var.alike", "m.b.name", id="set of objects, which may be the same"),
            pytest.param('var.flag == "x" ? [1] : []', "var.flag", id="condition"),
        ],
    )
    def test_of_an_unknown_number_are_unknown(self, collection: str, cause: str) -> None:
        found = values(f'dynamic "b" {{\n for_each = {collection}\n content {{\n v = b.value\n }}\n}}')

        assert found == {"b": Unknown(cause)}

    @pytest.mark.parametrize(
        ("collection", "column", "message"),
        [
            ("var.text", 14, "the for_each of a dynamic block must be a map, a set or a list"),
            ("var.null", 14, "the for_each of a dynamic block must be a map, a set or a list"),
            ("5", 14, "the for_each of a dynamic block must be a map, a set or a list"),
            ("[1 + null]", 15, "an operand of + is null"),
        ],
    )
    def test_over_what_has_no_elements(self, collection: str, column: int, message: str) -> None:
        lines = 'dynamic "b" {', f"  for_each = {collection}", "  content {", "  }", "}"
        block, _ = evaluated("\n  ".join(('resource "t" "n" {', *lines)) + "\n}\n")

        assert block.values() == {"b": Unknown(collection)}
        assert [str(error) for error in block.context.errors] == [f"main.tf:3:{column + 2}: {message}"]

    @pytest.mark.parametrize("body", ["for_each = [1]", "content {\n}"])
    def test_that_are_not_complete(self, body: str) -> None:
        assert values(f'dynamic "b" {{\n{body}\n}}') == {
            "b": Unknown('dynamic "b" without for_each or content')
        }

    def test_without_a_label_are_blocks_as_any(self) -> None:
        assert values("dynamic {\n x = 1\n}") == {"dynamic": [{"x": 1}]}

    def test_iterator(self) -> None:
        found = values(
            'dynamic "b" {\n for_each = var.zones\n iterator = each_zone\n'
            " content {\n v = each_zone.value\n w = b.value\n }\n}"
        )

        assert found == {"b": [{"v": "a", "w": Unknown("b")}, {"v": "b", "w": Unknown("b")}]}

    def test_nested(self) -> None:
        found = values(
            'dynamic "b" {\n for_each = var.map\n content {\n  dynamic "c" {\n'
            "   for_each = [b.value.n, b.key]\n   content {\n    x = c.value\n    y = b.key\n   }\n  }\n }\n}"
        )

        assert found == {
            "b": [
                {"c": [{"x": 1, "y": "p"}, {"x": "p", "y": "p"}]},
                {"c": [{"x": 2, "y": "q"}, {"x": "q", "y": "q"}]},
            ]
        }

    def test_beside_written_ones(self) -> None:
        dynamic = 'dynamic "b" {\n for_each = var.zones\n content {\n v = b.value\n }\n}'

        assert values(f"b {{\n v = 1\n}}\n{dynamic}\nb {{\n v = 2\n}}") == {
            "b": [{"v": 1}, {"v": "a"}, {"v": "b"}, {"v": 2}]
        }

    @pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (0, 2, 1)])
    def test_one_of_an_unknown_number_makes_all_of_its_type_unknown(self, order: tuple[int, ...]) -> None:
        blocks = [
            'dynamic "b" {\n for_each = var.n\n content {\n }\n}',
            "b {\n v = 1\n}",
            'dynamic "b" {\n for_each = var.zones\n content {\n }\n}',
        ]

        assert values("\n".join(blocks[index] for index in order)) == {"b": Unknown("var.n")}


TEXT = """\
resource "t" "n" { # why
  name  = "x"
  list  = ["a", ["b", "c"],
    { k = 1 }]
  table = { one = 1, "two" = [2, 3]
    (three) = 3 }
  ref   = var.map

  backend {
    group = "g0"
  }
  backend {
    group = "g1"
    deep {
      value = 5
    }
  }
  dynamic "known" {
    for_each = ["p", "q"]
    content {
      v = known.value
    }
  }
  dynamic "unknown" {
    for_each = var.n
    content {
      v = unknown.value
    }
  }
}
"""


@pytest.fixture(scope="module")
def places() -> HclPlaces:
    return HclPlaces(*evaluated(TEXT))


def text_at(span: SourceSpan) -> str:
    """The text of a span, read back by its lines and columns."""
    lines = TEXT.splitlines(keepends=True)
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    start, end = (offsets[at.line - 1] + at.column - 1 for at in (span.start, span.end))
    return TEXT[start:end]


class TestPlaces:
    @pytest.mark.parametrize(
        ("path", "line", "text"),
        [
            pytest.param("", 1, 'resource "t" "n" {', id="the resource"),
            pytest.param("name", 2, 'name  = "x"', id="setting"),
            pytest.param("list[0]", 3, '"a"', id="element"),
            pytest.param("list[1][1]", 3, '"c"', id="element of an element"),
            pytest.param("list[2].k", 4, "k = 1", id="item of an element"),
            pytest.param("list[9]", 3, 'list  = ["a", ["b", "c"],\n    { k = 1 }]', id="no such element"),
            pytest.param("list[0].x", 3, '"a"', id="inside of text"),
            pytest.param("list.x", 3, 'list  = ["a", ["b", "c"],\n    { k = 1 }]', id="no name in a list"),
            pytest.param("table.one", 5, "one = 1", id="item"),
            pytest.param("table.two[1]", 5, "3", id="element of an item"),
            pytest.param(
                "table.three", 5, TEXT[TEXT.index("table =") : TEXT.index("\n  ref")], id="computed key"
            ),
            pytest.param("ref.k", 7, "ref   = var.map", id="inside of a reference"),
            pytest.param("backend", 9, "backend {", id="the first block"),
            pytest.param("backend[0]", 9, "backend {", id="the first block, by index"),
            pytest.param("backend[0].group", 10, 'group = "g0"', id="setting of the first block"),
            pytest.param("backend.group", 10, 'group = "g0"', id="a path without index means the first"),
            pytest.param("backend[1]", 12, "backend {", id="the second block"),
            pytest.param("backend[1].group", 13, 'group = "g1"', id="setting of the second block"),
            pytest.param("backend[1].deep.value", 15, "value = 5", id="nested, without index"),
            pytest.param("backend[1].deep[0].value", 15, "value = 5", id="nested, with index"),
            pytest.param("backend[7].group", 13, 'group = "g1"', id="no such block: the last one"),
            pytest.param("known[1]", 20, "content {", id="instance of a dynamic block"),
            pytest.param("known[1].v", 21, "v = known.value", id="setting of an instance"),
            pytest.param("unknown", 24, 'dynamic "unknown" {', id="dynamic block without instances"),
            pytest.param("unknown[0].v", 24, 'dynamic "unknown" {', id="setting in it"),
            pytest.param("absent", 1, 'resource "t" "n" {', id="setting that is not written"),
            pytest.param("backend[1].absent", 12, "backend {", id="in a block"),
            pytest.param("backend[1].deep.absent.more", 14, "deep {", id="in a nested block"),
            pytest.param("absent[0].name", 1, 'resource "t" "n" {', id="in a block that is not written"),
            pytest.param("backend[0].deep.value", 9, "backend {", id="in a block that another one has"),
        ],
    )
    def test_span(self, places: HclPlaces, path: str, line: int, text: str) -> None:
        span = places.span(FieldPath.parse(path))

        assert (span.path, span.start.line, text_at(span)) == ("main.tf", line, text)

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("", ['resource "t" "n" {']),
            ("name", ['resource "t" "n" {']),
            ("absent.x", ['resource "t" "n" {']),
            ("backend[1].group", ['resource "t" "n" {', "backend {"]),
            ("backend[1].deep.value", ['resource "t" "n" {', "backend {", "deep {"]),
            ("known[0].v", ['resource "t" "n" {', "content {"]),
            ("unknown[0].v", ['resource "t" "n" {']),
        ],
    )
    def test_holders(self, places: HclPlaces, path: str, expected: list[str]) -> None:
        assert [text_at(span) for span in places.holders(FieldPath.parse(path))] == expected

    def test_holders_have_places(self, places: HclPlaces) -> None:
        found = places.holders(FieldPath.parse("backend[1].deep.value"))

        assert [(span.start.line, span.start.column) for span in found] == [(1, 1), (12, 3), (14, 5)]

    def test_of_a_dynamic_block_without_elements(self) -> None:
        places = HclPlaces(
            *evaluated(
                'resource "t" "n" {\n  dynamic "b" {\n    for_each = []\n    content {\n    }\n  }\n}\n'
            )
        )

        assert places.span(FieldPath.parse("b[0].v")).start.line == 2
        assert [span.start.line for span in places.holders(FieldPath.parse("b[0].v"))] == [1]
