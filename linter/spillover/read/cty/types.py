"""The types of Terraform's values, and the one type that several of them can become.

Source: cty's documentation of types and of unification (docs/types.md, docs/convert.md;
convert/unify.go where they are silent), 2026-05.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias

from spillover.records import dataclass


class Primitive(Enum):
    """The types without parts; ``DYNAMIC`` is that of a value whose type is not known yet."""

    STRING = "string"
    NUMBER = "number"
    BOOL = "bool"
    DYNAMIC = "dynamic"


STRING, NUMBER, BOOL, DYNAMIC = Primitive.STRING, Primitive.NUMBER, Primitive.BOOL, Primitive.DYNAMIC


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list, whose elements are all of one type."""

    element: Type


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set, whose elements are all of one type."""

    element: Type


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map from strings, whose elements are all of one type."""

    element: Type


@dataclass(frozen=True, slots=True)
class TupleOf:
    """A tuple, each of whose elements has a type of its own."""

    elements: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """An object, each of whose attributes has a type of its own, sorted by name.

    ``optional`` are those that a conversion to this type sets to null where they are missing;
    only the type constraint of a variable has such.
    """

    attributes: tuple[tuple[str, Type], ...] = ()
    optional: frozenset[str] = frozenset()

    def get(self, name: str) -> Type | None:
        """The type of an attribute; None where there is no such."""
        return next((type_ for each, type_ in self.attributes if each == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the attributes, sorted."""
        return tuple(name for name, _ in self.attributes)


Collection: TypeAlias = ListOf | SetOf | MapOf
Type: TypeAlias = Primitive | ListOf | SetOf | MapOf | TupleOf | ObjectOf


def is_collection(type_: Type) -> bool:
    """Whether it is a list, a set or a map."""
    return isinstance(type_, ListOf | SetOf | MapOf)


def spelled_type(type_: Type) -> str:
    """A type in the words of Terraform's messages."""
    match type_:
        case Primitive():
            return type_.value
        case ListOf(element):
            return f"list of {spelled_type(element)}"
        case SetOf(element):
            return f"set of {spelled_type(element)}"
        case MapOf(element):
            return f"map of {spelled_type(element)}"
    return "tuple" if isinstance(type_, TupleOf) else "object"


def parts_of(type_: Type) -> tuple[Type, ...]:
    """The types of what is inside of a collection, tuple or object."""
    match type_:
        case ListOf(element) | SetOf(element) | MapOf(element):
            return (element,)
        case TupleOf(elements):
            return elements
        case ObjectOf(attributes):
            return tuple(each for _, each in attributes)
    return ()


def has_dynamic(type_: Type) -> bool:
    """Whether some part of it is not known yet."""
    return type_ is DYNAMIC or any(map(has_dynamic, parts_of(type_)))


def can_convert(found: Type, wanted: Type) -> bool:
    """Whether some values of a type can be converted to another one, an unsafe conversion included."""
    if found == wanted or found is DYNAMIC or wanted is DYNAMIC:
        return True
    match found, wanted:
        case Primitive(), Primitive():
            return STRING in (found, wanted)
        case ((ListOf(a) | SetOf(a)), (ListOf(b) | SetOf(b))):
            return can_convert(a, b)
        case MapOf(a), MapOf(b):
            return can_convert(a, b)
        case TupleOf(elements), (ListOf() | SetOf()):
            return _can_become(elements, wanted.element)
        case ObjectOf(attributes), MapOf(b):
            return _can_become([each for _, each in attributes], b)
        case MapOf(a), ObjectOf(attributes):
            return all(name in wanted.optional or can_convert(a, each) for name, each in attributes)
        case TupleOf(elements), TupleOf(others):
            return len(elements) == len(others) and all(map(can_convert, elements, others))
        case ObjectOf(), ObjectOf():
            return _object_can(found, wanted)
    return False


def _can_become(elements: Sequence[Type], wanted: Type) -> bool:
    if wanted is DYNAMIC:
        return unify(elements) is not None
    return all(can_convert(each, wanted) for each in elements)


def _object_can(found: ObjectOf, wanted: ObjectOf) -> bool:
    types = dict(found.attributes)
    return all(
        can_convert(types[name], each) if name in types else name in wanted.optional
        for name, each in wanted.attributes
    )


def unify(types: Sequence[Type]) -> Type | None:
    """The one type that all of these can be converted to; None where there is none."""
    if not types:
        return DYNAMIC
    if all(each == types[0] for each in types[1:]):
        return types[0]
    concrete = [each for each in types if each is not DYNAMIC]
    dynamic = len(concrete) < len(types)
    kinds = {type(each) for each in concrete}
    for kind in (ListOf, SetOf, MapOf):
        if kinds == {kind}:
            return DYNAMIC if dynamic else _as_one(kind, concrete)
    if kinds == {MapOf, ObjectOf}:
        return DYNAMIC if dynamic else _as_one(MapOf, concrete) or _preferred(types)
    if kinds <= {ObjectOf}:
        return DYNAMIC if dynamic else _unified_objects(concrete)
    if kinds <= {TupleOf}:
        return DYNAMIC if dynamic else _unified_tuples(concrete)
    if kinds == {ListOf, TupleOf}:
        return DYNAMIC if dynamic else _as_one(ListOf, concrete) or _preferred(types)
    if kinds >= {ObjectOf, TupleOf}:
        return None
    return _preferred(types)


def _as_one(kind: type[ListOf | SetOf | MapOf], types: Sequence[Type]) -> Type | None:
    """The collection that all of these can be converted to; None where there is none."""
    element = unify([part for each in types for part in parts_of(each)])
    if element is None:
        return None
    wanted = kind(element)
    return wanted if all(can_convert(each, wanted) for each in types) else None


def _unified_objects(types: list[Type]) -> Type | None:
    objects = [each for each in types if isinstance(each, ObjectOf)]
    if any(each.names != objects[0].names for each in objects):
        return _as_one(MapOf, types)
    unified: list[tuple[str, Type]] = []
    for name in objects[0].names:
        attribute = unify([each.get(name) or DYNAMIC for each in objects])
        if attribute is None:
            return None
        unified.append((name, attribute))
    return ObjectOf(tuple(unified))


def _unified_tuples(types: list[Type]) -> Type | None:
    tuples = [each for each in types if isinstance(each, TupleOf)]
    if any(len(each.elements) != len(tuples[0].elements) for each in tuples):
        return _as_one(ListOf, types)
    unified = [unify(column) for column in zip(*(each.elements for each in tuples), strict=True)]
    known = tuple(each for each in unified if each is not None)
    return TupleOf(known) if len(known) == len(unified) else None


def _preferred(types: Sequence[Type]) -> Type | None:
    """The first type, by cty's order of preference, that all of the others can be converted to."""
    for wanted in sorted(types, key=_preference):
        if all(can_convert(each, wanted) for each in types):
            return wanted
    return None


def _preference(type_: Type) -> int:
    """Anything can become text, and ``DYNAMIC`` stands for whatever its neighbours are."""
    match type_:
        case Primitive.DYNAMIC:
            return 3
        case Primitive.STRING:
            return 0
        case SetOf():
            return 2
    return 1
