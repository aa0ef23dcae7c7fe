"""Version constraints, of providers and of modules.

Source: Terraform's "Version Constraints", 2026-05, and what Terraform 1.11.4 installs for constraints that
it does not tell of (``~> 6`` ends before 7).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from spillover.model.provider import Versions

_PART = re.compile(r"\s*(=|!=|>=|<=|>|<|~>)?\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?\s*", re.ASCII)


def allowed(constraint: str) -> Versions:
    """The versions that a constraint such as ``>= 6.0, < 8.0`` allows, as bounds.

    Each part only narrows them, so one that is not understood, such as a pre-release, is left out.
    """
    versions = Versions()
    for part in constraint.split(","):
        if match := _PART.fullmatch(part):
            operator, *numbers = match.groups()
            versions &= _bounds(operator or "=", [int(each) for each in numbers if each is not None])
    return versions


def _bounds(operator: str, numbers: list[int]) -> Versions:
    major, minor, patch = (*numbers, 0, 0)[:3]
    version, following = (major, minor, patch), (major, minor, patch + 1)
    bounds: Mapping[str, Versions] = {
        "=": Versions(version, following),
        ">=": Versions(version),
        ">": Versions(following),
        "<": Versions(before=version),
        "<=": Versions(before=following),
        "~>": Versions(version, (major, minor + 1, 0) if len(numbers) == 3 else (major + 1, 0, 0)),
    }
    return bounds.get(operator, Versions())


_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)", re.ASCII)


def allows(constraint: str, version: str) -> bool:
    """Whether a version may be used; so may one that is not understood, such as a pre-release."""
    match = _VERSION.fullmatch(version)
    if not match:
        return True
    major, minor, patch = map(int, match.groups())
    return not (allowed(constraint) & _exactly(major, minor, patch)).is_empty


def _exactly(major: int, minor: int, patch: int) -> Versions:
    return _bounds("=", [major, minor, patch])
