"""A block line by line, without masking: what ``terraform fmt`` leaves of most, in a fifth of the time.

A line sets a name to a text, a number, a name with attributes or a list of such, or to another
expression that ends on it or in its brackets, which is parsed by itself; or it opens or closes a block.
What is anything else, or nothing right, is left to the masker and the parser. The tests hold both
to the same trees.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), 2026-05.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from spillover.read.lines import Lines
from spillover.read.syntax.expression import (
    Attribute,
    Body,
    Expression,
    Literal,
    NestedBlock,
    Setting,
    Tuple,
    Variable,
)
from spillover.read.syntax.scan import BrokenError, Scanner
from spillover.read.syntax.shapes import exact_number
from spillover.read.syntax.usual import TEXT

Parse: TypeAlias = Callable[[str, int], Expression]
"""Parses an expression that begins at the offset in the file."""

_NAME = r"[A-Za-z_][A-Za-z0-9_-]*+"
_NUMBER = r"[0-9]++(?:\.[0-9]++)?"
_WORDS = rf"{_NAME}(?:\.{_NAME})*"
_ATOM = rf'"(?P<text>{TEXT})"|(?P<number>{_NUMBER})|(?P<words>{_WORDS})'
_END = r"[ \t]*+(?:(?:\#|//)[^\r\n]*+)?(?:\n|\Z)"
_LINE = re.compile(
    rf"""
    [ \t]*+ (?:
      (?P<name> {_NAME} ) [ \t]*+ (?:
          = [ \t]*+ (?: (?: {_ATOM} ) {_END} | (?P<other>) )
        | (?P<labels> (?: "{TEXT}" [ \t]*+ )* ) (?P<opens> \{{ ) {_END}
      )
    | (?P<closes> \}} ) {_END}
    | {_END}
    )""",
    re.VERBOSE,
)
_LABEL = re.compile(rf'"({TEXT})"')
_BARE_ATOM = rf'(?:"{TEXT}"|{_NUMBER}|{_WORDS})'
_LIST = re.compile(rf"(?P<list>\[[ \t]*+(?:{_BARE_ATOM}[ \t]*+(?:,[ \t]*+|(?=\])))*\]){_END}")
_ITEM = re.compile(_ATOM)
_AFTER = re.compile(_END)
_LITERALS = {"true": True, "false": False, "null": None}
_KEYWORDS = {*_LITERALS, "for", "if", "in", "else", "endif", "endfor", "for_each"}

DEEPEST_BLOCK = 20
MOST_ATTRIBUTES = 20
"""Blocks in one another, and attributes behind a name, beyond which others look after the limits."""


class OtherFormError(Exception):
    """A block that is not read line by line."""


class LineParser:
    """Reads a source that begins at ``base`` in its file.

    ``parse`` is asked for expressions of other forms; what it raises goes through.
    """

    def __init__(self, source: str, base: int, parse: Parse) -> None:
        self.source, self.base, self.parse = source, base, parse
        self.pos = 0

    def block(self) -> NestedBlock:
        """The one block that the source holds.

        Raises:
            OtherFormError: the source has another form, or is nothing right.
        """
        found = _LINE.match(self.source)
        if found is None or found["opens"] is None:
            raise OtherFormError
        block = self._block(found, 1)
        if self.pos != len(self.source):
            raise OtherFormError
        return block

    def _block(self, header: re.Match[str], depth: int) -> NestedBlock:
        if depth > DEEPEST_BLOCK:
            raise OtherFormError
        self.pos = header.end()
        settings: dict[str, Setting] = {}
        blocks: list[NestedBlock] = []
        while (found := self._line())["closes"] is None:
            if found.lastgroup == "opens":
                blocks.append(self._block(found, depth + 1))
            elif found.lastgroup is not None:
                setting = self._setting(found)
                if setting.name in settings:
                    raise OtherFormError
                settings[setting.name] = setting
        labels, body = tuple(_LABEL.findall(header["labels"])), Body(settings, tuple(blocks))
        start, header_end = self.base + header.start("name"), self.base + header.end("opens")
        return NestedBlock(header["name"], labels, body, start, header_end, self.base + found.end("closes"))

    def _line(self) -> re.Match[str]:
        """The next line, which is passed over; of a setting of another form, its part before the value."""
        found = _LINE.match(self.source, self.pos)
        if found is None or self.pos == len(self.source):
            raise OtherFormError
        self.pos = found.end()
        return found

    def _setting(self, line: re.Match[str]) -> Setting:
        name, start = line["name"], self.base + line.start("name")
        value = self._list() if line.lastgroup == "other" else self._atom(line)
        if value is not None:
            return Setting(name, value, start, value.end)
        text, at = self._other()
        # Its end may be beyond that of the expression, which parentheses are no part of.
        return Setting(name, self.parse(text, at), start, at + len(text))

    def _atom(self, found: re.Match[str]) -> Expression:
        """A text, a number, or a name with attributes."""
        kind = found.lastgroup or ""
        start, end = self.base + found.start(kind), self.base + found.end(kind)
        if kind == "text":
            return Literal(found[kind], start - 1, end + 1)
        if kind == "number":
            number = exact_number(found[kind])
            if number is None:
                raise OtherFormError
            return Literal(number, start, end)
        name, *attributes = found[kind].split(".")
        if len(attributes) > MOST_ATTRIBUTES:
            raise OtherFormError
        if name in _KEYWORDS:
            if attributes or name not in _LITERALS:
                raise OtherFormError
            return Literal(_LITERALS[name], start, end)
        end = start + len(name)
        expression: Expression = Variable(name, start, end)
        for each in attributes:
            end += 1 + len(each)
            expression = Attribute(expression, each, start, end)
        return expression

    def _list(self) -> Expression | None:
        """A list of such on one line."""
        found = _LIST.match(self.source, self.pos)
        if found is None:
            return None
        start, end = found.span("list")
        self.pos = found.end()
        items = tuple(map(self._atom, _ITEM.finditer(self.source, start, end)))
        return Tuple(items, self.base + start, self.base + end)

    def _other(self) -> tuple[str, int]:
        """The text and the place of another expression, up to the end of the line of its last bracket."""
        start = self.pos
        self._scanner.begin(start)
        try:
            end = self._scanner.value(start)
        except BrokenError:
            raise OtherFormError from None
        after = _AFTER.match(self.source, end)
        if after is None or "/*" in self.source[start:end]:  # its end may be that of a comment
            raise OtherFormError
        self.pos = after.end()
        return self.source[start:end].rstrip(" \t"), self.base + start

    @cached_property
    def _scanner(self) -> Scanner:
        return Scanner(Lines("", self.source))
