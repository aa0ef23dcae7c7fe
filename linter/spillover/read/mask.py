"""What python-hcl2 is given to parse: a text as long as the source, without what it stumbles over.

It knows expressions and their precedence well, but neither where a newline ends one, nor the
inside of templates. So this goes over the source first, token by token, and knows at each of them
whether an operand or an operator must follow. What it masks keeps its length, and whoever reads
the parser's tree looks the meaning up in the source:

- Comments, and newlines that HCL ignores, are spaces.
- A template, quoted or heredoc, is a list of what is inserted: ``"a${b}c"`` is ``[  (b) ]``.
- Unary operators are spaces; a minus with two operands is a plus, since ``-1.5`` is a number there.
- Names that are not ASCII, that have a namespace or are keywords elsewhere, are underscores.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), and where that is silent its
parser and scanner (hcl/hclsyntax/parser.go, scan_tokens.rl), 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar

from spillover.errors import InputError
from spillover.read import tokens
from spillover.read.lines import Lines
from spillover.read.templates import EscapeError, Sequence, Text, unescape, unescape_heredoc
from spillover.read.tokens import DEEPEST


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked source; all offsets are those in the source.

    ``templates`` holds the parts of each template by where it begins, those of the whole source,
    if that is one, at -1. ``prefixes`` holds the places of the unary operators before a term by
    where the term begins, the outermost first.
    """

    text: str
    templates: Mapping[int, tuple[Text | Sequence, ...]]
    prefixes: Mapping[int, tuple[int, ...]]


def masked_body(lines: Lines, source: str, base: int) -> Masked:
    """Blocks and settings; ``base`` is the offset of the source in the file.

    Raises:
        InputError: at the place where the text is not HCL. Not every such place is found here.
    """
    return _Masker(lines, source, base, _Open("body", 0, _State.START)).run()


def masked_expression(lines: Lines, source: str, base: int) -> Masked:
    """One expression, over as many lines as it likes.

    Raises:
        InputError: as :func:`masked_body` does.
    """
    return _Masker(lines, source, base, _Open("whole", 0, _State.OPERAND)).run()


def masked_template(lines: Lines, source: str, base: int) -> Masked:
    """A template that is the whole source.

    Raises:
        InputError: as :func:`masked_body` does.
    """
    return _Masker(lines, source, base, _Open("template", -1, _State.OPERAND)).run()


def unexpected(lines: Lines, base: int, source: str, at: int) -> InputError:
    """The error that quotes a word, never more, of what stands at a place in the source."""
    word = _WORD.match(source, at)
    return lines.error(base + at, f"unexpected {word[1]!r}" if word else "unexpected end of line")


_WORD = re.compile(r"[ \t]*+(\w{1,30}|.)")


class _State(Enum):
    """What may follow at a place."""

    OPENED = auto()  # the first item of a body, behind its brace
    START = auto()  # an item of a body or of an object
    HEADER = auto()  # a label, a brace or an equals sign
    OPERAND = auto()
    STEP = auto()  # what is behind a point
    NAME = auto()  # arguments, or all that may follow an operand
    AFTER = auto()  # what may follow an operand


_FOLLOWS = (_State.NAME, _State.AFTER)


@dataclass(slots=True)
class _Open:
    """Something that is not closed yet.

    ``kind`` is ``body``, ``object``, ``for`` (in braces), ``(``, ``[``, ``index``, ``whole``, a
    template ``"``, ``<<``, ``template``, or a sequence ``insert``, ``if``, ``for_each`` in one.
    """

    kind: str
    start: int
    state: _State
    is_for: bool = False
    one_line: bool = False
    mark: str = ""
    names: tuple[str, ...] = ()
    parts: list[Text | Sequence] = field(default_factory=list)
    inserts: bool = False


_TEMPLATES = ('"', "<<", "template")
_SEQUENCES = ("insert", "if", "for_each")
_SENSITIVE = ("body", "object")
_CLOSES = {")": ("(",), "]": ("[", "index"), "}": ("body", "object", "for", *_SEQUENCES)}
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
_RESERVED = {"true", "false", "null"}


class _Masker:
    """The state of one pass over one source."""

    def __init__(self, lines: Lines, source: str, base: int, root: _Open) -> None:
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

    def run(self) -> Masked:
        pos = 0
        while pos < len(self.source):
            pos = self._text(pos) if self.top.kind in _TEMPLATES else self._token(pos)
        root = self.top
        if len(self.stack) > 1:
            raise self._error(root.start, f"the {self._called(root)} is not closed")
        if root.state in (_State.STEP, _State.HEADER) or (root.kind == "body" and self._wants_operand()):
            raise self._unexpected(len(self.source))
        if root.kind == "template":
            self.templates[-1] = tuple(root.parts)
        return Masked("".join(self.masked), self.templates, self.prefixes)

    @property
    def top(self) -> _Open:
        return self.stack[-1]

    def _push(self, kind: str, at: int, state: _State) -> _Open:
        if len(self.stack) >= DEEPEST:
            raise self._error(at, "nested too deeply")
        opened = _Open(kind, at, state)
        self.stack.append(opened)
        return opened

    def _blank(self, start: int, end: int) -> None:
        self.masked[start:end] = " " * (end - start)

    # --- tokens of expressions and bodies --------------------------------------------------

    def _token(self, pos: int) -> int:
        found = tokens.TOKEN.match(self.source, pos)
        if found is None:
            raise self._unexpected(pos)
        kind = found.lastgroup or ""
        return self._HANDLERS[kind](self, found)

    def _space(self, found: re.Match[str]) -> int:
        self._blank(*found.span())
        return found.end()

    def _newline(self, found: re.Match[str]) -> int:
        """Spec, "Expression Terms", "Collection Values": inside ( ), [ ] and templates it is a space."""
        at, top = found.start(), self.top
        if top.kind not in _SENSITIVE:
            self._blank(at, at + 1)
        elif top.state is _State.HEADER and tokens.BRACE_BELOW.match(self.source, at):
            raise self._error(at, "a block's opening brace must be on the line of its type")
        elif top.state in (_State.HEADER, _State.OPERAND, _State.STEP) or top.one_line:
            raise self._unexpected(at)
        else:
            top.state = _State.START
        return at + 1

    def _name(self, found: re.Match[str]) -> int:
        at, end, top = found.start(), found.end(), self.top
        if top.kind == "body" and top.state in (_State.OPENED, _State.START):
            top.one_line = top.state is _State.OPENED
            top.state = _State.HEADER
        elif top.state is _State.STEP:
            top.state = _State.AFTER
        elif top.state in _FOLLOWS and top.is_for and found[0] == "if":
            top.state = _State.OPERAND
            return end
        elif top.state is not _State.HEADER:
            self._operand(at)
            top.state = _State.NAME
            if found[0] in _RESERVED:
                return end
        self._mask_name(at, end)
        return end

    def _mask_name(self, start: int, end: int) -> None:
        name = self.source[start:end]
        if name in _KEYWORDS or name in _RESERVED or not name.isascii() or "::" in name:
            self.masked[start:end] = "_" * (end - start)

    def _number(self, found: re.Match[str]) -> int:
        at = found.start()
        if not tokens.NUMBER.fullmatch(found[0]):
            raise self._error(at, "not a number")
        if self.top.state is _State.STEP:
            if "." in found[0]:
                raise self._error(at, "two indexes after points in a row; they are written in brackets")
        else:
            self._operand(at)
        self.top.state = _State.AFTER
        return found.end()

    def _operand(self, at: int) -> None:
        """Make sure that an operand may begin here; the unary operators before it are its own."""
        if not self._wants_operand():
            raise self._misplaced(at)
        if self.waiting:
            self.prefixes[at] = tuple(self.waiting)
            self.waiting = []

    def _wants_operand(self) -> bool:
        top = self.top
        return top.state is _State.OPERAND or (top.kind == "object" and top.state is _State.START)

    def _operator(self, found: re.Match[str]) -> int:
        at, operator, top = found.start(), found[0], self.top
        if self._wants_operand() and operator in ("-", "!"):
            self.waiting.append(at)
            self._blank(at, at + 1)
            if len(self.waiting) > DEEPEST:
                raise self._error(at, "nested too deeply")
        elif operator == "*" and top.state is _State.STEP:
            # python-hcl2 wants the point and the star of a splat without a gap.
            self._blank(self.point, at)
            self.masked[at - 1] = "."
            top.state = _State.AFTER
            return found.end()
        elif top.state not in _FOLLOWS or operator == "!":
            raise self._unexpected(at)
        elif operator == "-":
            self.masked[at] = "+"
        top.state = _State.OPERAND
        return found.end()

    def _mark(self, found: re.Match[str]) -> int:
        """Punctuation that follows an operand."""
        mark, top = found[0], self.top
        if mark == "=" and top.state is _State.HEADER:
            top.state = _State.OPERAND
            return found.end()
        if top.state not in _FOLLOWS or (top.kind == "body" and mark in ("=", ",")):
            raise self._unexpected(found.start())
        if mark == ".":
            self.point = found.start()
            top.state = _State.STEP
        elif mark == "," and top.kind == "object":
            top.state = _State.START
        else:
            top.state = _State.AFTER if mark == "..." else _State.OPERAND
        return found.end()

    # --- brackets -------------------------------------------------------------------------

    def _parenthesis(self, found: re.Match[str]) -> int:
        at = found.start()
        if self.top.state is not _State.NAME:
            self._operand(at)
        self._push("(", at, _State.OPERAND)
        return found.end()

    def _bracket(self, found: re.Match[str]) -> int:
        at = found.start()
        if self.top.state not in _FOLLOWS:
            self._operand(at)
            return self._collection("[", "[", at)
        if splat := tokens.SPLAT.match(self.source, at):
            self._blank(*splat.span())
            self.masked[at : at + 3] = "[*]"
            self.top.state = _State.AFTER
            return splat.end()
        self._push("index", at, _State.OPERAND)
        return found.end()

    def _brace(self, found: re.Match[str]) -> int:
        at, top = found.start(), self.top
        if top.state is not _State.HEADER:
            self._operand(at)
            return self._collection("object", "for", at)
        if top.one_line:
            raise self._error(at, "a nested block must be on a line of its own")
        self._push("body", at, _State.OPENED)
        return found.end()

    def _collection(self, kind: str, kind_of_for: str, at: int) -> int:
        """A list or an object, or what a ``for`` makes of another."""
        introduction = tokens.FOR.match(self.source, at + 1)
        if introduction is None:
            self._push(kind, at, _State.OPERAND if kind == "[" else _State.START)
            return at + 1
        self._push(kind_of_for, at, _State.OPERAND).is_for = True
        self._blank(at + 1, introduction.end())
        found = self._for(introduction.end() - len("for"))
        masked = self.masked
        masked[found.start() : found.start() + 3] = "for"
        masked[found.end() - 2 : found.end()] = "in"
        for group in (1, 3):
            if found[group]:
                masked[slice(*found.span(group))] = found[group]
                self._mask_name(*found.span(group))
        if found[2]:
            masked[found.start(2)] = ","
        return found.end()

    def _for(self, at: int) -> re.Match[str]:
        """Blank ``for k, v in``, which begins at ``at``."""
        found = tokens.FOR_NAMES.match(self.source, at)
        if found is None:
            raise self._unexpected(at)
        self._blank(*found.span())
        return found

    def _close(self, found: re.Match[str]) -> int:
        at, top = found.end() - 1, self.top
        trims = found[0] == "~}"
        if top.kind not in _CLOSES[self.source[at]] or (trims and top.kind not in _SEQUENCES):
            raise self._mismatch(found[0], found.start())
        if self.waiting or top.state is _State.STEP:
            raise self._unexpected(found.start())
        if top.kind == "body":
            self._end_body(top, at)
        self.stack.pop()
        if top.kind in _SEQUENCES:
            self._blank(found.start(), at)
            self.masked[at] = ")"
            self._sequence(top.kind, top.start, found.end(), trims, top.names)
        self.top.state = _State.AFTER
        return found.end()

    def _end_body(self, body: _Open, at: int) -> None:
        if body.state in (_State.OPENED, _State.START) or (body.one_line and body.state in _FOLLOWS):
            return
        raise self._misplaced(at) if body.state in _FOLLOWS else self._unexpected(at)

    # --- templates --------------------------------------------------------------------------

    def _quote(self, found: re.Match[str]) -> int:
        at = found.start()
        if self.top.state is _State.HEADER:
            return self._label(at)
        self._operand(at)
        self._push('"', at, _State.OPERAND)
        self.masked[at] = "["
        return found.end()

    def _label(self, at: int) -> int:
        text = tokens.STRING_TEXT.match(self.source, at + 1)
        if text is None or text[1] != '"':
            interpolated = text is not None and text[1] in ("$", "%")
            what = "a label cannot hold an interpolation" if interpolated else _UNCLOSED_STRING
            raise self._error(at, what)
        self.masked[at + 1 : text.end() - 1] = "_" * (text.end() - at - 2)
        return text.end()

    def _heredoc(self, found: re.Match[str]) -> int:
        self._operand(found.start())
        self._push("<<", found.start(), _State.OPERAND).mark = found["mark"]
        self._blank(*found.span())
        self.masked[found.start()] = "["
        return found.end()

    def _text(self, pos: int) -> int:
        """Go on in a template, to its end or into its next sequence."""
        top = self.top
        if top.kind == '"':
            return self._quoted_text(pos, top)
        end, line = len(self.source), None
        if top.kind == "<<":
            # An end mark inside a sequence is none, so it is looked for anew after each.
            line = self.end_marks.after(top.mark, pos - 1)
            if line is None:
                raise self._error(top.start, "the heredoc is not closed")
            end = line.start() + 1
        found = tokens.HEREDOC_TEXT.match(self.source, pos, end)
        stop = found.start(1) if found and found[1] else end
        for each in tokens.LINE.finditer(self.source, pos, stop):
            value = unescape_heredoc(each[0])
            top.parts.append(Text(value, self.base + each.start(), self.base + each.end()))
        self._blank(pos, stop)
        if stop < end:
            return self._begin_sequence(stop, top)
        if line is None:
            return end
        self._blank(*line.span(1))
        return self._end_template(top, line.end(1))

    def _quoted_text(self, pos: int, top: _Open) -> int:
        found = tokens.STRING_TEXT.match(self.source, pos)
        if found is None or found[1] in "\\\r\n":
            raise self._error(top.start, _UNCLOSED_STRING)
        stop = found.start(1)
        if stop > pos:
            try:
                value = unescape(self.source[pos:stop])
            except EscapeError as error:
                raise self._error(pos + error.offset, str(error)) from None
            top.parts.append(Text(value, self.base + pos, self.base + stop))
            self._blank(pos, stop)
        return self._end_template(top, found.end()) if found[1] == '"' else self._begin_sequence(stop, top)

    def _end_template(self, top: _Open, end: int) -> int:
        self.masked[end - 1] = "]"
        self.templates[top.start] = tuple(top.parts)
        self.stack.pop()
        self.top.state = _State.AFTER
        return end

    def _begin_sequence(self, at: int, template: _Open) -> int:
        """``${``, ``%{`` or what of a directive has no expression in it; the offset after it."""
        source = self.source
        inside = at + 3 if source.startswith("~", at + 2) else at + 2
        kind = "insert"
        names: tuple[str, ...] = ()
        if source[at] == "%":
            if bare := tokens.BARE_DIRECTIVE.match(source, inside):
                self._blank(at, bare.end())
                self._sequence(bare[1], at, bare.end(), bare[2] == "~")
                return bare.end()
            directive = tokens.DIRECTIVE.match(source, inside)
            if directive is None:
                raise self._error(at, "not a template directive")
            kind, inside = directive[1], directive.end()
            if kind == "for":
                found = self._for(inside - len("for"))
                kind, inside = "for_each", found.end()
                names = tuple(name for name in found.group(1, 3) if name)
        self._blank(at, inside)
        self.masked[at : at + 2] = ",(" if template.inserts else " ("
        template.inserts = True
        self._push(kind, at, _State.OPERAND).names = names
        return inside

    def _sequence(self, kind: str, start: int, end: int, trims: bool, names: tuple[str, ...] = ()) -> None:
        trims_before = self.source.startswith("~", start + 2)
        part = Sequence(kind, self.base + start, self.base + end, trims_before, trims, names)
        self.top.parts.append(part)

    # --- errors -----------------------------------------------------------------------------

    def _error(self, at: int, message: str) -> InputError:
        return self.lines.error(self.base + at, message)

    def _unexpected(self, at: int) -> InputError:
        return unexpected(self.lines, self.base, self.source, at)

    def _misplaced(self, at: int) -> InputError:
        """What begins here may, but not directly behind what stands before it."""
        top = self.top
        if top.kind == "body" and top.state in _FOLLOWS:
            return self._error(at, "a newline is missing before this")
        if top.kind == "object" and top.state in _FOLLOWS:
            return self._error(at, "a comma or a newline is missing before this")
        return self._unexpected(at)

    def _mismatch(self, mark: str, at: int) -> InputError:
        top = self.top
        if len(self.stack) == 1:
            return self._error(at, f"`{mark}` closes nothing")
        line = self.lines.position(self.base + top.start).line
        return self._error(at, f"`{mark}` does not close the {self._called(top)} of line {line}")

    def _called(self, opened: _Open) -> str:
        named = {'"': "string", "<<": "heredoc"}
        return named.get(opened.kind) or f"`{_SPELLED.get(opened.kind, opened.kind)}`"

    _HANDLERS: ClassVar[dict[str, Callable[[_Masker, re.Match[str]], int]]] = {
        "space": _space,
        "newline": _newline,
        "name": _name,
        "number": _number,
        "quote": _quote,
        "mark": _heredoc,
        "close": _close,
        "parenthesis": _parenthesis,
        "bracket": _bracket,
        "brace": _brace,
        "operator": _operator,
        "punctuation": _mark,
    }


_UNCLOSED_STRING = "the string is not closed on its line"
