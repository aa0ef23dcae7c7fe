"""The resources of a plan as they will be: their values, and why some are not known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from spillover.model.provider import Provider
from spillover.model.source import Unknown
from spillover.read.plans.addresses import module_of
from spillover.read.plans.configuration import Configuration, is_expression
from spillover.read.plans.expressions import NotWritten, OneOf, Part, Written, expressions_in
from spillover.read.plans.instances import Instances, key_of
from spillover.read.plans.references import PENDING, References, Scope, causes
from spillover.read.plans.values import joined, without_empty
from spillover.records import dataclass

_OF_PROVIDER = ("project", "region", "zone")


@dataclass(frozen=True)
class Plan:
    """What a plan says of its resources together."""

    configuration: Configuration
    references: References

    @classmethod
    def of(cls, plan: Mapping[str, Any], changes: list[Any]) -> Plan:
        """A plan, by its configuration and its changes."""
        configuration = Configuration.of(plan)
        return cls(configuration, References(configuration, Instances.of(changes)))

    def values(self, printed: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a resource that there will be."""
        module, type_ = module_of(str(printed.get("module_address") or "")), str(printed.get("type"))
        configured = self.configuration.resource(module.names, type_, str(printed.get("name")))
        written = configured.get("expressions", {} if configured else PENDING)
        scope = Scope(module, key_of(printed), configured.get("for_each_expression"))
        after, unknown = printed["change"]["after"], printed["change"].get("after_unknown")
        if not isinstance(unknown, dict):
            return dict(without_empty(after))
        cause = partial(_cause, self.references, scope)
        values: dict[str, Any] = joined(without_empty(after), unknown, written, cause)
        chosen = (name for name in _OF_PROVIDER if unknown.get(name) is True and values[name] is None)
        return values | {name: self._of_provider(configured, name) for name in chosen}

    def _of_provider(self, configured: Mapping[str, Any], name: str) -> str | Unknown:
        """The project or place that a resource has of its provider, as it writes none: that is no default."""
        given = self.configuration.place(configured, name)
        return Unknown(f"the {name} of the provider") if given is None else given

    def provider(self, printed: Mapping[str, Any]) -> Provider:
        """The provider of a resource, with the versions that the configuration allows."""
        return Provider(
            provider_called(printed), self.configuration.versions(str(printed.get("provider_name")))
        )


def provider_called(printed: Mapping[str, Any]) -> str:
    """``google`` or ``google-beta``, by the last part of the provider's address."""
    return str(printed.get("provider_name") or "google").rpartition("/")[2]


def _cause(references: References, scope: Scope, written: Written) -> Unknown | None:
    """Why a value is not known, and what it refers to, if that is one thing alone.

    An argument that is made of nothing but known things, and still is not known, must have been null: the
    provider chooses it. (Or a function such as ``uuid`` takes part, which this JSON does not say.)
    """
    match written:
        case Unknown():
            return written
        case NotWritten():
            return None
        case Part(expression, is_only):
            found = references.of(expression, scope)
            is_one = is_only
        case dict() if is_expression(written):
            found = references.of(written, scope)
            is_one = True
            if not found and written.get("references") != []:
                return None
        case _:
            written = written.blocks if isinstance(written, OneOf) else written
            found = tuple(one for each in expressions_in(written) for one in references.of(each, scope))
            is_one = False
    if is_one and len(found) == 1:
        return found[0]
    return Unknown(causes(found)) if found else PENDING
