"""Which block of the configuration makes which element of a set, whose order is another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from spillover.model.source import Unknown
from spillover.read.plain import as_text

MOST_BLOCKS = 200
"""Of more blocks than this that are written out, none is told from another: each is compared with each."""

_Choices: TypeAlias = dict[int, frozenset[int]]


def aligned(elements: Sequence[Any], blocks: Sequence[Any], *, in_order: bool) -> Mapping[int, int]:
    """Each element with its block, by their numbers, where there is one choice, or any comes to the same.

    There are as many of each. What a block writes as a constant its element has, and knows. A block that
    another element must have is no choice any more. Elements that are alike in all that is known may change
    places.
    """
    if in_order and all(map(_fits, elements, blocks)):
        return {number: number for number in range(len(elements))}
    if len(blocks) > MOST_BLOCKS:
        return {}
    choices = {
        number: frozenset(place for place, block in enumerate(blocks) if _fits(each, block))
        for number, each in enumerate(elements)
    }
    kinds = [repr(each) for each in elements]
    made_by: dict[int, int] = {}
    while decided := next(_decided(kinds, choices), None):
        made_by |= decided
        taken = frozenset(decided.values())
        choices = {number: left - taken for number, left in choices.items() if number not in decided}
    return made_by


def _decided(kinds: Sequence[str], choices: _Choices) -> Iterator[dict[int, int]]:
    """Elements that are alike and have as many blocks to choose from as they are."""
    alike: dict[tuple[str, frozenset[int]], list[int]] = {}
    for number, left in choices.items():
        alike.setdefault((kinds[number], left), []).append(number)
    for (_, left), numbers in alike.items():
        if len(numbers) == len(left):
            yield dict(zip(numbers, sorted(left), strict=True))


def _fits(element: Any, block: Any) -> bool:
    if isinstance(element, Unknown):
        return True
    if not isinstance(element, dict) or not isinstance(block, dict):
        return False
    return all(
        _is_same(element.get(name), each["constant_value"])
        for name, each in block.items()
        if isinstance(each, dict) and "constant_value" in each
    )


def _is_same(value: Any, constant: Any) -> bool:
    """Whether a value may be that of a constant, which the schema may convert: ``"80"`` is 80.

    An empty value is as good as none.
    """
    if isinstance(value, dict | list) or isinstance(constant, dict | list):
        return bool(value == constant)
    return as_text(value) == as_text(constant) or value is None or constant is None
