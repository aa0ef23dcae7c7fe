"""What holds on every Python that is promised, and is easy to break on a newer one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "linter").rglob("*.py")) + sorted((ROOT / "rules").rglob("*.py"))
# A possessive group, or an atomic one: Python before 3.11.5 matches them wrongly. Possessive
# single characters and classes are right.
WRONG_BEFORE_3_11_5 = re.compile(r"\)[*+?]\+|\}\}?[*+?]\+|\(\?>")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_possessive_group_in_a_pattern(source: Path) -> None:
    assert WRONG_BEFORE_3_11_5.findall(source.read_text("utf-8")) == []
