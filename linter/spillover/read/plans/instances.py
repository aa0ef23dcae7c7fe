"""What instances there will be: their keys, which a plan's configuration does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from spillover.read.plans.addresses import Key, ModuleAddress, module_of
from spillover.records import dataclass

_LEAVING = (["delete"], ["forget"])


@dataclass(frozen=True)
class Instance:
    """One instance of a resource, by its address; ``unknown`` is what is not known of its attributes."""

    address: str
    unknown: Mapping[str | int, Any]

    def knows(self, attribute: str | int | None) -> bool:
        """Whether all of an attribute is known; with None, whether all of them are."""
        return not is_any_true(self.unknown if attribute is None else self.unknown.get(attribute))


@dataclass(frozen=True)
class Instances:
    """The instances of every resource and the keys of every module, as far as a plan has changes of them."""

    resources: Mapping[tuple[ModuleAddress, str, str], Mapping[Key, Instance]]
    modules: Mapping[tuple[ModuleAddress, str], frozenset[Key]]

    @classmethod
    def of(cls, changes: Iterable[Any]) -> Instances:
        """Those of the changes that a plan lists; objects that are only taken away are no instances."""
        resources: dict[tuple[ModuleAddress, str, str], dict[Key, Instance]] = {}
        modules: dict[tuple[ModuleAddress, str], set[Key]] = {}
        for each in changes:
            if not will_be(each):
                continue
            module = module_of(str(each.get("module_address") or ""))
            unknown = each["change"].get("after_unknown")
            instance = Instance(str(each.get("address")), unknown if isinstance(unknown, dict) else {})
            named = module, str(each.get("type")), str(each.get("name"))
            resources.setdefault(named, {})[key_of(each)] = instance
            while module.calls:
                (name, key), module = module.calls[-1], module.caller
                modules.setdefault((module, name), set()).add(key)
        return cls(resources, {call: frozenset(keys) for call, keys in modules.items()})

    def resource(self, module: ModuleAddress, type_: str, name: str) -> Mapping[Key, Instance]:
        """The instances of a resource by their keys; none of one that is not in the plan."""
        return self.resources.get((module, type_, name), {})

    def keys(self, caller: ModuleAddress, call: str) -> frozenset[Key]:
        """The keys of a called module."""
        return self.modules.get((caller, call), frozenset())


def will_be(printed: Any) -> bool:
    """Whether a change is that of a resource that there will be.

    None is one that is destroyed or forgotten, nor the object that another one was created before.
    """
    change = printed.get("change") if isinstance(printed, dict) else None
    if not isinstance(change, dict) or change.get("actions") in _LEAVING:
        return False
    is_current = printed.get("mode") == "managed" and "deposed" not in printed
    return is_current and isinstance(change.get("after"), dict)


def was(printed: Any) -> bool:
    """Whether a change is that of a resource that there was, and that Terraform still manages or destroys."""
    change = printed.get("change") if isinstance(printed, dict) else None
    if not isinstance(change, dict) or change.get("actions") == ["forget"]:
        return False
    is_current = printed.get("mode") == "managed" and "deposed" not in printed
    return is_current and isinstance(change.get("before"), dict)


def key_of(printed: Mapping[str, Any]) -> Key:
    """The key of an instance, as ``index`` has it."""
    index = printed.get("index")
    return index if isinstance(index, str | int) else None


def is_any_true(unknown: Any) -> bool:
    """Whether anything in a part of ``after_unknown`` is not known."""
    if isinstance(unknown, dict):
        return any(map(is_any_true, unknown.values()))
    return any(map(is_any_true, unknown)) if isinstance(unknown, list) else unknown is True
