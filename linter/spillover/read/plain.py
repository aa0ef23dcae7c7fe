"""Evaluated values as the rest of the program sees them: plain Python data, unknown leaf by leaf."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import TypeAlias

from spillover.model.source import Unknown
from spillover.read.cty.number import Number
from spillover.read.cty.value import Value
from spillover.read.syntax.expression import Scalar

Plain: TypeAlias = "Scalar | list[Plain] | dict[str, Plain] | Unknown"
"""Numbers are ``int``, or the decimal that was written; lists, tuples and sets are lists."""


HIDDEN = "(sensitive value)"
"""What is printed of a sensitive value, as Terraform does."""


def plain(value: Value, *, hide: bool = False) -> Plain:
    """A value as plain data; ``hide`` what is sensitive in it."""
    content = value.content
    if hide and value.sensitive:
        return HIDDEN
    if value.pending:
        return Unknown(value.pending.because, value.pending.refers_to, ends_with=value.pending.suffix)
    if isinstance(content, Number):
        return int(content) if content.is_whole else Decimal(str(content))
    if isinstance(content, Mapping):
        return {name: plain(each, hide=hide) for name, each in content.items()}
    if isinstance(content, tuple):
        return [plain(each, hide=hide) for each in content]
    assert content is None or isinstance(content, str | bool)
    return content


def as_text(value: Plain) -> str | Unknown | None:
    """A value where text is wanted; None where it has no text."""
    if isinstance(value, str | Unknown):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return without_zeros(value) if isinstance(value, Decimal) else None


def without_zeros(number: Decimal) -> str:
    """A decimal without exponent and without trailing zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def bracketed(key: str | int | None) -> str:
    """An instance key or index as Terraform writes it: ``[0]``, ``["k"]``; nothing for None."""
    if key is None:
        return ""
    return f"[{key}]" if isinstance(key, int) else f"[{json.dumps(key, ensure_ascii=False)}]"
