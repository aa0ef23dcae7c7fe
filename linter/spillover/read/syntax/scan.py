"""Finds where an expression or a body ends.

One pass knows just enough of HCL for that: strings, templates, heredocs, comments and
brackets. It jumps from one character that matters to the next.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), and where that is silent
the scanner itself (hcl/hclsyntax/scan_tokens.rl), 2026-05.
"""

from __future__ import annotations

import re

from spillover.read.lines import Lines
from spillover.read.syntax.tokens import (
    DEEPEST,
    HEREDOC,
    HEREDOC_TEXT,
    INLINE_COMMENT,
    LINE_COMMENT,
    STRING_TEXT,
    EndMarks,
)
from spillover.records import dataclass

MOST_COMMENTS = 1_000_000
"""Of one file, for the same reason as :data:`spillover.read.syntax.blocks.MOST_ITEMS`."""

CONFLICT = re.compile(r"^(?:<{7} |={7}\r?$|>{7} )", re.MULTILINE)
# Anything but a space; a carriage return is one only before a line feed.
INK = re.compile(r"[^ \t\r\n]|\r(?!\n)")

_COMMENT = re.compile(f"{INLINE_COMMENT}|{LINE_COMMENT}")
_END_OF_VALUE = re.compile(r"\r?\n|\#|//")


def _jump(stops: str) -> re.Pattern[str]:
    """Up to the next of ``stops``, over strings without templates; it is empty at the end of the text."""
    stops += r"\x00-\x08\x0b-\x1f\x7f"
    return re.compile(rf'[^{stops}]*+(?:"[^"\\$%\r\n]*+"[^{stops}]*+)*([{stops}]|\Z)')


# A newline matters only where it ends an attribute. "=" and ">" are frequent, and looked at in
# those files only that may hold the rest of a merge conflict.
_STOPS = r'"\#/{}()\[\]<'
_IN_BRACKETS, _IN_VALUE = _jump(_STOPS), _jump(_STOPS + r"\n")
_IN_BRACKETS_WARY, _IN_VALUE_WARY = _jump(_STOPS + "=>"), _jump(_STOPS + r"\n=>")

# The kinds of open things that each bracket closes, and how they are spelled.
_CLOSES = {")": "(", "]": "[", "}": "{$%"}
_SPELLED = {"$": "${", "%": "%{"}


class BrokenError(Exception):
    """Something that has no end, or the wrong one; the search for the next begins after ``resume``."""

    def __init__(self, at: int, message: str, resume: int | None = None) -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.resume = at if resume is None else resume


@dataclass(slots=True)
class _Open:
    """Something that is not closed yet.

    ``kind`` is the first character of ``{ ( [ ${ %{ " <<``, or ``=`` for an attribute, which the
    end of its line closes. ``mark`` is the end mark of a heredoc.
    """

    kind: str
    start: int
    mark: str = ""

    @property
    def spelled(self) -> str:
        return _SPELLED.get(self.kind, self.kind)


class Scanner:
    """The scanner of one text, of which it reads one item, a block or an attribute, at a time.

    ``comments`` are the stretches of all comments that it came by, in the order of the text; ``is_wary``
    tells whether the text may hold the rest of a merge conflict.
    """

    def __init__(self, lines: Lines) -> None:
        self.comments: list[tuple[int, int]] = []
        self._lines = lines
        self._text = text = lines.text
        self._end_marks = EndMarks(text)
        # Of the item at hand: where it starts, what is open in it.
        self._start = 0
        self._stack: list[_Open] = []
        # What was open when the text ended. Opened once more it would only end there again,
        # and a text full of it would take quadratic time.
        self._endless: set[int] = set()
        self.is_wary = "\n=======" in text or "\n>>>>>>> " in text
        in_brackets = _IN_BRACKETS_WARY if self.is_wary else _IN_BRACKETS
        self._jumps = {
            "=": _IN_VALUE_WARY if self.is_wary else _IN_VALUE,
            **dict.fromkeys("{([$%", in_brackets),
        }

    def begin(self, start: int) -> None:
        """Begin with the item at ``start``."""
        self._start = start
        self._stack = []

    def comment(self, at: int) -> int:
        """Take note of the comment at ``at``; the offset after it."""
        found = _COMMENT.match(self._text, at)
        if found is None:
            raise BrokenError(at, "the comment is not closed")
        self.comments.append(found.span())
        if len(self.comments) > MOST_COMMENTS:
            raise BrokenError(at, f"more than {MOST_COMMENTS} comments", resume=len(self._text))
        return found.end()

    def body(self, brace: int) -> int:
        """Find the offset after the body that ``brace`` opens."""
        self._push("{", brace)
        return self._scan(brace + 1)

    def value(self, pos: int) -> int:
        """Find the offset after the value at ``pos``: the end of its line, or a comment there."""
        self._push("=", self._start)
        return self._scan(pos)

    def _push(self, kind: str, at: int, mark: str = "") -> None:
        self._stack.append(_Open(kind, at, mark))
        if len(self._stack) > DEEPEST:
            raise BrokenError(at, "nested too deeply")
        if at in self._endless:
            raise self._unclosed()

    def _scan(self, pos: int) -> int:
        """Find the offset at which everything that is open at ``pos`` has been closed."""
        text, stack = self._text, self._stack
        while stack:
            top = stack[-1]
            jump = self._jumps.get(top.kind)
            if jump is None:
                pos = self._string(pos) if top.kind == '"' else self._heredoc(pos, top.mark)
                continue
            found = jump.match(text, pos)
            if found is None or not found[1]:
                if len(stack) == 1 and top.kind == "=":
                    return len(text)
                raise self._unclosed()
            char, pos = found[1], found.end()
            at = pos - 1
            if char in '{(["':
                self._push(char, at)
            elif char in "}])":
                if top.kind not in _CLOSES[char]:
                    raise self._mismatch(char, at)
                stack.pop()
            elif top.kind == "=" and _END_OF_VALUE.match(text, at):
                return at
            else:
                pos = self._aside(char, at)
        return pos

    def _aside(self, char: str, at: int) -> int:
        """Pass over what is no bracket and no string; the offset after it."""
        text = self._text
        if text.startswith("\r\n", at):
            return at + 2
        if text.startswith(("#", "//", "/*"), at):
            return self.comment(at)
        if char in "<=>" and CONFLICT.match(text, at):
            raise BrokenError(at, "merge conflict marker")
        if found := HEREDOC.match(text, at):
            self._push("<", at, found[1])
            return found.end() - 1
        if char not in "/<=>":
            raise BrokenError(at, f"unexpected control character U+{ord(char):04X}")
        return at + 1

    def _string(self, pos: int) -> int:
        """Go on in a quoted string, to its end or into its next template."""
        found = STRING_TEXT.match(self._text, pos)
        if found is None or found[1] in "\\\r\n":
            raise BrokenError(self._stack[-1].start, "the string is not closed on its line")
        if found[1] != '"':
            return self._template(found)
        self._stack.pop()
        return found.end()

    def _heredoc(self, pos: int, mark: str) -> int:
        """Go on in a heredoc, to its end or into its next template."""
        # An end mark inside a template is none, so it is looked for anew after each template.
        line = self._end_marks.after(mark, pos)
        if line is None:
            raise BrokenError(self._stack[-1].start, "the heredoc is not closed")
        found = HEREDOC_TEXT.match(self._text, pos, line.start())
        if found and found[1]:
            return self._template(found)
        self._stack.pop()
        return line.end()

    def _template(self, found: re.Match[str]) -> int:
        self._push(found[1], found.start(1))
        return found.end() + 1

    def _unclosed(self) -> BrokenError:
        """Name what most likely lacks its end, now that the text has ended: strings and heredocs first."""
        self._endless.update(opened.start for opened in self._stack)
        for opened in self._stack:
            if opened.kind in '"<':
                what = "string" if opened.kind == '"' else "heredoc"
                return BrokenError(opened.start, f"the {what} is not closed")
        first = self._stack[0]
        if first.kind == "{":
            return BrokenError(self._start, "the block is not closed", resume=first.start)
        first = self._stack[1]
        return BrokenError(first.start, f"the `{first.spelled}` is not closed")

    def _mismatch(self, char: str, at: int) -> BrokenError:
        top = self._stack[-1]
        if top.kind == "=":
            return BrokenError(at, f"`{char}` closes nothing")
        line = self._lines.position(top.start).line
        return BrokenError(at, f"`{char}` does not close the `{top.spelled}` of line {line}")
