"""Read what a Terraform plan file knows and ``terraform show -json`` leaves out: the types of unknown values.

A plan file is a zip archive. Its member ``tfplan`` is a protocol buffer (``tfplan.proto`` of Terraform 1.11),
whose field 4 repeats the planned outputs: a name (1) and a change (2), whose values (2) hold the value
after the change last, in MessagePack (1). There a value of a type that is not fixed is a pair: the
type's JSON and the value. An unknown value is an extension of type 0, or of type 12 with what is
known about it.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

OUTPUTS, NAME, CHANGE, VALUES, MSGPACK = 4, 1, 2, 2, 1
VARINT, DELIMITED = 0, 2
REFINED = 12

REFINEMENTS = {1: "null", 2: "prefix", 3: "min", 4: "max", 5: "min_length", 6: "max_length"}


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown value; ``refined`` is what is known about it, by the names in ``REFINEMENTS``."""

    refined: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Output:
    """A planned output: its type as cty writes types in JSON, and the value as MessagePack holds it."""

    type: Any
    value: Any


def outputs(plan: Path) -> Mapping[str, Output]:
    """The planned outputs of a plan file, by name."""
    with zipfile.ZipFile(plan) as archive:
        return dict(planned(archive.read("tfplan")))


def planned(message: bytes) -> Iterator[tuple[str, Output]]:
    """The outputs in the protocol buffer ``tfplan``."""
    for number, content in fields(message):
        if number == OUTPUTS:
            output = dict(fields(content))
            *_, after = (each for number, each in fields(output[CHANGE]) if number == VALUES)
            kind, value = unpack(dict(fields(after))[MSGPACK])
            yield output[NAME].decode(), Output(json.loads(kind), value)


def fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The length-delimited fields of a protocol buffer, which may also hold numbers."""
    stream = io.BytesIO(message)
    while stream.tell() < len(message):
        number, wire = divmod(_varint(stream), 8)
        if wire == DELIMITED:
            yield number, stream.read(_varint(stream))
        elif wire == VARINT:
            _varint(stream)
        else:
            raise ValueError(f"a field of wire type {wire}")


def _varint(stream: BinaryIO) -> int:
    value = shift = 0
    while True:
        byte = stream.read(1)[0]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value
        shift += 7


def unpack(packed: bytes) -> Any:
    """The value in a MessagePack text; bytes stay bytes, an extension is an ``Unknown``."""
    return _value(io.BytesIO(packed))


FIXED = {0xC0: None, 0xC2: False, 0xC3: True}
NUMBERS = {
    0xCA: ">f", 0xCB: ">d",
    0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
SIZED = {  # the kind, and how wide its length is
    0xC4: ("bin", 1), 0xC5: ("bin", 2), 0xC6: ("bin", 4),
    0xC7: ("ext", 1), 0xC8: ("ext", 2), 0xC9: ("ext", 4),
    0xD9: ("str", 1), 0xDA: ("str", 2), 0xDB: ("str", 4),
    0xDC: ("array", 2), 0xDD: ("array", 4),
    0xDE: ("map", 2), 0xDF: ("map", 4),
}  # fmt: skip
FIXED_EXTENSIONS = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}


def _value(stream: BinaryIO) -> Any:
    tag = stream.read(1)[0]
    if tag in FIXED:
        return FIXED[tag]
    if tag in NUMBERS:
        form = NUMBERS[tag]
        return struct.unpack(form, stream.read(struct.calcsize(form)))[0]
    if tag < 0x80:
        return tag
    if tag >= 0xE0:
        return tag - 0x100
    return _sized(stream, *_size(stream, tag))


def _size(stream: BinaryIO, tag: int) -> tuple[str, int]:
    if tag in FIXED_EXTENSIONS:
        return "ext", FIXED_EXTENSIONS[tag]
    if tag in SIZED:
        kind, width = SIZED[tag]
        return kind, int.from_bytes(stream.read(width), "big")
    if tag < 0x90:
        return "map", tag & 0x0F
    if tag < 0xA0:
        return "array", tag & 0x0F
    return "str", tag & 0x1F


def _sized(stream: BinaryIO, kind: str, size: int) -> Any:
    match kind:
        case "map":
            return {_value(stream): _value(stream) for _ in range(size)}
        case "array":
            return [_value(stream) for _ in range(size)]
        case "str":
            return stream.read(size).decode()
        case "bin":
            return stream.read(size)
    code = stream.read(1)[0]
    return _unknown(stream.read(size)) if code == REFINED else _unknown_alone(stream.read(size))


def _unknown(packed: bytes) -> Unknown:
    known = unpack(packed)
    return Unknown(tuple((REFINEMENTS[key], value) for key, value in sorted(known.items())))


def _unknown_alone(_: bytes) -> Unknown:
    return Unknown()
