"""The values of a resource in a plan: what is known, joined with what is known only after apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from spillover.model.source import FieldPath, Unknown
from spillover.read.plain import HIDDEN

Cause: TypeAlias = Callable[[FieldPath], Unknown | None]
"""Why the value at a path is not known; None for one that the configuration does not write."""


def joined(after: Any, unknown: Any, cause: Cause, path: FieldPath) -> Any:
    """``after`` with a cause where ``after_unknown`` has true; that has the shape of the values around."""
    if unknown is True:
        return cause(path)
    if isinstance(unknown, dict):
        known = after if isinstance(after, dict) else {}
        parts = {
            name: joined(known.get(name), each, cause, path / name)
            for name, each in unknown.items()
            if _is_part(each)
        }
        return {**known, **parts}
    if isinstance(unknown, list) and any(_is_part(each) for each in unknown):
        elements = after if isinstance(after, list) else []
        padded = [*elements, *[None] * (len(unknown) - len(elements))]
        marks = [*unknown, *[False] * (len(padded) - len(unknown))]
        return [
            joined(each, mark, cause, path / index)
            for index, (each, mark) in enumerate(zip(padded, marks, strict=True))
        ]
    return after


def _is_part(unknown: Any) -> bool:
    """Whether anything in a part of ``after_unknown`` is not known."""
    if isinstance(unknown, dict):
        return any(map(_is_part, unknown.values()))
    return any(map(_is_part, unknown)) if isinstance(unknown, list) else unknown is True


def hidden(value: Any, sensitive: Any) -> Any:
    """A value with all that is marked as sensitive hidden, as Terraform prints it."""
    if sensitive is True:
        return HIDDEN
    if isinstance(sensitive, dict) and isinstance(value, dict):
        return {name: hidden(each, sensitive.get(name)) for name, each in value.items()}
    if isinstance(sensitive, list) and isinstance(value, list):
        marks = [*sensitive, *[None] * (len(value) - len(sensitive))]
        return [hidden(each, mark) for each, mark in zip(value, marks, strict=False)]
    return value
