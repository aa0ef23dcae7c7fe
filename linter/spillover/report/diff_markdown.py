"""``diff --format markdown``, for a comment on a pull request: the verdict first, details folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from spillover.check.locate import locate
from spillover.check.run import Reported
from spillover.model.source import FieldRef
from spillover.plan.diff.matching import Status
from spillover.plan.diff.records import RecordDiff
from spillover.plan.diff.services import ServiceDiff
from spillover.report.diff import FOR_CLIENTS, DiffResult, folded, mark, meaning, settings
from spillover.report.diff_text import answered, result_words, setting_words
from spillover.report.style import clean
from spillover.report.words import clients_in

MOST_CHARACTERS = 65_536
"""The longest comment that GitHub takes (docs.github.com, REST API, issue comments, 2026-11)."""

CUT = "\n\n_The rest is cut: a comment has no room for it._\n"
WIDE = 200


def write(result: DiffResult, stream: TextIO) -> None:
    """Write the comment, cut to what GitHub takes."""
    stream.write(cut_to_fit("\n\n".join(_parts(result)) + "\n"))


def cut_to_fit(text: str) -> str:
    """A text that is too long ends before the paragraph that does not fit; what is folded stays closed."""
    if len(text) <= MOST_CHARACTERS:
        return text
    kept = text[: MOST_CHARACTERS - len(CUT) - len("\n\n</details>")].rpartition("\n\n")[0]
    is_open = kept.count("<details>") > kept.count("</details>")
    return kept + ("\n\n</details>" if is_open else "") + CUT


def _parts(result: DiffResult) -> Iterator[str]:
    changed = [each for each in result.things if each.status in FOR_CLIENTS]
    yield f"**spillover:** {escaped(result.verdict)}"
    if result.unreadable:
        yield f"⚠️ What could not be read is missing here: {len(result.unreadable)} faults in the inputs."
    if changed:
        rows = ((each.name, each.status.value, "<br>".join(_short(each))) for each in changed)
        yield _table(("", "", "what it means for clients"), rows)
    yield from _findings("New findings", result.new)
    yield from _findings("Findings that are gone", result.gone)
    for each in changed:
        details = _service(each) if isinstance(each, ServiceDiff) else _record(each)
        if details:
            yield f"<details><summary>{escaped(each.name)}</summary>\n\n{details}\n\n</details>"
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
        lines = []
        for each in found:
            span = each.place.span
            at = escaped(f"{span.path}:{span.start.line}")
            lines.append(f"- {each.severity.value} {each.rule.code}: {escaped(each.message)} ({at})")
        yield "\n".join([f"**{title}**", "", *lines])


def _service(diff: ServiceDiff) -> str:
    place = locate(FieldRef(diff.subject.origin))
    lines = [f"`{_code(place.address)}` at {escaped(f'{place.span.path}:{place.span.start.line}')}"]
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
    parts = ["\n".join(lines), "\n".join(written), _table(headers, rows) if rows else ""]
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
    return _table(headers, rows) if rows else ""


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_MARKUP = re.compile(r"[\\`*_{}\[\]()#!|~$^]")
_OTHERS = re.compile(r"[&<>]|@(?=\w)|:(?=[\w+-]+:)")
"""What would be HTML, a mention or an emoji: no backslash keeps GitHub from making these."""


def escaped(text: str) -> str:
    """A text in which nothing is markup, HTML, a mention or an emoji; it stays one line."""
    marked = _MARKUP.sub(lambda match: f"\\{match[0]}", clean(text.replace("\n", " ")))
    return _OTHERS.sub(lambda match: f"&#{ord(match[0])};", marked)


def _code(text: str) -> str:
    return clean(text).replace("`", "'")
