"""Finds where an expression or a body ends, and what in it the parser must not see.

One pass knows just enough of HCL for that: strings, templates, heredocs, comments and
brackets. It jumps from one character that matters to the next.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), and where that is silent
the scanner itself (hcl/hclsyntax/scan_tokens.rl), 2026-05.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from spillover.read.lines import Lines

# Only single characters are repeated possessively here: Python before 3.11.5 gets possessive groups
# wrong. So that a repeated group need never give anything back, what follows it may be the end too.

# Spec, "Identifiers": a letter or "_", then letters, digits, "_" and "-".
IDENT = r"[^\W\d][\w-]*+"
# Spec, "Comments and Whitespace": an inline comment is like a space, even over several lines.
INLINE_COMMENT = r"/\*[^*]*+(?:\*(?!/)[^*]*+)*\*/"
LINE_COMMENT = r"(?:\#|//)[^\r\n]*+(?:\r(?!\n)[^\r\n]*+)*(?=\r?\n|\Z)"

CONFLICT = re.compile(r"^(?:<{7} |={7}\r?$|>{7} )", re.MULTILINE)
# Anything but a space; a carriage return is one only before a line feed.
INK = re.compile(r"[^ \t\r\n]|\r(?!\n)")

_COMMENT = re.compile(f"{INLINE_COMMENT}|{LINE_COMMENT}")
_END_OF_VALUE = re.compile(r"\r?\n|\#|//")
_HEREDOC = re.compile(rf"<<-?({IDENT})\r?\n")
# scan_tokens.rl: both forms allow space around the end mark, and both need a newline after it.
_END_MARK = re.compile(rf"\n[ \t]*+({IDENT})[ \t]*+(?=(\r?\n))")
# Spec, "For Expressions". An object may have a key "for" as well, but no name behind it.
_GAP = rf"(?:[ \t\r\n]++|{INLINE_COMMENT}|{LINE_COMMENT})"
_FOR = re.compile(rf"\{{{_GAP}*for{_GAP}+{IDENT}(?:{_GAP}*,|{_GAP}+in(?![\w-]))")


def _jump(stops: str) -> re.Pattern[str]:
    """Up to the next of ``stops``, over strings without templates; it is empty at the end of the text."""
    stops += r"\x00-\x08\x0b-\x1f\x7f"
    return re.compile(rf'[^{stops}]*+(?:"[^"\\$%\r\n]*+"[^{stops}]*+)*([{stops}]|\Z)')


# A newline matters everywhere but directly inside braces. "=" and ">" are frequent, and looked
# at in those files only that may hold the rest of a merge conflict.
_STOPS = r'"\#/{}()\[\]<~'
_IN_BRACES, _ELSEWHERE = _jump(_STOPS), _jump(_STOPS + r"\n")
_IN_BRACES_WARY, _ELSEWHERE_WARY = _jump(_STOPS + "=>"), _jump(_STOPS + r"\n=>")

# scan_tokens.rl: "$${" and "%%{" are no templates; a lone "$" or "%" is text. The last
# character of a match ends the stretch of text, and is empty where there is none.
_TEXT = r"\$\$\{|%%\{|[$%](?!\{)"
_STRING_TEXT = re.compile(rf'(?:[^"\\$%\r\n]++|\\[^\r\n]|{_TEXT})*(["$%\\\r\n]|\Z)')
_HEREDOC_TEXT = re.compile(rf"(?:[^$%]++|{_TEXT})*([$%]|\Z)")

# The kinds of open things that each bracket closes, and how they are spelled.
_CLOSES = {")": "(", "]": "[", "}": "{f$%"}
_SPELLED = {"f": "{", "$": "${", "%": "%{"}

# Nobody nests brackets, strings and templates deeper than this, and the parser would take its time.
DEEPEST = 200


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

    ``kind`` is the first character of ``{ ( [ ${ %{ " <<``, or ``f`` for the brace of a ``for``
    expression, or ``=`` for an attribute, which the end of its line closes. ``mark`` is the end
    mark of a heredoc.
    """

    kind: str
    start: int
    mark: str = ""

    @property
    def spelled(self) -> str:
        return _SPELLED.get(self.kind, self.kind)


class Scanner:
    """The scanner of one text, of which it reads one item, a block or an attribute, at a time.

    ``comments`` are the stretches of all comments that it came by, in the order of the text.
    """

    def __init__(self, lines: Lines) -> None:
        self.comments: list[tuple[int, int]] = []
        self._lines = lines
        self._text = text = lines.text
        # Of the item at hand: where it starts, what is open in it, its blanks.
        self._start = 0
        self._stack: list[_Open] = []
        self._blanks: list[tuple[int, int]] = []
        self._trims: list[int] = []
        # What was open when the text ended. Opened once more it would only end there again,
        # and a text full of it would take quadratic time.
        self._endless: set[int] = set()
        wary = "\n=======" in text or "\n>>>>>>> " in text
        other = _ELSEWHERE_WARY if wary else _ELSEWHERE
        self._jumps = {"{": _IN_BRACES_WARY if wary else _IN_BRACES, **dict.fromkeys("([f$%=", other)}

    def begin(self, start: int) -> None:
        """Begin with the item at ``start``."""
        self._start = start
        self._stack, self._blanks, self._trims = [], [], []

    def noted(self) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """What must be blank in the item, and the strip markers in it, as offsets in the item."""
        return tuple(self._blanks), tuple(trim - self._start for trim in self._trims)

    def comment(self, at: int) -> int:
        """Blank the comment at ``at``; the offset after it."""
        found = _COMMENT.match(self._text, at)
        if found is None:
            raise BrokenError(at, "the comment is not closed")
        span = found.span()
        self.comments.append(span)
        self._blanks.append(span)
        return span[1]

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
                is_for = char == "{" and _FOR.match(text, at) and not self._is_body(at, top.kind)
                self._push("f" if is_for else char, at)
            elif char in "}])":
                if top.kind not in _CLOSES[char]:
                    raise self._mismatch(char, at)
                stack.pop()
            elif top.kind == "=" and _END_OF_VALUE.match(text, at):
                return at
            else:
                pos = self._aside(char, at, top.kind)
        return pos

    def _is_body(self, brace: int, inside: str) -> bool:
        """Whether the brace opens the body of a nested block: behind a name or a label, in a body."""
        before = brace - 1
        while self._text[before] in " \t":
            before -= 1
        return inside == "{" and re.match(r'[\w"-]', self._text[before]) is not None

    def _aside(self, char: str, at: int, inside: str) -> int:
        """Take note of what is no bracket and no string; the offset after it."""
        text = self._text
        if char == "\n" or text.startswith("\r\n", at):
            return self._newline(at, inside)
        if text.startswith(("#", "//", "/*"), at):
            return self.comment(at)
        if char in "<=>" and CONFLICT.match(text, at):
            raise BrokenError(at, "merge conflict marker")
        if found := _HEREDOC.match(text, at):
            self._push("<", at, found[1])
            return found.end() - 1
        # Spec, "Template Literals": a strip marker stands right before the "}".
        if inside == "$" and text.startswith("~}", at):
            self._trim(at)
        if char not in "/<=>~":
            raise BrokenError(at, f"unexpected control character U+{ord(char):04X}")
        return at + 1

    def _newline(self, at: int, inside: str) -> int:
        """Blank the end of a line where HCL ignores it; the offset after it.

        Spec, "Expression Terms", "Collection Values" and "For Expressions": newlines inside ( ),
        [ ], templates and for expressions are ignored. Directly inside other { } they separate
        attributes, or the elements of an object.
        """
        if inside == "{":
            self._blanks.append((at, at + 1))
            return at + 1
        ink = INK.search(self._text, at)
        end = ink.start() if ink else len(self._text)
        self._blanks.append((at, end))
        return end

    def _string(self, pos: int) -> int:
        """Go on in a quoted string, to its end or into its next template."""
        found = _STRING_TEXT.match(self._text, pos)
        if found is None or found[1] in "\\\r\n":
            raise BrokenError(self._stack[-1].start, "the string is not closed on its line")
        if found[1] != '"':
            return self._template(found)
        self._stack.pop()
        return found.end()

    def _heredoc(self, pos: int, mark: str) -> int:
        """Go on in a heredoc, to its end or into its next template."""
        # An end mark inside a template is none, so it is looked for anew after each template.
        lines = self._end_marks.get(mark, [])
        nearest = bisect_left(lines, pos, key=_begin)
        if nearest == len(lines):
            raise BrokenError(self._stack[-1].start, "the heredoc is not closed")
        line = lines[nearest]
        found = _HEREDOC_TEXT.match(self._text, pos, line.start())
        if found and found[1]:
            return self._template(found)
        self._stack.pop()
        # Its newline belongs to the end mark, and must stay even inside ( ) and [ ].
        return line.end() if self._stack[-1].kind == "=" else line.end(2)

    @cached_property
    def _end_marks(self) -> dict[str, list[re.Match[str]]]:
        """The lines that would end a heredoc, by mark, in order: all found in a single pass."""
        lines: dict[str, list[re.Match[str]]] = {}
        for line in _END_MARK.finditer(self._text):
            lines.setdefault(line[1], []).append(line)
        return lines

    def _template(self, found: re.Match[str]) -> int:
        self._push(found[1], found.start(1))
        pos = found.end() + 1
        if found[1] == "$" and self._text.startswith("~", pos):
            self._trim(pos)
            return pos + 1
        return pos

    def _trim(self, at: int) -> None:
        self._blanks.append((at, at + 1))
        self._trims.append(at)

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


def _begin(line: re.Match[str]) -> int:
    return line.start()
