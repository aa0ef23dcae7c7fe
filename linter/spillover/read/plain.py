"""Evaluated values as the rest of the program sees them: plain Python data, unknown leaf by leaf."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Self, TypeAlias

from spillover.model.source import Unknown
from spillover.read.cty.number import Number
from spillover.read.cty.value import Value
from spillover.read.syntax.expression import Scalar

Plain: TypeAlias = "Scalar | list[Plain] | dict[str, Plain] | Unknown"
"""Numbers are ``int``, or the decimal that was written; lists, tuples and sets are lists."""


HIDDEN = "(sensitive value)"
"""What is printed of a sensitive value, as Terraform does."""

A_SENSITIVE_VALUE = "a sensitive value"
"""The cause where a sensitive value would have to be quoted."""


class SensitiveText(str):
    """A text that is sensitive: it may be compared with words that are known, and is quoted nowhere.

    ``because`` is the cause where the text itself would have to be known.
    """

    __slots__ = ("because",)
    because: str

    def __new__(cls, text: str, because: str = A_SENSITIVE_VALUE) -> Self:
        """The text, with the cause."""
        self = super().__new__(cls, text)
        self.because = because
        return self


def plain(value: Value, *, hide: bool = False, written: Callable[[], str] = str) -> Plain:
    """A value as plain data.

    What is sensitive in it is printed nowhere: it is hidden if ``hide``, and else unknown, with a cause that
    tells how the value is ``written``. That something is true, or null, is no secret, nor that a text is
    one of the words that are known.
    """
    content = value.content
    if value.sensitive and (hide or isinstance(content, str | Number | Mapping | tuple)):
        return HIDDEN if hide else _sensitive(content, written())
    if value.pending:
        known = value.pending
        return Unknown(known.because, known.refers_to, ends_with=known.suffix, same=known.same)
    if isinstance(content, Number):
        return int(content) if content.is_whole else Decimal(str(content))
    if isinstance(content, Mapping):
        return {name: plain(each, hide=hide, written=written) for name, each in content.items()}
    if isinstance(content, tuple):
        return [plain(each, hide=hide, written=written) for each in content]
    assert content is None or isinstance(content, str | bool)
    return content


def _sensitive(content: object, written: str) -> SensitiveText | Unknown:
    because = f"{written}, which is sensitive" if written else A_SENSITIVE_VALUE
    return SensitiveText(content, because) if isinstance(content, str) else Unknown(because)


def as_text(value: Plain) -> str | Unknown | None:
    """A value where text is wanted; None where it has no text. What is sensitive counts as not known.

    Whoever writes the configuration could else have any secret printed as the name of something.
    """
    if isinstance(value, SensitiveText):
        return Unknown(value.because)
    if isinstance(value, str | Unknown):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return without_zeros(value) if isinstance(value, Decimal) else None


def canonical(value: Plain) -> str | Unknown | None:
    """One text for one meaning, in either dialect; None for what is empty, zero or false, as if not written.

    The API leaves such values out, and Terraform sends none that the API would read differently.
    Lists are sorted, for most are sets; a list of one is its only element, as a block of Terraform's is.
    """
    if isinstance(value, list):
        return _joined([canonical(each) for each in value])
    if isinstance(value, dict):
        return _joined([_member(snake_case(name), canonical(each)) for name, each in value.items()])
    text = as_text(value)
    return None if text in ("", "0", "false") else text


def _member(name: str, text: str | Unknown | None) -> str | Unknown | None:
    if text is None or isinstance(text, Unknown):
        return text
    return f"{name} = {{{text}}}" if " = " in text else f"{name} = {text}"


def _joined(parts: list[str | Unknown | None]) -> str | Unknown | None:
    unknown = next((each for each in parts if isinstance(each, Unknown)), None)
    texts = [each for each in parts if isinstance(each, str)]
    if unknown is not None or not texts:
        return unknown
    return ", ".join(sorted(texts))


def snake_case(name: str) -> str:
    """``failoverRatio`` -> ``failover_ratio``."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda letter: f"_{letter[1].lower()}", name)


def without_zeros(number: Decimal) -> str:
    """A decimal without exponent and without trailing zeros."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def bracketed(key: str | int | None) -> str:
    """An instance key or index as Terraform writes it: ``[0]``, ``["k"]``; nothing for None."""
    if key is None:
        return ""
    return f"[{key}]" if isinstance(key, int) else f"[{json.dumps(key, ensure_ascii=False)}]"
