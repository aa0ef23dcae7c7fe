"""YAML texts by the core schema of YAML 1.2: values, and the nodes that know their places.

PyYAML is the parser only; it resolves by YAML 1.1, where ``on`` is true and ``1:30`` is 90.
Values are built from its events here, without recursion. A place is an offset: PyYAML's lines
end at U+0085 too. Import this module late, for it imports ``yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import yaml
from yaml import AliasEvent as AliasEvent
from yaml import CollectionEndEvent as CollectionEndEvent
from yaml import CollectionStartEvent as CollectionStartEvent
from yaml import DocumentStartEvent as DocumentStartEvent
from yaml import Event as Event
from yaml import MappingStartEvent as MappingStartEvent
from yaml import ScalarEvent as ScalarEvent

from spillover.read.json_places import (
    MAX_DEPTH,
    TOO_DEEP,
    JsonValue,
    NumberError,
    PlacedError,
    decimal,
    integer,
)
from spillover.records import dataclass

# Nodes that aliases and merge keys may add to a document. Real files add hundreds; nine
# nested lists of ten aliases ("billion laughs") would add 10**9 to whatever walks the value.
MAX_COPIED_NODES = 2_000_000


@dataclass(slots=True)
class Node:
    """One value and where it is written; an alias has its own place and its anchor's content."""

    start: int
    end: int
    value: JsonValue
    text: str | None = None  # of a scalar, as a mapping key spells it
    merges: bool = False  # a plain `<<`, which as a key merges other mappings
    members: dict[str, tuple[int, Node]] | None = None  # start of the key, value
    items: list[Node] | None = None
    size: int = 1  # nodes, with aliases expanded
    height: int = 0  # levels of collections


def find(root: Node, steps: Iterable[str | int]) -> tuple[int, int]:
    """Start and end of the member at the path, or of its nearest ancestor that exists."""
    start, node = root.start, root
    for step in steps:
        if isinstance(step, str) and node.members and step in node.members:
            start, node = node.members[step]
        elif isinstance(step, int) and node.items and 0 <= step < len(node.items):
            node = node.items[step]
            start = node.start
        else:
            break
    return start, node.end


def compose(text: str) -> Iterator[Node]:
    """The root node of each document of the stream, empty documents too.

    Raises:
        PlacedError: the text is not YAML, or has a tag, key, number, depth or alias that is not read.
    """
    composer = _Composer(text)
    for event, start, end in events(text):
        if isinstance(event, yaml.DocumentStartEvent):
            composer = _Composer(text)
        is_content = isinstance(event, (yaml.NodeEvent, yaml.CollectionEndEvent))
        if is_content and (root := composer.take(event, start, end)):
            yield root


_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def events(text: str) -> Iterator[tuple[yaml.Event, int, int]]:
    """PyYAML's events with their offsets, and its errors as ours."""
    # PyYAML checks this as well, but gives offsets in bytes or fails on half a surrogate pair.
    if found := _UNPRINTABLE.search(text):
        raise PlacedError(found.start(), f"YAML allows no character U+{ord(found[0]):04X}")
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    end = 0
    try:
        events: Iterator[Any] = yaml.parse(text, Loader=loader)  # by their type marks may be missing
        for event in events:
            start, end = event.start_mark.index, event.end_mark.index
            yield event, start, end
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark
        raise PlacedError(mark.index, _words(text, mark.index, error.problem or "")) from None
    except ValueError:  # only from PyYAML without libyaml: an escape or a version out of range
        raise PlacedError(end, "invalid escape or directive after this") from None


def _words(text: str, at: int, problem: str) -> str:
    if text[at : at + 1] == "\t":
        return "YAML allows no tab here"
    if "nesting depth" in problem:  # libyaml looks 1000 levels ahead of its events
        return TOO_DEEP
    return f"not valid YAML: {problem[:70]}"


# YAML 1.2.2, 10.3.2 "Tag Resolution" of the core schema; anything else is a string.
_CORE = re.compile(
    r"""(?P<null>null|Null|NULL|~|)
      | (?P<bool>true|True|TRUE|false|False|FALSE)
      | (?P<int>[-+]?[0-9]+)
      | (?P<octal>0o[0-7]+)
      | (?P<hex>0x[0-9a-fA-F]+)
      | (?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?
                 |[-+]?(?:\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN)""",
    re.VERBOSE,
)
_READ: dict[str, Callable[[str], JsonValue]] = {
    "null": lambda _: None,
    "bool": lambda text: text.lower() == "true",
    "int": integer,
    "octal": partial(integer, base=8),
    "hex": partial(integer, base=16),
    "float": decimal,
    "str": str,
}
_CORE_TAG = "tag:yaml.org,2002:"
# What a text may look like under an explicit tag.
_TAGGED = {"null": ("null",), "bool": ("bool",), "int": ("int", "octal", "hex"), "float": ("float", "int")}
_HALF = re.compile("[\ud800-\udfff]")


def _scalar(event: yaml.ScalarEvent, start: int, end: int, source: str) -> Node:
    text = event.value
    if event.style in ("|", ">"):  # its mark is where the next token starts
        end = start + len(source[start:end].rstrip(" \t\r\n"))
    if not text.isascii() and _HALF.search(text):  # libyaml refuses the escape, PyYAML does not
        raise PlacedError(start, "half of a surrogate pair")
    try:
        value = _READ[_kind(event, start)](text)
    except NumberError as error:
        raise PlacedError(start, error.message) from None
    return Node(start, end, value, text, merges=not event.style and text == "<<" and event.tag is None)


def _kind(event: yaml.ScalarEvent, start: int) -> str:
    if (event.tag is None and event.style) or event.tag in ("!", _CORE_TAG + "str"):
        return "str"
    core = _CORE.fullmatch(event.value)
    kind = core.lastgroup or "str" if core else "str"
    if event.tag is None:
        return kind
    name = event.tag.removeprefix(_CORE_TAG)
    if event.tag == name or name not in _TAGGED:
        raise PlacedError(start, f"unknown tag {event.tag[:40]}")
    if kind not in _TAGGED[name]:
        raise PlacedError(start, f"not a value of the tag !!{name}")
    return "float" if name == "float" else kind


class _Composer:
    """Builds the node of one document from its events, bottom up."""

    def __init__(self, source: str) -> None:
        self._source = source
        # Collections whose end has not come yet; of a mapping the list is key, value, key ...
        self._open: list[tuple[yaml.CollectionStartEvent, Node, list[Node]]] = []
        self._anchors: dict[str | None, Node | None] = {}  # None while the collection is open
        self._copied = 0

    def take(self, event: yaml.Event, start: int, end: int) -> Node | None:
        """Take the next event; the root node, when it is complete."""
        if isinstance(event, yaml.CollectionStartEvent):
            self._enter(event, Node(start, end, None))
            return None
        if isinstance(event, yaml.AliasEvent):
            node = self._alias(str(event.anchor), start, end)
        elif isinstance(event, yaml.ScalarEvent):
            node = self._anchors[event.anchor] = _scalar(event, start, end, self._source)
        else:
            node = self._leave(end)
        if not self._open:
            return node
        self._open[-1][2].append(node)
        return None

    def _alias(self, name: str, start: int, end: int) -> Node:
        target = self._anchors.get(name)
        if target is None:
            problem = "alias inside its own anchor" if name in self._anchors else "unknown anchor"
            raise PlacedError(start, f"{problem} {name[:40]}")
        self._copied += target.size
        if self._copied > MAX_COPIED_NODES:
            raise PlacedError(start, f"aliases copy more than {MAX_COPIED_NODES} values")
        if len(self._open) + target.height > MAX_DEPTH:
            raise PlacedError(start, TOO_DEEP)
        return replace(target, start=start, end=end, merges=False)

    def _enter(self, event: yaml.CollectionStartEvent, node: Node) -> None:
        own = "map" if isinstance(event, yaml.MappingStartEvent) else "seq"
        if event.tag not in (None, "!", _CORE_TAG + own):
            raise PlacedError(node.start, f"unknown tag {event.tag[:40]}")
        if len(self._open) >= MAX_DEPTH:
            raise PlacedError(node.start, TOO_DEEP)
        self._anchors[event.anchor] = None
        self._open.append((event, node, []))

    def _leave(self, end: int) -> Node:
        event, node, children = self._open.pop()
        # Without a bracket of its own the end mark is where the next token starts.
        bracketed = event.flow_style and self._source[end - 1] in "]}"
        node.end = end if bracketed else children[-1].end
        node.size += sum(child.size for child in children)
        node.height = 1 + max((child.height for child in children), default=0)
        if isinstance(event, yaml.MappingStartEvent):
            node.members = members = self._members(children)
            node.value = {key: member.value for key, (_, member) in members.items()}
        else:
            node.items = children
            node.value = [child.value for child in children]
        self._anchors[event.anchor] = node
        return node

    def _members(self, children: list[Node]) -> dict[str, tuple[int, Node]]:
        """Members by key, the last of equal ones; merged ones where there is none of that key."""
        members: dict[str, tuple[int, Node]] = {}
        bases: list[Node] = []
        for key, value in zip(children[::2], children[1::2], strict=True):
            if value.start == value.end and self._source[value.end - 1] != ":":
                value.start = value.end = key.end  # no colon: the mark is that of the next token
            if key.merges:
                bases += _bases(value)
            elif key.text is None:
                raise PlacedError(key.start, "a mapping key must be a scalar")
            else:
                members[key.text] = (key.start, value)
        for base in bases:
            for name, member in (base.members or {}).items():
                members.setdefault(name, member)
        return members


def _bases(value: Node) -> list[Node]:
    """The mappings under a merge key, the one that wins first."""
    bases = [value] if value.items is None else value.items
    if any(base.members is None for base in bases):
        raise PlacedError(value.start, "a merge key needs a mapping or a list of mappings")
    return bases
