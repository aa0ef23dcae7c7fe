"""Cuts a Terraform text into its top-level blocks and attributes without parsing them.

The scanner finds where each of them ends. A broken block is one error here, and the blocks after
it are kept.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spillover.errors import InputError
from spillover.model.suppression import MARKER
from spillover.read.lines import Lines
from spillover.read.syntax.scan import CONFLICT, INK, BrokenError, Scanner
from spillover.read.syntax.tokens import IDENT, INLINE_COMMENT, LINE_COMMENT
from spillover.read.syntax.usual import usual_block
from spillover.records import dataclass

# More errors than this in one file, and it is hardly a Terraform file: the last one says so.
MAX_ERRORS = 50

MOST_ITEMS = 200_000
"""Blocks, attributes and comments of one file: each takes more memory than its text may."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that holds the marker ``spillover:``; ``text`` is all of it, ``#`` included.

    ``block`` is set where the syntax knows no comments, and one that is written as a member of a
    block speaks of it: where the block begins.
    """

    start: int
    end: int
    text: str
    block: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block; ``header_end`` is just after its ``{`` and ``end`` just after its ``}``."""

    type: str
    labels: tuple[str, ...]
    start: int
    header_end: int
    end: int

    def source(self, text: str) -> str:
        """Cut the block out of the whole ``text`` of the file."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Attribute:
    """``name = value`` at top level, as in a ``.tfvars`` file; ``end`` is where the value ends."""

    name: str
    start: int
    value_start: int
    end: int

    def source(self, text: str) -> str:
        """Cut the attribute, name and all, out of the whole ``text``; without the newline that ends it."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Cut:
    """All that stands at the top level of one file, each kind in the order of the text."""

    blocks: tuple[Block, ...]
    attributes: tuple[Attribute, ...]
    comments: tuple[Comment, ...]
    errors: tuple[InputError, ...]


def cut(path: str, text: str, *, by_pattern: bool = False) -> Cut:
    """Cut ``text``. Never raises: what cannot be cut is among the errors.

    ``by_pattern`` only makes it faster: the pattern of usual blocks is asked first.
    """
    return _Cutter(path, text, by_pattern=by_pattern).run()


_SPACE = rf"(?:[ \t]++|{INLINE_COMMENT})*"
# Spec, "Blocks" and "Template Expressions": a label is an identifier, or a quoted string that
# has escapes but no templates.
_HEX4 = "[0-9a-fA-F]{4}"
_CODE_POINT = rf"(?:u|U0000)(?![dD][89a-fA-F]){_HEX4}|U(?:000[1-9a-fA-F]|0010){_HEX4}"
_ESCAPE = rf'\\(?:[nrt"\\]|{_CODE_POINT})'
_LABEL = rf'"(?:[^"\\$%\r\n]++|{_ESCAPE}|\$\$\{{|%%\{{|[$%](?!\{{))*"'
_NAMES = rf"{IDENT}(?:{_SPACE}(?:{IDENT}|{_LABEL}))*{_SPACE}"
_EQUALS = r"=(?![=>])"

_NAMES_ONLY = re.compile(_NAMES)
_HEADER = re.compile(_NAMES + r"\{")
_HEADER_WORD = re.compile(f"{INLINE_COMMENT}|{IDENT}|{_LABEL}")
_ATTRIBUTE = re.compile(f"{IDENT}{_SPACE}{_EQUALS}({_SPACE})")
_BRACE_BELOW = re.compile(rf"(?:{LINE_COMMENT})?\s*+\{{")
_ESCAPED = re.compile(r'\\(?:[uU]([0-9a-fA-F]+)|([nrt"\\]))|\$\$(?=\{)|%%(?=\{)')
_COMMENT_LINE = re.compile(rf"[ \t]*+{LINE_COMMENT}")
_ONE_LINE_STRING = re.compile(r'"(?:[^"\\\r\n]|\\[^\r\n])*"')

# Where reading goes on after something broken: what begins at the first column.
_NEXT_BLOCK = re.compile(rf"\n(?={IDENT}(?:[ \t]*+(?:{IDENT}|{_LABEL}))*[ \t]*+\{{)")
_NEXT_ITEM = re.compile(rf"{_NEXT_BLOCK.pattern}|\n(?={IDENT}[ \t]*+{_EQUALS})")


class _Cutter:
    """The state of one pass over one text."""

    def __init__(self, path: str, text: str, *, by_pattern: bool) -> None:
        self.text = text
        self.lines = Lines(path, text)
        self.scanner = Scanner(self.lines)
        self.blocks: list[Block] = []
        self.attributes: list[Attribute] = []
        self.errors: list[InputError] = []
        self.straying = False
        # It takes note of no comments, nor does it look for markers of a conflict inside of blocks.
        is_usual = by_pattern and MARKER not in text and not self.scanner.is_wary
        self.usual = usual_block() if is_usual else None

    def run(self) -> Cut:
        pos = 1 if self.text.startswith("\ufeff") else 0
        items = 0
        while pos < len(self.text) and len(self.errors) <= MAX_ERRORS:
            items += 1
            if items > MOST_ITEMS:
                self.report(pos, f"more than {MOST_ITEMS} blocks, attributes and comments")
                break
            pos = self.item(pos)
        if len(self.errors) > MAX_ERRORS:
            last = self.errors.pop()
            message = "too many errors, the rest of the file was not read"
            self.errors.append(InputError(last.path, last.line, last.column, message))
        return Cut(tuple(self.blocks), tuple(self.attributes), tuple(self.marked()), tuple(self.errors))

    def marked(self) -> Iterator[Comment]:
        # Most files have none at all, which is seen faster in one look than comment by comment.
        for start, end in self.scanner.comments if MARKER in self.text else ():
            if self.text.find(MARKER, start, end) >= 0:
                yield Comment(start, end, self.text[start:end])

    def item(self, pos: int) -> int:
        """Read the comment, block, attribute or stray line after ``pos``; the offset to go on at."""
        ink = INK.search(self.text, pos)
        if ink is None:
            return len(self.text)
        start = ink.start()
        self.scanner.begin(start)
        next_item = _NEXT_BLOCK
        try:
            if self.text.startswith(("#", "//", "/*"), start):
                return self.scanner.comment(start)
            astray, self.straying = self.straying, False
            if self.usual and (usual := self.usual.match(self.text, start)):
                return self.usual_block(usual)
            if header := _HEADER.match(self.text, start):
                return self.block(header)
            if head := _ATTRIBUTE.match(self.text, start):
                next_item = _NEXT_ITEM
                return self.attribute(head)
            return self.stray(start, astray)
        except BrokenError as broken:
            self.report(broken.at, broken.message)
            return self.recovered(broken.resume, next_item)

    def usual_block(self, found: re.Match[str]) -> int:
        type_, *labels = found.group(1, 2, 3)
        written = tuple(each for each in labels if each is not None)
        self.blocks.append(Block(type_, written, found.start(), found.end(4), found.end()))
        return found.end()

    def block(self, header: re.Match[str]) -> int:
        start, header_end = header.span()
        type_, *labels = self.words(start, header_end - 1)
        end = self.scanner.body(header_end - 1)
        self.blocks.append(Block(type_, tuple(labels), start, header_end, end))
        return end

    def attribute(self, head: re.Match[str]) -> int:
        start, value_start = head.span()
        (name,) = self.words(start, head.start(1))
        stop = end = self.scanner.value(head.start(1))
        while self.text[end - 1] in " \t":
            end -= 1
        self.attributes.append(Attribute(name, start, min(value_start, end), end))
        return stop

    def words(self, start: int, end: int) -> list[str]:
        """List the identifiers and labels of a header; take note of the comments among them."""
        words = []
        for word in _HEADER_WORD.finditer(self.text, start, end):
            if word[0].startswith("/*"):
                self.scanner.comment(word.start())
            else:
                words.append(_ESCAPED.sub(_unescaped, word[0][1:-1]) if word[0][0] == '"' else word[0])
        return words

    # --- what is wrong, and where to go on ----------------------------------------------

    def stray(self, at: int, astray: bool) -> int:
        """Report what is neither block nor attribute; lines of it in a row are one error."""
        text = self.text
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end
        if CONFLICT.match(text, at):
            self.report(at, "merge conflict marker")
            return line_end
        if text[at] in ")]}":
            self.report(at, f"`{text[at]}` closes nothing")
            return at + 1
        if names := _NAMES_ONLY.match(text, at):
            _diagnose_header(text, names.end())
        if not astray:
            self.report(at, f"unexpected text `{_excerpt(text[at:line_end])}`")
        self.straying = True
        if text[at:line_end].rstrip().endswith("{"):
            # A body follows, and nobody knows of what.
            return self.recovered(line_end, _NEXT_BLOCK)
        return line_end

    def recovered(self, pos: int, next_item: re.Pattern[str]) -> int:
        """Where something begins again after the line of ``pos``."""
        line_end = self.text.find("\n", pos)
        found = next_item.search(self.text, line_end) if line_end >= 0 else None
        if found is None:
            return len(self.text)
        resume = found.end()
        # The comments right above it may suppress something in it.
        above = self.text.rfind("\n", line_end, resume - 1) + 1
        while above > line_end and _COMMENT_LINE.match(self.text, above):
            resume = above
            above = self.text.rfind("\n", line_end, resume - 1) + 1
        comments = self.scanner.comments
        while comments and comments[-1][0] >= resume:
            comments.pop()
        return resume

    def report(self, at: int, message: str) -> None:
        self.errors.append(self.lines.error(at, message))


def _unescaped(found: re.Match[str]) -> str:
    """Resolve an escape in a quoted label: spec, "Template Expressions"."""
    code, char = found.groups()
    if code:
        return chr(int(code, 16))
    if char:
        return {"n": "\n", "r": "\r", "t": "\t"}.get(char, str(char))
    return found[0][0]


def _diagnose_header(text: str, after: int) -> None:
    """Say what is wrong with a header, if it looks like one: ``after`` is behind its good part."""
    if text.startswith('"', after):
        if _ONE_LINE_STRING.match(text, after):
            raise BrokenError(after, "a label must be a plain string")
        raise BrokenError(after, "the string is not closed on its line")
    if text.startswith("/*", after):
        raise BrokenError(after, "the comment is not closed")
    if brace := _BRACE_BELOW.match(text, after):
        # Spec, "Structural Elements": no newline before the "{".
        raise BrokenError(after, "the `{` of a block must be on the line of its type", resume=brace.end())


def _excerpt(line: str) -> str:
    line = line.rstrip()
    line = line if len(line) <= 40 else line[:37] + "..."
    return "".join(char if char.isprintable() else "\ufffd" for char in line)
