"""``count`` and ``for_each``: the instances of a resource or of a module call.

Source: Terraform's "The count Meta-Argument" and "The for_each Meta-Argument", 2026-05.
"""

from __future__ import annotations

from collections.abc import Mapping

from spillover.model.source import Unknown
from spillover.read.cty.convert import convert
from spillover.read.cty.types import DYNAMIC, NUMBER, STRING, MapOf, ObjectOf, SetOf
from spillover.read.cty.value import EvaluationError, LimitError, Value, number, object_of, pending
from spillover.read.evaluation.context import Context
from spillover.read.evaluation.loops import elements
from spillover.read.syntax.expression import Expression, Setting
from spillover.records import dataclass

MOST_INSTANCES = 10_000
"""More instances than this of one resource or module call are not made."""

_STEPS_AN_INSTANCE = 20
"""What an instance takes of the budget, as calls of modules within one another multiply them."""

Key = str | int


@dataclass(frozen=True)
class Repeated:
    """The contexts of a resource's or module call's instances, by their keys.

    The only one of those without ``count`` and ``for_each`` has the key None; so has the symbolic
    one that stands for however many there are, where that is ``unknown``.
    """

    contexts: Mapping[Key | None, Context]
    unknown: tuple[str, Unknown] | None = None
    is_counted: bool = False

    @property
    def is_single(self) -> bool:
        """Whether there is exactly one, without a key."""
        return None in self.contexts and self.unknown is None


def repeated(settings: Mapping[str, Setting], context: Context) -> Repeated:
    """The instances; where Terraform refuses ``count`` or ``for_each``, that is noted in the context."""
    for name, read in (("count", _counted), ("for_each", _for_each)):
        if name in settings:
            written = settings[name].expression
            try:
                return read(context.value(written), written, context)
            except EvaluationError as error:
                return _symbolic(name, context.refused(error, written), context)
    return Repeated({None: context})


def _counted(value: Value, _: Expression, context: Context) -> Repeated:
    if value.is_null:
        raise EvaluationError("count is null")
    value = convert(value, NUMBER)
    if value.pending:
        return _symbolic("count", value, context)
    count = value.content
    if count < 0 or not count.is_whole:
        raise EvaluationError(f"count is {count}, which is no number of instances")
    _bounded(int(count), context)
    return Repeated(
        {i: context.within({"count": object_of({"index": number(i)})}) for i in range(int(count))},
        is_counted=True,
    )


def _for_each(value: Value, written: Expression, context: Context) -> Repeated:
    if value.is_null:
        raise EvaluationError("for_each is null")
    if value.sensitive:
        raise EvaluationError("for_each is sensitive, and its keys are shown in addresses")
    if value.pending and value.type is DYNAMIC:
        return _symbolic("for_each", value, context)
    if not isinstance(value.type, MapOf | ObjectOf | SetOf):
        raise EvaluationError("for_each must be a map, or a set of strings")
    if isinstance(value.type, SetOf):
        if value.type.element not in (STRING, DYNAMIC):
            raise EvaluationError("for_each must be a map, or a set of strings")
        value = value if value.pending else _with_known_keys(value)
    if value.pending:
        return _symbolic("for_each", value, context)
    _bounded(len(value.content), context)
    return Repeated(
        {
            key.content: context.within({"each": object_of({"key": key, "value": each})}, written)
            for key, each in elements(value)
        }
    )


def _with_known_keys(value: Value) -> Value:
    """A set's elements are the keys: one that is not known leaves all of them open."""
    unknown = next((each.pending for each in value.parts() if each.pending), None)
    if any(each.is_null for each in value.parts()):
        raise EvaluationError("for_each holds a null")
    return pending(value.type, unknown) if unknown else value


def _bounded(count: int, context: Context) -> None:
    if count > MOST_INSTANCES:
        raise LimitError(f"{count} instances, and more than {MOST_INSTANCES} are not read")
    context.budget.spend(count * _STEPS_AN_INSTANCE)


def _symbolic(name: str, value: Value, context: Context) -> Repeated:
    """One instance for however many there are; what it is made of may still be known."""
    known = value.pending
    assert known is not None
    key = pending(STRING if name == "for_each" else NUMBER, known, not_null=True)
    if name == "count":
        names = {"count": object_of({"index": key})}
    else:
        each = known.inside(key) if known.inside else pending(DYNAMIC, known)
        names = {"each": object_of({"key": key, "value": each})}
    return Repeated({None: context.within(names)}, (name, Unknown(known.because)))


def instance_key(key: Value | str) -> Key | None:
    """The key of an instance that an index means; None where it is not known."""
    if isinstance(key, str):
        return key
    if key.pending or key.is_null:
        return None
    return int(key.content) if key.type is NUMBER else str(key.content)
