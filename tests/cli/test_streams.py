"""Standard streams that are closed, or whose reader has gone: the status is right all the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]

PROGRAM = [sys.executable, "-m", "spillover"]
CHECK = json.dumps({"kind": "compute#healthCheck", "name": "hc"})

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs the pipes and shell of Unix")


class TestInAProcessOfItsOwn:
    @unix_only
    def test_a_closed_pipe_ends_the_run_silently(self, here: Path) -> None:
        (here / "check.json").write_text(CHECK)

        with subprocess.Popen([*PROGRAM, "show"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            heard = process.stderr.read()

        assert (process.returncode, heard) == (141, b"")

    @unix_only
    @pytest.mark.parametrize(
        ("streams", "command", "status"),
        [
            pytest.param("<&- >&- 2>&-", ["lint"], 4, id="without any"),
            pytest.param("2>&-", ["lint", "gone.tf"], 2, id="without errors, and one to tell"),
        ],
    )
    def test_closed_streams(self, here: Path, streams: str, command: list[str], status: int) -> None:
        (here / "check.json").write_text(CHECK)

        ended = subprocess.run(["sh", "-c", f'"$@" {streams}', "sh", *PROGRAM, *command], check=False)

        assert ended.returncode == status


class TestWithoutStandardInput:
    def test_nothing_is_missed_where_it_is_not_asked_for(self, spillover: Spillover, here: Path) -> None:
        (here / "check.json").write_text(CHECK)

        for command in ("lint", "plan", "show"):
            assert spillover(command, stdin=None).returncode == 0

    @pytest.mark.parametrize("arguments", [["lint", "-"], ["show", "-"], ["plan", "--scenario", "-"]])
    def test_it_is_told_where_it_is(self, spillover: Spillover, arguments: list[str]) -> None:
        result = spillover(*arguments, stdin=None)

        assert (result.returncode, result.stderr) == (2, "spillover: standard input is closed\n")


class TestWithoutStandardOutput:
    @pytest.mark.parametrize("command", [["lint"], ["plan"], ["show"], ["rules"], ["explain", "ZA017"]])
    def test_the_output_could_not_be_written(
        self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
    ) -> None:
        (here / "check.json").write_text(CHECK)
        monkeypatch.setattr(sys, "stdout", None)

        result = spillover(*command)

        assert result.returncode == 4
        assert "spillover: standard output is closed\n" in result.stderr

    def test_a_file_is_enough(
        self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (here / "check.json").write_text(CHECK)
        monkeypatch.setattr(sys, "stdout", None)

        assert spillover("lint", "--output", "report.txt").returncode == 0
        assert (here / "report.txt").read_text() == "0 errors, 0 warnings, 0 notes in 1 resource of 1 file\n"
