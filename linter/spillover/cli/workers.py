"""Work on many things in several processes, with the results in the order of the things."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, TypeVar

T = TypeVar("T")
Work = Callable[[int], T]
"""The number of a thing -> its result, which must be one that can be sent between processes."""

CHUNK = 50
"""Things that a process works on before it sends what came of them."""

PAYS_FROM = 200
"""Things from which on a second process saves more time than it takes to start."""


def usable_processors() -> int:
    """The processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def worked(work: Work[T], number: int, jobs: int) -> Iterator[T]:
    """The results for 0, 1, ... up to a number, worked out by at most so many processes.

    Where processes cannot be forked, or there is too little to do, all is worked out in this one.
    What goes wrong in a process goes wrong here.
    """
    jobs = min(jobs, -(-number // CHUNK)) if number >= PAYS_FROM else 1
    if jobs <= 1 or not _can_fork():
        yield from map(work, range(number))
        return
    # What was read is no garbage: a collection would look at all of it, and so copy it to every process.
    gc.freeze()
    context = multiprocessing.get_context("fork")
    processes, ends = [], []
    try:
        for job in range(jobs):
            end, other = context.Pipe(duplex=False)
            ends.append(end)
            processes.append(
                context.Process(target=serve, args=(other, work, number, job, jobs), daemon=True)
            )
            processes[-1].start()
            other.close()
        for chunk in range(-(-number // CHUNK)):
            yield from _received(ends[chunk % jobs])
    finally:
        for process in processes:
            process.terminate()
            process.join()
        gc.unfreeze()


def _can_fork() -> bool:
    """Not on macOS, whose own libraries may have started threads (Python's ``multiprocessing``, 2026-10)."""
    return "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"


def serve(end: Connection[Any, Any], work: Work[Any], number: int, job: int, jobs: int) -> None:
    """In a process: work on every so-manieth chunk, and send what came of it, or what went wrong."""
    try:
        for start in range(job * CHUNK, number, jobs * CHUNK):
            end.send([work(each) for each in range(start, min(start + CHUNK, number))])
    except KeyboardInterrupt:  # the one who started it gets it too
        return
    except Exception as error:  # noqa: BLE001 - it is raised again where the results are wanted
        error.add_note(traceback.format_exc())
        end.send(error)


def _received(end: Connection[Any, Any]) -> list[Any]:
    try:
        received = end.recv()
    except EOFError:
        raise RuntimeError("a process has ended before its work was done") from None
    if isinstance(received, Exception):
        raise received
    found: list[Any] = received
    return found
