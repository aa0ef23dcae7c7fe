"""Exit statuses (contract), and the one place where errors become one."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum

from spillover.cli.deadline import TimeIsUpError, deadline
from spillover.cli.output import to_stderr, warn
from spillover.errors import OutputError, SpilloverError
from spillover.report.style import number_of


class Status(IntEnum):
    """What the process ends with."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    UNREADABLE = 3
    OUTPUT = 4
    CRASHED = 70
    INTERRUPTED = 130
    CLOSED_PIPE = 141


def guarded(command: Callable[[], Status], *, debug: bool = False, timeout: int = 0) -> Status:
    """Run a command; whatever goes wrong becomes a message and a status.

    ``timeout`` is the seconds after which it is given up, 0 for never.
    """
    try:
        with deadline(timeout):
            return command()
    except TimeIsUpError:
        warn(f"given up after {number_of(timeout, 'second')}: nothing is known (--timeout)")
        return Status.UNREADABLE
    except OutputError as error:
        warn(str(error))
        return Status.OUTPUT
    except SpilloverError as error:
        warn(str(error))
        return Status.USAGE
    except KeyboardInterrupt:
        return Status.INTERRUPTED
    except BrokenPipeError:
        # Python flushes standard output once more at its end: let it go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Status.CLOSED_PIPE
    except Exception as error:  # noqa: BLE001 - a defect of ours ends in a message, not in a traceback
        warn(f"internal error: {type(error).__name__}: {error}")
        if debug:
            to_stderr(traceback.format_exc())
        return Status.CRASHED
