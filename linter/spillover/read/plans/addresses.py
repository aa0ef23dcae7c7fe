"""Addresses and references, as Terraform's JSON spells them: ``module.a["x"].type.name[0].id``."""

from __future__ import annotations

import re
from typing import TypeAlias

from spillover.read.plain import bracketed
from spillover.records import dataclass

Key: TypeAlias = str | int | None
"""The key of an instance: of ``for_each``, of ``count``, or none."""

_BRACKETS = r"""\[ (?: (\d{1,18}) | "((?:[^"\\]|\\.)*)" ) \]"""
_BRACKET = re.compile(_BRACKETS, re.VERBOSE | re.DOTALL)
_STEP = re.compile(rf"([^\W\d][\w-]*) ( (?: {_BRACKETS} )* ) (?: \. (?=.) | \Z)", re.VERBOSE | re.DOTALL)

_ESCAPE = re.compile(
    r"""\\ (?: x([0-9a-fA-F]{2}) | u([0-9a-fA-F]{4}) | U([0-9a-fA-F]{8}) | (.) ) | ([$%])\5\{""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


@dataclass(frozen=True)
class Step:
    """A name of an address, with the keys or indexes that follow it in brackets."""

    name: str
    keys: tuple[str | int, ...] = ()


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


def steps_of(address: str) -> tuple[Step, ...]:
    """The names of an address, each with its keys; none for a text that is no address."""
    steps: list[Step] = []
    end = 0
    while end < len(address):
        match = _STEP.match(address, end)
        if match is None:
            return ()
        keys = (int(number) if number else _unescaped(text) for number, text in _BRACKET.findall(match[2]))
        steps.append(Step(match[1], tuple(keys)))
        end = match.end()
    return tuple(steps)


def _unescaped(text: str) -> str:
    """A key, which an address escapes as HCL does, and a reference as Go does."""

    def one(match: re.Match[str]) -> str:
        two, four, eight, letter, dollar = match.groups()
        if dollar:
            return f"{dollar}{{"
        if letter:
            return _ESCAPED.get(letter, letter)
        code = int(two or four or eight, 16)
        is_character = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
        return chr(code) if is_character else match[0]

    return _ESCAPE.sub(one, text)


def module_of(address: str) -> ModuleAddress:
    """The module of an address that begins with it."""
    steps = steps_of(address)
    calls: list[tuple[str, Key]] = []
    for word, call in zip(steps[::2], steps[1::2], strict=False):
        if word != Step("module"):
            break
        calls.append((call.name, call.keys[0] if call.keys else None))
    return ModuleAddress(tuple(calls))
