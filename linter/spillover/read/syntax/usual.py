"""Blocks in the usual form, found in one look: what nearly every block of a large tree is.

One pattern knows strings, comments and balanced brackets down to a depth that people write, and has no
other way to match than the scanner's: where it does not match, which says nothing, the scanner reads
the block. So heredocs, whatever is broken, and all that is said of it are the scanner's alone.

Source: as that of :mod:`spillover.read.syntax.scan`.
"""

from __future__ import annotations

import re
from functools import cache

from spillover.read.syntax.tokens import IDENT

TEXT = r'[^"\\$%\r\n]*+'
_STRING = rf'"{TEXT}(?:\$\{{[\w. -]*+\}}{TEXT})*"'
_COMMENT = r"(?:\#|//)[^\r\n]*+(?=\n)"
# All between those and brackets. What begins a heredoc or a conflict's first marker is left out with "<".
_PLAIN = r'[^"\#/{}()\[\]<\x00-\x08\x0b-\x1f\x7f]*+'
_LABEL = rf' "({TEXT})"'

_BRACKETS = 2
_BRACES = 3
"""How deep brackets, and blocks or objects, stand in one another in the usual form."""


@cache
def usual_block() -> re.Pattern[str]:
    """The pattern of a block: its type, its labels and its brace are the groups.

    It takes some milliseconds to make, so it is made when it is first asked for.
    """
    brackets: tuple[str, ...] = ()
    for _ in range(_BRACKETS):
        inside = _filled(brackets)
        brackets = (rf"\[{inside}\]", rf"\({inside}\)")
    body = _filled(brackets)
    for _ in range(_BRACES - 1):
        body = _filled((*brackets, rf"\{{{body}\}}"))
    return re.compile(rf"({IDENT})(?:{_LABEL}(?:{_LABEL})?)? (\{{){body}\}}")


def _filled(brackets: tuple[str, ...]) -> str:
    """What may stand inside of a bracket, with such brackets in it."""
    return f"{_PLAIN}(?:(?:{'|'.join((_STRING, _COMMENT, *brackets))}){_PLAIN})*"
