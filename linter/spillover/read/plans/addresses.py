"""Addresses of resources as Terraform's JSON spells them: ``module.a["x"].module.b[0].type.name["k"]``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TypeAlias

from spillover.read.plain import bracketed

Key: TypeAlias = str | int | None
"""The key of an instance: of ``for_each``, of ``count``, or none."""

_STEP = re.compile(
    r"""([A-Za-z_][\w-]*) (?: \[ (?: (\d+) | ("(?:[^"\\]|\\.)*") ) \] )? (?: \. | \Z)""", re.VERBOSE
)


@dataclass(frozen=True)
class ModuleAddress:
    """The way from the root module to a module: the calls, each with the key of its instance."""

    calls: tuple[tuple[str, Key], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The calls without keys, as the configuration has them."""
        return tuple(name for name, _ in self.calls)

    @property
    def key(self) -> Key:
        """The key of the module's own instance."""
        return self.calls[-1][1] if self.calls else None

    @property
    def caller(self) -> ModuleAddress:
        """The module that calls it."""
        return ModuleAddress(self.calls[:-1])

    def called(self, name: str, key: Key) -> ModuleAddress:
        """A module that it calls."""
        return ModuleAddress((*self.calls, (name, key)))

    def of(self, address: str) -> str:
        """The whole address of something in this module."""
        return ".".join([*(f"module.{name}{bracketed(key)}" for name, key in self.calls), address])


def steps_of(address: str) -> tuple[tuple[str, Key], ...]:
    """The names of an address, each with the key that follows it; none for one that is not spelt so."""
    steps: list[tuple[str, Key]] = []
    end = 0
    for match in _STEP.finditer(address):
        if match.start() != end:
            return ()
        name, number, text = match.groups()
        steps.append((name, int(number) if number else json.loads(text) if text else None))
        end = match.end()
    return tuple(steps) if end == len(address) else ()


def module_of(address: str) -> ModuleAddress:
    """The module of an address that begins with it."""
    steps = steps_of(address)
    calls: list[tuple[str, Key]] = []
    for word, step in zip(steps[::2], steps[1::2], strict=False):
        if word != ("module", None):
            break
        calls.append(step)
    return ModuleAddress(tuple(calls))
