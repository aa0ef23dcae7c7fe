"""Expressions -> values.

What is not known stays so, leaf by leaf, with its cause; what Terraform refuses is an error with
its place.

Source: "HCL Native Syntax Specification", Expressions (hclsyntax/expression.go where it is silent), 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from spillover.read.cty.convert import convert
from spillover.read.cty.operate import attribute, index, operate, result_type
from spillover.read.cty.ranges import bounded, bounds, common_end, either, not_null
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    STRING,
    Type,
    unify,
)
from spillover.read.cty.value import (
    NULL,
    EvaluationError,
    Pending,
    Value,
    boolean,
    null,
    number,
    object_of,
    pending,
    text,
    tuple_of,
)
from spillover.read.evaluation.calling import call_function
from spillover.read.evaluation.context import Context, placed
from spillover.read.evaluation.loops import as_key, loop, splat
from spillover.read.evaluation.templated import join, template
from spillover.read.syntax.expression import (
    Attribute,
    Call,
    Conditional,
    Expression,
    For,
    Index,
    Join,
    Literal,
    Object,
    Operation,
    Splat,
    Template,
    Tuple,
    Variable,
)


def evaluate(type_: type) -> Callable[[Any, Context], Value]:
    """How :meth:`Context.value` evaluates an expression of a type that stands there."""
    return _EVALUATORS[type_]


# --- literals, collections, names


def _literal(expression: Literal, _: Context) -> Value:
    match expression.value:
        case None:
            return NULL
        case bool(value):
            return boolean(value)
        case str(value):
            return text(value)
        case value:
            return number(value, 512)


def _tuple(expression: Tuple, context: Context) -> Value:
    return tuple_of([context.value(item) for item in expression.items])


def _object(expression: Object, context: Context) -> Value:
    attributes: dict[str, Value] = {}
    unknown: Pending | None = None
    keys: list[Value] = []
    for item in expression.items:
        key, value = context.value(item.key), context.value(item.value)
        key = as_key(key, item.key)
        keys.append(key)
        unknown = unknown or key.pending
        if not unknown:
            attributes[key.content] = value
    made = pending(DYNAMIC, unknown) if unknown else object_of(attributes)
    return made.marked(*keys)


def _variable(expression: Variable, context: Context) -> Value:
    return context.scope.name(expression.name)


def _attribute(expression: Attribute, context: Context) -> Value:
    return attribute(context.value(expression.base), expression.name)


def _index(expression: Index, context: Context) -> Value:
    return index(context.value(expression.base), context.value(expression.key))


# --- operators and conditionals


def _operation(expression: Operation, context: Context) -> Value:
    return operate(expression.operator, *[context.value(each) for each in expression.operands])


def _conditional(expression: Conditional, context: Context) -> Value:
    """Both branches are evaluated, for the result is of the type that they have in common.

    What Terraform refuses in one of them is an error only if that one is chosen.
    """
    then, otherwise = context.attempt(expression.then), context.attempt(expression.otherwise)
    results = (_branch(then, expression.then, context), _branch(otherwise, expression.otherwise, context))
    common = _common_type(*results)
    if common is None:
        raise EvaluationError("the two results of a conditional are of different types")
    condition = context.value(expression.condition)
    if condition.is_null:
        raise EvaluationError("the condition is null", expression.condition.start)
    if condition.pending:
        return _either(*results, common, condition.pending).marked(condition, *results)
    with placed(expression.condition):
        condition = convert(condition, BOOL)
    chosen = then if condition.content else otherwise
    if isinstance(chosen, EvaluationError):
        raise chosen
    return convert(chosen, common).marked(condition, *results)


def _branch(found: Value | EvaluationError, expression: Expression, context: Context) -> Value:
    """The value of a branch. If Terraform refuses it, its type may be certain all the same."""
    if isinstance(found, Value):
        return found
    match expression:
        case Operation():
            return pending(result_type(expression.operator, len(expression.operands)), "an error")
        case Template() | Join():
            return pending(STRING, "an error")
        case Tuple():
            return tuple_of([_branch(context.attempt(each), each, context) for each in expression.items])
        case Object():
            keys = [_branch(context.attempt(each.key), each.key, context) for each in expression.items]
            values = [_branch(context.attempt(each.value), each.value, context) for each in expression.items]
            if all(isinstance(key.content, str) for key in keys):
                return object_of({key.content: value for key, value in zip(keys, values, strict=True)})
    return pending(DYNAMIC, "an error")


def _common_type(then: Value, otherwise: Value) -> Type | None:
    if then.is_null and then.type is DYNAMIC:
        return otherwise.type
    if otherwise.is_null and otherwise.type is DYNAMIC:
        return then.type
    if DYNAMIC in (then.type, otherwise.type):
        return DYNAMIC
    return unify([then.type, otherwise.type])


def _either(then: Value, otherwise: Value, common: Type, unknown: Pending) -> Value:
    """One of two values, where it is not known which one."""
    if then.is_null and otherwise.is_null:
        return null(common)
    comparable = then.type == otherwise.type == common
    within = either(bounds(then), bounds(otherwise)) if comparable else (None, None)
    one = bounded(common, unknown, within, not_null(then) and not_null(otherwise))
    if one.pending and (end := common_end(then, otherwise)):
        return replace(one, content=replace(one.pending, suffix=end))
    return one


_EVALUATORS: Mapping[type, Callable[[Any, Context], Value]] = {
    Attribute: _attribute,
    Call: call_function,
    Conditional: _conditional,
    For: loop,
    Index: _index,
    Join: join,
    Literal: _literal,
    Object: _object,
    Operation: _operation,
    Splat: splat,
    Template: template,
    Tuple: _tuple,
    Variable: _variable,
}
