"""What the configuration writes at each place of a resource's values.

Both have the same shape, but a set of blocks is printed in another order than it is written in, and dynamic
blocks are not in the configuration at all. So a block is only taken for the one that it must be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from spillover.model.source import Unknown
from spillover.read.plans.alignment import MOST_BLOCKS, aligned
from spillover.read.plans.configuration import Expression, is_expression
from spillover.read.terraform import OTHER_BLOCKS, SINGLE_BLOCKS
from spillover.records import dataclass


@dataclass(frozen=True)
class NotWritten:
    """That the configuration has no expression for a value: the provider or the API chooses it."""


@dataclass(frozen=True)
class Part:
    """A part of what an expression gives, such as an element; ``is_only`` if it alone is not known of it."""

    expression: Expression
    is_only: bool


@dataclass(frozen=True)
class OneOf:
    """One of several blocks; which one is not told, but they may say the same."""

    blocks: Sequence[Any]


Blocks: TypeAlias = "Sequence[Any] | dict[str, Any]"
"""Blocks of one name, or one of them, as the configuration has them."""

Written: TypeAlias = "Expression | Blocks | OneOf | Part | NotWritten | Unknown"
"""What stands at a place; Unknown where this JSON does not tell, with the reason."""

DYNAMIC = Unknown("a dynamic block, of which a plan's JSON has no expressions")
UNTOLD = Unknown("one of several blocks, which a plan's JSON does not tell from one another")

_BLOCKS = (SINGLE_BLOCKS | OTHER_BLOCKS) - {"network"}
"""Names of blocks; ``network`` is an argument nearly everywhere."""

_IN_ORDER = frozenset(["backup_geo", "geo", "internal_load_balancers", "path_matcher", "route_rules", "wrr"])
"""Blocks that are a list in the provider's schema, no set (google 7.45)."""


def written_inside(written: Written, name: str) -> Written:
    """What stands at a member of a block."""
    if isinstance(written, Part | NotWritten | Unknown):
        return written
    if isinstance(written, OneOf):
        first, *others = (written_inside(block, name) for block in written.blocks)
        return first if all(each == first for each in others) else UNTOLD
    if not isinstance(written, dict) or is_expression(written):
        return UNTOLD
    if name in written:
        # An expression of functions alone, such as `uuid()`, is printed as an empty object.
        return {"references": []} if written[name] == {} else written[name]
    return DYNAMIC if name in _BLOCKS else NotWritten()


def written_of_each(written: Written, name: str, elements: Sequence[Any]) -> Sequence[Written]:
    """What stands at each of a plan's blocks called ``name``, in which unknown values are marked."""
    if isinstance(written, Part | NotWritten | Unknown):
        return [written] * len(elements)
    if not isinstance(written, list):
        return [UNTOLD] * len(elements)
    if len(written) != len(elements):
        return [DYNAMIC] * len(elements)
    made_by = aligned(elements, written, in_order=name in _IN_ORDER)
    left = OneOf([block for place, block in enumerate(written) if place not in made_by.values()])
    others = UNTOLD if len(written) > MOST_BLOCKS else left
    return [written[made_by[index]] if index in made_by else others for index in range(len(elements))]


def expressions_in(written: Any) -> Iterator[Expression]:
    """All expressions of blocks."""
    if is_expression(written):
        yield written
    elif isinstance(written, dict | list):
        for each in written.values() if isinstance(written, dict) else written:
            yield from expressions_in(each)
