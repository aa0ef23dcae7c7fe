"""python-hcl2's tree -> our expressions: the names of its grammar's rules, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from spillover.read.syntax import templates
from spillover.read.syntax.expression import (
    Attribute,
    Call,
    Conditional,
    Each,
    Expression,
    For,
    Index,
    Item,
    Literal,
    Object,
    Operation,
    Scalar,
    Splat,
    Tuple,
    Variable,
)
from spillover.read.syntax.hcl_tree import Origin, has_token, leaves, rules
from spillover.read.syntax.shapes import Steps, appended, exact_number, with_operator
from spillover.read.syntax.tokens import GAP


class ExpressionReader:
    """Turns python-hcl2's rules into our nodes; their offsets count from the file's beginning."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin

    def read(self, tree: Any) -> Expression:
        """The expression of a rule.

        Raises:
            InputError: what it holds is beyond all bounds, or Terraform refuses it.
        """
        unary: list[tuple[int, int]] = []
        while tree.data == "expr_term":  # also what is in parentheses, which keeps its own place
            if self.origin.prefixes:
                place = self.origin.place(tree)
                operators = self.origin.prefixes.get(place[0] - self.origin.base, ())
                unary += ((operator, place[1]) for operator in operators)
            (tree,) = rules(tree)
        expression = self._READERS[tree.data](self, tree)
        for operator, end in reversed(unary):
            start = self.origin.base + operator
            expression = with_operator(self.origin.source[operator], expression, start, end)
        return expression

    def _literal(self, tree: Any) -> Expression:
        value = {"true": True, "false": False, "null": None}[self.origin.word(tree)]
        return Literal(value, *self.origin.place(tree))

    def _number(self, tree: Any) -> Expression:
        start, end = self.origin.place(tree)
        return Literal(self._exact(self.origin.word(tree), start), start, end)

    def _exact(self, text: str, start: int) -> Scalar:
        number = exact_number(text)
        if number is None:
            raise self.origin.lines.error(start, "a number beyond all bounds")
        return number

    # Collections

    def _list(self, tree: Any) -> Expression:
        """A tuple, or a template that is masked as one."""
        parts = self.origin.masked.templates.get(self.origin.begin(tree))
        if parts is None:
            return Tuple(tuple(map(self.read, rules(tree))), *self.origin.place(tree))
        flush = self.origin.source.startswith("<<-", self.origin.begin(tree))
        return self.template(tree, parts, *self.origin.place(tree), flush=flush)

    def template(
        self, tree: Any, parts: tuple[templates.Part, ...], start: int, end: int, *, flush: bool = False
    ) -> Expression:
        """The template with these parts, whose expressions are masked as the list ``tree``."""
        expressions = map(self.read, rules(tree))
        return templates.template(self.origin.lines, parts, expressions, start, end, flush=flush)

    def _object(self, tree: Any) -> Expression:
        return Object(tuple(map(self._item, rules(tree))), *self.origin.place(tree))

    def _item(self, tree: Any) -> Item:
        key, value = rules(tree)
        return Item(self._key(key), self.read(value), *self.origin.place(tree))

    def _key(self, tree: Any) -> Expression:
        """A bare name is the key itself, and so is a number; all else is an expression.

        A path such as ``google.west`` is one too: it is what ``providers`` of a module has as keys.
        """
        start, end = self.origin.place(tree)
        words = list(leaves(tree))
        if len(words) == 1 and words[0].type in ("NAME", "TRUE", "FALSE", "NULL"):
            return Literal(self.origin.word(tree), start, end)
        (child,) = rules(tree)
        key = self.read(child)
        if isinstance(key, Literal) and type(key.value) is int:
            return replace(key, value=str(key.value))
        return key

    # Names, steps and calls

    def _variable(self, tree: Any) -> Expression:
        return Variable(self.origin.word(tree), *self.origin.place(tree))

    def _base(self, tree: Any) -> Expression:
        """What steps follow; the unary operators before it belong to the whole."""
        if _in_parentheses(tree):
            return self.read(rules(tree)[0])
        (child,) = rules(tree)
        return self._READERS[child.data](self, child)

    def _step(self, tree: Any) -> Expression:
        """``base.name``, ``base.0`` or ``base[key]``."""
        base, step = rules(tree)
        return self._stepped(self._base(base), step, *self.origin.place(tree))

    def _stepped(self, base: Expression, step: Any, start: int, end: int) -> Expression:
        if step.data == "get_attr":
            return Attribute(base, self.origin.word(rules(step)[0]), start, end)
        return Index(base, self._index_key(step), start, end)

    def _index_key(self, tree: Any) -> Expression:
        if tree.data != "short_index":
            return self.read(rules(tree)[0])
        number = list(leaves(tree))[-1]
        start, end = self.origin.place(number)
        return Literal(self._exact(self.origin.word(number), start), start, end)

    def _splat(self, tree: Any) -> Expression:
        base_tree, splat = rules(tree)
        full, following = splat.data == "full_splat", rules(splat)
        base = self._base(base_tree)
        in_brackets = (at for at, step in enumerate(following) if step.data == "braces_index")
        own = len(following) if full else next(in_brackets, len(following))
        steps = self._steps(following[:own])
        start, _ = self.origin.place(base_tree)
        marker, end = self.origin.place(splat.children[0])
        end = self.origin.place(following[own - 1])[1] if own else end
        if not full and self._ends_with_splat(base_tree):
            raise self.origin.lines.error(marker, "a splat within the splat of attributes before it")
        if isinstance(base, Splat) and base.full and not _in_parentheses(base_tree):
            each = Each(steps, full, marker, end)
            _, end = self.origin.place(tree)
            inner = appended(base.steps, (each, *self._steps(following[own:])), end)
            return replace(base, steps=inner, end=end)
        result: Expression = Splat(base, steps, full, start, end)
        for step in following[own:]:
            result = self._stepped(result, step, start, self.origin.place(step)[1])
        return result

    def _steps(self, trees: list[Any]) -> Steps:
        return tuple(
            self.origin.word(rules(step)[0]) if step.data == "get_attr" else self._index_key(step)
            for step in trees
        )

    def _ends_with_splat(self, tree: Any) -> bool:
        """Whether a term is a splat of attributes that no index in brackets has ended."""
        (child,) = rules(tree)
        return (
            child.data == "attr_splat_expr_term"
            and not _in_parentheses(tree)
            and all(step.data != "braces_index" for step in rules(rules(child)[1]))
        )

    def _call(self, tree: Any) -> Expression:
        name, *given = rules(tree)
        arguments = tuple(map(self.read, rules(given[0]))) if given else ()
        expand = bool(given) and has_token(given[0], "...")
        called = re.sub(GAP, "", self.origin.word(name))
        return Call(called, arguments, expand, *self.origin.place(tree))

    # Operators, conditionals, loops

    def _binary(self, tree: Any) -> Expression:
        left, term = rules(tree)
        operator, right = rules(term)
        operands = (self.read(left), self.read(right))
        return Operation(self.origin.word(operator), operands, *self.origin.place(tree))

    def _conditional(self, tree: Any) -> Expression:
        condition, then, otherwise = map(self.read, rules(tree))
        return Conditional(condition, then, otherwise, *self.origin.place(tree))

    def _for_expression(self, tree: Any) -> Expression:
        intro, *results = rules(tree)
        *names, collection = rules(intro)
        condition = None
        if results[-1].data == "for_cond":
            condition = self.read(rules(results.pop())[0])
        *key, value = map(self.read, results)
        return For(
            tuple(map(self.origin.word, names)),
            self.read(collection),
            value,
            key[0] if key else None,
            has_token(tree, "..."),
            condition,
            *self.origin.place(tree),
        )

    _READERS: ClassVar[dict[str, Callable[[ExpressionReader, Any], Expression]]] = {
        "literal_value": _literal,
        "int_lit": _number,
        "tuple": _list,
        "object": _object,
        "identifier": _variable,
        "get_attr_expr_term": _step,
        "index_expr_term": _step,
        "full_splat_expr_term": _splat,
        "attr_splat_expr_term": _splat,
        "function_call": _call,
        "binary_op": _binary,
        "conditional": _conditional,
        "for_tuple_expr": _for_expression,
        "for_object_expr": _for_expression,
    }


def _in_parentheses(term: Any) -> bool:
    return has_token(term, "(")
