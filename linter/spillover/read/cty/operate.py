"""HCL's operators: arithmetic, comparison and logic, equality, indexes and attributes.

An operand that is not known makes the result unknown, even in ``unknown && false``; that a result
is not null is known all the same.

Source: "HCL Native Syntax Specification", Operations; cty's docs/concepts.md (value_ops.go where it
is silent), 2026-05.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from spillover.read.cty.convert import convert
from spillover.read.cty.number import BeyondBoundsError, Number
from spillover.read.cty.ranges import compared, excludes, is_open, may_be_equal, not_null
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
    spelled_type,
)
from spillover.read.cty.value import (
    FALSE,
    TRUE,
    EvaluationError,
    Pending,
    Value,
    boolean,
    number,
    pending,
)


def operate(operator: str, *operands: Value) -> Value:
    """The result of an operator with one or two operands.

    Raises:
        EvaluationError: an operand is null, or of a type that the operator does not take.
    """
    if operator in ("==", "!="):
        parts = (part for each in operands for part in each.every() if part.sensitive)
        equal = equals(*operands).marked(*parts)
        return equal if operator == "==" else _negated(equal)
    wanted, result, compute = _OPERATORS[operator, len(operands)]
    converted = [convert(each, wanted) for each in operands]
    if any(each.is_null for each in converted):
        raise EvaluationError(f"an operand of {operator} is null")
    unknown = next((each.content for each in converted if isinstance(each.content, Pending)), None)
    if unknown:
        settled = compared(operator, *converted) if operator in ("<", "<=", ">", ">=") else None
        found = pending(result, unknown, not_null=True) if settled is None else boolean(settled)
        return found.marked(*operands)
    try:
        computed = compute(*(each.content for each in converted))
    except BeyondBoundsError as error:
        raise EvaluationError(str(error)) from None
    return (boolean(computed) if isinstance(computed, bool) else number(computed)).marked(*operands)


def result_type(operator: str, operands: int) -> Type:
    """The type of all results of an operator with so many operands."""
    return BOOL if operator in ("==", "!=") else _OPERATORS[operator, operands][1]


def _negated(value: Value) -> Value:
    return value if value.pending else replace(value, content=not value.content)


def _bits(a: Number, b: Number) -> int:
    return max(a.bits, b.bits)


def _product(a: Number, b: Number) -> Number:
    """It has all the bits that it needs, which may be more than either factor has."""
    found = Number(Fraction(a) * b)
    odd = found.numerator >> max((found.numerator & -found.numerator).bit_length() - 1, 0)
    return Number(found, max(_bits(a, b), abs(odd).bit_length()))


def _quotient(a: Number, b: Number) -> Number:
    if b == 0:
        raise EvaluationError("division by zero")
    return Number(Fraction(a) / b, _bits(a, b))


def _rest(a: Number, b: Number) -> Number:
    """What is left after a division that is cut towards zero; each step is rounded, as Terraform does it."""
    if b == 0:
        return a
    whole = Number(int(_quotient(a, b)), a.bits)
    return Number(a - Number(Fraction(whole) * b, a.bits), a.bits)


_Compute = Callable[..., "Number | bool"]

_OPERATORS: Mapping[tuple[str, int], tuple[Type, Type, _Compute]] = {
    ("+", 2): (NUMBER, NUMBER, lambda a, b: Number(a + b, _bits(a, b))),
    ("-", 2): (NUMBER, NUMBER, lambda a, b: Number(a - b, _bits(a, b))),
    ("*", 2): (NUMBER, NUMBER, _product),
    ("/", 2): (NUMBER, NUMBER, _quotient),
    ("%", 2): (NUMBER, NUMBER, _rest),
    ("-", 1): (NUMBER, NUMBER, lambda a: Number(-a, a.bits)),
    ("<", 2): (NUMBER, BOOL, lambda a, b: a < b),
    ("<=", 2): (NUMBER, BOOL, lambda a, b: a <= b),
    (">", 2): (NUMBER, BOOL, lambda a, b: a > b),
    (">=", 2): (NUMBER, BOOL, lambda a, b: a >= b),
    ("&&", 2): (BOOL, BOOL, lambda a, b: a and b),
    ("||", 2): (BOOL, BOOL, lambda a, b: a or b),
    ("!", 1): (BOOL, BOOL, lambda a: not a),
}


def equals(a: Value, b: Value) -> Value:
    """Whether two values are equal, which those of different types never are, but for null."""
    if a.is_null and b.is_null:
        return TRUE
    if (a.is_null and not_null(b)) or (b.is_null and not_null(a)):
        return FALSE
    unknown = a.pending or b.pending
    if unknown:
        return FALSE if excludes(a, b) or excludes(b, a) else pending(BOOL, unknown, not_null=True)
    if a.type != b.type and not (may_be_equal(a.type, b.type) and (is_open(a) or is_open(b))):
        return FALSE
    match a.type:
        case SetOf():
            unsettled = a.unsettled() or b.unsettled()
            return pending(BOOL, unsettled, not_null=True) if unsettled else boolean(a.content == b.content)
        case Primitive():
            return boolean(a.content == b.content)
    return _equal_parts(a, b)


def _equal_parts(a: Value, b: Value) -> Value:
    """What is not known in a list or tuple ends the comparison, even if later elements differ.

    Of a map or an object one pair that differs is enough, whatever its neighbours are.
    """
    if len(a.content) != len(b.content):
        return FALSE
    if isinstance(a.content, Mapping) and list(a.content) != list(b.content):
        return FALSE
    undecided: Value | None = None
    for mine, other in zip(a.parts(), b.parts(), strict=True):
        equal = equals(mine, other)
        if equal.pending and isinstance(a.type, ListOf | TupleOf):
            return equal
        if equal.pending:
            undecided = undecided or equal
        elif not equal.content:
            return FALSE
    return undecided or TRUE


def attribute(value: Value, name: str) -> Value:
    """``value.name``.

    Raises:
        EvaluationError: there is no such attribute, or the value cannot have any.
    """
    if value.is_null:
        raise EvaluationError(f"attribute {name} of a null value")
    return _attribute(value, name).marked(value)


def _attribute(value: Value, name: str) -> Value:
    known = value.pending
    if known and known.inside:
        return known.inside(name)
    match value.type:
        case ObjectOf():
            type_ = value.type.get(name)
        case MapOf(element):
            type_ = element if known or name in value.content else None
        case Primitive.DYNAMIC:
            type_ = DYNAMIC
        case _:
            raise EvaluationError(f"a {spelled_type(value.type)} has no attribute {name}")
    if type_ is None:
        raise EvaluationError(f"there is no attribute {name}")
    found: Value = pending(type_, known) if known else value.content[name]
    return found


def index(value: Value, key: Value) -> Value:
    """``value[key]``.

    Raises:
        EvaluationError: there is nothing at that key, or the value has no such keys.
    """
    if value.is_null:
        raise EvaluationError("an element of a null value")
    if key.is_null:
        raise EvaluationError("the index is null")
    return _indexed(value, key).marked(value, key)


def _indexed(value: Value, key: Value) -> Value:
    unknown = value.pending or key.pending
    if isinstance(value.type, SetOf):
        raise EvaluationError("the elements of a set have no index")
    if value.pending and value.pending.inside:
        return value.pending.inside(key)
    if unknown and DYNAMIC in (value.type, key.type):
        return pending(DYNAMIC, unknown)
    match value.type:
        case TupleOf(elements):
            return _element_of_tuple(value, convert(key, NUMBER), elements)
        case ListOf(element):
            position = convert(key, NUMBER)
            return pending(element, unknown) if unknown else value.content[_position(position, value)]
        case MapOf(element):
            name = convert(key, STRING)
            return pending(element, unknown) if unknown else _member(value, name)
        case ObjectOf():
            name = convert(key, STRING)
            return pending(DYNAMIC, unknown) if unknown else _member(value, name)
    raise EvaluationError(f"a {spelled_type(value.type)} has no elements")


def _element_of_tuple(value: Value, key: Value, elements: tuple[Type, ...]) -> Value:
    """An element of a tuple: how many it has is known even if it is not."""
    if key.pending:
        return pending(DYNAMIC, key.pending)
    position = _position(key, value)
    found: Value = pending(elements[position], value.pending) if value.pending else value.content[position]
    return found


def _position(key: Value, sequence: Value) -> int:
    count = len(sequence.type.elements if isinstance(sequence.type, TupleOf) else sequence.content)
    position: Number = key.content
    if position < 0 or not position.is_whole:
        raise EvaluationError(f"{position} is not the index of an element")
    if position >= count:
        called = spelled_type(sequence.type).split()[0]
        raise EvaluationError(f"there is no element {position}, the {called} has {count}")
    return int(position)


def _member(value: Value, key: Value) -> Value:
    if key.content not in value.content:
        raise EvaluationError(f"there is no element {key.content!r}")
    found: Value = value.content[key.content]
    return found
