"""Finding files as git and Terraform see them, and reading them with a place for every fault."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spillover.errors import InputError
from spillover.read import files
from spillover.read.files import (
    DATA_LIMIT,
    DATA_MARKERS,
    LIMIT,
    MIB,
    FoundFile,
    Tree,
    read_bytes_marker,
    read_text,
    reported,
    walk,
)

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs names, pipes or links of Unix")


def make(root: Path, *paths: str) -> None:
    """Empty files (or folders, where a path ends with a slash) under ``root``."""
    for path in paths:
        target = root / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()


def ignore(folder: Path, *lines: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8")


def terraform(tree: Tree) -> list[str]:
    return [file.path for found in tree.terraform.values() for file in found]


def data(tree: Tree) -> list[str]:
    return [file.path for file in tree.data]


def everything(tree: Tree) -> list[str]:
    return sorted(terraform(tree) + data(tree))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    make(tmp_path, ".git/info/")
    return tmp_path


class TestReported:
    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            pytest.param(".", ".", id="the working directory itself"),
            pytest.param("main.tf", "main.tf", id="relative"),
            pytest.param("./main.tf", "main.tf", id="dot prefix dropped"),
            pytest.param("a//b/./c.tf", "a/b/c.tf", id="normal form"),
            pytest.param("../x/main.tf", "../x/main.tf", id="beside"),
            pytest.param("/w/here/a/main.tf", "a/main.tf", id="absolute, below"),
            pytest.param("/w/main.tf", "../main.tf", id="absolute, above"),
            pytest.param("modules/café.tf", "modules/café.tf", id="not ASCII"),
            pytest.param("caf\udce9.tf", "caf\\xe9.tf", id="bytes that are no text"),
        ],
    )
    @unix_only
    def test_relative_to_the_working_directory(self, path: str, expected: str) -> None:
        assert reported(Path(path), Path("/w/here")) == expected

    def test_where_no_relative_path_exists(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def other_drive(*_: object) -> str:
            raise ValueError("path is on mount 'D:', start on mount 'C:'")

        monkeypatch.setattr(os.path, "relpath", other_drive)

        assert reported(Path("D:/x/main.tf"), Path("C:/w")) == "D:/x/main.tf"


class TestWhatIsFound:
    def test_kinds(self, tmp_path: Path) -> None:
        make(tmp_path, "main.tf", "gen.tf.json", "prod.tfvars", "x.auto.tfvars.json")
        make(tmp_path, "lb.json", "cnrm.yaml", "cnrm.yml", "terraform.tfstate")
        make(tmp_path, "README.md", "script.py", "x.tfstate.backup", "main.tf~", "tf", "json", "X.JSON")

        tree = walk(tmp_path, tmp_path)

        assert terraform(tree) == ["gen.tf.json", "main.tf", "prod.tfvars", "x.auto.tfvars.json"]
        assert data(tree) == ["cnrm.yaml", "cnrm.yml", "lb.json", "terraform.tfstate"]
        assert tree.errors == ()

    def test_terraform_files_are_grouped_by_folder(self, tmp_path: Path) -> None:
        make(tmp_path, "main.tf", "b/z.tf", "b/a.tf", "a/c/main.tf", "only-data/x.json", "empty/")

        tree = walk(tmp_path, tmp_path)

        assert {path: [file.path for file in found] for path, found in tree.terraform.items()} == {
            ".": ["main.tf"],
            "a/c": ["a/c/main.tf"],
            "b": ["b/a.tf", "b/z.tf"],
        }
        assert tree.root == "."

    def test_absolute_opens_the_file(self, tmp_path: Path) -> None:
        make(tmp_path, "w/")
        make(tmp_path, "conf/lb/main.tf")
        (tmp_path / "conf/lb/main.tf").write_text("# here", encoding="utf-8")

        (file,) = walk(Path("../conf"), tmp_path / "w").terraform["../conf/lb"]

        assert file.absolute.is_absolute()
        assert read_text(file) == "# here"

    @pytest.mark.parametrize(
        ("cwd", "directory", "root", "found"),
        [
            pytest.param("r", ".", ".", ["a/main.tf", "main.tf"], id="the working directory"),
            pytest.param("r", "a", "a", ["a/main.tf"], id="below it"),
            pytest.param("r/a", "..", "..", ["../a/main.tf", "../main.tf"], id="above it"),
            pytest.param("w", "../r/a", "../r/a", ["../r/a/main.tf"], id="beside it"),
        ],
    )
    def test_paths_are_relative_to_the_working_directory(
        self, tmp_path: Path, cwd: str, directory: str, root: str, found: list[str]
    ) -> None:
        make(tmp_path, "w/", "r/main.tf", "r/a/main.tf")

        for named in Path(directory), (tmp_path / cwd / directory).resolve():
            tree = walk(named, tmp_path / cwd)
            assert (tree.root, sorted(terraform(tree))) == (root, found)

    def test_the_order_does_not_depend_on_the_disk(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        names = ("b.tf", "a.tf", "z/m.tf", "z/a/m.tf", "y/x.json", "y.json", "y/a/x.yaml", "a-b/x.json")
        make(tmp_path, *names)
        first = walk(tmp_path, tmp_path)

        listed = files._listed

        def reversed_listing(folder: Path) -> tuple[list[str], list[str], list[str]]:
            folders, regular, links = listed(folder)
            return sorted(folders, reverse=True), sorted(regular, reverse=True), links

        for listing in (reversed_listing, listed):
            monkeypatch.setattr(files, "_listed", listing)
            tree = walk(tmp_path, tmp_path)
            assert tree == first
            assert list(tree.terraform) == [".", "z", "z/a"]
            assert data(tree) == sorted(data(tree)) == ["a-b/x.json", "y.json", "y/a/x.yaml", "y/x.json"]

    def test_hidden_folders_are_skipped(self, tmp_path: Path) -> None:
        make(tmp_path, ".terraform/modules/m/main.tf", ".github/workflows/ci.yml", "a/.cache/x.json")
        make(tmp_path, "main.tf", ".pre-commit-config.yaml")

        assert everything(walk(tmp_path, tmp_path)) == [".pre-commit-config.yaml", "main.tf"]

    def test_a_hidden_folder_that_is_named_is_searched(self, tmp_path: Path) -> None:
        make(tmp_path, ".terraform/modules/m/main.tf")

        tree = walk(Path(".terraform/modules/m"), tmp_path)

        assert terraform(tree) == [".terraform/modules/m/main.tf"]

    def test_hidden_configuration_is_skipped_as_terraform_does(self, tmp_path: Path) -> None:
        make(tmp_path, "main.tf", ".main.tf", ".gen.tf.json", ".auto.tfvars", ".tf")

        assert everything(walk(tmp_path, tmp_path)) == [".auto.tfvars", "main.tf"]

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
    def test_a_name_that_is_no_text_can_be_shown_and_read(self, tmp_path: Path) -> None:
        folder = tmp_path / "caf\udce9"
        folder.mkdir()
        (folder / "\udcff.tf").write_text("# x", encoding="utf-8")

        (file,) = walk(tmp_path, tmp_path).terraform["caf\\xe9"]

        assert file.path == "caf\\xe9/\\xff.tf"
        assert read_text(file) == "# x"


class TestValuesThatGitIgnores:
    """People keep tfvars out of git; Terraform loads these four kinds unasked all the same."""

    def test_of_a_terraform_folder_are_read(self, repository: Path) -> None:
        ignore(repository, "*.tfvars", "*.tfvars.json")
        make(repository, "main.tf", "terraform.tfvars", "terraform.tfvars.json", "a.auto.tfvars")
        make(repository, "b.auto.tfvars.json", "prod.tfvars", "prod.tfvars.json", "myterraform.tfvars")
        make(repository, "gen/main.tf.json", "gen/terraform.tfvars")

        assert terraform(walk(repository, repository)) == [
            "a.auto.tfvars",
            "b.auto.tfvars.json",
            "main.tf",
            "terraform.tfvars",
            "terraform.tfvars.json",
            "gen/main.tf.json",
            "gen/terraform.tfvars",
        ]

    def test_of_other_folders_are_not(self, repository: Path) -> None:
        ignore(repository, "*.tfvars", "ignored.tf", "gone/")
        make(repository, "values/terraform.tfvars", "b/ignored.tf", "b/terraform.tfvars")
        make(repository, "gone/main.tf", "gone/terraform.tfvars")

        assert everything(walk(repository, repository)) == []

    def test_that_git_does_not_ignore_need_no_terraform_folder(self, repository: Path) -> None:
        make(repository, "values/prod.tfvars")

        assert terraform(walk(repository, repository)) == ["values/prod.tfvars"]


@unix_only
class TestLinksAndSpecialFiles:
    def test_links_to_folders_are_not_followed(self, tmp_path: Path) -> None:
        make(tmp_path, "a/main.tf")
        (tmp_path / "a/loop").symlink_to(tmp_path)
        (tmp_path / "a/self").symlink_to("self")
        (tmp_path / "b").symlink_to(tmp_path / "a")
        (tmp_path / "folder.tf").symlink_to(tmp_path / "a")
        (tmp_path / "round.tf").symlink_to("round.tf")

        assert everything(walk(tmp_path, tmp_path)) == ["a/main.tf"]

    def test_links_to_files_inside_are_followed(self, tmp_path: Path) -> None:
        make(tmp_path, "r/common.tf", "r/a/main.tf", "r/.shared/lb.json", "r/notes.txt", "r/b/main.tf")
        (tmp_path / "r/a/common.tf").symlink_to("../common.tf")
        (tmp_path / "r/a/lb.json").symlink_to(tmp_path / "r/.shared/lb.json")
        (tmp_path / "r/b/notes.tf").symlink_to("../notes.txt")
        (tmp_path / "r/b/twice.tf").symlink_to("../a/common.tf")
        (tmp_path / "r/b/main.txt").symlink_to("main.tf")

        assert everything(walk(Path("r"), tmp_path)) == [
            "r/a/common.tf",
            "r/a/lb.json",
            "r/a/main.tf",
            "r/b/main.tf",
            "r/b/notes.tf",
            "r/b/twice.tf",
            "r/common.tf",
        ]

    def test_links_that_lead_outside_are_not(self, tmp_path: Path) -> None:
        make(tmp_path, "r/main.tf", "r-beside/x.tf", "x.json")
        (tmp_path / "r/x.tf").symlink_to("../r-beside/x.tf")
        (tmp_path / "r/x.json").symlink_to(tmp_path / "x.json")
        (tmp_path / "r/null.json").symlink_to(os.devnull)
        (tmp_path / "r/dangling.tf").symlink_to("nowhere.tf")

        assert everything(walk(Path("r"), tmp_path)) == ["r/main.tf"]

    def test_ignored_links_are_not(self, repository: Path) -> None:
        make(repository, "main.tf")
        (repository / "link.tf").symlink_to("main.tf")
        ignore(repository, "link.tf")

        assert everything(walk(repository, repository)) == ["main.tf"]

    def test_a_directory_reached_through_a_link(self, tmp_path: Path) -> None:
        make(tmp_path, "real/main.tf")
        (tmp_path / "real/also.tf").symlink_to(tmp_path / "real/main.tf")
        (tmp_path / "link").symlink_to("real")

        assert everything(walk(Path("link"), tmp_path)) == ["link/also.tf", "link/main.tf"]

    def test_pipes_and_sockets_are_skipped(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)  # the path of a socket must be short
        make(tmp_path, "main.tf")
        os.mkfifo("pipe.tf")
        Path("link.json").symlink_to("pipe.tf")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("socket.json")

            assert everything(walk(tmp_path, tmp_path)) == ["main.tf"]


class TestFoldersThatCannotBeListed:
    def test_are_errors_of_the_tree(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        make(tmp_path, "main.tf", "z/x.tf", "b/closed/x.tf", "a/x.tf")
        scandir = os.scandir

        def guarded(path: Path) -> Iterator[os.DirEntry[str]]:
            if path.name in ("closed", "z"):
                raise PermissionError(13, "Permission denied", str(path))
            return scandir(path)

        monkeypatch.setattr(os, "scandir", guarded)

        tree = walk(tmp_path, tmp_path)

        assert everything(tree) == ["a/x.tf", "main.tf"]
        assert tree.errors == (
            InputError("b/closed", 0, 0, "permission denied"),
            InputError("z", 0, 0, "permission denied"),
        )

    def test_a_directory_that_is_missing(self, tmp_path: Path) -> None:
        tree = walk(Path("nowhere"), tmp_path)

        assert tree == Tree("nowhere", {}, (), (InputError("nowhere", 0, 0, "no such file or directory"),))

    @unix_only
    def test_a_directory_that_is_a_file(self, tmp_path: Path) -> None:
        make(tmp_path, "main.tf")

        assert walk(Path("main.tf"), tmp_path).errors == (InputError("main.tf", 0, 0, "not a directory"),)

    def test_a_reason_that_the_system_does_not_give(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: Path) -> tuple[list[str], list[str], list[str]]:
            raise OSError

        monkeypatch.setattr(files, "_listed", fail)

        assert walk(tmp_path, tmp_path).errors == (InputError(".", 0, 0, "cannot be read"),)


def found(path: Path, content: bytes = b"") -> FoundFile:
    path.write_bytes(content)
    return FoundFile("shown/x.tf", path)


def refused(file: FoundFile, limit: int = LIMIT) -> InputError:
    with pytest.raises(InputError) as caught:
        read_text(file, limit)
    return caught.value


class TestReadText:
    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("", id="empty"),
            pytest.param("a\r\nb\rc\nd", id="newlines as they are"),
            pytest.param("\ufeffa = 1\n", id="byte order mark"),
            pytest.param('x = "é€😀"', id="one to four bytes"),
            pytest.param("a\0b" + "c" * 20, id="a stray NUL is text"),
            pytest.param("\u2028\x85\x0b", id="separators"),
        ],
    )
    def test_character_for_character(self, tmp_path: Path, text: str) -> None:
        assert read_text(found(tmp_path / "x.tf", text.encode())) == text

    @given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
    def test_any_text(self, tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
        file = found(tmp_path_factory.getbasetemp() / "any.tf", text.encode())

        assert read_text(file) == text

    @pytest.mark.parametrize(
        ("content", "line", "column"),
        [
            pytest.param(b"\xff", 1, 1, id="first byte"),
            pytest.param(b"abc\xe9", 1, 4, id="Latin-1"),
            pytest.param(b"a\nb\nc\xe9d\n", 3, 2, id="third line"),
            pytest.param(b"a\r\nb\xe9", 2, 2, id="Windows newline"),
            pytest.param(b"a\n\xe9", 2, 1, id="first of a line"),
            pytest.param("é€😀".encode() + b"\xe9x", 1, 4, id="columns are code points"),
            pytest.param("\ufeffa".encode() + b"\x80", 1, 2, id="a byte order mark takes up none"),
            pytest.param(b"ab\xe2\x82", 1, 3, id="cut short at the end"),
            pytest.param(b"a\xe2\x28\xa1", 1, 2, id="start of the bad sequence"),
            pytest.param(b"ab\xed\xa0\x80", 1, 3, id="surrogate"),
            pytest.param(b"ab\xc0\xaf", 1, 3, id="overlong"),
        ],
    )
    def test_not_utf8(self, tmp_path: Path, content: bytes, line: int, column: int) -> None:
        error = refused(found(tmp_path / "x.tf", content))

        assert error == InputError("shown/x.tf", line, column, "not UTF-8")

    @given(before=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")))
    @example("\n")
    @example("é\n\n€")
    def test_the_place_is_that_of_the_first_bad_byte(
        self, tmp_path_factory: pytest.TempPathFactory, before: str
    ) -> None:
        file = found(tmp_path_factory.getbasetemp() / "bad.tf", before.encode() + b"\xff\n\xff")

        error = refused(file)

        lines = before.split("\n")
        assert (error.line, error.column) == (len(lines), len(lines[-1]) + 1)

    @pytest.mark.parametrize(
        ("content", "column"),
        [
            pytest.param("a = 1\n".encode("utf-16"), 1, id="UTF-16 with its mark"),
            pytest.param(b"\xfe\xff" + "a = 1\n".encode("utf-16-be"), 1, id="the other order"),
            pytest.param("é = 1".encode("utf-16-le"), 1, id="without a mark"),
            pytest.param("a = 1".encode("utf-16-le"), 2, id="without a mark, valid as UTF-8"),
            pytest.param("a = 1".encode("utf-16-be"), 1, id="the same in the other order"),
            pytest.param("日本".encode("utf-16"), 1, id="few NULs, but a mark"),
            pytest.param("a = 1".encode("utf-32"), 1, id="UTF-32"),
            pytest.param(b"\0\0\xfe\xff" + "a".encode("utf-32-be"), 3, id="UTF-32, the other order"),
        ],
    )
    def test_looks_like_utf16(self, tmp_path: Path, content: bytes, column: int) -> None:
        error = refused(found(tmp_path / "x.tf", content))

        assert error == InputError("shown/x.tf", 1, column, "not UTF-8 (looks like UTF-16)")

    def test_larger_than_the_limit(self, tmp_path: Path) -> None:
        file = found(tmp_path / "x.tf", b"x" * (2 * MIB))

        assert len(read_text(file, limit=2 * MIB)) == 2 * MIB
        assert refused(file, limit=2 * MIB - 1).message == "larger than 1 MiB"
        assert refused(file, limit=MIB) == InputError("shown/x.tf", 0, 0, "larger than 1 MiB")

    def test_the_limits(self) -> None:
        assert (LIMIT, DATA_LIMIT) == (64 * 1024 * 1024, 512 * 1024 * 1024)

    def test_vanished(self, tmp_path: Path) -> None:
        file = FoundFile("shown/x.tf", tmp_path / "x.tf")

        assert refused(file) == InputError("shown/x.tf", 0, 0, "no such file or directory")

    @unix_only
    def test_a_directory(self, tmp_path: Path) -> None:
        assert refused(FoundFile("shown", tmp_path)) == InputError("shown", 0, 0, "is a directory")

    def test_permission(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def closed(path: Path, _: str) -> None:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(Path, "open", closed)

        error = refused(FoundFile("shown/x.tf", tmp_path / "x.tf"))

        assert str(error) == "shown/x.tf: permission denied"

    @unix_only
    def test_a_named_pipe_is_read_to_its_end(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=pipe.write_bytes, args=(b"{}\n" * MIB,))
        writer.start()

        text = read_text(FoundFile("/dev/fd/63", pipe))

        writer.join()
        assert text == "{}\n" * MIB

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs an endless device")
    def test_an_endless_device_ends_at_the_limit(self) -> None:
        error = refused(FoundFile("/dev/zero", Path("/dev/zero")), limit=3 * MIB)

        assert error.message == "larger than 3 MiB"


class TestReadBytesMarker:
    @pytest.mark.parametrize(
        "content",
        [
            '{"kind": "compute#backendService"}',
            '{"kind": "dns#resourceRecordSet"}',
            "apiVersion: compute.cnrm.cloud.google.com/v1beta1",
            '[{"asset_type": "x"}]',
            '[{"assetType": "x"}]',
            '"https://www.googleapis.com/compute/v1/projects/p/regions/r"',
            '"https://www.googleapis.com/compute/beta/projects/p/regions/r"',
            '"https://www.googleapis.com/compute/alpha/projects/p/regions/r"',
            '"https://dns.googleapis.com/dns/v1/projects/p/managedZones/z"',
            '"https://dns.googleapis.com/dns/v1beta2/projects/p/managedZones/z"',
            '"//compute.googleapis.com/projects/p/zones/z/instances/i"',
            '"projects/p/locations/global/policyBasedRoutes/r"',
        ],
    )
    def test_the_markers_of_the_contract(self, tmp_path: Path, content: str) -> None:
        assert read_bytes_marker(found(tmp_path / "x", content.encode()), DATA_MARKERS)

    @pytest.mark.parametrize(
        "content",
        [b"", b'{"name": "package.json"}', b"Compute#", b"compute\ndns", b"\xff\xfe\x00"],
    )
    def test_files_without_one(self, tmp_path: Path, content: bytes) -> None:
        assert not read_bytes_marker(found(tmp_path / "x", content), DATA_MARKERS)

    @pytest.mark.parametrize("start", range(-9, 2))
    @pytest.mark.parametrize("border", [1, 2])
    def test_across_the_border_of_two_pieces(self, tmp_path: Path, border: int, start: int) -> None:
        before = b"x" * (border * MIB + start)
        file = found(tmp_path / "x", before + b"compute#" + b"x" * 9)

        assert read_bytes_marker(file, DATA_MARKERS)
        assert read_bytes_marker(file, (b"compute#",))
        assert not read_bytes_marker(file, (b"compute#y", b"y"))

    def test_one_byte(self, tmp_path: Path) -> None:
        file = found(tmp_path / "x", b"x" * MIB + b"#")

        assert read_bytes_marker(file, (b"#",))

    def test_no_marker_at_all(self, tmp_path: Path) -> None:
        assert not read_bytes_marker(found(tmp_path / "x", b"x"), ())

    def test_unreadable(self, tmp_path: Path) -> None:
        assert not read_bytes_marker(FoundFile("x", tmp_path / "nowhere"), DATA_MARKERS)
        assert not read_bytes_marker(FoundFile("x", tmp_path), DATA_MARKERS)
