"""Where a run may read: what a stranger wrote must not lead it anywhere else.

What is named on the command line is read wherever it is. All else that is read, because a link, the source
of a module or the manifest of ``terraform init`` leads there, has to be in the repository of what is named.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from spillover.records import dataclass

OUTSIDE = "outside of the repository"
"""Why a module is not read that is somewhere else."""


@dataclass(frozen=True)
class Boundary:
    """The trees that links may lead into, as real paths.

    Without a repository ``is_closed`` is false: nobody can tell there which folders belong together, so that
    a module may be in any.
    """

    trees: tuple[Path, ...]
    is_closed: bool = True

    @classmethod
    def around(cls, paths: Iterable[str], cwd: Path, further: Iterable[Path] = ()) -> Boundary:
        """The folders that are named, with the repositories that they are in, and ``further`` trees.

        A repository inside of another one, as a submodule is, belongs to that.
        """
        named = [Path(os.path.realpath(cwd / path)) for path in paths if path != "-"] or [cwd]
        folders = [each if each.is_dir() else each.parent for each in named]
        repositories = [each for each in map(_repository, folders) if each is not None]
        return cls(tuple(dict.fromkeys((*repositories, *folders, *further))), bool(repositories))

    def holds(self, real: Path) -> bool:
        """Whether a real path is in one of the trees."""
        return any(real.is_relative_to(tree) for tree in self.trees)

    def admits(self, folder: Path) -> bool:
        """Whether a module may be in a folder."""
        return not self.is_closed or self.holds(Path(os.path.realpath(folder)))

    def may_follow(self, link: Path) -> bool:
        """Whether a link leads to a regular file in one of the trees."""
        target = Path(os.path.realpath(link))
        return self.holds(target) and os.path.isfile(target)  # noqa: PTH113  Path's may raise


ANYWHERE = Boundary((), is_closed=False)
"""Modules may be in any folder, and no link is followed."""


def _repository(folder: Path) -> Path | None:
    """The outermost folder with a repository that holds a folder."""
    return next((each for each in reversed((folder, *folder.parents)) if (each / ".git").exists()), None)
