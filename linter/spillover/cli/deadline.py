"""A run that takes too long ends, with nothing that could be taken for its result."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 600
"""After which a run is given up by default: that of a large organisation takes less than a minute."""


class TimeIsUpError(BaseException):
    """The time of a run is over. No handler of errors may keep it, as that of a rule keeps a crash."""


@contextmanager
def deadline(seconds: int) -> Iterator[None]:
    """Interrupt what is done after so many seconds, and never after 0; nor where there is no such alarm.

    Raises:
        TimeIsUpError: wherever the run has come to.
    """
    if not seconds or not hasattr(signal, "setitimer"):  # as on Windows
        yield
        return
    before = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TimeIsUpError
