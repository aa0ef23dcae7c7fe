"""Which expression of the configuration gives a value of the plan.

Both have the same shape, but a set of blocks is printed in another order than it is written in, and dynamic
blocks are not in the configuration at all. So a block is only taken for the one that it must be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from spillover.model.source import FieldPath, Unknown
from spillover.read.terraform import OTHER_BLOCKS, SINGLE_BLOCKS


@dataclass(frozen=True)
class NotWritten:
    """That the configuration has no expression for a value: the provider or the API chooses it."""


PENDING = Unknown("known after apply")
"""What stands in a plan's values for one that is not known."""

Expression: TypeAlias = Mapping[str, Any]


def expression_at(configured: Any, values: Any, path: FieldPath) -> Expression | NotWritten | None:
    """The expression of the value at a path; None where none can be told. ``values`` are the plan's."""
    for step in path:
        if is_expression(configured):
            return configured  # type: ignore[no-any-return] # the rest of the path is inside of the value
        if isinstance(step, int):
            configured = _block(configured, values, step)
            values = values[step] if isinstance(values, list) and step < len(values) else None
        elif isinstance(configured, dict):
            if step not in configured:
                return None if step in SINGLE_BLOCKS | OTHER_BLOCKS else NotWritten()
            configured = configured[step]
            values = values.get(step) if isinstance(values, dict) else None
        else:
            return None
    return configured if is_expression(configured) else None


def is_expression(value: Any) -> bool:
    """Whether it is an expression, and no block."""
    return isinstance(value, dict) and ("references" in value or "constant_value" in value)


def _block(configured: Any, values: Any, index: int) -> Any:
    """The block that made an element."""
    if not isinstance(configured, list) or not isinstance(values, list) or len(values) != len(configured):
        return None
    made_by = aligned(values, configured).get(index)
    return None if made_by is None else configured[made_by]


def aligned(elements: Sequence[Any], blocks: Sequence[Any]) -> dict[int, int]:
    """Each element with its block, by their numbers, where there is one choice, or any comes to the same.

    What a block writes as a constant its element has, and knows. A block that another element must have
    is no choice any more. Elements that are alike in all that is known may change places.
    """
    choices = {
        number: {place for place, block in enumerate(blocks) if _fits(each, block)}
        for number, each in enumerate(elements)
    }
    made_by: dict[int, int] = {}
    while decided := next(_decided(elements, choices), None):
        made_by |= decided
        choices = {
            number: left - set(decided.values()) for number, left in choices.items() if number not in decided
        }
    return made_by


def _decided(elements: Sequence[Any], choices: Mapping[int, set[int]]) -> Iterator[dict[int, int]]:
    """Elements that are alike and have as many blocks to choose from as they are."""
    for number, left in choices.items():
        alike = [other for other in choices if elements[other] == elements[number] and choices[other] == left]
        if len(alike) == len(left):
            yield dict(zip(alike, sorted(left), strict=True))


def _fits(element: Any, block: Any) -> bool:
    if not isinstance(element, dict) or not isinstance(block, dict):
        return False
    constants = {name: each["constant_value"] for name, each in block.items() if _is_constant(each)}
    return all(element.get(name) in (value, None) for name, value in constants.items())


def _is_constant(expression: Any) -> bool:
    return isinstance(expression, dict) and "constant_value" in expression
