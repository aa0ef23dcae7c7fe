"""Type constraints of variables, and the defaults of their optional attributes.

Source: Terraform's "Type Constraints" and "Optional Object Type Attributes"
(hcl/ext/typeexpr where they are silent), 2026-05.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from spillover.read.cty.convert import convert, without_optional
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    SetOf,
    TupleOf,
    Type,
)
from spillover.read.cty.value import NULL, EvaluationError, Value, object_of
from spillover.read.evaluation.context import Context
from spillover.read.syntax.expression import Call, Expression, Literal, Object, Tuple, Variable
from spillover.records import dataclass


@dataclass(frozen=True)
class Defaults:
    """What is set where an optional attribute is missing; ``children`` by attribute, or ``""`` for all."""

    values: Mapping[str, Value] = field(default_factory=dict)
    children: Mapping[str, Defaults] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.values or self.children)


@dataclass(frozen=True)
class Constraint:
    """The type of a variable, and the defaults inside of it."""

    type: Type = DYNAMIC
    defaults: Defaults = Defaults()

    def applied(self, value: Value) -> Value:
        """The value that the variable has when it is given ``value``.

        Raises:
            EvaluationError: it is not of this type.
        """
        return convert(_filled(value, self.defaults), self.type)


def constraint(expression: Expression, context: Context) -> Constraint:
    """The constraint that the ``type`` of a variable writes.

    Raises:
        EvaluationError: it is none.
    """
    match expression:
        case Variable(name=name) if name in _PRIMITIVES:
            return Constraint(_PRIMITIVES[name])
        case Literal(value=str(name)) if name in _PRIMITIVES:  # quotes were wanted once
            return Constraint(_PRIMITIVES[name])
        case Call(name="list" | "set" | "map", arguments=(element,)):
            return _collection(expression.name, constraint(element, context))
        case Call(name="tuple", arguments=(Tuple(items=items),)):
            return _tuple([constraint(each, context) for each in items])
        case Call(name="object", arguments=(Object() as attributes,)):
            return _object(attributes, context)
    raise EvaluationError("this is no type", expression.start)


_PRIMITIVES: Mapping[str, Type] = {
    "string": STRING,
    "number": NUMBER,
    "bool": BOOL,
    "any": DYNAMIC,
    "list": ListOf(DYNAMIC),
    "map": MapOf(DYNAMIC),
    "set": SetOf(DYNAMIC),
}


def _collection(name: str, element: Constraint) -> Constraint:
    kinds: Mapping[str, type[ListOf | SetOf | MapOf]] = {"list": ListOf, "set": SetOf, "map": MapOf}
    children = {"": element.defaults} if element.defaults else {}
    return Constraint(kinds[name](element.type), Defaults(children=children))


def _tuple(elements: list[Constraint]) -> Constraint:
    children = {str(i): each.defaults for i, each in enumerate(elements) if each.defaults}
    return Constraint(TupleOf(tuple(each.type for each in elements)), Defaults(children=children))


def _object(written: Object, context: Context) -> Constraint:
    types: dict[str, Type] = {}
    optional: set[str] = set()
    values: dict[str, Value] = {}
    children: dict[str, Defaults] = {}
    for item in written.items:
        name = item.key.value if isinstance(item.key, Literal) else None
        if not isinstance(name, str):
            raise EvaluationError("an attribute's name is wanted", item.key.start)
        inner, is_optional, default = _attribute(item.value, context)
        types[name] = inner.type
        if is_optional:
            optional.add(name)
        if default is not None:
            values[name] = default
        if inner.defaults:
            children[name] = inner.defaults
    return Constraint(ObjectOf(tuple(sorted(types.items())), frozenset(optional)), Defaults(values, children))


def _attribute(written: Expression, context: Context) -> tuple[Constraint, bool, Value | None]:
    if not (isinstance(written, Call) and written.name == "optional"):
        return constraint(written, context), False, None
    if len(written.arguments) not in (1, 2):
        raise EvaluationError("optional takes a type and a default", written.start)
    inner = constraint(written.arguments[0], context)
    if len(written.arguments) == 1:
        return inner, True, None
    given = context.value(written.arguments[1])
    try:
        return inner, True, convert(given, without_optional(inner.type) if given.is_null else inner.type)
    except EvaluationError as error:
        raise EvaluationError(error.message, written.arguments[1].start) from None


# Where a default is written


def default_at(
    type_: Expression, value: Value, steps: tuple[str | int, ...], context: Context
) -> tuple[Expression, int] | None:
    """The default in a variable's ``type`` that counts on the way into the value that it is given.

    With it the number of steps that lead there; None where all that is on the way is given.
    """
    found: tuple[Expression, int] | None = None
    for at, step in enumerate(steps, 1):
        inner = _type_of_member(type_, step)
        if inner is None or value.pending:
            return found
        type_, default = _without_default(inner)
        value = _member(value, step)
        if value.is_null and default is not None:
            found = default, at
            set_by_default = context.attempt(default)
            value = set_by_default if isinstance(set_by_default, Value) else NULL
    return found


def _type_of_member(type_: Expression, step: str | int) -> Expression | None:
    match type_:
        case Call(name="list" | "set" | "map", arguments=(element,)):
            return element
        case Call(name="tuple", arguments=(Tuple(items=items),)) if isinstance(step, int):
            return items[step] if step < len(items) else None
        case Call(name="object", arguments=(Object(items=items),)):
            named = (each for each in items if isinstance(each.key, Literal) and each.key.value == step)
            return next((each.value for each in named), None)
    return None


def _without_default(type_: Expression) -> tuple[Expression, Expression | None]:
    match type_:
        case Call(name="optional", arguments=(inner, *default)):
            return inner, (default[0] if default else None)
    return type_, None


def _member(value: Value, step: str | int) -> Value:
    """What is at a step; null where nothing is."""
    match value.content, step:
        case dict(members), str():
            found: Value = members.get(step, NULL)
        case tuple(parts), int() if step < len(parts):
            found = parts[step]
        case _:
            found = NULL
    return found


# What a default makes of a value


def _filled(value: Value, defaults: Defaults) -> Value:
    """The value, its missing and null attributes set to their defaults, at every depth."""
    if not defaults or value.is_null or value.pending:
        return value
    if isinstance(value.type, MapOf | ObjectOf):
        return _filled_object(value, defaults)
    if isinstance(value.type, ListOf | SetOf | TupleOf):
        children = defaults.children
        parts = [
            _filled(part, children.get("") or children.get(str(i)) or Defaults())
            for i, part in enumerate(value.content)
        ]
        return _like(value, parts)
    return value


def _filled_object(value: Value, defaults: Defaults) -> Value:
    every = defaults.children.get("")
    members: dict[str, Value] = {
        name: _filled(part, every or defaults.children.get(name) or Defaults())
        for name, part in value.content.items()
    }
    for name, default in defaults.values.items():
        if name not in members or members[name].is_null:
            members[name] = _filled(default, defaults.children.get(name) or Defaults())
    return object_of(members).marked(value)


def _like(value: Value, parts: list[Value]) -> Value:
    """The parts as a tuple: the conversion that follows makes of it what the variable wants."""
    made = tuple(parts)
    return Value(TupleOf(tuple(each.type for each in made)), made, value.sensitive, value.size)
