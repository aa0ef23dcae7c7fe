"""``python -m spillover`` is the command."""

import runpy
import sys

import pytest

import spillover


def test_it_is_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["spillover", "--version"])

    with pytest.raises(SystemExit) as ended:
        runpy.run_module("spillover", run_name="__main__")

    assert ended.value.code == 0
    assert capsys.readouterr().out == f"spillover {spillover.__version__}\n"
