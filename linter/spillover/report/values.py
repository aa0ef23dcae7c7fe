"""Values as the machine formats print them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TextIO

from spillover.model.capacity import Size
from spillover.model.source import Maybe, Unknown
from spillover.report.style import clean


def write_document(document: Mapping[str, Any], stream: TextIO) -> None:
    """Write plain data as JSON. What a terminal would obey is escaped: to JSON that is the same text."""
    lines = json.dumps(document, indent=1, ensure_ascii=False).split("\n")
    stream.write("\n".join(clean(line) for line in lines) + "\n")


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


def threshold(ratio: Maybe[Decimal]) -> str | None:
    """A ratio as written, without trailing zeros; unset is ``0``, unknown is null."""
    if isinstance(ratio, Unknown):
        return None
    if ratio is None or ratio == 0:
        return "0"
    text = format(ratio, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def fraction(number: Fraction | None) -> str | None:
    """A computed number as a reduced fraction."""
    return None if number is None else str(number)


def sizes(zones: Mapping[str, Size]) -> dict[str, int | None]:
    """Zone -> number; null where it is not known."""
    return {zone: size.exact for zone, size in zones.items()}
