"""The content of a resource block, evaluated: its values as the source names them, and their places.

Blocks become lists of objects, as in ``terraform show -json``. A dynamic block whose
``for_each`` is known gives its instances; else its whole type is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import partial

from spillover.model.source import FieldPath, SourceSpan, Unknown
from spillover.read.cty.length import uncounted
from spillover.read.cty.types import ListOf, MapOf, ObjectOf, SetOf, TupleOf
from spillover.read.cty.value import EvaluationError, Value, object_of, pending
from spillover.read.evaluation.context import Context
from spillover.read.evaluation.loops import elements
from spillover.read.lines import Lines
from spillover.read.modules.origins import written_at
from spillover.read.plain import Plain, plain
from spillover.read.syntax.expression import Expression, NestedBlock, Object, Setting, Tuple
from spillover.records import dataclass

META_ARGUMENTS = ("count", "for_each", "provider", "depends_on", "lifecycle", "provisioner", "connection")
"""What Terraform itself reads of a resource block; no values of the resource."""


@dataclass(frozen=True)
class EvaluatedBlock:
    """A block with its values, and the context in which they were evaluated.

    ``blocks`` are the instances of each nested type, or why they are not known.
    """

    source: NestedBlock
    context: Context
    settings: Mapping[str, Value] = field(default_factory=dict)
    blocks: Mapping[str, tuple[EvaluatedBlock, ...] | Unknown] = field(default_factory=dict)

    def values(self, *, hide: bool = False) -> dict[str, Plain]:
        """The values as plain data; those that are sensitive are hidden if ``hide``, and else unknown."""
        values: dict[str, Plain] = {
            name: plain(each, hide=hide, written=partial(self._quoted, name))
            for name, each in self.settings.items()
        }
        for name, blocks in self.blocks.items():
            if isinstance(blocks, Unknown):
                values[name] = blocks
            else:
                values[name] = [block.values(hide=hide) for block in blocks]
        return values

    def _quoted(self, name: str) -> str:
        """How a value is written."""
        return self.context.quoted(self.source.body.settings[name].expression)


def evaluate_block(block: NestedBlock, context: Context, *, top: bool = False) -> EvaluatedBlock:
    """The values of a block; what Terraform refuses in it is noted in the context."""
    settings = {
        name: context.settle(setting.expression)
        for name, setting in block.body.settings.items()
        if not (top and name in META_ARGUMENTS)
    }
    blocks: dict[str, tuple[EvaluatedBlock, ...] | Unknown] = {}
    for nested in block.body.blocks:
        if top and nested.type in META_ARGUMENTS:
            continue
        name = nested.labels[0] if nested.type == "dynamic" and nested.labels else nested.type
        before, here = blocks.get(name, ()), _instances(nested, context)
        if isinstance(before, Unknown) or isinstance(here, Unknown):
            blocks[name] = before if isinstance(before, Unknown) else here
        else:
            blocks[name] = (*before, *here)
    return EvaluatedBlock(block, context, settings, blocks)


def _instances(nested: NestedBlock, context: Context) -> tuple[EvaluatedBlock, ...] | Unknown:
    if nested.type != "dynamic" or not nested.labels:
        return (evaluate_block(nested, context),)
    settings = nested.body.settings
    content = next((block for block in nested.body.blocks if block.type == "content"), None)
    if content is None or "for_each" not in settings:
        return Unknown(f'dynamic "{nested.labels[0]}" without for_each or content')
    written = settings["for_each"].expression
    try:
        collection = _of_dynamic(context.value(written))
    except EvaluationError as error:
        collection = context.refused(error, written)
    if collection.pending:
        return Unknown(collection.pending.because)
    iterator = _iterator_name(nested, settings.get("iterator"), context.lines)
    return tuple(
        evaluate_block(content, context.within({iterator: object_of({"key": key, "value": value})}, written))
        for key, value in elements(collection)
    )


def _of_dynamic(collection: Value) -> Value:
    """The ``for_each`` of a dynamic block, which may be a list too."""
    if collection.is_null or not isinstance(collection.type, ListOf | SetOf | MapOf | TupleOf | ObjectOf):
        if collection.pending:
            return collection
        raise EvaluationError("the for_each of a dynamic block must be a map, a set or a list")
    # There may be fewer elements in a set than there seem to be: Terraform plans with all of them.
    unknown = uncounted(collection)
    return pending(collection.type, unknown) if unknown else collection


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

    def written(self, path: FieldPath, /) -> tuple[tuple[SourceSpan, str], ...]:
        """Where the value of the field was passed on from, the nearest place first."""
        *_, (block, steps) = self._blocks(path)
        setting = block.source.body.settings.get(str(steps[0])) if steps else None
        if setting is None:
            return ()
        return tuple(written_at(setting.expression, block.context, steps[1:]))

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
