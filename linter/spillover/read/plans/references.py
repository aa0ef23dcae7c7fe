"""What an expression of the configuration depends on, by way of inputs, outputs and other resources.

An expression there is only a list of what it refers to, each reference followed by shorter forms of itself
(json-format, 2026-11). What refers to exactly one attribute of one resource is taken for that attribute, as
joins need it (schemas 5.3). A key that is computed, and all behind it, is not in this list, nor is what a
splat takes: ``x[each.key].id`` is ``x`` and ``each.key``. Locals are not in this JSON at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar, TypeAlias

from spillover.model.source import FieldPath, Reference, Unknown
from spillover.read.plain import bracketed
from spillover.read.plans.addresses import Key, ModuleAddress, Step, steps_of
from spillover.read.plans.configuration import Configuration
from spillover.read.plans.instances import Instances
from spillover.read.terraform import READERS
from spillover.records import dataclass

MOST_HOPS = 50
"""A way that leads on for longer than this is given up."""

PENDING = Unknown("what is known only after apply")
"""What is not known, where nothing can be said of its cause."""

Inside: TypeAlias = tuple[str | int, ...]
"""What is taken of the value that a name stands for: ``("a", "id")`` in ``var.groups["a"].id``."""

Unknowns: TypeAlias = tuple[Unknown, ...]

_NEVER_UNKNOWN = ("count", "path", "self", "terraform")
_NOT_FOLLOWED = ("action", "data", "ephemeral", "local")

_GIVES_AN_ADDRESS = {
    "google_compute_address": "address",
    "google_compute_forwarding_rule": "ip_address",
    "google_compute_global_address": "address",
    "google_compute_global_forwarding_rule": "ip_address",
    "google_compute_instance_group_manager": "instance_group",
    "google_compute_region_instance_group_manager": "instance_group",
}
"""The attribute by which others mean a resource of the model, where that is not its id."""


@dataclass(frozen=True)
class Scope:
    """Where an expression stands: the module, and what ``each`` and ``count`` are there.

    ``hint`` is the key of the place itself, if the expression makes use of it: where that is the key of an
    instance that it refers to, it means this one.
    """

    module: ModuleAddress
    key: Key = None
    for_each: Any = field(default=None, compare=False)
    hint: Key = field(default=None, compare=False)


@dataclass(frozen=True)
class References:
    """Follows references through the configuration, to the instances that there will be."""

    configuration: Configuration
    instances: Instances
    _once: dict[object, Unknowns] = field(default_factory=dict, compare=False)

    def of(self, expression: Any, scope: Scope, inside: Inside = (), hops: int = MOST_HOPS) -> Unknowns:
        """What is not known of all that an expression depends on, each thing once, in its order."""
        this = id(expression), scope, inside
        if this not in self._once:
            self._once[this] = (PENDING,)  # for what refers to itself
            references = _longest(expression)
            is_keyed = any(each in ("each.key", "count.index") for each in references)
            scope = replace(scope, hint=scope.key if is_keyed else None)
            found = (one for each in references for one in self._named(each, scope, inside, hops))
            self._once[this] = tuple(dict.fromkeys(found))
        return self._once[this]

    def _named(self, text: str, scope: Scope, inside: Inside, hops: int) -> Unknowns:
        steps = steps_of(text)
        word = steps[0].name if steps else ""
        if word in _NEVER_UNKNOWN or text == "each.key":
            return ()
        found = None
        if len(steps) > 1 and hops > 0 and word not in _NOT_FOLLOWED:
            follow = self._WAYS.get(word, References._attribute)
            found = follow(self, steps, scope, inside, hops - 1)
        return (Unknown(scope.module.of(text)),) if found is None else found

    # Each of these gives None where it cannot be told what a reference leads to.

    def _each_value(self, steps: Sequence[Step], scope: Scope, inside: Inside, hops: int) -> Unknowns | None:
        """What the element of ``for_each`` depends on: it is taken for what has the same key there."""
        if not isinstance(scope.for_each, dict):
            return None
        key = () if scope.key is None else (scope.key,)
        return self.of(scope.for_each, scope, (*key, *_after(steps, 1), *inside), hops)

    def _input(self, steps: Sequence[Step], scope: Scope, inside: Inside, hops: int) -> Unknowns | None:
        """What the caller gives to an input of the module; those of the root module are always known."""
        if not scope.module.calls:
            return ()
        caller = scope.module.caller
        call = self.configuration.call(caller.names, scope.module.names[-1])
        given = call.get("expressions")
        if not isinstance(given, dict):
            return None
        # In the arguments of a call, `each` and `count` are those of the call itself.
        around = Scope(caller, scope.module.key, call.get("for_each_expression"))
        return self.of(given.get(steps[1].name), around, (*_after(steps, 1), *inside), hops)

    def _output(self, steps: Sequence[Step], scope: Scope, inside: Inside, hops: int) -> Unknowns | None:
        """What an output of a called module passes on.

        Its name is lost behind a computed key: then it is told if all outputs lead to one resource.
        """
        call, *output = steps[1:]
        keys = self.instances.keys(scope.module, call.name) or call.keys[:1] or (None,)
        located = _located(keys, call.keys, call.keys, scope.hint)
        outputs = self.configuration.outputs((*scope.module.names, call.name))
        if located is None or not outputs or (output and output[0].name not in outputs):
            return None
        inner = Scope(scope.module.called(call.name, located[0]))
        if output:
            return self.of(outputs[output[0].name], inner, (*_after(steps, 2), *inside), hops)
        found = {one for each in outputs.values() for one in self.of(each, inner, inside, hops)}
        return _one_of(found)

    def _attribute(self, steps: Sequence[Step], scope: Scope, inside: Inside, hops: int) -> Unknowns | None:
        """An attribute of one instance of a resource, or what that only passes on."""
        type_, named, own = steps[0].name, steps[1], _after(steps, 1)
        there = self.instances.resource(scope.module, type_, named.name)
        located = _located(there or named.keys[:1] or (None,), named.keys, own or inside, scope.hint)
        if located is None:
            return None
        key, taken = located[0], located[1] or (inside if own else ())
        # More than a name was taken of something that the resource is a part of.
        attribute = str(FieldPath(taken)) if len(steps) > 2 or len(taken) == 1 else None
        if key not in there:  # the plan is not complete
            return (_chosen(type_, scope.module.of(f"{type_}.{named.name}{bracketed(key)}"), attribute),)
        if there[key].knows(taken[0] if attribute else None):
            return ()
        chosen = _chosen(type_, there[key].address, attribute)
        configured = self.configuration.resource(scope.module.names, type_, named.name)
        return self._passed_on(chosen, configured, replace(scope, key=key), hops)

    def _passed_on(self, chosen: Unknown, configured: Mapping[str, Any], scope: Scope, hops: int) -> Unknowns:
        """What an attribute is written as; the provider chooses it where it is not, or is null.

        A name means the resource that has it, whatever it is made of.
        """
        assert chosen.refers_to is not None
        written = configured.get("expressions")
        expression = written.get(chosen.refers_to.attribute) if isinstance(written, dict) else None
        found = self.of(expression, replace(scope, for_each=configured.get("for_each_expression")), (), hops)
        if len(found) == 1 and found[0].refers_to is not None and chosen.refers_to.attribute != "name":
            return found
        return (replace(chosen, because=causes(found)) if found else chosen,)

    _WAYS: ClassVar[Mapping[str, Callable[..., Unknowns | None]]] = {
        "each": _each_value,
        "module": _output,
        "var": _input,
    }


def causes(found: Unknowns) -> str:
    """The causes of several, in words."""
    return ", ".join(dict.fromkeys(each.because for each in found))


def _one_of(found: Collection[Unknown]) -> Unknowns | None:
    """What is one of several things, if these are one, or attributes of one resource."""
    if len(found) < 2:
        return tuple(found)
    addresses = {each.refers_to.address if each.refers_to else None for each in found}
    address = addresses.pop() if len(addresses) == 1 else None
    return None if address is None else (Unknown(address, Reference(address, is_any=True)),)


def _longest(expression: Any) -> list[str]:
    """The references of an expression without the shorter forms that follow each."""
    references = expression.get("references") if isinstance(expression, dict) else None
    kept: list[str] = []
    for each in references if isinstance(references, list) else ():
        if isinstance(each, str) and not (kept and _is_shorter(each, kept[-1])):
            kept.append(each)
    return list(dict.fromkeys(kept))


def _is_shorter(reference: str, than: str) -> bool:
    return than.startswith(reference) and than[len(reference) : len(reference) + 1] in (".", "[", "")


def _after(steps: Sequence[Step], index: int) -> Inside:
    """What is taken of the thing that a step names: its keys, and the names and keys of the next steps."""
    named, *rest = steps[index:]
    return (*named.keys, *(part for step in rest for part in (step.name, *step.keys)))


def _located(
    keys: Collection[Key], literal: Sequence[Key], path: Inside, hint: Key
) -> tuple[Key, Inside] | None:
    """Which of several instances is meant, and what is taken of it; None where that cannot be told."""
    if None in keys:
        return None, path
    if literal:
        return literal[0], path[1:]
    if path and path[0] in keys:
        return path[0], path[1:]
    if hint in keys:
        return hint, path
    return (next(iter(keys)), path) if len(keys) == 1 else None


def _chosen(type_: str, address: str, attribute: str | None) -> Unknown:
    """An attribute that the provider chooses; where its name is not told, the one that others mean.

    Of a resource that is not in the model, which may have several addresses, that is not known. Of a range
    of addresses it is some part that is used.
    """
    if attribute is None and type_ not in READERS:
        return Unknown(address, Reference(address, is_any=True))
    named = attribute or _GIVES_AN_ADDRESS.get(type_, "id")
    return Unknown(f"{address}.{named}", Reference(address, named, is_any=named.endswith("cidr_range")))
