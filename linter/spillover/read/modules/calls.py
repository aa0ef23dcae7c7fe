"""Where the module of a call is: in a local folder, or where ``terraform init`` put it.

Source: Terraform's "Module Sources"; its modules.json (internal/modsdir), 2026-05.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from spillover.read.modules.configuration import Configuration
from spillover.read.modules.folder import Folder

DEEPEST_MODULE = 20
"""Module calls nested deeper than this are not followed."""

NOT_PRESENT = "not present"
"""Why a module was not read that ``terraform init`` would fetch."""

_MANIFEST = ".terraform/modules/modules.json"
_LARGEST_MANIFEST = 1 << 24


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
    source: str, way: tuple[str, ...], callers: tuple[str, ...], configuration: Configuration
) -> Found:
    """The folder that a call with this source means.

    ``way`` are the names of the calls that lead to it, ``callers`` the paths of the folders of the
    caller, its caller and so on.
    """
    if len(callers) > DEEPEST_MODULE:
        return Found(None, "nested too deeply", is_wrong=True)
    is_local = source.startswith(("./", "../"))
    path = called_path(callers[0], source) if is_local else configuration.installed.get(".".join(way))
    if path is None:
        return Found(None, NOT_PRESENT)
    if path in callers:
        return Found(None, "calls itself", is_wrong=True)
    folder = configuration.load(path)
    if folder is None:
        return Found(None, "no such folder" if is_local else NOT_PRESENT, is_wrong=is_local)
    return Found(folder)


def called_path(caller: str, source: str) -> str:
    """The path of a local module: its source, as seen from its caller's folder."""
    return posixpath.normpath(posixpath.join(caller, source))


def installed_modules(root: str, directory: Path) -> Mapping[str, str]:
    """The modules that ``terraform init`` put into a root module's folder, by the way of calls to them.

    What cannot be read there is as if it were not there: Terraform would fetch it anew.
    """
    manifest = directory / _MANIFEST
    try:
        if manifest.stat().st_size > _LARGEST_MANIFEST:
            return {}
        entries = json.loads(manifest.read_bytes())["Modules"]
        return {
            each["Key"]: posixpath.normpath(posixpath.join(root, each["Dir"].replace("\\", "/")))
            for each in entries
            if each["Key"]
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
