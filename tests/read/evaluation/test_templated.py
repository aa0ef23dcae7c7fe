"""Templates: text of all parts, and how the text begins that is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spillover.read.cty.types import STRING
from spillover.read.cty.value import EvaluationError, Value

Found = Callable[[str], Value]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('"a${1}b"', "a1b"),
        ('"${1}${true}"', "1true"),
        ('"a${1.50}"', "a1.5"),
        ('"${1 / 4}."', "0.25."),
        ('"e${"\\u0301"}"', "\u00e9"),
        ('"%{ for x in list }<${x}>%{ endfor }"', "<a><b>"),
        ('"%{ for k, x in map }${k}=${x};%{ endfor }"', "k=v;"),
        ('"x%{ for x in [] }${x}%{ endfor }"', "x"),
        ('"%{ if true }yes%{ else }no%{ endif }"', "yes"),
        ('"%{ if false }yes%{ endif }"', ""),
    ],
)
def test_known(found: Found, written: str, expected: str) -> None:
    value = found(written)

    assert (value.type, value.content) == (STRING, expected)


@pytest.mark.parametrize(
    ("written", "because", "prefix"),
    [
        ('"a-${unknown}"', "unknown", "a-"),
        ('"ab${unknown}"', "unknown", "a"),
        ('"${unknown}${any}b"', "unknown", ""),
        ('"x-${1}-${any}${1}"', "any", "x-1-"),
        ('"x/${some}"', "some", "x/"),
        ('"x-%{ for x in some }${x}%{ endfor }"', "some", "x-"),
        ('"x-%{ for x in [any] }${x}%{ endfor }"', "any", "x-"),
        ('"x-%{ if flag }a%{ endif }"', "flag", "x-"),
    ],
)
def test_unknown(found: Found, written: str, because: str, prefix: str) -> None:
    """It is text, never null, and begins as is written, but for a last character that may yet combine."""
    value = found(written)
    known = value.content

    assert (value.type, known.because, known.not_null, known.prefix) == (STRING, because, True, prefix)
    assert known.refers_to is None


@pytest.mark.parametrize(
    ("written", "suffix"),
    [
        ('"${unknown}.test."', ".test."),
        ('"${unknown}.${1}"', "1"),
        ('"a-${unknown}"', ""),
        ('"a.${unknown}.b${unknown}"', ""),
        ('"${"${unknown}."}"', "."),
        ('"a.${"${unknown}."}"', "."),
        ('"${unknown}.%{ if true }%{ endif }"', ""),
        ('"${unknown}.%{ for x in some }${x}%{ endfor }"', ""),
    ],
)
def test_the_end_of_what_is_not_known(found: Found, written: str, suffix: str) -> None:
    """The last part tells the end, if it is known."""
    assert found(written).content.suffix == suffix


@pytest.mark.parametrize(
    ("written", "at", "message"),
    [
        ('"a${null}"', 4, "null in a template"),
        ('"a${unknown}${no_string}"', 14, "null in a template"),
        ('"a${[]}"', 4, "in a template: string required, but this is tuple"),
        ('"a${any}${list}"', 10, "in a template: string required, but this is list of string"),
        ('"%{ for x in [1, null] }${x}%{ endfor }"', 26, "null in a template"),
        ('"%{ for x in null }%{ endfor }"', 13, "a for over null"),
    ],
)
def test_refused(found: Found, written: str, at: int, message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        found(written)

    assert (caught.value.at, caught.value.message) == (at, message)


@pytest.mark.parametrize(
    ("written", "sensitive"),
    [
        ('"a${secret}"', True),
        ('"${unknown}${secret}"', True),
        ('"%{ for x in secrets }%{ endfor }"', True),
        ('"%{ for x in [secret] }${x}%{ endfor }"', True),
        ('"%{ for x in [secret] }a%{ endfor }"', False),
        ('"a${1}"', False),
    ],
)
def test_marks(found: Found, written: str, sensitive: bool) -> None:
    assert found(written).sensitive is sensitive


def test_what_it_is_compared_with(found: Found) -> None:
    def content(written: str) -> Any:
        return found(written).content

    assert content('"a-${unknown}" == "b-x"') is False
    assert content('"a-${unknown}" == null') is False
    assert content('"a-${unknown}" == "a-x"').because == "unknown"
