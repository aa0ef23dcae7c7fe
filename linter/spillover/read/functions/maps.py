"""Functions of maps and objects.

Source: "Collection Functions" of Terraform's documentation; cty's function/stdlib where it is
silent, 2026-05.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spillover.read.cty.types import (
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    TupleOf,
    Type,
    spelled_type,
)
from spillover.read.cty.value import (
    EvaluationError,
    Pending,
    Value,
    list_of,
    map_of,
    number,
    object_of,
    pending,
    text,
    tuple_of,
)
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.through import Inside, perhaps_inside, some_inside


def _keys(values: Value) -> Value:
    """The keys of a map as a list; the names of an object, which its type knows, as a tuple."""
    match values.type:
        case ObjectOf():
            return tuple_of(map(text, values.type.names)).marked(values)
        case MapOf() if not values.pending:
            return list_of(STRING, map(text, values.content)).marked(values)
        case MapOf():
            return pending(ListOf(STRING), values.content, not_null=True).marked(values)
        case _ if values.type is DYNAMIC:
            return pending(DYNAMIC, values.content)
    raise EvaluationError(f"a map or object is required, but this is {spelled_type(values.type)}")


def _values(values: Value) -> Value:
    """The elements of a map as a list, those of an object as a tuple, in the order of their keys."""
    match values.type:
        case ObjectOf(attributes):
            type_: Type = TupleOf(tuple(each for _, each in attributes))
        case MapOf(element):
            type_ = ListOf(element)
        case _ if values.type is DYNAMIC:
            type_ = DYNAMIC
        case _:
            raise EvaluationError(f"a map or object is required, but this is {spelled_type(values.type)}")
    known = values.pending
    if known:
        return pending(type_, known, not_null=type_ is not DYNAMIC, inside=known.inside)
    return (
        list_of(type_.element, values.parts()) if isinstance(type_, ListOf) else tuple_of(values.parts())
    ).marked(values)


# --- merge


def _merge(*values: Value) -> Value:
    """The elements of all maps and objects; of the same key, the last one. Null adds nothing."""
    type_ = _merged_type(values)
    unknown = next((each.pending for each in values if each.pending), None)
    if unknown:
        return pending(type_, unknown, not_null=type_ is not DYNAMIC, inside=_merged_inside(values))
    values = tuple(each for each in values if not each.is_null)
    if not all(isinstance(each.content, Mapping) for each in values):
        raise EvaluationError("a map or object is required")
    merged = {key: element for each in values for key, element in each.content.items()}
    if isinstance(type_, MapOf):
        return map_of(type_.element, merged).marked(*values)
    if isinstance(type_, ObjectOf) and not merged and type_.attributes:
        raise EvaluationError("all objects are null")
    return object_of(merged).marked(*values)


def _merged_type(values: Sequence[Value]) -> Type:
    """That of all arguments if they agree, and else an object."""
    types: dict[str, Type] = {}
    keys_known = True
    for value in values:
        match value.type:
            case ObjectOf(attributes):
                types |= {} if value.is_null else dict(attributes)
            case MapOf(element) if value.pending:
                keys_known = False
            case MapOf(element):
                types |= dict.fromkeys(value.content or (), element)
            case _ if value.type is DYNAMIC:
                return DYNAMIC
            case _:
                raise EvaluationError(
                    f"maps and objects are required, but this is {spelled_type(value.type)}"
                )
    if values and all(each.type == values[0].type for each in values[1:]):
        return values[0].type
    return ObjectOf(tuple(sorted(types.items()))) if keys_known else DYNAMIC


def _merged_inside(values: Sequence[Value]) -> Inside:
    """What is at a key is in the last argument that has it; one that is not known may have it."""
    last = max(place for place, each in enumerate(values) if each.pending)
    maps = [each.content for each in values[last + 1 :] if isinstance(each.content, Mapping)]
    later: dict[str, Value] = {key: element for each in maps for key, element in each.items()}
    known = values[last].pending
    assert known is not None
    reach = perhaps_inside(values[last], known)

    def inside(step: Value | str) -> Value:
        key = text(step) if isinstance(step, str) else step
        if later and key.pending:
            return pending(DYNAMIC, key.pending)
        if key.content in later:
            return later[key.content]
        return reach(step) if reach else pending(DYNAMIC, known)

    return inside


# --- transpose, zipmap


def _transpose(values: Value) -> Value:
    """A map of lists turned round: from each string to the keys of the lists that it is in."""
    unknown = values.unsettled()
    if unknown:
        return pending(values.type, unknown, not_null=True)
    turned: dict[str, list[Value]] = {}
    for key, strings in values.content.items():
        if strings.is_null or any(each.is_null for each in strings.content):
            raise EvaluationError("a list or a string is null")
        for each in strings.content:
            turned.setdefault(each.content, []).append(text(key))
    return map_of(ListOf(STRING), {key: list_of(STRING, found) for key, found in turned.items()})


def _zipmap(keys: Value, values: Value) -> Value:
    """A map of keys and the elements of a list, or an object of keys and those of a tuple."""
    type_ = _zipped_type((keys, values))
    unknown = keys.unsettled()
    if unknown:
        return pending(type_, unknown, not_null=type_ is not DYNAMIC, inside=some_inside(values))
    if values.pending:
        inside = _zipped_inside(keys, values.pending)
        return pending(type_, values.pending, not_null=type_ is not DYNAMIC, inside=inside)
    if len(keys.content) != len(values.content) or any(each.is_null for each in keys.content):
        raise EvaluationError("a key is null, or there are not as many keys as values")
    zipped = {key.content: value for key, value in zip(keys.content, values.content, strict=True)}
    made = map_of(type_.element, zipped) if isinstance(type_, MapOf) else object_of(zipped)
    return made.marked(keys, values, *keys.content)


def _zipped_inside(keys: Value, known: Pending) -> Inside | None:
    """The element that stands where the key does, of two equal keys the last one."""
    elements = known.inside
    if elements is None:
        return None
    places = {key.content: place for place, key in enumerate(keys.content)}

    def inside(step: Value | str) -> Value:
        key = step if isinstance(step, str) else step.content
        return elements(number(places[key]) if key in places else pending(NUMBER, known))

    return inside


def _zipped_type(arguments: Sequence[Value]) -> Type:
    """The type of a zipmap, of whose arguments one may not be known."""
    keys, values = arguments
    match values.type:
        case ListOf(element):
            return MapOf(element)
        case _ if values.type is DYNAMIC:
            return DYNAMIC
        case TupleOf(elements):
            if keys.unsettled():
                return DYNAMIC
            if len(keys.content) != len(elements) or any(each.is_null for each in keys.content):
                raise EvaluationError("a key is null, or there are not as many keys as values")
            types = {key.content: each for key, each in zip(keys.content, elements, strict=True)}
            return ObjectOf(tuple(sorted(types.items())))
    raise EvaluationError(f"a list or tuple is required, but this is {spelled_type(values.type)}")


_MAP = Parameter("map", takes_unknown=True)
_MAPS = Parameter("maps", takes_null=True, takes_unknown=True)
_KEYS = Parameter("keys", ListOf(STRING), takes_unknown=True)
_VALUES = Parameter("values", takes_unknown=True)
_STRINGS_BY_KEY = MapOf(ListOf(STRING))

FUNCTIONS: tuple[Function, ...] = (
    Function("keys", (_MAP,), _keys, keeps_marks=True),
    Function("merge", (), _merge, variadic=_MAPS, keeps_marks=True),
    Function("transpose", (Parameter("map", _STRINGS_BY_KEY),), _transpose, _STRINGS_BY_KEY),
    Function("values", (_MAP,), _values, keeps_marks=True),
    Function(
        "zipmap",
        (_KEYS, _VALUES),
        _zipmap,
        _zipped_type,
        keeps_marks=True,
    ),
)
