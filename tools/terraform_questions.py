"""The two kinds of questions to Terraform, each with the files that ask it and the line that records it.

The value stands in a tuple, ``[...]``, since a null keeps its type only inside another value, and in
parentheses, since there an expression may span lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Expression:
    """Asks for the value of an expression."""

    text: str

    def key(self) -> dict[str, str]:
        """What the recorded answer begins with."""
        return {"e": self.text}

    def files(self, name: str, *, sensitive: bool) -> dict[str, str]:
        """The files that ask for the value as the output ``name``."""
        return {f"{name}.tf": _output(name, f"(\n{self.text}\n  )", sensitive=sensitive)}


@dataclass(frozen=True, slots=True)
class Conversion:
    """Asks for the value of a variable that is declared so, when this is given to it."""

    declared: str
    default: str | None = None
    nullable: str | None = None
    given: str | None = None

    def key(self) -> dict[str, str]:
        """What the recorded answer begins with."""
        return self._declaration() | ({} if self.given is None else {"given": self.given})

    def files(self, name: str, *, sensitive: bool) -> dict[str, str]:
        """The files that ask for the value as the output ``name``: a module of its own, and its call."""
        body = "".join(f"  {key} = {each}\n" for key, each in self._declaration().items())
        given = "" if self.given is None else f"  given = (\n{self.given}\n  )\n"
        module = f'variable "given" {{\n{body}}}\n' + _output("value", "var.given", sensitive=sensitive)
        call = f'module "{name}" {{\n  source = "./{name}"\n{given}}}\n'
        value = _output(name, f"module.{name}.value[0]", sensitive=sensitive)
        return {f"{name}/main.tf": module, f"{name}.tf": call + value}

    def _declaration(self) -> dict[str, str]:
        told = {"type": self.declared, "default": self.default, "nullable": self.nullable}
        return {name: each for name, each in told.items() if each is not None}


Question: TypeAlias = Expression | Conversion


def question(line: Mapping[str, Any]) -> Question:
    """The question that a recorded line answers."""
    if "e" in line:
        return Expression(line["e"])
    return Conversion(line["type"], line.get("default"), line.get("nullable"), line.get("given"))


def _output(name: str, value: str, *, sensitive: bool) -> str:
    flag = "  sensitive = true\n" if sensitive else ""
    return f'output "{name}" {{\n{flag}  value = [{value}]\n}}\n'
