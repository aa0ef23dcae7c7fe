"""The plan of a record set in text: what is answered in each state of health, and how long a change takes.

Rows whose answer is all unhealthy are marked ``!!``, rows that leave the nearest item, or answer what nobody
checks, ``!``, rows that cannot be decided ``?``. All of it fits a terminal of 100 columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from spillover.check.locate import locate
from spillover.model.source import FieldRef
from spillover.plan.dns.record import Answers, RecordPlan
from spillover.report.records_words import (
    AnswerWords,
    alternatives,
    answer_words,
    drill_words,
    moments,
    outage,
    policy_words,
    roles,
    statements,
)
from spillover.report.style import Style, clean
from spillover.report.tables import cut, table

LINE = 96
"""Columns of a line of its own, beside its indentation."""

CLIENTS, BECAUSE, TARGET = 26, 28, 44
"""Columns of cells at most; what is longer goes on in the next line of the cell.

An address, or what gives it, has what these leave; the middle of a longer one is left out.
"""

DOWN = " (down)"


def record(plan: RecordPlan, style: Style) -> Iterator[str]:
    """The lines of one record set."""
    place = locate(FieldRef(plan.record_set.origin))
    called, type_ = plan.record_set.origin.called(plan.record_set.name), plan.record_set.type
    shown = f"{cut(clean(called), 50)} {clean(type_) if isinstance(type_, str) else '?'}"
    yield style.strong(f"{shown}: {policy_words(plan)}")
    yield style.quiet(
        cut(f"{clean(place.address)} at {clean(place.span.path)}:{place.span.start.line}", LINE)
    )
    targets = [(role, where, cut(name, TARGET), note) for role, where, name, note in roles(plan.policy)]
    if targets:
        yield table(targets, ())
    yield f"  {outage(plan)}"
    yield table([("", *each) for each in moments(plan)], ())
    yield from (style.quiet(f"  {each}") for each in alternatives(plan))
    yield from (f"  {each}" for each in statements(plan))
    for unknown in plan.undetermined:
        for line in _wrapped(f"undetermined: depends on {clean(unknown.because)}", LINE):
            yield style.risky(f"  {line}")
    for scenario in plan.scenarios:
        yield ""
        yield style.strong(cut(f"{clean(scenario.weather.name)}:", LINE))
        yield _table(plan, scenario.answers, scenario.weather.unhealthy, style)
    for drill in plan.drills:
        yield ""
        yield style.strong(f"{drill_words(drill)}:")
        yield _table(plan, drill.answers, frozenset(), style)


def _table(plan: RecordPlan, answers: Sequence[Answers], unhealthy: frozenset[str], style: Style) -> str:
    words = answer_words(plan, answers, unhealthy)
    near = ["\n".join(_wrapped(each.near, CLIENTS)) for each in words]
    has_shares = any(each.share for each in words)
    width = _left(near, has_shares)
    rows = [_row(clients, each, style, width, has_shares) for clients, each in zip(near, words, strict=True)]
    share = ("share",) if has_shares else ()
    return table(rows, ("", "clients near", *share, "answered", "because"))


def _left(near: Iterable[str], has_shares: bool) -> int:
    """The columns that an address may have, so that the rows of a table have no more than 100."""
    clients = max(len(line) for each in ("clients near", *near) for line in each.split("\n"))
    return LINE - 2 - clients - 2 - (8 if has_shares else 0) - 2 - BECAUSE


def _row(near: str, words: AnswerWords, style: Style, width: int, has_shares: bool) -> tuple[str, ...]:
    paint = {"!!": style.bad, "!": style.risky, "?": style.risky}.get(words.mark, str)
    share = (words.share or "100 %",) if has_shares else ()
    because = "\n".join(_wrapped(words.because, BECAUSE))
    return (paint(words.mark), near, *share, _answered(words, width), because)


def _answered(words: AnswerWords, width: int) -> str:
    if words.addresses is None:
        return "undetermined"
    return "\n".join(
        cut(each, width - len(DOWN)) + DOWN if is_down else cut(each, width)
        for each, is_down in words.addresses
    )


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of a text; names of regions stay whole."""
    return wrap(text, width, break_on_hyphens=False)
