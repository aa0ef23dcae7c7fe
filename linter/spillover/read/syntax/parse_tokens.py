"""The tokens of a masked text, one after the other: what our parser stands on.

What the masker leaves is a small language: names, zeros, brackets and operators, in which it has found
where operands and newlines may stand. Whatever is not plainly right in it is refused, and then
python-hcl2, whose grammar our parser follows rule by rule, has the last word about it. The
tests compare what both make of a text.

Source: "HCL Native Syntax Specification" (hcl/hclsyntax/spec.md), 2026-05; hcl2.lark of python-hcl2 8.1.
"""

from __future__ import annotations

import re

from spillover.read.syntax.mask import Masked
from spillover.read.syntax.tokens import DEEPEST


class RefusedError(Exception):
    """A text that is left to python-hcl2."""


_TOKEN = re.compile(
    r"""
    [ \t\r]*+ (?:
      (?P<name> [A-Za-z_][A-Za-z0-9_-]*+ )
    | (?P<number> 0++ )
    | (?P<label> "_*+" )
    | (?P<mark> \.\.\. | \.\* | \[\*\] | => | == | != | <= | >= | && | \|\| | [-+*/%<>?:=.,(){}\[\]\n] )
    | (?P<end> \Z )
    )""",
    re.VERBOSE,
)
_KEYWORDS = {"for", "in", "if"}  # the masker has left these words where they are ones


class Tokens:
    """The tokens of a source, of which ``kind`` is the next one: its mark, or what else it is.

    It is empty at the end. ``base`` is the offset of the source in its file.

    Raises:
        RefusedError: something in the text is no token.
    """

    def __init__(self, source: str, base: int, masked: Masked) -> None:
        self.source, self.base, self.masked = source, base, masked
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        text, pos = masked.text, 0
        while pos < len(text):
            found = _TOKEN.match(text, pos)
            if found is None:
                raise RefusedError
            kind, pos = found.lastgroup or "", found.end()
            if kind == "end":
                break
            word = found[kind]
            self.kinds.append(word if kind == "mark" or word in _KEYWORDS else kind)
            self.starts.append(pos - len(word))
            self.ends.append(pos)
        self.kinds += ("", "")
        self.starts.append(len(text))
        self.ends.append(len(text))
        self.at = 0
        self.kind = self.kinds[0]

    def advance(self) -> int:
        """Pass over a token; its number."""
        self.at += 1
        self.kind = self.kinds[self.at]
        return self.at - 1

    def take(self, kind: str) -> int:
        """Pass over a token, which has to be of this kind; its number."""
        if self.kind != kind:
            raise RefusedError
        return self.advance()

    def skip(self, kind: str) -> bool:
        """Pass over the tokens of this kind, if there are any."""
        found = self.kind == kind
        while self.kind == kind:
            self.advance()
        return found

    @property
    def after(self) -> str:
        """What kind the token behind the next one is of."""
        return self.kinds[self.at + 1]

    @property
    def place(self) -> int:
        """Where the next token begins, in the source."""
        return self.starts[self.at]

    def word(self, token: int) -> str:
        """The text of a token in the source."""
        return self.source[self.starts[token] : self.ends[token]]

    def start(self, token: int) -> int:
        """Where a token begins, in the file."""
        return self.base + self.starts[token]

    @property
    def end(self) -> int:
        """Where the last token that was passed ends, in the file."""
        return self.base + self.ends[self.at - 1]


def lengthened(links: int) -> int:
    """A chain with one link more, unless it is too long: each is a level of the tree."""
    if links > DEEPEST:
        raise RefusedError
    return links + 1
