"""All that is needed stands under licences that let anybody use it with anything."""

from __future__ import annotations

from pathlib import Path

import licences
import pytest
from licences import PERMISSIVE, WEAK_COPYLEFT


def test_what_a_run_needs() -> None:
    found = licences.needed("spillover")

    assert {"spillover", "python-hcl2", "lark", "typer", "regex"} <= found.keys()
    assert licences.unexpected(found.values(), PERMISSIVE | WEAK_COPYLEFT) == []


def test_what_is_under_copyleft_is_named_here() -> None:
    found = licences.needed("spillover")

    assert licences.unexpected(found.values(), PERMISSIVE) == ["pathspec: MPL-2.0"]


def test_what_developers_need() -> None:
    found = licences.needed("spillover", ["dev"])

    assert {"pytest", "hypothesis", "mypy"} <= found.keys()
    assert licences.unexpected(found.values(), PERMISSIVE | WEAK_COPYLEFT) == []


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ("License-Expression: MIT", {"MIT"}),
        ("License-Expression: (MIT OR Apache-2.0) AND ISC", {"MIT", "Apache-2.0", "ISC"}),
        ("Classifier: License :: OSI Approved :: MIT License\nLicense: x", {"MIT"}),
        ("License: Apache 2.0", {"Apache-2.0"}),
        ("License-Expression: GPL-3.0-only", {"GPL-3.0-only"}),
        ("Classifier: Programming Language :: Python", {"unknown"}),
    ],
)
def test_of_metadata(tmp_path: Path, metadata: str, expected: set[str]) -> None:
    from importlib.metadata import Distribution

    folder = tmp_path / "a-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: a\nVersion: 1\n{metadata}\n")
    (found,) = Distribution.discover(name="a", path=[str(tmp_path)])

    assert licences.licences(found) == expected
    assert licences.unexpected([found], PERMISSIVE) == (
        [] if expected <= PERMISSIVE else [f"a: {', '.join(expected)}"]
    )
