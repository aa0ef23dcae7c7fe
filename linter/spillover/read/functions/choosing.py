"""Functions whose result is one of their arguments, or an element of one, or some of them.

Source: "Collection Functions" of Terraform's documentation; Terraform's internal/lang/funcs and
cty's function/stdlib where it is silent, 2026-05.
"""

from __future__ import annotations

from collections.abc import Sequence

from spillover.read.cty.convert import convert
from spillover.read.cty.length import length
from spillover.read.cty.operate import equals
from spillover.read.cty.ranges import is_filled
from spillover.read.cty.types import (
    DYNAMIC,
    NUMBER,
    STRING,
    ListOf,
    MapOf,
    ObjectOf,
    SetOf,
    TupleOf,
    Type,
    spelled_type,
    unify,
)
from spillover.read.cty.value import (
    LARGEST,
    EvaluationError,
    LimitError,
    Value,
    list_of,
    null,
    number,
    pending,
)
from spillover.read.functions.function import Function, Parameter
from spillover.read.functions.through import perhaps, perhaps_inside
from spillover.read.functions.whole import whole

# --- coalesce


def _coalesce(*values: Value) -> Value:
    """The first argument that is neither null nor an empty string.

    Terraform knows nothing of the result where one before it is not known. Here it is that one, if
    it can be none of both, and else it may be that one.
    """
    common = unify([each.type for each in values]) if values else None
    if common is None:
        raise EvaluationError("all arguments must be of one type")
    for value in values:
        try:
            converted = convert(value, common)
        except LimitError:
            raise
        except EvaluationError:  # which Terraform takes for null
            continue
        known = converted.pending
        if known and known.not_null and (common not in (STRING, DYNAMIC) or is_filled(converted)):
            return converted
        if known:
            return perhaps(common, converted, known, not_null=common is not DYNAMIC)
        if not converted.is_null and converted.content != "":
            return converted
    raise EvaluationError("all arguments are null or empty strings")


def _coalescelist(*lists: Value) -> Value:
    """The first list or tuple that is not empty."""
    if not lists:
        raise EvaluationError("at least one list is required")
    for each in lists:
        if each.pending:
            break
        if not isinstance(each.type, ListOf | TupleOf):
            raise EvaluationError(f"lists and tuples are required, but this is {spelled_type(each.type)}")
    for each in lists:
        if each.pending:
            return perhaps(DYNAMIC, each, each.pending)
        if each.content:
            return each
    raise EvaluationError("all arguments are null or empty")


# --- element, one


def _element(values: Value, position: Value) -> Value:
    """An element by its index, which goes round and round."""
    known = values.pending
    if values.type is not DYNAMIC and not isinstance(values.type, ListOf | TupleOf):
        raise EvaluationError(f"a list or tuple is required, but this is {spelled_type(values.type)}")
    if known and known.inside:
        return known.inside(position)
    if isinstance(values.type, TupleOf):
        found = _element_of_tuple(values, values.type.elements, position)
    elif position.pending or known:
        of = values.type.element if isinstance(values.type, ListOf) else DYNAMIC
        found = pending(of, position.pending or known or "")
    elif values.content:
        found = values.content[whole(position.content) % len(values.content)]
    else:
        raise EvaluationError("the list is empty")
    return found.marked(position) if known else found.marked(values, position)


def _element_of_tuple(values: Value, elements: Sequence[Type], position: Value) -> Value:
    """An element of a tuple, of which Terraform does not count from the end."""
    if position.pending:
        return pending(DYNAMIC, position.pending)
    at = whole(position.content)
    if not elements:
        raise EvaluationError("the tuple is empty")
    if at < 0 and at % len(elements):
        raise EvaluationError("a negative index of a tuple")
    if values.pending:
        return pending(elements[at % len(elements)], values.pending)
    found: Value = values.content[at % len(elements)]
    return found


def _one(values: Value) -> Value:
    """The only element of a list, set or tuple, and null if there is none."""
    known = values.pending
    match values.type:
        case TupleOf(elements) if len(elements) > 1:
            raise EvaluationError("there is more than one element")
        case TupleOf(()):
            return null(DYNAMIC)
        case TupleOf((of,)) | ListOf(of) | SetOf(of):
            pass
        case _ if values.type is DYNAMIC:
            of = DYNAMIC
        case _:
            raise EvaluationError(
                f"a list, set or tuple is required, but this is {spelled_type(values.type)}"
            )
    if known and known.inside:
        return perhaps(of, known.inside(number(0)), known)
    unknown = known or length(values).pending
    if unknown:
        return pending(of, unknown)
    if len(values.content) > 1:
        raise EvaluationError("there is more than one element")
    return values.content[0] if values.content else null(of)


# --- lookup


def _lookup(values: Value, key: Value, *default: Value) -> Value:
    """An element of a map or an attribute of an object, or a default of the same type."""
    if values.type is DYNAMIC:
        return _looked_up(DYNAMIC, values, key)
    if len(default) > 1:
        raise EvaluationError("two or three arguments are required")
    match values.type:
        case MapOf(element):
            found = _of_map(values, element, key, [convert(each, element) for each in default])
        case ObjectOf():
            found = _of_object(values, values.type, key, default)
        case _:
            raise EvaluationError(f"a map is required, but this is {spelled_type(values.type)}")
    return found.marked(values, key)


def _of_map(values: Value, element: Type, key: Value, default: Sequence[Value]) -> Value:
    if values.pending or key.pending:
        return _looked_up(element, values, key)
    return _present(values, key, default)


def _of_object(values: Value, type_: ObjectOf, key: Value, default: Sequence[Value]) -> Value:
    if key.pending:
        return _looked_up(DYNAMIC, values, key)
    if not values.pending:
        return _present(values, key, default)
    declared = type_.get(key.content) or next((each.type for each in default), None)
    if declared is None:
        raise EvaluationError(f"there is no attribute {key.content!r}")
    return _looked_up(declared, values, key)


def _present(values: Value, key: Value, default: Sequence[Value]) -> Value:
    if key.content in values.content:
        found: Value = values.content[key.content]
        return found
    if not default:
        raise EvaluationError(f"there is no element {key.content!r}")
    return default[0]


def _looked_up(type_: Type, values: Value, key: Value) -> Value:
    """What is at a key where one of both is not known: perhaps what is inside, perhaps the default."""
    unknown = values.pending or key.pending
    assert unknown is not None
    inside = perhaps_inside(values, unknown) if values.pending else None
    return perhaps(type_, inside(key), unknown) if inside else pending(type_, unknown)


# --- matchkeys


def _matchkeys(values: Value, keys: Value, searched: Value) -> Value:
    """The values whose keys, which stand in the other list at the same index, are among those searched."""
    common = _type_of_keys(keys, searched)
    element = values.type.element  # type: ignore[union-attr]
    if len(values.content) != len(keys.content):
        raise EvaluationError("there are not as many keys as values")
    if not searched.content:
        return list_of(element, ())
    unknown = values.unsettled() or keys.unsettled()
    if unknown:
        return pending(values.type, unknown, not_null=True)
    wanted, owned = (convert(each, common).content for each in (searched, keys))
    doubtful = [(at, each) for at, each in enumerate(wanted) if each.unsettled()]
    if len(doubtful) * len(owned) > LARGEST:
        raise LimitError(f"more than {LARGEST} keys to compare")
    places = {each: at for at, each in reversed(list(enumerate(wanted)))}
    found: list[Value] = []
    for key, value in zip(owned, values.content, strict=True):
        place = places.get(key, len(wanted))
        if any(at < place and equals(key, each).pending for at, each in doubtful):
            return list_of(element, ())  # Terraform's own answer: it gives up, as if nothing were found
        if place < len(wanted):
            found.append(value)
    return list_of(element, found)


def _type_of_keys(keys: Value, searched: Value) -> Type:
    common = unify([keys.type, searched.type])
    if common is None:
        raise EvaluationError("the keys and those searched must be of one type")
    return common


def _type_of_matches(arguments: Sequence[Value]) -> Type:
    _type_of_keys(*arguments[1:])
    return arguments[0].type


_OPEN = Parameter("values", takes_null=True, takes_unknown=True)
_ANY_LIST = ListOf(DYNAMIC)

FUNCTIONS: tuple[Function, ...] = (
    Function("coalesce", (), _coalesce, variadic=_OPEN),
    Function("coalescelist", (), _coalescelist, variadic=_OPEN),
    Function(
        "element",
        (Parameter("list", takes_unknown=True), Parameter("index", NUMBER, takes_unknown=True)),
        _element,
        keeps_marks=True,
    ),
    Function(
        "lookup",
        (Parameter("map", takes_unknown=True), Parameter("key", STRING, takes_unknown=True)),
        _lookup,
        variadic=Parameter("default", takes_null=True, takes_unknown=True),
        keeps_marks=True,
    ),
    Function(
        "matchkeys",
        (Parameter("values", _ANY_LIST), Parameter("keys", _ANY_LIST), Parameter("searchset", _ANY_LIST)),
        _matchkeys,
        _type_of_matches,
    ),
    Function("one", (Parameter("list", takes_unknown=True),), _one),
)
