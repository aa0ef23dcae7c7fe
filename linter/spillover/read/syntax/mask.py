"""What a parser is given: a text as long as the source, without what it stumbles over.

python-hcl2 knows expressions and their precedence well, but neither where a newline ends one, nor the
inside of templates. So this goes over the source first, token by token, and knows at each of them
whether an operand or an operator must follow. What it masks keeps its length, and whoever reads
the parser's tree looks the meaning up in the source:

- Comments, and newlines that HCL ignores, are spaces.
- A template, quoted or heredoc, is a list of what is inserted: ``"a${b}c"`` is ``[  (b) ]``.
- Unary operators are spaces; a minus with two operands is a plus, since ``-1.5`` is a number there.
- Names that are not ASCII, that have a namespace or are keywords elsewhere, are underscores, and
  numbers are zeros.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), and where that is silent its
parser and scanner (hcl/hclsyntax/parser.go, scan_tokens.rl), 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from spillover.read.lines import Lines
from spillover.read.syntax import mask_templates, mask_tokens
from spillover.read.syntax.masking import (
    FOLLOWS,
    RESERVED,
    SENSITIVE,
    SEQUENCES,
    TEMPLATES,
    Masking,
    Open,
    State,
)
from spillover.read.syntax.templates import Sequence, Text
from spillover.read.syntax.tokens import DEEPEST
from spillover.records import dataclass


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
    return _run(Masking(lines, source, base, Open("body", 0, State.START)))


def masked_expression(lines: Lines, source: str, base: int) -> Masked:
    """One expression, over as many lines as it likes.

    Raises:
        InputError: as :func:`masked_body` does.
    """
    return _run(Masking(lines, source, base, Open("whole", 0, State.OPERAND)))


def masked_template(lines: Lines, source: str, base: int) -> Masked:
    """A template that is the whole source.

    Raises:
        InputError: as :func:`masked_body` does.
    """
    return _run(Masking(lines, source, base, Open("template", -1, State.OPERAND)))


def _run(work: Masking) -> Masked:
    pos = 1 if work.source.startswith("\ufeff") else 0
    work.blank(0, pos)
    while pos < len(work.source):
        pos = mask_templates.text(work, pos) if work.top.kind in TEMPLATES else _token(work, pos)
    root = work.top
    if len(work.stack) > 1:
        raise work.error(root.start, f"the {work.called(root)} is not closed")
    if root.state in (State.STEP, State.HEADER) or (root.kind == "body" and work.wants_operand()):
        raise work.unexpected(len(work.source))
    if root.kind == "template":
        work.templates[-1] = tuple(root.parts)
    return Masked("".join(work.masked), work.templates, work.prefixes)


def _token(work: Masking, pos: int) -> int:
    found = mask_tokens.TOKEN.match(work.source, pos)
    if found is None:
        raise work.unexpected(pos)
    return _HANDLERS[found.lastgroup or ""](work, found)


def _space(work: Masking, found: re.Match[str]) -> int:
    work.blank(*found.span())
    return found.end()


def _newline(work: Masking, found: re.Match[str]) -> int:
    """Spec, "Expression Terms", "Collection Values": inside ( ), [ ] and templates it is a space."""
    at, top = found.start(), work.top
    if top.kind not in SENSITIVE:
        work.blank(at, at + 1)
    elif top.state is State.HEADER and mask_tokens.BRACE_BELOW.match(work.source, at):
        raise work.error(at, "a block's opening brace must be on the line of its type")
    elif top.state in (State.HEADER, State.OPERAND, State.STEP) or top.one_line:
        raise work.unexpected(at)
    else:
        top.state = State.START
    return at + 1


def _name(work: Masking, found: re.Match[str]) -> int:
    at, end, top = found.start(), found.end(), work.top
    if top.kind in SENSITIVE and "\n" in found[0]:  # in a namespace
        raise work.unexpected(found.start() + found[0].index("\n"))
    if top.kind == "body" and top.state in (State.OPENED, State.START):
        top.one_line = top.state is State.OPENED
        top.state = State.HEADER
    elif top.state is State.STEP:
        top.state = State.AFTER
    elif top.state in FOLLOWS and top.is_for and found[0] == "if":
        top.state = State.OPERAND
        return end
    elif top.state is not State.HEADER:
        work.operand(at)
        top.state = State.NAME
        if found[0] in RESERVED:
            return end
    work.mask_name(at, end)
    return end


def _number(work: Masking, found: re.Match[str]) -> int:
    at = found.start()
    if not mask_tokens.NUMBER.fullmatch(found[0]):
        raise work.error(at, "not a number")
    if work.top.state is State.STEP:
        if "." in found[0]:
            raise work.error(at, "two indexes after points in a row; they are written in brackets")
    else:
        work.operand(at)
    work.masked[at : found.end()] = "0" * len(found[0])
    work.top.state = State.AFTER
    return found.end()


def _operator(work: Masking, found: re.Match[str]) -> int:
    at, operator, top = found.start(), found[0], work.top
    if work.wants_operand() and operator in ("-", "!"):
        work.waiting.append(at)
        work.blank(at, at + 1)
        if len(work.waiting) > DEEPEST:
            raise work.error(at, "nested too deeply")
    elif operator == "*" and top.state is State.STEP:
        # python-hcl2 wants the point and the star of a splat without a gap.
        work.blank(work.point, at)
        work.masked[at - 1] = "."
        top.state = State.AFTER
        return found.end()
    elif top.state not in FOLLOWS or operator == "!":
        raise work.unexpected(at)
    elif operator == "-":
        work.masked[at] = "+"
    top.state = State.OPERAND
    return found.end()


def _punctuation(work: Masking, found: re.Match[str]) -> int:
    """Punctuation that follows an operand."""
    mark, top = found[0], work.top
    if mark == "=" and top.state is State.HEADER:
        top.state = State.OPERAND
        return found.end()
    if top.state not in FOLLOWS or (top.kind == "body" and mark in ("=", ",")):
        raise work.unexpected(found.start())
    if mark == ".":
        work.point = found.start()
        top.state = State.STEP
    elif mark == "," and top.kind == "object":
        top.state = State.START
    else:
        top.state = State.AFTER if mark == "..." else State.OPERAND
    return found.end()


def _parenthesis(work: Masking, found: re.Match[str]) -> int:
    at = found.start()
    if work.top.state is not State.NAME:
        work.operand(at)
    work.push("(", at, State.OPERAND)
    return found.end()


def _bracket(work: Masking, found: re.Match[str]) -> int:
    at = found.start()
    if work.top.state not in FOLLOWS:
        work.operand(at)
        return _collection(work, "[", "[", at)
    if splat := mask_tokens.SPLAT.match(work.source, at):
        work.blank(*splat.span())
        work.masked[at : at + 3] = "[*]"
        work.top.state = State.AFTER
        return splat.end()
    work.push("index", at, State.OPERAND)
    return found.end()


def _brace(work: Masking, found: re.Match[str]) -> int:
    at, top = found.start(), work.top
    if top.state is not State.HEADER:
        work.operand(at)
        return _collection(work, "object", "for", at)
    if top.one_line:
        raise work.error(at, "a nested block must be on a line of its own")
    work.push("body", at, State.OPENED)
    return found.end()


def _collection(work: Masking, kind: str, kind_of_for: str, at: int) -> int:
    """A list or an object, or what a ``for`` makes of another."""
    introduction = mask_tokens.FOR.match(work.source, at + 1)
    if introduction is None:
        work.push(kind, at, State.OPERAND if kind == "[" else State.START)
        return at + 1
    work.push(kind_of_for, at, State.OPERAND).is_for = True
    work.blank(at + 1, introduction.end())
    found = work.loop(introduction.end() - len("for"))
    masked = work.masked
    masked[found.start() : found.start() + 3] = "for"
    masked[found.end() - 2 : found.end()] = "in"
    for group in (1, 3):
        if found[group]:
            masked[slice(*found.span(group))] = found[group]
            work.mask_name(*found.span(group))
    if found[2]:
        masked[found.start(2)] = ","
    return found.end()


_CLOSES: dict[str, tuple[str, ...]] = {
    ")": ("(",),
    "]": ("[", "index"),
    "}": ("body", "object", "for", *SEQUENCES),
}


def _close(work: Masking, found: re.Match[str]) -> int:
    at, top = found.end() - 1, work.top
    trims = found[0] == "~}"
    closes = _CLOSES[work.source[at]] if len(work.stack) > 1 else ()
    if top.kind not in closes or (trims and top.kind not in SEQUENCES):
        raise work.mismatch(found[0], found.start())
    if work.waiting or top.state is State.STEP:
        raise work.unexpected(found.start())
    if top.kind == "body":
        _end_body(work, top, at)
    work.stack.pop()
    if top.kind in SEQUENCES:
        work.blank(found.start(), at)
        work.masked[at] = ")"
        mask_templates.sequence(work, top.kind, top.start, found.end(), trims, top.names)
    work.top.state = State.AFTER
    return found.end()


def _end_body(work: Masking, body: Open, at: int) -> None:
    if body.state in (State.OPENED, State.START) or (body.one_line and body.state in FOLLOWS):
        return
    raise work.misplaced(at) if body.state in FOLLOWS else work.unexpected(at)


_HANDLERS: dict[str, Callable[[Masking, re.Match[str]], int]] = {
    "space": _space,
    "newline": _newline,
    "name": _name,
    "number": _number,
    "quote": mask_templates.quote,
    "mark": mask_templates.heredoc,
    "close": _close,
    "parenthesis": _parenthesis,
    "bracket": _bracket,
    "brace": _brace,
    "operator": _operator,
    "punctuation": _punctuation,
}
