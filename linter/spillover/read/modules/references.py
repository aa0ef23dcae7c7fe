"""What is reached through a value that nobody can know before it exists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from spillover.model.source import Reference
from spillover.read.cty.types import DYNAMIC, STRING
from spillover.read.cty.value import EvaluationError, Value, object_of, pending, tuple_of
from spillover.read.modules.repetition import Key, Repeated, instance_key
from spillover.read.plain import bracketed

_NAME = re.compile(r"[^\W\d][\w-]*\Z")


def unread(called: str, refers_to: Reference | None = None, *, is_object: bool = False) -> Value:
    """A value that is not known, and is called by the way to it, as everything further inside of it is."""

    def inside(step: Value | str) -> Value:
        key = instance_key(step)
        if key is None:
            return pending(DYNAMIC, called)
        spelled = f".{key}" if isinstance(key, str) and _NAME.match(key) else bracketed(key)
        deeper = replace(refers_to, attribute=refers_to.attribute + spelled) if refers_to else None
        return unread(called + spelled, deeper)

    return pending(
        DYNAMIC, called, refers_to=refers_to, not_null=is_object, inside=inside, is_object=is_object
    )


_TEXTS = frozenset(["instance_group", "name", "project", "region", "self_link", "zone"])
"""Attributes that are text in every resource of Google's provider that has them."""


def not_written(called: str, refers_to: Reference) -> Value:
    """An attribute of a resource that the provider sets: a link to join by, which is all that is known."""
    attribute = refers_to.attribute
    if attribute == "id":  # which every resource has, once it exists
        return pending(STRING, called, refers_to=refers_to, not_null=True)
    if called.startswith("google_") and attribute in _TEXTS:
        return pending(STRING, called, refers_to=refers_to)
    return unread(called, refers_to)


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
