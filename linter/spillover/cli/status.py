"""Exit statuses (contract), and the one place where errors become one."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum

from spillover.cli.output import to_stderr, warn
from spillover.errors import OutputError, SpilloverError


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


def guarded(command: Callable[[], Status], *, debug: bool = False) -> Status:
    """Run a command; whatever goes wrong becomes a message and a status."""
    try:
        return command()
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
