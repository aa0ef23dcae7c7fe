"""What all modules of one root module share."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path

from spillover.errors import InputError
from spillover.read.evaluation.context import Budget, Context, Scope
from spillover.read.evaluation.evaluate import evaluate
from spillover.read.lines import Lines
from spillover.read.module_files import ModuleFiles
from spillover.read.modules.folder import Folder
from spillover.read.modules.installed import Installed
from spillover.records import dataclass

MOST_MODULES = 10_000
"""So many instances of modules are read for one root module: calls of calls multiply."""


@dataclass
class Configuration:
    """The configuration of one root module, the module tree's root.

    ``load`` gives the folder at a reported path, None where no configuration is. ``installed`` maps
    the way of calls to a module (``lb.health``) to what ``terraform init`` put there.
    ``admits`` tells whether a module may be at a path. ``directory`` is the root module's folder on disk,
    where file functions read.
    """

    root: str
    load: Callable[[str], Folder | None]
    workspace: str | None = None
    directory: Path | None = None
    installed: Mapping[str, Installed] = field(default_factory=dict)
    admits: Callable[[str], bool] = lambda _: True
    budget: Budget = field(default_factory=Budget)
    errors: list[InputError] = field(default_factory=list)
    modules: int = 0

    def has_room_for(self, modules: int) -> bool:
        """Whether so many further instances of modules are read; for the others there is no room either."""
        self.modules += modules
        return self.modules <= MOST_MODULES

    def context(self, scope: Scope, lines: Lines, files: ModuleFiles | None = None) -> Context:
        """Where an expression of a file of this configuration stands, and the files that it may read."""
        return Context(scope, lines, evaluate, self.budget, self.errors, files)

    def files(self, folders: Iterable[Folder]) -> ModuleFiles | None:
        """The files that functions may read in a module that is in these folders, or called from there.

        Terraform runs in the root module's folder, where relative paths begin.
        """
        if self.directory is None:
            return None
        return ModuleFiles(self.directory, tuple(self.directory / self.path_of(each) for each in folders))

    def path_of(self, folder: Folder) -> str:
        """``path.module``: a folder as it is seen from the root module's."""
        return posixpath.relpath(folder.path, self.root)
