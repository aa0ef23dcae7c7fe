"""The module folders of a run: how their files are cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from spillover.read.modules import folders as folders_module
from spillover.read.modules.folders import Folders
from spillover.read.syntax import blocks
from spillover.read.syntax.usual import usual_block

TEXT = 'resource "a" "b" {\n  c = 1\n}\n'


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes each file for which the pattern of usual blocks is asked."""
    noted: list[str] = []

    def pattern() -> object:
        noted.append("asked")
        return usual_block()

    monkeypatch.setattr(blocks, "usual_block", pattern)
    return noted


def test_the_pattern_is_asked_once_a_run_has_read_enough(
    tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders_module, "WORTH_A_PATTERN", 2 * len(TEXT))
    found = Folders(tmp_path)
    for name in "abc":
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.tf").write_text(TEXT)

    cuts = []
    for name, expected in zip("abc", (0, 1, 2), strict=True):
        folder = found.load(name)
        assert folder is not None
        cuts.append(folder.files[0].cut)
        assert len(asked) == expected

    assert cuts[0] == cuts[1] == cuts[2]
    assert [block.labels for block in cuts[0].blocks] == [("a", "b")]
