"""What the commands have in common: the configuration, standard input, and what is told beside the result."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from spillover.check.config import Config, find_config, load_config
from spillover.cli.output import to_stderr, warn
from spillover.cli.progress import progress
from spillover.cli.status import Status
from spillover.errors import InputError, InternalError, UsageError
from spillover.read.files import MIB
from spillover.read.reading import read
from spillover.read.request import Reading, Request


def config_of(paths: Collection[str], named: str | None, cwd: Path) -> Config:
    """The configuration that a run goes by: the file that is named, or the one nearest to the paths."""
    if named is not None and named != os.devnull and not (cwd / named).is_file():
        raise UsageError(f"no such file: {named}")
    file = cwd / named if named is not None else find_config(paths, cwd)
    if file is None:
        return Config()
    from spillover_rules import ALL  # late: without a file nothing names a rule yet

    return load_config(file, cwd, ALL)


def check_config(request: Request, named: str | None) -> None:
    """A file that is named has to be right, also for a command that nothing in it concerns."""
    if named is not None:
        config_of(request.paths, named, Path.cwd())


def status_of(
    crashes: Collection[InternalError], unreadable: Collection[InputError], *, fails: bool
) -> Status:
    """The status, of which 70 goes before 3, and 3 before 1 (contract)."""
    if crashes:
        return Status.CRASHED
    if unreadable:
        return Status.UNREADABLE
    return Status.FINDINGS if fails else Status.OK


def status_without_findings(reading: Reading, *, debug: bool) -> Status:
    """The status of a command that has no findings, after all has been told."""
    tell(reading)
    tell_crashes(reading.internal_errors, debug=debug)
    return status_of(reading.internal_errors, reading.unreadable, fails=False)


def tell_crashes(errors: Iterable[InternalError], *, debug: bool) -> None:
    """Say what broke, with its traceback where that is asked for."""
    for error in errors:
        warn(f"internal error: {error.rule or 'reader'} at {error.address}: {error.message}")
        if debug:
            to_stderr(error.details)


def read_all(request: Request, cwd: Path) -> Reading:
    """Everything that a request names; on a terminal one sees how far a long file is read."""
    with progress() as told:
        return read(request, cwd, standard_input, told)


def standard_input() -> Iterator[bytes]:
    """Standard input, piece by piece, when something asks for it."""
    if sys.stdin is None:  # the process was started without
        raise UsageError("standard input is closed")
    while piece := sys.stdin.buffer.read(MIB):
        yield piece


def tell(reading: Reading) -> None:
    """What does not belong to the result, on standard error."""
    for error in reading.unreadable:
        warn(f"cannot read {error}")
    warn(*sorted(set(reading.notes)))
    if not reading.shown and not reading.unreadable:
        warn("nothing relevant was found")
