"""HCL's tokens as patterns, for those who read its text: the cutter and, with more of them, the masker.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), and where that is silent
the scanner itself (hcl/hclsyntax/scan_tokens.rl), 2026-05.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property

# Only single characters are repeated possessively here: Python before 3.11.5 gets possessive groups
# wrong. So that a repeated group need never give anything back, what follows it may be the end too.

# Spec, "Identifiers": a letter or "_", then letters, digits, "_" and "-".
IDENT = r"[^\W\d][\w-]*+"
# Spec, "Comments and Whitespace": an inline comment is like a space, even over several lines.
INLINE_COMMENT = r"/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/"
LINE_COMMENT = r"(?:\#|//)[^\r\n]*+(?:\r(?!\n)[^\r\n]*+)*(?=\r?\n|\Z)"
# What may stand between two tokens where newlines do not matter.
GAP = rf"(?:[ \t\r\n]++|{INLINE_COMMENT}|{LINE_COMMENT})"

HEREDOC_MARK = rf"<<-?(?P<mark>{IDENT})\r?\n"
HEREDOC = re.compile(HEREDOC_MARK)
# scan_tokens.rl: both forms allow space around the end mark, and both need a newline after it.
_END_MARK = re.compile(rf"\n[ \t]*+({IDENT})[ \t]*+(?=(\r?\n))")

# scan_tokens.rl: "$${" and "%%{" are no templates; a lone "$" or "%" is text. The last
# character of a match ends the stretch of text, and is empty where there is none.
_TEXT = r"\$\$\{|%%\{|[$%](?!\{)"
STRING_TEXT = re.compile(rf'(?:[^"\\$%\r\n]++|\\[^\r\n]|{_TEXT})*(["$%\\\r\n]|\Z)')
HEREDOC_TEXT = re.compile(rf"(?:[^$%]++|{_TEXT})*([$%]|\Z)")

DEEPEST = 200
"""Nobody nests brackets, strings and templates deeper than this, and the parser would take its time."""


class EndMarks:
    """The lines of a text that would end a heredoc; all are found in a single pass, when first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    def after(self, mark: str, pos: int) -> re.Match[str] | None:
        """The first such line with this mark whose newline before it is not before ``pos``."""
        lines = self._lines.get(mark, [])
        nearest = bisect_left(lines, pos, key=re.Match.start)
        return lines[nearest] if nearest < len(lines) else None

    @cached_property
    def _lines(self) -> dict[str, list[re.Match[str]]]:
        lines: dict[str, list[re.Match[str]]] = {}
        for line in _END_MARK.finditer(self._text):
            lines.setdefault(line[1], []).append(line)
        return lines
