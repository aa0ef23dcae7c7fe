"""The modules that ``terraform init`` has put into a root module's folder.

Source: Terraform's modules.json (internal/modsdir), and when it asks for another ``init``
(internal/configs/configload), 1.11.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from spillover.read.module_files import regular_file
from spillover.read.modules.constraint import allows
from spillover.records import dataclass

_MANIFEST = ".terraform/modules/modules.json"
_LARGEST_MANIFEST = 1 << 24

_REGISTRY = re.compile(r"(?:[\w.-]+\.[\w.-]+(?::\d+)?/)?([\w-]+/[\w-]+/[\w-]+)((?://.*)?)", re.ASCII)
_REVISION = re.compile(r"[?&]ref=([^&]*)")


@dataclass(frozen=True)
class Installed:
    """A module that was fetched: the path of its folder, from where, and which version of it."""

    path: str
    source: str = ""
    version: str = ""

    def serves(self, source: str, constraint: str) -> bool:
        """Whether a call means this module, as far as that can be told; else Terraform would fetch another.

        A source is written in many ways, so those are compared that have one: addresses of a registry, and
        the revision of any other. A host is left out where one is implied.
        """
        if not self.source:
            return True
        fetched, called = _REGISTRY.fullmatch(self.source), _REGISTRY.fullmatch(source)
        if fetched and called:
            return fetched.groups() == called.groups() and allows(constraint, self.version)
        return _revision(self.source) == _revision(source)


def _revision(source: str) -> str | None:
    match = _REVISION.search(source)
    return match[1] if match else None


def installed_modules(root: str, directory: Path) -> Mapping[str, Installed]:
    """Each of them by the way of calls to it, such as ``lb.health``.

    What cannot be read there is as if it were not there: Terraform would fetch it anew.
    """
    manifest = directory / _MANIFEST
    try:
        entries = json.loads(regular_file(manifest, _LARGEST_MANIFEST))["Modules"]
        return {
            each["Key"]: Installed(
                posixpath.normpath(posixpath.join(root, each["Dir"].replace("\\", "/"))),
                *(str(each.get(name, "")) for name in ("Source", "Version")),
            )
            for each in entries
            if each["Key"]
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
