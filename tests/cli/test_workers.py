"""Work in several processes: the results in order, and what goes wrong goes wrong where they are wanted."""

from __future__ import annotations

import multiprocessing
import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.cli.workers import CHUNK, PAYS_FROM, serve, usable_processors, worked

MANY = PAYS_FROM + 2 * CHUNK + 7


def square(number: int) -> int:
    return number * number


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("number", [0, 1, PAYS_FROM - 1, PAYS_FROM, MANY])
def test_results_are_in_order(number: int, jobs: int) -> None:
    assert [*worked(square, number, jobs)] == [square(each) for each in range(number)]


def test_many_things_are_worked_on_by_several_processes() -> None:
    assert len({*worked(lambda _: os.getpid(), MANY, 2)}) == 2
    assert {*worked(lambda _: os.getpid(), PAYS_FROM - 1, 2)} == {os.getpid()}
    assert {*worked(lambda _: os.getpid(), MANY, 1)} == {os.getpid()}


def test_where_processes_cannot_be_forked_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])

    assert {*worked(lambda _: os.getpid(), MANY, 2)} == {os.getpid()}


def test_an_error_is_raised_here_with_where_it_was() -> None:
    def fail(number: int) -> int:
        if number == PAYS_FROM:
            raise LookupError("lost")
        return number

    with pytest.raises(LookupError, match="lost") as caught:
        list(worked(fail, MANY, 2))

    assert "in fail" in caught.value.__notes__[0]


def test_a_process_that_is_killed_is_an_error() -> None:
    def die(number: int) -> int:
        if number == PAYS_FROM:
            os._exit(9)
        return number

    with pytest.raises(RuntimeError, match="ended before its work was done"):
        list(worked(die, MANY, 2))


class End:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, thing: Any) -> None:
        self.sent.append(thing)


@given(st.integers(0, 5 * CHUNK), st.integers(1, 4))
def test_the_processes_share_the_work(number: int, jobs: int) -> None:
    ends = [End() for _ in range(jobs)]
    for job, end in enumerate(ends):
        serve(end, square, number, job, jobs)  # type: ignore[arg-type]

    chunks = [ends[chunk % jobs].sent[chunk // jobs] for chunk in range(-(-number // CHUNK))]
    assert [each for chunk in chunks for each in chunk] == [square(each) for each in range(number)]
    assert sum(len(end.sent) for end in ends) == len(chunks)


def test_a_process_sends_its_error_and_says_nothing_when_interrupted() -> None:
    def fail(_: int) -> int:
        raise ValueError("bad")

    def interrupt(_: int) -> int:
        raise KeyboardInterrupt

    failed, interrupted = End(), End()
    serve(failed, fail, 1, 0, 1)  # type: ignore[arg-type]
    serve(interrupted, interrupt, 1, 0, 1)  # type: ignore[arg-type]

    assert [str(each) for each in failed.sent] == ["bad"]
    assert interrupted.sent == []


def test_there_is_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_processors() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_processors() >= 1
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_processors() == 1
