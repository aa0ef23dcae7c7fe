"""Terraform's values: each has a type, and is known, null, or not known.

What is not known is so leaf by leaf, with its cause. Terraform's own name for what is known of
such a value all the same is "refinement": that it is not null, how its text begins, how long it is.

Source: cty's documentation of concepts and refinements (docs/concepts.md, docs/refinements.md), 2026-05.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any
from unicodedata import normalize

from spillover.model.source import Reference, Unknown
from spillover.read.cty.number import COUNTED, Number
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
    is_collection,
)
from spillover.records import dataclass

LONGEST_TEXT = 1 << 20
"""A text of more characters than this is not made: such texts double and double."""

LARGEST = 1 << 23
"""A value of more characters and elements than this is not made."""


class EvaluationError(Exception):
    """An expression that Terraform refuses; ``at`` is the offset of the innermost one.

    ``is_discreet`` is set once it is certain that the message quotes nothing that is sensitive.
    """

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.is_discreet = False


class LimitError(EvaluationError):
    """More than is evaluated here: no ``try`` catches it."""


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A value that is not known: its cause, and what is known of it all the same.

    ``refers_to`` is the attribute of a resource that it is. ``inside`` gives what is at an
    attribute (a ``str``) or at a key or index (a value) of it, where that can be told: of a
    resource nobody here knows all attributes, only that it ``is_object``. ``prefix`` is what its text
    begins with. Terraform itself takes no note of its end (``suffix``), nor that it is ``not_empty``.
    ``least`` and ``most`` bound a number, or the length of a collection. ``same`` spells the variables
    and texts that it is made of, where it depends on nothing else. Two of them are never equal: they may
    turn out different.
    """

    because: str
    refers_to: Reference | None = None
    not_null: bool = False
    prefix: str = ""
    suffix: str = ""
    not_empty: bool = False
    same: str = ""
    least: Fraction | int | None = None
    most: Fraction | int | None = None
    inside: Callable[[Value | str], Value] | None = None
    is_object: bool = False

    def cause(self) -> Pending:
        """Only the cause: for a value that is made of this one."""
        return Pending(self.because)


@dataclass(frozen=True, slots=True)
class Value:
    """A value.

    ``content`` is a ``str``, ``bool`` or ``Number``, None for null, a :class:`Pending`, or the
    values inside: of a list, tuple or set a tuple (of a set sorted), of a map or object a mapping,
    sorted by key. ``sensitive`` is Terraform's mark; ``size`` counts characters and elements, for bounds.
    """

    type: Type
    content: Any
    sensitive: bool = False
    size: int = 1

    @property
    def pending(self) -> Pending | None:
        """Why it is not known; None for a value that is known or null, whatever is inside of it."""
        return self.content if isinstance(self.content, Pending) else None

    @property
    def is_null(self) -> bool:
        """Whether it is null, of whatever type."""
        return self.content is None

    @property
    def is_known(self) -> bool:
        """Whether it is not pending itself; what is inside of it may be."""
        return not isinstance(self.content, Pending)

    def parts(self) -> Iterator[Value]:
        """What is directly inside of it."""
        if isinstance(self.content, tuple):
            yield from self.content
        elif isinstance(self.content, Mapping):
            yield from self.content.values()

    def every(self) -> Iterator[Value]:
        """This value and everything inside of it, in order."""
        waiting = [self]
        while waiting:
            value = waiting.pop()
            yield value
            waiting += reversed(tuple(value.parts()))

    def unsettled(self) -> Pending | None:
        """The first cause, at any depth, why this value is not known as a whole."""
        return next((each.content for each in self.every() if isinstance(each.content, Pending)), None)

    def is_sensitive(self) -> bool:
        """Whether it, or anything inside of it, is sensitive."""
        return any(each.sensitive for each in self.every())

    def marked(self, *others: Value) -> Value:
        """This value, sensitive if one of the others is (which may be this one's own parts)."""
        if self.sensitive or not any(each.sensitive for each in others):
            return self
        return replace(self, sensitive=True)

    def revealed(self) -> Value:
        """This value without marks, its own and those of its parts."""
        content = self.content
        if isinstance(content, tuple):
            content = tuple(each.revealed() for each in content)
        elif isinstance(content, Mapping):
            content = {key: each.revealed() for key, each in content.items()}
        return replace(self, content=content, sensitive=False)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same value of the same type, marks apart."""
        if not isinstance(other, Value):
            return NotImplemented
        return self.type == other.type and self.content == other.content

    def __hash__(self) -> int:
        content = self.content
        return hash((self.type, tuple(content.items()) if isinstance(content, Mapping) else content))


TRUE, FALSE = Value(BOOL, True), Value(BOOL, False)
NULL = Value(DYNAMIC, None)


def null(type_: Type) -> Value:
    """Null of a type."""
    return Value(type_, None)


def boolean(value: bool) -> Value:
    """A known boolean."""
    return TRUE if value else FALSE


def text(value: str) -> Value:
    """A known string, in the normal form in which Terraform holds all text (NFC).

    Raises:
        LimitError: it is too long.
    """
    if len(value) > LONGEST_TEXT:
        raise LimitError(f"a text of more than {LONGEST_TEXT} characters")
    if not value.isascii():
        value = normalize("NFC", value)
    return Value(STRING, value, size=1 + len(value))


def number(value: Any, bits: int | None = None) -> Value:
    """A known number; a whole one that is no text is counted, and has fewer bits.

    Raises:
        BeyondBoundsError: it has too many digits.
    """
    if isinstance(value, Number) and bits is None:
        return Value(NUMBER, value)
    return Value(NUMBER, Number(value, bits or COUNTED))


def pending(type_: Type, because: Pending | Unknown | str, **known: Any) -> Value:
    """A value that is not known, by its cause; ``known`` is what is known of it, see :class:`Pending`."""
    cause = because if isinstance(because, str) else because.because
    return Value(type_, Pending(cause, **known))


def _size(parts: Iterable[Value]) -> int:
    size = 1
    for each in parts:
        size += each.size
    if size > LARGEST:
        raise LimitError(f"a value of more than {LARGEST} characters and elements")
    return size


def tuple_of(items: Iterable[Value]) -> Value:
    """A tuple."""
    content = tuple(items)
    return Value(TupleOf(tuple(each.type for each in content)), content, size=_size(content))


def object_of(attributes: Mapping[str, Value]) -> Value:
    """An object."""
    content = {name: attributes[name] for name in sorted(attributes, key=_code_points)}
    types = tuple((name, each.type) for name, each in content.items())
    return Value(ObjectOf(types), content, size=_size(content.values()) + sum(map(len, content)))


def list_of(element: Type, items: Iterable[Value]) -> Value:
    """A list of elements that are all of the type ``element``."""
    content = tuple(items)
    return Value(ListOf(element), content, size=_size(content))


def map_of(element: Type, items: Mapping[str, Value]) -> Value:
    """A map of elements that are all of the type ``element``."""
    content = {name: items[name] for name in sorted(items, key=_code_points)}
    return Value(MapOf(element), content, size=_size(content.values()) + sum(map(len, content)))


def set_of(element: Type, items: Iterable[Value]) -> Value:
    """A set of elements that are all of the type ``element``: each once, in Terraform's order.

    Unlike Terraform's, it keeps what is in it where some element is not known: only how many there
    are is then not known. The same attribute of the same resource is the same element. All of it
    is sensitive if one element is.
    """
    unique: dict[Any, Value] = {}
    sensitive = False
    for item in items:
        hidden = item.is_sensitive()
        sensitive = sensitive or hidden
        unique.setdefault(_sameness(item), item.revealed() if hidden else item)
    content = tuple(sorted(unique.values(), key=_set_order))
    return Value(SetOf(element), content, sensitive, size=_size(content))


def _sameness(value: Value) -> Any:
    """What is equal of two values that certainly are the same, though parts of them may not be known."""
    if value.pending:
        return value.pending.refers_to or value
    if isinstance(value.content, Mapping):
        return value.type, tuple((name, _sameness(part)) for name, part in value.content.items())
    if isinstance(value.content, tuple):
        return value.type, tuple(map(_sameness, value.content))
    return value


def _set_order(value: Value) -> tuple[int, str, Any]:
    """Terraform's order of a set's elements: known ones, then null, then what is not known.

    They may still be of several types where one is not known yet.
    """
    if not value.is_known:
        return 2, "", 0
    if value.is_null:
        return 1, "", 0
    if value.type is STRING:
        return 0, "string", _code_points(value.content)
    if isinstance(value.type, Primitive):
        return 0, value.type.value, value.content
    return 0, "", _order_of_parts(value)


def _order_of_parts(value: Value) -> bytes:
    """What cty compares of two elements that have parts (set_internals.go): a text of the parts."""
    if value.pending:
        return b"?"
    if value.is_null:
        return b"~"
    if value.type is STRING:
        return json.dumps(value.content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    if value.type is NUMBER:
        return f"{float(value.content):.10g}".encode()
    if value.type is BOOL:
        return b"T" if value.content else b"F"
    if isinstance(value.type, MapOf):
        keys = (json.dumps(key, ensure_ascii=False).encode() for key in value.content)
        return b"{%s}" % b"".join(
            b"%s:%s;" % pair for pair in zip(keys, map(_order_of_parts, value.parts()), strict=True)
        )
    opening, closing = (b"[", b"]") if is_collection(value.type) else (b"<", b">")
    return opening + b"".join(_order_of_parts(part) + b";" for part in value.parts()) + closing


def _code_points(name: str) -> bytes:
    """Go sorts text by its bytes, which is by code points."""
    return name.encode("utf-8", "surrogatepass")
