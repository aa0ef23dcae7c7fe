"""Advice in text: broken to the width of a terminal, and nothing where there is none."""

from __future__ import annotations

from spillover.plan.advice import Advice, Topic
from spillover.report.advice_text import advised
from spillover.report.style import Style


def test_lines_are_broken() -> None:
    long = Advice(Topic.BLACK_HOLE, " ".join(["word"] * 25))
    found = list(advised((long, Advice(Topic.RATIO_STEPS, "an escape \x1b")), Style()))

    assert found[0] == "advice"
    assert found[1].startswith("  - word word")
    assert found[2].startswith("    word")
    assert max(len(line) for line in found) <= 100
    assert found[3] == r"  - an escape \u001b"


def test_none() -> None:
    assert list(advised((), Style())) == []
