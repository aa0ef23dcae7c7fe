"""Conversions between Terraform's types.

Source: Terraform's "Types and Values", cty's docs/convert.md (convert/conversion_*.go where it is
silent), 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn, TypeAlias

from spillover.read.cty.length import uncounted
from spillover.read.cty.number import BeyondBoundsError, parse
from spillover.read.cty.ranges import Bounds, bounds, is_open
from spillover.read.cty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    Primitive,
    SetOf,
    TupleOf,
    Type,
    can_convert,
    has_dynamic,
    is_collection,
    parts_of,
    spelled_type,
    unify,
)
from spillover.read.cty.value import (
    EvaluationError,
    Pending,
    Value,
    boolean,
    list_of,
    map_of,
    null,
    number,
    object_of,
    pending,
    set_of,
    text,
    tuple_of,
)

Inside: TypeAlias = "Callable[[Value | str], Value]"
"""What is at an attribute, key or index of a value that is not known as a whole."""


def convert(value: Value, wanted: Type) -> Value:
    """The value as one of the type ``wanted``. What is not known keeps its cause.

    Raises:
        EvaluationError: it cannot be one.
    """
    if wanted is DYNAMIC or value.type == wanted:
        return value
    return _converted(value, wanted).marked(value)


def _converted(value: Value, wanted: Type) -> Value:
    if value.is_null or value.pending:
        if not can_convert(value.type, wanted):
            _refuse(value, wanted)
        type_ = _replaced(value.type, without_optional(wanted))
        return _unknown(value, type_, value.pending) if value.pending else null(type_)
    match wanted:
        case Primitive():
            return _primitive(value, wanted)
        case ListOf() | SetOf():
            return _sequence(value, wanted)
        case MapOf():
            return _map(value, wanted)
        case TupleOf(elements):
            return _tuple(value, wanted, elements)
    return _object(value, wanted)


def _replaced(found: Type, wanted: Type) -> Type:
    """The type that a value of the type ``found`` has as one of ``wanted``, which may leave parts open."""
    if wanted is DYNAMIC or found is DYNAMIC:
        return found if wanted is DYNAMIC else wanted
    match wanted:
        case ListOf(element):
            return ListOf(_replaced(_element_of(found), element))
        case SetOf(element):
            return SetOf(_replaced(_element_of(found), element))
        case MapOf(element):
            return MapOf(_replaced(_element_of(found), element))
        case TupleOf(elements) if isinstance(found, TupleOf):
            return TupleOf(tuple(map(_replaced, found.elements, elements)))
        case ObjectOf(attributes) if isinstance(found, ObjectOf):
            types = dict(found.attributes)
            return ObjectOf(
                tuple((n, _replaced(types[n], each) if n in types else each) for n, each in attributes)
            )
    return wanted


def _element_of(type_: Type) -> Type:
    """The type that all elements of a collection, tuple or object have in common."""
    return unify(parts_of(type_)) or DYNAMIC


def _unknown(value: Value, type_: Type, known: Pending) -> Value:
    """What is not known, as one of another type: the same attribute of the same resource."""
    if known.not_null and isinstance(value.type, TupleOf) and isinstance(type_, ListOf):
        parts = (
            known.inside(number(at)) if known.inside else pending(each, known)
            for at, each in enumerate(value.type.elements)
        )
        return list_of(type_.element, [convert(part, type_.element) for part in parts])
    least, most = _lengths(value, type_)
    inside = _inside(known.inside, type_) if known.inside else None
    return Value(type_, replace(known, prefix="", suffix="", least=least, most=most, inside=inside))


def _lengths(value: Value, type_: Type) -> Bounds:
    """How many elements a collection has that is made of a value which is not known."""
    if not is_collection(type_):
        return None, None
    least, most = bounds(value)
    if isinstance(value.type, TupleOf):
        least = most = len(value.type.elements)
    if isinstance(value.type, ObjectOf):
        least = most = len(value.type.attributes)
    return (min(least, 1) if least and isinstance(type_, SetOf) else least), most


def _inside(inside: Inside, type_: Type) -> Inside | None:
    """The way to what is inside, which is converted as the whole is."""
    if isinstance(type_, Primitive):
        return None
    return lambda step: convert(inside(step), _type_at(type_, step))


def _type_at(type_: Type, step: Value | str) -> Type:
    match type_:
        case ListOf(element) | SetOf(element) | MapOf(element):
            return element
        case ObjectOf():
            name = step if isinstance(step, str) else step.content
            return (type_.get(name) if isinstance(name, str) else None) or DYNAMIC
    return DYNAMIC


def _refuse(value: Value, wanted: Type) -> NoReturn:
    raise EvaluationError(f"{spelled_type(wanted)} required, but this is {spelled_type(value.type)}")


def _primitive(value: Value, wanted: Type) -> Value:
    content = value.content
    if wanted is STRING and value.type is NUMBER:
        return text(str(content))
    if wanted is STRING and value.type is BOOL:
        return text("true" if content else "false")
    if value.type is not STRING:
        _refuse(value, wanted)
    if wanted is BOOL:
        if content in _BOOLEANS:
            return boolean(_BOOLEANS[content])
        raise EvaluationError("a bool is required, and only the strings true and false are one")
    try:
        parsed = parse(content)
    except BeyondBoundsError as error:
        raise EvaluationError(str(error)) from None
    if parsed is None:
        raise EvaluationError("a number is required, and this string spells none")
    return number(parsed)


_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def _common(parts: Iterable[Value], wanted: Type) -> Type:
    """The type of all elements of a list or map of any type."""
    common = unify([part.type for part in parts])
    if common is None:
        _refuse_elements(wanted)
    return common


def _refuse_known(parts: Sequence[Value], wanted: Type) -> None:
    """Refuse elements of several types, unless the type of one is not known yet."""
    if not any(map(is_open, parts)):
        _refuse_elements(wanted)


def _refuse_elements(wanted: Type) -> NoReturn:
    raise EvaluationError(f"all elements of a {spelled_type(wanted).split()[0]} must be of one type")


def settled(element: Type, parts: Sequence[Value]) -> tuple[Type, list[Value]]:
    """The type of the elements, now that they are converted, and they, of that type.

    It is theirs where they were to be of any type, or have parts of any type.

    Raises:
        EvaluationError: they are of several types.
    """
    types = dict.fromkeys(part.type for part in parts if part.type is not DYNAMIC)
    if not types or any(part.type is DYNAMIC and part.pending for part in parts):
        return element, list(parts)
    type_ = unify(list(types))
    if type_ is None or (len(types) > 1 and has_dynamic(type_)):
        _refuse_known(parts, ListOf(element))
        return element, list(parts)
    return type_, [null(type_) if part.type is DYNAMIC else convert(part, type_) for part in parts]


def _sequence(value: Value, wanted: ListOf | SetOf) -> Value:
    if not isinstance(value.type, ListOf | SetOf | TupleOf):
        _refuse(value, wanted)
    parts: tuple[Value, ...] = value.content
    element = wanted.element
    if element is DYNAMIC:
        element = value.type.element if isinstance(value.type, ListOf | SetOf) else _common(parts, wanted)
        if has_dynamic(element) and any(part.type != element for part in parts):
            _refuse_known(parts, wanted)  # the type of anything is none that elements have in common
    element, converted = settled(element, [_with_step(part, element, at) for at, part in enumerate(parts)])
    if isinstance(wanted, SetOf):
        return set_of(element, converted)
    unknown = uncounted(value)
    return pending(ListOf(element), unknown) if unknown else list_of(element, converted)


def _map(value: Value, wanted: MapOf) -> Value:
    if not isinstance(value.type, MapOf | ObjectOf):
        _refuse(value, wanted)
    parts: Mapping[str, Value] = value.content
    element = wanted.element
    if element is DYNAMIC:
        element = value.type.element if isinstance(value.type, MapOf) else _common(parts.values(), wanted)
    element, converted = settled(element, [_with_step(part, element, key) for key, part in parts.items()])
    return map_of(element, dict(zip(parts, converted, strict=True)))


def _tuple(value: Value, wanted: Type, elements: tuple[Type, ...]) -> Value:
    if not isinstance(value.type, TupleOf):
        _refuse(value, wanted)
    parts: tuple[Value, ...] = value.content
    if len(parts) != len(elements):
        raise EvaluationError(f"a tuple of {len(elements)} elements is required, but this has {len(parts)}")
    pairs = zip(parts, elements, strict=True)
    return tuple_of(_with_step(part, each, i) for i, (part, each) in enumerate(pairs))


def _object(value: Value, wanted: ObjectOf) -> Value:
    if not isinstance(value.type, MapOf | ObjectOf):
        _refuse(value, wanted)
    parts: Mapping[str, Value] = value.content
    missing = [name for name in wanted.names if name not in parts and name not in wanted.optional]
    if missing:
        names = ", ".join(f'"{name}"' for name in missing)
        raise EvaluationError(f"attribute {names} is required")
    converted = {
        name: _with_step(parts[name], each, name) if name in parts else null(without_optional(each))
        for name, each in wanted.attributes
    }
    return object_of(converted)


def _with_step(value: Value, wanted: Type, step: str | int) -> Value:
    try:
        return convert(value, wanted)
    except EvaluationError as error:
        where = f"element {step}" if isinstance(step, int) else f'"{step}"'
        raise type(error)(f"{where}: {error.message}") from None


def without_optional(type_: Type) -> Type:
    """A type of values: no attribute of a value is optional."""
    match type_:
        case ListOf(element):
            return ListOf(without_optional(element))
        case SetOf(element):
            return SetOf(without_optional(element))
        case MapOf(element):
            return MapOf(without_optional(element))
        case TupleOf(elements):
            return TupleOf(tuple(map(without_optional, elements)))
        case ObjectOf(attributes):
            return ObjectOf(tuple((name, without_optional(each)) for name, each in attributes))
    return type_
