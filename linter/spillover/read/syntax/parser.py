"""A masked text -> our tree, in one pass and without a table; or it is refused."""

from __future__ import annotations

from collections.abc import Iterator

from spillover.read.lines import Lines
from spillover.read.syntax.expression import Body, Expression, NestedBlock, Setting
from spillover.read.syntax.mask import Masked
from spillover.read.syntax.parse_expression import Expressions
from spillover.read.syntax.parse_tokens import RefusedError, Tokens
from spillover.read.syntax.templates import EscapeError, unescape

__all__ = ["Parser", "RefusedError"]


class Parser:
    """A masked source, which is wholly what one of the methods makes of it.

    Raises:
        RefusedError: any of its methods does, where something is not plainly right.
    """

    def __init__(self, lines: Lines, source: str, base: int, masked: Masked) -> None:
        self.tokens = Tokens(source, base, masked)
        self.expressions = Expressions(lines, self.tokens)

    def expression(self) -> Expression:
        """One expression."""
        found = self.expressions.read()
        self.tokens.take("")
        return found

    def template(self) -> Expression:
        """One template."""
        return self.expressions.whole_template()

    def body(self) -> Body:
        """Settings and blocks."""
        found = self._body()
        self.tokens.take("")
        return found

    def _body(self) -> Body:
        settings: dict[str, Setting] = {}
        blocks: list[NestedBlock] = []
        self.tokens.skip("\n")
        while self.tokens.kind == "name":
            if self.tokens.after == "=":
                setting = self._setting()
                if setting.name in settings:
                    raise RefusedError
                settings[setting.name] = setting
            else:
                blocks.append(self._block())
            if not self.tokens.skip("\n"):
                break
        return Body(settings, tuple(blocks))

    def _setting(self) -> Setting:
        name = self.tokens.advance()
        self.tokens.advance()
        value = self.expressions.read()
        return Setting(self.tokens.word(name), value, self.tokens.start(name), self.tokens.end)

    def _block(self) -> NestedBlock:
        first = self.tokens.advance()
        labels = tuple(self._labels())
        self.tokens.take("{")
        header_end = self.tokens.end
        body = self._body()
        self.tokens.take("}")
        type_, start = self.tokens.word(first), self.tokens.start(first)
        return NestedBlock(type_, labels, body, start, header_end, self.tokens.end)

    def _labels(self) -> Iterator[str]:
        while self.tokens.kind in ("name", "label"):
            word = self.tokens.word(self.tokens.advance())
            try:
                yield unescape(word[1:-1]) if word.startswith('"') else word
            except EscapeError:
                raise RefusedError from None
