"""What cannot be known here, and why."""

from __future__ import annotations

import pytest

from spillover.read.cty.types import STRING
from spillover.read.cty.value import EvaluationError, Value, list_of, number, text
from spillover.read.functions.function import call
from spillover.read.functions.outside import FUNCTIONS, REASONS

KEY = "-----BEGIN RSA PRIVATE KEY-----"
BY_NAME = {each.name: each for each in FUNCTIONS}
ARGUMENTS: dict[str, list[Value]] = {
    "abspath": [text("x")],
    "base64gzip": [text("x")],
    "bcrypt": [text("x"), number(5)],
    "pathexpand": [text("~/x")],
    "plantimestamp": [],
    "rsadecrypt": [text("YQ=="), text(KEY)],
    "timestamp": [],
    "uuid": [],
}


@pytest.mark.parametrize("name", REASONS)
def test_says_why(name: str) -> None:
    result = call(BY_NAME[name], ARGUMENTS[name])

    assert result.type == STRING
    assert result.pending is not None
    assert result.pending.because == f"{name}(), {REASONS[name]}"
    assert result.pending.not_null


def test_each_function_has_a_reason() -> None:
    assert list(BY_NAME) == sorted(REASONS)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("uuid", [text("x")]),
        ("abspath", [list_of(STRING, [])]),
        ("bcrypt", [text("x"), text("many")]),
        ("rsadecrypt", [text("%"), text(KEY)]),
        ("rsadecrypt", [text("YQ=="), text("key")]),
        ("pathexpand", [text("~somebody")]),
    ],
)
def test_refuses(name: str, arguments: list[Value]) -> None:
    with pytest.raises(EvaluationError):
        call(BY_NAME[name], arguments)


@pytest.mark.parametrize("path", ["", "a//b", "a/~", "/x"])
def test_a_path_without_a_home_folder_is_what_it_is(path: str) -> None:
    assert call(BY_NAME["pathexpand"], [text(path)]) == text(path)
