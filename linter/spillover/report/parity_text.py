"""The tables of parity in ``plan``: a row for each feature, a column for the primary and for each backup.

Rows in which a backup lacks something are marked ``!!``, those that differ ``!``, those that cannot be
decided ``?``.
"""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.failover import Answer
from spillover.plan.parity.table import Cell, ParityTable, TableRow, Verdict
from spillover.report.style import Style, clean
from spillover.report.tables import table

MARKS = {Verdict.LACKING: "!!", Verdict.DIFFERENT: "!", Verdict.UNDETERMINED: "?"}


def parity(plan: ParityTable, style: Style) -> Iterator[str]:
    """The lines of one table, and what could not be compared."""
    primary = clean(str(plan.primary))
    yield f"{style.strong(clean(plan.record.name))}: primary {primary} and its backups side by side"
    for unknown in plan.undetermined:
        yield style.risky(f"  undetermined: depends on {clean(unknown.because)}")
    if plan.rows:
        headers = ("", "of", "feature", "primary", *map(column, plan.backups))
        yield table([_row(each, style) for each in plan.rows], [clean(each) for each in headers])


def column(backup: Answer) -> str:
    """What a backup is called: by its location if that is known, else by its address."""
    location = backup.backup.location if backup.backup else None
    return f"backup {location if isinstance(location, str) else backup}"


def _row(row: TableRow, style: Style) -> tuple[str, ...]:
    verdicts = {cell.verdict for cell in row.backups if cell}
    mark = next((MARKS[each] for each in MARKS if each in verdicts), "")
    paint = {"!!": style.bad, "!": style.risky, "?": style.risky}.get(mark, str)
    cells = (_cell(each, style) for each in row.backups)
    return (paint(mark), clean(row.part), clean(row.feature), clean(str(row.primary)), *cells)


def _cell(cell: Cell | None, style: Style) -> str:
    if cell is None:
        return ""
    paint = {Verdict.LACKING: style.bad, Verdict.DIFFERENT: style.risky}.get(cell.verdict, str)
    return paint(clean(str(cell.side)))
