"""The one place where errors become a message and a status."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from spillover.cli.status import Status, guarded
from spillover.errors import ConfigError, InputError, OutputError, UsageError


def fails(error: BaseException) -> Status:
    raise error


class TestGuarded:
    def test_the_status_of_a_command_that_ends_well(self) -> None:
        assert guarded(lambda: Status.FINDINGS) is Status.FINDINGS

    @pytest.mark.parametrize(
        ("error", "status", "message"),
        [
            pytest.param(UsageError("--x: wrong"), 2, "spillover: --x: wrong\n", id="usage"),
            pytest.param(ConfigError("c.toml: wrong"), 2, "spillover: c.toml: wrong\n", id="configuration"),
            pytest.param(
                InputError("a.tf", 3, 5, "wrong"), 2, "spillover: a.tf:3:5: wrong\n", id="input with a place"
            ),
            pytest.param(
                InputError("a.tf", 0, 0, "gone"), 2, "spillover: a.tf: gone\n", id="input without a place"
            ),
            pytest.param(OutputError("x.txt: full"), 4, "spillover: x.txt: full\n", id="output"),
            pytest.param(
                KeyError("x"), 70, "spillover: internal error: KeyError: 'x'\n", id="a defect of ours"
            ),
            pytest.param(
                RecursionError("deep"), 70, "spillover: internal error: RecursionError: deep\n", id="too deep"
            ),
            pytest.param(KeyboardInterrupt(), 130, "", id="interrupt"),
        ],
    )
    def test_errors(
        self, capsys: pytest.CaptureFixture[str], error: BaseException, status: int, message: str
    ) -> None:
        assert guarded(lambda: fails(error)) == status
        assert capsys.readouterr() == ("", message)

    def test_a_traceback_only_to_debug(self, capsys: pytest.CaptureFixture[str]) -> None:
        guarded(lambda: fails(KeyError("x")), debug=True)

        message, *trace = capsys.readouterr().err.splitlines()
        assert message == "spillover: internal error: KeyError: 'x'"
        assert trace[0] == "Traceback (most recent call last):"
        assert trace[-1] == "KeyError: 'x'"

    def test_after_a_closed_pipe_nothing_more_is_written_to_it(
        self, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with (here / "out").open("w") as stream:
            with monkeypatch.context() as patched:
                patched.setattr(sys, "stdout", stream)
                status = guarded(lambda: fails(BrokenPipeError()))
            stream.write("what was still in the buffer")

        assert status == 141
        assert (here / "out").read_text() == ""
        assert capsys.readouterr() == ("", "")


def test_statuses_are_those_of_the_contract() -> None:
    assert {each.name: each.value for each in Status} == {
        "OK": 0,
        "FINDINGS": 1,
        "USAGE": 2,
        "UNREADABLE": 3,
        "OUTPUT": 4,
        "CRASHED": 70,
        "INTERRUPTED": 130,
        "CLOSED_PIPE": 141,
    }
