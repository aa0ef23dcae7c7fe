"""The same input gives the same bytes, whatever surrounds the run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SURROUNDINGS = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
)
RUNS = (
    ("lint", "--format", "json", "--today", "2026-06-01"),
    ("lint", "--format", "sarif", "--today", "2026-06-01"),
    ("plan", "--format", "json", "--sweep", "zones"),
    ("show", "--format", "json"),
)
FOLDERS = (
    "plan/official-example",
    "subsetting-with-zonal-affinity/flagged",
    "backup-without-cloud-armor/flagged",
)

REVERSED = """
import os, sys
from spillover.cli.main import run
scandir, listdir = os.scandir, os.listdir
class Backwards:
    def __init__(self, found): self.found = iter(found)
    def __iter__(self): return self.found
    def __next__(self): return next(self.found)
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def close(self): pass
if sys.argv.pop(1) == "backwards":
    def backwards(path="."):
        with scandir(path) as found:
            return Backwards(sorted(found, key=lambda each: each.name, reverse=True))
    os.scandir = backwards
    os.listdir = lambda path=".": sorted(listdir(path), reverse=True)
run()
"""
"""The command, where folders list what they hold from the last to the first name if that is asked."""


def written(folder: Path, arguments: tuple[str, ...], surroundings: dict[str, str], order: str) -> bytes:
    """What a process of its own prints."""
    result = subprocess.run(
        [sys.executable, "-c", REVERSED, order, *arguments],
        cwd=folder,
        env={**os.environ, **surroundings},
        capture_output=True,
        check=False,
    )
    assert result.returncode in (0, 1), result.stderr.decode()
    assert result.stdout
    return result.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Several examples side by side, each a root module of its own."""
    for each in FOLDERS:
        shutil.copytree(EXAMPLES / each, tmp_path / each)
    return tmp_path


@pytest.mark.parametrize("arguments", RUNS, ids=" ".join)
def test_same_bytes(folder: Path, arguments: tuple[str, ...]) -> None:
    orders = ("forwards", "backwards", "forwards")
    found = {
        written(folder, (*arguments, "--jobs", "1"), *each) for each in zip(SURROUNDINGS, orders, strict=True)
    }
    found.add(written(folder, (*arguments, "--jobs", "3"), SURROUNDINGS[1], "backwards"))

    assert len(found) == 1
