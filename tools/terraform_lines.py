"""Recorded answers: JSON lines, sorted by expression, in which a number is the exact text that Terraform printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

Answer = dict[str, Any]


def load(path: Path) -> list[Answer]:
    """The answers in a file, its numbers as decimals; none if there is no file."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line, parse_int=Decimal, parse_float=Decimal) for line in lines]


def save(path: Path, answers: Iterable[Answer]) -> None:
    """Write answers, each expression once, sorted."""
    lines = sorted({dump(each) for each in answers})
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def dump(value: Any) -> str:
    """A value as compact JSON, in which no digit of a number is lost."""
    match value:
        case Decimal():
            return format(value, "f")
        case Mapping():
            return "{" + ",".join(f"{json.dumps(key, ensure_ascii=False)}:{dump(each)}" for key, each in value.items()) + "}"
        case list() | tuple():
            return "[" + ",".join(map(dump, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
