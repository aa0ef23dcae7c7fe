"""The tokens of a masked text -> an expression."""

from __future__ import annotations

import re
from dataclasses import replace

from spillover.read.lines import Lines
from spillover.read.syntax import templates
from spillover.read.syntax.expression import (
    Call,
    Conditional,
    Expression,
    For,
    Item,
    Literal,
    Object,
    Operation,
    Tuple,
    Variable,
)
from spillover.read.syntax.parse_steps import after_steps, number
from spillover.read.syntax.parse_tokens import RefusedError, Tokens, lengthened
from spillover.read.syntax.shapes import with_operator
from spillover.read.syntax.tokens import GAP

# Spec, "Operations": from those that bind least to those that bind most; all of them to the left.
_BINDS = {
    operator: height
    for height, operators in enumerate(("||", "&&", "== !=", "< > <= >=", "+", "* / %"), start=1)
    for operator in operators.split()
}
_LITERALS = {"true": True, "false": False, "null": None}


class Expressions:
    """Reads expressions from tokens.

    Raises:
        RefusedError: any of its methods does, where something is not plainly right.
    """

    def __init__(self, lines: Lines, tokens: Tokens) -> None:
        self.lines, self.tokens = lines, tokens

    def read(self) -> Expression:
        """The next expression."""
        first = self.tokens.at
        condition = self._operation(1)
        if self.tokens.kind != "?":
            return condition
        self.tokens.advance()
        then = self.read()
        self.tokens.take(":")
        otherwise = self.read()
        return Conditional(condition, then, otherwise, *self._since(first))

    def _since(self, first: int) -> tuple[int, int]:
        """The place from a token to the last one that was passed."""
        return self.tokens.start(first), self.tokens.end

    def _operation(self, least: int) -> Expression:
        """Operations whose operators bind at least so much."""
        first, links = self.tokens.at, 0
        left = self._term()
        while (binds := _BINDS.get(self.tokens.kind, 0)) >= least:
            operator = self.tokens.word(self.tokens.advance())
            right = self._operation(binds + 1)
            left = Operation(operator, (left, right), *self._since(first))
            links = lengthened(links)
        return left

    def _term(self) -> Expression:
        """An operand with the steps after it, and the unary operators before it."""
        tokens = self.tokens
        first, place, is_enclosed = tokens.at, tokens.place, tokens.kind == "("
        operand = self._operand()
        expression = after_steps(tokens, self.read, operand, first, is_enclosed=is_enclosed)
        for operator in reversed(tokens.masked.prefixes.get(place, ())):
            start = tokens.base + operator
            expression = with_operator(tokens.source[operator], expression, start, tokens.end)
        return expression

    def _operand(self) -> Expression:
        tokens = self.tokens
        match tokens.kind:
            case "name":
                return self._named()
            case "number":
                return number(tokens)
            case "(":
                tokens.advance()
                inside = self.read()
                tokens.take(")")
                return inside
            case "[" if (parts := tokens.masked.templates.get(tokens.place)) is not None:
                return self._template(parts)
            case "[" | "{" if tokens.after == "for":
                return self._for()
            case "[":
                return self._tuple()
            case "{":
                return self._object()
        raise RefusedError

    def _named(self) -> Expression:
        """A literal, a variable, or a call."""
        tokens = self.tokens
        name = tokens.advance()
        # What the masker has masked is no literal, whatever it is called.
        masked = tokens.masked.text[tokens.starts[name] : tokens.ends[name]]
        if masked in _LITERALS:
            return Literal(_LITERALS[masked], *self._since(name))
        if tokens.kind != "(":
            return Variable(tokens.word(name), *self._since(name))
        tokens.advance()
        arguments: list[Expression] = []
        expands = False
        while tokens.kind != ")" and not expands:
            arguments.append(self.read())
            expands = tokens.kind == "..."
            if tokens.kind != ")":
                tokens.take("..." if expands else ",")
        tokens.take(")")
        called = re.sub(GAP, "", tokens.word(name))
        return Call(called, tuple(arguments), expands, *self._since(name))

    # Collections

    def _listed(self, end: str) -> tuple[Expression, ...]:
        """``a, b`` up to an end; the last may be followed by a comma."""
        items: list[Expression] = []
        while self.tokens.kind != end:
            items.append(self.read())
            if self.tokens.kind != end:
                self.tokens.take(",")
        return tuple(items)

    def _tuple(self) -> Tuple:
        first = self.tokens.advance()
        items = self._listed("]")
        self.tokens.advance()
        return Tuple(items, *self._since(first))

    def _template(self, parts: tuple[templates.Part, ...]) -> Expression:
        """The template with these parts, whose expressions are masked as a list."""
        flush = self.tokens.source.startswith("<<-", self.tokens.place)
        first = self.tokens.advance()
        inserted = self._listed("]")
        self.tokens.advance()
        return templates.template(self.lines, parts, iter(inserted), *self._since(first), flush=flush)

    def whole_template(self) -> Expression:
        """The template that the whole source is: a list without its brackets."""
        tokens = self.tokens
        start, parts = tokens.base, tokens.masked.templates[-1]
        end = start + len(tokens.source)
        return templates.template(self.lines, parts, iter(self._listed("")), start, end, flush=False)

    def _object(self) -> Object:
        tokens = self.tokens
        first = tokens.advance()
        items: list[Item] = []
        tokens.skip("\n")
        while tokens.kind != "}":
            items.append(self._item())
            if not tokens.skip("\n") and tokens.kind != "}":
                tokens.take(",")
                tokens.skip("\n")
        tokens.advance()
        return Object(tuple(items), *self._since(first))

    def _item(self) -> Item:
        first = self.tokens.at
        key = self._key()
        if self.tokens.kind not in ("=", ":"):
            raise RefusedError
        self.tokens.advance()
        value = self.read()
        return Item(key, value, *self._since(first))

    def _key(self) -> Expression:
        """A bare name is the key itself, and so is a number; all else is an expression."""
        tokens = self.tokens
        if tokens.kind == "name" and tokens.after in ("=", ":"):
            if tokens.place in tokens.masked.prefixes:
                raise RefusedError
            name = tokens.advance()
            return Literal(tokens.word(name), *self._since(name))
        key = self.read()
        if isinstance(key, Literal) and type(key.value) is int:
            return replace(key, value=str(key.value))
        return key

    def _for(self) -> For:
        tokens = self.tokens
        is_object = tokens.kind == "{"
        first = tokens.advance()
        tokens.take("for")
        names = [tokens.word(tokens.take("name"))]
        if tokens.kind == ",":
            tokens.advance()
            names.append(tokens.word(tokens.take("name")))
        tokens.take("in")
        collection = self.read()
        tokens.take(":")
        key, value, grouped, condition = None, self.read(), False, None
        if is_object:
            tokens.take("=>")
            key, value = value, self.read()
            grouped = tokens.kind == "..."
            if grouped:
                tokens.advance()
        if tokens.kind == "if":
            tokens.advance()
            condition = self.read()
        tokens.take("}" if is_object else "]")
        return For(tuple(names), collection, value, key, grouped, condition, *self._since(first))
