"""``count`` and ``for_each``: every verdict here is that of Terraform 1.11.4."""

from __future__ import annotations

from typing import Any

import pytest

from spillover.model.source import Reference, Unknown
from spillover.read.cty.types import DYNAMIC
from spillover.read.cty.value import NULL, number, pending, text
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.module import Module
from spillover.read.modules.repetition import MOST_INSTANCES, Key, Repeated, instance_key, repeated
from spillover.read.plain import plain

BESIDE = """\
variable "n" {}

variable "names" {
  type    = set(string)
  default = ["b", "a"]
}

variable "links" {
  type = set(string)
}

variable "numbers" {
  type    = set(number)
  default = [1]
}

variable "holed" {
  type    = set(string)
  default = ["a", null]
}

variable "secret" {
  default   = { a = 1 }
  sensitive = true
}

variable "secrets" {
  default   = 2
  sensitive = true
}

variable "list" {
  type    = list(string)
  default = ["a"]
}

variable "unset" {
  type = set(number)
}

resource "t" "u" {}
"""


def read(line: str) -> tuple[Repeated, list[str]]:
    """The instances of a resource with this line, and what is wrong with it."""
    folder = Folder(".", (SourceFile.of("main.tf", f'resource "t" "x" {{\n  {line}\n}}\n{BESIDE}'),))
    module = Module(folder, {}, Configuration(".", lambda _: None))
    declared = folder.declared("resource", "t", "x")
    parsed = folder.parse(declared) if declared else None
    assert declared
    assert parsed
    found = repeated(parsed.body.settings, module.context(declared.file))
    return found, [str(error) for error in module.configuration.errors]


def named(found: Repeated, *steps: str) -> dict[Key | None, Any]:
    """What a name such as ``each.value`` means in each instance."""
    values: dict[Key | None, Any] = {}
    for key, context in found.contexts.items():
        root, step = steps
        values[key] = plain(context.scope.name(root).content[step])
    return values


class TestNone:
    def test_one_without_a_key(self) -> None:
        found, errors = read("x = 1")

        assert (list(found.contexts), found.unknown, found.is_counted, errors) == ([None], None, False, [])
        assert found.is_single


class TestCount:
    @pytest.mark.parametrize(
        ("count", "expected"),
        [
            ("0", []),
            ("1", [0]),
            ("2", [0, 1]),
            ('"2"', [0, 1]),
            ("2.0", [0, 1]),
            ("true ? 1 : 0", [0]),
            ("var.secrets", [0, 1]),
        ],
    )
    def test_known(self, count: str, expected: list[Key]) -> None:
        found, errors = read(f"count = {count}")

        assert (found.unknown, found.is_counted, found.is_single, errors) == (None, True, False, [])
        assert named(found, "count", "index") == {key: key for key in expected}

    @pytest.mark.parametrize(
        ("count", "cause"),
        [("var.n", "var.n"), ("t.u.id", "t.u.id"), ("var.n ? 1 : 0", "var.n"), ("var.n + 1", "var.n")],
    )
    def test_unknown(self, count: str, cause: str) -> None:
        found, errors = read(f"count = {count}")

        assert (found.unknown, found.is_single, errors) == (("count", Unknown(cause)), False, [])
        assert named(found, "count", "index") == {None: Unknown(cause)}

    @pytest.mark.parametrize(
        ("count", "column", "message"),
        [
            ("null", 11, "count is null"),
            ("-1", 11, "count is -1, which is no number of instances"),
            ("1.5", 11, "count is 1.5, which is no number of instances"),
            ("true", 11, "number required, but this is bool"),
            ('"many"', 11, "a number is required, and this string spells none"),
            ("[1]", 11, "number required, but this is tuple"),
            ("1 + null", 11, "an operand of + is null"),
            ("1 + [1 + null][0]", 16, "an operand of + is null"),
            ("10001", 11, f"10001 instances, and more than {MOST_INSTANCES} are not read"),
        ],
    )
    def test_wrong(self, count: str, column: int, message: str) -> None:
        found, errors = read(f"count = {count}")

        assert found.unknown == ("count", Unknown(count))
        assert errors == [f"main.tf:2:{column}: {message}"]

    def test_most(self) -> None:
        assert len(read(f"count = {MOST_INSTANCES}")[0].contexts) == MOST_INSTANCES


class TestForEach:
    @pytest.mark.parametrize(
        ("collection", "expected"),
        [
            pytest.param("{ z = { n = 1 }, b = 2 }", {"b": 2, "z": {"n": 1}}, id="object"),
            pytest.param("{}", {}, id="empty"),
            pytest.param("var.names", {"a": "a", "b": "b"}, id="set"),
            pytest.param(
                "{ a = var.n, b = t.u.id }",
                {"a": Unknown("var.n"), "b": Unknown("t.u.id", Reference("t.u", "id"))},
                id="known keys with unknown values",
            ),
            pytest.param('{ for k in ["b", "a"] : k => 1 }', {"a": 1, "b": 1}, id="made by a for"),
            pytest.param('{ "${1}" = 5 }', {"1": 5}, id="a number as key"),
        ],
    )
    def test_known(self, collection: str, expected: dict[str, Any]) -> None:
        found, errors = read(f"for_each = {collection}")

        assert (found.unknown, found.is_counted, found.is_single, errors) == (None, False, False, [])
        assert named(found, "each", "key") == {key: key for key in expected}
        assert named(found, "each", "value") == expected
        assert list(found.contexts) == list(expected)

    @pytest.mark.parametrize(
        ("collection", "cause", "each"),
        [
            ("var.n", "var.n", Unknown("var.n")),
            ("var.links", "var.links", Unknown("var.links")),
            ("{ (var.n) = 1 }", "var.n", Unknown("var.n")),
            ("true ? var.links : null", "var.links", Unknown("var.links")),
            ("[t.u][0]", "t.u", Unknown("t.u")),
        ],
    )
    def test_unknown(self, collection: str, cause: str, each: Unknown) -> None:
        found, errors = read(f"for_each = {collection}")

        assert (found.unknown, found.is_single, errors) == (("for_each", Unknown(cause)), False, [])
        assert named(found, "each", "key") == {None: Unknown(cause)}
        assert named(found, "each", "value") == {None: each}

    @pytest.mark.parametrize(
        ("collection", "column", "message"),
        [
            ("null", 14, "for_each is null"),
            ('["a"]', 14, "for_each must be a map, or a set of strings"),
            ("2", 14, "for_each must be a map, or a set of strings"),
            ('"a"', 14, "for_each must be a map, or a set of strings"),
            ("var.list", 14, "for_each must be a map, or a set of strings"),
            ("var.numbers", 14, "for_each must be a map, or a set of strings"),
            ("var.unset", 14, "for_each must be a map, or a set of strings"),
            ("var.holed", 14, "for_each holds a null"),
            ("var.secret", 14, "for_each is sensitive, and its keys are shown in addresses"),
            ("{ a = 1 + null }", 20, "an operand of + is null"),
        ],
    )
    def test_wrong(self, collection: str, column: int, message: str) -> None:
        found, errors = read(f"for_each = {collection}")

        assert found.unknown == ("for_each", Unknown(collection))
        assert errors == [f"main.tf:2:{column}: {message}"]

    def test_a_set_with_an_unknown_element_has_unknown_keys(self) -> None:
        call = 'module "m" {\n  source = "./m"\n  s = ["a", var.n]\n}\n'
        folder = Folder(".", (SourceFile.of("main.tf", call),))
        called = 'variable "s" {\n  type = set(string)\n}\nresource "t" "x" {\n  for_each = var.s\n}\n'
        inner = Folder("m", (SourceFile.of("m/m.tf", called),))
        module = Module(folder, {}, Configuration(".", {"m": inner}.get))

        (found,) = module.instances(lambda _: True)
        assert (found.address, found.repetition) == ("module.m.t.x", ("for_each", Unknown("var.n")))

    def test_most(self) -> None:
        pairs = ", ".join(f"k{n} = 1" for n in range(MOST_INSTANCES + 1))
        found, errors = read(f"for_each = {{ {pairs} }}")

        assert found.unknown is not None
        assert errors == [f"main.tf:2:14: 10001 instances, and more than {MOST_INSTANCES} are not read"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [("a", "a"), (text("a"), "a"), (number(2), 2), (pending(DYNAMIC, "x"), None), (NULL, None)],
)
def test_instance_key(key: Any, expected: Key | None) -> None:
    assert instance_key(key) == expected
