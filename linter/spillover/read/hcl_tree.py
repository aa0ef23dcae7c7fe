"""python-hcl2's tree -> our expression tree: the names of its grammar's rules, and their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, ClassVar

from spillover.read import templates
from spillover.read.expression import (
    Attribute,
    Body,
    Call,
    Conditional,
    Expression,
    For,
    Index,
    Item,
    Literal,
    NestedBlock,
    Object,
    Opaque,
    Operation,
    Scalar,
    Setting,
    Splat,
    Tuple,
    Variable,
)
from spillover.read.lines import Lines

if TYPE_CHECKING:
    from lark import Token

MOST_DIGITS = 400
"""A number with more digits than this before or after its point is not one that anyone means."""

# Walking the tree: tokens are its leaves; rules are its inner nodes.


def _is_rule(node: Any) -> bool:
    return hasattr(node, "children")


def rules(tree: Any) -> list[Any]:
    """A node's child rules, without those that only hold white space."""
    return [child for child in tree.children if _is_rule(child) and child.data != "new_line_or_comment"]


def _tokens(tree: Any) -> Iterator[Token]:
    stack: list[Any] = [tree]
    while stack:
        node = stack.pop()
        if _is_rule(node):
            stack.extend(reversed(node.children))
        else:
            yield node


def _word(tree: Any) -> str:
    """The text of a rule that is one token, such as an identifier."""
    return str(next(_tokens(tree)))


class TreeReader:
    """Turns python-hcl2's rules into our nodes; offsets count from the file's beginning."""

    def __init__(self, lines: Lines, base: int, parse: templates.Parse) -> None:
        self.lines = lines
        self.base = base
        self.parse = parse

    def _place(self, tree: Any) -> tuple[int, int]:
        """First and last offset of a rule; both ends are tokens, which carry theirs."""
        first, last = tree, tree
        while _is_rule(first):
            first = next(c for c in first.children if not _is_blank(c))
        while _is_rule(last):
            last = next(c for c in reversed(last.children) if not _is_blank(c))
        start = first.start_pos + len(first) - len(first.lstrip())
        end = last.end_pos - len(last) + len(last.rstrip())
        return self.base + start, self.base + end

    # Bodies

    def body(self, tree: Any) -> Body:
        """The settings and blocks of a body.

        Raises:
            InputError: two of them stand on one line, or a setting is written twice.
        """
        settings: dict[str, Setting] = {}
        blocks: list[NestedBlock] = []
        separated = True
        for child in tree.children:
            if child.data == "new_line_or_comment":
                separated = True
                continue
            if not separated:
                raise self.lines.error(self._place(child)[0], "a newline is missing before this")
            separated = self._ends_line(child)
            if child.data == "block":
                blocks.append(self._block(child))
                continue
            setting = self._setting(child)
            if setting.name in settings:
                raise self.lines.error(setting.start, f"{setting.name} is set twice")
            settings[setting.name] = setting
        return Body(settings, tuple(blocks))

    def _ends_line(self, tree: Any) -> bool:
        """A heredoc's token, and an operation's trailing rule, take the newline with them."""
        end = tree
        while _is_rule(end) and end.children:
            end = end.children[-1]
            if _is_rule(end) and end.data == "new_line_or_comment":
                return True
        return not _is_rule(end) and str(end).endswith("\n")

    def _setting(self, tree: Any) -> Setting:
        name, value = rules(tree)
        return Setting(_word(name), self._expression(value), *self._place(tree))

    def _block(self, tree: Any) -> NestedBlock:
        *header, brace, body, _ = tree.children
        if header[-1].data == "new_line_or_comment":
            after = self._place(header[-2])[1]
            raise self.lines.error(after, "a block's opening brace must be on the line of its type")
        type_, *labels = (self._label(word) for word in header)
        start, end = self._place(tree)
        return NestedBlock(type_, tuple(labels), self.body(body), start, self._token_place(brace)[1], end)

    def _label(self, tree: Any) -> str:
        if tree.data != "string":
            return _word(tree)
        label = self._string(tree)
        if isinstance(label, Literal):
            return str(label.value)
        raise self.lines.error(label.start, "a label cannot hold an interpolation")

    # Expressions

    def _expression(self, tree: Any) -> Expression:
        rule = str(tree.data)
        if rule == "expr_term":
            return self._term(tree)
        reader = self._READERS.get(rule)
        if reader is None:  # such as a quote after a backslash, which is no expression of HCL
            raise self.lines.error(self._place(tree)[0], "not an expression")
        return reader(self, tree)

    def _term(self, tree: Any) -> Expression:
        """A term is one rule; in parentheses it keeps its own place, without them."""
        return self._expression(rules(tree)[0])

    def _literal(self, tree: Any) -> Expression:
        start, end = self._place(tree)
        return Literal({"true": True, "false": False, "null": None}[_word(tree)], start, end)

    def _number(self, tree: Any) -> Expression:
        start, end = self._place(tree)
        return Literal(self._exact(_word(tree), start), start, end)

    def _exact(self, text: str, start: int) -> Scalar:
        if len(text) <= MOST_DIGITS:
            if text.isdigit():
                return int(text)
            with suppress(InvalidOperation):  # its exponent alone has too many digits
                number = Decimal(text)
                if abs(number.adjusted()) <= MOST_DIGITS:
                    return number
        raise self.lines.error(start, "a number beyond all bounds")

    def _string(self, tree: Any) -> Expression:
        start, end = self._place(tree)
        parts: list[templates.Part] = []
        for child in rules(tree):
            (part,) = child.children
            place = self._place(part) if _is_rule(part) else self._token_place(part)
            if _is_rule(part):
                parts.append(templates.inserted(self.lines, self._interpolation(part), *place))
            else:
                parts.append(templates.Text(self._unescaped(*place), *place))
        return templates.quoted(parts, start, end)

    def _token_place(self, token: Any) -> tuple[int, int]:
        return self.base + token.start_pos, self.base + token.end_pos

    def _unescaped(self, start: int, end: int) -> str:
        """What literal text in a quoted string stands for, as it is in the file."""
        try:
            return templates.unescape(self.lines.text[start:end])
        except templates.EscapeError as error:
            raise self.lines.error(start + error.offset, str(error)) from None

    def _interpolation(self, tree: Any) -> Expression:
        if tree.data == "interpolation":
            return self._expression(rules(tree)[0])
        start, end = self._place(tree)
        return Opaque("template directive", start, end)

    def _heredoc(self, tree: Any) -> Expression:
        (token,) = tree.children
        start = self.base + token.start_pos
        return templates.heredoc(self.lines, str(token), start, self.parse)

    def _tuple(self, tree: Any) -> Expression:
        return Tuple(tuple(self._expression(each) for each in rules(tree)), *self._place(tree))

    def _object(self, tree: Any) -> Expression:
        return Object(tuple(self._item(each) for each in rules(tree)), *self._place(tree))

    def _item(self, tree: Any) -> Item:
        key, value = rules(tree)
        return Item(self._key(key), self._expression(value), *self._place(tree))

    def _key(self, tree: Any) -> Expression:
        """A bare name is the key itself; in parentheses it is an expression."""
        start, end = self._place(tree)
        (child,) = rules(tree)
        words = list(_tokens(child))
        if len(words) == 1 and re.match(r"[^\W\d]|\d+\Z", words[0]):
            return Literal(str(words[0]), start, end)
        return self._expression(child)

    def _variable(self, tree: Any) -> Expression:
        return Variable(_word(tree), *self._place(tree))

    def _attribute(self, tree: Any) -> Expression:
        base, name = rules(tree)
        return Attribute(self._expression(base), _word(rules(name)[0]), *self._place(tree))

    def _index(self, tree: Any) -> Expression:
        base, key = rules(tree)
        return Index(self._expression(base), self._index_key(key), *self._place(tree))

    def _index_key(self, tree: Any) -> Expression:
        if tree.data == "short_index":
            start, end = self._place(tree)
            return Literal(self._exact(str(list(_tokens(tree))[-1]), start + 1), start + 1, end)
        return self._expression(rules(tree)[0])

    def _splat(self, tree: Any) -> Expression:
        base, splat = rules(tree)
        steps = tuple(
            _word(rules(step)[0]) if step.data == "get_attr" else self._index_key(step)
            for step in rules(splat)
        )
        return Splat(self._expression(base), steps, splat.data == "full_splat", *self._place(tree))

    def _call(self, tree: Any) -> Expression:
        names = [_word(child) for child in rules(tree) if child.data == "identifier"]
        given = next((child for child in rules(tree) if child.data == "arguments"), None)
        arguments = () if given is None else tuple(self._expression(each) for each in rules(given))
        expand = given is not None and any(str(c) == "..." for c in given.children if not _is_rule(c))
        return Call("::".join(names), arguments, expand, *self._place(tree))

    def _unary(self, tree: Any) -> Expression:
        operator, operand = str(tree.children[0]).strip(), self._expression(rules(tree)[0])
        if operator == "-" and isinstance(operand, Literal):
            match operand.value:
                case int(number) if not isinstance(number, bool):
                    return Literal(-number, *self._place(tree))
                case Decimal() as number:
                    return Literal(number.copy_negate(), *self._place(tree))  # minus would round it
        return Operation(operator, (operand,), *self._place(tree))

    def _binary(self, tree: Any) -> Expression:
        left, term = rules(tree)
        operator, right = rules(term)
        return Operation(
            _word(operator).strip(), (self._expression(left), self._expression(right)), *self._place(tree)
        )

    def _conditional(self, tree: Any) -> Expression:
        condition, then, otherwise = (self._expression(each) for each in rules(tree))
        return Conditional(condition, then, otherwise, *self._place(tree))

    def _for_expression(self, tree: Any) -> Expression:
        intro, *results = rules(tree)
        names = tuple(_word(each) for each in rules(intro) if each.data == "identifier")
        collection = self._expression(rules(intro)[-1])
        condition = None
        if results[-1].data == "for_cond":
            condition = self._expression(rules(results.pop())[0])
        *key, value = (self._expression(each) for each in results)
        grouped = any(str(c) == "..." for c in tree.children if not _is_rule(c))
        return For(names, collection, value, key[0] if key else None, grouped, condition, *self._place(tree))

    _READERS: ClassVar[dict[str, Callable[[TreeReader, Any], Expression]]] = {
        "literal_value": _literal,
        "int_lit": _number,
        "float_lit": _number,
        "string": _string,
        "heredoc_template": _heredoc,
        "heredoc_template_trim": _heredoc,
        "tuple": _tuple,
        "object": _object,
        "identifier": _variable,
        "get_attr_expr_term": _attribute,
        "index_expr_term": _index,
        "full_splat_expr_term": _splat,
        "attr_splat_expr_term": _splat,
        "function_call": _call,
        "unary_op": _unary,
        "binary_op": _binary,
        "conditional": _conditional,
        "for_tuple_expr": _for_expression,
        "for_object_expr": _for_expression,
        "expr_term": _term,
    }


def _is_blank(node: Any) -> bool:
    if not _is_rule(node):
        return not str(node).strip()
    return node.data == "new_line_or_comment" or not node.children
