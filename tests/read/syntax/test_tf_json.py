"""Terraform's JSON syntax: the same blocks and expressions as in native syntax, with their places."""

from __future__ import annotations

import json
from dataclasses import fields as fields_of
from dataclasses import is_dataclass, replace
from decimal import Decimal
from typing import Any

import pytest

from spillover.errors import InputError
from spillover.read.body import Dialect
from spillover.read.json_places import MAX_DEPTH
from spillover.read.lines import Lines
from spillover.read.modules.sources import Declared, SourceFile, parse
from spillover.read.syntax.blocks import Comment, Cut
from spillover.read.syntax.expression import (
    Body,
    Call,
    Expression,
    Literal,
    NestedBlock,
    Object,
    Setting,
    Template,
    Tuple,
    Variable,
)
from spillover.read.syntax.tf_json import cut_json, parse_json_block, parse_json_values
from spillover.read.terraform import OTHER_BLOCKS, READERS, SINGLE_BLOCKS


def cut(text: str) -> Cut:
    return cut_json(Lines("main.tf.json", text))


def errors(text: str) -> list[str]:
    return [str(error).removeprefix("main.tf.json:") for error in cut(text).errors]


def parsed(text: str) -> NestedBlock:
    """The only block of a text."""
    (block,) = cut(text).blocks
    return parse_json_block(Lines("main.tf.json", text), block)


def bare(node: Any) -> Any:
    """A tree without its places."""
    if isinstance(node, dict):
        return {name: bare(each) for name, each in node.items()}
    if isinstance(node, tuple):
        return tuple(map(bare, node))
    if not is_dataclass(node) or isinstance(node, type):
        return node
    places = {"start": 0, "end": 0, "header_end": 0}
    inside = {each.name: bare(getattr(node, each.name)) for each in fields_of(node)}
    return replace(node, **inside | {name: 0 for name in places if name in inside})


def native(text: str) -> NestedBlock:
    file = SourceFile.of("main.tf", text)
    assert file.cut.errors == ()
    (block,) = file.cut.blocks
    found: NestedBlock = bare(parse(Declared(file, block)))
    return found


def value(text: str, header: str = '"locals"') -> tuple[Expression, str]:
    """What a JSON text stands for as the value of an argument, and the whole text around it."""
    whole = f'{{{header}: {{"x": {text}}}}}'
    return parsed(whole).body.settings["x"].expression, whole


class TestCut:
    """Specification, "Blocks": an object, or a list of objects, at each level of labels and below."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("{}", [], id="nothing"),
            pytest.param("[]", [], id="nothing in a list"),
            pytest.param('{"locals": {}}', [("locals",)], id="no label"),
            pytest.param('{"locals": null, "output": {"a": null}}', [], id="null is no block"),
            pytest.param(
                '{"output": {"a": {}, "b": {}}}', [("output", "a"), ("output", "b")], id="one label"
            ),
            pytest.param('{"resource": {"t": {"n": {}}}}', [("resource", "t", "n")], id="two labels"),
            pytest.param(
                '{"resource": [{"t": [{"n": {}}, {"m": {}}]}, {"u": {"n": [{}]}}]}',
                [("resource", "t", "n"), ("resource", "t", "m"), ("resource", "u", "n")],
                id="lists at every level",
            ),
            pytest.param(
                '[{"output": {"a": {}}}, {"output": {"b": {}}}]',
                [("output", "a"), ("output", "b")],
                id="the whole is a list",
            ),
            pytest.param(
                '{"provider": {"google": [{}, {"alias": "w"}]}}',
                [("provider", "google"), ("provider", "google")],
                id="several with the same labels",
            ),
            pytest.param(
                '{"locals": {}, "variable": {"v": {}}, "locals": {}}',
                [("locals",), ("variable", "v"), ("locals",)],
                id="equal names are all kept",
            ),
            pytest.param('{"//": 1, "later": {"a": {}}}', [("later",)], id="comments and unknown types"),
            pytest.param('{"loc\\u0061ls": {}}', [("locals",)], id="escapes in names"),
        ],
    )
    def test_blocks(self, text: str, expected: list[tuple[str, ...]]) -> None:
        found = cut(text)

        assert [(each.type, *each.labels) for each in found.blocks] == expected
        assert (found.attributes, found.comments, found.errors) == ((), (), ())

    def test_places(self) -> None:
        text = '{"resource": {"t": {\n "n": { "a": 1 },\n "m": [ {"b": 2} ]}}, "locals" : {}}'

        assert [(text[e.start : e.header_end], text[e.start : e.end]) for e in cut(text).blocks] == [
            ('"n": {', '"n": { "a": 1 }'),
            ("{", '{"b": 2}'),
            ('"locals" : {', '"locals" : {}'),
        ]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", "1:1: the text ends too early"),
            ("\ufeff{}", "1:1: expected a value"),
            ("null", "1:1: the whole must be one object, or a list of objects"),
            (' "x"', "1:2: the whole must be one object, or a list of objects"),
            ('{"locals": {"a": 1,}}', "1:19: trailing comma"),
            ('{"locals": {\n"a": 01}}', "2:7: expected ',' or a closing bracket"),
            ('{"locals": {}} x', "1:16: unexpected text after the value"),
            ('{"locals": NaN}', "1:12: NaN is not a number"),
            ("[1]", "1:2: an object is expected here"),
        ],
    )
    def test_a_broken_file_is_one_error(self, text: str, expected: str) -> None:
        assert errors(text) == [expected]
        assert cut(text).blocks == ()

    def test_what_is_no_block_loses_no_other(self) -> None:
        text = """{
          "resource": {"t": {"n": {}, "//": "a comment may not stand here", "m": {}}},
          "output": {"//": {}},
          "data": {"t": "x"},
          "a": 1,
          "locals": {}
        }"""

        assert [(each.type, *each.labels) for each in cut(text).blocks] == [
            ("resource", "t", "n"),
            ("output", "//"),
            ("locals",),
        ]
        assert errors(text) == [
            "2:45: the content of `resource` must be an object, or a list of objects",
            "4:25: an object, or a list of objects, is expected here",
            "5:16: the content of `a` must be an object, or a list of objects",
        ]


class TestBodies:
    """A body is the same tree as in native syntax."""

    @pytest.mark.parametrize(
        ("text", "twin"),
        [
            pytest.param('{"locals": {"a": 1, "//": "x", "b": [true]}}', "a = 1\nb = [true]", id="settings"),
            pytest.param('{"locals": [{"a": 1}]}', "a = 1", id="in a list"),
            pytest.param('{"locals": {}}', "", id="empty"),
            pytest.param(
                '{"locals": {"backend": {"a": 1}}}', 'backend = { "a" = 1 }', id="no blocks in locals"
            ),
        ],
    )
    def test_settings(self, text: str, twin: str) -> None:
        assert bare(parsed(text)) == native(f"locals {{\n{twin}\n}}\n")

    @pytest.mark.parametrize(
        ("text", "twin"),
        [
            pytest.param('"backend": {"group": "g"}', 'backend {\ngroup = "g"\n}', id="one"),
            pytest.param(
                '"backend": [{"group": "g"}, {"failover": true}]',
                'backend {\ngroup = "g"\n}\nbackend {\nfailover = true\n}',
                id="several",
            ),
            pytest.param('"backend": []', "", id="none"),
            pytest.param(
                '"backend": {"group": "g"}, "backend": {"group": "h"}',
                'backend {\ngroup = "g"\n}\nbackend {\ngroup = "h"\n}',
                id="equal names are all kept",
            ),
            pytest.param(
                '"network_pass_through_lb_traffic_policy": {"zonal_affinity": [{"spillover": "x"}]}',
                'network_pass_through_lb_traffic_policy {\nzonal_affinity {\nspillover = "x"\n}\n}',
                id="nested",
            ),
            pytest.param('"network": "n"', 'network = "n"', id="an argument that is a block elsewhere"),
            pytest.param('"backend": ["x"]', 'backend = ["x"]', id="no list of blocks"),
            pytest.param('"backend": null', "backend = null", id="null"),
            pytest.param(
                '"labels": {"backend": {}}', 'labels = { "backend" = {} }', id="inside of an argument"
            ),
            pytest.param(
                '"dynamic": {"backend": {"for_each": "${var.x}", "iterator": "it",'
                ' "content": {"group": "${it.value}", "dynamic": {"a": {"content": {}}}}}}',
                'dynamic "backend" {\nfor_each = var.x\niterator = it\ncontent {\ngroup = it.value\n'
                'dynamic "a" {\ncontent {}\n}\n}\n}',
                id="dynamic",
            ),
            pytest.param(
                '"dynamic": [{"a": [{"labels": []}, {"for_each": {}}]}, {"b": {}}]',
                'dynamic "a" {\nlabels = []\n}\ndynamic "a" {\nfor_each = {}\n}\ndynamic "b" {}',
                id="several dynamic",
            ),
        ],
    )
    def test_nested_blocks(self, text: str, twin: str) -> None:
        text = f'{{"resource": {{"t": {{"n": {{{text}}}}}}}}}'

        assert bare(parsed(text)) == native(f'resource "t" "n" {{\n{twin}\n}}\n')

    def test_every_block_that_is_read_is_known_as_one(self) -> None:
        tables = (fields.paths[Dialect.TERRAFORM].values() for _, fields in READERS.values())
        around = {step for paths in tables for path in paths for step in path.steps[:-1]}

        assert around <= SINGLE_BLOCKS | OTHER_BLOCKS
        assert not SINGLE_BLOCKS & OTHER_BLOCKS

    def test_a_list_is_one_body_below_an_element(self) -> None:
        text = '{"resource": {"t": {"n": [[{"a": 1}, {"b": 2}]]}}}'

        assert bare(parsed(text)) == native('resource "t" "n" {\na = 1\nb = 2\n}\n')

    def test_an_element_that_is_null_is_an_empty_one(self) -> None:
        assert parsed('{"resource": {"t": {"n": [null]}}}').body == Body()

    def test_places(self) -> None:
        text = """{"resource": {"t": {"n": {
          "a" : [1, "b"],
          "backend": {"group" : "g"},
          "backup_geo": [
            {"location": "l"}
          ],
          "dynamic": {"backend": {"content": {}}}
        }}}}"""
        body = parsed(text).body

        (setting,) = body.settings.values()
        assert isinstance(setting.expression, Tuple)
        assert text[setting.start : setting.end] == '"a" : [1, "b"]'
        assert [text[each.start : each.end] for each in setting.expression.items] == ["1", '"b"']
        assert [(text[e.start : e.header_end], text[e.start : e.end]) for e in body.blocks] == [
            ('"backend": {', '"backend": {"group" : "g"}'),
            ("{", '{"location": "l"}'),
            ('"backend": {', '"backend": {"content": {}}'),
        ]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('{"locals": {"a": 1,\n "a": 2}}', "2:2: a is set twice"),
            ('{"locals": {"x": [{"a": 1, "a": 2}]}}', "1:28: a is set twice"),
            ('{"locals": [{"a": 1}, 2]}', "1:23: an object, or a list of objects, is expected here"),
            ('{"locals": [[{}, 1]]}', "1:18: an object is expected here"),
            ('{"output": {"o": {"value": "a ${1 +* } b"}}}', "1:36: unexpected '*'"),
            ('{"output": {"o": {"value": "\\t ${1 +* } b"}}}', "1:28: unexpected '*'"),
            ('{"output": {"o": {"value": "${local.xy"}}}', "1:29: the `${` is not closed"),
        ],
    )
    def test_errors(self, text: str, expected: str) -> None:
        assert cut(text).errors == ()
        block = cut(text).blocks[-1]
        with pytest.raises(InputError) as caught:
            parse_json_block(Lines("main.tf.json", text), block)

        assert str(caught.value) == f"main.tf.json:{expected}"

    def test_as_deep_as_json_may_be(self) -> None:
        depth = MAX_DEPTH - 2
        expression, _ = value("[" * depth + "]" * depth)

        for _ in range(depth - 1):
            assert isinstance(expression, Tuple)
            (expression,) = expression.items
        assert bare(expression) == Tuple(())


class TestExpressions:
    """Specification, "Expressions"."""

    @pytest.mark.parametrize(
        ("text", "twin"),
        [
            ("null", "null"),
            ("true", "true"),
            ("-12", "-12"),
            ("1.50", "1.50"),
            ("12345678901234567890", "12345678901234567890"),
            ('["a", [1], {}]', '["a", [1], {}]'),
            ('{"a": 1, "//": 2, "${var.k}": 3}', '{ "a" = 1, "//" = 2, (var.k) = 3 }'),
            ('"a"', '"a"'),
            ('""', '""'),
            ('"${var.x}"', "var.x"),
            ('"${~ var.x ~}"', "var.x"),
            ('"a-${var.x}"', '"a-${var.x}"'),
            ('"a  ${~ var.x}"', '"a${var.x}"'),
            ('"$${a} %%{b} $c"', '"$${a} %%{b} $c"'),
            ('"C:\\\\x \\u0041\\n\\ud83d\\ude00\\/"', '"C:\\\\x A\\n\U0001f600/"'),
            ('"${x[\\"k\\"].a}"', 'x["k"].a'),
            ('"${x\\n.a}"', "x.a"),
            ('"%{if x}a%{else}b%{endif}"', '"%{if x}a%{else}b%{endif}"'),
            ('"\\"${f(1, \\"a\\")}\\""', '"\\"${f(1, "a")}\\""'),
        ],
    )
    def test_are_those_of_native_syntax(self, text: str, twin: str) -> None:
        expression, _ = value(text)

        assert bare(expression) == native(f"locals {{\nx = {twin}\n}}\n").body.settings["x"].expression

    def test_numbers_are_exact(self) -> None:
        assert bare(value("0.10")[0]) == Literal(Decimal("0.10"))

    def test_places_in_strings(self) -> None:
        expression, whole = value('["a ${var.x}", "${f([y])}", "b"]')

        assert isinstance(expression, Tuple)
        template, call, literal = expression.items
        assert whole[template.start : template.end] == '"a ${var.x}"'
        assert isinstance(template, Template)
        assert [whole[each.start : each.end] for each in template.parts] == ["a ", "var.x"]
        assert whole[call.start : call.end] == "f([y])"
        assert isinstance(call, Call)
        assert whole[call.arguments[0].start : call.arguments[0].end] == "[y]"
        assert whole[literal.start : literal.end] == '"b"'

    def test_places_behind_escapes(self) -> None:
        expression, whole = value('"\\u0041\\ud83d\\ude00\\n${a.b} \\"${f(\\"c\\").d}"')

        assert isinstance(expression, Template)
        assert [whole[each.start : each.end] for each in expression.parts] == [
            "\\u0041\\ud83d\\ude00\\n",
            "a.b",
            ' \\"',
            'f(\\"c\\").d',
        ]
        assert whole[expression.start : expression.end].startswith('"\\u0041')

    def test_places_of_members(self) -> None:
        expression, whole = value('{"a": {"b" : "c"}}')

        assert isinstance(expression, Object)
        (item,) = expression.items
        assert whole[item.start : item.end] == '"a": {"b" : "c"}'
        assert whole[item.key.start : item.key.end] == '"a"'


class TestStrings:
    """Where Terraform takes a string for a reference, or for nothing but itself."""

    @pytest.mark.parametrize(
        ("header", "name", "text", "twin"),
        [
            ('variable": {"v"', "type", '"string"', "string"),
            ('variable": {"v"', "type", '" list(string) "', "list(string)"),
            (
                'variable": {"v"',
                "type",
                '"object({a=optional(string, \\"b\\")})"',
                'object({a=optional(string, "b")})',
            ),
            ('variable": {"v"', "default", '"${a} $${b}"', '"$${a} $$${b}"'),
            ('variable": {"v"', "default", '{"${a}": "%{x"}', '{ "$${a}" = "%%{x" }'),
            ('module": {"m"', "source", '"./${a}"', '"./$${a}"'),
            ('module": {"m"', "providers", '{"google": "google.west"}', "{ (google) = google.west }"),
            ('module": {"m"', "depends_on", '["a.b"]', "[a.b]"),
            ('module": {"m"', "type", '"${a}"', "a"),
            ('output": {"o"', "value", '"${a}"', "a"),
            ('provider": {"p"', "alias", '"${a}"', '"$${a}"'),
            ('provider": {"p"', "project", '"${a}"', "a"),
            ('resource": {"t": {"r"', "provider", '"google.west"', "google.west"),
            ('resource": {"t": {"r"', "depends_on", '["a.b", "c.d[\\"e\\"]"]', '[a.b, c.d["e"]]'),
            ('data": {"t": {"r"', "provider", '"google"', "google"),
        ],
    )
    def test_meaning(self, header: str, name: str, text: str, twin: str) -> None:
        whole = f'{{"{header}: {{"{name}": {text}}}' + "}" * (header.count("{") + 1)

        expression = parsed(whole).body.settings[name].expression
        assert bare(expression) == native(f"locals {{\nx = {twin}\n}}\n").body.settings["x"].expression

    def test_a_reference_has_the_place_of_its_text(self) -> None:
        text = '{"variable": {"v": {"type": "string", "t": 1}}}'
        kind = parsed(text).body.settings["type"].expression

        assert kind == Variable("string", text.index("string"), text.index('", "t"'))


class TestComments:
    def test_speak_of_the_block_that_they_stand_in(self) -> None:
        text = """{
          "//": "spillover:ignore[A] of no block",
          "resource": {"t": {"n": {
            "//": "spillover:ignore[B] of the resource",
            "x": {"//": "spillover:ignore[C] is data"},
            "backend": [
              {"//": "spillover:ignore[D] \\"of a backend\\""},
              {"//": "another", "dynamic": {"b": {"content": {"//": "spillover:ignore[E]"}}}}
            ]
          }}},
          "locals": {"//": ["spillover:ignore[F] is no text"], "a": 1, "a": 2},
          "output": {"o": [[1], {"//": "spillover:ignore[G]"}]}
        }"""
        found = cut(text)

        assert found.errors == ()
        assert [each.text for each in found.comments] == [
            "spillover:ignore[B] of the resource",
            'spillover:ignore[D] "of a backend"',
            "spillover:ignore[E]",
            "spillover:ignore[G]",
        ]
        starts = [each.block for each in found.comments if each.block is not None]
        assert [text[start : start + 9] for start in starts] == [
            '"n": {\n  ',
            '{"//": "s',
            '"content"',
            '{"//": "s',
        ]
        first = found.comments[0]
        assert first == Comment(first.start, first.start + len(first.text), first.text, text.index('"n"'))
        assert text[first.start : first.end] == first.text

    def test_none_are_looked_for_without_the_marker(self) -> None:
        assert cut('{"locals": {"//": "nothing"}}').comments == ()


class TestValues:
    def test_strings_mean_themselves(self) -> None:
        text = '{"//": "no value", "type": "${x} $${", "b": {"${k}": [1.10, null]}}'
        body, lines = parse_json_values("t.tfvars.json", text)

        assert lines == Lines("t.tfvars.json", text)
        assert bare(body) == Body(
            {
                "type": Setting("type", Literal("${x} $${"), 0, 0),
                "b": bare(body.settings["b"]),
            }
        )
        assert json.loads(text[body.settings["b"].expression.start : -1]) == {"${k}": [1.10, None]}

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("[]", "1:1: a variable file is one JSON object"),
            ("1", "1:1: the whole must be one object, or a list of objects"),
            ("{", "1:2: the text ends too early"),
            ('{"a": 1, "a": 2}', "1:10: a is set twice"),
            ('{"a": {"b": 1, "b": 2}}', "1:16: b is set twice"),
        ],
    )
    def test_errors(self, text: str, expected: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_json_values("t.tfvars.json", text)

        assert str(caught.value) == f"t.tfvars.json:{expected}"
