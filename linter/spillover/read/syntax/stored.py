"""Our trees as JSON, and back: what the cache keeps.

A node is a list of its tag and its fields in their order. Offsets count from the beginning of the block, so
that a tree fits wherever its text stands. What is read is checked, field by field: it stands where
others may have written.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeAlias

from spillover.read.syntax import expression as nodes
from spillover.read.syntax.blocks import Block, Cut
from spillover.read.syntax.shapes import is_bounded

Json: TypeAlias = Any
Reader: TypeAlias = Callable[[Json, range], Any]
"""Reads a value of a block whose text has these offsets in its file."""


class DamagedError(Exception):
    """What was read is no tree."""


_TAGS: dict[type, str] = {
    nodes.Literal: "l",
    nodes.Template: "t",
    nodes.Variable: "v",
    nodes.Attribute: "a",
    nodes.Index: "i",
    nodes.Splat: "s",
    nodes.Each: "e",
    nodes.Tuple: "u",
    nodes.Item: "m",
    nodes.Object: "o",
    nodes.Call: "c",
    nodes.Operation: "p",
    nodes.Conditional: "q",
    nodes.For: "f",
    nodes.Join: "j",
    nodes.Setting: "=",
    nodes.NestedBlock: "b",
    nodes.Body: "y",
}
OPERATORS = frozenset(["!", "||", "&&", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%"])
_OFFSETS = ("start", "end", "header_end")
# Of every node its tag, and its fields in order: those before the place, and those of the place.
_FIELDS = {
    make: (
        tag,
        tuple(name for name in make.__match_args__ if name not in (*_OFFSETS, "overridden_at")),  # type: ignore[attr-defined]
        tuple(name for name in make.__match_args__ if name in _OFFSETS),  # type: ignore[attr-defined]
    )
    for make, tag in _TAGS.items()
}


def stored(node: nodes.NestedBlock, base: int) -> Json:
    """A block as JSON; ``base`` is the offset in its file that others count from."""
    return _plain(node, base)


def _plain(value: Any, base: int) -> Json:
    kind = type(value)
    if kind in _FIELDS:
        tag, fields, place = _FIELDS[kind]
        plain = [tag]
        plain += [_plain(getattr(value, name), base) for name in fields]
        plain += [getattr(value, name) - base for name in place]
        return plain
    if kind is tuple:
        return [_plain(each, base) for each in value]
    if kind is Decimal:
        return [str(value)]
    if kind is dict:  # settings, by the names that they have themselves
        return [_plain(each, base) for each in value.values()]
    return value


def restored(value: Json, base: int, length: int) -> nodes.NestedBlock:
    """The block that was stored, in a file where its text begins at ``base`` and is so long.

    Raises:
        DamagedError: it is none.
    """
    try:
        found = _block(value, range(base, base + length + 1))
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise DamagedError from error
    return found


# Fields


def _of(kind: type) -> Reader:
    def read(value: Json, _within: range) -> Any:
        if type(value) is not kind:
            raise DamagedError
        return value

    return read


_text, _flag = _of(str), _of(bool)


def _offset(value: Json, within: range) -> int:
    if type(value) is not int or value < 0:
        raise DamagedError
    return within[value]


def _scalar(value: Json, _within: range) -> nodes.Scalar:
    if isinstance(value, list):
        (text,) = value
        value = Decimal(_text(text, _within))
    if isinstance(value, int | Decimal) and not is_bounded(value):
        raise DamagedError
    if value is not None and type(value) not in (str, int, bool, Decimal):
        raise DamagedError
    found: nodes.Scalar = value
    return found


def _operator(value: Json, _within: range) -> Any:
    if value not in OPERATORS:
        raise DamagedError
    return value


def _many(read: Reader, least: int = 0, most: int | None = None) -> Reader:
    def read_all(value: Json, within: range) -> tuple[Any, ...]:
        if not isinstance(value, list) or not least <= len(value) <= (len(value) if most is None else most):
            raise DamagedError
        return tuple([read(each, within) for each in value])

    return read_all


def _perhaps(read: Reader) -> Reader:
    return lambda value, within: None if value is None else read(value, within)


# Nodes


def _expression(value: Json, within: range) -> Any:
    make, fields = _EXPRESSIONS[value[0]]
    return _node(make, fields, value, within)


def _node(make: Callable[..., Any], fields: tuple[Reader, ...], value: Json, within: range) -> Any:
    if len(value) != len(fields) + 1:
        raise DamagedError
    return make(*[read(each, within) for read, each in zip(fields, value[1:], strict=True)])


def _one(make: type, *fields: Reader) -> Reader:
    """Reads nodes of one kind alone."""
    tag = _TAGS[make]

    def read(value: Json, within: range) -> Any:
        if value[0] != tag:
            raise DamagedError
        return _node(make, fields, value, within)

    return read


def _step(value: Json, within: range) -> Any:
    if isinstance(value, str):
        return value
    return (_each if value[0] == _TAGS[nodes.Each] else _expression)(value, within)


_PLACE = (_offset, _offset)
_each = _one(nodes.Each, _many(_step), _flag, *_PLACE)
_item = _one(nodes.Item, _expression, _expression, *_PLACE)
_names = _many(_text)
_loop_names = _many(_text, 1, 2)
_some = _many(_expression)
_maybe = _perhaps(_expression)
_loop = (_loop_names, _expression, _expression, _maybe, _flag, _maybe, *_PLACE)

_EXPRESSIONS: dict[str, tuple[type, tuple[Reader, ...]]] = {
    _TAGS[make]: (make, (*fields, *_PLACE))
    for make, fields in {
        nodes.Literal: (_scalar,),
        nodes.Template: (_some,),
        nodes.Variable: (_text,),
        nodes.Attribute: (_expression, _text),
        nodes.Index: (_expression, _expression),
        nodes.Splat: (_expression, _many(_step), _flag),
        nodes.Tuple: (_some,),
        nodes.Object: (_many(_item),),
        nodes.Call: (_text, _some, _flag),
        nodes.Operation: (_operator, _many(_expression, 1, 2)),
        nodes.Conditional: (_expression, _expression, _expression),
        nodes.For: _loop[:-2],
        nodes.Join: (_one(nodes.For, *_loop),),
    }.items()
}
_setting = _one(nodes.Setting, _text, _expression, *_PLACE)


def _body(value: Json, within: range) -> nodes.Body:
    tag, settings, blocks = value
    if tag != _TAGS[nodes.Body]:
        raise DamagedError
    found = _many(_setting)(settings, within)
    return nodes.Body({each.name: each for each in found}, _many(_block)(blocks, within))


def _block(value: Json, within: range) -> nodes.NestedBlock:
    block: nodes.NestedBlock = _read_block(value, within)
    return block


_read_block = _one(nodes.NestedBlock, _text, _names, _body, _offset, _offset, _offset)


# Cuts


def stored_cut(cut: Cut) -> Json:
    """The blocks of a cut as JSON."""
    return [[each.type, list(each.labels), each.start, each.header_end, each.end] for each in cut.blocks]


def restored_cut(value: Json, length: int) -> Cut:
    """The cut that was stored, of a text that is so long.

    Raises:
        DamagedError: it is none.
    """
    within = range(length + 1)
    try:
        blocks = [_read_cut(each, within) for each in value]
    except (TypeError, ValueError, LookupError) as error:
        raise DamagedError from error
    places = [place for each in blocks for place in (each.start, each.header_end, each.end)]
    if places != sorted(places):
        raise DamagedError
    return Cut(tuple(blocks), (), (), ())


def _read_cut(value: Json, within: range) -> Block:
    type_, labels, *place = value
    start, header_end, end = (_offset(each, within) for each in place)
    return Block(_text(type_, within), _names(labels, within), start, header_end, end)
