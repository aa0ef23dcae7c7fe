"""The ``configuration`` of a plan: what is written, unevaluated and without the keys of instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from spillover.model.provider import Versions
from spillover.read.modules.constraint import allowed
from spillover.records import dataclass

Expression: TypeAlias = Mapping[str, Any]
Names: TypeAlias = tuple[str, ...]
"""The calls that lead from the root module to a module."""


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

    def resource(self, module: Names, type_: str, name: str) -> Mapping[str, Any]:
        """A resource as it is configured, in whatever number of instances."""
        return self._resources.get((module, type_, name), {})

    def call(self, caller: Names, name: str) -> Mapping[str, Any]:
        """The call of a module."""
        return _object(_object(self._modules.get(caller, {}).get("module_calls")).get(name))

    def outputs(self, module: Names) -> Mapping[str, Any]:
        """The expressions of the outputs of a module."""
        outputs = _object(self._modules.get(module, {}).get("outputs"))
        return {name: _object(each).get("expression") for name, each in outputs.items()}

    def place(self, resource: Mapping[str, Any], name: str) -> str | None:
        """The project, region or zone that the provider of a resource gives to it; None if it is not told."""
        provider = _object(self.providers.get(str(resource.get("provider_config_key"))))
        constant = _object(_object(provider.get("expressions")).get(name)).get("constant_value")
        return constant if isinstance(constant, str) else None

    def versions(self, provider: str) -> Versions:
        """The versions of a provider, by its whole name, that all modules allow."""
        return self._versions.get(provider, Versions())

    @cached_property
    def _versions(self) -> Mapping[str, Versions]:
        versions: dict[str, Versions] = {}
        for each in _objects(list(self.providers.values())):
            constraint, name = each.get("version_constraint"), str(each.get("full_name", each.get("name")))
            if isinstance(constraint, str):
                versions[name] = versions.get(name, Versions()) & allowed(constraint)
        return versions

    @cached_property
    def _modules(self) -> Mapping[Names, Mapping[str, Any]]:
        return dict(_called((), self.root))

    @cached_property
    def _resources(self) -> Mapping[tuple[Names, str, str], Mapping[str, Any]]:
        return {
            (names, str(each.get("type")), str(each.get("name"))): each
            for names, module in self._modules.items()
            for each in _objects(module.get("resources"))
            if each.get("mode") == "managed"
        }


def _called(names: Names, module: Mapping[str, Any]) -> Iterator[tuple[Names, Mapping[str, Any]]]:
    """A module, and all that it calls."""
    yield names, module
    for name, call in _object(module.get("module_calls")).items():
        yield from _called((*names, name), _object(_object(call).get("module")))


def is_expression(value: Any) -> bool:
    """Whether it is an expression, and no block."""
    return isinstance(value, dict) and ("references" in value or "constant_value" in value)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    yield from (each for each in value if isinstance(each, dict)) if isinstance(value, list) else ()
