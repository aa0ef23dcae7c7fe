"""``diff --format markdown``, for a comment on a pull request: the verdict first, details folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from spillover.check.locate import locate
from spillover.check.report import Reported, Suppressed
from spillover.model.source import FieldRef
from spillover.plan.diff.matching import Status
from spillover.plan.diff.records import RecordDiff
from spillover.plan.diff.services import ServiceDiff
from spillover.report.diff import FOR_CLIENTS, DiffResult, folded, mark, meaning, settings
from spillover.report.diff_text import answered, result_words, setting_words
from spillover.report.markdown import code, cut_to_fit, escaped, folded_away, line_of, table, unreadable
from spillover.report.words import clients_in

WIDE = 200


def write(result: DiffResult, stream: TextIO) -> None:
    """Write the comment, cut to what GitHub takes."""
    stream.write(cut_to_fit("\n\n".join(_parts(result)) + "\n"))


def _parts(result: DiffResult) -> Iterator[str]:
    changed = [each for each in result.things if each.status in FOR_CLIENTS]
    yield f"**spillover:** {escaped(result.verdict)}"
    if result.unreadable:
        yield unreadable(result.unreadable)
    if changed:
        rows = ((escaped(each.name), each.status.value, "<br>".join(_short(each))) for each in changed)
        yield table(("", "", "what it means for clients"), rows)
    yield from _findings("New findings", result.new)
    yield from _findings("Findings that are gone", result.gone)
    yield from _suppressed(result.suppressed)
    for each in changed:
        details = _service(each) if isinstance(each, ServiceDiff) else _record(each)
        if details:
            yield folded_away(each.name, details)
    same = [each.name for each in result.things if each.status is Status.UNCHANGED]
    if same:
        yield f"Unchanged: {', '.join(map(escaped, same))}"


def _short(thing: ServiceDiff | RecordDiff) -> list[str]:
    if isinstance(thing, ServiceDiff):
        causes = ", ".join(each.because for each in thing.undetermined)
        doubts = [f"undetermined: depends on {causes}"] if causes else []
        return [escaped(each) for each in (*thing.meaning, *doubts)]
    return [escaped(setting_words(thing, each, " → ")) for each in thing.settings]


def _findings(title: str, found: Sequence[Reported]) -> Iterator[str]:
    if found:
        lines = (
            f"- {each.severity.value} {each.rule.code}: {escaped(each.message)} ({line_of(each.place)})"
            for each in found
        )
        yield "\n".join([f"**{title}**", "", *lines])


def _suppressed(hidden: Sequence[Suppressed]) -> Iterator[str]:
    if hidden:
        lines = (
            f"- {each.finding.rule.code}: {escaped(each.reason) or 'no reason given'} "
            f"({line_of(each.finding.place)})"
            for each in hidden
        )
        yield "\n".join(["**Findings that are newly suppressed**", "", *lines])


def _service(diff: ServiceDiff) -> str:
    place = locate(FieldRef(diff.subject.origin))
    lines = [f"{code(place.address)} at {line_of(place)}"]
    written = [
        f"- {name}: {' → '.join(map(escaped, filter(None, (before, after))))}"
        for name, before, after in settings(diff)
    ]
    rows = [
        (
            mark(each.row),
            ", ".join(map(escaped, each.scenarios)),
            escaped(clients_in(each.row.client)),
            escaped(result_words(each.row.before, WIDE)),
            escaped(result_words(each.row.after, WIDE)),
            meaning(each.row),
        )
        for each in folded(diff.rows)
    ]
    headers = ("", "scenario", "clients in", "before", "after", "new connections")
    parts = ["\n".join(lines), "\n".join(written), table(headers, rows) if rows else ""]
    return "\n\n".join(part for part in parts if part)


def _record(diff: RecordDiff) -> str:
    rows = [
        (
            escaped(each.scenario),
            escaped(each.client or "anywhere"),
            escaped(answered(each.before, ", ")),
            escaped(answered(each.after, ", ")),
        )
        for each in diff.answers
    ]
    headers = ("state", "clients near", "answered before", "answered after")
    return table(headers, rows) if rows else ""
