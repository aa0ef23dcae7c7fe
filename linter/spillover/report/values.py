"""Values as the machine formats print them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TextIO

from spillover.check.locate import locate
from spillover.errors import InputError, InternalError
from spillover.model.capacity import Size
from spillover.model.source import FieldRef, Maybe, Origin, Unknown
from spillover.read.plain import without_zeros
from spillover.report.style import clean


def write_document(document: Mapping[str, Any], stream: TextIO) -> None:
    """Write plain data as JSON."""
    stream.write(json_text(document) + "\n")


def json_text(value: Any, depth: int = 0) -> str:
    """Plain data as JSON, indented as it stands so deep inside of other data.

    What a terminal would obey is escaped: to JSON that is the same text.
    """
    import msgspec

    # json indents in Python, many times slower than it writes in C; a lone surrogate is no UTF-8.
    compact = clean(json.dumps(value, ensure_ascii=False)).encode("utf-8", "surrogatepass")
    indented = msgspec.json.format(compact, indent=1).decode("utf-8", "surrogatepass")
    return indented.replace("\n", "\n" + " " * depth)


def plain(value: Any) -> Any:
    """Plain JSON data of values as they were read: decimals become numbers where a number is exact."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Decimal):
        number = float(value)
        return number if Decimal(str(number)) == value else str(value)
    return value


def unreadable(errors: Iterable[InputError]) -> list[dict[str, Any]]:
    """Inputs that could not be read, as every document lists them."""
    return [
        {"path": each.path, "line": each.line, "column": each.column, "message": each.message}
        for each in errors
    ]


def internal_errors(errors: Iterable[InternalError]) -> list[dict[str, Any]]:
    """What crashed, as every document lists it."""
    return [{"rule": each.rule, "address": each.address, "message": each.message} for each in errors]


def undetermined(unknown: Unknown, subject: Origin) -> dict[str, Any]:
    """An unknown value that something depends on, with its place, or else that of the subject."""
    place = locate(unknown.at or FieldRef(subject))
    return {
        "address": place.address,
        "field": place.field,
        "because": unknown.because,
        "path": place.span.path,
        "line": place.span.start.line,
    }


def threshold(ratio: Maybe[Decimal]) -> str | None:
    """A ratio as written, without trailing zeros; unset is ``0``, unknown is null."""
    if isinstance(ratio, Unknown):
        return None
    return without_zeros(ratio) if ratio else "0"


def fraction(number: Fraction | None) -> str | None:
    """A computed number as a reduced fraction."""
    return None if number is None else str(number)


def sizes(zones: Mapping[str, Size]) -> dict[str, int | None]:
    """Zone -> number; null where it is not known."""
    return {zone: size.exact for zone, size in zones.items()}
