"""What is kept between runs: it changes no result, harms no run, and stays within its bounds."""

from __future__ import annotations

import io
import json
import os
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover import __version__
from spillover.read import cache as cache_module
from spillover.read.cache import FORM, Cache, Pack, cache_folder
from spillover.read.lines import Lines
from spillover.read.modules import sources as sources_module
from spillover.read.reading import read
from spillover.read.request import Reading, Request
from spillover.read.syntax import hcl as hcl_module
from spillover.read.syntax.parse_block import parse_block
from spillover.report import show

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXT = "a { b = 1 }"
MAIN = (  # with a comment between: what is read line by line is not kept
    'resource "google_compute_forwarding_rule" "a" {\n  name = /* so */ "a"\n  region = var.region\n}\n'
)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, in which the trees of the smallest module are kept."""
    monkeypatch.setattr(cache_module, "PAYS_FROM", 0)
    monkeypatch.setenv("SPILLOVER_CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    folder = tmp_path / "module"
    folder.mkdir()
    (folder / "main.tf").write_text(MAIN)
    return folder


def reading_of(folder: Path, *, caches: bool = True) -> Reading:
    return read(Request((str(folder),), caches=caches), folder, lambda: iter(()))


def shown(reading: Reading) -> str:
    """All that was read, as ``show`` prints it, with what could not be read."""
    stream = io.StringIO()
    calls = tuple(call for _, call in reading.calls)
    show.write_json(show.ShowResult(tuple(reading.shown), calls, tuple(reading.unreadable)), stream)
    return stream.getvalue() + repr(reading.comments) + repr(reading.notes)


def packs(kept: Path) -> list[Path]:
    return sorted(kept.glob("*.json"))


def refuse(*_: Any) -> Any:
    raise AssertionError("nothing is parsed")


class TestSameResult:
    def test_of_every_example(self, kept: Path) -> None:
        for folder in sorted({file.parent for file in EXAMPLES.rglob("*.tf")}):
            without = shown(reading_of(folder, caches=False))
            assert shown(reading_of(folder)) == without
            assert shown(reading_of(folder)) == without
        assert packs(kept)

    def test_a_second_run_parses_nothing(
        self, kept: Path, module: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = shown(reading_of(module))
        monkeypatch.setattr(hcl_module, "parse_settings", refuse)
        monkeypatch.setattr(sources_module, "cut", refuse)

        assert shown(reading_of(module)) == first
        assert len(packs(kept)) == 1

    @pytest.mark.usefixtures("kept")
    def test_where_the_block_has_moved(self, module: Path) -> None:
        reading_of(module)
        (module / "main.tf").write_text("\n# moved\n" + MAIN)

        moved = shown(reading_of(module))
        assert moved == shown(reading_of(module, caches=False))
        assert '"line": 3' in moved

    def test_what_is_no_longer_there_is_let_go(self, kept: Path, module: Path) -> None:
        reading_of(module)
        (module / "main.tf").write_text(MAIN.replace('"a"', '"b"'))
        reading_of(module)
        (pack,) = packs(kept)

        assert len(json.loads(pack.read_text())["blocks"]) == 1

    @pytest.mark.usefixtures("kept")
    def test_blocks_that_another_overrides(self, module: Path) -> None:
        (module / "override.tf").write_text(MAIN.replace('"a"\n', '"c"\n'))
        without = shown(reading_of(module, caches=False))

        assert shown(reading_of(module)) == without
        assert shown(reading_of(module)) == without

    @pytest.mark.usefixtures("kept")
    @pytest.mark.usefixtures("kept")
    @pytest.mark.parametrize("text", ["a = 1\n", "# spillover:ignore[ZA001] x\n", "a {\n"])
    def test_what_is_told_of_a_file_is_told_each_time(self, module: Path, text: str) -> None:
        (module / "more.tf").write_text(text)
        without = shown(reading_of(module, caches=False))

        assert shown(reading_of(module)) == without
        assert shown(reading_of(module)) == without

    def test_a_broken_block_is_told_each_time(self, module: Path) -> None:
        (module / "main.tf").write_text(MAIN.replace("var.region", "var."))
        without = shown(reading_of(module, caches=False))

        assert shown(reading_of(module)) == without
        assert shown(reading_of(module)) == without


class TestDamage:
    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\xff",
            b"[]",
            b"{}",
            b"null",
            b"[" * 100_000,
            b'{"form": ["0", 0], "blocks": {}}',
            json.dumps({"form": [__version__, FORM], "blocks": []}).encode(),
            json.dumps({"form": [__version__, FORM], "blocks": [], "cuts": {}}).encode(),
        ],
    )
    def test_of_the_file_counts_for_nothing(self, kept: Path, module: Path, content: bytes) -> None:
        first = shown(reading_of(module))
        (pack,) = packs(kept)
        pack.write_bytes(content)

        assert shown(reading_of(module)) == first
        assert shown(reading_of(module)) == first
        assert pack.read_bytes() != content

    @pytest.mark.parametrize(
        "cut", [1, [1], [["a", [], 5, 4, 9]], [["a", [], 0, 1, 10_000]], [[1, [], 0, 1, 2]], [[]]]
    )
    def test_of_a_cut_counts_for_nothing(self, kept: Path, module: Path, cut: Any) -> None:
        first = shown(reading_of(module))
        (pack,) = packs(kept)
        content = json.loads(pack.read_text())
        content["cuts"] = dict.fromkeys(content["cuts"], cut)
        pack.write_text(json.dumps(content))

        assert shown(reading_of(module)) == first

    def test_of_a_tree_counts_for_nothing(self, kept: Path, module: Path) -> None:
        first = shown(reading_of(module))
        (pack,) = packs(kept)
        content = json.loads(pack.read_text())
        content["blocks"] = {key: ["b", 1] for key in content["blocks"]}
        pack.write_text(json.dumps(content))

        assert shown(reading_of(module)) == first

    @given(st.binary(max_size=40))
    def test_of_any_kind(self, content: bytes) -> None:
        file = Path(os.environ["SPILLOVER_CACHE_DIR"]).parent / "any.json"
        file.write_bytes(content)

        assert Pack(file).find(TEXT, 0) is None

    def test_a_tree_that_is_nested_too_deeply_is_not_kept(
        self, kept: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def deep(*_: Any) -> Any:
            raise RecursionError

        monkeypatch.setattr("spillover.read.syntax.stored.stored", deep)
        pack = Pack(kept / "a.json")
        pack.add(TEXT, 0, parse_block(Lines("main.tf", TEXT), TEXT, 0))

        assert not pack.has_new


class TestPlace:
    def test_is_named_by_the_environment(self, kept: Path) -> None:
        assert cache_folder() == kept

    def test_else_it_is_the_user_s_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SPILLOVER_CACHE_DIR")

        assert cache_folder().name == "spillover"

    @pytest.mark.skipif(os.name != "posix", reason="other systems have other ways")
    def test_is_private(self, kept: Path, module: Path) -> None:
        reading_of(module)

        assert kept.stat().st_mode & 0o077 == 0
        assert all(pack.stat().st_mode & 0o077 == 0 for pack in packs(kept))

    @pytest.mark.skipif(os.name != "posix", reason="other systems have other ways")
    def test_where_others_may_write_nothing_is_kept(self, kept: Path, module: Path) -> None:
        kept.mkdir()
        kept.chmod(0o777)
        reading_of(module)

        assert packs(kept) == []

    @pytest.mark.skipif(not hasattr(os, "geteuid"), reason="other systems have other ways")
    def test_of_another_user_nothing_is_kept(
        self, kept: Path, module: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 4321)
        reading_of(module)

        assert packs(kept) == []

    def test_of_a_user_without_a_home_nothing_is_kept(
        self, module: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(module)
        cache = Cache(lambda: Path("~/.cache/spillover"))

        assert cache.pack(module, cache_module.PAYS_FROM) is None
        assert [each.name for each in module.iterdir()] == ["main.tf"]

    def test_that_is_a_file_harms_nothing(self, kept: Path, module: Path) -> None:
        kept.write_text("")

        assert reading_of(module).shown

    def test_that_cannot_be_written_harms_nothing(
        self, kept: Path, module: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: Any, **__: Any) -> Any:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("tempfile.mkstemp", full)

        assert reading_of(module).shown
        assert packs(kept) == []

    def test_small_modules_are_not_kept(self, module: Path) -> None:
        cache = Cache(refuse)

        assert cache.pack(module, cache_module.PAYS_FROM - 1) is None


class TestBounds:
    def test_the_oldest_go(self, kept: Path, tmp_path: Path) -> None:
        kept.mkdir(mode=0o700)
        for number in range(3):
            (kept / f"{number}.blocks.json").write_text("x" * 100)
            os.utime(kept / f"{number}.blocks.json", (number, number))
        cache = Cache(lambda: kept, most_bytes=200)
        pack = cache.pack(tmp_path, 1)
        assert pack is not None
        pack.has_new = True
        cache.keep()

        assert packs(kept) == sorted([pack.file, kept / "2.blocks.json"])

    def test_a_file_that_another_run_has_removed(self, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        kept.mkdir()
        (kept / "a.blocks.json").symlink_to("nowhere")
        original = Path.lstat

        def gone(path: Path) -> os.stat_result:
            if path.name == "a.blocks.json":
                raise FileNotFoundError
            return original(path)

        monkeypatch.setattr(Path, "lstat", gone)

        assert Cache(lambda: kept).files() == []

    def test_clear_leaves_what_is_not_ours(self, kept: Path, module: Path) -> None:
        reading_of(module)
        (kept / "notes.txt").write_text("mine")

        assert Cache(lambda: kept).clear() == 1
        assert [each.name for each in kept.iterdir()] == ["notes.txt"]


class TestBesideOneAnother:
    def test_runs_see_one_file_or_the_other(self, kept: Path, module: Path) -> None:
        expected = shown(reading_of(module, caches=False))

        def run(_: int) -> str:
            return shown(reading_of(module))

        with ThreadPool(4) as pool:
            assert set(pool.map(run, range(20))) == {expected}
        assert len(packs(kept)) == 1
        assert not list(kept.glob(".*"))
