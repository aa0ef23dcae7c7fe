"""Laws and limits of base64 and character sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.types import STRING
from spillover.read.cty.value import EvaluationError, LimitError, pending, text
from spillover.read.functions import FUNCTIONS, charsets
from spillover.read.functions.function import call

NAMES = sorted(charsets._CODECS)


@given(st.text())
def test_base64_comes_back(written: str) -> None:
    encoded = call(FUNCTIONS["base64encode"], [text(written)])

    assert call(FUNCTIONS["base64decode"], [encoded]) == text(written)


@given(st.sampled_from(NAMES), st.text())
def test_a_text_comes_back_from_its_character_set(charset: str, written: str) -> None:
    try:
        encoded = call(FUNCTIONS["textencodebase64"], [text(written), text(charset)])
    except EvaluationError:
        return
    decoded = call(FUNCTIONS["textdecodebase64"], [encoded, text(f" {charset.upper()} ")])

    assert decoded == text(written)


@given(st.sampled_from(NAMES), st.binary(max_size=8))
def test_bytes_never_crash(charset: str, content: bytes) -> None:
    try:
        decoded = charsets.decode(content, charset)
    except EvaluationError:
        return
    assert isinstance(decoded, str)


@pytest.mark.parametrize("charset", sorted(charsets.NOT_COMPUTED))
def test_other_sets_are_not_computed(charset: str) -> None:
    result = call(FUNCTIONS["textencodebase64"], [text("x"), text(charset)])

    assert result.type == STRING
    assert result.pending is not None
    assert result.pending.because == f"textencodebase64(), which does not compute with {charset} here"


def test_an_unknown_text_keeps_its_cause() -> None:
    result = call(FUNCTIONS["base64encode"], [pending(STRING, "var.x")])

    assert result.pending is not None
    assert result.pending.because == "var.x"


def test_a_result_may_be_too_long() -> None:
    with pytest.raises(LimitError):
        call(FUNCTIONS["base64encode"], [text("é" * 500_000)])


def test_half_a_surrogate_pair_has_a_hash() -> None:
    assert call(FUNCTIONS["md5"], [text("\ud800")]).is_known
