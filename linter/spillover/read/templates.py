"""Quoted strings and heredocs as templates: literal text and interpolations.

HCL native syntax specification, "Templates" and "Template Expressions"; where that is silent
its parser (hcl/hclsyntax/parser_template.go), 2026-05. python-hcl2 gives a heredoc as one
opaque token, so it is taken apart here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from spillover.read.expression import Expression, Literal, Opaque, Template
from spillover.read.lines import Lines

Parse: TypeAlias = Callable[[Lines, str, int], Expression]

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))|\$\$\{|%%\{", re.DOTALL)
_MEANT = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
_SEQUENCE = re.compile(r"[$%]\{")
_INSIDE = re.compile(r'\\.|[$%]\{|["{}]', re.DOTALL)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


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
class Inserted:
    """An interpolation or directive; strip markers take the white space of the text beside it away."""

    expression: Expression
    trims_before: bool = False
    trims_after: bool = False


Part: TypeAlias = Text | Inserted


def inserted(lines: Lines, expression: Expression, start: int, end: int) -> Inserted:
    """The part that an interpolation or directive is; ``start`` is that of its ``${``."""
    return Inserted(expression, lines.text[start + 2] == "~", lines.text[end - 2] == "~")


def quoted(parts: list[Part], start: int, end: int) -> Expression:
    """The expression that a quoted string stands for."""
    return _joined(_trimmed(parts), start, end)


def heredoc(lines: Lines, token: str, start: int, parse: Parse) -> Expression:
    """A heredoc from its introduction to its end mark; ``<<-`` takes the common indentation away.

    ``token`` is as long as the heredoc, but its interpolations are as the parser likes them.
    """
    introduction, _, rest = token.partition("\n")
    body = len(introduction) + 1
    end = body + rest.rstrip().rfind("\n") + 1  # the last line is the end mark
    parts = _trimmed(list(_parts(lines, token[:end], body, start, parse, lines.text[start:])))
    if introduction.startswith("<<-"):
        parts = _flush(parts)
    return _joined(parts, start, start + len(lines.text[start : start + len(token)].rstrip()))


def whole(lines: Lines, text: str, base: int, parse: Parse) -> Expression:
    """The template that a whole text is, by the rules of a heredoc; an interpolation alone is its value."""
    parts = _trimmed(list(_parts(lines, text, 0, base, parse, text)))
    if len(parts) == 1 and isinstance(parts[0], Inserted):
        return parts[0].expression
    return _joined(parts, base, base + len(text))


def _joined(parts: list[Part], start: int, end: int) -> Expression:
    """A literal where no part is an interpolation, else a template."""
    if all(isinstance(part, Text) for part in parts):
        return Literal("".join(part.value for part in parts if isinstance(part, Text)), start, end)
    return Template(tuple(_expressions(parts)), start, end)


def _expressions(parts: list[Part]) -> Iterator[Expression]:
    """The parts, neighbouring lines of text melded into one."""
    melded: Text | None = None
    for part in parts:
        if isinstance(part, Text):
            melded = part if melded is None else Text(melded.value + part.value, melded.start, part.end)
            continue
        if melded:
            yield Literal(melded.value, melded.start, melded.end)
        melded = None
        yield part.expression
    if melded:
        yield Literal(melded.value, melded.start, melded.end)


def _trimmed(parts: list[Part]) -> list[Part]:
    """The parts, where strip markers have taken the white space of the text beside them away."""
    trimmed: list[Part] = []
    for part, before, after in zip(parts, [None, *parts], [*parts[1:], None], strict=False):
        if isinstance(part, Text):
            if isinstance(before, Inserted) and before.trims_after:
                part = replace(part, value=part.value.lstrip())
            if isinstance(after, Inserted) and after.trims_before:
                part = replace(part, value=part.value.rstrip())
        trimmed.append(part)
    return trimmed


def _parts(lines: Lines, token: str, here: int, base: int, parse: Parse, text: str) -> Iterator[Part]:
    """The parts of a heredoc's body, which begins at ``here`` in its token, and ends with it."""
    while match := _SEQUENCE.search(token, here):
        if match.start() > here and token[match.start() - 1] == match[0][0]:
            yield from _texts(text, base, here, match.end())
            here = match.end()
            continue
        yield from _texts(text, base, here, match.start())
        here = _closing(token, match.end())
        start, end = base + match.start(), base + here
        expression: Expression = Opaque("template directive", start, end)
        if match[0] == "${":
            expression = parse(lines, _untrimmed(token[match.end() : here - 1]), base + match.end())
        before, after = text[match.start() + 2 : match.start() + 3], text[here - 2 : here - 1]
        yield Inserted(expression, before == "~", after == "~")
    yield from _texts(text, base, here, len(token))


def _untrimmed(inside: str) -> str:
    inside = " " + inside[1:] if inside.startswith("~") else inside
    return inside[:-1] + " " if inside.endswith("~") else inside


def _texts(text: str, base: int, start: int, end: int) -> Iterator[Text]:
    """A heredoc's text, line by line. It knows no backslash escapes."""
    for line in _LINE.finditer(text, start, end):
        yield Text(line[0].replace("$${", "${").replace("%%{", "%{"), base + line.start(), base + line.end())


def _closing(text: str, start: int) -> int:
    """The offset after the brace that closes an interpolation whose content begins at ``start``."""
    open_scopes = ["{"]
    for match in _INSIDE.finditer(text, start):
        mark = match[0]
        in_string = open_scopes[-1] == '"'
        if mark == '"':
            if in_string:
                open_scopes.pop()
            else:
                open_scopes.append('"')
        elif mark in ("${", "%{") or (mark == "{" and not in_string):
            open_scopes.append("{")
        elif mark == "}" and not in_string:
            open_scopes.pop()
            if not open_scopes:
                return match.end()
    return len(text)  # a heredoc inside, whose text is no HCL, led astray


def _flush(parts: list[Part]) -> list[Part]:
    """Take away the indentation that all lines have in common ("flush" heredocs).

    As Terraform does it, which is after trimming: a line of spaces alone neither counts nor
    changes, and a line whose end was trimmed away goes on in the next.
    """
    first: dict[int, int] = {}
    at_line_start = True
    for index, part in enumerate(parts):
        text = part.value if isinstance(part, Text) else ""
        bare = text.lstrip()
        if at_line_start and (bare or not text.endswith("\n")):
            first[index] = len(text) - len(bare)
        at_line_start = text.endswith("\n")
    width = min(first.values(), default=0)
    return [
        replace(part, value=part.value[width:]) if index in first and isinstance(part, Text) else part
        for index, part in enumerate(parts)
    ]
