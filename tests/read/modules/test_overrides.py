"""Override files: what they change, where that is written, and what they must not."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from spillover.model.source import FieldPath, Position, SourceSpan, Unknown
from spillover.read.cty.operate import attribute, index
from spillover.read.cty.value import number
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder, SourceFile
from spillover.read.modules.folders import Folders
from spillover.read.modules.module import Module
from spillover.read.modules.overrides import is_override
from spillover.read.modules.roots import RootModule, read_root
from spillover.read.plain import plain
from spillover.read.request import GivenVariables

SERVICE = "google_compute_region_backend_service"
BASE = f"""\
resource "{SERVICE}" "s" {{
  name     = "base"
  protocol = "TCP"

  backend {{
    group = "one"
  }}
  backend {{
    group = "two"
  }}
  failover_policy {{
    failover_ratio = 0.5
  }}
}}
"""


def folder(**files: str) -> Folder:
    """A folder with these files; a keyword is a name, in which ``_json`` stands for the JSON syntax."""
    named = {
        f"{name.removesuffix('_json')}.tf{'.json' * name.endswith('_json')}": files[name] for name in files
    }
    return Folder(".", tuple(SourceFile.of(name, named[name]) for name in sorted(named)))


def errors(found: Folder) -> list[str]:
    return [str(error) for error in found.errors]


def values(found: Folder) -> list[dict[str, Any]]:
    """The resources of a folder, whatever their types."""
    module = Module(found, {}, Configuration(".", lambda _: None))
    return [each.block.values() for each in module.instances(lambda _: True)]


def resolved(found: Folder, root: str, *steps: str) -> Any:
    """The value at the end of the way from a name."""
    value = Module(found, {}, Configuration(".", lambda _: None)).names.name(root)
    for step in steps:
        value = attribute(value, step)
    return plain(value)


def overriding(body: str) -> str:
    return f'resource "{SERVICE}" "s" {{\n{body}\n}}\n'


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("override.tf", True),
        ("a/override.tf.json", True),
        ("a/b_override.tf", True),
        ("_override.tf.json", True),
        ("overrides.tf", False),
        ("a/myoverride.tf", False),
        ("override.tofu", True),
        ("x_override.tofu.json", True),
        ("override.tofuvars", False),
        ("override.tf/main.tf", False),
        ("override.tfvars", False),
    ],
)
def test_is_override(path: str, expected: bool) -> None:
    assert is_override(path) is expected


BACKENDS = [{"group": "one"}, {"group": "two"}]


class TestResources:
    """ "Override Files", "Merging Behavior": arguments replace arguments, and block types block types."""

    @pytest.mark.parametrize(
        ("body", "changes"),
        [
            pytest.param("", {}, id="nothing"),
            pytest.param('name = "new"\nregion = "r"', {"name": "new", "region": "r"}, id="arguments"),
            pytest.param("name = null", {"name": None}, id="null"),
            pytest.param('backend {\ngroup = "three"\n}', {"backend": [{"group": "three"}]}, id="blocks"),
            pytest.param(
                'dynamic "backend" {\nfor_each = ["a", "b"]\ncontent {\ngroup = backend.value\n}\n}',
                {"backend": [{"group": "a"}, {"group": "b"}]},
                id="a dynamic block counts for its content",
            ),
            pytest.param(
                "failover_policy {}\nfailover_policy {}", {"failover_policy": [{}, {}]}, id="not one by one"
            ),
        ],
    )
    def test_merge(self, body: str, changes: dict[str, Any]) -> None:
        found = folder(main=BASE, override=overriding(body))

        assert values(found) == [
            {
                "name": "base",
                "protocol": "TCP",
                "backend": BACKENDS,
                "failover_policy": [{"failover_ratio": Decimal("0.5")}],
                **changes,
            }
        ]
        assert errors(found) == []

    def test_blocks_of_a_dynamic_one_are_replaced_too(self) -> None:
        dynamic = 'dynamic "{}" {{\nfor_each = {}\ncontent {{}}\n}}\n'
        main = overriding(dynamic.format("backend", '["a"]') + dynamic.format("iap", "[]"))
        found = folder(main=main, override=overriding('backend {\ngroup = "b"\n}'))

        assert values(found) == [{"backend": [{"group": "b"}], "iap": []}]

    def test_later_files_and_blocks_are_stronger(self) -> None:
        found = folder(
            main=BASE,
            z=overriding("").replace('"s"', '"other"'),
            a_override=overriding('name = "a"\nprotocol = "A"') + overriding('name = "a2"'),
            b_override_json=f'{{"resource": {{"{SERVICE}": {{"s": {{"region": "b", "backend": {{}}}}}}}}}}',
        )

        assert values(found) == [
            {
                "name": "a2",
                "protocol": "A",
                "region": "b",
                "backend": [{}],
                "failover_policy": [{"failover_ratio": Decimal("0.5")}],
            },
            {},
        ]

    def test_how_often_it_is_repeated_is_overridden(self) -> None:
        found = folder(main=overriding("count = 2"), override=overriding("count = 0"))

        assert values(found) == []

    def test_json_may_take_a_block_for_an_argument(self) -> None:
        """No schema is known here: what replaces it is the same thing under the same name."""
        later = f'{{"resource": {{"{SERVICE}": {{"s": {{"later": {{"a": 2}}}}}}}}}}'
        found = folder(main=overriding("later {\na = 1\n}"), override_json=later)
        assert values(found) == [{"later": {"a": 2}}]

        twin = folder(main_json=later, override=overriding("later {\na = 3\n}"))
        assert values(twin) == [{"later": [{"a": 3}]}]

    @pytest.mark.parametrize(
        ("body", "expected"),
        [
            ("depends_on = []", "override.tf:2:1: depends_on cannot be overridden"),
            ("name = = 1", "override.tf:2:8: unexpected '='"),
        ],
    )
    def test_what_is_wrong_hides_the_block(self, body: str, expected: str) -> None:
        found = folder(main=BASE, override=overriding(body))

        assert values(found) == []
        assert errors(found) == [expected]


class TestPlaces:
    """A value is where it is written, in whichever file."""

    @pytest.fixture
    def root(self) -> RootModule:
        folders = Folders(Path())
        folders.files["."] = ()
        folders.read["."] = folder(
            main=BASE,
            a_override=f"\n\n{overriding('  name = var.name')}",
            b_override_json=f"""{{"resource": {{"{SERVICE}": {{
              "s": {{
                "backend": [{{"group": "three"}}, {{"group": "${{var.four}}"}}]
              }}
            }}}}}}""",
        )
        return read_root(".", folders, GivenVariables())

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("", ("main.tf", 1, 1)),
            ("name", ("a_override.tf", 4, 3)),
            ("protocol", ("main.tf", 3, 3)),
            ("backend[1].group", ("b_override.tf.json", 3, 50)),
            ("failover_policy.failover_ratio", ("main.tf", 12, 5)),
        ],
    )
    def test_of_values(self, root: RootModule, path: str, expected: tuple[str, int, int]) -> None:
        (shown,) = root.shown
        assert shown.origin.places
        span = shown.origin.places.span(FieldPath.parse(path))

        assert (span.path, span.start.line, span.start.column) == expected

    def test_of_headers(self, root: RootModule) -> None:
        (shown,) = root.shown
        assert shown.origin.path == "main.tf"
        assert shown.origin.places
        holders = shown.origin.places.holders(FieldPath.parse("backend[0].group"))

        assert [(each.path, each.start.line) for each in holders] == [
            ("main.tf", 1),
            ("a_override.tf", 3),
            ("b_override.tf.json", 2),
            ("b_override.tf.json", 3),
        ]
        assert holders[2] == SourceSpan("b_override.tf.json", Position(2, 15), Position(2, 21))

    def test_causes_quote_their_own_file(self, root: RootModule) -> None:
        (shown,) = root.shown

        assert shown.contents()[1] == (("name", "var.name"), ("backend[1].group", "var.four"))


class TestNamedValues:
    def test_locals_one_by_one(self) -> None:
        found = folder(
            main="locals {\n  a = 1\n  b = 1\n}\n",
            a_override="locals {\n  a = 2\n}\nlocals {\n  a = 3\n}\n",
            b_override_json='{"locals": {"b": "${local.a}"}}',
        )

        assert [resolved(found, "local", name) for name in "ab"] == [3, 3]
        assert errors(found) == []

    def test_a_local_that_overrides_nothing(self) -> None:
        found = folder(main="locals {\n  a = 1\n}\n", override="locals {\n  b = 2\n}\n")

        assert [resolved(found, "local", "b") for _ in range(2)] == [Unknown("local.b")] * 2
        assert errors(found) == ["override.tf:2:3: local.b overrides nothing"]

    def test_variables_argument_by_argument(self) -> None:
        found = folder(
            main='variable "v" {\n  type = string\n  default = "a"\n}\n',
            override='variable "v" {\n  default = "b"\n}\n',
        )
        declared = found.declared("variable", "v")
        assert declared
        parsed = found.parse(declared)
        assert parsed

        assert list(parsed.body.settings) == ["type", "default"]
        assert resolved(found, "var", "v") == "b"

    def test_outputs_and_module_calls(self) -> None:
        loaded = []

        def load(path: str) -> Folder:
            loaded.append(path)
            called = folder(main='output "x" {\n  value = 1\n}\n', override='output "x" {\n  value = 2\n}\n')
            called.path = path
            return called

        found = folder(
            main='module "m" {\n  source = "./a"\n  count = 2\n}\n',
            override='module "m" {\n  source = "./b"\n  count = 1\n}\n',
        )

        module = Module(found, {}, Configuration(".", load))
        called = index(attribute(module.names.name("module"), "m"), number(0))
        assert plain(attribute(called, "x")) == 2
        assert loaded == ["b"]


class TestProviders:
    """They are told apart by their alias; a default configuration is there, if only an empty one."""

    MAIN = 'provider "google" {\n  project = "p"\n}\nprovider "google" {\n  alias = "w"\n  region = "r"\n}\n'

    def providers(self, found: Folder) -> list[list[str]]:
        parsed = [found.parse(each) for each in found.blocks("provider")]
        return [[f"{text.name}" for text in each.body.settings.values()] for each in parsed if each]

    def test_by_alias(self) -> None:
        found = folder(
            main=self.MAIN + 'provider "other" {}\n',
            a_override='provider "google" {\n  zone = "z"\n}\n',
            b_override_json='{"provider": {"google": {"alias": "w", "project": "q"}}}',
        )

        assert self.providers(found) == [["project", "zone"], ["region", "alias", "project"], []]
        assert errors(found) == []

    def test_default_configuration(self) -> None:
        found = folder(
            main="locals {}\n",
            a_override='provider "google" {\n  zone = "z"\n}\n',
            b_override='provider "google" {\n  region = "z"\n}\n',
        )

        assert self.providers(found) == [["zone", "region"]]

    def test_of_no_such_alias(self) -> None:
        found = folder(main=self.MAIN, override='provider "google" {\n  alias = "x"\n}\n')

        assert errors(found) == ["override.tf:1:1: provider google x overrides nothing"]

    def test_are_not_parsed_for_nothing(self) -> None:
        found = folder(main='provider "google" {\n  x = = 1\n}\n', override='provider "other" {}\n')

        assert errors(found) == []


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (f'\n  resource "{SERVICE}" "t" {{}}\n', f"2:3: resource {SERVICE} t overrides nothing"),
            ('data "t" "s" {}\n', "1:1: data t s overrides nothing"),
            ('variable "v" {}\n', "1:1: variable v overrides nothing"),
            ('output "o" {}\n', "1:1: output o overrides nothing"),
            ('module "m" {}\n', "1:1: module m overrides nothing"),
            ('check "c" {}\n', "1:1: check: such a block cannot be in an override file"),
            ("moved {}\n", "1:1: moved: such a block cannot be in an override file"),
            ("import {}\n", "1:1: import: such a block cannot be in an override file"),
            ("x = 1\n", "1:1: x is set outside of any block"),
            ("x {\n", "1:1: the block is not closed"),
        ],
    )
    def test_at_the_place(self, text: str, expected: str) -> None:
        found = folder(main=BASE, override=text)

        assert errors(found) == [f"override.tf:{expected}"]
        assert len(values(found)) == 1

    def test_nothing_of_these_is_read_anyway(self) -> None:
        found = folder(main="terraform {}\n", override="terraform {}\nremoved {}\n")

        assert [each.overrides for each in found.blocks()] == [()]
        assert errors(found) == []

    def test_what_is_declared_twice_is_overridden_once(self) -> None:
        found = folder(main=BASE + BASE, override=overriding('name = "new"'))

        assert [each["name"] for each in values(found)] == ["new", "base"]
        assert errors(found) == [f"main.tf:15:1: resource {SERVICE} s is declared twice"]
