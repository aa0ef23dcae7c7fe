"""Whole processes: how long they take, and how much memory they have."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Runs:
    """The runs of one command: seconds by the clock and of processors, and the most memory in MiB."""

    seconds: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    memory: float = 0

    @property
    def median(self) -> float:
        """Seconds by the clock."""
        return statistics.median(self.seconds)

    @property
    def busy(self) -> float:
        """Seconds of processors, which other processes hardly change."""
        return statistics.median(self.processor)


@dataclass(frozen=True)
class Command:
    """A command, with what is done before each of its runs."""

    words: Sequence[str]
    before: Callable[[], object] = lambda: None
    environment: Mapping[str, str] = field(default_factory=dict)
    runs: int | None = None


def in_turn(commands: Mapping[str, Command], runs: int) -> dict[str, Runs]:
    """Run all commands one after the other, again and again, so that a busy moment hits all alike."""
    measured = {name: Runs() for name in commands}
    for number in range(runs):
        for name, command in commands.items():
            if number < (command.runs or runs):
                run(command, measured[name])
    return measured


def run(command: Command, measured: Runs) -> None:
    """Run a command once; it must end as a linter does."""
    command.before()
    start = time.perf_counter()
    environment = {**os.environ, **command.environment}
    with subprocess.Popen(
        command.words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    measured.seconds.append(time.perf_counter() - start)
    measured.processor.append(usage.ru_utime + usage.ru_stime)
    measured.memory = max(measured.memory, usage.ru_maxrss / 1024)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command.words)} ended with {process.returncode}")
