"""The tables of parity in ``plan``: a row for each feature, a column for the primary and for each backup.

Rows in which a backup lacks something are marked ``!!``, those that differ ``!``, those that cannot be
decided ``?``.
"""

from __future__ import annotations

from collections.abc import Iterator

from spillover.model.failover import Answer
from spillover.plan.parity.table import Cell, ParityTable, TableRow, Verdict
from spillover.report.style import Style, clean
from spillover.report.tables import cut, paragraph, table, wrapped

PART, FEATURE, VALUE, ADDRESS = 20, 20, 20, 60
"""Columns of the cells, of which three backups fit beside their primary, and of an address in the title."""

MARKS = {Verdict.LACKING: "!!", Verdict.DIFFERENT: "!", Verdict.UNDETERMINED: "?"}


def parity(plan: ParityTable, style: Style) -> Iterator[str]:
    """The lines of one table, and what could not be compared."""
    name, primary = clean(plan.record.name), cut(clean(str(plan.primary)), ADDRESS)
    title = paragraph(f"{name}: primary {primary} and its backups side by side")
    yield style.strong(name) + title.removeprefix(name)
    for unknown in plan.undetermined:
        yield style.risky(paragraph(f"  undetermined: depends on {clean(unknown.because)}"))
    if plan.rows:
        headers = ("", "of", "feature", "primary", *map(column, plan.backups))
        parts = [None, *(row.part for row in plan.rows)]
        rows = (_row(row, style, again=row.part == last) for row, last in zip(plan.rows, parts, strict=False))
        yield table(rows, [wrapped(clean(each), VALUE) for each in headers])


def column(backup: Answer) -> str:
    """What a backup is called: by its location if that is known, else by its address."""
    location = backup.backup.location if backup.backup else None
    return f"backup {location if isinstance(location, str) else backup}"


def _row(row: TableRow, style: Style, *, again: bool) -> tuple[str, ...]:
    """A row; what has the feature is not printed again below itself."""
    verdicts = {cell.verdict for cell in row.backups if cell}
    mark = next((MARKS[each] for each in MARKS if each in verdicts), "")
    paint = {"!!": style.bad, "!": style.risky, "?": style.risky}.get(mark, str)
    cells = (_cell(each, style) for each in row.backups)
    part = "" if again else wrapped(clean(row.part), PART)
    feature = wrapped(clean(row.feature), FEATURE)
    return (paint(mark), part, feature, wrapped(clean(str(row.primary)), VALUE), *cells)


def _cell(cell: Cell | None, style: Style) -> str:
    if cell is None:
        return ""
    paint = {Verdict.LACKING: style.bad, Verdict.DIFFERENT: style.risky}.get(cell.verdict, str)
    return paint(wrapped(clean(str(cell.side)), VALUE))
