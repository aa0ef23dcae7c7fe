"""What a search passes over: the same as git does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from spillover.read import files
from spillover.read.files import Tree, walk

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes or links of Unix")


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


def everything(tree: Tree) -> list[str]:
    found = [*tree.data, *(file for folder in tree.terraform.values() for file in folder)]
    return sorted(file.path for file in found)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    make(tmp_path, ".git/info/")
    return tmp_path


class TestWhatGitIgnores:
    def test_patterns(self, repository: Path) -> None:
        ignore(repository, "# a comment", "", "*.gen.tf", "/only-here.tf", "build/", "secret.json")
        make(repository, "a.tf", "a.gen.tf", "only-here.tf", "m/only-here.tf", "m/x.gen.tf")
        make(repository, "build/x.tf", "m/build/x.tf", "m/secret.json", "m/open.json", "docs/build")

        found = everything(walk(repository, repository))

        assert found == ["a.tf", "m/only-here.tf", "m/open.json"]

    def test_nearer_files_and_later_lines_win(self, repository: Path) -> None:
        ignore(repository, "*.json", "!keep.json", "generated/")
        ignore(repository / "a", "!*.json", "keep.json")
        ignore(repository / "a/b", "!generated/", "/*.json", "!/z.json")
        make(repository, "x.json", "keep.json", "generated/x.tf")
        make(repository, "a/x.json", "a/keep.json", "a/generated/x.tf")
        make(repository, "a/b/x.json", "a/b/z.json", "a/b/c/x.json", "a/b/generated/x.tf")

        found = everything(walk(repository, repository))

        assert found == ["a/b/c/x.json", "a/b/generated/x.tf", "a/b/z.json", "a/x.json", "keep.json"]

    def test_all_but_some(self, repository: Path) -> None:
        ignore(repository, "*", "!*/", "!*.tf")
        make(repository, "a.tf", "a.json", "m/n/b.tf", "m/n/b.json")

        assert everything(walk(repository, repository)) == ["a.tf", "m/n/b.tf"]

    def test_an_ignored_folder_is_not_entered(
        self, repository: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ignore(repository, "node_modules/")
        make(repository, "main.tf", "node_modules/deep/x.json")
        ignore(repository / "node_modules", "!*")
        scandir = os.scandir
        listed: list[str] = []

        def watched(path: Path) -> Iterator[os.DirEntry[str]]:
            listed.append(path.name)
            return scandir(path)

        monkeypatch.setattr(os, "scandir", watched)

        assert everything(walk(repository, repository)) == ["main.tf"]
        assert listed == [repository.name]

    def test_rules_above_the_searched_directory_count(self, repository: Path) -> None:
        ignore(repository, "*.gen.tf", "/a/b/hidden/", "/c.tf")
        ignore(repository / "a", "b/x.tf")
        make(repository, "a/b/x.tf", "a/b/y.tf", "a/b/y.gen.tf", "a/b/hidden/z.tf", "a/b/c.tf")

        assert everything(walk(Path("a/b"), repository)) == ["a/b/c.tf", "a/b/y.tf"]

    def test_rules_above_the_repository_do_not_count(self, tmp_path: Path) -> None:
        ignore(tmp_path, "*.tf")
        make(tmp_path, "repository/.git/", "repository/a/main.tf")

        for directory in "repository", "repository/a":
            assert everything(walk(Path(directory), tmp_path)) == ["repository/a/main.tf"]

    def test_a_repository_inside_starts_afresh(self, repository: Path) -> None:
        ignore(repository, "*.json", "gone/")
        make(
            repository, "module/.git/info/", "module/x.json", "module/y.json", "gone/.git/info/", "gone/x.tf"
        )
        make(repository, "checkout/x.json")
        (repository / "checkout/.git").write_text("gitdir: elsewhere\n", encoding="utf-8")
        (repository / "module/.git/info/exclude").write_text("y.json\n", encoding="utf-8")

        assert everything(walk(repository, repository)) == ["checkout/x.json", "module/x.json"]

    def test_info_exclude_is_the_weakest(self, repository: Path) -> None:
        (repository / ".git/info/exclude").write_text("*.json\n/local/\n", encoding="utf-8")
        ignore(repository, "!keep.json")
        make(repository, "a/x.json", "a/keep.json", "local/x.tf", "a/local/x.tf")

        assert everything(walk(repository, repository)) == ["a/keep.json", "a/local/x.tf"]
        assert everything(walk(Path("a"), repository)) == ["a/keep.json", "a/local/x.tf"]

    def test_without_a_repository_the_files_below_count(self, tmp_path: Path) -> None:
        ignore(tmp_path, "*.tf")
        ignore(tmp_path / "a/b", "x.tf")
        make(tmp_path, "a/b/x.tf", "a/b/y.tf", "a/z.tf")

        assert everything(walk(tmp_path / "a", tmp_path)) == ["a/b/y.tf", "a/z.tf"]

    @pytest.mark.parametrize("directory", ["build", "build/sub"])
    def test_an_ignored_directory_that_is_named_is_searched(self, repository: Path, directory: str) -> None:
        ignore(repository, "build/", "*.json")
        make(repository, "build/sub/x.tf", "build/sub/x.json")
        ignore(repository / "build/sub", "y.tf")
        make(repository, "build/sub/y.tf")

        tree = walk(Path(directory), repository)

        assert everything(tree) == ["build/sub/x.json", "build/sub/x.tf"]

    @unix_only
    def test_rules_apply_where_a_link_to_the_searched_directory_leads(self, tmp_path: Path) -> None:
        ignore(tmp_path / "r", "/conf/x.tf")
        make(tmp_path, "r/.git/", "r/conf/x.tf", "r/conf/y.tf", "w/")
        (tmp_path / "w/link").symlink_to(tmp_path / "r/conf")

        assert everything(walk(Path("link"), tmp_path / "w")) == ["link/y.tf"]

    def test_details_of_the_file_format(self, repository: Path) -> None:
        lines = [b"\xef\xbb\xbfa.tf", b"b.tf  ", b"c\\ ", b"\\#d.tf", b"\\!e.tf", b"#f.tf"]
        senseless = [b"!", b"/", b"[z-a].tf", b"g\\"]
        (repository / ".gitignore").write_bytes(b"\r\n".join([*lines, *senseless, b"[[].tf"]))
        make(repository, "a.tf", "b.tf", "c /x.tf", "c/x.tf", "#d.tf", "!e.tf", "#f.tf", "[.tf", "g", "h.tf")

        assert everything(walk(repository, repository)) == ["#f.tf", "c/x.tf", "h.tf"]

    @unix_only
    def test_what_is_no_regular_file_is_no_ignore_file(self, repository: Path) -> None:
        make(repository, "a/x.tf", "b/x.tf", "c/.gitignore/x.tf", "c/x.tf")
        (repository / "rules").write_text("*.tf\n", encoding="utf-8")
        (repository / "a/.gitignore").symlink_to(repository / "rules")
        os.mkfifo(repository / "b/.gitignore")

        assert everything(walk(repository, repository)) == ["a/x.tf", "b/x.tf", "c/x.tf"]

    def test_pathspec_is_imported_only_for_a_rule(self, repository: Path) -> None:
        ignore(repository, "# nothing but a comment", "")
        make(repository, "main.tf")
        program = (
            "import sys; from pathlib import Path; from spillover.read.files import walk; "
            "tree = walk(Path('.'), Path.cwd()); "
            "assert tree.terraform; assert 'pathspec' not in sys.modules"
        )
        source = str(Path(files.__file__).parents[2])

        subprocess.run(
            [sys.executable, "-c", program],
            cwd=repository,
            env={**os.environ, "PYTHONPATH": source},
            check=True,
        )


GIT = shutil.which("git")
NASTY = {
    ".": [
        "*.gen.*",
        "/top.tf",
        "!/a/top.tf",
        "build/",
        "!a/build/",
        "**/deep/x.json",
        "*.yml",
        "!/a/**/k.yml",
    ],
    "a": ["b/*", "!b/c/", "!b/*.tf", "d/**", "!d/**/", "!d/**/keep.tf", "é?.tf", "sp\\ ", "[a-c]?.tf"],
    "a/b": ["!*.gen.tf", "*/", "!c", "\\!x.tf", "\\#x.tf", "trail.tf  "],
    "white": ["*", "!*/", "!.gitignore", "!*.tf", "/no/"],
    "odd": [
        "",
        "/",
        "!",
        "a//",
        "[",
        "[z-a].tf",
        "\\",
        "***.json",
        "x**y.tf",
        "/**/z/",
        "{a,b}.tf",
        "[[a].tf",
    ],
}
FOLDERS = ["", "a/", "a/b/", "a/b/c/", "a/b/e/", "a/d/", "a/d/f/", "a/build/", "build/", "deep/", "a/deep/"]
FOLDERS += ["white/", "white/m/n/", "white/no/", "odd/", "odd/a/", "odd/q/z/", "a/sp /", "sp /", "x y/build/"]
NAMES = ["main.tf", "top.tf", "x.gen.tf", "keep.tf", "x.json", "k.yml", "!x.tf", "#x.tf", "trail.tf"]
NAMES += ["ab.tf", "éa.tf", "xaay.tf", "{a,b}.tf", "z.yaml", "[.tf"]


@pytest.mark.skipif(GIT is None, reason="git is not installed")
class TestAgainstGit:
    def git(self, root: Path, *arguments: str) -> str:
        assert GIT is not None
        alone = {"HOME": str(root), "XDG_CONFIG_HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        done = subprocess.run(
            [GIT, *arguments], cwd=root, env=inherited | alone, check=True, capture_output=True
        )
        return done.stdout.decode("utf-8")

    def expected(self, root: Path) -> list[str]:
        untracked = self.git(root, "ls-files", "-z", "-co", "--exclude-standard").split("\0")
        return sorted(path for path in untracked if path.endswith((".tf", ".json", ".yaml", ".yml")))

    def test_nasty_patterns(self, tmp_path: Path) -> None:
        self.git(tmp_path, "init", "--quiet")
        make(tmp_path, *(folder + name for folder in FOLDERS for name in NAMES))
        for folder, lines in NASTY.items():
            ignore(tmp_path / folder, *lines)
        (tmp_path / ".git/info/exclude").write_text("z.yaml\n!x.gen.tf\n", encoding="utf-8")

        expected = self.expected(tmp_path)

        assert 40 < len(expected) < len(FOLDERS) * len(NAMES) - 40, "the patterns do something"
        assert everything(walk(tmp_path, tmp_path)) == expected
        for below in "a", "a/b", "white", "odd":
            inside = [path for path in expected if path.startswith(f"{below}/")]
            assert everything(walk(Path(below), tmp_path)) == inside

    @pytest.mark.parametrize(
        "lines",
        [
            ["*"],
            ["/*", "!/a"],
            ["/*", "!/a/", "/a/*", "!/a/b/"],
            ["**"],
            ["**/"],
            ["*/"],
            ["*/*"],
            ["**/*/"],
            ["a/**/c"],
            ["a/**", "!a/b", "!a/b/main.tf"],
            ["a", "!a/b"],
            ["!a", "a"],
            ["*", "!a/**"],
            ["*.tf", "!a/*.tf"],
            ["a/b/c/"],
            ["b/c"],
            ["/b"],
            ["c/*", "!c/main.tf"],
            ["ma?n.t*"],
        ],
        ids=" ".join,
    )
    def test_common_patterns(self, tmp_path: Path, lines: list[str]) -> None:
        self.git(tmp_path, "init", "--quiet")
        make(tmp_path, *(folder + name for folder in FOLDERS[:8] for name in ("main.tf", "x.json")))
        ignore(tmp_path, *lines)

        assert everything(walk(tmp_path, tmp_path)) == self.expected(tmp_path)
