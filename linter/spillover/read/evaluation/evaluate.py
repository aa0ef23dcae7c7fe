"""Expressions -> values, or :class:`Unknown` with its cause.

What is evaluated here: literals, lists, objects, templates of those, conditionals, indexes
and references. Everything else is unknown, and says which expression it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol, TypeAlias

from spillover.model.source import Unknown
from spillover.read.lines import Lines
from spillover.read.syntax.expression import (
    Attribute,
    Conditional,
    Expression,
    Index,
    Literal,
    Object,
    Scalar,
    Template,
    Tuple,
    Variable,
)

Value: TypeAlias = "Scalar | list[Value] | dict[str, Value] | Unknown"
Step: TypeAlias = str | int


class Key(str):
    """An index that is text, as in ``x["k"]``, where a plain string is an attribute's name."""

    __slots__ = ()


LONGEST_TEXT = 1 << 20
"""A template that gives more characters than this is not evaluated: such texts double and double."""

LONGEST_CAUSE = 60
"""An expression that causes an unknown value is quoted up to this many characters."""


class Scope(Protocol):
    """What names mean where an expression stands."""

    def resolve(self, root: str, steps: tuple[Step, ...]) -> Value:
        """The value of a traversal, such as root ``var`` with the steps ``("ratio",)``."""


@dataclass(frozen=True, slots=True)
class Names:
    """A scope with names of its own, such as the iterator of a dynamic block, before an outer one."""

    names: Mapping[str, Value]
    outer: Scope

    def resolve(self, root: str, steps: tuple[Step, ...]) -> Value:
        """The value of a traversal; own names come first."""
        if root in self.names:
            return descend(self.names[root], steps, root)
        return self.outer.resolve(root, steps)


def evaluate(expression: Expression, scope: Scope, lines: Lines) -> Value:
    """The value of an expression that stands in the file of ``lines``."""
    match expression:
        case Literal(value=value):
            return value
        case Tuple(items=items):
            return [evaluate(item, scope, lines) for item in items]
        case Object():
            return _object(expression, scope, lines)
        case Template():
            return _template(expression, scope, lines)
        case Variable() | Attribute() | Index():
            return _traversal(expression, scope, lines)
        case Conditional():
            return _conditional(expression, scope, lines)
        case _:
            return not_evaluated(expression, lines)


def not_evaluated(expression: Expression, lines: Lines) -> Unknown:
    """The unknown value of an expression of a kind that is not evaluated: it quotes itself."""
    text = " ".join(lines.text[expression.start : expression.end].split())
    return Unknown(text if len(text) <= LONGEST_CAUSE else text[: LONGEST_CAUSE - 3] + "...")


def descend(value: Value, steps: tuple[Step, ...], called: str) -> Value:
    """The value further inside; one that is not there is unknown, and is called by its path."""
    for step in steps:
        called = spelled(called, (step,))
        if isinstance(value, Unknown):
            return value
        if isinstance(value, dict) and str(step) in value:
            value = value[str(step)]
        elif isinstance(value, list) and (index := _position(step)) is not None and index < len(value):
            value = value[index]
        else:
            return Unknown(called)
    return value


def spelled(root: str, steps: tuple[Step, ...]) -> str:
    """A traversal as Terraform writes it: ``var.a["k"][0].b``."""
    return root + "".join(
        f".{step}" if isinstance(step, str) and not isinstance(step, Key) else bracketed(step)
        for step in steps
    )


def bracketed(key: Step | None) -> str:
    """An instance key or index as Terraform writes it: ``[0]``, ``["k"]``; nothing for None."""
    if key is None:
        return ""
    return f"[{key}]" if isinstance(key, int) else f"[{json.dumps(str(key), ensure_ascii=False)}]"


def _position(step: Step) -> int | None:
    if isinstance(step, str):
        return whole(step)
    return step if step >= 0 else None


def whole(value: Value) -> int | None:
    """A number without a fraction, as Terraform also takes it from text; None for anything else."""
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"[0-9]{1,9}", value) else None
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def as_text(value: Value) -> str | Unknown | None:
    """A value as it stands in a template or where text is wanted; None where it has no text."""
    if isinstance(value, str | Unknown):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return plain(value)
    return None


def plain(number: Decimal) -> str:
    """A decimal without exponent and without trailing zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _object(expression: Object, scope: Scope, lines: Lines) -> Value:
    result: dict[str, Value] = {}
    for item in expression.items:
        key = as_text(evaluate(item.key, scope, lines))
        if isinstance(key, Unknown):
            return _because_of(key)
        if key is None:
            return not_evaluated(item.key, lines)
        result[key] = evaluate(item.value, scope, lines)
    return result


def _template(expression: Template, scope: Scope, lines: Lines) -> Value:
    parts = [evaluate(part, scope, lines) for part in expression.parts]
    texts: list[str] = []
    for part in parts:
        text = as_text(part)
        if isinstance(text, Unknown):
            return _because_of(text)
        if text is None:
            return not_evaluated(expression, lines)
        texts.append(text)
    if sum(map(len, texts)) > LONGEST_TEXT:
        return Unknown(f"a text of more than {LONGEST_TEXT} characters")
    return "".join(texts)


def _traversal(expression: Variable | Attribute | Index, scope: Scope, lines: Lines) -> Value:
    """A chain of names and known keys is the scope's to resolve, as a whole."""
    steps: list[Step] = []
    base: Expression = expression
    while isinstance(base, Attribute | Index):
        if isinstance(base, Attribute):
            steps.append(base.name)
        else:
            key = evaluate(base.key, scope, lines)
            if isinstance(key, Unknown):
                return _with_unknown_key(base, tuple(reversed(steps)), key, scope)
            key = key if isinstance(key, str) else whole(key)
            if key is None:
                return not_evaluated(base, lines)
            steps.append(Key(key) if isinstance(key, str) else key)
        base = base.base
    path = tuple(reversed(steps))
    if isinstance(base, Variable):
        return scope.resolve(base.name, path)
    found = descend(evaluate(base, scope, lines), path, "")
    return not_evaluated(expression, lines) if isinstance(found, Unknown) and not found.refers_to else found


def _with_unknown_key(base: Index, rest: tuple[Step, ...], key: Unknown, scope: Scope) -> Value:
    """``type.name[KEY].attribute``: which instance is not known, but of which resource it is one is."""
    resource = base.base
    if isinstance(resource, Attribute) and isinstance(resource.base, Variable):
        value = scope.resolve(resource.base.name, (resource.name, *rest))
        if isinstance(value, Unknown) and value.refers_to:
            return Unknown(key.because, value.refers_to)
    return _because_of(key)


def _because_of(part: Unknown) -> Unknown:
    """A value that is made of an attribute of a resource no longer names that resource."""
    return Unknown(part.because)


def _conditional(expression: Conditional, scope: Scope, lines: Lines) -> Value:
    condition = evaluate(expression.condition, scope, lines)
    if condition in ("true", "false"):
        condition = condition == "true"
    if isinstance(condition, bool):
        return evaluate(expression.then if condition else expression.otherwise, scope, lines)
    return _because_of(condition) if isinstance(condition, Unknown) else not_evaluated(expression, lines)
