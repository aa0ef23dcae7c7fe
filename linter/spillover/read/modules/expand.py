"""The content of a resource block, evaluated: its values as the source names them, and their places.

Blocks become lists of objects, as in ``terraform show -json``. A dynamic block whose
``for_each`` is known gives its instances; else its whole type is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from spillover.model.source import FieldPath, SourceSpan, Unknown
from spillover.read.evaluation.evaluate import Names, Scope, Value, evaluate
from spillover.read.lines import Lines
from spillover.read.syntax.expression import Expression, NestedBlock, Object, Setting, Tuple

META_ARGUMENTS = ("count", "for_each", "provider", "depends_on", "lifecycle", "provisioner", "connection")
"""What Terraform itself reads of a resource block; no values of the resource."""


@dataclass(frozen=True)
class EvaluatedBlock:
    """A block with its values; ``blocks`` are the instances of each nested type, or why they are unknown."""

    source: NestedBlock
    settings: Mapping[str, Value] = field(default_factory=dict)
    blocks: Mapping[str, tuple[EvaluatedBlock, ...] | Unknown] = field(default_factory=dict)

    def values(self) -> dict[str, Value]:
        """The values as plain data."""
        values: dict[str, Value] = dict(self.settings)
        for name, blocks in self.blocks.items():
            values[name] = blocks if isinstance(blocks, Unknown) else [block.values() for block in blocks]
        return values


def evaluate_block(block: NestedBlock, scope: Scope, lines: Lines, *, top: bool = False) -> EvaluatedBlock:
    """The values of a block, where ``scope`` says what its names mean."""
    settings = {
        name: evaluate(setting.expression, scope, lines)
        for name, setting in block.body.settings.items()
        if not (top and name in META_ARGUMENTS)
    }
    blocks: dict[str, tuple[EvaluatedBlock, ...] | Unknown] = {}
    for nested in block.body.blocks:
        if top and nested.type in META_ARGUMENTS:
            continue
        name = nested.labels[0] if nested.type == "dynamic" and nested.labels else nested.type
        before, here = blocks.get(name, ()), _instances(nested, scope, lines)
        if isinstance(before, Unknown) or isinstance(here, Unknown):
            blocks[name] = before if isinstance(before, Unknown) else here
        else:
            blocks[name] = (*before, *here)
    return EvaluatedBlock(block, settings, blocks)


def _instances(nested: NestedBlock, scope: Scope, lines: Lines) -> tuple[EvaluatedBlock, ...] | Unknown:
    if nested.type != "dynamic" or not nested.labels:
        return (evaluate_block(nested, scope, lines),)
    settings = nested.body.settings
    content = next((block for block in nested.body.blocks if block.type == "content"), None)
    if content is None or "for_each" not in settings:
        return Unknown(f'dynamic "{nested.labels[0]}" without for_each or content')
    collection = evaluate(settings["for_each"].expression, scope, lines)
    elements = _elements(collection)
    if isinstance(elements, Unknown):
        return elements
    iterator = _iterator_name(nested, settings.get("iterator"), lines)
    return tuple(
        evaluate_block(content, Names({iterator: {"key": key, "value": value}}, scope), lines)
        for key, value in elements
    )


def _elements(collection: Value) -> list[tuple[Value, Value]] | Unknown:
    if isinstance(collection, Unknown):
        return Unknown(collection.because)
    if isinstance(collection, dict):
        return [(key, collection[key]) for key in sorted(collection)]
    if isinstance(collection, list):
        return list(enumerate(collection))
    return Unknown("a for_each that is neither a map nor a list")


def _iterator_name(nested: NestedBlock, iterator: Setting | None, lines: Lines) -> str:
    if iterator is None:
        return nested.labels[0]
    return lines.text[iterator.expression.start : iterator.expression.end]


@dataclass(frozen=True)
class HclPlaces:
    """Finds the places of the values of one resource block."""

    block: EvaluatedBlock
    lines: Lines

    def span(self, path: FieldPath, /) -> SourceSpan:
        """The setting or block at ``path``, or the header of the nearest block around it."""
        *_, (start, end) = self._way(path)
        return self.lines.span(start, end)

    def holders(self, path: FieldPath, /) -> tuple[SourceSpan, ...]:
        """The headers of the blocks that hold the field, outermost first."""
        return tuple(self.lines.span(*header) for header in self._headers(path))

    def _headers(self, path: FieldPath) -> Iterator[tuple[int, int]]:
        for block, _ in self._blocks(path):
            yield block.source.start, block.source.header_end
            yield from block.source.overridden_at

    def _blocks(self, path: FieldPath) -> Iterator[tuple[EvaluatedBlock, tuple[str | int, ...]]]:
        """The blocks on the way, outermost first, each with the steps that lead on from it."""
        block, steps = self.block, path.steps
        yield block, steps
        while steps:
            nested = block.blocks.get(str(steps[0]))
            if nested is None or isinstance(nested, Unknown) or not nested:
                return
            index, steps = 0, steps[1:]
            if steps and isinstance(steps[0], int):
                index, steps = steps[0], steps[1:]
            block = nested[min(index, len(nested) - 1)]
            yield block, steps

    def _way(self, path: FieldPath) -> Iterator[tuple[int, int]]:
        """Ever narrower places, as offsets, the last of which is the one looked for."""
        *_, (block, steps) = self._blocks(path)
        innermost = block.source
        yield innermost.start, innermost.header_end
        if not steps:
            return
        name, *inside = steps
        setting = innermost.body.settings.get(str(name))
        if setting is not None:
            yield setting.start, setting.end
            yield from _inside(setting.expression, tuple(inside))
            return
        for each in innermost.body.blocks:
            if each.type == "dynamic" and name in each.labels:
                yield each.start, each.header_end


def _inside(expression: Expression, steps: tuple[str | int, ...]) -> Iterator[tuple[int, int]]:
    """Places further inside of a list or object that is written out."""
    for step in steps:
        if isinstance(expression, Tuple) and isinstance(step, int) and step < len(expression.items):
            expression = expression.items[step]
            yield expression.start, expression.end
        elif isinstance(expression, Object):
            item = next((each for each in expression.items if getattr(each.key, "value", None) == step), None)
            if item is None:
                return
            yield item.start, item.end
            expression = item.value
        else:
            return
