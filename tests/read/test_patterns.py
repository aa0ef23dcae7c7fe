"""Patterns of file names, as the doublestar package matches them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spillover.read.cty.value import EvaluationError, LimitError
from spillover.read.patterns import Pattern, is_literal


@pytest.mark.parametrize(
    ("pattern", "names", "others"),
    [
        ("*", ["", "a", ".a"], []),
        ("", [""], ["a"]),
        ("a", ["a"], ["", "b", "aa"]),
        ("?", ["a", "é"], ["", "ab"]),
        ("a*", ["a", "ab"], ["b"]),
        ("a**", ["a", "ab"], ["b"]),
        ("*a", ["a", "ba", "aa"], ["ab"]),
        ("*a*t*", ["a.txt", "at"], ["a"]),
        ("[ab]", ["a", "b"], ["c", "[", "", "ab"]),
        ("[a-c]x", ["ax", "bx"], ["dx"]),
        ("[^a]", ["b"], ["a"]),
        ("[!a]", ["!", "a"], ["b"]),
        ("[^]", ["a"], ["ab"]),
        (r"[a\]b]", ["a", "]", "b"], ["c"]),
        (r"[\a-\c]", ["b"], ["d", "-"]),
        (r"a\*", ["a*"], ["ab", "a"]),
        ("{a,bc}d", ["ad", "bcd"], ["d", "abcd"]),
        ("{a,}", ["a"], [""]),
        ("a{}", [], ["a", "b"]),
        (r"{a\,b,c}", ["a,b", "c"], ["a", "b"]),
        ("*{.txt,.md}", ["a.txt", "a.md"], ["a.x"]),
        ("*[a", [], ["b"]),
    ],
)
def test_matches(pattern: str, names: list[str], others: list[str]) -> None:
    assert [name for name in [*names, *others] if Pattern(pattern).matches(name)] == names


@pytest.mark.parametrize(
    "pattern", ["[a", "[]a]", "{a", "a\\", "[a-]", "[-a]", "[a--]", "[\\]", "[a-\\]", r"{\}"]
)
def test_malformed(pattern: str) -> None:
    with pytest.raises(EvaluationError):
        Pattern(pattern).matches("abc")


def test_bombs_do_not_go_off() -> None:
    """Trying one way after the other, the first two would not end while anybody waits."""
    assert not Pattern("*a" * 100 + "b").matches("a" * 250)
    assert not Pattern("{a,aa}" * 40 + "b").matches("a" * 60)
    with pytest.raises(LimitError):
        Pattern("a" * 300)


@given(st.text(alphabet="abé.", min_size=1))
def test_a_literal_matches_itself(name: str) -> None:
    assert is_literal(name)
    assert Pattern(name).matches(name)
    assert Pattern("*" + name).matches("x" + name)
    assert Pattern(f"{{x,{name}}}").matches(name)


@given(st.text(alphabet="ab*?[]{},-^\\", max_size=12), st.text(alphabet="ab[]{}-", max_size=8))
def test_never_crashes(pattern: str, name: str) -> None:
    try:
        Pattern(pattern).matches(name)
    except EvaluationError:
        assert not is_literal(pattern)
