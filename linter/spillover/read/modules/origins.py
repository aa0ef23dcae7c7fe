"""Where the value of an expression was written, if it only passes something on.

``ratio = var.ratio`` says where a value is used; what a reviewer has to change may be the default
of the variable, the argument of a module call, or a line of a variable file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from spillover.model.source import SourceSpan
from spillover.read.cty.value import LimitError
from spillover.read.evaluation.context import Context, Names, Scope
from spillover.read.modules.hops import Hop, Step
from spillover.read.modules.passing import as_step, descended, passed_on
from spillover.read.syntax.expression import Expression, Variable

_MOST_HOPS = 10
_OF_NO_FILE = ("<--var", "<TF_VAR_")


@runtime_checkable
class Knowing(Protocol):
    """A scope that knows where what its names stand for is written."""

    def hop(self, root: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
        """What ``root.steps`` stands for, and the steps that are left; None where it is not written."""


def written_at(
    expression: Expression, context: Context, steps: tuple[Step, ...] = ()
) -> Iterator[tuple[SourceSpan, str]]:
    """The places that the value of an expression, or what is inside of it, was passed on from.

    The nearest is the first. It ends where the way on would take more than may be spent.
    """
    seen: set[SourceSpan] = set()
    while len(seen) < _MOST_HOPS:
        try:
            expression, steps, context = passed_on(expression, context, steps)
            found = _hop(context.scope, expression.name, steps) if isinstance(expression, Variable) else None
        except LimitError:
            return
        if found is None:
            return
        hop, steps = found
        expression, context = hop.written.expression, hop.written.context
        target, _ = descended(expression, steps)
        span = context.lines.span(target.start, target.end)
        if span in seen:  # it depends on itself
            return
        seen.add(span)
        if hop.message and not span.path.startswith(_OF_NO_FILE):
            yield span, hop.message


def _hop(scope: Scope, name: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
    while isinstance(scope, Names):
        if name in scope.names:
            return _drawn(scope, name, steps)
        scope = scope.outer
    return scope.hop(name, steps) if isinstance(scope, Knowing) else None


def _drawn(scope: Names, name: str, steps: tuple[Step, ...]) -> tuple[Hop, tuple[Step, ...]] | None:
    """``each.value``, the same of the iterator of a dynamic block, or the name of a ``for``: an element."""
    if scope.drawn_from is None:
        return None
    if scope.element:
        element, step = scope.element
        return (Hop("", scope.drawn_from), _inside(step, steps)) if name == element else None
    if steps[:1] != ("value",):
        return None
    key = scope.names[name].content["key"]
    return None if key.pending else (Hop("", scope.drawn_from), _inside(as_step(key), steps[1:]))


def _inside(step: Step | None, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps into an element of a collection; none where it has no key to find it by."""
    return () if step is None else (step, *steps)
