"""One module folder: what is declared in it, what is wrong with it, and how little of it is parsed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.modules.folder import Folder, SourceFile, parse_values
from spillover.read.modules.folders import Folders
from spillover.read.modules.roots import read_root
from spillover.read.request import GivenVariables
from spillover.read.syntax import parse_block as block_module
from spillover.read.syntax.expression import Literal, NestedBlock
from spillover.read.syntax.parse_block import parse_block


def folder(**files: str) -> Folder:
    """A folder with these files; a keyword is a name without its suffix."""
    return Folder(".", tuple(SourceFile.of(f"{name}.tf", text) for name, text in files.items()))


def errors(found: Folder) -> list[str]:
    return [str(error) for error in found.errors]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The header of each block that is parsed, in turn."""
    headers: list[str] = []

    def noted(lines: Lines, source: str, base: int, *kept: Any) -> NestedBlock:
        headers.append(source.partition(" {")[0])
        return parse_block(lines, source, base, *kept)

    monkeypatch.setattr(block_module, "parse_block", noted)
    return headers


class TestDeclared:
    def test_by_type_and_labels(self) -> None:
        found = folder(a='resource "t" "n" {}\nlocals {}\n', b='variable "v" {}\n')

        declared = found.declared("variable", "v")
        assert declared
        assert (declared.file.path, declared.kind) == ("b.tf", ("variable", "v"))
        assert found.declared("resource", "t") is None
        assert found.declared("resource", "t", "m") is None

    def test_blocks_come_file_by_file(self) -> None:
        found = folder(b="locals {}\nx {}\n", a="locals {}\ny {}\n")

        assert [(each.file.path, each.kind) for each in found.blocks()] == [
            ("b.tf", ("locals",)),
            ("b.tf", ("x",)),
            ("a.tf", ("locals",)),
            ("a.tf", ("y",)),
        ]
        assert [each.block.type for each in found.blocks("y", "x")] == ["x", "y"]

    def test_twice_is_an_error_and_the_first_counts(self) -> None:
        found = folder(a='variable "v" {\n default = 1\n}\n', b='\n  variable "v" {\n default = 2\n}\n')

        declared = found.declared("variable", "v")
        assert declared
        assert declared.file.path == "a.tf"
        assert errors(found) == ["b.tf:2:3: variable v is declared twice"]

    @pytest.mark.parametrize(
        "header",
        ["locals", "terraform", 'provider "google"', "moved", "import", "removed", 'check "c"'],
    )
    def test_some_may_be_there_more_than_once(self, header: str) -> None:
        assert errors(folder(a=f"{header} {{\n}}\n", b=f"{header} {{\n}}\n")) == []

    def test_the_same_name_for_different_types_is_fine(self) -> None:
        found = folder(a='resource "t" "n" {}\nresource "u" "n" {}\ndata "t" "n" {}\noutput "n" {}\n')

        assert errors(found) == []


class TestErrors:
    def test_are_noted_and_the_rest_is_read(self) -> None:
        found = folder(a='x = 1\nresource "t" "n" {\n  a = [\n}\n\nvariable "v" {}\n', b="} \ny {}\n")

        assert errors(found) == [
            "a.tf:4:1: `}` does not close the `[` of line 3",
            "a.tf:1:1: x is set outside of any block",
            "b.tf:1:1: `}` closes nothing",
        ]
        assert [each.kind for each in found.blocks()] == [("variable", "v"), ("y",)]

    def test_a_broken_block_is_noted_once(self) -> None:
        found = folder(a='\nresource "t" "n" {\n  a = = 1\n}\n')
        (declared,) = found.blocks()

        assert found.parse(declared) is None
        assert found.parse(declared) is None
        assert errors(found) == ["a.tf:3:7: unexpected '='"]

    def test_places_count_a_byte_order_mark_as_nothing(self) -> None:
        assert errors(folder(a="\ufeffx = 1\n")) == ["a.tf:1:1: x is set outside of any block"]


class TestParse:
    def test_once(self, parsed: list[str]) -> None:
        found = folder(a='resource "t" "n" {\n  a = 1\n}\n')
        (first,), (second,) = found.blocks(), found.blocks()

        block = found.parse(first)
        assert block
        assert block.body.settings["a"].expression == Literal(1, 25, 26)
        assert found.parse(second) is block
        assert parsed == ['resource "t" "n"']


class TestLocals:
    def test_in_any_file_and_block(self) -> None:
        found = folder(a="locals {\n  a = 1\n}\nlocals {\n  b = 2\n}\n", b="locals {\n  c = 3\n}\n")

        for name, path in [("a", "a.tf"), ("b", "a.tf"), ("c", "b.tf")]:
            local = found.local(name)
            assert local
            assert (local[0].name, local[1].path) == (name, path)
        assert found.local("d") is None

    def test_only_blocks_that_may_hold_it_are_parsed(self, parsed: list[str]) -> None:
        text = "locals {\n  other = 1\n}\nlocals {\n  x = wanted\n}\nlocals {\n  wanted = 2\n}\n"
        found = folder(a=text)

        local = found.local("wanted")
        assert local
        assert text[local[0].start : local[0].end] == "wanted = 2"
        assert len(parsed) == 2

    def test_a_broken_block_hides_its_own(self) -> None:
        found = folder(a="locals {\n  a = = 1\n}\nlocals {\n  a = 2\n}\n")

        local = found.local("a")
        assert local
        assert local[0].expression == Literal(2, 36, 37)
        assert errors(found) == ["a.tf:2:7: unexpected '='"]


class TestComments:
    def test_those_with_the_marker_with_their_files(self) -> None:
        found = folder(a="# spillover:ignore[ZA001] one\n# two\n", b="x {} // spillover:three\n")

        assert [(file.path, comment.text) for file, comment in found.comments()] == [
            ("a.tf", "# spillover:ignore[ZA001] one"),
            ("b.tf", "// spillover:three"),
        ]


class TestValues:
    def test_of_a_variable_file(self) -> None:
        text = '# values\na = 1\nb = {\n  c = [2, 3]\n}\nd = <<E\n  x\nE\n\ne = "f" # g\n'
        body, lines = parse_values("t.tfvars", text)

        assert {name: text[each.start : each.end] for name, each in body.settings.items()} == {
            "a": "a = 1",
            "b": "b = {\n  c = [2, 3]\n}",
            "d": "d = <<E\n  x\nE",
            "e": 'e = "f"',
        }
        assert body.settings["d"].expression == Literal("  x\n", text.index("<<E"), text.index("\n\ne"))
        assert lines.path == "t.tfvars"
        assert body.blocks == ()

    def test_none(self) -> None:
        assert parse_values("t.tfvars", "# nothing\n")[0].settings == {}

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            pytest.param("a = [\n", "1:5: the `[` is not closed", id="not closed"),
            pytest.param("a = 1\nb = = 2\n", "2:5: unexpected '='", id="no expression"),
            pytest.param("a = 1\n\n  b {\n}\n", "3:3: a variable file holds no blocks", id="block"),
            pytest.param("a = 1\nb = 2\na = 3\n", "3:1: a is set twice", id="set twice"),
            pytest.param("a\n", "1:1: unexpected text", id="no value"),
        ],
    )
    def test_errors(self, text: str, message: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_values("t.tfvars", text)

        assert str(caught.value) == f"t.tfvars:{message}"


WANTED = """\
resource "google_compute_region_backend_service" "orders" {
  name          = "${var.prefix}-${local.name}"
  health_checks = [google_compute_region_health_check.probe.id]
}
"""
PROBE = """\
resource "google_compute_region_health_check" "probe" {
  name = "probe"
}
resource "google_compute_instance" "vm" {
  name = "unrelated"
}
"""
OTHER = """\
resource "google_storage_bucket" "b{n}" {{
  name = var.bucket{n}
}}
variable "bucket{n}" {{
  default = "b{n}"
}}
locals {{
  bucket{n} = 1
}}
output "bucket{n}" {{
  value = google_storage_bucket.b{n}.name
}}
"""
NAMES = 'variable "prefix" {\n  default = "p"\n}\nlocals {\n  name = "n"\n}\nlocals {\n  unused = 1\n}\n'


class TestLaziness:
    def test_of_three_hundred_files_only_what_is_needed_is_parsed(self, parsed: list[str]) -> None:
        files = {f"other{n}": OTHER.format(n=n) for n in range(297)}
        folders = Folders(Path())
        folders.files["."] = ()
        folders.read["."] = found = folder(**files, wanted=WANTED, probe=PROBE, names=NAMES)

        root = read_root(".", folders, GivenVariables())

        assert len(found.files) == 300
        assert [each.name for each in root.resources] == ["p-n", "probe"]
        assert parsed == [
            'resource "google_compute_region_backend_service" "orders"',
            'variable "prefix"',
            "locals",
            'resource "google_compute_region_health_check" "probe"',
        ]
        assert errors(found) == []
