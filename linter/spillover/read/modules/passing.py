"""Which part of an expression its value is, if the expression only passes something on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import filterfalse

from spillover.read.cty.number import Number
from spillover.read.cty.value import EvaluationError, Value
from spillover.read.evaluation.context import Context, Names, Written
from spillover.read.evaluation.loops import elements
from spillover.read.modules.hops import Step
from spillover.read.syntax.expression import (
    Attribute,
    Call,
    Conditional,
    Expression,
    For,
    Index,
    Item,
    Literal,
    Object,
    Splat,
    Template,
    Tuple,
)

_Steps = tuple[Step, ...]
_Way = tuple[Expression, _Steps, Context]
_Passed = tuple[Expression, _Steps] | None


def passed_on(expression: Expression, context: Context, steps: _Steps) -> _Way:
    """The name that an expression begins with if it only passes something on, and the steps from there.

    They stand in a context of their own if the way leads through a ``for``.
    """
    while True:
        expression, steps = descended(expression, steps)
        if isinstance(expression, For):
            drawn = _round(expression, context, steps)
            if drawn is None:
                return expression, steps, context
            expression, steps, context = drawn
            continue
        passed = _further(expression, context, steps)
        if passed is None:
            return expression, steps, context
        expression, steps = passed


def _further(expression: Expression, context: Context, steps: _Steps) -> _Passed:
    """The part that is passed on; of a text that is made of a single other value, that one."""
    match expression:
        case Attribute(base=base, name=name):
            return base, (name, *steps)
        case Index(base=base, key=key):
            step = _step(key, context)
            return None if step is None else (base, (step, *steps))
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            value = _known(condition, context)
            if value is None or not isinstance(value.content, bool):
                return None
            return then if value.content else otherwise, steps
        case Call(name=name, arguments=arguments) if name in _PASS_ON and arguments:
            return _PASS_ON[name](arguments, context, steps)
        case Splat(base=base):
            through = _splat_steps(expression, context, steps)
            return None if through is None else (base, through)
        case Template(parts=parts):
            values = [*filterfalse(_is_literal, parts)]
            return (values[0], steps) if len(values) == 1 else None
    return None


def _is_literal(expression: Expression) -> bool:
    return isinstance(expression, Literal)


def _round(loop: For, context: Context, steps: _Steps) -> _Way | None:
    """The round of a ``for`` that makes the element at the first step: its value, and where that stands."""
    collection = None if loop.grouped or not steps else _known(loop.collection, context)
    if collection is None or not isinstance(collection.content, tuple | Mapping):
        return None
    wanted, *rest = steps
    drawn_from = Written(loop.collection, context)
    made = 0
    for key, value in elements(collection):
        names = Names(
            {loop.names[0]: key, loop.names[-1]: value},
            context.scope,
            drawn_from,
            (loop.names[-1], as_step(key)),
        )
        inner = replace(context, scope=names)
        if loop.condition and not _holds(loop.condition, inner):
            continue
        by_index = loop.key is None and isinstance(wanted, int)
        if made == wanted if by_index else _text(loop.key or loop.value, inner) == str(wanted):
            return loop.value, tuple(rest), inner
        made += 1
    return None


def _holds(condition: Expression, context: Context) -> bool:
    value = _known(condition, context)
    return value is not None and value.content in (True, "true")


def _text(expression: Expression, context: Context) -> str | None:
    """The key that the value of an expression is, be it of an object or in a set."""
    step = _step(expression, context)
    return None if step is None else str(step)


def _splat_steps(splat: Splat, context: Context, steps: _Steps) -> _Steps | None:
    """The steps from what a splat is made of to an element's part; None where they cannot be told."""
    base = _known(splat.base, context)
    names = tuple(each for each in splat.steps if isinstance(each, str))
    if base is None or not steps or len(names) < len(splat.steps):
        return None
    first, *rest = steps
    return (*((first,) if isinstance(base.content, tuple) else ()), *names, *rest)


def _known(expression: Expression, context: Context) -> Value | None:
    """The value of an expression; None where that is an error, or not known."""
    value = context.attempt(expression)
    return None if isinstance(value, EvaluationError) or value.pending else value


def _step(key: Expression, context: Context) -> Step | None:
    value = _known(key, context)
    if value is None or value.is_null or not isinstance(value.content, Number | str):
        return None
    return int(value.content) if isinstance(value.content, Number) else value.content


# Functions whose result is an argument, or a part of one

_Arguments = tuple[Expression, ...]


def _first(arguments: _Arguments, _: Context, steps: _Steps) -> _Passed:
    return arguments[0], steps


def _only_element(arguments: _Arguments, _: Context, steps: _Steps) -> _Passed:
    return arguments[0], (0, *steps)


def _element(arguments: _Arguments, context: Context, steps: _Steps) -> _Passed:
    """``element`` begins anew after the last one."""
    values = _known(arguments[0], context)
    step = _step(arguments[-1], context)
    if values is None or not values.content or not isinstance(step, int):
        return None
    return arguments[0], (step % len(values.content), *steps)


def _looked_up(arguments: _Arguments, context: Context, steps: _Steps) -> _Passed:
    values, key = _known(arguments[0], context), _step(arguments[min(1, len(arguments) - 1)], context)
    if values is None or not isinstance(values.content, Mapping) or key is None:
        return None
    if key in values.content:
        return arguments[0], (key, *steps)
    return (arguments[2], steps) if len(arguments) > 2 else None


def _merged(arguments: _Arguments, context: Context, steps: _Steps) -> _Passed:
    """Of several maps the last one that has the key counts."""
    for each in reversed(arguments):
        value = _known(each, context)
        if value is None:
            return None
        if steps and isinstance(value.content, Mapping) and steps[0] in value.content:
            return each, steps
    return None


def _first_without_error(arguments: _Arguments, context: Context, steps: _Steps) -> _Passed:
    succeeding = (each for each in arguments if isinstance(context.attempt(each), Value))
    chosen = next(succeeding, None)
    return None if chosen is None else (chosen, steps)


def _first_with_content(arguments: _Arguments, context: Context, steps: _Steps) -> _Passed:
    """``coalesce`` passes over null and the empty string."""
    for each in arguments:
        value = _known(each, context)
        if value is None:
            return None
        if value.content not in (None, ""):
            return each, steps
    return None


_PASS_ON: Mapping[str, Callable[[_Arguments, Context, _Steps], _Passed]] = {
    "coalesce": _first_with_content,
    "element": _element,
    "lookup": _looked_up,
    "merge": _merged,
    "nonsensitive": _first,
    "one": _only_element,
    "sensitive": _first,
    "tobool": _first,
    "tolist": _first,
    "tomap": _first,
    "tonumber": _first,
    "toset": _first,
    "tostring": _first,
    "try": _first_without_error,
}


# What is inside of an expression


def descended(expression: Expression, steps: _Steps) -> tuple[Expression, _Steps]:
    """Further inside of lists and objects that are written out."""
    while steps:
        step, *rest = steps
        inner: Expression | None = None
        if isinstance(expression, Tuple):
            inner = _tuple_item(expression.items, step)
        elif isinstance(expression, Object):
            item = _object_item(expression.items, step)
            inner = item.value if item else None
        if inner is None:
            break
        expression, steps = inner, tuple(rest)
    return expression, steps


def _tuple_item(items: tuple[Expression, ...], step: Step) -> Expression | None:
    """The element at an index; of a set, whose elements are their own keys, that text."""
    if isinstance(step, int):
        return items[step] if 0 <= step < len(items) else None
    return next((each for each in items if isinstance(each, Literal) and each.value == step), None)


def _object_item(items: tuple[Item, ...], name: Step) -> Item | None:
    return next((each for each in items if isinstance(each.key, Literal) and each.key.value == name), None)


def as_step(key: Value) -> Step | None:
    """The key of an element as a step; None for one of a set that is no text."""
    if isinstance(key.content, Number):
        return int(key.content)
    return key.content if isinstance(key.content, str) else None
