"""What is reached through a value that nobody can know before it exists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from spillover.model.source import Reference
from spillover.read.cty.types import DYNAMIC
from spillover.read.cty.value import EvaluationError, Value, object_of, pending, tuple_of
from spillover.read.modules.attributes import refined
from spillover.read.modules.repetition import Key, Repeated, instance_key
from spillover.read.plain import bracketed

_NAME = re.compile(r"[^\W\d][\w-]*\Z")


def unread(called: str, *, is_object: bool = False) -> Value:
    """A value that is not known, and is called by the way to it, as everything further inside of it is."""

    def inside(step: Value | str) -> Value:
        spelled = _spelled(step)
        return pending(DYNAMIC, called) if spelled is None else unread(called + spelled)

    return pending(DYNAMIC, called, not_null=is_object, inside=inside, is_object=is_object)


def not_written(address: str, type_: str, attribute: str, refers_to: Reference | None) -> Value:
    """An attribute that the provider sets, of an instance of a type: of a resource, a link to join by."""
    called = f"{address}.{attribute}"

    def inside(step: Value | str) -> Value:
        spelled = _spelled(step)
        if spelled is None:
            return pending(DYNAMIC, called)
        deeper = replace(refers_to, attribute=refers_to.attribute + spelled) if refers_to else None
        return not_written(address, type_, attribute + spelled, deeper)

    return refined(pending(DYNAMIC, called, refers_to=refers_to, inside=inside), type_, attribute)


def _spelled(step: Value | str) -> str | None:
    """A step as it is written behind what it leads on from; None where it is not known."""
    key = instance_key(step)
    if key is None:
        return None
    return f".{key}" if isinstance(key, str) and _NAME.match(key) else bracketed(key)


def by_key(called: str, made: Mapping[Key | None, Value], instances: Repeated) -> Value:
    """The instances of a resource or module call, as what its name stands for."""
    if instances.is_single:
        return made[None]
    if instances.unknown:
        return _of_any_number(called, made[None], instances)
    if instances.is_counted:
        return tuple_of(made.values())
    return object_of({str(key): value for key, value in made.items()})


def _of_any_number(called: str, one: Value, instances: Repeated) -> Value:
    """Instances whose number is not known: one stands for all of them, whatever the key."""
    assert instances.unknown is not None
    name, unknown = instances.unknown

    def inside(step: Value | str) -> Value:
        if isinstance(step, str):
            raise EvaluationError(f"{called} has a {name}: its attributes are those of its instances")
        return one

    return pending(DYNAMIC, unknown, not_null=True, inside=inside)
