"""Markdown for a comment on a pull request: what is the same in all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from spillover.check.locate import Place
from spillover.errors import InputError
from spillover.report.style import clean, number_of

MOST_CHARACTERS = 65_536
"""The longest comment that GitHub takes (docs.github.com, REST API, issue comments, 2026-11)."""

CUT = "\n\n_The rest is cut: a comment has no room for it._\n"


def cut_to_fit(text: str) -> str:
    """A text that is too long ends before the paragraph that does not fit; what is folded stays closed."""
    if len(text) <= MOST_CHARACTERS:
        return text
    kept = text[: MOST_CHARACTERS - len(CUT) - len("\n\n</details>") - LONGEST_FENCE].rpartition("\n\n")[0]
    is_open = kept.count("<details>") > kept.count("</details>")
    return kept + _closing_fence(kept) + ("\n\n</details>" if is_open else "") + CUT


LONGEST_FENCE = 100
"""What is kept free for the end of a block: no name has so many backticks in a row."""


def _closing_fence(text: str) -> str:
    """What ends the block of letters of one width in which a text was cut; nothing where it was not."""
    open_ = ""
    for fence in re.findall(r"^(`{3,})\w*$", text, re.MULTILINE):
        open_ = fence if not open_ else "" if fence == open_ else open_
    return f"\n{open_}" if open_ else ""


def folded_away(summary: str, details: str) -> str:
    """Details that open with a click on their summary, which is plain text."""
    return f"<details><summary>{escaped(summary)}</summary>\n\n{details}\n\n</details>"


MOST_FAULTS = 10
"""As many are named: one mistake may be in every file, and the verdict is not to drown."""


def line_of(place: Place) -> str:
    """The file and the line of something that was found."""
    return escaped(f"{place.span.path}:{place.span.start.line}")


def unreadable(errors: Sequence[InputError]) -> str:
    """What could not be read and why, so that nobody takes the rest for the whole."""
    number, left = len(errors), len(errors) - MOST_FAULTS
    faults = number_of(number, "fault")
    lines = [f"⚠️ What could not be read is missing here: {faults} in the inputs.\n"]
    lines += [f"- {code(each.where)}: {escaped(each.message)}" for each in errors[:MOST_FAULTS]]
    if left > 0:
        lines.append(f"- and {left} more")
    return "\n".join(lines)


def fenced(text: str) -> str:
    """A text as it stands, in letters of one width."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text}\n{fence}"


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_MARKUP = re.compile(r"[\\`*_{}\[\]()#!|~$^]")
_OTHERS = re.compile(r"[&<>]|@(?=\w)|:(?=[\w+-]+:)")
"""What would be HTML, a mention or an emoji: no backslash keeps GitHub from making these."""


def escaped(text: str) -> str:
    """A text in which nothing is markup, HTML, a mention or an emoji; it stays one line."""
    marked = _MARKUP.sub(lambda match: f"\\{match[0]}", clean(text.replace("\n", " ")))
    return _OTHERS.sub(lambda match: f"&#{ord(match[0])};", marked)


def code(text: str) -> str:
    """A text in letters of one width."""
    return f"`{clean(text).replace('`', chr(39))}`"
