"""The values of a resource in a plan: what is known, joined with what is known only after apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from spillover.model.source import Unknown
from spillover.read.plain import A_SENSITIVE_VALUE, HIDDEN, SensitiveText
from spillover.read.plans.configuration import is_expression
from spillover.read.plans.expressions import Part, Written, written_inside, written_of_each
from spillover.read.plans.instances import is_any_true
from spillover.read.plans.references import PENDING

Cause: TypeAlias = Callable[[Written], Unknown | None]
"""Why a value that stands there is not known; None for one that is as good as not written."""


def joined(after: Any, unknown: Any, written: Written, cause: Cause, name: str = "") -> Any:
    """``after`` with a cause where ``after_unknown`` has true; that has the shape of the values around.

    ``name`` is that of the member that is joined.
    """
    if unknown is True:
        return cause(written)
    if not is_any_true(unknown):
        return after
    if is_expression(written):
        written = Part(written, is_only=_trues(unknown) == 1)  # type: ignore[arg-type] # no blocks
    if isinstance(unknown, dict):
        known = after if isinstance(after, dict) else {}
        parts = {member: each for member, each in unknown.items() if is_any_true(each)}
        return known | {
            member: joined(known.get(member), each, written_inside(written, member), cause, member)
            for member, each in parts.items()
        }
    elements, marks = _as_long(after, unknown), _as_long(unknown, after)
    if isinstance(written, list):  # only blocks are compared
        marked = [joined(*each, PENDING, lambda _: PENDING) for each in zip(elements, marks, strict=True)]
        made_by = written_of_each(written, name, marked)
    else:
        made_by = written_of_each(written, name, elements)
    return [joined(*each, cause) for each in zip(elements, marks, made_by, strict=True)]


def _trues(unknown: Any) -> int:
    """How many values are not known."""
    if isinstance(unknown, dict):
        return sum(map(_trues, unknown.values()))
    return sum(map(_trues, unknown)) if isinstance(unknown, list) else unknown is True


def _as_long(one: Any, other: Any) -> list[Any]:
    """A list, with nulls at its end if the other one is longer."""
    elements = one if isinstance(one, list) else []
    return [*elements, *[None] * (len(other) - len(elements))] if isinstance(other, list) else elements


def without_empty(value: Any) -> Any:
    """A value without the empty texts that the provider has for what is not written, once it was applied."""
    if isinstance(value, dict):
        return {name: None if each == "" else without_empty(each) for name, each in value.items()}
    return [without_empty(each) for each in value] if isinstance(value, list) else value


def judged(value: Any, sensitive: Any) -> Any:
    """A value as it is judged: what is said of it is printed, so what is sensitive in it is not known."""
    if sensitive is True:
        if isinstance(value, str):
            return SensitiveText(value)
        return value if value is None or isinstance(value, bool | Unknown) else Unknown(A_SENSITIVE_VALUE)
    if isinstance(sensitive, dict) and isinstance(value, dict):
        return {name: judged(each, sensitive.get(name)) for name, each in value.items()}
    if isinstance(sensitive, list) and isinstance(value, list):
        return [judged(*each) for each in zip(value, _as_long(sensitive, value), strict=False)]
    return value


def hidden(value: Any, sensitive: Any) -> Any:
    """A value with all that is marked as sensitive hidden, as Terraform prints it."""
    if sensitive is True:
        return HIDDEN
    if isinstance(sensitive, dict) and isinstance(value, dict):
        return {name: hidden(each, sensitive.get(name)) for name, each in value.items()}
    if isinstance(sensitive, list) and isinstance(value, list):
        return [hidden(*each) for each in zip(value, _as_long(sensitive, value), strict=False)]
    return value
