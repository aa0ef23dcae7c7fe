"""JSON and YAML texts to plain values, fast; where a value is written, only when asked.

Most values are never reported. So the first pass keeps no places, and :meth:`Document.span`
reads the text a second time, along the path of one finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from spillover.errors import InputError
from spillover.model.source import FieldPath, Position, SourceSpan
from spillover.read.conflicts import told
from spillover.read.json_places import JsonPlaces, JsonValue, PlacedError, read_json
from spillover.read.lines import BEGINNING, Lines
from spillover.records import dataclass

if TYPE_CHECKING:
    from spillover.read.yaml_nodes import Node

__all__ = ["Document", "JsonValue", "Syntax", "read_documents", "read_part", "read_text", "sniff"]

Syntax: TypeAlias = Literal["json", "yaml"]

_BYTE_ORDER_MARK = "\ufeff"
_COMMENT = re.compile(r"(?:^|\s)(#.*)")


@dataclass(frozen=True)
class Document:
    """One JSON or YAML document of a file, as plain values.

    Objects are dicts, arrays lists; integers are ``int`` and all other numbers
    ``decimal.Decimal``, exactly as written. ``index`` counts the YAML documents of the file,
    empty ones too; it is 0 for JSON. ``start`` is where in its file the text begins.
    """

    path: str
    text: str = field(repr=False)
    syntax: Syntax
    index: int
    value: JsonValue = field(hash=False, repr=False)
    shared: _Source | None = field(default=None, compare=False, repr=False)
    start: Position = BEGINNING

    def span(self, path: FieldPath) -> SourceSpan:
        """Where the member at ``path`` is written, from its key (if it has one) to its value's end.

        A YAML alias is where it stands, but what is inside it, or comes by a merge key, is where
        it was copied from. A path that does not exist gives its nearest ancestor that does.
        """
        start, end = self._source.find(self.syntax, self.index, path)
        return self._source.lines.span(start, end)

    def error(self, path: FieldPath, message: str) -> InputError:
        """What is wrong with the member at ``path``."""
        at = self.span(path).start
        return InputError(self.path, at.line, at.column, message)

    def comments_with(self, marker: str) -> tuple[tuple[int, str], ...]:
        """Line and text of each comment in the file that contains ``marker``; JSON has none."""
        if self.syntax == "json":
            return ()
        return tuple(self._source.comments_with(marker))

    @cached_property
    def _source(self) -> _Source:
        return self.shared or _Source(self.path, self.text, self.start)


def read_part(path: str, text: str, start: Position) -> Document:
    """A JSON value that stands somewhere in a file that is not read as a whole.

    It keeps no more than its text until a place in it is asked for: there may be very many.

    Raises:
        InputError: see :func:`read_documents`.
    """
    try:
        return Document(path, text, "json", 0, read_json(text), start=start)
    except PlacedError as error:
        raise _Source(path, text, start).lines.error(error.offset, error.message) from None


def read_text(path: str, text: str) -> tuple[Document, ...]:
    """The documents of a file: YAML if its name says so, else what the text looks like.

    Raises:
        InputError: see :func:`read_documents`.
    """
    is_yaml = path.lower().endswith((".yaml", ".yml"))
    return read_documents(path, text, "yaml" if is_yaml else sniff(text))


def sniff(text: str) -> Syntax:
    """The syntax that a text is probably written in, by its first character that is not space."""
    first = re.match(rf"{_BYTE_ORDER_MARK}?\s*[\[{{]", text)
    return "json" if first else "yaml"


def read_documents(path: str, text: str, syntax: Syntax) -> tuple[Document, ...]:
    """All documents of a file but the empty ones of YAML.

    Raises:
        InputError: the text is not JSON or YAML, or holds something that cannot be worked
            with: a number without an exact or a reasonable value, nesting or aliases without
            bounds, half of a surrogate pair. With line and column.
    """
    source = _Source(path, text)
    try:
        if syntax == "json":
            return (Document(path, text, syntax, 0, read_json(source.body), source),)
        from spillover.read.yaml_nodes import compose  # late: reading JSON never imports yaml

        values = [root.value for root in compose(source.body)]
    except PlacedError as error:
        raise told(source.lines, error.offset, error.message) from None
    return tuple(
        Document(path, text, syntax, index, value, source)
        for index, value in enumerate(values)
        if value is not None
    )


class _Source:
    """A text and what is known of the places in it; the documents of one file share it."""

    def __init__(self, path: str, text: str, start: Position = BEGINNING) -> None:
        self.body = text.removeprefix(_BYTE_ORDER_MARK)  # the mark takes no column
        self.lines = Lines(path, self.body, start=start)

    def find(self, syntax: Syntax, index: int, path: FieldPath) -> tuple[int, int]:
        """Start and end of a member, as offsets into ``body``."""
        if syntax == "json":
            return self._json.find(path)
        from spillover.read.yaml_nodes import find

        return find(self._nodes[index], path)

    def comments_with(self, marker: str) -> Iterator[tuple[int, str]]:
        """Line and text of the comments of a YAML text, by a look at its lines alone."""
        for number, line in enumerate(self.body.split("\n"), start=1):
            comment = _COMMENT.search(line) if marker in line else None
            if comment and marker in comment[1]:
                yield number, comment[1].rstrip()

    @cached_property
    def _json(self) -> JsonPlaces:
        return JsonPlaces(self.body)

    @cached_property
    def _nodes(self) -> tuple[Node, ...]:
        from spillover.read.yaml_nodes import compose

        return tuple(compose(self.body))
