"""A run that takes too long is given up: with a message, a status, and no result."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from spillover.cli import commands, running
from spillover.cli.deadline import SECONDS, TimeIsUpError, deadline
from spillover.cli.workers import PAYS_FROM, worked

Spillover = Callable[..., CompletedProcess[str]]

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm")

# Some million steps of evaluation: far from any limit of time but this one.
SLOW = """\
resource "google_compute_health_check" "a" {
  name = join("", [for i in range(1000) : join("", [for j in range(900) : i % 7 == j % 5 ? "x" : ""])])
}
"""


def endless() -> None:
    while True:
        try:
            time.sleep(60)
        except Exception:  # noqa: BLE001 - as a reader keeps a crash of a rule
            continue


class TestDeadline:
    def test_interrupts_what_goes_on(self) -> None:
        start = time.monotonic()
        with pytest.raises(TimeIsUpError), deadline(1):
            endless()
        assert time.monotonic() - start < 30

    def test_what_is_done_in_time_goes_on(self) -> None:
        before = signal.getsignal(signal.SIGALRM)
        with deadline(600):
            assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
        assert signal.getsignal(signal.SIGALRM) is before

    def test_never(self) -> None:
        with deadline(0):
            assert signal.getitimer(signal.ITIMER_REAL)[0] == 0

    def test_takes_other_processes_along(self) -> None:
        def work(_: int) -> None:
            time.sleep(60)

        with pytest.raises(TimeIsUpError), deadline(1):
            list(worked(work, PAYS_FROM, 2))
        assert multiprocessing.active_children() == []


class TestCommands:
    @pytest.mark.parametrize("command", ["lint", "plan", "show"])
    def test_an_input_that_takes_too_long(self, spillover: Spillover, here: Path, command: str) -> None:
        (here / "main.tf").write_text(SLOW)

        result = spillover(command, "--timeout", "1", "--format", "json", "--output", "out.json")

        assert (result.returncode, result.stdout) == (3, "")
        assert result.stderr == "spillover: given up after 1 second: nothing is known (--timeout)\n"
        assert [file.name for file in here.iterdir()] == ["main.tf"]

    def test_by_default(self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (here / "main.tf").write_text("")
        seconds = []

        def noted(*arguments: object) -> object:
            seconds.append(signal.getitimer(signal.ITIMER_REAL)[0])
            return running.read_all(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(commands, "read_all", noted)
        spillover("lint")
        spillover("lint", "--timeout", "0")

        assert SECONDS - 60 < seconds[0] <= SECONDS
        assert seconds[1] == 0

    def test_no_number_of_seconds(self, spillover: Spillover, here: Path) -> None:
        assert spillover("lint", str(here), "--timeout", "-1").returncode == 2
