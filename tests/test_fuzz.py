"""The targets of ``make fuzz`` hold for what they begin with, and can fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.targets import TARGETS, blocks, seeds

MAKEFILE = Path(__file__).parents[1] / "Makefile"


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    found = list(seeds(name))

    for seed in found:
        TARGETS[name](seed)

    assert found


def test_make_runs_all() -> None:
    (line,) = (each for each in MAKEFILE.read_text().splitlines() if each.startswith("FUZZ_TARGETS"))

    assert sorted(line.partition("?= ")[2].split()) == sorted(TARGETS)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\0", b"\x00", b"{" * 5000, b"[" * 5000, b"- " * 3000])
@pytest.mark.parametrize("name", TARGETS)
def test_damage(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_the_peer_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.targets._of_peer", lambda _: [("other", 1)])

    with pytest.raises(AssertionError):
        blocks(b"locals {\n}\n")
