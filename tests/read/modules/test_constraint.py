"""Version constraints: the bounds that they set, and whether a version is within them."""

from __future__ import annotations

import pytest

from spillover.model.provider import Version, Versions
from spillover.read.modules.constraint import allowed, allows


@pytest.mark.parametrize(
    ("constraint", "least", "before"),
    [
        ("6.0", (6, 0, 0), (6, 0, 1)),
        ("6", (6, 0, 0), (6, 0, 1)),
        ("= 6.0.0", (6, 0, 0), (6, 0, 1)),
        ("~> 6", (6, 0, 0), (7, 0, 0)),
        ("~>6.0", (6, 0, 0), (7, 0, 0)),
        ("~> 6.16", (6, 16, 0), (7, 0, 0)),
        ("~> 6.0.0", (6, 0, 0), (6, 1, 0)),
        (">=6.0,<7", (6, 0, 0), (7, 0, 0)),
        ("  >= 6.0  ", (6, 0, 0), None),
        ("> 6", (6, 0, 1), None),
        ("< 6.0.0", (0, 0, 0), (6, 0, 0)),
        ("<= 6", (0, 0, 0), (6, 0, 1)),
        ("~> 6.16, != 6.99.0", (6, 16, 0), (7, 0, 0)),
        ("~> 5.0, < 5.46", (5, 0, 0), (5, 46, 0)),
        # A pre-release, and what Terraform refuses: neither narrows anything.
        ("6.0.0-beta1", (0, 0, 0), None),
        (">= 5.0, 6.*", (5, 0, 0), None),
        ("v6.0", (0, 0, 0), None),
        ("", (0, 0, 0), None),
    ],
)
def test_constraint(constraint: str, least: Version, before: Version | None) -> None:
    """Terraform 1.11.4 installs, of a mirror's versions, the last that is within these bounds."""
    assert allowed(constraint) == Versions(least, before)


@pytest.mark.parametrize(
    ("constraint", "version", "expected"),
    [
        ("~> 5.0", "5.9.9", True),
        ("~> 5.0", "6.0.0", False),
        (">= 5.1, < 5.3", "5.3.0", False),
        ("5.1.0", "5.1.0", True),
        ("", "0.0.1", True),
        (">= 3, < 2", "2.5.0", False),
        ("~> 5.0", "6.0.0-rc1", True),
        ("~> 5.0", "", True),
    ],
)
def test_a_version(constraint: str, version: str, *, expected: bool) -> None:
    assert allows(constraint, version) is expected
