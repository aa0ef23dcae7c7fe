"""Where the value of an expression was written, if it only passes something on.

``ratio = var.ratio`` says where a value is used; what a reviewer has to change may be the default
of the variable, the argument of a module call, or a line of a variable file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, runtime_checkable

from spillover.model.source import SourceSpan
from spillover.read.cty.number import Number
from spillover.read.cty.value import EvaluationError, LimitError, Value
from spillover.read.evaluation.context import Context, Names, Scope
from spillover.read.modules.hops import Hop, Step
from spillover.read.syntax.expression import (
    Attribute,
    Call,
    Conditional,
    Expression,
    Index,
    Item,
    Literal,
    Object,
    Tuple,
    Variable,
)

_MOST_HOPS = 10
_OF_NO_FILE = ("<--var", "<TF_VAR_")


@runtime_checkable
class Knowing(Protocol):
    """A scope that knows where what its names stand for is written."""

    def hop(self, root: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
        """What ``root.steps`` stands for, and the steps that are left; None where it is not written."""


def written_at(
    expression: Expression, context: Context, steps: tuple[Step, ...] = ()
) -> Iterator[tuple[SourceSpan, str]]:
    """The places that the value of an expression, or what is inside of it, was passed on from.

    The nearest is the first. It ends where the way on would take more than may be spent.
    """
    seen: set[SourceSpan] = set()
    while len(seen) < _MOST_HOPS:
        try:
            expression, steps = _passed_on(expression, context, steps)
        except LimitError:
            return
        found = _hop(context.scope, expression.name, steps) if isinstance(expression, Variable) else None
        if found is None:
            return
        hop, steps = found
        expression, context = hop.written.expression, hop.written.context
        target, _ = _descended(expression, steps)
        span = context.lines.span(target.start, target.end)
        if span in seen:  # it depends on itself
            return
        seen.add(span)
        if hop.message and not span.path.startswith(_OF_NO_FILE):
            yield span, hop.message


def _passed_on(
    expression: Expression, context: Context, steps: tuple[Step, ...]
) -> tuple[Expression, tuple[Step, ...]]:
    """The name that an expression begins with if it only passes something on, and the steps from there."""
    while True:
        expression, steps = _descended(expression, steps)
        match expression:
            case Attribute(base=base, name=name):
                expression, steps = base, (name, *steps)
            case Index(base=base, key=key) if (step := _step(key, context)) is not None:
                expression, steps = base, (step, *steps)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                value = _known(condition, context)
                if value is None or not isinstance(value.content, bool):
                    return expression, steps
                expression = then if value.content else otherwise
            case Call(name=name, arguments=arguments) if name in _PASS_ON and arguments:
                passed = _PASS_ON[name](arguments, context, steps)
                if passed is None:
                    return expression, steps
                expression, steps = passed
            case _:
                return expression, steps


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
_Passed = tuple[Expression, tuple[Step, ...]] | None


def _first(arguments: _Arguments, _: Context, steps: tuple[Step, ...]) -> _Passed:
    return arguments[0], steps


def _only_element(arguments: _Arguments, _: Context, steps: tuple[Step, ...]) -> _Passed:
    return arguments[0], (0, *steps)


def _element(arguments: _Arguments, context: Context, steps: tuple[Step, ...]) -> _Passed:
    """``element`` begins anew after the last one."""
    values = _known(arguments[0], context)
    step = _step(arguments[-1], context)
    if values is None or not values.content or not isinstance(step, int):
        return None
    return arguments[0], (step % len(values.content), *steps)


def _looked_up(arguments: _Arguments, context: Context, steps: tuple[Step, ...]) -> _Passed:
    values, key = _known(arguments[0], context), _step(arguments[min(1, len(arguments) - 1)], context)
    if values is None or not isinstance(values.content, Mapping) or key is None:
        return None
    if key in values.content:
        return arguments[0], (key, *steps)
    return (arguments[2], steps) if len(arguments) > 2 else None


def _merged(arguments: _Arguments, context: Context, steps: tuple[Step, ...]) -> _Passed:
    """Of several maps the last one that has the key counts."""
    for each in reversed(arguments):
        value = _known(each, context)
        if value is None:
            return None
        if steps and isinstance(value.content, Mapping) and steps[0] in value.content:
            return each, steps
    return None


def _first_without_error(arguments: _Arguments, context: Context, steps: tuple[Step, ...]) -> _Passed:
    succeeding = (each for each in arguments if isinstance(context.attempt(each), Value))
    chosen = next(succeeding, None)
    return None if chosen is None else (chosen, steps)


def _first_with_content(arguments: _Arguments, context: Context, steps: tuple[Step, ...]) -> _Passed:
    """``coalesce`` passes over null and the empty string."""
    for each in arguments:
        value = _known(each, context)
        if value is None:
            return None
        if value.content not in (None, ""):
            return each, steps
    return None


_PASS_ON: Mapping[str, Callable[[_Arguments, Context, tuple[Step, ...]], _Passed]] = {
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


# What is inside of an expression, and what its name stands for


def _descended(expression: Expression, steps: tuple[Step, ...]) -> tuple[Expression, tuple[Step, ...]]:
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


def _hop(scope: Scope, name: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
    while isinstance(scope, Names):
        if name in scope.names:
            return _drawn(scope, name, steps)
        scope = scope.outer
    return scope.hop(name, steps) if isinstance(scope, Knowing) else None


def _drawn(scope: Names, name: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
    """``each.value``, or the same of the iterator of a dynamic block: an element of its ``for_each``."""
    if scope.drawn_from is None or steps[:1] != ("value",):
        return None
    key = scope.names[name].content["key"]
    if key.pending:
        return None
    step: Step = int(key.content) if isinstance(key.content, Number) else str(key.content)
    return Hop("", scope.drawn_from), (step, *steps[1:])
