"""Where the module of a call is: in a local folder, or where ``terraform init`` put it.

Source: Terraform's "Module Sources", 2026-05.
"""

from __future__ import annotations

from spillover.read.boundary import OUTSIDE
from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder
from spillover.read.modules.folders import called_path
from spillover.records import dataclass

DEEPEST_MODULE = 20
"""Module calls nested deeper than this are not followed."""

NOT_PRESENT = "not present"
"""Why a module was not read that ``terraform init`` would fetch."""

NOT_READ = (NOT_PRESENT, OUTSIDE)
"""Why a module was not read that may be right all the same."""


@dataclass(frozen=True)
class CalledModule:
    """A module call with its place, and why the module was not read if it was not."""

    address: str
    source: str
    because: str = ""
    path: str = ""
    line: int = 0


@dataclass(frozen=True)
class Found:
    """The folder of a call; without one ``because`` says why, and ``is_wrong`` whether that is a mistake."""

    folder: Folder | None
    because: str = ""
    is_wrong: bool = False


def find_module(
    source: str, version: str, way: tuple[str, ...], callers: tuple[str, ...], configuration: Configuration
) -> Found:
    """The folder that a call with this source means, and with this constraint of the version.

    ``way`` are the names of the calls that lead to it, ``callers`` the paths of the folders of the
    caller, its caller and so on.
    """
    if len(callers) > DEEPEST_MODULE:
        return Found(None, "nested too deeply", is_wrong=True)
    is_local = source.startswith(("./", "../"))
    if is_local:
        path = called_path(callers[0], source)
    else:
        installed = configuration.installed.get(".".join(way))
        if installed is None or not installed.serves(source, version):
            return Found(None, NOT_PRESENT)
        path = installed.path
    if path in callers:
        return Found(None, "calls itself", is_wrong=True)
    if not configuration.admits(path):
        return Found(None, OUTSIDE)
    folder = configuration.load(path)
    if folder is None:
        return Found(None, "no such folder" if is_local else NOT_PRESENT, is_wrong=is_local)
    return Found(folder)
