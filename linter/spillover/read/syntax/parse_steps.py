"""The steps behind an operand: attributes, indexes and splats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spillover.read.syntax.expression import Attribute, Each, Expression, Index, Literal, Splat
from spillover.read.syntax.parse_tokens import RefusedError, Tokens, lengthened
from spillover.read.syntax.shapes import Steps, appended, exact_number

Read = Callable[[], Expression]
"""Reads the next expression."""


def after_steps(tokens: Tokens, read: Read, base: Expression, first: int, *, is_enclosed: bool) -> Expression:
    """What the steps behind an operand lead to.

    ``first`` is the operand's first token; ``is_enclosed`` tells whether it is in parentheses.
    """
    start = tokens.start(first)
    in_attributes = False
    links = 0
    while tokens.kind in (".", "[", ".*", "[*]"):
        links = lengthened(links)
        if tokens.kind in (".", "["):
            base = _stepped(base, _step(tokens, read), start, tokens.end)
        elif tokens.kind == ".*" and in_attributes:
            raise RefusedError  # one splat of attributes in another
        else:
            base, in_attributes = _splat(tokens, read, base, start, is_enclosed)
        is_enclosed = False
    return base


def number(tokens: Tokens) -> Literal:
    """The number that is next."""
    token = tokens.take("number")
    value = exact_number(tokens.word(token))
    if value is None:
        raise RefusedError
    return Literal(value, tokens.start(token), tokens.end)


def _step(tokens: Tokens, read: Read) -> str | Expression:
    """``.name``, ``.0`` or ``[key]``."""
    if tokens.kind == "[":
        tokens.advance()
        key = read()
        tokens.take("]")
        return key
    tokens.take(".")
    return number(tokens) if tokens.kind == "number" else tokens.word(tokens.take("name"))


def _splat(
    tokens: Tokens, read: Read, base: Expression, start: int, is_enclosed: bool
) -> tuple[Expression, bool]:
    """A splat with its steps, and whether it is one of attributes that nothing has ended."""
    full = tokens.kind == "[*]"
    marker = tokens.start(tokens.advance())
    own: list[str | Expression] = []
    end = tokens.end
    while tokens.kind == "." or (full and tokens.kind == "["):
        own.append(_step(tokens, read))
        end = tokens.end
    following: list[tuple[str | Expression, int]] = []
    while tokens.kind in (".", "["):
        following.append((_step(tokens, read), tokens.end))
        lengthened(len(following))
    result: Expression
    if isinstance(base, Splat) and base.full and not is_enclosed:
        more: Steps = (Each(tuple(own), full, marker, end), *(step for step, _ in following))
        result = replace(base, steps=appended(base.steps, more, tokens.end), end=tokens.end)
    else:
        result = Splat(base, tuple(own), full, start, end)
        for step, step_end in following:
            result = _stepped(result, step, start, step_end)
    return result, not full and not following


def _stepped(base: Expression, step: str | Expression, start: int, end: int) -> Expression:
    if isinstance(step, str):
        return Attribute(base, step, start, end)
    return Index(base, step, start, end)
