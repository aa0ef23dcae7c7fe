"""``docs/security.md`` names tests that there are and limits as they are."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TESTS = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)
LIMITS = re.findall(r"\| (\d+) \| `([\w.]+)\.(\w+)` \|", PAGE)


@pytest.mark.parametrize(("file", "name"), TESTS)
def test_there_is_such_a_test(file: str, name: str) -> None:
    assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(("number", "module", "name"), LIMITS)
def test_the_limit_is_so_large(number: str, module: str, name: str) -> None:
    assert getattr(import_module(module), name) == int(number)


def test_something_is_named() -> None:
    assert len(TESTS) > 10
    assert len(LIMITS) == 24
