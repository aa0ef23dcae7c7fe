"""The command ``cache``, and ``--no-cache``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from spillover.read import cache as cache_module

Run = Callable[..., CompletedProcess[str]]
MAIN = 'resource "google_compute_forwarding_rule" "a" {\n  name = "a"\n}\n'


@pytest.fixture
def kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache_module, "PAYS_FROM", 0)
    monkeypatch.setenv("SPILLOVER_CACHE_DIR", str(here / "kept"))
    (here / "main.tf").write_text(MAIN)
    return here / "kept"


def test_info_before_anything_is_kept(kept: Path, spillover: Run) -> None:
    ended = spillover("cache", "info")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"folder: {kept}\nmodule folders: 0\nsize: 0.0 MiB, at most 256 MiB\n"


@pytest.mark.usefixtures("kept")
def test_info_and_clear(spillover: Run) -> None:
    first = spillover("lint")

    assert "module folders: 1\n" in spillover("cache", "info").stdout
    assert spillover("lint").stdout == first.stdout
    assert spillover("cache", "clear").stdout == "removed: 1\n"
    assert "module folders: 0\n" in spillover("cache", "info").stdout


@pytest.mark.parametrize("command", ["lint", "plan", "show"])
def test_no_cache_keeps_nothing(kept: Path, spillover: Run, command: str) -> None:
    spillover(command, "--no-cache")

    assert not kept.exists()


def test_diff_keeps_nothing_either(kept: Path, spillover: Run) -> None:
    spillover("diff", ".", ".", "--no-cache")

    assert not kept.exists()


def test_another_action(spillover: Run) -> None:
    ended = spillover("cache", "fill")

    assert ended.returncode == 2
    assert ended.stderr == "spillover: cache fill: choose from info, clear\n"


@pytest.mark.usefixtures("kept")
def test_a_file_that_cannot_be_removed(spillover: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    spillover("lint")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "unlink", refuse)
    ended = spillover("cache", "clear")

    assert ended.returncode == 4
    assert ended.stderr == "spillover: the cache cannot be cleared: Permission denied\n"
