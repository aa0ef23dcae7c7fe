"""``diff`` in text: the verdict, then what changes for whom; what stays as it was is one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TextIO

from spillover.check.locate import locate
from spillover.model.source import FieldRef
from spillover.plan.diff.matching import Status
from spillover.plan.diff.records import RecordDiff, SettingChange
from spillover.plan.diff.results import Destiny, Result
from spillover.plan.diff.services import ServiceDiff
from spillover.plan.dns.answers import Response
from spillover.report.diff import FOR_CLIENTS, DiffResult, FoldedRow, folded, mark, meaning, settings
from spillover.report.lint_text import finding, line_of, silenced
from spillover.report.style import Style, clean
from spillover.report.tables import packed, paragraph, table, wrapped
from spillover.report.words import clients_in, counts, placed, undetermined

HEADERS = ("", "scenario", "clients in", "before", "after", "new connections")
SCENARIO, SET, MEANING = 22, 18, 18
NONE = "none"


def write(result: DiffResult, stream: TextIO, style: Style, *, quiet: bool = False) -> None:
    """Write what changes; ``quiet`` leaves out what does not."""
    parts = [style.strong(result.verdict)]
    parts += ["\n".join(_thing(each, style)) for each in result.things if each.status in FOR_CLIENTS]
    for title, found in (("new findings", result.new), ("findings that are gone", result.gone)):
        if found:
            parts.append("\n".join([style.strong(title), *(finding(each, style).rstrip() for each in found)]))
    if result.suppressed and not quiet:
        hidden = (f"{line_of(each.finding)}: {silenced(each)}" for each in result.suppressed)
        parts.append("\n".join([style.strong("findings that are newly suppressed"), *hidden]))
    rest = [line for line in (_rest(result.things, status) for status in _OTHERS) if line]
    if rest and not quiet:
        parts.append("\n".join(style.quiet(line) for line in rest))
    stream.write("\n\n".join(parts) + "\n")


_OTHERS = {Status.SAME_EFFECT: "written otherwise, the same for clients", Status.UNCHANGED: "unchanged"}


def _rest(things: Sequence[ServiceDiff | RecordDiff], status: Status) -> str:
    names = [clean(each.name) for each in things if each.status is status]
    return paragraph(f"{_OTHERS[status]}: {', '.join(names)}") if names else ""


def _thing(thing: ServiceDiff | RecordDiff, style: Style) -> Iterator[str]:
    place = locate(FieldRef(thing.subject.origin))
    paint = {Status.CHANGED: style.risky, Status.REMOVED: style.bad}.get(thing.status, str)
    yield f"{style.strong(clean(thing.name))}: {paint(thing.status.value)}"
    yield style.quiet(placed(place))
    if isinstance(thing, ServiceDiff):
        yield from _service(thing, style)
    else:
        yield from _record(thing)


def _service(diff: ServiceDiff, style: Style) -> Iterator[str]:
    for name, before, after in settings(diff):
        yield paragraph(
            f"  {name}: {before} -> {after}" if before and after else f"  {name}: {before or after}"
        )
    for each in diff.meaning:
        yield paragraph(f"  - {clean(each)}")
    for unknown in diff.undetermined:
        yield style.risky(undetermined(unknown.because))
    if diff.rows:
        yield table([_row(each, style) for each in folded(diff.rows)], HEADERS)


def _row(each: FoldedRow, style: Style) -> tuple[str, ...]:
    row, sign = each.row, mark(each.row)
    paint = {"!!": style.bad, "!": style.risky, "?": style.risky}.get(sign, str)
    return (
        paint(sign),
        packed([clean(name) for name in each.scenarios], SCENARIO),
        clients_in(row.client),
        result_words(row.before, SET),
        paint(result_words(row.after, SET)),
        wrapped(meaning(row), MEANING),
    )


def result_words(result: Result, width: int) -> str:
    """What a client gets: the number of backends in each zone."""
    if result.destiny in (Destiny.UNDETERMINED, Destiny.ITSELF):
        return result.destiny.value
    words = packed(counts(result.zones or {}), width) or NONE
    return f"{words}\n(unhealthy)" if result.destiny is Destiny.UNHEALTHY else words


def _record(diff: RecordDiff) -> Iterator[str]:
    for each in diff.settings:
        yield paragraph(f"  {setting_words(diff, each, ' -> ')}")
    rows = [
        (
            clean(each.scenario),
            clean(each.client or "anywhere"),
            answered(each.before, "\n"),
            answered(each.after, "\n"),
        )
        for each in diff.answers
    ]
    if rows:
        yield table(rows, ("state", "clients near", "answered before", "answered after"))


def setting_words(diff: RecordDiff, setting: SettingChange, between: str) -> str:
    """A setting of a record set, on both sides or on the one that has the record."""
    sides = [
        "not known" if value is None else clean(value)
        for value, plan in ((setting.before, diff.before), (setting.after, diff.after))
        if plan is not None
    ]
    return f"{setting.name}: {between.join(sides)}"


def answered(responses: Sequence[Response], between: str) -> str:
    """The addresses of an answer, each with its share where there are several."""
    return between.join(
        ("undetermined" if each.addresses is None else ", ".join(map(clean, each.addresses)))
        + ("" if each.share == Fraction(1) else f" ({float(each.share) * 100:.3g} %)")
        for each in responses
    )
