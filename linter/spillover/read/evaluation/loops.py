"""``for`` and splats: one expression for every element of a collection."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from spillover.read.cty.convert import convert
from spillover.read.cty.operate import attribute, index
from spillover.read.cty.ranges import bounded, bounds, not_null
from spillover.read.cty.types import BOOL, DYNAMIC, STRING, ListOf, MapOf, ObjectOf, SetOf, TupleOf, Type
from spillover.read.cty.value import (
    TRUE,
    EvaluationError,
    Pending,
    Value,
    list_of,
    number,
    object_of,
    pending,
    text,
    tuple_of,
)
from spillover.read.evaluation.context import Context, placed
from spillover.read.syntax.expression import Each, Expression, For, Splat, Variable


def as_key(key: Value, expression: Expression) -> Value:
    """The value of an expression as the key of an object.

    Raises:
        EvaluationError: it is null, or cannot be text.
    """
    with placed(expression):
        if key.is_null:
            raise EvaluationError("a key is null")
        return convert(key, STRING)


def loop(expression: For, context: Context) -> Value:
    """A ``for``: a tuple, or an object where it has keys."""
    return for_object(expression, context) if expression.key else for_tuple(expression, context)


def elements(collection: Value) -> Iterator[tuple[Value, Value]]:
    """Keys and values of a known collection: of a list the indexes, of a set the elements themselves."""
    if isinstance(collection.content, Mapping):
        for key, value in collection.content.items():
            yield text(key), value
    elif isinstance(collection.type, SetOf):
        for value in collection.content:
            yield value, value
    else:
        for position, value in enumerate(collection.content):
            yield number(position), value


def for_tuple(expression: For, context: Context) -> Value:
    """``[for v in collection : value if condition]``.

    Raises:
        EvaluationError: the collection is none, or the condition is null or no bool.
    """
    collection = _collection(expression, context)
    if collection.pending:
        return _for_unknown(expression, collection, collection.pending, context)
    marks = [collection]
    unknown: Pending | None = None
    results: list[Value] = []
    for inner, condition in _rounds(expression, collection, context):
        marks.append(condition)
        unknown = unknown or condition.pending
        if condition.content is True:
            results.append(inner.value(expression.value))
    made = pending(DYNAMIC, unknown) if unknown else tuple_of(results)
    return made.marked(*marks)


def for_object(expression: For, context: Context) -> Value:
    """``{for k, v in collection : key => value... if condition}``.

    Raises:
        EvaluationError: the collection is none, the condition or a key is null, or a key comes twice.
    """
    assert expression.key is not None
    collection = _collection(expression, context)
    if collection.pending:
        return _for_unknown(expression, collection, collection.pending, context)
    marks = [collection]
    unknown: Pending | None = None
    grouped: dict[str, list[Value]] = {}
    for inner, condition in _rounds(expression, collection, context):
        marks.append(condition)
        unknown = unknown or condition.pending
        if condition.content is not True:
            continue
        key = inner.value(expression.key)
        marks.append(key)
        unknown = unknown or key.pending
        if unknown:
            continue
        key, value = as_key(key, expression.key), inner.value(expression.value)
        if key.content in grouped and not expression.grouped:
            raise EvaluationError(f"the key {key.content!r} is given twice", expression.key.start)
        grouped.setdefault(key.content, []).append(value)
    if unknown:
        return pending(DYNAMIC, unknown).marked(*marks)
    made = {key: tuple_of(found) if expression.grouped else found[0] for key, found in grouped.items()}
    return object_of(made).marked(*marks)


def _collection(expression: For, context: Context) -> Value:
    value = context.value(expression.collection)
    if value.is_null:
        raise EvaluationError("a for over null", expression.collection.start)
    if value.type is not DYNAMIC and not isinstance(value.type, ListOf | SetOf | MapOf | TupleOf | ObjectOf):
        raise EvaluationError("a for over a value that has no elements", expression.collection.start)
    return value


def _rounds(expression: For, collection: Value, context: Context) -> Iterator[tuple[Context, Value]]:
    """The context of each round, and whether the condition lets it through.

    A condition that can never be one is refused even if there are no elements.
    """
    anything = pending(DYNAMIC, "an element")
    _condition(expression, context.within(_loop_names(expression, anything, anything)))
    for key, value in elements(collection):
        inner = context.within(_loop_names(expression, key, value))
        yield inner, _condition(expression, inner)


def _condition(expression: For, context: Context) -> Value:
    if expression.condition is None:
        return TRUE
    condition = context.value(expression.condition)
    with placed(expression.condition):
        if condition.is_null:
            raise EvaluationError("the condition is null")
        return convert(condition, BOOL)


def _loop_names(expression: For, key: Value, value: Value) -> dict[str, Value]:
    *key_name, value_name = expression.names
    return {**dict.fromkeys(key_name, key), value_name: value}


def _for_unknown(expression: For, collection: Value, known: Pending, context: Context) -> Value:
    """A ``for`` over what is not known: one round of it can be told, if one element can."""
    elements = known.inside
    plain = expression.condition is None and not expression.grouped
    same_keys = expression.key is None or _is_name(expression.key, expression.names[0])
    if elements is None or not plain or not same_keys:
        return pending(DYNAMIC, known).marked(collection)

    def inside(step: Value | str) -> Value:
        key = text(step) if isinstance(step, str) else step
        names = _loop_names(expression, key, elements(key).marked(collection))
        return context.within(names).value(expression.value)

    return pending(DYNAMIC, known, inside=inside).marked(collection)


def _is_name(expression: Expression, name: str) -> bool:
    return isinstance(expression, Variable) and expression.name == name


def splat(expression: Splat, context: Context) -> Value:
    """``base[*].steps``: of a list for every element; of null none; of anything else a tuple of one.

    Raises:
        EvaluationError: the base is a null list, or a step leads nowhere.
    """
    return _each(context.value(expression.base), partial(_stepped, expression.steps, context))


def _stepped(steps: Sequence[str | Expression | Each], context: Context, value: Value) -> Value:
    for step in steps:
        if isinstance(step, Each):
            value = _each(value, partial(_stepped, step.steps, context))
        else:
            value = attribute(value, step) if isinstance(step, str) else index(value, context.value(step))
    return value


def _each(base: Value, stepped: Callable[[Value], Value]) -> Value:
    is_list = isinstance(base.type, ListOf | SetOf | TupleOf)
    if base.is_null:
        if is_list:
            raise EvaluationError("a splat of a null list")
        return tuple_of(())
    if base.pending and (is_list or (base.type is DYNAMIC and not base.pending.is_object)):
        return _each_of_unknown(base, base.pending, stepped).marked(base)
    if not is_list:
        only = stepped(base)
        # What may be null has perhaps no element.
        made = tuple_of([only]) if not_null(base) else pending(DYNAMIC, base.content)
        return made.marked(base)
    results = [stepped(each) for each in base.parts()]
    if isinstance(base.type, TupleOf):
        return tuple_of(results).marked(base)
    common = results[0].type if results else stepped(pending(base.type.element, "an element")).type  # type: ignore[union-attr]
    return list_of(common, results).marked(base)


def _each_of_unknown(base: Value, known: Pending, stepped: Callable[[Value], Value]) -> Value:
    match base.type:
        case ListOf(element) | SetOf(element):
            type_: Type = ListOf(stepped(pending(element, known)).type)
        case TupleOf(elements):
            type_ = TupleOf(tuple(stepped(pending(each, known)).type for each in elements))
        case _:
            type_ = DYNAMIC
    inside = known.inside
    if inside:
        return pending(type_, known, not_null=type_ is not DYNAMIC, inside=lambda step: stepped(inside(step)))
    return bounded(type_, known, bounds(base), certain=type_ is not DYNAMIC)
