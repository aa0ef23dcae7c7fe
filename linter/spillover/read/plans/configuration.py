"""The ``configuration`` of a plan: which resource an expression refers to, by way of inputs and outputs.

An expression there is only a list of what it refers to, each reference followed by shorter forms of itself
(json-format, 2026-11). What refers to exactly one attribute of one resource is taken for that attribute,
as joins need it (schemas 5.3); anything else names only what it depends on. Locals and dynamic blocks are
not in this JSON at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spillover.model.source import Reference
from spillover.read.plain import bracketed
from spillover.read.plans.addresses import Key, ModuleAddress, steps_of

MOST_HOPS = 50
"""Modules in modules are not nested more deeply than this; a reference that goes on is given up."""

_WORDS = ("count", "each", "local", "path", "self", "terraform", "var")
_GIVES_AN_ADDRESS = {
    "google_compute_address": "address",
    "google_compute_forwarding_rule": "ip_address",
    "google_compute_global_address": "address",
    "google_compute_global_forwarding_rule": "ip_address",
    "google_compute_instance_group_manager": "instance_group",
    "google_compute_region_instance_group_manager": "instance_group",
}


@dataclass(frozen=True)
class Scope:
    """Where an expression stands: the module, and the keys that ``each`` and ``count`` have there."""

    module: ModuleAddress
    key: Key


@dataclass(frozen=True)
class Configuration:
    """The root module of a plan's configuration, and the providers."""

    root: Mapping[str, Any]
    providers: Mapping[str, Any]

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Configuration:
        """That of a plan; one that has none knows no references."""
        configuration = _object(plan.get("configuration"))
        return cls(_object(configuration.get("root_module")), _object(configuration.get("provider_config")))

    def resource(self, module: ModuleAddress, type_: str, name: str) -> Mapping[str, Any]:
        """A resource as it is configured, in whatever number of instances."""
        for each in _objects(self._module(module.names).get("resources")):
            if each.get("mode") == "managed" and (each.get("type"), each.get("name")) == (type_, name):
                return each
        return {}

    def _module(self, names: Sequence[str]) -> Mapping[str, Any]:
        module = self.root
        for name in names:
            module = _object(_object(_object(module.get("module_calls")).get(name)).get("module"))
        return module

    def refers_to(self, expression: Any, scope: Scope, hops: int = MOST_HOPS) -> Iterator[Reference | str]:
        """What an expression depends on: attributes of resources, and in words what leads to none."""
        references = _longest(_object(expression).get("references"))
        keyed = any(each in ("each.key", "count.index") for each in references)
        for each in references:
            yield from self._followed(each, Scope(scope.module, scope.key if keyed else None), scope, hops)

    def _followed(self, text: str, keyed: Scope, scope: Scope, hops: int) -> Iterator[Reference | str]:
        steps = steps_of(text)
        word = steps[0][0] if steps else ""
        if not steps or hops <= 0 or word in ("each", "count"):
            if word not in ("each", "count"):
                yield text
        elif word == "var" and len(steps) > 1:
            yield from self._input(steps[1][0], scope, text, hops)
        elif word == "module" and len(steps) > 2:
            yield from self._output(steps, keyed, scope, text, hops)
        elif word in (*_WORDS, "module"):
            yield scope.module.of(text)
        else:
            yield from _attribute(steps, keyed, scope, text)

    def _input(self, name: str, scope: Scope, text: str, hops: int) -> Iterator[Reference | str]:
        """What the caller gives to an input of the module."""
        if not scope.module.calls:
            yield text
            return
        caller = scope.module.caller
        call = _object(_object(self._module(caller.names).get("module_calls")).get(scope.module.names[-1]))
        expression = _object(call.get("expressions")).get(name)
        if expression is None:
            yield scope.module.of(text)
            return
        # In the arguments of a call, `each` and `count` are those of the call itself.
        yield from self.refers_to(expression, Scope(caller, scope.module.key), hops - 1)

    def _output(
        self, steps: tuple[tuple[str, Key], ...], keyed: Scope, scope: Scope, text: str, hops: int
    ) -> Iterator[Reference | str]:
        """What an output of a called module passes on."""
        (name, key), (output, _) = steps[1], steps[2]
        module = scope.module.called(name, keyed.key if key is None else key)
        outputs = _object(self._module(module.names).get("outputs"))
        expression = _object(outputs.get(output)).get("expression")
        found = False
        for each in self.refers_to(expression, Scope(module, module.key), hops - 1):
            found = True
            yield each
        if not found:
            yield scope.module.of(text)


def _longest(references: Any) -> list[str]:
    """The references without the shorter forms that follow each."""
    texts = [each for each in references if isinstance(each, str)] if isinstance(references, list) else []
    kept: list[str] = []
    for text in texts:
        if not (kept and kept[-1].startswith(text) and kept[-1][len(text) : len(text) + 1] in (".", "[", "")):
            kept.append(text)
    return list(dict.fromkeys(kept))


def _attribute(
    steps: tuple[tuple[str, Key], ...], keyed: Scope, scope: Scope, text: str
) -> Iterator[Reference | str]:
    """An attribute of a resource; with a key that is not literal, the attribute is not told."""
    if steps[0][0] == "data" or len(steps) < 2:
        yield scope.module.of(text)
        return
    (type_, _), (name, key), *rest = steps
    key = keyed.key if key is None else key
    address = scope.module.of(f"{type_}.{name}{bracketed(key)}")
    yield Reference(address, rest[0][0] if rest else _GIVES_AN_ADDRESS.get(type_, "id"))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    yield from (each for each in value if isinstance(each, dict)) if isinstance(value, list) else ()
