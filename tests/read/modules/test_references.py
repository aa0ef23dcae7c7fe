"""References to resources: an attribute has its value where it is written, else it is a link to join by."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.source import Reference, Unknown
from spillover.read.cty.types import DYNAMIC
from spillover.read.cty.value import number, pending, text
from spillover.read.lines import Lines
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.module import Module
from spillover.read.modules.references import unread
from spillover.read.plain import plain
from spillover.read.syntax.hcl import parse_settings

RESOURCES = """\
resource "t" "single" {
  name    = "s"
  zones   = ["a", "b"]
  nothing = null
  unknown = "x-${var.n}"
  link    = t.each["b"].id
  deep    = { k = var.n }
  inner {
    x = 1
  }
}

resource "t" "counted" {
  count = 2
  name  = "c${count.index}"
}

resource "t" "each" {
  for_each = { a = 1, "b.c" = 2, b = 3 }
  name     = each.key
}

resource "t" "none" {
  count = 0
}

resource "t" "some" {
  count = var.n
  name  = "n"
  other = "n${count.index}"
}

resource "t" "any" {
  for_each = var.n
  name     = each.key
  value    = each.value.size
}

resource "google_t" "typed" {
  name = null
}

resource "google_dns_managed_zone" "written" {
  dns_name = var.n
}

resource "google_dns_managed_zone" "not_written" {}

data "google_dns_managed_zone" "looked_up" {
  name = "z"
}

resource "google_certificate_manager_dns_authorization" "a" {}

data "t" "single" {
  name = "s"
  zone = null
  size = var.n
}

data "t" "each" {
  for_each = toset(["us-east1-b", "c"])
  name     = "neg-${each.key}"
}

data "t" "any" {
  for_each = var.n
}

data "t" "counted" {
  count = 1
}

resource "t" "broken" {
  name = = 1
}
"""

CALLS = """\
module "m" {
  source = "./m"
  link   = t.single.id
}

locals {
  link = t.single.id
  all  = t.each
}
"""

CALLED = """\
variable "link" {
  type = string
}

resource "t" "own" {}

output "given" {
  value = var.link
}

output "own" {
  value = { id = t.own.id, all = t.own }
}
"""


def settled(expression: str) -> tuple[Any, list[str]]:
    """The value of an expression beside these resources, and what is wrong with it."""
    folders = {
        path: Folder(path, (SourceFile.of(f"{path}/main.tf", each),))
        for path, each in {".": RESOURCES + CALLS, "m": CALLED}.items()
    }
    module = Module(folders["."], {}, Configuration(".", folders.get))
    lines = Lines("<test>", f"x = {expression}")
    parsed = parse_settings(lines, lines.text, 0).settings["x"].expression
    found = plain(module.configuration.context(module.names, lines).settle(parsed))
    return found, [str(error) for error in module.configuration.errors]


def value(expression: str) -> Any:
    found, errors = settled(expression)
    assert errors == []
    return found


def link(address: str, attribute: str = "id", because: str | None = None) -> Unknown:
    return Unknown(because or f"{address}.{attribute}", Reference(address, attribute))


class TestSingle:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            pytest.param("t.single.name", "s", id="written"),
            pytest.param("resource.t.single.name", "s", id="named as a resource"),
            pytest.param("resource.t", Unknown("resource.t"), id="no resource"),
            pytest.param("t.single.zones[1]", "b", id="element"),
            pytest.param('t.single["name"]', "s", id="by a key"),
            pytest.param("t.single.id", link("t.single"), id="never written"),
            pytest.param(
                "t.single.nothing", link("t.single", "nothing"), id="null, so the provider chooses it"
            ),
            pytest.param("t.single.inner[0].x", link("t.single", "inner[0].x"), id="in a block"),
            pytest.param('t.single.new["k l"].x', link("t.single", 'new["k l"].x'), id="by a key in a block"),
            pytest.param("t.single.new[*].x", Unknown("t.single.new"), id="splat of a block"),
            pytest.param(
                "t.single.unknown", link("t.single", "unknown", because="var.n"), id="written, but not known"
            ),
            pytest.param("t.single.deep.k", Unknown("var.n"), id="inside of what is written"),
            pytest.param("t.single.link", link('t.each["b"]'), id="written by another link"),
            pytest.param("t.single", Unknown("t.single"), id="a whole resource is no link"),
            pytest.param("t.single[var.k]", Unknown("t.single"), id="at an unknown key"),
            pytest.param('"x-${t.single.id}"', Unknown("t.single.id"), id="text with a link in it is none"),
            pytest.param("t.single.id == null", False, id="what is there has an id"),
            pytest.param("t.single == null", False, id="a resource is there"),
            pytest.param("google_t.typed.name", link("google_t.typed", "name"), id="text"),
            pytest.param("t.z.id", Unknown("t.z.id"), id="no such resource"),
            pytest.param("u.single.id", Unknown("u.single.id"), id="no such type"),
            pytest.param("t.broken.id", Unknown("t.broken.id"), id="one that cannot be read"),
            pytest.param("t.single[*].id", [link("t.single")], id="splat, as of a list of one"),
            pytest.param("t.single.*.name", ["s"], id="old splat"),
            pytest.param("length(t.single[*].id)", 1, id="length of a splat"),
        ],
    )
    def test_value(self, expression: str, expected: Any) -> None:
        found, errors = settled(expression)

        assert (found, errors) == (expected, [])

    def test_text_has_nothing_inside(self) -> None:
        assert settled("google_t.typed.id[0]") == (
            Unknown("google_t.typed.id[0]"),
            ["<test>:1:5: a string has no elements"],
        )

    def test_has_no_instances(self) -> None:
        assert settled("t.single[1].id") == (
            Unknown("t.single[1].id"),
            ["<test>:1:5: t.single has no instance 1"],
        )


class TestEnds:
    """The name of a zone ends in a dot, whatever it is."""

    @pytest.mark.parametrize(
        "expression",
        [
            "google_dns_managed_zone.written.dns_name",
            "google_dns_managed_zone.not_written.dns_name",
            "data.google_dns_managed_zone.looked_up.dns_name",
            '"www.${data.google_dns_managed_zone.looked_up.dns_name}"',
            'format("%s.%s", var.n, google_dns_managed_zone.written.dns_name)',
            'format("%s.", trimsuffix(google_dns_managed_zone.written.dns_name, "."))',
            'join(".", [var.n, google_dns_managed_zone.written.dns_name])',
            "var.n ? google_dns_managed_zone.written.dns_name : google_dns_managed_zone.not_written.dns_name",
            'var.n ? google_dns_managed_zone.written.dns_name : "x."',
            "google_certificate_manager_dns_authorization.a.dns_resource_record[0].name",
            "google_certificate_manager_dns_authorization.a.dns_resource_record.0.name",
        ],
    )
    def test_are_known(self, expression: str) -> None:
        assert value(expression).ends_with == "."

    @pytest.mark.parametrize(
        "expression",
        [
            "google_dns_managed_zone.written.name",
            "google_dns_managed_zone.written.description",
            'var.n ? google_dns_managed_zone.written.dns_name : "x"',
            'format("%s.%d", google_dns_managed_zone.written.dns_name, var.n)',
            'format("%s%%", google_dns_managed_zone.written.dns_name)',
            'trimsuffix(google_dns_managed_zone.written.dns_name, ".")',
        ],
    )
    def test_are_not_known(self, expression: str) -> None:
        assert value(expression).ends_with == ""


class TestDataSources:
    """What is written is what they are looked up by; the rest is not known, and is nothing to refer to."""

    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            ("data.t.single.name", "s"),
            ("data.t.single.zone", Unknown("data.t.single.zone")),
            ("data.t.single.size", Unknown("var.n")),
            ("data.t.single.id", Unknown("data.t.single.id")),
            ("data.t.single.ports[0].name", Unknown("data.t.single.ports[0].name")),
            ("data.t.single[*].name", ["s"]),
            ('data.t.each["us-east1-b"].id', Unknown('data.t.each["us-east1-b"].id')),
            ("[for key, each in data.t.each : each.name]", ["neg-c", "neg-us-east1-b"]),
            ("keys(data.t.each)", ["c", "us-east1-b"]),
            ("data.t.counted[*].id", [Unknown("data.t.counted[0].id")]),
            ('data.t.any["k"].id', Unknown("data.t.any.id")),
            ("data.t.gone.id", Unknown("data.t.gone.id")),
        ],
    )
    def test_value(self, expression: str, expected: Any) -> None:
        assert value(expression) == expected


class TestInstances:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            pytest.param("t.counted[1].name", "c1", id="written"),
            pytest.param('t.counted["1"].name', "c1", id="an index as text"),
            pytest.param("t.counted[1].id", link("t.counted[1]"), id="link"),
            pytest.param("t.counted[*].name", ["c0", "c1"], id="splat of values"),
            pytest.param("t.counted.*.id", [link("t.counted[0]"), link("t.counted[1]")], id="old splat"),
            pytest.param("[for r in t.counted : r.id][1]", link("t.counted[1]"), id="for"),
            pytest.param('t.each["a"].name', "a", id="by key"),
            pytest.param('t.each["b.c"].id', link('t.each["b.c"]'), id="link by key"),
            pytest.param('{ for k, r in t.each : k => r.id }["a"]', link('t.each["a"]'), id="map of links"),
            pytest.param(
                "[for r in t.each : r.id]",
                [link('t.each["a"]'), link('t.each["b"]'), link('t.each["b.c"]')],
                id="in the order of their keys",
            ),
            pytest.param('local.all["a"].id', link('t.each["a"]'), id="through a local"),
            pytest.param("t.each[var.k].id", Unknown("var.k"), id="at an unknown key"),
            pytest.param("t.none[*].id", [], id="none"),
            pytest.param("try(t.none[0].id, null)", None, id="none, and another value instead"),
            pytest.param("try(t.counted[0].id, null)", link("t.counted[0]"), id="one that is there"),
        ],
    )
    def test_value(self, expression: str, expected: Any) -> None:
        assert value(expression) == expected

    @pytest.mark.parametrize(
        ("expression", "message"),
        [
            ("t.counted[2].id", "there is no element 2,"),
            ("t.counted.id", "a tuple has no attribute id"),
            ('t.each["z"].id', "there is no element 'z'"),
            ("t.each.id", "there is no attribute id"),
            ("t.none[0].id", "there is no element 0,"),
            ("t.some.id", "t.some has a count: its attributes are those of its instances"),
            ("t.any.id", "t.any has a for_each: its attributes are those of its instances"),
        ],
    )
    def test_that_are_not_there(self, expression: str, message: str) -> None:
        found, (error,) = settled(expression)

        assert found == Unknown(expression)
        assert error.startswith(f"<test>:1:5: {message}")


class TestInstancesOfAnUnknownNumber:
    """One stands for all of them, without a key, so that a reference finds it."""

    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            ("t.some[0].id", link("t.some")),
            ("t.some[0].name", "n"),
            ("t.some[0].other", link("t.some", "other", because="var.n")),
            ("t.some[var.k].id", link("t.some")),
            ('t.any["k"].id', link("t.any")),
            ("t.any[var.k].id", link("t.any")),
            ('t.any["k"].name', link("t.any", "name", because="var.n")),
            ('t.any["k"].value', link("t.any", "value", because="var.n")),
            ("t.some[*].id", Unknown("var.n")),
            ("(t.some[*].id)[0]", link("t.some")),
            ("[for r in t.some : r.id][0]", link("t.some")),
            ('{ for k, r in t.any : k => r.id }["a"]', link("t.any")),
            ("try(t.some[0].id, null)", link("t.some")),
            ("t.some", Unknown("var.n")),
        ],
    )
    def test_value(self, expression: str, expected: Any) -> None:
        assert value(expression) == expected


class TestOneOfSeveral:
    @pytest.mark.parametrize(
        ("expression", "is_any"),
        [
            ("t.single.id", False),
            ("t.counted[0].id", False),
            ("t.some[0].id", True),
            ('t.any["k"].value', True),
        ],
    )
    def test_instances_whose_keys_are_not_known(self, expression: str, is_any: bool) -> None:
        assert value(expression).refers_to.is_any is is_any


class TestModules:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            ("module.m.given", link("t.single")),
            ("module.m.own.id", link("module.m.t.own")),
            ("module.m.own.all.id", link("module.m.t.own")),
            ("module.m[*].given", [link("t.single")]),
            ("module.m.*.given", [link("t.single")]),
            ("local.link", link("t.single")),
            ("[local.link, 1][0]", link("t.single")),
            ("true ? local.link : null", link("t.single")),
            ("{ a = local.link }.a", link("t.single")),
        ],
    )
    def test_links_go_in_and_come_back(self, expression: str, expected: Any) -> None:
        assert value(expression) == expected


class TestUnread:
    @pytest.mark.parametrize(
        ("steps", "called"),
        [
            (("a",), "x.a"),
            (("a", number(0)), "x.a[0]"),
            ((text("a b"),), 'x["a b"]'),
            ((text("é-1"),), "x.é-1"),
            (("a", pending(DYNAMIC, "k")), "x.a"),
        ],
    )
    def test_is_called_by_the_way_to_it(self, steps: tuple[Any, ...], called: str) -> None:
        found = unread("x")
        for step in steps:
            assert found.pending
            assert found.pending.inside
            found = found.pending.inside(step)

        assert plain(found) == Unknown(called)


NAME = link("google_t.typed", "name")


class TestThroughFunctions:
    @pytest.mark.parametrize(
        ("expression", "expected"),
        [
            ("one(t.single[*].id)", link("t.single")),
            ("one(t.none[*].id)", None),
            ("one(t.some[*].id)", link("t.some", because="var.n")),
            ("try(one(t.some[*].id), null)", link("t.some", because="var.n")),
            ("element(t.counted.*.id, 1)", link("t.counted[1]")),
            ("element(t.some.*.id, 0)", link("t.some")),
            ("element(t.counted[*].id, 3)", link("t.counted[1]")),
            ("values(t.each)[*].id", [link('t.each["a"]'), link('t.each["b"]'), link('t.each["b.c"]')]),
            ("(values(t.any)[*].id)[0]", link("t.any")),
            ("values({ for k, r in t.each : k => r.id })[0]", link('t.each["a"]')),
            ('lookup(t.each, "a", null).id', link('t.each["a"]')),
            ("concat(t.counted[*].id, t.none[*].id)[1]", link("t.counted[1]")),
            ("flatten([google_t.typed.id, [google_t.typed.self_link]])[0]", link("google_t.typed")),
            ('merge(t.each, { z = t.single })["z"].id', link("t.single")),
            ("coalesce(t.single.id, null)", link("t.single")),
            ("tolist([t.single.id])[0]", link("t.single")),
            ("tomap({ a = t.single.id }).a", link("t.single")),
            ("tostring(t.single.id)", link("t.single")),
            ("toset([t.single.id, t.counted[0].id])", [link("t.single"), link("t.counted[0]")]),
            ("one(toset([t.single.id]))", link("t.single")),
            ("compact([t.single.name, t.single.id])", Unknown("t.single.id")),
            ("compact([google_t.typed.id, null, google_t.typed.name])", [link("google_t.typed"), NAME]),
            ('compact([google_t.typed.id, ""])[0]', link("google_t.typed")),
            ("compact([google_t.typed.id, var.n])", Unknown("var.n")),
            ('coalesce(google_t.typed.self_link, "x")', link("google_t.typed", "self_link")),
            ('google_t.typed.id == ""', False),
            ('join("", [t.single.id])', link("t.single")),
            ('join(",", t.single.*.id)', link("t.single")),
            ('join("", t.none[*].id)', ""),
            ('join("", t.some[*].id)', link("t.some", because="var.n")),
            ('join(",", t.some[*].id)', Unknown("var.n")),
            ("length(toset([{ a = t.single.id }, { a = t.single.id }]))", 1),
            ("length(toset([{ a = t.single.id }, { a = t.counted[0].id }]))", 2),
            ("length(toset([{ a = t.single.id }, { a = var.n }]))", Unknown("var.n")),
            ("distinct([t.single.id, t.counted[0].id])", [link("t.single"), link("t.counted[0]")]),
            ("distinct([t.single.id, var.n])", Unknown("var.n")),
            ("length(t.counted)", 2),
            ("length(t.some)", Unknown("var.n")),
            ("keys(t.each)", ["a", "b", "b.c"]),
            ("zipmap(keys(t.each), values(t.each)).a.id", link('t.each["a"]')),
            ("nonsensitive(sensitive(t.single.id))", link("t.single")),
            ('join("-", t.counted[*].name)', "c0-c1"),
        ],
    )
    def test_value(self, expression: str, expected: Any) -> None:
        assert value(expression) == expected
