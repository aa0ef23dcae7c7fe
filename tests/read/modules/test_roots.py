"""Folders on disk -> root modules -> resources, against what Terraform itself planned for them."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from spillover.model.service import BackendService
from spillover.model.source import FieldPath, Position, Reference, SourceSpan
from spillover.read.files import FoundFile, walk
from spillover.read.modules.calls import CalledModule
from spillover.read.modules.folders import Folders, listed, matters
from spillover.read.modules.roots import RootModule, read_root
from spillover.read.plain import as_text
from spillover.read.request import GivenVariables

DATA = Path(__file__).parents[1] / "data" / "planned"


def make(directory: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")


def folders(directory: Path, files: dict[str, str], searched: str = ".") -> Folders:
    """The module folders that a search finds among these files."""
    make(directory, files)
    found = Folders(directory)
    for path, terraform in walk(Path(searched), directory).terraform.items():
        found.add(path, terraform)
    return found


def read(directory: Path, files: dict[str, str], root: str = ".") -> RootModule:
    found = folders(directory, files)
    result = read_root(root, found, GivenVariables())
    assert (found.errors, [error for each in found.read.values() for error in each.errors]) == ([], [])
    return result


def block(header: str, *lines: str) -> str:
    return "\n".join((f"{header} {{", *(f"  {line}" for line in lines), "}", ""))


def service(name: str, *lines: str) -> str:
    return block(f'resource "google_compute_region_backend_service" "{name}"', *lines)


def call(name: str, source: str, *lines: str) -> str:
    return block(f'module "{name}"', f'source = "{source}"', *lines)


class TestRoots:
    @pytest.mark.parametrize(
        ("files", "expected"),
        [
            pytest.param({"main.tf": ""}, ["."], id="one folder"),
            pytest.param({"a/main.tf": "", "b/c/main.tf": ""}, ["a", "b/c"], id="several"),
            pytest.param({"a.tf": call("m", "./m"), "m/m.tf": ""}, ["."], id="a called folder is none"),
            pytest.param({"a.tf": 'module "m" { source = "./m" }\n', "m/m.tf": ""}, ["."], id="in one line"),
            pytest.param(
                {"a/a.tf": call("m", "../m"), "b/b.tf": call("m", "../m"), "m/m.tf": ""},
                ["a", "b"],
                id="called twice",
            ),
            pytest.param(
                {"a/a.tf": call("m", "../m//"), "m/m.tf": call("n", "./../n"), "n/n.tf": ""},
                ["a"],
                id="nested",
            ),
            pytest.param({"a/a.tf": call("m", "./"), "b/b.tf": ""}, ["a", "b"], id="that calls itself"),
            pytest.param(
                {"a/a.tf": call("m", "../b"), "b/b.tf": call("m", "../c"), "c/c.tf": call("m", "../a")},
                ["a"],
                id="one of a ring",
            ),
            pytest.param(
                {
                    "z/z.tf": call("m", "../b"),
                    "b/b.tf": call("m", "../c"),
                    "c/c.tf": call("m", "../b"),
                },
                ["z"],
                id="none of a ring that is called",
            ),
            pytest.param(
                {"a.tf": call("m", "./gone"), "b/b.tf": ""}, [".", "b"], id="call of a missing folder"
            ),
            pytest.param(
                {"a.tf": call("m", "x/y/google"), "x/y/google/b.tf": ""}, [".", "x/y/google"], id="registry"
            ),
            pytest.param(
                {"a.tf": block('module "m"', '# source = "./m"', 'source = "x/y/z"'), "m/m.tf": ""},
                [".", "m"],
                id="source in a comment",
            ),
            pytest.param(
                {"a.tf": block('resource "t" "n"', 'source = "./m"'), "m/m.tf": ""},
                [".", "m"],
                id="of no module",
            ),
            pytest.param(
                {"terraform.tfvars": "a = 1\n", "b/b.tf": ""}, ["b"], id="a folder of values is none"
            ),
            pytest.param({"a.tf.json": "{}", "b/b.tf": ""}, [".", "b"], id="in JSON syntax"),
            pytest.param(
                {"a.tf.json": '{"module": {"m": {"source" : "./m"}}}', "m/m.tf.json": "{}"},
                ["."],
                id="called in JSON syntax",
            ),
            pytest.param({"override.tf": "", "b/b.tf": ""}, [".", "b"], id="of overrides alone"),
            pytest.param(
                {
                    "a.tf": call("m", "./m") + call("n", "./n"),
                    "a_override.tf": call("m", "./o"),
                    "b_override.tf": block('module "n"', "count = 1"),
                    "m/m.tf": "",
                    "n/n.tf": "",
                    "o/o.tf": "",
                },
                [".", "m"],
                id="that another source overrides",
            ),
            pytest.param({"a.tofu": "", "b/b.tf": "", "c/c.tofu.json": "{}"}, [".", "b", "c"], id="OpenTofu"),
        ],
    )
    def test_are_the_folders_that_no_other_calls(
        self, tmp_path: Path, files: dict[str, str], expected: list[str]
    ) -> None:
        assert folders(tmp_path, files).roots() == expected

    def test_below_the_working_directory(self, tmp_path: Path) -> None:
        files = {"deep/a/a.tf": call("m", "../../m"), "m/m.tf": "", "other/o.tf": ""}

        assert folders(tmp_path, files, "deep").roots() == ["deep/a"]

    def test_none(self, tmp_path: Path) -> None:
        assert folders(tmp_path, {}).roots() == []


class TestMatters:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ('resource "google_compute_backend_service" "a" {}', True),
            ('resource "google_dns_record_set" "a" {}', True),
            ('resource "google_network_security_x" "a" {}', True),
            ('module "m" {}', True),
            ('resource "google_storage_bucket" "a" {}', False),
            ("modules = 1", False),
            ("", False),
        ],
    )
    def test_what_may_hold_or_call_something(self, tmp_path: Path, text: str, expected: bool) -> None:
        found = folders(tmp_path, {"a.tf": "locals {}\n", "b.tf": text + "\n"})

        assert matters(found.folder(".")) is expected


class TestFolders:
    def test_are_read_once(self, tmp_path: Path) -> None:
        found = folders(tmp_path, {"a.tf": "locals {}\n"})
        first = found.folder(".")
        (tmp_path / "a.tf").unlink()

        assert found.folder(".") is first

    def test_that_were_added_keep_their_files(self, tmp_path: Path) -> None:
        found = folders(tmp_path, {"a.tf": "", "b.tf": ""})
        found.add(".", [])

        assert [file.path for file in found.folder(".").files] == ["a.tf", "b.tf"]

    def test_outside_of_the_search_are_loaded_when_they_are_called(self, tmp_path: Path) -> None:
        found = folders(
            tmp_path, {"deep/a.tf": "", "m/m.tf": "", "m/v.tfvars": "", "m/.hidden.tf": ""}, "deep"
        )

        loaded = found.load("m")
        assert loaded
        assert [file.path for file in loaded.files] == ["m/m.tf"]
        assert found.load("gone") is None
        assert sorted(found.files) == ["deep", "gone", "m"]

    def test_both_syntaxes_are_read(self, tmp_path: Path) -> None:
        found = folders(
            tmp_path,
            {"b.tf": 'a "x" {}\n', "a.tf.json": '{"locals": {}}', "c.tofu": "x {}\n", "d.tfvars": "x = 1\n"},
        )

        assert [each.kind for each in found.folder(".").blocks()] == [("locals",), ("a", "x"), ("x",)]

    def test_a_file_that_is_no_text_is_noted(self, tmp_path: Path) -> None:
        make(tmp_path, {"a.tf": "a {}\n"})
        (tmp_path / "b.tf").write_bytes(b"b {\n  # \xff\n}\n")
        found = folders(tmp_path, {})

        assert [each.kind for each in found.folder(".").blocks()] == [("a",)]
        assert [str(error) for error in found.errors] == ["b.tf:2:5: not UTF-8"]


class TestListed:
    def test_terraform_files_by_name(self, tmp_path: Path) -> None:
        names = [
            "b.tf",
            "a.tf",
            "t.tfvars",
            "t.auto.tfvars.json",
            "x.tf.json",
            "x.json",
            "x.tfx",
            ".h.tf",
            "sub.tf/a.tf",
        ]
        make(tmp_path / "m", dict.fromkeys(names, ""))

        assert listed("m", tmp_path) == [
            FoundFile(f"m/{name}", tmp_path / "m" / name)
            for name in ["a.tf", "b.tf", "t.auto.tfvars.json", "t.tfvars", "x.tf.json"]
        ]

    @pytest.mark.parametrize("path", ["gone", "file", "nul\0byte", "x" * 5000, "\ud800"])
    def test_no_folder(self, tmp_path: Path, path: str) -> None:
        make(tmp_path, {"file": ""})

        assert listed(path, tmp_path) == []


class TestReadRoot:
    def test_resources_with_their_places(self, tmp_path: Path) -> None:
        text = service("s", 'name = "n"', "backend {", '  group = "g"', "}")
        root = read(tmp_path, {"stack/main.tf": f"\n{text}"}, "stack")

        (found,) = root.resources
        assert isinstance(found, BackendService)
        assert (found.name, found.origin.root, found.origin.path) == ("n", "stack", "stack/main.tf")
        assert found.origin.address == "google_compute_region_backend_service.s"
        assert found.origin.places
        assert found.origin.places.span(FieldPath.parse("backend[0].group")) == SourceSpan(
            "stack/main.tf", Position(5, 5), Position(5, 16)
        )
        assert (root.root, root.wrong, root.errors, root.calls) == ("stack", [], [], [])

    def test_of_called_modules_belong_to_the_root(self, tmp_path: Path) -> None:
        root = read(
            tmp_path,
            {
                "main.tf": call("m", "./lb", 'name = "n"'),
                "lb/main.tf": 'variable "name" {}\n' + service("s", "name = var.name"),
            },
        )

        (found,) = root.resources
        assert (found.name, found.origin.root, found.origin.path) == ("n", ".", "lb/main.tf")
        assert found.origin.address == "module.m.google_compute_region_backend_service.s"
        assert root.calls == [CalledModule("module.m", "./lb", path="main.tf", line=2)]

    def test_values_of_a_wrong_type(self, tmp_path: Path) -> None:
        root = read(tmp_path, {"main.tf": service("s", "name = [1]")})

        assert [(each.at.path, each.message) for each in root.wrong] == [
            (FieldPath.parse("name"), "name is a list, a string is expected")
        ]

    def test_variables(self, tmp_path: Path) -> None:
        files = {
            "main.tf": 'variable "v" {}\n' + service("s", "name = var.v"),
            "terraform.tfvars": "v = = 1\n",
            "a.auto.tfvars": 'v = "a"\n',
        }
        root = read(tmp_path, files)

        assert [each.name for each in root.resources] == ["a"]
        assert [str(error) for error in root.errors] == ["terraform.tfvars:1:5: unexpected '='"]
        given = GivenVariables((("v", "b"),))
        assert [each.name for each in read_root(".", folders(tmp_path, {}), given).resources] == ["b"]

    def test_the_environment_and_the_workspace(self, tmp_path: Path) -> None:
        text = 'variable "v" {\n  default = "d"\n}\n' + service(
            "s", 'name = "${var.v}-${terraform.workspace}"'
        )
        found = folders(tmp_path, {"main.tf": text})
        given = GivenVariables(workspace="prod", environment={"TF_VAR_v": "e", "PATH": "x"})

        assert [each.name for each in read_root(".", found, given).resources] == ["e-prod"]

    def test_what_terraform_refuses_is_an_error_with_its_place(self, tmp_path: Path) -> None:
        text = service("s", 'name = "n${1 + null}"', "count = 2") + call("m", "./gone")
        root = read(tmp_path, {"stack/main.tf": text}, "stack")

        assert sorted({str(error) for error in root.errors}) == [
            "stack/main.tf:2:14: an operand of + is null",
            "stack/main.tf:6:3: module m: no such folder",
        ]
        assert [each.name.because for each in root.resources] == ['"n${1 + null}"'] * 2

    def test_modules_that_terraform_has_installed(self, tmp_path: Path) -> None:
        installed = [
            {"Key": "", "Source": "", "Dir": "."},
            {"Key": "lb", "Source": "registry.terraform.io/a/lb/google", "Dir": ".terraform/modules/lb"},
            {"Key": "lb.inner", "Source": "git::https://x.test/i", "Dir": ".terraform/modules/lb.inner/sub"},
        ]
        inner = service("s", 'name = "${path.module}"')
        files = {
            "stack/main.tf": call("lb", "a/lb/google") + call("gone", "a/gone/google"),
            "stack/.terraform/modules/modules.json": json.dumps({"Modules": installed}),
            "stack/.terraform/modules/lb/main.tf": call("inner", "git::https://x.test/i")
            + call("own", "./own"),
            "stack/.terraform/modules/lb/own/main.tf": service("o", 'name = "o"'),
            "stack/.terraform/modules/lb.inner/sub/main.tf": inner,
        }
        root = read(tmp_path, files, "stack")

        assert [(each.origin.address, each.name, each.origin.path) for each in root.resources] == [
            (
                "module.lb.module.inner.google_compute_region_backend_service.s",
                ".terraform/modules/lb.inner/sub",
                "stack/.terraform/modules/lb.inner/sub/main.tf",
            ),
            (
                "module.lb.module.own.google_compute_region_backend_service.o",
                "o",
                "stack/.terraform/modules/lb/own/main.tf",
            ),
        ]
        assert [(each.address, each.because, each.line) for each in root.calls] == [
            ("module.lb", "", 2),
            ("module.lb.module.inner", "", 2),
            ("module.lb.module.own", "", 5),
            ("module.gone", "not present", 5),
        ]

    def test_only_types_that_are_known(self, tmp_path: Path) -> None:
        root = read(
            tmp_path,
            {
                "main.tf": block('resource "google_storage_bucket" "b"', 'name = "b"')
                + block('resource "google_compute_route" "r"', 'dest_range = "10.0.0.0/8"')
                + block('data "google_compute_region_backend_service" "d"', 'name = "d"')
            },
        )

        assert [each.origin.address for each in root.resources] == ["google_compute_route.r"]
        assert [(each.origin.address, each.contents()) for each in root.shown] == [
            ("google_compute_route.r", ({"dest_range": "10.0.0.0/8"}, ()))
        ]


class TestShown:
    def contents(self, tmp_path: Path, *lines: str) -> tuple[Any, Any]:
        (shown,) = read(tmp_path, {"main.tf": service("s", *lines)}).shown
        return shown.contents()

    def test_unknown_values_are_left_out_and_listed_with_path_and_cause(self, tmp_path: Path) -> None:
        assert self.contents(
            tmp_path,
            'name = "n"',
            "protocol = var.p",
            "description = null",
            'health_checks = [var.a, "b", var.b]',
            'labels = { a = var.c, b = 1.50, "x.y" = var.d }',
            "backend {",
            "  group = var.g",
            "}",
            "network_pass_through_lb_traffic_policy {",
            "  zonal_affinity {",
            "    spillover = var.s",
            "  }",
            "}",
            'dynamic "failover_policy" {',
            "  for_each = var.f",
            "  content {",
            "  }",
            "}",
        ) == (
            {
                "name": "n",
                "description": None,
                "health_checks": [None, "b", None],
                "labels": {"b": Decimal("1.5")},
                "backend": [{}],
                "network_pass_through_lb_traffic_policy": [{"zonal_affinity": [{}]}],
            },
            (
                ("protocol", "var.p"),
                ("health_checks[0]", "var.a"),
                ("health_checks[2]", "var.b"),
                ("labels.a", "var.c"),
                ('labels["x.y"]', "var.d"),
                ("backend[0].group", "var.g"),
                ("network_pass_through_lb_traffic_policy.zonal_affinity.spillover", "var.s"),
                ("failover_policy", "var.f"),
            ),
        )

    def test_an_unknown_number_of_instances(self, tmp_path: Path) -> None:
        assert self.contents(tmp_path, "for_each = var.all", "name = each.key") == (
            {},
            (("for_each", "var.all"), ("name", "var.all")),
        )


def agree(ours: Any, planned: Any) -> bool:
    """Whether a value that we know is the planned one; sets have no order, and providers add values."""
    if ours is None or isinstance(ours, dict):
        return not ours or (
            isinstance(planned, dict) and all(agree(each, planned.get(key)) for key, each in ours.items())
        )
    if isinstance(ours, list):
        if not isinstance(planned, list) or len(ours) != len(planned):
            return False
        return all(any(agree(each, other) for other in planned) for each in ours)
    return not isinstance(planned, dict | list) and as_text(ours) == as_text(planned)


class TestAgainstPlans:
    """Every value that we know is the one that Terraform planned, and every planned resource is there."""

    CASES = tuple(sorted(folder.name for folder in DATA.iterdir()))

    def shown(self, case: str, *given: FoundFile) -> dict[str, tuple[Any, Any]]:
        found = folders(DATA / case, {})
        assert found.roots() == ["."]
        root = read_root(".", found, GivenVariables(given))
        assert (root.errors, found.errors, found.folder(".").errors) == ([], [], [])
        return {each.origin.address: each.contents() for each in root.shown}

    @pytest.mark.parametrize("case", CASES)
    def test_values(self, case: str) -> None:
        planned = json.loads((DATA / case / "planned.json").read_text("utf-8"), parse_float=Decimal)
        shown = self.shown(case)

        assert sorted(shown) == sorted(planned)
        for address, (values, _) in shown.items():
            assert {name: planned[address].get(name) for name in values} == {
                name: planned[address].get(name) if agree(value, planned[address].get(name)) else value
                for name, value in values.items()
            }

    @pytest.mark.parametrize("case", CASES)
    def test_what_is_unknown_is_what_terraform_did_not_know_either(self, case: str) -> None:
        planned = json.loads((DATA / case / "planned.json").read_text("utf-8"))

        for address, (_, unknown) in self.shown(case).items():
            names = {FieldPath.parse(path).steps[0] for path, _ in unknown}
            known = {name for name in names if planned[address].get(name) not in (None, [None])}
            assert known <= {"backend", "routing_policy"}  # of which only a part is unknown

    def test_the_cases_are_there(self) -> None:
        assert len(self.CASES) == 14

    def test_a_variable_file(self) -> None:
        case = "za-mirroring-collector-conditional"
        address = "google_compute_forwarding_rule.quay"

        assert self.shown(case)[address][0]["is_mirroring_collector"] is False
        given = FoundFile("tap.tfvars", DATA / case / "tap.tfvars")
        assert self.shown(case, given)[address][0]["is_mirroring_collector"] is True

    def test_references_that_join(self) -> None:
        found = folders(DATA / "za-next-hop-one-side", {})
        root = read_root(".", found, GivenVariables())

        links = {
            each.origin.address: each.backend_service
            for each in root.resources
            if hasattr(each, "backend_service")
        }
        assert links == {
            f"google_compute_forwarding_rule.{side}": Reference(
                f"google_compute_region_backend_service.{side}", "id"
            )
            for side in ("trust", "untrust")
        }
