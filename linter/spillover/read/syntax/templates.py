"""Templates, which are quoted strings, heredocs and whole texts: from their parts to an expression.

HCL native syntax specification, "Templates" and "Template Expressions"; where that is silent
its parser (hcl/hclsyntax/parser_template.go), 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as Several
from dataclasses import field, replace
from typing import TypeAlias

from spillover.read.lines import Lines
from spillover.read.syntax.expression import Conditional, Expression, For, Join, Literal, Template
from spillover.read.syntax.tokens import DEEPEST
from spillover.records import dataclass

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))|\$\$\{|%%\{", re.DOTALL)
_MEANT = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
# What Unicode calls white space, which is not quite what Python's strip() takes away.
_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


class EscapeError(ValueError):
    """A backslash that begins no escape sequence, at ``offset`` in the text."""

    def __init__(self, offset: int) -> None:
        super().__init__("not an escape sequence")
        self.offset = offset


def unescape(text: str) -> str:
    """The text that a quoted string's literal part stands for.

    Raises:
        EscapeError: it holds something that only looks like an escape sequence.
    """

    def meant(match: re.Match[str]) -> str:
        short, long, simple = match.groups()
        if simple in _MEANT:
            return _MEANT[simple]
        if match[0][0] != "\\":  # an escaped interpolation or directive
            return match[0][1:]
        code = int(short or long or "-1", 16)
        if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise EscapeError(match.start())
        return chr(code)

    return _ESCAPE.sub(meant, text)


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text; in a heredoc never more than one line, which is what strip markers reach."""

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """An interpolation, ``insert``, or a directive: ``if``, ``else``, ``endif``, ``for_each``, ``endfor``.

    Strip markers take the white space of the text beside it away. ``names`` are those of a loop.
    """

    kind: str
    start: int
    end: int
    trims_before: bool = False
    trims_after: bool = False
    names: tuple[str, ...] = ()


Part: TypeAlias = Text | Sequence


def unescape_heredoc(text: str) -> str:
    """The text that the literal part of a heredoc stands for: it knows no backslash."""
    return text.replace("$${", "${").replace("%%{", "%{")


@dataclass(slots=True)
class _Level:
    """The content of a directive that is not closed yet, or of the template itself."""

    opening: Sequence | None = None
    head: Expression | None = None
    then: Expression | None = None
    content_start: int = 0
    content: list[Expression] = field(default_factory=list)


def template(
    lines: Lines,
    parts: Several[Part],
    expressions: Iterator[Expression],
    start: int,
    end: int,
    *,
    flush: bool,
) -> Expression:
    """The expression that a template stands for: a literal, a template, or what stands in it alone.

    ``expressions`` are those of the sequences that hold one, in order. With ``flush`` the
    indentation that all lines have in common is taken away.

    Raises:
        InputError: at a directive without its end, or an end without its directive.
    """
    trimmed = _trimmed(parts)
    melded = list(_melded(_flush(trimmed) if flush else trimmed))
    if len(melded) == 1 and isinstance(melded[0], Sequence) and melded[0].kind == "insert":
        return next(expressions)
    content = _assembled(lines, melded, expressions)
    if not content:
        return Literal("", start, end)
    if len(content) == 1 and isinstance(melded[0], Text):
        return Literal(melded[0].value, start, end)
    return Template(tuple(content), start, end)


def _assembled(lines: Lines, parts: list[Part], expressions: Iterator[Expression]) -> list[Expression]:
    """The parts, in which each directive and what it encloses have become one."""
    levels = [_Level()]
    for part in parts:
        level = levels[-1]
        if isinstance(part, Text):
            level.content.append(Literal(part.value, part.start, part.end))
        elif part.kind == "insert":
            level.content.append(next(expressions))
        elif part.kind in ("if", "for_each"):
            if len(levels) > DEEPEST:
                raise lines.error(part.start, "nested too deeply")
            levels.append(_Level(part, next(expressions), content_start=part.end))
        elif part.kind == "else" and _encloses(level, "if") and level.then is None:
            level.then = _branch(level, part.start)
            level.content, level.content_start = [], part.end
        elif closed := _closed(level, part):
            levels.pop()
            levels[-1].content.append(closed)
        else:
            raise lines.error(part.start, f"the directive `{part.kind}` belongs to nothing")
    if (opening := levels[-1].opening) is not None:
        word = "if" if opening.kind == "if" else "for"
        raise lines.error(opening.start, f"the directive `{word}` is not closed")
    return levels[0].content


def _encloses(level: _Level, kind: str) -> bool:
    return level.opening is not None and level.opening.kind == kind


def _closed(level: _Level, end: Sequence) -> Expression | None:
    """What a directive is with all that it encloses; None where it is not the one that ``end`` closes."""
    if level.opening is None or level.head is None:
        return None
    start, content = level.opening.start, _branch(level, end.start)
    if end.kind == "endif" and level.opening.kind == "if":
        if level.then is None:
            return Conditional(level.head, content, Literal("", end.start, end.start), start, end.end)
        return Conditional(level.head, level.then, content, start, end.end)
    if end.kind == "endfor" and level.opening.kind == "for_each":
        loop = For(level.opening.names, level.head, content, start=start, end=end.end)
        return Join(loop, start, end.end)
    return None


def _branch(level: _Level, end: int) -> Expression:
    """What a directive encloses is text, even where it is one interpolation alone."""
    start, content = level.content_start, level.content
    if not content:
        return Literal("", start, end)
    if len(content) == 1 and isinstance(content[0], Literal) and content[0].start == start:
        return content[0]
    return Template(tuple(content), start, end)


def _melded(parts: list[Part]) -> Iterator[Part]:
    """The parts, neighbouring lines of text melded into one."""
    melded: Text | None = None
    for part in parts:
        if isinstance(part, Text):
            melded = part if melded is None else Text(melded.value + part.value, melded.start, part.end)
            continue
        if melded:
            yield melded
        melded = None
        yield part
    if melded:
        yield melded


def _trimmed(parts: Several[Part]) -> list[Part]:
    """The parts, where strip markers have taken the white space of the text beside them away."""
    trimmed: list[Part] = []
    for part, before, after in zip(parts, [None, *parts], [*parts[1:], None], strict=False):
        if isinstance(part, Text):
            if isinstance(before, Sequence) and before.trims_after:
                part = replace(part, value=part.value.lstrip(_SPACE))
            if isinstance(after, Sequence) and after.trims_before:
                part = replace(part, value=part.value.rstrip(_SPACE))
        trimmed.append(part)
    return trimmed


def _flush(parts: list[Part]) -> list[Part]:
    """Take away the indentation that all lines have in common ("flush" heredocs).

    As Terraform does it, which is after trimming: a line of spaces alone neither counts nor
    changes, and a line whose end was trimmed away goes on in the next.
    """
    first: dict[int, int] = {}
    at_line_start = True
    for index, part in enumerate(parts):
        text = part.value if isinstance(part, Text) else ""
        bare = text.lstrip(_SPACE)
        if at_line_start and (bare or not text.endswith("\n")):
            first[index] = len(text) - len(bare)
        at_line_start = text.endswith("\n")
    width = min(first.values(), default=0)
    return [
        replace(part, value=part.value[width:]) if index in first and isinstance(part, Text) else part
        for index, part in enumerate(parts)
    ]
