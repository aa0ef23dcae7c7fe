"""On a terminal one sees how far a long file is read; elsewhere nothing of it is written."""

from __future__ import annotations

import io
import sys

import pytest

from spillover.cli.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Gone(Terminal):
    def write(self, _text: str, /) -> int:
        raise BrokenPipeError


def test_on_a_terminal_it_is_one_line_that_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stderr := Terminal())
    with progress() as told:
        told("a\x1b.json", 50_000)
        told("a\x1b.json", 100_000)

    first, second, last = stderr.getvalue().split("\r\x1b[K")[1:]
    assert "50,000 assets read" in first
    assert second.startswith("spillover: a")
    assert "\x1b" not in second
    assert last == ""


def test_where_there_is_nothing_to_tell_nothing_is_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stderr := Terminal())
    with progress():
        pass

    assert stderr.getvalue() == ""


@pytest.mark.parametrize("stderr", [io.StringIO(), None])
def test_elsewhere_it_is_silent(stderr: io.StringIO | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    with progress() as told:
        told("a.json", 50_000)

    assert stderr is None or stderr.getvalue() == ""


def test_a_terminal_that_is_gone_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Gone())
    with progress() as told:
        told("a.json", 50_000)
