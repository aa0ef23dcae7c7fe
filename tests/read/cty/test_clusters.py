"""Grapheme clusters, as Terraform 1.11.4 counts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.clusters import clusters, safe_prefix


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("a\r b", ["a", "\r", " ", "b"], id="ASCII"),
        pytest.param("a\r\nb", ["a", "\r\n", "b"], id="line end"),
        pytest.param("x\u0301\u0302y", ["x\u0301\u0302", "y"], id="marks"),
        pytest.param("🇩🇪🇫🇷🇮", ["🇩🇪", "🇫🇷", "🇮"], id="flags"),
        pytest.param("👨\u200d👩\u200d👧👍🏽", ["👨\u200d👩\u200d👧", "👍🏽"], id="emoji"),
        pytest.param("\u1100\u1161\u11a8\u1100", ["\u1100\u1161\u11a8", "\u1100"], id="hangul"),
        pytest.param(
            "कि\u0915\u094d\u0937", ["कि", "\u0915\u094d", "\u0937"], id="no conjuncts in Unicode 15.0"
        ),
        pytest.param("\u0600é", ["\u0600é"], id="prepended"),
    ],
)
def test_clusters(text: str, expected: list[str]) -> None:
    assert list(clusters(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", ""), ("web", "we"), ("web-", "web-"), ("a\n", "a"), ("é-", "é-"), ("é", ""), ("a🇩🇪", "a")],
)
def test_safe_prefix(text: str, expected: str) -> None:
    assert safe_prefix(text) == expected


@given(st.text())
def test_nothing_is_lost(text: str) -> None:
    assert "".join(clusters(text)) == text
