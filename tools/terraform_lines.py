"""Recorded answers: JSON lines, sorted, in which a number is the exact text that Terraform printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any


def load(path: Path) -> list[dict[str, Any]]:
    """The lines of a file, their numbers as decimals; none if there is no file."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(line, parse_int=Decimal, parse_float=Decimal) for line in lines if line]


def save(path: Path, answers: Iterable[Mapping[str, Any]]) -> None:
    """Write answers, each once, sorted."""
    lines = sorted({dump(each) for each in answers})
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def dump(value: Any) -> str:
    """A value as compact JSON, in which no digit of a number is lost."""
    match value:
        case Decimal():
            return format(value, "f")
        case Mapping():
            return "{" + ",".join(f"{_text(key)}:{dump(each)}" for key, each in value.items()) + "}"
        case list() | tuple():
            return "[" + ",".join(map(dump, value)) + "]"
    return _text(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
