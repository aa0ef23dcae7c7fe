"""Which files a module may read, and which nobody looks at."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from spillover.read import module_files
from spillover.read.cty.value import LONGEST_TEXT, EvaluationError, LimitError
from spillover.read.module_files import ModuleFiles, OutsideError

TREE = {
    "root/a.txt": b"a\n",
    "root/b.md": b"b",
    "root/.hidden": b"h",
    "root/sub/c.txt": b"c",
    "root/sub/deep/d.txt": b"d",
    "root/binary": b"\xff\x00",
    "root/a{b": b"",
    "modules/m/e.txt": b"e",
    "secret.txt": b"secret",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, content in TREE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path


@pytest.fixture
def files(tree: Path) -> ModuleFiles:
    return ModuleFiles(tree / "root", (tree / "modules",))


def link(tree: Path, name: str, target: str) -> None:
    try:
        (tree / name).symlink_to(target)
    except OSError:  # Windows without the right to
        pytest.skip("no links here")


class TestReading:
    @pytest.mark.parametrize(
        ("path", "content"),
        [
            ("a.txt", "a\n"),
            ("./sub/../a.txt", "a\n"),
            ("nowhere/../a.txt", "a\n"),
            ("sub/deep/d.txt", "d"),
            ("../modules/m/e.txt", "e"),
            ("../root/a.txt", "a\n"),
        ],
    )
    def test_reads_what_is_inside(self, files: ModuleFiles, path: str, content: str) -> None:
        assert files.text(path) == content
        assert files.exists(path)

    def test_an_absolute_path_may_lead_inside(self, tree: Path, files: ModuleFiles) -> None:
        assert files.text(str(tree / "root/a.txt")) == "a\n"

    @pytest.mark.parametrize(
        ("path", "why"),
        [
            ("../secret.txt", "which is outside of the module's tree"),
            ("../nowhere.txt", "which is outside of the module's tree"),
            ("../root2/a.txt", "which is outside of the module's tree"),
            ("/etc/passwd", "which is outside of the module's tree"),
            ("//etc/passwd", "which is outside of the module's tree"),
            ("~/a.txt", "which is in the home folder"),
            ("~", "which is in the home folder"),
        ],
    )
    def test_does_not_look_outside(self, files: ModuleFiles, path: str, why: str) -> None:
        for look in (files.text, files.content, files.exists):
            with pytest.raises(OutsideError, match=why):
                look(path)

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("nowhere.txt", "there is no file 'nowhere.txt'"),
            ("sub", "'sub' is not a file"),
            ("", "'' is not a file"),
            ("a.txt/x", "cannot be read"),
            ("a\0b", "zero byte"),
            ("~somebody/x", "home folder of another user"),
            ("binary", "not UTF-8"),
            ("x" * 5000, "cannot be read"),
        ],
    )
    def test_refuses(self, files: ModuleFiles, path: str, message: str) -> None:
        with pytest.raises(EvaluationError, match=message):
            files.text(path)

    def test_a_missing_file_does_not_exist(self, files: ModuleFiles) -> None:
        assert not files.exists("nowhere.txt")

    @pytest.mark.parametrize("path", ["sub", "a.txt/x"])
    def test_what_is_no_file_is_neither_there_nor_not(self, files: ModuleFiles, path: str) -> None:
        with pytest.raises(EvaluationError):
            files.exists(path)

    def test_links_inside_are_followed(self, tree: Path, files: ModuleFiles) -> None:
        link(tree, "root/link", "a.txt")
        link(tree, "root/folder", "../modules/m")

        assert files.text("link") == "a\n"
        assert files.text("folder/e.txt") == "e"

    @pytest.mark.parametrize("target", ["../secret.txt", "/etc/passwd", "../nowhere"])
    def test_links_out_are_not(self, tree: Path, files: ModuleFiles, target: str) -> None:
        link(tree, "root/link", target)

        for look in (files.text, files.content, files.exists):
            with pytest.raises(OutsideError):
                look("link")

    def test_a_link_to_itself_is_an_error(self, tree: Path, files: ModuleFiles) -> None:
        link(tree, "root/loop", "loop")

        with pytest.raises(EvaluationError):
            files.text("loop")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
    def test_a_pipe_is_not_opened(self, tree: Path, files: ModuleFiles) -> None:
        os.mkfifo(tree / "root/pipe")  # type: ignore[attr-defined,unused-ignore]

        with pytest.raises(EvaluationError, match="not a file"):
            files.content("pipe")

    def test_sizes_are_bounded(self, tree: Path, files: ModuleFiles) -> None:
        (tree / "root/large").write_bytes(b"x" * (LONGEST_TEXT + 1))

        assert len(files.content("large")) == LONGEST_TEXT + 1
        with pytest.raises(LimitError):
            files.text("large")
        with pytest.raises(LimitError):
            files.content("large", LONGEST_TEXT)


class TestMatching:
    @pytest.mark.parametrize(
        ("folder", "pattern", "found"),
        [
            ("", "*.txt", {"a.txt"}),
            (".", "*", {"a.txt", "b.md", ".hidden", "binary", "a{b"}),
            (".", "**", {"a.txt", "b.md", ".hidden", "binary", "a{b", "sub/c.txt", "sub/deep/d.txt"}),
            (".", "**/*.txt", {"a.txt", "sub/c.txt", "sub/deep/d.txt"}),
            (".", "**/deep/**/*.txt", {"sub/deep/d.txt"}),
            (".", "sub/*", {"sub/c.txt"}),
            ("sub", "**", {"c.txt", "deep/d.txt"}),
            ("sub", "../*.{txt,md}", {"../a.txt", "../b.md"}),
            ("s?b", "*.txt", {"../sub/c.txt"}),
            (".", "a.txt", {"a.txt"}),
            (".", "sub", set()),
            (".", "nowhere/*", set()),
            (".", "nowhere", set()),
            (".", "a.txt/*", set()),
            ("a.txt", "", {"."}),
            (".", "/b.md", {"b.md"}),
            ("../modules/m", "*", {"e.txt"}),
            (".", "[ab].*", {"a.txt", "b.md"}),
            (".", r"a\{b", {"a{b"}),
        ],
    )
    def test_finds(self, files: ModuleFiles, folder: str, pattern: str, found: set[str]) -> None:
        assert files.matching(folder, pattern) == found

    def test_an_absolute_folder_may_be_inside(self, tree: Path, files: ModuleFiles) -> None:
        assert files.matching(str(tree / "root"), "*.md") == {"b.md"}

    @pytest.mark.parametrize(
        ("folder", "pattern"), [("..", "*"), ("/", "*"), ("/", "**"), ("../nowhere", "x"), (".", "../../*")]
    )
    def test_does_not_look_outside(self, files: ModuleFiles, folder: str, pattern: str) -> None:
        with pytest.raises(OutsideError):
            files.matching(folder, pattern)

    @pytest.mark.parametrize("pattern", ["*", "**", "link", "link/*"])
    def test_does_not_follow_links_out(self, tree: Path, files: ModuleFiles, pattern: str) -> None:
        link(tree, "root/link", "..")

        with pytest.raises(OutsideError):
            files.matching(".", pattern)

    def test_a_link_to_nothing_matters_where_it_is_named(self, tree: Path, files: ModuleFiles) -> None:
        link(tree, "root/sub/broken", "nothing")

        assert files.matching("sub", "**") == {"c.txt", "deep/d.txt"}
        for pattern in ("*", "broken"):
            with pytest.raises(EvaluationError):
                files.matching("sub", pattern)

    def test_looks_at_a_bounded_number_of_entries(
        self, files: ModuleFiles, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module_files, "MOST_ENTRIES", 8)

        assert files.matching(".", "*.txt") == {"a.txt"}
        with pytest.raises(LimitError):
            files.matching(".", "**")

    def test_an_endless_way_of_links_ends(
        self, tree: Path, files: ModuleFiles, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link(tree, "root/sub/up", "..")
        monkeypatch.setattr(module_files, "MOST_ENTRIES", 100)

        with pytest.raises(LimitError):
            files.matching(".", "**")

    def test_does_not_read_escaped_slashes(self, files: ModuleFiles) -> None:
        with pytest.raises(LimitError):
            files.matching(".", r"a\/b")


def test_a_link_that_takes_a_files_place_is_not_opened(tree: Path) -> None:
    link(tree, "root/link", "a.txt")
    opened: Callable[[str, int], int] = module_files._opened

    with pytest.raises(OSError, match=r"."):
        os.close(opened(str(tree / "root/link"), os.O_RDONLY))
