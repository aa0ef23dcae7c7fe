"""Cloud Asset Inventory: files of very many assets, of which few are read.

An inventory of an organization has hundreds of thousands of assets and some gigabytes, so it is read
value by value: what is kept grows with the assets that matter, and a file may have any size.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from spillover.errors import InputError
from spillover.read.api import ApiReading, objects, read_object, tell_names
from spillover.read.assets import ASSET_TYPES, asset_type
from spillover.read.documents import read_part
from spillover.read.json_stream import Count, Part, elements, lines
from spillover.read.kinds import is_asset

Form: TypeAlias = Literal["array", "lines"]
"""What ``asset list`` and ``asset search-all-resources`` print, and what ``asset export`` writes."""

_TYPE = re.compile(rb'"asset_?[tT]ype"\s*:\s*"([\w.-]+/\w+)"')
_PRINTED_PLAN = re.compile(rb'\{\s*"format_version"')
_NEEDED = frozenset(type_.encode() for type_ in ASSET_TYPES)


def form_of(head: bytes) -> Form | None:
    """Whether a text that begins so is an inventory, and which; its first piece tells."""
    head = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if head.startswith(b"["):
        return "array" if _TYPE.search(head) else None
    *whole, last = head.split(b"\n")
    is_lines = any(map(_is_whole_asset, whole)) or _begins_asset(last)
    return "lines" if is_lines else None


def _begins_asset(line: bytes) -> bool:
    is_object = line.startswith(b"{") and not _PRINTED_PLAN.match(line)
    return is_object and _TYPE.search(line) is not None


def _is_whole_asset(line: bytes) -> bool:
    return line.rstrip().endswith(b"}") and _begins_asset(line)


def read_inventory(path: str, pieces: Iterator[bytes], form: Form, root: str, count: Count) -> ApiReading:
    """The resources in an inventory. What is damaged is an error, and the rest is read."""
    reading = ApiReading()
    found = (
        elements(path, pieces, _element_matters, count)
        if form == "array"
        else lines(path, pieces, _line_matters, count)
    )
    try:
        for part in found:
            _read_part(path, part, root, reading)
    except InputError as error:
        reading.errors.append(error)  # as far as it could be read
    tell_names(reading)
    return reading


def _read_part(path: str, part: Part | InputError, root: str, reading: ApiReading) -> None:
    if isinstance(part, InputError):
        reading.errors.append(part)
        return
    try:
        document = read_part(path, part.text, part.start)
    except InputError as error:
        reading.errors.append(error)
        return
    for value, pointer in objects(document):
        read_object(value, pointer, document, root, None, reading)


def _line_matters(line: bytes) -> bool:
    """Whether a line has to be read: not if it is the whole of an asset of another type, or blank."""
    types = _TYPE.findall(line)
    if types and line.rstrip().endswith(b"}"):
        return not _NEEDED.isdisjoint(types)
    return bool(line.strip())


def _element_matters(value: Any) -> bool:
    """Whether an element has to be read: not if it is an asset of another type."""
    return not is_asset(value) or asset_type(value) in ASSET_TYPES
