"""What a merge has left in a file: the likeliest reason why it cannot be read."""

from __future__ import annotations

import re

from spillover.errors import InputError
from spillover.read.lines import Lines

_FIRST = re.compile(r"^<{7} ", re.MULTILINE)


def conflict_in(lines: Lines) -> InputError | None:
    """The first marker of a conflict in a text, if there is one."""
    found = _FIRST.search(lines.text)
    return lines.error(found.start(), "merge conflict marker") if found else None


def told(lines: Lines, offset: int, message: str) -> InputError:
    """What is wrong with a text that cannot be read: that it has a conflict, if so, else what was found."""
    return conflict_in(lines) or lines.error(offset, message)
