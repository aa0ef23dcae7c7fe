"""YAML texts -> values, by the schema that Terraform's reader has: most of YAML 1.1, some of 1.2.

Source: what Terraform 1.11.4 answers, and go-cty-yaml 1.1 where that shows the rule, 2026-05. Import
this module late, for it imports ``yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field

from spillover.read.cty.convert import convert
from spillover.read.cty.number import COUNTED, BeyondBoundsError, parse
from spillover.read.cty.types import STRING
from spillover.read.cty.value import (
    FALSE,
    NULL,
    TRUE,
    EvaluationError,
    LimitError,
    Value,
    number,
    object_of,
    text,
    tuple_of,
)
from spillover.read.functions.dates import moment_of
from spillover.read.functions.encoding import from_base64
from spillover.read.functions.json_values import DEEPEST, MOST_VALUES, too_deep
from spillover.read.json_places import TOO_DEEP, PlacedError
from spillover.read.yaml_nodes import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
    events,
)
from spillover.records import dataclass

_TAG = "tag:yaml.org,2002:"
_SCALAR_TAGS = frozenset(
    _TAG + name for name in ("str", "bool", "int", "float", "null", "timestamp", "binary")
)

_NAMED: Mapping[str, Value] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), TRUE),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), FALSE),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), NULL),
}
_INFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)")
_NO_NUMBER = re.compile(r"\.(?:nan|NaN|NAN)")
_BASED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_TAGGED = re.compile(
    r"(?P<sign>[-+]?)0(?:[xX](?P<hex>[0-9a-fA-F]+)|[oO](?P<octal>[0-7]+)|[bB](?P<binary>[01]+))"
)
_DATE = r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})"
_TIME = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{1,2}):(?P<second>[0-9]{1,2})(?:[.,](?P<fraction>[0-9]+))?"
_ZONE = r"(?:Z|(?P<sign>[-+])(?P<hours>[0-9]{2}):(?P<minutes>[0-9]{2}))"
_TIMESTAMP = re.compile(f"{_DATE}(?:[Tt]{_TIME}{_ZONE})?")
_WITHOUT_ZONE = re.compile(f"{_DATE} +{_TIME}")
_BEGINNINGS = frozenset("+-0123456789.~yYnNtTfFoO")
_SLASH = re.compile(r"(?<!\\)(?:\\\\)*\\/")


def decode(written: str) -> Value:
    """The value of the one document of a YAML text.

    Raises:
        EvaluationError: it is not YAML, has another number of documents, or what Terraform does not read.
        LimitError: it is nested too deeply, or its aliases copy too much.
    """
    reading = _Reading()
    try:
        for event, start, end in events(written):
            # YAML 1.1 has no such escape.
            if isinstance(event, ScalarEvent) and event.style == '"' and _SLASH.search(written, start, end):
                raise EvaluationError("a slash is escaped")
            reading.take(event)
    except PlacedError as error:
        if error.message == TOO_DEEP:
            raise too_deep() from None
        raise EvaluationError(error.message) from None
    if reading.root is None:
        raise EvaluationError("there is no document")
    return reading.root


@dataclass(slots=True)
class _Collection:
    """A collection whose end has not come yet: a mapping has attributes, and a key before its value."""

    anchor: str | None
    is_mapping: bool
    in_flow: bool
    items: list[Value] = field(default_factory=list)
    attributes: dict[str, Value] = field(default_factory=dict)
    key: str | None = None
    merges: bool = False
    height: int = 0


class _Reading:
    """The reading of one document, event by event."""

    def __init__(self) -> None:
        self.root: Value | None = None
        self._open: list[_Collection] = []
        self._anchors: dict[str, tuple[Value, int]] = {}  # a value with its height
        self._values = 0
        self._documents = 0

    def take(self, event: Event) -> None:
        match event:
            case DocumentStartEvent():
                self._begin(event)
            case CollectionStartEvent():
                self._enter(event)
            case CollectionEndEvent():
                self._leave()
            case ScalarEvent():
                self._scalar(event)
            case AliasEvent():
                self._alias(str(event.anchor))

    def _begin(self, event: DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            raise EvaluationError("there is more than one document")
        if event.version not in (None, (1, 1)):
            raise EvaluationError("only YAML 1.1 is read")

    def _waits_for_key(self) -> bool:
        return bool(self._open) and self._open[-1].is_mapping and self._open[-1].key is None

    def _enter(self, event: CollectionStartEvent) -> None:
        is_mapping = isinstance(event, MappingStartEvent)
        if event.tag not in (None, _TAG + ("map" if is_mapping else "seq")):
            raise EvaluationError(f"the tag {str(event.tag)[:40]} is not read here")
        if self._waits_for_key():
            raise EvaluationError("a key is no string")
        if len(self._open) >= DEEPEST:
            raise too_deep()
        self._open.append(_Collection(event.anchor, is_mapping, bool(event.flow_style)))

    def _leave(self) -> None:
        done = self._open.pop()
        value = object_of(done.attributes) if done.is_mapping else tuple_of(done.items)
        if done.anchor:
            self._anchors[done.anchor] = value, done.height
        self._add(value, done.height)

    def _alias(self, name: str) -> None:
        if self._waits_for_key():
            raise EvaluationError("a key is no string")
        found = self._anchors.get(name)
        if found is None or any(each.anchor == name for each in self._open):
            raise EvaluationError(f"there is no value of the anchor {name[:40]} yet")
        value, height = found
        self._count(value.size)
        if len(self._open) + height > DEEPEST:
            raise too_deep()
        self._add(value, height)

    def _scalar(self, event: ScalarEvent) -> None:
        value = _resolved(event)
        if not event.style and "?" in event.value and self._open and self._open[-1].in_flow:
            raise EvaluationError("a question mark inside of brackets")
        if self._waits_for_key():
            self._open[-1].key = _key(value)
            self._open[-1].merges = event.value == "<<" and event.tag is None
            return
        self._count(1)
        if event.anchor:
            self._anchors[event.anchor] = value, 0
        self._add(value, 0)

    def _count(self, values: int) -> None:
        self._values += values
        if self._values > MOST_VALUES:
            raise LimitError(f"a document of more than {MOST_VALUES} values")

    def _add(self, value: Value, height: int) -> None:
        if not self._open:
            self.root = value
            return
        parent = self._open[-1]
        parent.height = max(parent.height, height + 1)
        if not parent.is_mapping:
            parent.items.append(value)
            return
        assert parent.key is not None
        if not parent.merges:
            parent.attributes[parent.key] = value
        elif isinstance(value.content, Mapping):
            # A merged key overrules what stands before it, unlike YAML's own rule.
            parent.attributes.update(value.content)
        else:
            raise EvaluationError("a merge key wants a mapping")
        parent.key = None


def _key(value: Value) -> str:
    if value.is_null:
        raise EvaluationError("a key is null")
    key: str = convert(value, STRING).content
    return key


def _resolved(event: ScalarEvent) -> Value:
    written, tag = event.value, event.tag
    if tag is not None and tag not in _SCALAR_TAGS:
        raise EvaluationError(f"the tag {tag[:40]} is not read here")
    kind = (tag or "").removeprefix(_TAG)
    if kind == "binary":
        from_base64(written)
    if kind in ("str", "binary"):
        return text(written)
    if event.style in ("|", ">") and not kind:
        # Terraform reads a block as if it stood in one line without quotes, and then takes it for text.
        return convert(_plain(written, ""), STRING)
    # A quoted scalar's tag is only heeded if it does not begin like what may stand without quotes.
    if event.style in ("'", '"') and (not kind or not written or written[0] in _BEGINNINGS):
        return text(written)
    return _plain(written, kind)


def _plain(written: str, kind: str) -> Value:
    """What a plain scalar stands for; its tag only says what it must not be."""
    if written in _NAMED:
        return _NAMED[written]
    if _INFINITE.fullmatch(written):
        raise LimitError("an infinite number")
    if kind in ("", "float") and _NO_NUMBER.fullmatch(written):
        raise EvaluationError("NaN is no number")
    found = (_timestamp(written) if kind in ("", "timestamp") else None) or _number(written)
    if found is None and kind in ("int", "float"):
        found = _tagged_number(written.replace("_", ""))
    if found is not None:
        return found
    if kind == "null":
        return NULL
    if kind:
        raise EvaluationError(f"{written[:40]!r} is no {kind}")
    return text(written)


def _number(written: str) -> Value | None:
    if _BASED.fullmatch(written):
        return _based(written[2:], 16 if written[1] == "x" else 8)
    try:
        found = parse(written)
    except BeyondBoundsError as error:
        raise LimitError(str(error)) from None
    return None if found is None else number(found)


def _based(digits: str, base: int, sign: str = "") -> Value:
    """A number of another base than ten, of 64 bits at most."""
    value = int(digits, base)
    most = {"": (1 << 64) - 1, "+": (1 << 63) - 1, "-": 1 << 63}[sign]
    if value > most:
        raise EvaluationError("a number of more than 64 bits")
    return number(-value if sign == "-" else value, COUNTED)


def _tagged_number(written: str) -> Value | None:
    match = _TAGGED.fullmatch(written)
    if match is None:
        return _number(written)
    base = {"hex": 16, "octal": 8, "binary": 2}[match.lastgroup or ""]
    return _based(match[match.lastgroup or 0], base, match["sign"])


def _timestamp(written: str) -> Value | None:
    match = _TIMESTAMP.fullmatch(written) or _WITHOUT_ZONE.fullmatch(written)
    if match is None:
        return None
    parts = {"hours": None, "minutes": None, "sign": None, **match.groupdict()}
    hours, minutes = int(parts["hours"] or 0), int(parts["minutes"] or 0)
    if hours > 24 or minutes > 60:
        return None
    year, month, day = (int(match[each]) for each in ("year", "month", "day"))
    hour, minute, second = (int(parts[each] or 0) for each in ("hour", "minute", "second"))
    offset = (hours * 60 + minutes) * (-1 if parts["sign"] == "-" else 1)
    moment = moment_of((year, month, day), (hour, minute, second), parts["fraction"] or "", offset)
    return None if moment is None else text(str(moment))
