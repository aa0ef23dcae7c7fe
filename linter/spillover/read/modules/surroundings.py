"""What the names of a module need of it and of the module tree around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from spillover.model.source import Unknown
from spillover.read.cty.value import Value
from spillover.read.evaluation.context import Context, Written
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Declared, Folder, SourceFile
from spillover.read.modules.repetition import Key, Repeated
from spillover.read.syntax.expression import Setting


class Surroundings(Protocol):
    """One instance of a module, as its names see it: what is written in it, and the modules that it calls."""

    @property
    def folder(self) -> Folder:
        """Where it is written."""

    @property
    def inputs(self) -> Mapping[str, Written]:
        """What its variables are given."""

    @property
    def configuration(self) -> Configuration:
        """What it shares with all modules of its root module."""

    @property
    def prefix(self) -> str:
        """How the addresses of what is in it begin."""

    @property
    def repetition(self) -> tuple[str, Unknown] | None:
        """Why it stands for any number of instances; None where it is one."""

    def context(self, file: SourceFile, /) -> Context:
        """Where an expression of one of its files stands."""

    def repeated(self, declared: Declared, settings: Mapping[str, Setting], /) -> Repeated:
        """The instances of a resource or module call with these settings."""

    def children(self, declared: Declared, /) -> Mapping[Key | None, Surroundings]:
        """The instances of a called module; none where it could not be read."""

    def is_under_way(self, name: str, /) -> bool:
        """Whether nobody knows yet what a call leads to, for that is asked on the way to it."""

    def outputs(self, called: str, /) -> Value:
        """What a caller, which calls it so, can reach of it."""
