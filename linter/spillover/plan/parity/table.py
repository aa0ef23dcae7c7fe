"""The parity of a record side by side: a primary, and every backup of it, in one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import groupby

from spillover.model.deployment import Deployment, NotCovered
from spillover.model.failover import Answer, FailoverRecord
from spillover.model.frontend import ForwardingRule
from spillover.model.source import Undetermined, Unknown
from spillover.plan.parity.compared import NONE, Compared, Side
from spillover.plan.parity.features import Topic
from spillover.plan.parity.record import Parity, parities
from spillover.records import dataclass


class Verdict(StrEnum):
    """What a backup has of a feature, beside its primary. A choice is neither right nor wrong."""

    SAME = "same"
    DIFFERENT = "different"
    LACKING = "lacking"
    CHOICE = "choice"
    UNDETERMINED = "undetermined"

    @classmethod
    def of(cls, compared: Compared) -> Verdict:
        """The verdict on a comparison."""
        if isinstance(compared.same, Unknown):
            return cls.UNDETERMINED
        if compared.same:
            return cls.CHOICE if compared.topic is Topic.TIER else cls.SAME
        return cls.LACKING if compared.lacking else cls.DIFFERENT


@dataclass(frozen=True)
class Cell:
    """A feature of one backup."""

    side: Side
    verdict: Verdict


@dataclass(frozen=True)
class TableRow:
    """A feature of the primary and of every backup; None where one was not compared with it."""

    part: str
    feature: str
    primary: Side
    backups: tuple[Cell | None, ...]

    @property
    def is_used(self) -> bool:
        """Whether anybody has the feature, or says anything of it."""
        sides = (self.primary, *(each.side for each in self.backups if each))
        return any(side.is_written and side.value != NONE for side in sides)


@dataclass(frozen=True)
class ParityTable:
    """A primary of a record beside its backups; ``undetermined`` is what could not be compared."""

    record: FailoverRecord
    primary: Answer
    backups: tuple[Answer, ...]
    rows: tuple[TableRow, ...]
    undetermined: tuple[Unknown, ...] = ()


def parity_tables(deployment: Deployment) -> Iterator[ParityTable]:
    """One table for each primary of each failover record that has external endpoints and a backup.

    Without a forwarding rule there is nothing to compare.
    """
    if not deployment.every(ForwardingRule):
        return
    for record in FailoverRecord.views_of(deployment):
        by_primary = sorted(parities(record), key=lambda pair: record.external_primary.index(pair.primary))
        for primary, pairs in groupby(by_primary, key=lambda pair: pair.primary):
            yield _table(record, primary, tuple(pairs))


def _table(record: FailoverRecord, primary: Answer, pairs: tuple[Parity, ...]) -> ParityTable:
    columns: list[list[Compared]] = []
    doubts: dict[Unknown, None] = {}
    for pair in pairs:
        compared, unknown = _outcome(pair)
        columns.append(compared)
        doubts |= dict.fromkeys(unknown)
    rows = (row for row in _rows(columns) if row.is_used)
    return ParityTable(record, primary, tuple(pair.backup for pair in pairs), tuple(rows), tuple(doubts))


def _outcome(pair: Parity) -> tuple[list[Compared], tuple[Unknown, ...]]:
    """What could be compared of a pair, and what could not."""
    try:
        comparison = pair.comparison
    except NotCovered as missing:
        return [], (Unknown(f"{missing.kind}, of which none was read"),)
    except Undetermined as undetermined:
        return [], undetermined.unknowns
    compared = [each for each in comparison if isinstance(each, Compared)]
    unsure = (each if isinstance(each, Unknown) else each.same for each in comparison)
    return compared, tuple(each for each in unsure if isinstance(each, Unknown))


def _rows(columns: Iterable[Iterable[Compared]]) -> Iterator[TableRow]:
    """A row for each feature of the primary, in the order in which it was met."""
    cells = [{(each.part, each.feature): each for each in column} for column in columns]
    for key in dict.fromkeys(key for column in cells for key in column):
        found = [column.get(key) for column in cells]
        first = next(each for each in found if each)
        backups = tuple(Cell(each.backup, Verdict.of(each)) if each else None for each in found)
        yield TableRow(*key, first.primary, backups)
