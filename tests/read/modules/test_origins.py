"""Where a value was written that an expression only passes on: the nearest place first."""

from __future__ import annotations

import pytest

from spillover.model.source import FieldPath, SourceSpan
from spillover.read.cty.types import DYNAMIC
from spillover.read.cty.value import Value, pending
from spillover.read.evaluation.context import Context, Written
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.lines import Lines
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.expand import HclPlaces
from spillover.read.modules.folder import Folder, SourceFile, parse_values
from spillover.read.modules.module import Module
from spillover.read.modules.origins import written_at
from spillover.read.modules.variables import Nothing
from spillover.read.syntax.expression import Literal
from spillover.read.syntax.hcl import parse_settings

TFVARS = """\
ratio = 0.7
sizes = { a = 1, b = [2, 3] }
nulled = null
unsaid = null
"""

MAIN = """\
variable "ratio" {
  default = 0.5
}

variable "zone" {
  default = "z1"
}

variable "sizes" {}

variable "nulled" {
  default  = 9
  nullable = false
}

variable "unsaid" {
  default = 8
}

# Nobody gives this one.
variable "unset" {}

variable "typed" {
  type    = object({ a = optional(number, 4) })
  default = {}
}

locals {
  through = var.ratio
  twice   = local.through
  list    = ["x", var.zone]
  table   = { one = 1, "two" = { deep = var.zone }, (var.zone) = 3 }
  sum     = var.ratio + 1
  ring    = local.ring
  yes     = true
}

module "m" {
  source = "./m"
  ratio  = var.ratio
  sizes  = local.table
}

module "each" {
  source   = "./m"
  for_each = { k = 0.1, l = var.ratio }
  ratio    = each.value
}

module "any" {
  source = "./m"
  count  = var.unset
  ratio  = 0.2
}

module "gone" {
  source = "./gone"
}

module "broken" {
  source = = 1
}
"""

CALLED = """\
variable "ratio" {}

variable "sizes" {
  default = {}
}

output "ratio" {
  value = var.ratio
}

output "all" {
  value = { sizes = var.sizes }
}

output "nothing" {}
"""


def root() -> Module:
    files = {".": ("main.tf", MAIN), "m": ("m/main.tf", CALLED)}
    folders = {path: Folder(path, (SourceFile.of(*file),)) for path, file in files.items()}
    configuration = Configuration(".", folders.get)
    body, lines = parse_values("v.tfvars", TFVARS)
    context = Context(Nothing(), lines, evaluate)
    inputs = {name: Written(each.expression, context) for name, each in body.settings.items()}
    zone = Context(Nothing(), Lines("<--var zone>", "zone=z9"), evaluate)
    return Module(folders["."], {**inputs, "zone": Written(Literal("z9", 5, 7), zone)}, configuration)


TEXTS = {"main.tf": MAIN, "m/main.tf": CALLED, "v.tfvars": TFVARS}


def shown(span: SourceSpan, texts: dict[str, str]) -> str:
    """A span as its file, line and text."""
    assert span.start.line == span.end.line
    line = texts[span.path].splitlines()[span.start.line - 1]
    return f"{span.path}:{span.start.line} {line[span.start.column - 1 : span.end.column - 1]}"


def places(expression: str, *steps: str | int) -> list[tuple[str, str]]:
    """Where the value of an expression of the root module comes from."""
    lines = Lines("<test>", f"x = {expression}")
    parsed = parse_settings(lines, lines.text, 0).settings["x"].expression
    module = root()
    found = written_at(parsed, module.configuration.context(module.names, lines), steps)
    return [(shown(span, TEXTS), message) for span, message in found]


RATIO = [("v.tfvars:1 0.7", "var.ratio is given here")]
THROUGH = [("main.tf:29 var.ratio", "local.through"), *RATIO]


class TestNames:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            pytest.param("0.5", [], id="written right here"),
            pytest.param("var.ratio", RATIO, id="variable file"),
            pytest.param("var.unset", [], id="no value"),
            pytest.param("var.z", [], id="not declared"),
            pytest.param("var.typed", [("main.tf:25 {}", "the default of var.typed")], id="default"),
            pytest.param("var.typed.a", [("main.tf:24 4", "the default of var.typed.a")], id="in the type"),
            pytest.param(
                "var.nulled", [("main.tf:12 9", "the default of var.nulled")], id="null, for the default"
            ),
            pytest.param("var.unsaid", [("v.tfvars:4 null", "var.unsaid is given here")], id="null"),
            pytest.param("var.zone", [], id="the command line has no place"),
            pytest.param("local.twice", [("main.tf:30 local.through", "local.twice"), *THROUGH], id="locals"),
            pytest.param("local.z", [], id="no such local"),
            pytest.param("local.sum", [("main.tf:33 var.ratio + 1", "local.sum")], id="computed"),
            pytest.param("var", [], id="a name alone"),
            pytest.param("t.a.b", [], id="resource"),
            pytest.param("each.value", [], id="no for_each"),
            pytest.param("local.ring", [("main.tf:34 local.ring", "local.ring")], id="ring"),
        ],
    )
    def test_stand_for(self, expression: str, expected: list[tuple[str, str]]) -> None:
        assert places(expression) == expected


def test_a_long_way_is_cut_short() -> None:
    text = "locals {\n" + "".join(f"  a{n} = local.a{n + 1}\n" for n in range(20)) + "}\n"
    module = Module(Folder(".", (SourceFile.of("main.tf", text),)), {}, Configuration(".", lambda _: None))
    lines = Lines("<test>", "x = local.a0")
    expression = parse_settings(lines, lines.text, 0).settings["x"].expression

    found = written_at(expression, module.configuration.context(module.names, lines))
    assert [message for _, message in found] == [f"local.a{n}" for n in range(10)]


class TestInside:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            ("var.sizes.a", [("v.tfvars:2 1", "var.sizes is given here")]),
            ("var.sizes.b[1]", [("v.tfvars:2 3", "var.sizes is given here")]),
            ('var.sizes["b"][true ? 0 : 1]', [("v.tfvars:2 2", "var.sizes is given here")]),
            ("var.sizes.b[7]", [("v.tfvars:2 [2, 3]", "var.sizes is given here")]),
            ("var.sizes.c.d", [("v.tfvars:2 { a = 1, b = [2, 3] }", "var.sizes is given here")]),
            ("local.list[1]", [("main.tf:31 var.zone", "local.list")]),
            ("local.table.two.deep", [("main.tf:32 var.zone", "local.table")]),
            ("[0, var.ratio][1]", RATIO),
            ("{ a = var.ratio }.a", RATIO),
            ("var.sizes[var.unset]", []),
            ("var.sizes[null]", []),
            ("var.sizes[1 + null]", []),
            ("var.sizes[[1]]", []),
        ],
    )
    def test_stand_for(self, expression: str, expected: list[tuple[str, str]]) -> None:
        assert places(expression) == expected

    def test_further_steps(self) -> None:
        assert places("var.sizes", "b", 0) == [("v.tfvars:2 2", "var.sizes is given here")]
        assert places("local.list", "x") == [('main.tf:31 "x"', "local.list")]
        assert places("local.list", "y")[0][0] == 'main.tf:31 ["x", var.zone]'


class TestPassingOn:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            ('"${var.ratio}"', RATIO),
            ('"${var.ratio}%"', RATIO),
            ('"${var.ratio}${var.zone}"', []),
            ("[for r in [1, var.ratio] : r][1]", RATIO),
            ("[for r in [1, var.ratio] : r if r < 1][0]", RATIO),
            ('[for r in [1, var.ratio] : r if r < 1 ? "true" : "false"][0]', RATIO),
            ("[for r in [1] : var.ratio][0]", RATIO),
            ("[for r in var.unset : r][0]", []),
            ("[for r in [1] : r][1]", []),
            ("[for r in [1] : r]", []),
            ("{ for k, r in { a = 1, b = var.ratio } : k => r }.b", RATIO),
            ("{ for k, r in { a = 1, b = var.ratio } : k => k }.b", []),
            ("{ for r in [{ n = 5, x = var.ratio }] : r.n => r }[5].x", RATIO),
            ("{ for r in [{ n = 5, x = 1 }] : r.n => { y = r.x, z = var.ratio } }[5].z", RATIO),
            ("{ for r in [var.ratio] : r => r... }[0.7][0]", []),
            (
                "{ for k, each in var.sizes : k => each }.b[1]",
                [("v.tfvars:2 3", "var.sizes is given here")],
            ),
            ("[for r in toset([{ a = var.ratio }]) : r][0].a", []),
            ('{ for r in toset(["a"]) : r => var.ratio }.a', RATIO),
            ("(var.ratio[*])[0]", RATIO),
            ("[{ a = var.ratio }][*].a[0]", []),
            ("([{ a = var.ratio }][*].a)[0]", RATIO),
            ("([[var.ratio]][*][0])[0]", []),
            ("(var.unset[*])[0]", []),
            ("local.yes ? var.ratio : 1", RATIO),
            ("local.yes ? 1 : var.ratio", []),
            ("!local.yes ? 1 : var.ratio", RATIO),
            ("var.unset ? var.ratio : 1", []),
            ("1 + null ? var.ratio : 1", []),
            ("5 == 5 ? local.through : 1", THROUGH),
            ('"true" ? var.ratio : 1', []),
            ("try(var.ratio, 1)", RATIO),
            ("try(local.table.none, var.ratio)", RATIO),
            ("try(local.table.none)", []),
            ("try()", []),
            ('coalesce(null, "", var.ratio, 1)', RATIO),
            ("coalesce(null)", []),
            ("coalesce(var.unset, var.ratio)", []),
            ("tonumber(tostring(var.ratio))", RATIO),
            ("one([var.ratio])", RATIO),
            ("element([1, var.ratio], 1)", RATIO),
            ("element([1, var.ratio], 3)", RATIO),
            ("element([], 0)", []),
            ("element(var.unset, 0)", []),
            ('element([1], "x")', []),
            ("element([1], var.unset)", []),
            ('lookup(var.sizes, "a", 5)', [("v.tfvars:2 1", "var.sizes is given here")]),
            ('lookup(var.sizes, "z", var.ratio)', RATIO),
            ('lookup(var.sizes, "z")', []),
            ("lookup(var.sizes, var.unset, 5)", []),
            ('lookup(var.unset, "a", 5)', []),
            ('lookup([], "a", 5)', []),
            ("merge(local.table, var.sizes, {}).a", [("v.tfvars:2 1", "var.sizes is given here")]),
            ("merge(local.table, var.sizes).one", [("main.tf:32 1", "local.table")]),
            ("merge(local.table, var.sizes).none", []),
            ("merge(local.table, var.sizes)", []),
            ("merge(local.table, var.unset).one", []),
            ("sensitive(var.ratio)", RATIO),
            ("max(var.ratio, 1)", []),
            ("tolist()", []),
        ],
    )
    def test_stand_for(self, expression: str, expected: list[tuple[str, str]]) -> None:
        assert places(expression) == expected


class TestModules:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            pytest.param(
                "module.m.ratio",
                [
                    ("m/main.tf:8 var.ratio", "the output ratio of module.m"),
                    ("main.tf:40 var.ratio", "var.ratio is given here"),
                    *RATIO,
                ],
                id="out of it and into it",
            ),
            pytest.param(
                "module.m.all.sizes.one",
                [
                    ("m/main.tf:12 var.sizes", "the output all of module.m"),
                    ("main.tf:41 local.table", "var.sizes is given here"),
                    ("main.tf:32 1", "local.table"),
                ],
                id="inside of an output",
            ),
            pytest.param(
                'module.each["l"].ratio',
                [
                    ("m/main.tf:8 var.ratio", "the output ratio of module.each"),
                    ("main.tf:47 each.value", "var.ratio is given here"),
                    *RATIO,
                ],
                id="of an instance",
            ),
            pytest.param(
                "module.any[0].ratio",
                [
                    ("m/main.tf:8 var.ratio", "the output ratio of module.any"),
                    ("main.tf:53 0.2", "var.ratio is given here"),
                ],
                id="of the instance that stands for all",
            ),
            pytest.param('module.each["z"].ratio', [], id="no such instance"),
            pytest.param("module.each", [], id="all instances"),
            pytest.param("module.m", [], id="all outputs"),
            pytest.param("module.m.z", [], id="no such output"),
            pytest.param("module.m.nothing", [], id="an output without a value"),
            pytest.param("module.z.a", [], id="no such module"),
            pytest.param("module.gone.a", [], id="one that was not read"),
            pytest.param("module.broken.a", [], id="one that cannot be read"),
        ],
    )
    def test_outputs(self, expression: str, expected: list[tuple[str, str]]) -> None:
        assert places(expression) == expected


BLOCK = """\
variable "ratios" {
  default = { k = 0.1, l = 0.2 }
}

locals {
  zones = ["a", "b"]
}

resource "t" "r" {
  for_each = var.ratios
  ratio    = each.value
  name     = each.key

  dynamic "backend" {
    for_each = local.zones
    iterator = z
    content {
      zone = z.value
      both = [z.value, each.value]
    }
  }
}

resource "t" "groups" {
  dynamic "backend" {
    for_each = toset([t.a.id, t.b.id])
    content {
      group = backend.value
    }
  }
}

resource "t" "a" {}
resource "t" "b" {}

resource "t" "s" {
  for_each = var.unset
  ratio    = each.value
}

variable "unset" {}
"""


class TestFields:
    """As the places of a resource give them, by the path of a field."""

    @pytest.mark.parametrize(
        ("address", "path", "expected"),
        [
            ('t.r["l"]', "ratio", [("main.tf:2 0.2", "the default of var.ratios")]),
            ('t.r["l"]', "name", []),
            ('t.r["l"]', "absent", []),
            ('t.r["l"]', "", []),
            ('t.r["l"]', "backend[1].zone", [('main.tf:6 "b"', "local.zones")]),
            ('t.r["k"]', "backend[1].both[1]", [("main.tf:2 0.1", "the default of var.ratios")]),
            ('t.r["k"]', "backend[0].both[0]", [('main.tf:6 "a"', "local.zones")]),
            ("t.groups", "backend[0].group", []),
            ("t.s", "ratio", []),
        ],
    )
    def test_written(self, address: str, path: str, expected: list[tuple[str, str]]) -> None:
        folder = Folder(".", (SourceFile.of("main.tf", BLOCK),))
        module = Module(folder, {}, Configuration(".", lambda _: None))
        (found,) = [each for each in module.instances(lambda _: True) if each.address == address]

        written = HclPlaces(found.block, found.file.lines).written(FieldPath.parse(path))
        assert [(shown(span, {"main.tf": BLOCK}), message) for span, message in written] == expected


RECORDS = """\
variable "records" {
  type = list(object({ name = string, ttl = optional(number, 600), set = optional(set(string), ["s"]) }))
}

variable "dns" {
  type = object({
    host  = string
    ttl   = optional(number, 600)
    items = optional(list(object({ weight = optional(number, 7) })), [{}, { weight = 8 }])
    pair  = tuple([object({ size = optional(number, 1) }), number])
    named = optional(map(object({ ttl = optional(number, 9) })), {})
    kind  = any
  })
}

variable "mode" {}

locals {
  by_name = { for record in var.records : record.name => record }
}

resource "t" "records" {
  for_each = local.by_name
  ttl      = each.value.ttl
  name     = "${each.value.name}."

  dynamic "item" {
    for_each = [for each in each.value.set : { value = each, mode = "ZONAL_${var.mode}" }]
    content {
      value = item.value.value
      mode  = item.value.mode
    }
  }
}

resource "t" "dns" {
  ttl    = var.dns.ttl
  host   = var.dns.host
  weight = var.dns.items[0].weight
  other  = var.dns.items[1].weight
  more   = var.dns.named["x"].ttl
  less   = var.dns.named["y"].ttl
  pair   = var.dns.pair[0].size
  kind   = var.dns.kind.x
}
"""

GIVEN = """\
records = [{ name = "a", ttl = 5 }, { name = "b", set = ["p", "q"] }]
dns     = { host = "h", named = { x = { ttl = 1 }, y = {} }, pair = [{}, 2], kind = { x = 2 } }
mode    = "M"
"""


class TestDefaultsInTypes:
    """What the values leave out stands in the type; loops and templates lead to what they are made of."""

    @pytest.mark.parametrize(
        ("address", "path", "expected"),
        [
            ('t.records["a"]', "ttl", [("v.tfvars:1 5", "var.records is given here")]),
            ('t.records["b"]', "ttl", [("main.tf:2 600", "the default of var.records[1].ttl")]),
            ('t.records["a"]', "name", [('v.tfvars:1 "a"', "var.records is given here")]),
            ('t.records["b"]', "item[1].value", [('v.tfvars:1 "q"', "var.records is given here")]),
            ('t.records["a"]', "item[0].value", [('main.tf:2 "s"', "the default of var.records[0].set")]),
            ('t.records["a"]', "item[0].mode", [('v.tfvars:3 "M"', "var.mode is given here")]),
            ("t.dns", "ttl", [("main.tf:8 600", "the default of var.dns.ttl")]),
            ("t.dns", "host", [('v.tfvars:2 "h"', "var.dns is given here")]),
            ("t.dns", "weight", [("main.tf:9 7", "the default of var.dns.items[0].weight")]),
            ("t.dns", "other", [("main.tf:9 8", "the default of var.dns.items")]),
            ("t.dns", "more", [("v.tfvars:2 1", "var.dns is given here")]),
            ("t.dns", "less", [("main.tf:11 9", "the default of var.dns.named.y.ttl")]),
            ("t.dns", "pair", [("main.tf:10 1", "the default of var.dns.pair[0].size")]),
            ("t.dns", "kind", [("v.tfvars:2 2", "var.dns is given here")]),
        ],
    )
    def test_written(self, address: str, path: str, expected: list[tuple[str, str]]) -> None:
        texts = {"main.tf": RECORDS, "v.tfvars": GIVEN}
        body, lines = parse_values("v.tfvars", GIVEN)
        context = Context(Nothing(), lines, evaluate)
        inputs = {name: Written(each.expression, context) for name, each in body.settings.items()}
        folder = Folder(".", (SourceFile.of("main.tf", RECORDS),))
        module = Module(folder, inputs, Configuration(".", lambda _: None))
        (found,) = [each for each in module.instances(lambda _: True) if each.address == address]

        written = HclPlaces(found.block, found.file.lines).written(FieldPath.parse(path))
        assert [
            (shown(span, texts), message) for span, message in written if not message.startswith("local.")
        ] == expected
        assert module.configuration.errors == []


class Unknowing:
    """A scope that does not know where anything is written."""

    def name(self, name: str) -> Value:
        return pending(DYNAMIC, name)


def test_in_a_scope_that_does_not_know() -> None:
    lines = Lines("<test>", "x = var.a")
    expression = parse_settings(lines, lines.text, 0).settings["x"].expression

    assert list(written_at(expression, Context(Unknowing(), lines, evaluate))) == []


def test_where_nothing_more_may_be_spent() -> None:
    text = 'locals {\n  a = [1]\n}\nresource "t" "r" {\n  x = local.a[1 - 1]\n}\n'
    module = Module(Folder(".", (SourceFile.of("main.tf", text),)), {}, Configuration(".", lambda _: None))
    (found,) = module.instances(lambda _: True)
    places = HclPlaces(found.block, found.file.lines)

    assert [message for _, message in places.written(FieldPath.parse("x"))] == ["local.a"]
    module.configuration.budget.left = 0
    assert places.written(FieldPath.parse("x")) == ()
