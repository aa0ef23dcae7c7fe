"""Terraform's JSON syntax -> the blocks and expressions of its native syntax, with their places.

Sources: "JSON Configuration Syntax" of Terraform's language; "HCL JSON Syntax Specification"
(hcl/json/spec.md), 2026-05; where both are silent, what Terraform 1.11.4 does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeAlias

from spillover.errors import InputError
from spillover.model.suppression import MARKER
from spillover.read.conflicts import told
from spillover.read.json_places import (
    Member,
    PlacedError,
    beginning,
    elements,
    end_of,
    members,
    read_json,
    scalar,
)
from spillover.read.lines import Lines
from spillover.read.syntax.blocks import Block, Comment, Cut
from spillover.read.syntax.expression import (
    Body,
    Expression,
    Item,
    Literal,
    NestedBlock,
    Object,
    Setting,
    Template,
    Tuple,
)
from spillover.read.syntax.hcl import parse_expression, parse_template
from spillover.read.terraform import OTHER_BLOCKS, SINGLE_BLOCKS
from spillover.records import dataclass

COMMENT = "//"
"""A member with this name is a comment, wherever names are those of arguments and blocks."""

_LABELS = {"resource": 2, "data": 2, "ephemeral": 2} | dict.fromkeys(
    ["check", "module", "output", "provider", "variable"], 1
)
"""How many labels a top-level block has, each of which is one more level of objects."""

_NESTED = SINGLE_BLOCKS | OTHER_BLOCKS | {"dynamic"}

_NAMED = re.compile(r"[$%]\{")
_CHARACTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|[^\\]", re.DOTALL)

_Text: TypeAlias = Callable[[Lines, int, int], Expression]
"""What the string from one offset to another stands for."""


def cut_json(lines: Lines) -> Cut:
    """Find the blocks of a ``.tf.json`` file. Never raises: what is wrong is among the errors."""
    reader = _Reader(lines)
    blocks: list[Block] = []
    errors: list[InputError] = []
    try:
        _check(lines)
        for name, member in reader.members(beginning(lines.text)):
            try:
                for block in reader.unpacked(name, _LABELS.get(name, 0), member):
                    blocks.append(block)  # noqa: PERF402 - those before an error are kept
            except InputError as error:
                errors.append(error)
    except InputError as error:
        errors.append(error)
    # Most files have no comment for us, which is seen faster in one look than block by block.
    comments: list[Comment] = []
    for block in blocks if MARKER in lines.text else ():
        with suppress(InputError):  # which is told of when the block is parsed
            comments += reader.comments(block)
    return Cut(tuple(blocks), (), tuple(comments), tuple(errors))


def parse_json_block(lines: Lines, block: Block) -> NestedBlock:
    """The content of one of the blocks of :func:`cut_json`.

    Raises:
        InputError: at the place where something is set twice, or a string is no template.
    """
    return _Reader(lines).block(block)


def parse_json_values(path: str, text: str) -> tuple[Body, Lines]:
    """The settings of a ``.tfvars.json`` file, in which strings mean nothing but themselves.

    Raises:
        InputError: at the first place where it is not the JSON of a variable file.
    """
    lines = Lines(path, text)
    _check(lines)
    at = beginning(text)
    if text[at] != "{":
        raise lines.error(at, "a variable file is one JSON object")
    return _Reader(lines).body(Block("tfvars", (), at, at + 1, len(text))), lines


def _check(lines: Lines) -> None:
    try:
        read_json(lines.text)
    except PlacedError as error:
        raise told(lines, error.offset, error.message) from None
    at = beginning(lines.text)
    if lines.text[at] not in "{[":
        raise lines.error(at, "the whole must be one object, or a list of objects")


@dataclass(frozen=True)
class _Reader:
    """Reads a text that is known to be JSON."""

    lines: Lines

    def members(self, at: int) -> Iterator[tuple[str, Member]]:
        """The members of a body but its comments: an object, a list of objects, or null for nothing."""
        for name, member in self._all_members(at):
            if name != COMMENT:
                yield name, member

    def _all_members(self, at: int) -> Iterator[tuple[str, Member]]:
        text = self.lines.text
        if text[at] == "[":
            for start, _, _ in elements(text, at):
                if text[start] != "{":
                    raise self.lines.error(start, "an object is expected here")
                yield from members(text, start)
        elif text[at] == "{":
            yield from members(text, at)
        elif text[at] != "n":
            raise self.lines.error(at, "an object, or a list of objects, is expected here")

    # Blocks

    def unpacked(self, type_: str, labels_left: int, member: Member, *labels: str) -> Iterator[Block]:
        """The blocks that a member stands for: specification, "Blocks".

        Below the labels, an object is one block, and a list has one in each element.
        """
        text, (start, at, end) = self.lines.text, member
        if labels_left:
            for label, inner in self._all_members(at):
                yield from self.unpacked(type_, labels_left - 1, inner, *labels, label)
        elif text[at] == "[":
            for start, _, end in elements(text, at):
                yield Block(type_, labels, start, start + 1, end)
        elif text[at] == "{":
            yield Block(type_, labels, start, at + 1, end)
        elif text[at] != "n":
            raise self.lines.error(at, f"the content of `{type_}` must be an object, or a list of objects")

    def block(self, block: Block) -> NestedBlock:
        """A block with its content."""
        return NestedBlock(
            block.type, block.labels, self.body(block), block.start, block.header_end, block.end
        )

    def body(self, block: Block) -> Body:
        """The content of a block."""
        settings: dict[str, Setting] = {}
        nested: list[NestedBlock] = []
        for name, member in self.members(block.header_end - 1):
            if self._is_block(block.type, name, member):
                nested += map(self.block, self._inside(name, member))
                continue
            if name in settings:
                raise self.lines.error(member[0], f"{name} is set twice")
            start, at, end = member
            value = self._expression(at, end, _meaning(block.type, name))
            settings[name] = Setting(name, value, start, end)
        return Body(settings, tuple(nested))

    def _is_block(self, outer: str, name: str, member: Member) -> bool:
        """Whether a member is a nested block, which only the provider's schema really says.

        ``network`` is a block of one resource and an argument of others, there with a string.
        """
        text, (_, at, _) = self.lines.text, member
        if outer == "dynamic":
            return name == "content"
        if outer not in ("resource", "data", "content") and outer not in _NESTED:
            return False
        if name not in _NESTED:
            return False
        return text[at] == "{" or (
            text[at] == "[" and all(text[start] == "{" for start, _, _ in elements(text, at))
        )

    def _inside(self, name: str, member: Member) -> Iterator[Block]:
        return self.unpacked(name, 1 if name == "dynamic" else 0, member)

    def comments(self, block: Block) -> Iterator[Comment]:
        """The comments in a block that are meant for us; each speaks of the block that it stands in."""
        text = self.lines.text
        for name, member in self._all_members(block.header_end - 1):
            _, at, end = member
            if name == COMMENT and text[at] == '"' and MARKER in (words := str(scalar(text, at))):
                yield Comment(at + 1, end - 1, words, block.start)
            elif self._is_block(block.type, name, member):
                for each in self._inside(name, member):
                    yield from self.comments(each)

    # Expressions

    def _expression(self, at: int, end: int, meaning: _Text) -> Expression:
        """A value: specification, "Expressions"."""
        text = self.lines.text
        if text[at] == '"':
            return meaning(self.lines, at, end)
        if text[at] == "[":
            return Tuple(
                tuple(self._expression(start, stop, meaning) for start, _, stop in elements(text, at)),
                at,
                end,
            )
        if text[at] == "{":
            return Object(tuple(self._items(at, meaning)), at, end)
        return Literal(scalar(text, at), at, end)

    def _items(self, at: int, meaning: _Text) -> Iterator[Item]:
        """The members of an object: their names are read like all strings in it, and are unique."""
        text, seen = self.lines.text, set()
        for name, (start, value, end) in members(text, at):
            if name in seen:
                raise self.lines.error(start, f"{name} is set twice")
            seen.add(name)
            key = meaning(self.lines, start, end_of(text, start))
            yield Item(key, self._expression(value, end, meaning), start, end)


# What strings mean


def _meaning(block: str, name: str) -> _Text:
    """How the strings in an argument are read, by the type of the block that it stands in."""
    match block, name:
        case ("variable", "type") | ("module", "providers") | ("dynamic", "iterator"):
            return _reference
        case ("resource" | "data", "provider" | "depends_on") | ("module" | "output", "depends_on"):
            return _reference
        case (
            ("variable" | "tfvars", _) | ("module", "source" | "version") | ("provider", "alias" | "version")
        ):
            return _verbatim
        case _:
            return _template


def _verbatim(lines: Lines, at: int, end: int) -> Expression:
    return Literal(scalar(lines.text, at), at, end)


def _template(lines: Lines, at: int, end: int) -> Expression:
    if not _NAMED.search(lines.text, at, end) and "\\" not in lines.text[at:end]:
        return _verbatim(lines, at, end)  # as nearly all are
    found = _parsed(lines, at, end, parse_template)
    return replace(found, start=at, end=end) if isinstance(found, Literal | Template) else found


def _reference(lines: Lines, at: int, end: int) -> Expression:
    """A string that holds an expression, without ``${``: a type, a provider, a resource."""
    return _parsed(lines, at, end, parse_expression)


def _parsed(lines: Lines, at: int, end: int, parse: Callable[[Lines, str, int], Expression]) -> Expression:
    """What a string's text means. Escapes make the text shorter than it is written."""
    written = lines.text[at + 1 : end - 1]
    if "\\" not in written:
        return parse(lines, written, at + 1)
    text = str(scalar(lines.text, at))
    places = [at + 1 + each.start() for each in _CHARACTER.finditer(written)] + [end - 1]
    try:
        found = parse(Lines(lines.path, text), text, 0)
    except InputError as error:
        raise lines.error(at, error.message) from None
    moved: Expression = _moved(found, places)
    return moved


def _moved(node: Any, places: list[int]) -> Any:
    """An expression whose offsets are replaced by the places at them."""
    if isinstance(node, tuple):
        return tuple(_moved(each, places) for each in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    parts = {each.name: _moved(getattr(node, each.name), places) for each in fields(node)}
    return replace(node, **parts | {end: places[parts[end]] for end in ("start", "end")})
