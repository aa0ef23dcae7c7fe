"""The state of masking one source: what is open at a place, and what may follow there."""

from __future__ import annotations

import re
from dataclasses import field
from enum import Enum, auto

from spillover.errors import InputError
from spillover.read.lines import Lines
from spillover.read.syntax import mask_tokens, tokens
from spillover.read.syntax.templates import Sequence, Text
from spillover.read.syntax.tokens import DEEPEST
from spillover.records import dataclass


class State(Enum):
    """What may follow at a place."""

    OPENED = auto()  # the first item of a body, behind its brace
    START = auto()  # an item of a body or of an object
    HEADER = auto()  # a label, a brace or an equals sign
    OPERAND = auto()
    STEP = auto()  # what is behind a point
    NAME = auto()  # arguments, or all that may follow an operand
    AFTER = auto()  # what may follow an operand


FOLLOWS = (State.NAME, State.AFTER)
UNCLOSED_STRING = "the string is not closed on its line"


@dataclass(slots=True)
class Open:
    """Something that is not closed yet.

    ``kind`` is ``body``, ``object``, ``for`` (in braces), ``(``, ``[``, ``index``, ``whole``, a
    template ``"``, ``<<``, ``template``, or a sequence ``insert``, ``if``, ``for_each`` in one.
    """

    kind: str
    start: int
    state: State
    is_for: bool = False
    one_line: bool = False
    mark: str = ""
    names: tuple[str, ...] = ()
    parts: list[Text | Sequence] = field(default_factory=list)
    inserts: bool = False


TEMPLATES = ('"', "<<", "template")
SEQUENCES = ("insert", "if", "for_each")
SENSITIVE = ("body", "object")
_SPELLED = {
    "body": "{",
    "object": "{",
    "for": "{",
    "index": "[",
    "insert": "${",
    "if": "%{",
    "for_each": "%{",
}
_KEYWORDS = {"in", "for", "if", "for_each", "else", "endif", "endfor"}
RESERVED = {"true", "false", "null"}


class Masking:
    """One source, masked from its beginning up to the place that was reached."""

    def __init__(self, lines: Lines, source: str, base: int, root: Open) -> None:
        self.lines = lines
        self.source = source
        self.base = base
        self.stack = [root]
        self.masked = list(source)
        self.templates: dict[int, tuple[Text | Sequence, ...]] = {}
        self.prefixes: dict[int, tuple[int, ...]] = {}
        self.waiting: list[int] = []  # the unary operators before the next term
        self.point = 0  # the last one that was read
        self.end_marks = tokens.EndMarks(source + "\n")

    @property
    def top(self) -> Open:
        """What was opened last."""
        return self.stack[-1]

    def push(self, kind: str, at: int, state: State) -> Open:
        """Open something, in which ``state`` is what may follow first."""
        if len(self.stack) >= DEEPEST:
            raise self.error(at, "nested too deeply")
        opened = Open(kind, at, state)
        self.stack.append(opened)
        return opened

    def blank(self, start: int, end: int) -> None:
        """Make spaces of a stretch."""
        self.masked[start:end] = " " * (end - start)

    def mask_name(self, start: int, end: int) -> None:
        """Make underscores of a name that python-hcl2 would not take for one."""
        name = self.source[start:end]
        if name in _KEYWORDS or name in RESERVED or not name.isascii() or "::" in name:
            self.masked[start:end] = "_" * (end - start)

    def operand(self, at: int) -> None:
        """Make sure that an operand may begin here; the unary operators before it are its own."""
        if not self.wants_operand():
            raise self.misplaced(at)
        if self.waiting:
            self.prefixes[at] = tuple(self.waiting)
            self.waiting = []

    def wants_operand(self) -> bool:
        """Whether an operand may begin here."""
        top = self.top
        return top.state is State.OPERAND or (top.kind == "object" and top.state is State.START)

    def loop(self, at: int) -> re.Match[str]:
        """Blank ``for k, v in``, which begins at ``at``."""
        found = mask_tokens.FOR_NAMES.match(self.source, at)
        if found is None:
            raise self.unexpected(at)
        self.blank(*found.span())
        return found

    def error(self, at: int, message: str) -> InputError:
        """What is wrong at a place in the source."""
        return self.lines.error(self.base + at, message)

    def unexpected(self, at: int) -> InputError:
        """What stands at a place must not."""
        return unexpected(self.lines, self.base, self.source, at)

    def misplaced(self, at: int) -> InputError:
        """What begins here may, but not directly behind what stands before it."""
        top = self.top
        if top.kind == "body" and top.state in FOLLOWS:
            return self.error(at, "a newline is missing before this")
        if top.kind == "object" and top.state in FOLLOWS:
            return self.error(at, "a comma or a newline is missing before this")
        return self.unexpected(at)

    def mismatch(self, mark: str, at: int) -> InputError:
        """A closing bracket of another kind than the last that was opened."""
        top = self.top
        if len(self.stack) == 1:
            return self.error(at, f"`{mark}` closes nothing")
        line = self.lines.position(self.base + top.start).line
        return self.error(at, f"`{mark}` does not close the {self.called(top)} of line {line}")

    def called(self, opened: Open) -> str:
        """How something open is spelled, or what it is."""
        named = {'"': "string", "<<": "heredoc"}
        return named.get(opened.kind) or f"`{_SPELLED.get(opened.kind, opened.kind)}`"


def unexpected(lines: Lines, base: int, source: str, at: int) -> InputError:
    """The error that quotes a word, never more, of what stands at a place in the source."""
    word = _WORD.match(source, at)
    return lines.error(base + at, f"unexpected {word[1]!r}" if word else "unexpected end of line")


_WORD = re.compile(r"[ \t]*+(\w{1,30}|.)")
