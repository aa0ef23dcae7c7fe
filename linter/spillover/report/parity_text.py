"""The tables of parity in ``plan``: a row for each feature, a column for the primary and for each backup.

Rows in which a backup lacks something are marked ``!!``, those that differ ``!``, those that cannot be
decided ``?``. More than two backups stand in more tables than one, each beside their primary.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from spillover.model.failover import Answer
from spillover.plan.parity.table import Cell, ParityTable, TableRow, Verdict
from spillover.report.style import Style, clean
from spillover.report.tables import cut, fitting, paragraph, squeezed, table

NAME, VALUE, LEAST, ADDRESS = 20, 50, 15, 60
"""Columns of what is compared, of a side at most, of each at least, and of an address in the title."""

BACKUPS = 2
"""As many fit beside their primary."""

MARKS = {Verdict.LACKING: "!!", Verdict.DIFFERENT: "!", Verdict.UNDETERMINED: "?"}


def parity(plan: ParityTable, style: Style) -> Iterator[str]:
    """The lines of one table, and what could not be compared."""
    name, primary = clean(plan.record.name), cut(clean(str(plan.primary)), ADDRESS)
    title = paragraph(f"{name}: primary {primary} and its backups side by side")
    yield style.strong(name) + title.removeprefix(name)
    for unknown in plan.undetermined:
        yield style.risky(paragraph(f"  undetermined: depends on {clean(unknown.because)}"))
    for first in range(0, len(plan.backups) if plan.rows else 0, BACKUPS):
        some = slice(first, first + BACKUPS)
        yield fitting(partial(_table, plan, some, style), VALUE, LEAST, 1 + len(plan.backups[some]))


def _table(plan: ParityTable, some: slice, style: Style, width: int) -> str:
    headers = ("", "of", "feature", "primary", *map(column, plan.backups[some]))
    parts = [None, *(row.part for row in plan.rows)]
    rows = (
        _row(replace(row, backups=row.backups[some]), width, style, again=row.part == last)
        for row, last in zip(plan.rows, parts, strict=False)
    )
    return table(rows, [squeezed(clean(each), width) for each in headers])


def column(backup: Answer) -> str:
    """What a backup is called: by its location if that is known, else by its address."""
    location = backup.backup.location if backup.backup else None
    return f"backup {location if isinstance(location, str) else backup}"


def _row(row: TableRow, width: int, style: Style, *, again: bool) -> tuple[str, ...]:
    """A row; what has the feature is not printed again below itself."""
    verdicts = {cell.verdict for cell in row.backups if cell}
    mark = next((MARKS[each] for each in MARKS if each in verdicts), "")
    paint = {"!!": style.bad, "!": style.risky, "?": style.risky}.get(mark, str)
    cells = (_cell(each, width, style) for each in row.backups)
    part = "" if again else squeezed(clean(row.part), NAME)
    feature = squeezed(clean(row.feature), NAME)
    return (paint(mark), part, feature, squeezed(clean(str(row.primary)), width), *cells)


def _cell(cell: Cell | None, width: int, style: Style) -> str:
    if cell is None:
        return ""
    paint = {Verdict.LACKING: style.bad, Verdict.DIFFERENT: style.risky}.get(cell.verdict, str)
    return paint(squeezed(clean(str(cell.side)), width))
