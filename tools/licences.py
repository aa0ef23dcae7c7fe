"""Under which licences the packages stand that an installed distribution needs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

PERMISSIVE = frozenset(["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CNRI-Python", "ISC", "MIT", "PSF-2.0"])
"""What may be combined with, and handed on under, any other licence."""

WEAK_COPYLEFT = frozenset(["MPL-2.0"])
"""What asks for its own files alone to stay as they are; we hand none of them on."""

_OLDER = {  # as the Trove classifiers and the field before SPDX spell them
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
_JOINED = re.compile(r" (?:AND|OR) ")


def needed(name: str, extras: Iterable[str] = ()) -> dict[str, Distribution]:
    """The distribution and all that it needs here, with these extras of its own, by normalised name."""
    found: dict[str, Distribution] = {}
    waiting = [(name, tuple(extras))]
    while waiting:
        name, extras = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in found:
            continue
        try:
            found[key] = distribution(name)
        except PackageNotFoundError:  # an optional one of another system
            continue
        waiting += _required(found[key], extras)
    return found


def _required(of: Distribution, extras: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for each in map(Requirement, of.requires or ()):
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield each.name, tuple(each.extras)


def licences(of: Distribution) -> frozenset[str]:
    """Its licences by their SPDX identifiers; what cannot be told is as it is written, or ``unknown``."""
    about = of.metadata.json
    told = about.get("license_expression")
    classified = [each.rpartition(" :: ")[2] for each in about.get("classifier", ()) if each[:7] == "License"]
    parts = (part.strip("() ") for part in _JOINED.split(str(told))) if told else classified
    written = tuple(parts) or _JOINED.split(str(about.get("license") or "unknown"))
    return frozenset(_OLDER.get(each, each) for each in written)


def unexpected(found: Iterable[Distribution], allowed: frozenset[str]) -> list[str]:
    """Those with a licence that is not allowed, and which that is."""
    return sorted(
        f"{each.name}: {', '.join(sorted(others))}" for each in found if (others := licences(each) - allowed)
    )


def main() -> int:
    """Print what is needed to run, with its licences."""
    for name, each in sorted(needed("spillover").items()):
        print(f"{name} {each.version}: {', '.join(sorted(licences(each)))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
